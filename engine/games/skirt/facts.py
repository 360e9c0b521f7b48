"""Facts about turns of Skirt: sides joined, and cells that the opponent needs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import Facts, Reason
from language.lists import listed
from language.texts import gettext, lazy_pgettext, ngettext
from rules.position import Move
from rules.skirt.board import SIDES, seat_name
from rules.skirt.position import SkirtPosition


class SkirtFacts(Facts[SkirtPosition]):
    """Sides joined, sides kept apart, chains linked."""

    def passed(self, position: SkirtPosition) -> SkirtPosition | None:
        seat = position.to_move
        if seat is None or not any(position.stones):
            return None
        names = position.hexagon.names
        white, black = (
            [name for name, owner in zip(names, position.stones, strict=True) if owner == each]
            for each in (1, 2)
        )
        passed = SkirtPosition.set_up(position.size, white, black, 3 - seat)
        return None if passed.to_move == seat else passed

    def shifts(self, position: SkirtPosition, move: Move) -> tuple[tuple[str, str], ...]:
        return tuple((step, step) for step in move if not step.startswith("("))

    def hard(self, before: SkirtPosition, move: Move, after: SkirtPosition) -> Sequence[Reason]:
        seat = before.to_move
        assert seat is not None
        reasons: list[Reason] = []
        joined = _joined(before, move, after, seat)
        if joined is not None:
            reasons.append(joined)
        kept_apart = _kept_apart(before, move, 3 - seat)
        if kept_apart is not None:
            reasons.append(kept_apart)
        return reasons

    def soft(self, before: SkirtPosition, move: Move, after: SkirtPosition) -> Sequence[Reason]:
        seat = before.to_move
        assert seat is not None
        number, names = before.hexagon.number, before.hexagon.names
        chains = [_chain(after, number[step], seat) for step in move if step in number]
        chain = max(chains, key=len)
        reasons: list[Reason] = []
        parts = len({min(_chain(before, cell, seat)) for cell in chain if before.stones[cell]})
        cells = tuple(names[cell] for cell in chain)
        if parts > 1:
            reasons.append(Reason("links", parts, cells))
        elif len(chain) > 1:
            touched = _named(after.touching[seat - 1][chain[0]])
            reasons.append(Reason("lengthens", len(chain), cells, names=touched))
        else:
            touched = {side for cells in chains for side in _named(_sides(after, cells, seat))}
            placed = tuple(step for step in move if step in number)
            reasons.append(Reason("begins", len(placed), placed, names=tuple(sorted(touched))))
        return reasons

    def sentence(self, reason: Reason, seat: int) -> str:
        sides = _side_words(reason.names)
        match reason.code:
            case "joins":
                return gettext("It joins {sides} sides.", sides=sides)
            case "keeps_apart":
                return gettext(
                    "It takes {cell}, where {seat} would have joined {sides} sides.",
                    cell=reason.cells[0],
                    seat=seat_name(3 - seat),
                    sides=sides,
                )
            case "links":
                return ngettext(
                    "It links {count} chain into one of {stones} stones.",
                    "It links {count} chains into one of {stones} stones.",
                    reason.number,
                    stones=len(reason.cells),
                )
            case "lengthens" if sides:
                return ngettext(
                    "It makes a chain of {stones} stones that touches {sides} side.",
                    "It makes a chain of {stones} stones that touches {sides} sides.",
                    len(reason.names),
                    stones=reason.number,
                    sides=sides,
                )
            case "lengthens":
                return ngettext(
                    "It makes a chain of {count} stone.",
                    "It makes a chain of {count} stones.",
                    reason.number,
                )
            case _ if sides:
                return ngettext(
                    "It starts a chain from {sides} side.",
                    "It starts a chain from {sides} sides.",
                    len(reason.names),
                    sides=sides,
                )
            case _:
                return gettext("It starts a chain inside the board.")


def _joined(before: SkirtPosition, move: Move, after: SkirtPosition, seat: int) -> Reason | None:
    """The largest number of sides newly connected by a placed stone's chain."""
    hexagon = before.hexagon
    touching = after.touching[seat - 1]
    placed = [hexagon.number[step] for step in move if step in hexagon.number]
    cell = max(placed, key=lambda each: touching[each].bit_count())
    sides = touching[cell]
    had = {
        connected
        for owner, connected in zip(before.stones, before.touching[seat - 1], strict=True)
        if owner == seat
    }
    chain = _chain(after, cell, seat)
    # A stone on a corner belongs to two sides, but joins nothing.
    if sides.bit_count() < 2 or len(chain) < 2 or any(sides & ~connected == 0 for connected in had):
        return None
    cells = tuple(hexagon.names[each] for each in chain)
    return Reason("joins", sides.bit_count(), cells, names=_named(sides))


def _kept_apart(before: SkirtPosition, move: Move, other: int) -> Reason | None:
    """A cell where the other seat would have joined further sides."""
    hexagon = before.hexagon
    touching = before.touching[other - 1]
    had = {
        connected
        for owner, connected in zip(before.stones, touching, strict=True)
        if owner == other
    }
    best: Reason | None = None
    for step in move:
        cell = hexagon.number.get(step)
        if cell is None:
            continue
        sides = touching[cell]
        beside = any(before.stones[each] == other for each in hexagon.neighbours[cell])
        is_new = sides.bit_count() > 1 and not any(sides & ~connected == 0 for connected in had)
        if beside and is_new and (best is None or sides.bit_count() > best.number):
            best = Reason("keeps_apart", sides.bit_count(), (step,), names=_named(sides))
    return best


def _sides(position: SkirtPosition, chain: Sequence[int], seat: int) -> int:
    return position.touching[seat - 1][chain[0]]


def _chain(position: SkirtPosition, cell: int, seat: int) -> tuple[int, ...]:
    """The cells of the chain of a stone."""
    chain, visited = [cell], {cell}
    for each in chain:
        for beside in position.hexagon.neighbours[each]:
            if beside not in visited and position.stones[beside] == seat:
                visited.add(beside)
                chain.append(beside)
    return tuple(sorted(chain))


def _named(sides: int) -> tuple[str, ...]:
    return tuple(name for side, name in enumerate(SIDES) if sides >> side & 1)


def _side_words(names: Sequence[str]) -> str:
    """ "the top and the lower left", of sides. Empty without sides."""
    return listed([_SIDE_WORDS[name] for name in names])


_SIDE_WORDS = {
    "bottom": lazy_pgettext("side of the board", "the bottom"),
    "lower right": lazy_pgettext("side of the board", "the lower right"),
    "upper right": lazy_pgettext("side of the board", "the upper right"),
    "top": lazy_pgettext("side of the board", "the top"),
    "upper left": lazy_pgettext("side of the board", "the upper left"),
    "lower left": lazy_pgettext("side of the board", "the lower left"),
}
"""The name of each side, as used before the word "side"."""
