"""Comparisons of a match with its card in a place, on plain values without Discord or a database.

In each place of a match, a turn has one current card. A card of an earlier turn is stripped of its
controls. A former card of the same turn is deleted. If nobody has to be notified, a recent card is
edited instead.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal

from club.matches.match import Match
from club.outbox.kinds import CardPost
from club.outbox.notices import people_to_answer
from storage.matches.match import MatchPlace, StoredMatch

Step = Literal["post", "become", "update", "wait"]
"""How to bring a card up to date: a new message, an edit to show another turn, an edit if its page
has changed, or nothing, because the next player's card also shows a computer's move.
"""

EDITED_WITHIN = timedelta(minutes=50)
"""The age up to which a card is edited. Discord limits edits of messages older than an hour."""


def step_for(match: Match, place: MatchPlace, *, notifies: bool, posted_at: datetime) -> Step:
    """Return how to bring the card of a place up to date.

    :param notifies: whether someone has to be notified within the turn.
    :param posted_at: when its card was posted, if it has one.
    """
    if match.computer_to_move is not None:
        return "wait"
    if place.card_turn != match.turn_id:
        has_card = place.card_message_id is not None
        return "become" if has_card and becomes(match.stored, place, posted_at) else "post"
    return "post" if notifies or _is_outdated(match, place) else "update"


def becomes(match: StoredMatch, place: MatchPlace, posted_at: datetime) -> bool:
    """Whether the current card is edited to show another turn, instead of posting a new one.

    That keeps a channel quiet where nobody misses a message: the result of an event's match soon
    after its last turn, and a match against computers in a channel.

    :param posted_at: when the current card was posted.
    """
    if (match.ended_at or match.turn_started_at) > posted_at + EDITED_WITHIN:
        return False
    if match.event_id is not None:
        return match.state != "running"
    people = sum(seat.level is None for seat in match.seats)
    return people == 1 and place.kind == "server" and place.thread_id is None


def users_to_notify(
    match: Match, place: MatchPlace, posts: Collection[CardPost]
) -> tuple[list[int], bool]:
    """Return the users whom some posts to a place mention, and whether it needs a new message.

    Only those count for whom the match still waits. A team is notified without a mention, and a
    card that was deleted with its channel is replaced.
    """
    seats = (seat for each in match.offers for seat in people_to_answer(match.stored, each))
    awaited = [seat.user_id for seat in seats]
    if match.stored.from_pool and not match.played:
        awaited += [player.user_id for player in match.players]
    elif match.player_to_move is not None:
        awaited.append(match.player_to_move.user_id)
    wanted = dict.fromkeys(user_id for post in posts for user_id in post.pings)
    home = match.stored.home_of
    pings = [each for each in wanted if each in awaited and home(each).number == place.number]
    is_shown_again = any(
        (post.why == "reminder" and not post.pings and post.version == match.version)
        or post.deleted in place.enclosing
        for post in posts
    )
    return pings, bool(pings) or is_shown_again


def _is_outdated(match: Match, place: MatchPlace) -> bool:
    """Whether the board on a card of this turn shows undone moves, or lacks those of a team."""
    ply = place.card_ply or 0
    return ply > match.ply or (match.team_to_move is not None and ply < match.ply)
