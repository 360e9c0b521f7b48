"""The card of the puzzle of a day, and the table of a month."""

from __future__ import annotations

from collections.abc import Mapping

from bot.pages.control_ids import control
from bot.pages.drawing import drawn
from bot.pages.matches.cards import BOARD
from bot.pages.page import Button, Page, Picture
from bot.pages.puzzles.puzzle_pages import played_in, scene_of
from bot.pages.puzzles.puzzle_words import task, title
from bot.pages.wording import counted, listed, plain, relative
from club.puzzles.daily_puzzles import MonthlyTable, Results
from engine.puzzles import Puzzle, shown
from rendering import Scene, alt_text, draw
from rules.registry import GAMES
from storage.puzzles.daily import DailyPuzzle


async def daily_card(daily: DailyPuzzle, puzzle: Puzzle, width: int, table: str) -> Page:
    """The puzzle, and a way for each to solve it in private.

    :param table: what is said of the month before; nothing on most days.
    """
    lines = [
        f"### Puzzle of the day · {GAMES[puzzle.game].name}: {title(puzzle)}",
        f"{task(puzzle)} Solve it in private; nobody sees your tries.",
        f"-# The solution comes {relative(daily.closes_at)}.",
    ]
    solve = Button("Solve", daily_mark(daily.day), "primary")
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
        f"### Puzzle of the day · {GAMES[puzzle.game].name}: {title(puzzle)}",
        f"Solution: {line}",
        _results_words(results, called),
    ]
    buttons = (
        Button("See the solution", control("dailysolution", daily.day)),
        Button(f"Another {GAMES[puzzle.game].name} puzzle", control("puzzle", puzzle.game)),
    )
    picture = await _picture(scene_of(puzzle, played), width)
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, buttons))


def daily_mark(day: str) -> str:
    """The control by which the card of a day is told from all other messages."""
    return control("daily", day)


def table_words(month: str, table: MonthlyTable, called: Mapping[int, str]) -> str:
    """How the puzzles of a month went.

    :param month: in words, to follow on "in"; nothing where that is clear.
    :param called: what those are called now who can be named, by user id.
    """
    lines = [
        f"**Daily puzzles{f' in {month}' if month else ''}**: "
        f"{counted(table.posted, 'puzzle')}, "
        f"{counted(table.solved, 'solution')} at the first try."
    ]
    lines += [
        f"{place}. {plain(called[each.user_id])} solved {each.count}"
        for place, each in enumerate(
            (each for each in table.best if each.user_id in called), start=1
        )
    ]
    return "\n".join(lines)


def _results_words(results: Results, called: Mapping[int, str]) -> str:
    if not results.tried:
        return "Nobody tried it."
    if not results.solved:
        return f"Nobody solved it at the first try; {counted(results.tried, 'member')} tried."
    words = f"**{results.solved}** of {results.tried} solved it at the first try"
    names = [plain(called[each.user_id]) for each in results.named if each.user_id in called]
    if not names:
        return f"{words}."
    more = results.solved - len(names)
    return f"{words}: {listed([*names, *([f'{more} more'] if more else [])])}."


async def _picture(scene: Scene, width: int) -> Picture:
    return Picture(BOARD, alt_text(scene), await drawn(draw, scene, width))
