"""Refutations of wrong moves in puzzles, in words."""

from __future__ import annotations

from engine.puzzles import Puzzle, refuting
from engine.serving.pool import Choice
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.puzzles.puzzle_words import seat_name, solver_of, turn_count


def refutation_words(puzzle: Puzzle, refutation: Choice, markup: Markup) -> str:
    """Return what follows a wrong move: "White answers c7 and wins."

    :param refutation: the result of `engine.serving.tasks.refute`.
    """
    other = seat_name(puzzle, 3 - solver_of(puzzle))
    reply = markup.strong(refutation.line[1]) if len(refutation.line) > 1 else ""
    numbers = {reason.code: reason.number or 0 for reason in refutation.reasons}
    if refuting.POINTS in numbers and refuting.BETTER in numbers:
        own, best = numbers[refuting.POINTS], numbers[refuting.BETTER]
        return ngettext(
            "After that your turn scores at most {count} point. The best turn scores {best}.",
            "After that your turn scores at most {count} points. The best turn scores {best}.",
            own,
            best=best,
        )
    if refuting.LOST in numbers:
        return gettext("That ends the match without a win for you.")
    if refuting.LOSES in numbers:
        if numbers[refuting.LOSES] == 1:
            return gettext("{seat} answers {move} and wins.", seat=other, move=reply)
        return gettext(
            "{seat} answers {move}, and you can't stop {seat} from winning next turn.",
            seat=other,
            move=reply,
        )
    escapes = numbers.get(refuting.ESCAPES, 0)
    if not escapes:
        return gettext("That was your last chance to win, and it doesn't win.")
    if escapes == 1:
        if not reply:
            return gettext("After that you can't win next turn.")
        return gettext(
            "{seat} answers {move}, and you can't win next turn.", seat=other, move=reply
        )
    number = turn_count(escapes)
    if not reply:
        return gettext("After that you can't win within {number} more turns.", number=number)
    return gettext(
        "{seat} answers {move}, and you can't win within {number} more turns.",
        seat=other,
        move=reply,
        number=number,
    )
