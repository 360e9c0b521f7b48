"""Daily puzzles and monthly tables in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.puzzles import Puzzle, main_line
from extensions.training.club.daily import MonthlyTable, Results
from extensions.training.presentation.puzzles import played_in, task, title
from language.lists import listed, row_of, sentences
from language.texts import gettext, ngettext, number
from presentation.markup import Markup
from rules.registry import GAMES


def daily_title(puzzle: Puzzle) -> str:
    """ "Daily puzzle · Chess: Win in two"."""
    game = GAMES[puzzle.game].name
    return gettext("Daily puzzle · {game}: {title}", game=game, title=title(puzzle))


def daily_task(puzzle: Puzzle, markup: Markup) -> str:
    """Return the task, with the note that it is solved privately."""
    private = gettext("Solve it privately. Nobody sees your tries.")
    return str(sentences(task(puzzle, markup), private))


def closing_words(closes_at: datetime, markup: Markup) -> str:
    """Return when the solution will be shown."""
    return gettext("The solution appears {time}.", time=markup.relative(closes_at))


def daily_solution(puzzle: Puzzle, markup: Markup) -> str:
    """Return the moves of the solution, with the solver's marked."""
    played = played_in(puzzle, main_line(puzzle))
    line = " ".join(
        markup.strong(each.text) if each.seat == played[0].seat else each.text for each in played
    )
    return gettext("Solution: {moves}", moves=line)


def results_words(results: Results, names: Mapping[int, str], markup: Markup) -> str:
    """Return how many people solved the puzzle on the first try, with some of their names.

    :param names: the names of those who agreed to be named, by user id.
    """
    if not results.tried:
        return gettext("Nobody tried it.")
    if not results.solved:
        return ngettext(
            "Nobody solved it on the first try. {count} member tried.",
            "Nobody solved it on the first try. {count} members tried.",
            results.tried,
        )
    solvers = [markup.name(names[each.user_id]) for each in results.named if each.user_id in names]
    count = markup.strong(number(results.solved))
    if not solvers:
        return ngettext(
            "{count} of {tried} solved it on the first try.",
            "{count} of {tried} solved it on the first try.",
            results.solved,
            count=count,
            tried=results.tried,
        )
    return ngettext(
        "{count} of {tried} solved it on the first try: {names}.",
        "{count} of {tried} solved it on the first try: {names}.",
        results.solved,
        count=count,
        tried=results.tried,
        names=_people(solvers, results.solved - len(solvers)),
    )


def table_lines(
    month: str, table: MonthlyTable, names: Mapping[int, str], markup: Markup
) -> list[str]:
    """Return the totals of a month's puzzles, and a line for each of the best solvers.

    :param month: the month in words, empty if it is clear.
    :param names: the names of those who agreed to be named, by user id.
    """
    facts = row_of(
        [
            ngettext("{count} puzzle", "{count} puzzles", table.posted),
            ngettext(
                "{count} solved on the first try",
                "{count} solved on the first try",
                table.solved,
            ),
        ]
    )
    title = gettext("Daily puzzles in {month}", month=month) if month else gettext("Daily puzzles")
    best = (each for each in table.best if each.user_id in names)
    return [
        gettext("{title}: {facts}.", title=markup.strong(title), facts=facts),
        *(
            ngettext(
                "{place}. {name} solved {count}",
                "{place}. {name} solved {count}",
                each.count,
                place=place,
                name=markup.name(names[each.user_id]),
            )
            for place, each in enumerate(best, start=1)
        ),
    ]


def _people(names: Sequence[str], more: int) -> str:
    """ "Ada, Ben and 3 others"."""
    if not more:
        return listed(names)
    return ngettext(
        "{names} and {count} other",
        "{names} and {count} others",
        more,
        names=row_of(names),
    )
