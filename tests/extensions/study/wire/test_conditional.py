"""Conditional moves that are saved just as their condition is met."""

from __future__ import annotations

from functools import partial

import pytest

from extensions.study.club.study import Study
from tests.bot.wire.stage import (
    SOON,
    Stage,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.messages import Message
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.stage(end="quiet")]

ROUNDS = 2
"""How often the race is repeated, because the winner is random."""


async def test_a_line_saved_during_its_move_is_played_or_refused(stage: Stage) -> None:
    for number in range(ROUNDS):
        match_id = number + 1
        offer = await stage.challenge(stage.ben)
        await (await stage.world.click(stage.ben, offer, label="Accept")).first_reply(SOON)
        await stage.settle()
        first = await stage.world.slash(
            stage.ada, stage.channel, "move", move="e1", match=str(match_id)
        )
        await first.first_reply(SOON)
        await stage.settle()
        page = await enter_line(stage, match_id, ["a2", "b2", "a4", "b4"])
        leave = page.find_button("Plan this line")["custom_id"]
        call = await stage.world.click(stage.ada, page, leave)
        moved = await stage.world.slash(
            stage.ben, stage.channel, "move", move="a2-b2", match=str(match_id)
        )
        await wait_for_answers(moved, call)
        await stage.settle()
        match = await stage.match(match_id)
        texts = [played.text for played in match.played]
        assert "You played **a2-b2**" in latest_reply(moved)
        if texts == ["e1", "a2-b2", "a4-b4"]:
            assert "replied with **a4-b4**. It was a conditional move." in latest_reply(moved)
        else:
            assert texts == ["e1", "a2-b2"]
            assert "has moved on" in page.text
        assert await stage.bot.club.part(Study).conditional_moves.of(match, match.players[0]) == []
        await stage.bot.club.matches.resign(match_id, stage.ada.id)
        await stage.bot.courier.deliver_match(match_id)


async def enter_line(stage: Stage, match_id: int, steps: list[str]) -> Message:
    """Enter these steps as Ada, and return the page, ready to save the line."""
    call = await stage.world.slash(stage.ada, stage.channel, "conditional", match=str(match_id))
    page = await call.first_reply(SOON)
    add = page.find_button("Plan a line")["custom_id"]
    await (await stage.world.click(stage.ada, page, add)).first_reply(SOON)
    for step in steps:
        await wait_until(partial(offers, page, step), SOON, f"no step {step}")
        chosen = find_buttons(page, step)[0]["custom_id"]
        await (await stage.world.click(stage.ada, page, chosen)).first_reply(SOON)
    await wait_until(lambda: find_buttons(page, "Plan this line"), SOON, "no line to leave")
    return page


def offers(page: Message, step: str) -> bool:
    """Whether a page offers a step."""
    return bool(find_buttons(page, step))
