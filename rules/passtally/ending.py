"""How a match of Passtally ends, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import N_, Text, lazy_gettext, lazy_pgettext
from rules.listing import all_of, row_of
from rules.passtally.board import seat_name
from rules.passtally.scoring import WINNING_SCORE
from rules.passtally.tiling import Tiling
from rules.position import Outcome


def ended_at_once(piles: Sequence[Sequence[str]], tiling: Tiling) -> str | None:
    """What ends a match in the middle of a turn (rules: passtally, "End"), None if nothing does."""
    if not any(piles):
        return "piles_used_up"
    return None if tiling.has_a_place else "no_place"


ENDINGS = {
    "fifty": N_("{points} points were reached and the last round is complete: {scores}."),
    "pile_used_up": N_("A pile is used up and the last round is complete: {scores}."),
    "piles_used_up": N_("All three piles are used up: {scores}."),
    "no_place": N_("No tile can be laid anywhere on the board: {scores}."),
}
"""By the code of `PasstallyPosition.ended`, why the match is over."""


def outcome_of(ended: str, scores: tuple[int, ...], resigned: tuple[int, ...]) -> Outcome:
    """How a match is over: most points win, among equals the seat that is earlier in turn order."""
    playing = [seat for seat in range(1, len(scores) + 1) if seat not in resigned]
    best = max(scores[seat - 1] for seat in playing)
    winner, *equals = [seat for seat in playing if scores[seat - 1] == best]
    tally = row_of(
        [_score(seat, score, seat in playing) for seat, score in enumerate(scores, start=1)]
    )
    words = lazy_gettext(ENDINGS[ended], points=WINNING_SCORE, scores=tally)
    if equals:
        tie = lazy_gettext(
            "{seat} is equal with {others}, and earlier in turn order.",
            seat=seat_name(winner),
            others=all_of([seat_name(seat) for seat in equals]),
        )
        words = lazy_pgettext("sentences", "{first} {next}", first=words, next=tie)
    return Outcome((winner,), ended, words, scores)


def _score(seat: int, score: int, is_playing: bool) -> Text:
    if is_playing:
        return lazy_gettext("{seat} {score}", seat=seat_name(seat), score=score)
    return lazy_gettext("{seat} {score} (left)", seat=seat_name(seat), score=score)
