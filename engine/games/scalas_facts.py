"""What can be said for a move of Scalas: tops covered, and whether they can be covered back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import Facts, Reason
from rules.listing import listed
from rules.position import Move
from rules.scalas.board import COLOURS, SEAT_NAMES
from rules.scalas.position import ScalasPosition

MOST_DECISIONS = 150
"""Of the other seat's next turn that are tried, to see which tops it can cover."""


class ScalasFacts(Facts[ScalasPosition]):
    """Tops covered, filled and kept."""

    def hard(self, before: ScalasPosition, move: Move, after: ScalasPosition) -> Sequence[Reason]:
        placed = [cube.cell for cube in before.placed_cubes(move)]
        covered = tuple(
            sorted({cell for cell in placed if _top(before, cell) == COLOURS[2 - before.seat]})
        )
        if not covered:
            return []
        exposed = _exposed(after, before.seat)
        if exposed is not None and not exposed.intersection(covered):
            return [Reason("covers_for_now", len(covered), covered)]
        return [Reason("covers", len(covered), covered)]

    def soft(self, before: ScalasPosition, move: Move, after: ScalasPosition) -> Sequence[Reason]:
        placed = [cube.cell for cube in before.placed_cubes(move)]
        gained = tuple(sorted({cell for cell in placed if not _top(before, cell)}))
        found: list[Reason] = []
        exposed = _exposed(after, before.seat)
        kept = () if exposed is None else tuple(cell for cell in placed if cell not in exposed)
        if len(placed) > 1:
            found.append(Reason("forces", len(placed) - 1, tuple(sorted(placed[1:]))))
        if kept and len(kept) == len(placed):
            found.append(Reason("keeps", len(kept), tuple(sorted(set(kept)))))
        if gained:
            tops = after.tops
            lead = tops[before.seat - 1] - tops[2 - before.seat]
            found.append(Reason("tops", lead, gained))
        return found

    def phrase(self, reason: Reason, seat: int) -> str:
        own, other = SEAT_NAMES[seat - 1], SEAT_NAMES[2 - seat]
        match reason.code:
            case "covers_for_now":
                back = "it" if reason.number == 1 else "them"
                tops = _covered_words(reason.cells, other)
                return f"covers {tops}, and {other} can't cover {back} back next turn"
            case "covers":
                return f"covers {_covered_words(reason.cells, other)}"
            case "forces":
                return f"also fills {listed(reason.cells)}"
            case "keeps":
                what = "that cube" if reason.number == 1 else "any of these cubes"
                return f"leaves {other} no way to cover {what} next turn"
            case _:
                return f"takes {listed(reason.cells)}, {_lead_words(reason.number, own)}"


def _top(position: ScalasPosition, cell: str) -> str:
    """The colour that a cell shows; nothing where it is bare."""
    return position.towers[position.grid.number[cell]][-1:]


def _exposed(position: ScalasPosition, seat: int) -> set[str] | None:
    """The cells that the other seat can place a cube on in its next turn, by any decisions.

    None where there are too many to try, a choice is still to be made before, or the other seat
    goes on alone to the end.
    """
    if position.to_move is None:
        return set()
    if position.seat == seat:
        return None if position.is_mid_turn else set()
    if position.is_solo:
        return None
    exposed: set[str] = set()
    waiting, tried = [position], 0
    while waiting:
        now = waiting.pop()
        for move in now.moves():
            tried += 1
            if tried > MOST_DECISIONS:
                return None
            exposed.update(cube.cell for cube in now.placed_cubes(move))
            after = now.play(move)
            if after.is_mid_turn:
                waiting.append(after)
    return exposed


def _covered_words(cells: Sequence[str], other: str) -> str:
    tops = "top" if len(cells) == 1 else "tops"
    return f"{other}'s {tops} on {listed(cells)}"


def _lead_words(lead: int, own: str) -> str:
    if lead < 0:
        return f"one more for {own}"
    if lead == 0:
        return "so that both have equally many tops"
    return f"so that {own} is {'one top' if lead == 1 else f'{lead} tops'} ahead"
