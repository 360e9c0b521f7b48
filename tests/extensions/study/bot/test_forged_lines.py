"""Forged controls of Explore and of conditional moves."""

from __future__ import annotations

from bot.pages.layout import control
from extensions.study.presentation.explore import mark_of
from tests.bot.interface.test_forged_controls import FAULT, message_of_match
from tests.bot.simulated import World, reply_text


async def test_exploring_refuses_steps_of_no_legal_move(world: World) -> None:
    message = await message_of_match(world)
    match = await world.bot.club.matches.find(1)
    mark = mark_of(match.position)
    for verb in ("try", "trygroup", "trymove"):
        answered = await world.click_anyway(world.cy, message, control(verb, 1, 0, mark, "0", "zz"))
        assert FAULT not in reply_text(answered), verb
        assert "out of date" in reply_text(answered) or "can't be tried" in reply_text(answered), (
            verb
        )


async def test_the_page_of_a_line_refuses_steps_of_no_legal_move(world: World) -> None:
    message = await message_of_match(world)
    match = await world.bot.club.matches.find(1)
    for verb in ("line", "linegroup", "linemove"):
        forged = control(verb, 1, match.version, "0", "zz")
        answered = await world.click_anyway(world.ben, message, forged)
        assert FAULT not in reply_text(answered), verb
