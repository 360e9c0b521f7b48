"""Facts about moves of Passtally: points, lines, and the next move's points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import Facts, Reason
from rules.language import gettext, ngettext
from rules.listing import listed
from rules.passtally.board import SEAT_NAMES
from rules.passtally.position import PasstallyPosition
from rules.passtally.tiling import Line
from rules.position import Move

MAX_MOVES = 400
"""Maximum number of second moves of a turn that are tried for their points."""


class PasstallyFacts(Facts[PasstallyPosition]):
    """Points scored and prepared, lines made and broken."""

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
                    "It costs {seat}'s lines one pass.",
                    "It costs {seat}'s lines {count} passes.",
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
