"""The private pages of a puzzle: its position with the panel, and the result of a try.

They are stateless. Their controls carry the puzzle, the tried moves, and the steps of the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_panel import NO_STEPS, StepPanel, Steps
from bot.pages.moves.step_picker import StepControls
from bot.pages.moves.typing_form import typing_button
from bot.pages.page import Block, Button, Page, Style, attachment
from club.puzzles.puzzles import SolverPuzzle, TryResult
from engine.puzzles import Puzzle, main_line, standing
from language.lists import Listed
from language.texts import gettext
from presentation.pictures import scene_picture
from presentation.puzzles.puzzle_words import change, naming_words, task, themes_words
from presentation.puzzles.solving import (
    played_in,
    puzzle_facts,
    puzzle_scene,
    puzzle_title,
    so_far_words,
    solution_lines,
    solved_lines,
    wrong_words,
)
from presentation.puzzles.tried_moves import code_of
from rules.registry import GAMES


async def puzzle_page(
    current: SolverPuzzle,
    tries: Sequence[str] = (),
    steps: Steps = NO_STEPS,
    *,
    width: int,
    refusal_text: str = "",
    typed: str = "",
) -> Page:
    """Return the current position of a puzzle, and the panel for the next move.

    :param tries: the right moves so far.
    :param refusal_text: why a typed text was refused.
    :param typed: that text, for editing.
    """
    puzzle = current.puzzle
    now = standing(puzzle, tries)
    key = puzzle.key, code_of(puzzle, tries)
    controls = StepControls(key, "puzzleat", "puzzlegroup", "puzzletry", puzzle.game)
    panel = StepPanel(now.position, steps, controls)
    scene = puzzle_scene(puzzle, played_in(puzzle, now.moves))
    scene = replace(scene, prefix=steps.prefix, choices=panel.completion.steps)
    question = f"{refusal_text}\n{panel.question()}" if refusal_text else panel.question()
    rows = panel.rows(
        at_start=(typing_button(typed, "puzzletype", *key),),
        after=(_show_me(puzzle), *(() if current.counts else (_next(puzzle),))),
    )
    words = f"{heading(current)}\n{so_far_words(puzzle, tries, DISCORD)}"
    return Page((words, attachment(await scene_picture(scene, width)), question, *rows))


async def wrong_page(
    current: SolverPuzzle,
    result: TryResult,
    tries: Sequence[str],
    wrong: str,
    reply: Sequence[str] | None,
    *,
    width: int,
    words: Listed,
) -> Page:
    """Return the page of a wrong move.

    :param tries: the right moves before it.
    :param wrong: the move, as its canonical text.
    :param reply: the refuting moves, if known.
    :param words: the reason why it is wrong.
    """
    puzzle = current.puzzle
    now = standing(puzzle, tries)
    played = played_in(puzzle, (*now.moves, wrong, *(reply or ())))
    lines = [
        heading(current),
        wrong_words(wrong, words, DISCORD),
        change(result, GAMES[puzzle.game], DISCORD),
        _small(themes_words(puzzle, DISCORD)),
    ]
    retry = control("puzzleat", puzzle.key, code_of(puzzle, tries), "")
    buttons = (Button(gettext("Try again"), retry, "primary"), _show_me(puzzle), _next(puzzle))
    picture = attachment(await scene_picture(puzzle_scene(puzzle, played), width))
    return Page((_text(lines), picture, buttons))


async def solved_page(
    current: SolverPuzzle, result: TryResult, tries: Sequence[str], *, width: int
) -> Page:
    """Return the page of a solved puzzle.

    :param tries: all moves of the solver.
    """
    puzzle = current.puzzle
    played = played_in(puzzle, standing(puzzle, tries).moves)
    words = _text(
        [
            heading(current),
            *solved_lines(puzzle, result, tries[-1], DISCORD),
            _small(themes_words(puzzle, DISCORD)),
        ]
    )
    picture = attachment(await scene_picture(puzzle_scene(puzzle, played), width))
    blocks: list[Block] = [words, picture]
    if result.asks_name:
        blocks.append(naming_words(DISCORD))
        blocks.append(
            (
                Button(gettext("Name me"), control("puzzlename", "on")),
                Button(gettext("Don't name me"), control("puzzlename", "off")),
            )
        )
    solution = Button(gettext("See the solution"), control("puzzlestep", puzzle.key, 1))
    return Page((*blocks, (_next(puzzle, "success"), solution)))


async def solution_page(
    current: SolverPuzzle, result: TryResult, number: int, *, width: int
) -> Page:
    """Return a page of the solution, which is shown move by move.

    :param number: the move to show, from 1, limited to the last one.
    """
    puzzle = current.puzzle
    texts = main_line(puzzle)
    number = min(max(number, 1), len(texts))
    move, line = solution_lines(puzzle, number, DISCORD)
    lines = [
        heading(current),
        task(puzzle, DISCORD),
        move,
        f"-# {line}",
        change(result, GAMES[puzzle.game], DISCORD),
        _small(themes_words(puzzle, DISCORD)),
    ]
    scene = puzzle_scene(puzzle, played_in(puzzle, texts)[:number])
    back = control("puzzlestep", puzzle.key, number - 1)
    onward = control("puzzlestep", puzzle.key, number + 1)
    is_last = number == len(texts)
    buttons = (
        Button(gettext("Previous move"), back, disabled=number == 1),
        Button(
            gettext("Next move"), onward, "secondary" if is_last else "primary", disabled=is_last
        ),
        _next(puzzle, "primary" if is_last else "secondary"),
    )
    return Page((_text(lines), attachment(await scene_picture(scene, width)), buttons))


def heading(current: SolverPuzzle) -> str:
    """Return the name and difficulty of a puzzle."""
    return f"### {puzzle_title(current.puzzle)}\n-# {puzzle_facts(current)}"


def _text(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line)


def _show_me(puzzle: Puzzle) -> Button:
    return Button(gettext("Show me"), control("puzzleshow", puzzle.key))


def _next(puzzle: Puzzle, style: Style = "secondary") -> Button:
    return Button(gettext("Next puzzle"), control("puzzlenext", puzzle.game), style)


def _small(words: str) -> str:
    """Return small print, if any."""
    return f"-# {words}" if words else ""
