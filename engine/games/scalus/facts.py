"""Facts about moves of Scalus: captures, threats, saved stones, and progress."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import Facts, Reason, capture_words
from language.texts import ngettext
from rules.position import Move
from rules.scalus.board import HEADQUARTERS, REACHING, beside, names_in, seat_name, set_of
from rules.scalus.movement import group_moves, scaling_of
from rules.scalus.position import ScalusPosition


def _steps_to(cells: Sequence[str]) -> dict[str, int]:
    """Return the steps from each point to these points on an empty board."""
    steps: dict[str, int] = {}
    band = within = set_of(cells)
    distance = 0
    while band:
        steps |= dict.fromkeys(names_in(band), distance)
        band = beside(within) & ~within
        within |= band
        distance += 1
    return steps


_STEPS = {seat: _steps_to(HEADQUARTERS[3 - seat]) for seat in HEADQUARTERS}


class ScalusFacts(Facts[ScalusPosition]):
    """Stones captured and saved, and nearness to the enemy headquarters."""

    def passed(self, position: ScalusPosition) -> ScalusPosition | None:
        black, white = position.black, position.white
        passed = ScalusPosition.reached(
            black, white, 3 - position.seat, (), all_patterns=position.all_patterns
        )
        return None if passed.to_move is None else passed

    def cells_of(self, position: ScalusPosition, move: Move) -> tuple[str, ...]:
        return position.displacement(move).ends

    def shifts(self, position: ScalusPosition, move: Move) -> tuple[tuple[str, str], ...]:
        return (position.leading_shift(move),)

    def idea(self, before: ScalusPosition, move: Move, after: ScalusPosition) -> str:
        if before.displacement(move).captured:
            return "captures"
        return "step" if len(move) == 2 else move[1].partition(REACHING)[0]

    def hard(self, before: ScalusPosition, move: Move, after: ScalusPosition) -> Sequence[Reason]:
        reasons: list[Reason] = []
        captures = before.displacement(move).captured
        if captures:
            reasons.append(Reason("captures", len(captures), captures))
        passed, then = self.passed(before), self.passed(after)
        if passed is not None and after.to_move is not None:
            threat = _best(passed)
            if threat and not _best(after):
                cells = passed.displacement(threat).captured
                reasons.append(Reason("saves", len(cells), cells, (passed.text(threat),)))
        if then is not None:
            threat, already = _best(then), _best(before)
            cells = then.displacement(threat).captured if threat else ()
            could = before.displacement(already).captured if already else ()
            if threat and len(cells) > len(could):
                line = before.text(move), then.text(threat)
                reasons.append(Reason("threatens_capture", len(cells), cells, line))
        return reasons

    def soft(self, before: ScalusPosition, move: Move, after: ScalusPosition) -> Sequence[Reason]:
        change = before.displacement(move)
        steps = _STEPS[before.seat]
        reasons: list[Reason] = []
        gains = [
            (steps[start] - steps[end], end)
            for start, end in zip(change.starts, change.ends, strict=True)
        ]
        most = max(gains)[0]
        if most > 0:
            cells = tuple(end for gain, end in gains if gain == most)
            reasons.append(Reason("nearer", most, cells))
        if after.to_move is not None and not _best(after):
            reasons.append(Reason("safe"))
        return reasons

    def sentence(self, reason: Reason, seat: int) -> str:
        other = seat_name(3 - seat)
        words = capture_words(reason, other)
        if words is not None:
            return words
        if len(reason.cells) == 1:
            return ngettext(
                "It brings a stone one step closer to {seat}'s headquarters.",
                "It brings a stone {count} steps closer to {seat}'s headquarters.",
                reason.number,
                seat=other,
            )
        return ngettext(
            "It brings {stones} stones one step closer to {seat}'s headquarters.",
            "It brings {stones} stones {count} steps closer to {seat}'s headquarters.",
            reason.number,
            stones=len(reason.cells),
            seat=other,
        )


def _best(position: ScalusPosition) -> Move | None:
    """The group move with the most captures, or None."""
    black, white = position.black, position.white
    own, enemy = (black, white) if position.seat == 1 else (white, black)
    best: Move | None = None
    most = 0
    for move in group_moves(own, all_patterns=position.all_patterns):
        captures = (scaling_of(move, own).destinations & enemy).bit_count()
        if captures > most:
            best, most = move, captures
    return best
