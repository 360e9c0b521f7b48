"""Facts about moves of Scalas: tops covered, and whether they can be covered back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import Facts, Reason
from language.lists import listed
from language.texts import Text, gettext, ngettext
from rules.position import Move
from rules.scalas.board import COLOURS, seat_name
from rules.scalas.position import ScalasPosition

MAX_DECISIONS = 150
"""Maximum number of tried decisions in the other seat's next turn."""


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
        reasons: list[Reason] = []
        exposed = _exposed(after, before.seat)
        safe = () if exposed is None else tuple(cell for cell in placed if cell not in exposed)
        if len(placed) > 1:
            reasons.append(Reason("forces", len(placed) - 1, tuple(sorted(placed[1:]))))
        if safe and len(safe) == len(placed):
            reasons.append(Reason("keeps", len(safe), tuple(sorted(set(safe)))))
        if gained:
            tops = after.tops
            lead = tops[before.seat - 1] - tops[2 - before.seat]
            reasons.append(Reason("tops", lead, gained))
        return reasons

    def sentence(self, reason: Reason, seat: int) -> str:
        own, other, cells = seat_name(seat), seat_name(3 - seat), listed(reason.cells)
        match reason.code:
            case "covers_for_now":
                return ngettext(
                    "It covers {seat}'s top on {cells}, and {seat} can't cover it again next turn.",
                    "It covers {seat}'s tops on {cells}, and {seat} can't cover them again next "
                    "turn.",
                    reason.number,
                    seat=other,
                    cells=cells,
                )
            case "covers":
                return ngettext(
                    "It covers {seat}'s top on {cells}.",
                    "It covers {seat}'s tops on {cells}.",
                    reason.number,
                    seat=other,
                    cells=cells,
                )
            case "forces":
                return gettext("It also fills {cells}.", cells=cells)
            case "keeps":
                return ngettext(
                    "It leaves {seat} no way to cover that cube next turn.",
                    "It leaves {seat} no way to cover any of these cubes next turn.",
                    reason.number,
                    seat=other,
                )
            case _:
                return _lead_words(reason.number, cells, own)


def _top(position: ScalasPosition, cell: str) -> str:
    """The colour on top of a cell, or empty."""
    return position.towers[position.grid.number[cell]][-1:]


def _exposed(position: ScalasPosition, seat: int) -> set[str] | None:
    """The cells where the other seat can place a cube in its next turn.

    None if there are too many to try, a choice is pending, or the other seat continues alone.
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
            if tried > MAX_DECISIONS:
                return None
            exposed.update(cube.cell for cube in now.placed_cubes(move))
            after = now.play(move)
            if after.is_mid_turn:
                waiting.append(after)
    return exposed


def _lead_words(lead: int, cells: str, own: Text) -> str:
    """Describe the cells taken, and the lead in tops."""
    if lead < 0:
        return gettext("It takes {cells}, one more top for {seat}.", cells=cells, seat=own)
    if lead == 0:
        return gettext("It takes {cells}, so both sides have the same number of tops.", cells=cells)
    return ngettext(
        "It takes {cells}, so {seat} is one top ahead.",
        "It takes {cells}, so {seat} is {count} tops ahead.",
        lead,
        cells=cells,
        seat=own,
    )
