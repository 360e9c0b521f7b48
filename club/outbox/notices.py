"""Notifications about matches: the posts queued for each change.

Everything is queued in the transaction of the change. A thread gets one message per turn. Further
notices within a turn replace that message, or edit it without a mention.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from club.outbox import posts, queue
from club.outbox.kinds import Why
from storage.challenges import challenges as stored_challenges
from storage.database import shards
from storage.database.transaction import Transaction
from storage.matches import following
from storage.matches.match import MatchPlace, Place, Seat, StoredMatch
from storage.matches.offers import Offer
from storage.matches.vacancies import Vacancy
from storage.members import blocks, preferences
from storage.members.preferences import Preferences
from storage.ratings import leaderboards


def is_mentioned(person: Preferences, home: Place) -> bool:
    """Whether a player is mentioned in the place they play from.

    That is by choice, or because direct messages fail. A card in direct messages mentions no one.
    """
    if home.is_direct:
        return person.notice != "none"
    return person.notice == "mention" or (
        person.notice == "direct" and person.refused_at is not None
    )


def gets_direct_message(person: Preferences, match: StoredMatch, why: Why) -> bool:
    """Whether a player gets a direct message.

    If the bot can't post in the match's places, everything but new turns goes to direct messages,
    unless unwanted. Players in direct messages get no other messages.
    """
    home = match.home_of(person.user_id)
    if person.refused_at is not None or home.is_direct:
        return False
    if why not in ("turn", "ahead") and not places_of(match):
        return person.notice != "none"
    return person.notice == "direct"


def mentioned_users(match: StoredMatch, persons: Iterable[Preferences]) -> list[int]:
    """Return those of some players who are mentioned."""
    return [
        person.user_id for person in persons if is_mentioned(person, match.home_of(person.user_id))
    ]


def places_of(match: StoredMatch) -> list[MatchPlace]:
    """Return the places of a match with a card that the bot can post and edit."""
    return [place for place in match.places if place.can_post]


def playing_from(match: StoredMatch, place: MatchPlace, user_ids: Iterable[int]) -> list[int]:
    """Return those of some users who play from a place, where they are mentioned."""
    return [user_id for user_id in user_ids if match.home_of(user_id).number == place.number]


def next_but_one(match: StoredMatch, follower: int | None) -> Seat | None:
    """Return the person whose turn comes after the present one, if three still play.

    :param follower: the seat of that turn, if it is known.
    """
    if (
        match.to_move is None
        or follower is None
        or sum(each.is_playing for each in match.seats) < 3
    ):
        return None
    seat, mover = match.seats[follower - 1], match.seats[match.to_move - 1]
    return seat if seat.is_person and seat.user_id != mover.user_id else None


async def announce_turn(
    tx: Transaction,
    match: StoredMatch,
    now: datetime,
    *,
    offer: Offer | None = None,
    by: int | None = None,
    paired: bool = False,
    loaded: Mapping[int, Preferences] | None = None,
    follower: int | None = None,
    replaced: Sequence[Vacancy] = (),
) -> None:
    """Queue the boards and notifications of a new turn or of the result.

    A computer's turn has no board, because the next player's board also shows its move.

    :param offer: the draw offered with the move, which notifies all other players.
    :param by: the user who caused the turn and needs no notification.
    :param paired: whether all players are notified of a match made by the pool.
    :param loaded: already loaded notification preferences, by user.
    :param follower: the seat whose turn comes after it, if that is known.
    :param replaced: the seats that computers have taken since the last board.
    """
    if any(seat.seat == match.to_move and seat.level is not None for seat in match.seats):
        await shards.send(tx, match.guild_id)
        return
    reasons: dict[int, Why] = {}
    if paired:
        reasons |= {seat.user_id: "paired" for seat in match.seats if seat.is_person}
    if offer is not None:
        reasons |= {seat.user_id: "offer" for seat in people_to_answer(match, offer)}
    mover = next((seat for seat in match.seats if seat.seat == match.to_move), None)
    if mover is not None and mover.is_person:
        reasons[mover.user_id] = "turn"
    ahead = next_but_one(match, follower)
    if ahead is not None:
        reasons.setdefault(ahead.user_id, "ahead")
    reasons.pop(by or 0, None)
    seated = match
    for left in replaced:
        reasons[left.user_id] = "seated"
        seated = _with_player(seated, left)
    await _announce_boards(tx, seated, match, reasons, now, loaded or {})


def _with_player(match: StoredMatch, left: Vacancy) -> StoredMatch:
    """Return a match with the one who left a seat still in it."""
    seats = [
        replace(seat, user_id=left.user_id, home=left.home) if seat.seat == left.seat else seat
        for seat in match.seats
    ]
    return replace(match, seats=tuple(seats))


async def announce_vacancy(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Queue the boards of a turn whose seat waits for a substitute, and notify all who play."""
    people = [seat.user_id for seat in match.seats if seat.is_person and seat.is_playing]
    await _announce_boards(tx, match, match, dict.fromkeys(people, "vacated"), now, {})


async def announce_substitute(
    tx: Transaction, before: StoredMatch, match: StoredMatch, now: datetime
) -> None:
    """Queue the boards of a turn that a substitute has taken over, and notify who left the seat.

    A computer's turn has no board, so they are notified on the next one.

    :param before: the match with the one who left.
    """
    if match.seats[(match.to_move or 0) - 1].level is not None:
        await shards.send(tx, match.guild_id)
        return
    left = before.seats[(match.to_move or 0) - 1].user_id
    await _announce_boards(tx, before, match, {left: "seated"}, now, {})


async def _announce_boards(
    tx: Transaction,
    seated: StoredMatch,
    match: StoredMatch,
    reasons: Mapping[int, Why],
    now: datetime,
    loaded: Mapping[int, Preferences],
) -> None:
    """Queue the boards of a turn, and notify some users.

    :param seated: the match in which they have their seats.
    """
    persons = [loaded.get(user_id) or await preferences.get(tx, user_id) for user_id in reasons]
    persons = [each for each in persons if each.hears_ahead or reasons[each.user_id] != "ahead"]
    pings = mentioned_users(seated, persons)
    for place in places_of(match):
        pinged = playing_from(seated, place, pings)
        await queue.enqueue(tx, posts.board(match, place, now, pinged))
    for person in persons:
        why = reasons[person.user_id]
        if gets_direct_message(person, seated, why):
            await queue.enqueue(tx, posts.direct(seated, person.user_id, why, now))


async def announce_time_out(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Notify the players without a card that their match was lost on time."""
    if places_of(match):
        return
    for user_id in [seat.user_id for seat in match.seats if seat.is_person]:
        if gets_direct_message(await preferences.get(tx, user_id), match, "over"):
            await queue.enqueue(tx, posts.direct(match, user_id, "over", now))


async def announce_result(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Queue an update of the challenge's card with the result, and messages to followers."""
    if match.challenge_id is not None:
        challenge = await stored_challenges.get(tx, match.challenge_id)
        assert challenge is not None
        await queue.enqueue(tx, posts.result(challenge, now))
    for user_id in await _followers_to_notify(tx, match):
        await queue.enqueue(tx, posts.followed(match.server_places[0], user_id, now))


async def _followers_to_notify(tx: Transaction, match: StoredMatch) -> list[int]:
    """Return the followers of a match or its players, and delete their entries for the match.

    Followers of a player get no notice of an unrated match. No one gets a notice of a match with
    someone hidden or in a block with them.
    """
    players = [seat.user_id for seat in match.seats if seat.is_person]
    followed = players if match.state == "over" else []
    users = (await following.followers(tx, match.id, followed)).difference(players)
    if not users:
        return []
    await following.forget_match(tx, match.id)
    if not match.server_places or await preferences.hidden(tx, players):
        return []
    blocked_pairs = await blocks.among(tx, [*players, *users])
    blocked_users = {user for pair in blocked_pairs if pair.intersection(players) for user in pair}
    return sorted(users - blocked_users)


def seats_to_answer(match: StoredMatch, offer: Offer) -> list[Seat]:
    """Return the seats that still have to answer an offer."""
    return [
        seat
        for seat in match.seats
        if seat.is_playing and seat.seat != offer.seat and seat.seat not in offer.agreed
    ]


def people_to_answer(match: StoredMatch, offer: Offer) -> list[Seat]:
    """Return the seats of people who still have to answer an offer."""
    return [seat for seat in seats_to_answer(match, offer) if seat.is_person]


async def announce(
    tx: Transaction,
    match: StoredMatch,
    seats: Iterable[int],
    why: Why,
    occasion: int,
    now: datetime,
) -> None:
    """Notify some seats within a turn.

    :param occasion: a number that distinguishes notifications for the same reason.
    """
    notified = set(seats)
    users = [seat.user_id for seat in match.seats if seat.seat in notified and seat.is_person]
    persons = [await preferences.get(tx, user_id) for user_id in users]
    pings = mentioned_users(match, persons)
    if pings:
        await notify(tx, match, now, pings, why)
    elif why != "reminder":
        await show_change(tx, match, now)
    for person in persons:
        if gets_direct_message(person, match, why):
            await queue.enqueue(tx, posts.direct(match, person.user_id, why, now, occasion))


async def announce_offer(tx: Transaction, match: StoredMatch, offer: Offer, now: datetime) -> None:
    """Notify the players who have to answer an offer."""
    seats = [seat.seat for seat in seats_to_answer(match, offer)]
    await announce(tx, match, seats, "offer", offer.id, now)


async def show_change(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Bring the current cards up to date."""
    for place in places_of(match):
        await queue.enqueue(tx, posts.card(place, now))


async def notify(
    tx: Transaction, match: StoredMatch, now: datetime, pings: Sequence[int], why: Why
) -> None:
    """Replace the current cards within the turn with new messages.

    A place that none of the users plays from gets no message, only an update of its card.

    :param pings: the users to mention, none to show the card again everywhere.
    """
    for place in places_of(match):
        pings_there = playing_from(match, place, pings)
        is_notified = pings_there or not pings
        post = posts.notice(match, place, now, pings_there, why)
        await queue.enqueue(tx, post if is_notified else posts.card(place, now))


async def update_leaderboard(tx: Transaction, guild_id: int, now: datetime) -> None:
    """Update a server's live leaderboard, if it has one, once for all changes until it is due."""
    # Otherwise a leaderboard that is being shown might lack this change for good.
    live = await leaderboards.get(tx, guild_id, locked=True)
    if live is not None:
        await queue.enqueue(tx, posts.leaderboard(live, max(now, live.next_at), now))
