"""The rules of a game, page by page."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Block, Button, Page, attachment
from club.clocks.pace import Pace
from language.texts import gettext
from presentation.lessons.rules_words import (
    count_of,
    rules_example,
    rules_lines,
    rules_place,
    rules_title,
)
from presentation.paces import pace_words
from presentation.pictures import scene_picture
from rules.position import Game

PICTURE_WIDTH = 600


async def rules_page(game: Game, number: int = 0, pace: Pace | None = None) -> Page:
    """Return a page of the rules.

    :param number: its index, limited to the last one; 0 is the summary.
    :param pace: the pace to explain, if opened from a challenge or event.
    """
    number = min(number, count_of(game) - 1)
    scene, words = rules_example(game, number, DISCORD)
    level = "##" if number == 0 else "###"
    text = "\n".join((f"{level} {rules_title(game, number)}", *rules_lines(game, number, DISCORD)))
    if pace is not None:
        words_of_pace = gettext("**Pace of these matches**: {pace}.", pace=pace_words(pace))
        text = f"{words_of_pace}\n{text}"
    blocks: list[Block] = [text, attachment(await scene_picture(scene, PICTURE_WIDTH))]
    if words:
        blocks.append(words)
    buttons = _buttons(game, number)
    if buttons:
        blocks.append(buttons)
    place = rules_place(game, number)
    if place:
        blocks.append(f"-# {place}")
    return Page(tuple(blocks))


def _buttons(game: Game, number: int) -> tuple[Button, ...]:
    buttons: list[Button] = []
    last = count_of(game) - 1
    if last:
        before = control("rulespage", game.key, max(number - 1, 0), "back")
        after = control("rulespage", game.key, min(number + 1, last), "on")
        buttons.append(Button(gettext("Previous"), before, disabled=number == 0))
        buttons.append(Button(gettext("Next"), after, "primary", disabled=number == last))
    if game.lessons:
        buttons.append(Button(gettext("Learn"), control("learn", game.key)))
    return tuple(buttons)
