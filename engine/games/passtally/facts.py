"""Facts about moves of Passtally, the best turns, and the refutation of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.facts import Facts, Reason
from engine.games.passtally.evaluation import Lines
from engine.puzzles.refuting import BETTER, POINTS, Refutation, Refuter
from engine.search import texts_of
from language.lists import listed
from language.texts import gettext, ngettext
from rules.passtally.board import CELL_NUMBERS, PILES, SEAT_NAMES, SPOT_NUMBERS, Line, points
from rules.passtally.position import PasstallyPosition
from rules.position import Move

MAX_MOVES = 400
"""Maximum number of second moves of a turn that are tried for their points."""


class PasstallyFacts(Facts[PasstallyPosition]):
    """Points scored and prepared, lines made and broken."""

    def shifts(self, position: PasstallyPosition, move: Move) -> tuple[tuple[str, str], ...]:
        if len(move) < 3:
            return super().shifts(position, move)
        return tuple((cell, cell) for cell in _where(move))

    def hard(
        self, before: PasstallyPosition, move: Move, after: PasstallyPosition
    ) -> Sequence[Reason]:
        reasons: list[Reason] = []
        gained = after.scores[before.seat - 1] - before.scores[before.seat - 1]
        if gained:
            cells = _ends(_own_lines(after, before.seat))
            reasons.append(Reason("scores", gained, cells))
        line = _best_new_line(before, after)
        if line is not None and line.passes:
            reasons.append(_reason_of("line", line))
        prepared = _prepared(before, move, after)
        if prepared is not None:
            reasons.append(prepared)
        broken = {
            SEAT_NAMES[seat - 1]: before.passes(seat) - after.passes(seat)
            for seat in range(1, before.players + 1)
            if seat not in (before.seat, *before.resigned)
        }
        name = max(broken, key=broken.__getitem__, default="")
        if name and broken[name] > 0:
            reasons.append(Reason("breaks", broken[name], _where(move), names=(name,)))
        return reasons

    def soft(
        self, before: PasstallyPosition, move: Move, after: PasstallyPosition
    ) -> Sequence[Reason]:
        line = _best_new_line(before, after)
        return [] if line is None else [_reason_of("joins", line)]

    def sentence(self, reason: Reason, seat: int) -> str:
        match reason.code:
            case "scores":
                return ngettext("It scores one point.", "It scores {count} points.", reason.number)
            case "prepares":
                return ngettext(
                    "It lets **{move}** score one point next.",
                    "It lets **{move}** score {count} points next.",
                    reason.number,
                    move=reason.line[1],
                )
            case "breaks":
                return ngettext(
                    "It takes one pass from {seat}'s lines.",
                    "It takes {count} passes from {seat}'s lines.",
                    reason.number,
                    seat=gettext(reason.names[0]),
                )
            case "line":
                return ngettext(
                    "It makes a line of one pass between {spots}.",
                    "It makes a line of {count} passes between {spots}.",
                    reason.number,
                    spots=listed(reason.names),
                )
            case _:
                return gettext("A line now joins {spots}.", spots=listed(reason.names))


def _prepared(before: PasstallyPosition, move: Move, after: PasstallyPosition) -> Reason | None:
    """The most points for the second move of the turn after this one."""
    seat = before.seat
    if after.to_move != seat or after.placing_markers or before.placing_markers:
        return None
    best: Move | None = None
    most = 0
    for second in after.moves()[:MAX_MOVES]:
        gained = after.play(second).scores[seat - 1] - after.scores[seat - 1]
        if gained > most:
            best, most = second, gained
    if best is None:
        return None
    line = before.text(move), after.text(best)
    return Reason("prepares", most, _where(best), line)


def _own_lines(position: PasstallyPosition, seat: int) -> list[Line]:
    """The lines that join two markers of a seat."""
    markers = position.markers
    return [
        line
        for line in position.lines()
        if markers.get(line.start) == markers.get(line.end) == seat
    ]


def _best_new_line(before: PasstallyPosition, after: PasstallyPosition) -> Line | None:
    """The mover's new line with the most passes."""
    old_lines = {(line.start, line.end, line.passes) for line in _own_lines(before, before.seat)}
    new_lines = [
        line
        for line in _own_lines(after, before.seat)
        if (line.start, line.end, line.passes) not in old_lines
    ]
    return max(new_lines, key=lambda line: line.passes, default=None)


def _reason_of(code: str, line: Line) -> Reason:
    return Reason(code, line.passes, _ends([line]), names=(line.start, line.end))


def _ends(lines: Sequence[Line]) -> tuple[str, ...]:
    """The spots that these lines join."""
    return tuple(sorted({spot for line in lines for spot in (line.start, line.end)}))


def _where(move: Move) -> tuple[str, ...]:
    """The cells or spots of a move, without the pile."""
    return move[1:] if len(move) == 3 else move


def passes_by(position: PasstallyPosition) -> Iterator[tuple[Move, int]]:
    """Yield each move with the passes of the seat to move after it."""
    seat = position.seat
    own = [spot for spot, owner in enumerate(position.ring) if owner == seat]
    lines = Lines(position.board, [own])
    face_up = position.face_up
    for move in position.moves():
        if len(move) == 3:
            pile, first, second = move
            kind = face_up[PILES.index(pile)]
            assert kind is not None
            cells = CELL_NUMBERS[first], CELL_NUMBERS[second]
            (passes,) = lines.joined_with_tile(kind, *cells)
        else:
            spots = [spot for spot in own if spot != SPOT_NUMBERS[move[0]]]
            spots.append(SPOT_NUMBERS[move[1]])
            passes = lines.joined_between(spots)
        yield move, passes


@dataclass(frozen=True, slots=True)
class BestTurns:
    """The turns with the most points."""

    points: int
    margin: int
    """How many more points they score than the next best."""
    moves: dict[Move, list[Move]]
    """The second moves by first move."""


def best_turns(position: PasstallyPosition) -> BestTurns:
    """Return the whole turns with the most points.

    :param position: the position at the beginning of a turn, as its seat sees it.
    """
    most = second_most = -1
    best: dict[Move, list[Move]] = {}
    for first in position.moves():
        for second, passes in passes_by(position.play(first)):
            scored = points(passes)
            if scored > most:
                most, second_most, best = scored, most, {}
            if scored == most:
                best.setdefault(first, []).append(second)
            elif scored > second_most:
                second_most = scored
    return BestTurns(most, most - max(second_most, 0), best)


class PasstallyRefuter(Refuter[PasstallyPosition]):
    """Compares a wrong turn with the best one."""

    def refutation(self, position: PasstallyPosition, move: Move, turns: int) -> Refutation:
        """Return the points still possible after a wrong move, and those of the best turn."""
        visible = position.seen_by(position.seat)
        if visible.actions_left > 1:
            after = visible.play(move)
            second, passes = max(passes_by(after), key=lambda each: each[1])
            best = best_turns(visible)
            most = best.points
            first, seconds = next(iter(best.moves.items()))
            line, better = (move, second), (first, seconds[0])
        else:
            reached = dict(passes_by(visible))
            passes = reached[move]
            best_move = max(reached, key=reached.__getitem__)
            most = points(reached[best_move])
            line, better = (move,), (best_move,)
        reasons = (
            Reason(POINTS, points(passes), line=texts_of(visible, line)),
            Reason(BETTER, most, line=texts_of(visible, better)),
        )
        return Refutation(line, reasons, is_proven=False)
