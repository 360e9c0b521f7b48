"""The card of the puzzle of a day, and the table of a month."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.pages.control_ids import control
from bot.pages.matches.cards import BOARD
from bot.pages.page import Button, Page, Picture
from bot.pages.puzzles.puzzle_pages import played_in, scene_of
from bot.pages.puzzles.puzzle_words import task, title
from bot.pages.wording import plain, relative
from club.puzzles.daily_puzzles import MonthlyTable, Results
from engine.puzzles import Puzzle, shown
from presentation.pictures import drawn
from rendering import Scene, alt_text, draw
from rules.language import gettext, ngettext
from rules.listing import listed, row_of, sentences
from rules.registry import GAMES
from storage.puzzles.daily import DailyPuzzle


async def daily_card(daily: DailyPuzzle, puzzle: Puzzle, width: int, table: str) -> Page:
    """The puzzle, and a way for each to solve it in private.

    :param table: what is said of the month before; nothing on most days.
    """
    lines = [
        _heading(puzzle),
        str(sentences(task(puzzle), gettext("Solve it in private; nobody sees your tries."))),
        gettext("-# The solution comes {time}.", time=relative(daily.closes_at)),
    ]
    solve = Button(gettext("Solve"), daily_mark(daily.day), "primary")
    picture = await _picture(scene_of(puzzle, ()), width)
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, (solve,)))


async def solution_card(
    daily: DailyPuzzle,
    puzzle: Puzzle,
    results: Results,
    called: Mapping[int, str],
    width: int,
    table: str,
) -> Page:
    """The same when its day is over: the solution, and how it went.

    :param called: what those are called now who can be named, by user id.
    """
    played = played_in(puzzle, shown(puzzle))
    line = " ".join(
        f"**{each.text}**" if each.seat == played[0].seat else each.text for each in played
    )
    lines = [
        _heading(puzzle),
        gettext("Solution: {moves}", moves=line),
        _results_words(results, called),
    ]
    another = gettext("Another {game} puzzle", game=GAMES[puzzle.game].name)
    buttons = (
        Button(gettext("See the solution"), control("dailysolution", daily.day)),
        Button(another, control("puzzle", puzzle.game)),
    )
    picture = await _picture(scene_of(puzzle, played), width)
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, buttons))


def daily_mark(day: str) -> str:
    """The control by which the card of a day is told from all other messages."""
    return control("daily", day)


def table_words(month: str, table: MonthlyTable, called: Mapping[int, str]) -> str:
    """How the puzzles of a month went.

    :param month: in words; nothing where that is clear.
    :param called: what those are called now who can be named, by user id.
    """
    facts = row_of(
        [
            ngettext("{count} puzzle", "{count} puzzles", table.posted),
            ngettext(
                "{count} solution on the first try",
                "{count} solutions on the first try",
                table.solved,
            ),
        ]
    )
    if month:
        lines = [gettext("**Daily puzzles in {month}**: {facts}.", month=month, facts=facts)]
    else:
        lines = [gettext("**Daily puzzles**: {facts}.", facts=facts)]
    lines += [
        ngettext(
            "{place}. {name} solved {count}",
            "{place}. {name} solved {count}",
            each.count,
            place=place,
            name=plain(called[each.user_id]),
        )
        for place, each in enumerate(
            (each for each in table.best if each.user_id in called), start=1
        )
    ]
    return "\n".join(lines)


def _results_words(results: Results, called: Mapping[int, str]) -> str:
    if not results.tried:
        return gettext("Nobody tried it.")
    if not results.solved:
        return ngettext(
            "Nobody solved it on the first try; {count} member tried.",
            "Nobody solved it on the first try; {count} members tried.",
            results.tried,
        )
    names = [plain(called[each.user_id]) for each in results.named if each.user_id in called]
    if not names:
        return ngettext(
            "**{count}** of {tried} solved it on the first try.",
            "**{count}** of {tried} solved it on the first try.",
            results.solved,
            tried=results.tried,
        )
    return ngettext(
        "**{count}** of {tried} solved it on the first try: {names}.",
        "**{count}** of {tried} solved it on the first try: {names}.",
        results.solved,
        tried=results.tried,
        names=_people(names, results.solved - len(names)),
    )


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


def _heading(puzzle: Puzzle) -> str:
    game = GAMES[puzzle.game].name
    words = gettext("Puzzle of the day · {game}: {title}", game=game, title=title(puzzle))
    return f"### {words}"


async def _picture(scene: Scene, width: int) -> Picture:
    return Picture(BOARD, alt_text(scene), await drawn(draw, scene, width))
