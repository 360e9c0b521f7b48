"""What becomes of the cards of a match: decided on plain values, without Discord or a database.

In each place of a match a turn has one card that counts, the present one. A card that shows a
former turn loses its controls (it is stripped); a former card of the same turn is removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from club.matches.match import Match
from club.outbox.kinds import BoardPost
from storage.matches.matches import StoredMatch
from storage.matches.offers import Offer
from storage.matches.terms import MatchPlace

Standing = Literal["present", "overtaken", "replaceable"]
"""Whether a queued board is still to be posted: yes, no, or only if no other board follows it."""

Disposal = Literal["strip", "remove"]
"""What is done with a former card."""

FollowUp = Literal["repost", "edit"]
"""What shows a change within the turn that came while a card was being posted."""


@dataclass(frozen=True, slots=True)
class CardState:
    """A match and its present card in one place at one moment, as far as the cards depend on it."""

    version: int
    is_running: bool
    ply: int
    """The number of moves made."""
    turn_began: int
    """The number of moves made before the turn under way."""
    turn_started_at: datetime
    card: int | None
    """The message with the present card."""
    card_ply: int | None
    """The number of moves made before that card."""
    deadline: datetime | None
    paused_until: datetime | None
    offers: tuple[Offer, ...]

    @classmethod
    def of(cls, match: Match, number: int) -> CardState:
        """The state of a match and its card in the place of a number."""
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
        """The state of a match that is not replayed, and its card in one of its places."""
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
        """Whether the present card was made in the turn under way."""
        return self.is_of_turn(self.card_ply)

    @property
    def is_true(self) -> bool:
        """Whether the present card shows a board of the turn under way that still stands."""
        return self.shows_turn and self.card_ply is not None and self.card_ply <= self.ply

    def is_of_turn(self, card_ply: int | None) -> bool:
        """Whether a card that was made after so many moves belongs to the turn under way."""
        return self.is_running and card_ply is not None and self.turn_began <= card_ply

    def has_passed(self, ply: int) -> bool:
        """Whether the whole turn that was made on the board after so many moves is known."""
        return ply < self.ply and (not self.is_running or self.turn_began > ply)

    def is_same_turn(self, other: CardState) -> bool:
        """Whether the turn of another moment is still under way."""
        return self.is_running and self.turn_started_at == other.turn_started_at

    def standing_of(self, post: BoardPost) -> Standing:
        """Whether a queued board is still to be posted."""
        if post.why == "offer" and not self.offers and self.shows_turn:
            # The offer that it was to be noticed for is closed.
            return "overtaken"
        if post.version == self.version:
            return "present"
        if not self.is_running or self.turn_began > post.ply:
            return "overtaken"
        return "replaceable"


@dataclass(frozen=True, slots=True)
class Landing:
    """What follows from a card having been posted."""

    counts: bool
    """Whether it is the present card now."""
    disposal: Disposal | None = None
    """What is done with the former card, or with the new one if that does not count."""
    follow_up: FollowUp | None = None


def landing_of(message_id: int, *, shown: CardState, present: CardState, in_place: bool) -> Landing:
    """What follows from a card having been posted.

    :param shown: what it shows.
    :param present: what is stored by now; its turn may be another one.
    :param in_place: whether it replaces a card of its turn.
    """
    if _has_newer_card(shown, present):
        # A later board was posted first, while this one was under way.
        has_other_card = (in_place and shown.shows_turn) or present.is_same_turn(shown)
        return Landing(counts=False, disposal="remove" if has_other_card else "strip")
    disposal: Disposal | None = None
    if present.card is not None and present.card != message_id:
        replaces = in_place and shown.is_of_turn(present.card_ply)
        disposal = "remove" if replaces else "strip"
    return Landing(counts=True, disposal=disposal, follow_up=_follow_up(shown, present))


def _has_newer_card(shown: CardState, present: CardState) -> bool:
    """Whether the match has had a card since, of a later state than the one shown."""
    return (
        present.card != shown.card
        and present.version > shown.version
        and (present.card_ply or 0) >= shown.ply
    )


def _follow_up(shown: CardState, present: CardState) -> FollowUp | None:
    """How a change within the turn is shown that the card does not show."""
    if not present.is_same_turn(shown):
        return None
    if present.ply < shown.ply:
        return "repost"
    is_changed = (present.offers, present.deadline, present.paused_until) != (
        shown.offers,
        shown.deadline,
        shown.paused_until,
    )
    return "edit" if is_changed else None
