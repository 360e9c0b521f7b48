"""A long match in a group chat: tokens expire between Play and Confirm, and the bot is killed."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from club.matches.matches import Matches
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
from tests.bot.wire.stage import CARD, SOON, assert_requests_fit, board, cards, labelled, last_words
from tests.discord.loopback import Loopback
from tests.discord.waiting import holds

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

PLIES = 60
PAUSE = 20 * 60
"""Seconds between Play and what follows, after which its token is refused."""

KILLED_EVERY = 6
"""Every so many plies the bot is killed while a panel is open, and while a card is posted."""


async def stored_plies(house: House) -> int:
    async with Store.opened(house.database_url) as store:
        return len((await Matches(store, discord.utils.utcnow).find(1)).played)


@pytest.mark.parametrize("discord_has_it", [False, True])
async def test_a_card_in_direct_messages_outlives_a_kill(
    tmp_path: Path, discord_has_it: bool
) -> None:
    async with Loopback(deadline=SOON) as world:
        house = House(world, tmp_path)
        ada = world.outside.add_member("ada")
        chat = world.direct_messages(ada.id)
        async with house.bot() as bot:
            call = await world.slash(
                ada, chat, "challenge", game="skirt", options="size 4", level=1, seat=1
            )
            await call.replied(SOON)
            await board(chat, 1)
            hold = world.hold_next("POST", CARD, carried_out=discord_has_it)
            await (await world.slash(ada, chat, "move", move="e1")).replied(SOON)
            await hold.arrived(SOON)
            bot.kill()
            await bot.wait()
            hold.cut()
        async with house.bot():
            first, _ = await board(chat, 1), await board(chat, 2)
            await holds(lambda: not labelled(first, "Play"), SOON, "two cards to play on")
            await world.quiet(0.5, within=SOON)
        assert len(cards(chat)) == 2
        assert [bool(labelled(each, "Play")) for each in cards(chat)] == [False, True]


async def test_sixty_plies_with_pauses_and_kills_lose_nothing(tmp_path: Path) -> None:
    async with Loopback(deadline=SOON) as world:
        house = House(world, tmp_path)
        match: GroupMatch | None = None
        mended = 0
        while match is None or match.plies < PLIES:
            async with house.bot() as bot:
                if match is None:
                    match = await GroupMatch.begun(world, group_chat(world), options="size 8")
                while (match.plies + 1) % KILLED_EVERY:
                    await match.play(PAUSE)
                panel = await open_panel(world, match.mover, current_card(match.chat))
                world.time_passes(PAUSE)
                bot.kill()
                await bot.wait()
            async with house.bot() as bot:
                cards = len(all_cards(match.chat))
                hold = world.hold_next("POST", FOLLOW_UP)
                await enter_move(world, match.mover, panel)
                await hold.arrived(SOON)
                bot.kill()
                await bot.wait()
                hold.cut()
                match.plies += 1
            assert len(all_cards(match.chat)) == cards
            async with house.bot() as bot:
                call = await world.slash(match.mover, match.chat, "match")
                await holds(
                    lambda cards=cards, match=match: len(all_cards(match.chat)) == cards + 1,
                    SOON,
                    "the card is lost",
                )
                assert "Play" in [each.get("label") for each in current_card(match.chat).buttons]
                assert "went wrong" not in last_words(call)
                mended += 1
                bot.kill()
                await bot.wait()
            assert await stored_plies(house) == match.plies
        assert mended == PLIES // KILLED_EVERY
        route = GROUP_ROUTES.format(id=match.chat.id)
        assert [each.path for each in world.requests if each.path.startswith(route)] == []
        assert_requests_fit(world)
