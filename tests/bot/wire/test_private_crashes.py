"""A match in a group chat, during which tokens expire and the bot is killed.

`tests/simulation` covers all crash points in virtual time. Here, the processes are real.
"""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from club.matches.play import Matches
from storage.database.store import Store
from tests.bot.wire.house import House
from tests.bot.wire.private import (
    FOLLOW_UP,
    GROUP_ROUTES,
    GroupMatch,
    all_cards,
    current_card,
    enter_move,
    group_chat,
    open_panel,
)
from tests.bot.wire.stage import SOON, assert_requests_fit, latest_reply
from tests.discord.loopback import Loopback
from tests.discord.waiting import wait_until
from tests.samples import WHOLE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

PLIES = 60 if WHOLE else 4
PAUSE = 20 * 60
"""Seconds between Play and the next click, so that the token has expired."""

KILLED_EVERY = 6 if WHOLE else 4
"""Plies between kills, both while a panel is open and while a card is posted."""

BOARD = "size 8" if WHOLE else "size 4"


async def stored_plies(house: House) -> int:
    async with Store.opened(house.database_url) as store:
        return len((await Matches(store, discord.utils.utcnow).find(1)).played)


async def test_a_match_with_pauses_and_kills_loses_nothing(tmp_path: Path) -> None:
    async with Loopback(deadline=SOON) as world:
        house = House(world, tmp_path)
        match: GroupMatch | None = None
        mended = 0
        while match is None or match.plies < PLIES:
            async with house.bot() as bot:
                if match is None:
                    match = await GroupMatch.start(world, group_chat(world), options=BOARD)
                while (match.plies + 1) % KILLED_EVERY:
                    await match.play(PAUSE)
                panel = await open_panel(world, match.mover, current_card(match.chat))
                world.pass_time(PAUSE)
                bot.kill()
                await bot.wait()
            async with house.bot() as bot:
                cards = len(all_cards(match.chat))
                hold = world.hold_next("POST", FOLLOW_UP)
                await enter_move(world, match.mover, panel)
                await hold.wait_for_request(SOON)
                bot.kill()
                await bot.wait()
                hold.cut()
                match.plies += 1
            assert len(all_cards(match.chat)) == cards
            async with house.bot() as bot:
                call = await world.slash(match.mover, match.chat, "match")
                await wait_until(
                    lambda cards=cards, match=match: len(all_cards(match.chat)) == cards + 1,
                    SOON,
                    "the card is lost",
                )
                assert "Play" in [each.get("label") for each in current_card(match.chat).buttons]
                assert "went wrong" not in latest_reply(call)
                mended += 1
                # Killed before it stores the card, it would hold the place for 15 seconds.
                bot.terminate()
                await bot.wait()
            assert await stored_plies(house) == match.plies
        assert mended == PLIES // KILLED_EVERY
        route = GROUP_ROUTES.format(id=match.chat.id)
        assert [each.path for each in world.requests if each.path.startswith(route)] == []
        assert_requests_fit(world)
