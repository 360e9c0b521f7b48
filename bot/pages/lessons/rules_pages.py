"""The rules of a game, page by page: what wins, how it begins, and an example of each rule.

The examples are the lessons, done: so they are drawn as the game is drawn, and always true.
"""

from __future__ import annotations

from random import Random

from bot.pages.control_ids import control
from bot.pages.matches.cards import BOARD
from bot.pages.page import Block, Button, Page, Picture
from club.lessons.stage import stage_of
from presentation.pictures import drawn
from rendering import Scene, alt_text, draw
from rules.language import gettext, pgettext
from rules.lesson import Lesson
from rules.listing import any_of, row_of
from rules.position import Game, Option

PICTURE_WIDTH = 600


def examples_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons that explain a rule, the goal first; puzzles would only be given away."""
    return tuple(lesson for lesson in game.lessons if not lesson.is_puzzle)


def count_of(game: Game) -> int:
    """How many pages there are: the first, how it begins, and one for each example but the first,
    which is on the first."""
    return 1 + len(examples_of(game))


async def rules_page(game: Game, number: int = 0) -> Page:
    """A page of the rules; the last one, should there not be so many.

    :param number: from 0, where the rules are told in short.
    """
    examples = examples_of(game)
    number = min(number, count_of(game) - 1)
    if number == 0:
        words = f"## {game.name}\n{gettext(game.summary)}\n{gettext(game.how_to_play)}"
        return await _page(game, number, words, examples[0] if examples else None)
    if number == 1:
        heading = gettext("{game}: how it begins", game=game.name)
        words = "\n".join((f"### {heading}", *map(_option_words, game.options)))
        return await _page(game, number, words, None)
    lesson = examples[number - 1]
    heading = gettext("{game}: {lesson}", game=game.name, lesson=gettext(lesson.title))
    words = f"### {heading}\n{gettext(lesson.words)}"
    return await _page(game, number, words, lesson)


async def _page(game: Game, number: int, words: str, lesson: Lesson | None) -> Page:
    if lesson is None:
        scene, told = _start(game), ""
    else:
        scene, told = _done(game, lesson)
    png = await drawn(draw, scene, PICTURE_WIDTH)
    blocks: list[Block] = [words, Picture(BOARD, alt_text(scene), png)]
    if told:
        blocks.append(told)
    last = count_of(game) - 1
    buttons: list[Button] = []
    if last:
        before = control("rulespage", game.key, max(number - 1, 0), "back")
        after = control("rulespage", game.key, min(number + 1, last), "on")
        buttons.append(Button(pgettext("page", "Back"), before, disabled=number == 0))
        buttons.append(Button(gettext("Next"), after, "primary", disabled=number == last))
    if game.lessons:
        buttons.append(Button(gettext("Learn"), control("learn", game.key)))
    if buttons:
        blocks.append(tuple(buttons))
    if last:
        page = gettext("Page {number} of {last}", number=number + 1, last=last + 1)
        blocks.append(f"-# {page}")
    return Page(tuple(blocks))


def _start(game: Game) -> Scene:
    # What is dealt is only for the picture; any deal shows how a match begins.
    return Scene(game, game.start(game.deal(game.choose({}), Random(0))).seen_by(None))


def _done(game: Game, lesson: Lesson) -> tuple[Scene, str]:
    """A lesson to its end, and what its last move shows."""
    moves: list[str] = []
    stage = stage_of(game, lesson)
    verdict = stage.shown()
    while not stage.is_last:
        stage = stage_of(game, lesson, (*stage.chosen, 0))
        moves += [verdict.played.text, *(reply.text for reply in stage.replies)]
        verdict = stage.shown()
    scene = Scene(game, verdict.played.after.seen_by(stage.seat), last=(verdict.played,))
    done = row_of((*moves, verdict.played.text))
    return scene, gettext("**{moves}:** {words}", moves=done, words=verdict.words)


def _option_words(option: Option) -> str:
    words = gettext(option.words)
    return gettext(
        "{option}: {values}; usually {value}.",
        option=f"{words[:1].upper()}{words[1:]}",
        values=any_of([str(each) for each in option.values]),
        value=option.default,
    )
