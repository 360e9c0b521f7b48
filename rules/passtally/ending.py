"""How a match of Passtally ends, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rules.passtally.board import SEAT_NAMES
from rules.passtally.scoring import WINNING_SCORE
from rules.passtally.tiling import Tiling
from rules.position import Outcome


def ended_at_once(piles: Sequence[Sequence[str]], tiling: Tiling) -> str | None:
    """What ends a match in the middle of a turn (rules: passtally, "End"), None if nothing does."""
    if not any(piles):
        return "piles_used_up"
    return None if tiling.has_a_place else "no_place"


ENDINGS = {
    "fifty": f"{WINNING_SCORE} points were reached and the last round is complete",
    "pile_used_up": "A pile is used up and the last round is complete",
    "piles_used_up": "All three piles are used up",
    "no_place": "No tile can be laid anywhere on the board",
}
"""By the code of `PasstallyPosition.ended`, why the match is over."""


def outcome_of(ended: str, scores: tuple[int, ...], resigned: tuple[int, ...]) -> Outcome:
    """How a match is over: most points win, among equals the seat that is earlier in turn order."""
    playing = [seat for seat in range(1, len(scores) + 1) if seat not in resigned]
    best = max(scores[seat - 1] for seat in playing)
    winner, *equals = [seat for seat in playing if scores[seat - 1] == best]
    tally = ", ".join(
        f"{SEAT_NAMES[seat - 1]} {score}{'' if seat in playing else ' (left)'}"
        for seat, score in enumerate(scores, start=1)
    )
    words = f"{ENDINGS[ended]}: {tally}."
    if equals:
        first, *others = (SEAT_NAMES[seat - 1] for seat in (winner, *equals))
        words += f" {first} is equal with {' and '.join(others)}, and earlier in turn order."
    return Outcome((winner,), ended, words, scores)
