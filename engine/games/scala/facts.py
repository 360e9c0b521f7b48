"""Facts about turns of Scala: captures, threats, saved stones, and progress."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts import MAX_NAMED, Facts, Reason, capture_words
from engine.games.scala.evaluation import steps_to
from language.lists import listed
from language.texts import ngettext
from rules.position import Move
from rules.scala.board import BITS, GOALS, SEAT_NAMES
from rules.scala.position import ScalaPosition

_STEPS = {seat: steps_to(goal) for seat, goal in GOALS.items()}


class ScalaFacts(Facts[ScalaPosition]):
    """Stones captured and saved, and nearness to the goal."""

    def passed(self, position: ScalaPosition) -> ScalaPosition | None:
        stones = position.history[-1]
        passed = ScalaPosition(3 - position.seat, (stones,), is_parted=position.is_parted)
        return None if position.is_parted or passed.to_move is None else passed

    def idea(self, before: ScalaPosition, move: Move, after: ScalaPosition) -> str:
        # A safe move is no idea of its own.
        return next((reason.code for reason in self.hard(before, move, after)), "")

    def hard(self, before: ScalaPosition, move: Move, after: ScalaPosition) -> Sequence[Reason]:
        seat = before.seat
        reasons: list[Reason] = []
        captures = _taken(before, move)
        lost = len(before.captures(move)) - len(captures)
        if len(captures) > lost > 0:
            reasons.append(Reason("trades", lost, captures))
        elif captures and not lost:
            reasons.append(Reason("captures", len(captures), captures))
        passed, then = self.passed(before), self.passed(after)
        if passed is not None and after.to_move == 3 - seat:
            threat = _best(passed)
            if threat and not _any_is_taken(after):
                cells = _taken(passed, threat)
                reasons.append(Reason("saves", len(cells), cells, (passed.text(threat),)))
        if then is not None:
            threat, already = _best(then), _best(before)
            cells = _taken(then, threat) if threat else ()
            if threat and len(cells) > (len(_taken(before, already)) if already else 0):
                line = before.text(move), then.text(threat)
                reasons.append(Reason("threatens_capture", len(cells), cells, line))
        return reasons

    def soft(self, before: ScalaPosition, move: Move, after: ScalaPosition) -> Sequence[Reason]:
        start, end = move
        reasons: list[Reason] = []
        steps = _STEPS[before.seat]
        nearer = steps[BITS[start]] - steps[BITS[end]]
        if nearer > 0 and end in after.stones(before.seat):
            reasons.append(Reason("nearer", nearer, (end,), names=(GOALS[before.seat],)))
        if after.to_move is not None and not _any_is_taken(after):
            reasons.append(Reason("safe"))
        return reasons

    def sentence(self, reason: Reason, seat: int) -> str:
        words = capture_words(reason, SEAT_NAMES[2 - seat])
        if words is not None:
            return words
        if reason.code == "nearer":
            return ngettext(
                "It brings a stone one step closer to the goal {goal}.",
                "It brings a stone {count} steps closer to the goal {goal}.",
                reason.number,
                goal=reason.names[0],
            )
        if len(reason.cells) <= MAX_NAMED:
            return ngettext(
                "It captures {stones} and loses only one stone.",
                "It captures {stones} and loses only {count} stones.",
                reason.number,
                stones=listed(reason.cells),
            )
        return ngettext(
            "It captures {captured} stones and loses only one.",
            "It captures {captured} stones and loses only {count}.",
            reason.number,
            captured=len(reason.cells),
        )


def _taken(position: ScalaPosition, move: Move) -> tuple[str, ...]:
    """The enemy stones removed by a turn."""
    removed = position.captures(move)
    if not removed:
        return ()
    enemies = position.stones(3 - position.seat)
    return tuple(cell for cell in removed if cell in enemies)


def _best(position: ScalaPosition) -> Move | None:
    """The turn that removes the most enemy stones for fewer own ones, or None."""
    best: Move | None = None
    most = 0
    for move in position.moves():
        removed = len(position.captures(move))
        if removed > most:
            captures = len(_taken(position, move))
            if captures > most and 2 * captures > removed:
                best, most = move, captures
    return best


def _any_is_taken(position: ScalaPosition) -> bool:
    """Whether some turn removes an enemy stone, at any cost."""
    return any(_taken(position, move) for move in position.moves())
