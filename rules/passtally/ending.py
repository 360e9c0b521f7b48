"""The endings of a match of Passtally, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.language import N_, Text, lazy_gettext, lazy_pgettext
from rules.listing import all_of, row_of
from rules.passtally.board import seat_name
from rules.passtally.scoring import WINNING_SCORE
from rules.passtally.tiling import Tiling
from rules.position import Outcome

MAX_ROUNDS_WITHOUT_TILE = 10
"""Rounds in a row without a tile that end the match (rules: passtally, "End")."""


def ended_at_once(piles: Sequence[Sequence[str]], tiling: Tiling) -> str | None:
    """Return the code of an ending in the middle of a turn (rules: passtally, "End"), or None."""
    if not any(piles):
        return "piles_used_up"
    return None if tiling.has_a_place else "no_place"


ENDINGS = {
    "fifty": N_("{points} points were reached and the last round is complete: {scores}."),
    "pile_used_up": N_("A pile is used up and the last round is complete: {scores}."),
    "piles_used_up": N_("All three piles are used up: {scores}."),
    "no_place": N_("No tile can be laid anywhere on the board: {scores}."),
    "no_tile": N_("Nobody laid a tile in {rounds} rounds in a row: {scores}."),
}
"""The reason for the end of a match, by the code of `PasstallyPosition.ended`."""


@dataclass(frozen=True, slots=True)
class PasstallyOutcome(Outcome):
    """An ending of `ENDINGS`. The values include the seats that have `left`, if any."""

    @property
    def text(self) -> Text:
        scores = self.scores or ()
        left = self.values.get("left", ())
        tally = row_of(
            [
                _score(seat, score, is_playing=seat not in left)
                for seat, score in enumerate(scores, start=1)
            ]
        )
        words = lazy_gettext(
            ENDINGS[self.reason],
            points=WINNING_SCORE,
            rounds=MAX_ROUNDS_WITHOUT_TILE,
            scores=tally,
        )
        (winner,) = self.winners
        equals = [
            seat
            for seat, score in enumerate(scores, start=1)
            if score == scores[winner - 1] and seat != winner and seat not in left
        ]
        if not equals:
            return words
        tie = lazy_gettext(
            "{seat} ties with {others}, but is earlier in turn order.",
            seat=seat_name(winner),
            others=all_of([seat_name(seat) for seat in equals]),
        )
        return lazy_pgettext("sentences", "{first} {next}", first=words, next=tie)


def _score(seat: int, score: int, *, is_playing: bool) -> Text:
    if is_playing:
        return lazy_gettext("{seat} {score}", seat=seat_name(seat), score=score)
    return lazy_gettext("{seat} {score} (left)", seat=seat_name(seat), score=score)
