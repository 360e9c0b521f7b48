"""The private pages of a puzzle: its position and the panel for a move, and what came of a try.

Nothing is kept in memory. The controls carry the puzzle, the moves tried so far, and the steps of
the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.matches.cards import BOARD
from bot.pages.matches.panel import typing_control
from bot.pages.matches.step_picker import (
    Growing,
    asked,
    choices,
    chosen,
    joined,
    play_label,
    retreated,
)
from bot.pages.page import Block, Button, Page, Picture, Style
from bot.pages.puzzles.puzzle_words import (
    change,
    difficulty,
    seat_name,
    streak_words,
    task,
    title,
    turns_words,
)
from bot.pages.puzzles.tried_moves import code_of
from club.puzzles.puzzles import Given, Tried
from engine.puzzles import Puzzle, Standing, shown, standing
from presentation.pictures import drawn
from rendering import Scene, alt_text, draw
from rules.language import gettext, lazy_gettext, pgettext
from rules.listing import Listed, row_of, sentences
from rules.notation import complete, read
from rules.position import Game, Move, Position
from rules.record import in_turns
from rules.registry import GAMES
from rules.replay import Played

LOOKING = lazy_gettext("Looking for the answer to it …")
NAMING = lazy_gettext(
    "May the card of the daily puzzle name you among those who solved it on the first try? "
    "`/preferences` changes it later."
)


async def puzzle_page(
    given: Given,
    tries: Sequence[str] = (),
    prefix: Move = (),
    group: str | None = None,
    *,
    width: int,
    refused: str = "",
    typed: str = "",
) -> Page:
    """Where somebody stands in a puzzle, and the panel for their next move.

    :param tries: the right moves that they have made.
    :param group: the row or file chosen, where there are more choices than buttons.
    :param refused: why what was typed can't be played.
    :param typed: what that was, to be typed on from.
    """
    puzzle = given.puzzle
    now = standing(puzzle, tries)
    position = now.position
    key = puzzle.key, code_of(puzzle, tries)
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("puzzleat", *key, joined(steps)),
        group=lambda steps: control("puzzlegroup", *key, joined(steps)),
    )
    ask = asked(position, prefix)
    if prefix:
        ask = gettext("{whose}: {ask}", whose=chosen(position, prefix), ask=ask)
    played = played_in(puzzle, now.moves)
    scene = replace(scene_of(puzzle, played), prefix=prefix, choices=completion.steps)
    so_far = _so_far(puzzle, tries[-1], played, now) if tries else task(puzzle)
    lines = [heading(given), so_far]
    said = f"{refused}\n{ask}" if refused else ask
    blocks: list[Block] = ["\n".join(lines), await _picture(scene, width), said]
    blocks.extend(choices(position, prefix, group, growing))
    buttons: list[Button] = []
    if completion.whole:
        made = control("puzzletry", *key, joined(prefix))
        buttons.append(Button(play_label(position, prefix), made, "success"))
    if prefix or group is not None:
        buttons.append(Button(gettext("Back"), growing.at(retreated(position, prefix, group))))
    else:
        buttons.append(Button(gettext("Type"), typing_control(typed, "puzzletype", *key)))
    buttons.append(_show_me(puzzle))
    if not given.counts:
        buttons.append(_next(puzzle))
    return Page((*blocks, tuple(buttons)))


async def wrong_page(
    given: Given,
    tried: Tried,
    tries: Sequence[str],
    wrong: str,
    reply: Sequence[str] | None,
    *,
    width: int,
    words: Listed,
) -> Page:
    """What a wrong move leads to.

    :param tries: the right moves before it.
    :param wrong: the move, as its canonical text.
    :param reply: the moves that punish it, as far as they are known.
    :param words: what is said of it.
    """
    puzzle = given.puzzle
    now = standing(puzzle, tries)
    played = played_in(puzzle, (*now.moves, wrong, *(reply or ())))
    lines = [
        heading(given),
        str(sentences(gettext("**{move}** isn't it.", move=wrong), words)),
        change(tried, _game(puzzle)),
    ]
    again = control("puzzleat", puzzle.key, code_of(puzzle, tries), "")
    buttons = (Button(gettext("Try again"), again, "primary"), _show_me(puzzle), _next(puzzle))
    picture = await _picture(scene_of(puzzle, played), width)
    return Page((_text(lines), picture, buttons))


async def solved_page(given: Given, tried: Tried, tries: Sequence[str], *, width: int) -> Page:
    """The end of a puzzle that somebody has solved.

    :param tries: all their moves.
    """
    puzzle = given.puzzle
    now = standing(puzzle, tries)
    played = played_in(puzzle, now.moves)
    facts = str(sentences(change(tried, _game(puzzle)), streak_words(tried)))
    lines = [heading(given), _praise(tried, tries[-1]), facts]
    blocks: list[Block] = [_text(lines), await _picture(scene_of(puzzle, played), width)]
    if tried.asks_name:
        blocks.append(str(NAMING))
        blocks.append(
            (
                Button(gettext("Name me"), control("puzzlename", "on")),
                Button(gettext("Don't name me"), control("puzzlename", "off")),
            )
        )
    solution = Button(gettext("See the solution"), control("puzzlestep", puzzle.key, 1))
    return Page((*blocks, (_next(puzzle, "success"), solution)))


async def solution_page(given: Given, tried: Tried, number: int, *, width: int) -> Page:
    """The solution, gone through move by move.

    :param number: the move that is shown, from 1; a larger one than there is means the last.
    """
    puzzle = given.puzzle
    texts = shown(puzzle)
    number = min(max(number, 1), len(texts))
    played = played_in(puzzle, texts)
    whose = seat_name(puzzle, played[number - 1].seat)
    line = " ".join(
        f"**{each.text}**" if place == number else each.text
        for place, each in enumerate(played, start=1)
    )
    lines = [
        heading(given),
        task(puzzle),
        gettext(
            "Move {number} of {moves}: {seat} plays **{move}**.",
            number=number,
            moves=len(texts),
            seat=whose,
            move=texts[number - 1],
        ),
        f"-# {line}",
        change(tried, _game(puzzle)),
    ]
    picture = await _picture(scene_of(puzzle, played[:number]), width)
    back = control("puzzlestep", puzzle.key, number - 1)
    onward = control("puzzlestep", puzzle.key, number + 1)
    is_last = number == len(texts)
    buttons = (
        Button(pgettext("page", "Back"), back, disabled=number == 1),
        Button(gettext("Forward"), onward, "secondary" if is_last else "primary", disabled=is_last),
        _next(puzzle, "primary" if is_last else "secondary"),
    )
    return Page((_text(lines), picture, buttons))


def heading(given: Given) -> str:
    """The name of a puzzle, and how hard it is."""
    puzzle = given.puzzle
    words = gettext("{game}: {title}", game=_game(puzzle).name, title=title(puzzle))
    facts = [gettext("Puzzle {key}", key=puzzle.key), difficulty(given)]
    if not given.counts:
        facts.append(gettext("you have tried this one"))
    return f"### {words}\n-# {' · '.join(facts)}"


def played_in(puzzle: Puzzle, texts: Sequence[str]) -> list[Played]:
    """Moves from the start of a puzzle on, as they are made."""
    position, played = start_of(puzzle), list[Played]()
    for text in texts:
        move = read(position, text)
        played.append(Played(position, move, position.play(move)))
        position = played[-1].after
    return played


def scene_of(puzzle: Puzzle, played: Sequence[Played]) -> Scene:
    """A moment of a puzzle as its solver sees it."""
    start = start_of(puzzle)
    position = played[-1].after if played else start
    last = in_turns(played)[-1] if played else ()
    return Scene(_game(puzzle), position.seen_by(start.to_move), last=tuple(last))


def start_of(puzzle: Puzzle) -> Position:
    """The position that a puzzle begins with."""
    return _game(puzzle).decode(puzzle.start)


def _so_far(puzzle: Puzzle, text: str, played: Sequence[Played], now: Standing) -> str:
    """That the latest move was right, and what the other side has answered to it."""
    right = gettext("Yes, **{move}**.", move=text)
    if now.position.is_mid_turn:
        return str(sentences(right, gettext("Your turn goes on.")))
    replies = in_turns(played)[-1]
    answered = gettext(
        "{seat} answers {moves}.",
        seat=seat_name(puzzle, replies[-1].seat),
        moves=row_of([f"**{each.text}**" for each in replies]),
    )
    return str(sentences(right, answered, turns_words(now.turns_left)))


def _praise(tried: Tried, move: str) -> str:
    if tried.outcome == "shown":
        return gettext("**{move}**. That's it.", move=move)
    if tried.outcome == "solved":
        return gettext("**{move}**. Solved on the first try.", move=move)
    return gettext("**{move}**. Solved.", move=move)


def _game(puzzle: Puzzle) -> Game:
    return GAMES[puzzle.game]


def _text(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line)


async def _picture(scene: Scene, width: int) -> Picture:
    return Picture(BOARD, alt_text(scene), await drawn(draw, scene, width))


def _show_me(puzzle: Puzzle) -> Button:
    return Button(gettext("Show me"), control("puzzleshow", puzzle.key))


def _next(puzzle: Puzzle, style: Style = "secondary") -> Button:
    return Button(gettext("Next puzzle"), control("puzzlenext", puzzle.game), style)
