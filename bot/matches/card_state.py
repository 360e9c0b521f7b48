"""Decisions about the cards of a match, on plain values without Discord or a database.

In each place of a match, a turn has one current card. A card of an earlier turn is stripped of its
controls. A former card of the same turn is deleted. If nobody has to be notified, a recent card is
edited instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from club.matches.match import Match
from club.outbox.kinds import BoardPost
from storage.matches.match import MatchPlace, StoredMatch
from storage.matches.offers import Offer

Standing = Literal["current", "overtaken", "replaceable"]
"""Whether to post a queued board: yes, no, or only if no other board follows."""

Disposal = Literal["strip", "remove"]
"""What to do with a former card."""

FollowUp = Literal["repost", "edit"]
"""How to show a change within the turn that was made while a card was being posted."""

EDITED_WITHIN = timedelta(minutes=50)
"""The age up to which a card is edited. Discord limits edits of messages older than an hour."""


@dataclass(frozen=True, slots=True)
class CardState:
    """The parts of a match and its current card in one place that card decisions depend on."""

    version: int
    is_running: bool
    ply: int
    """The number of moves."""
    turn_began: int
    """The ply at which the current turn began."""
    turn_started_at: datetime
    card: int | None
    """The message with the current card."""
    card_ply: int | None
    """The ply of that card."""
    deadline: datetime | None
    paused_until: datetime | None
    offers: tuple[Offer, ...]

    @classmethod
    def of(cls, match: Match, number: int) -> CardState:
        """Return the state of a match and its card in a place, by the place's number."""
        place = match.stored.place_numbered(number)
        return cls.of_row(match.stored, place, turn_began=match.turn_began, offers=match.offers)

    @classmethod
    def of_row(
        cls,
        stored: StoredMatch,
        place: MatchPlace,
        *,
        turn_began: int,
        offers: tuple[Offer, ...],
    ) -> CardState:
        """Return the state of a stored match and its card in one of its places."""
        return cls(
            version=stored.version,
            is_running=stored.state == "running",
            ply=stored.ply,
            turn_began=turn_began,
            turn_started_at=stored.turn_started_at,
            card=place.card_message_id,
            card_ply=place.card_ply,
            deadline=stored.deadline,
            paused_until=stored.paused_until,
            offers=offers,
        )

    @property
    def shows_turn(self) -> bool:
        """Whether the current card belongs to the current turn."""
        return self.is_of_turn(self.card_ply)

    @property
    def is_true(self) -> bool:
        """Whether the current card shows an up-to-date board of the current turn."""
        return self.shows_turn and self.card_ply is not None and self.card_ply <= self.ply

    def is_of_turn(self, card_ply: int | None) -> bool:
        """Whether a card of this ply belongs to the current turn."""
        return self.is_running and card_ply is not None and self.turn_began <= card_ply

    def has_passed(self, ply: int) -> bool:
        """Whether the turn that began on the board of this ply is complete."""
        return ply < self.ply and (not self.is_running or self.turn_began > ply)

    def is_same_turn(self, other: CardState) -> bool:
        """Whether both states are in the same turn."""
        return self.is_running and self.turn_started_at == other.turn_started_at

    def standing_of(self, post: BoardPost) -> Standing:
        """Return whether to post a queued board."""
        if post.why == "offer" and not self.offers and self.shows_turn:
            # The offer it announces is already closed.
            return "overtaken"
        if post.version == self.version:
            return "current"
        if not self.is_running or self.turn_began > post.ply:
            return "overtaken"
        return "replaceable"


def becomes(post: BoardPost, match: StoredMatch, card_posted_at: datetime) -> bool:
    """Whether the current card is edited to show a board, instead of posting a new one.

    That keeps a channel quiet where nobody misses a message: the result of an event's match soon
    after its last turn, and a match against computers in a channel.

    :param card_posted_at: when the current card was posted.
    """
    if post.in_place or (match.ended_at or match.turn_started_at) > card_posted_at + EDITED_WITHIN:
        return False
    if match.event_id is not None:
        return match.state != "running"
    place = match.place_numbered(post.place)
    people = sum(seat.level is None for seat in match.seats)
    return people == 1 and place.kind == "server" and place.thread_id is None


@dataclass(frozen=True, slots=True)
class Landing:
    """The follow-ups of posting a card."""

    counts: bool
    """Whether it is now the current card."""
    disposal: Disposal | None = None
    """What to do with the former card, or with the new one if it isn't current."""
    follow_up: FollowUp | None = None


def landing_of(
    message_id: int, *, on_card: CardState, current: CardState, in_place: bool
) -> Landing:
    """Return the follow-ups of posting a card.

    :param on_card: the state shown on the card.
    :param current: the stored state now, possibly of a later turn.
    :param in_place: whether it replaces a card of its turn.
    """
    if _has_newer_card(on_card, current):
        # A later board was posted first.
        has_other_card = (in_place and on_card.shows_turn) or current.is_same_turn(on_card)
        return Landing(counts=False, disposal="remove" if has_other_card else "strip")
    disposal: Disposal | None = None
    if current.card is not None and current.card != message_id:
        replaces = in_place and on_card.is_of_turn(current.card_ply)
        disposal = "remove" if replaces else "strip"
    return Landing(counts=True, disposal=disposal, follow_up=_follow_up(on_card, current))


def _has_newer_card(on_card: CardState, current: CardState) -> bool:
    """Whether the match already has a card of a later state."""
    return (
        current.card != on_card.card
        and current.version > on_card.version
        and (current.card_ply or 0) >= on_card.ply
    )


def _follow_up(on_card: CardState, current: CardState) -> FollowUp | None:
    """Return how to show a change within the turn that the card lacks."""
    if not current.is_same_turn(on_card):
        return None
    if current.ply < on_card.ply:
        return "repost"
    is_changed = (current.offers, current.deadline, current.paused_until) != (
        on_card.offers,
        on_card.deadline,
        on_card.paused_until,
    )
    return "edit" if is_changed else None
