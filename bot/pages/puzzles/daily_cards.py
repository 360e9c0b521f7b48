"""The cards of daily puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page, attachment
from club.puzzles.daily_puzzles import MonthlyTable, Results
from engine.puzzles import Puzzle, main_line
from language.texts import gettext
from presentation.pictures import scene_picture
from presentation.puzzles.daily import (
    closing_words,
    daily_solution,
    daily_task,
    daily_title,
    results_words,
    table_lines,
)
from presentation.puzzles.solving import played_in, puzzle_scene
from rules.registry import GAMES
from storage.puzzles.daily import DailyPuzzle


async def daily_card(daily: DailyPuzzle, puzzle: Puzzle, width: int, table: str) -> Page:
    """Return the card of a daily puzzle, with a button to solve it privately.

    :param table: the previous month's table, empty on most days.
    """
    lines = [
        f"### {daily_title(puzzle)}",
        daily_task(puzzle, DISCORD),
        f"-# {closing_words(daily.closes_at, DISCORD)}",
    ]
    solve = Button(gettext("Solve"), daily_mark(daily.day), "primary")
    picture = attachment(await scene_picture(puzzle_scene(puzzle), width))
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, (solve,)))


async def solution_card(
    daily: DailyPuzzle,
    puzzle: Puzzle,
    results: Results,
    names: Mapping[int, str],
    width: int,
    table: str,
) -> Page:
    """Return the card after its day: the solution and the results.

    :param names: the names of those who agreed to be named, by user id.
    """
    lines = [
        f"### {daily_title(puzzle)}",
        daily_solution(puzzle, DISCORD),
        results_words(results, names, DISCORD),
    ]
    another = gettext("Another {game} puzzle", game=GAMES[puzzle.game].name)
    buttons = (
        Button(gettext("See the solution"), control("dailysolution", daily.day)),
        Button(another, control("puzzle", puzzle.game)),
    )
    scene = puzzle_scene(puzzle, played_in(puzzle, main_line(puzzle)))
    picture = attachment(await scene_picture(scene, width))
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, buttons))


def daily_mark(day: str) -> str:
    """Return the control that identifies the card of a day."""
    return control("daily", day)


def table_words(month: str, table: MonthlyTable, names: Mapping[int, str]) -> str:
    """Return the table of a month's puzzles in words."""
    return "\n".join(table_lines(month, table, names, DISCORD))
