"""Clocks on the wire: a broken gateway, and an edit that comes late."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import discord
import pytest
from sqlalchemy import update

from club.paces import HOUR
from club.uptime import LAST_ONLINE
from storage.database import key_values
from storage.matches import matches as stored_matches
from storage.matches.match import MATCH_PLACES, MATCHES
from tests.bot.wire.stage import (
    OLD_CARD,
    SOON,
    Stage,
    board,
    cards,
)
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("games_with_draws")]


async def start_match(stage: Stage, number: int, pace: str) -> tuple[Channel, Member, Member]:
    """Start a match in a new channel, and play a move each. Return place and players."""
    world = stage.world
    place = world.guild.add_channel(f"table-{number}")
    ada, ben = (world.guild.add_member(f"{name}{number}") for name in ("ada", "ben"))
    call = await world.slash(
        ada, place, "challenge",
        game="skirt", options="size 4", seat=1, opponent=ben, pace=pace,
    )  # fmt: skip
    await world.click(ben, await call.first_reply(SOON), label="Accept")
    await board(place, 1)
    for turn, (member, move) in enumerate(((ada, "e1"), (ben, "a1-b2")), start=2):
        await world.slash(member, place, "move", move=move)
        await board(place, turn)
    await stage.settle()
    return place, ada, ben


async def due_at(stage: Stage, match_id: int, moment: datetime) -> None:
    async with stage.bot.club.store.write() as tx:
        await stored_matches.set_clock(tx, match_id, moment, moment)


async def begin_turn(stage: Stage, began: datetime) -> None:
    """Have the turn of the only match begin earlier, as its card also says."""
    async with stage.bot.club.store.write() as tx:
        await tx.execute(update(MATCHES).values(turn_started_at=began))
    turn_id = (await stage.match()).turn_id
    async with stage.bot.club.store.write() as tx:
        await tx.execute(update(MATCH_PLACES).values(card_turn=turn_id))


@pytest.mark.parametrize("resumable", [True, False], ids=["resumed", "begun anew"])
async def test_a_broken_connection_is_added_back_to_the_clocks(
    stage: Stage, resumable: bool
) -> None:
    place, ada, _ = await start_match(stage, 1, "1h")
    now = discord.utils.utcnow()
    # The connection broke two hours ago, and the deadline passed an hour ago.
    await due_at(stage, 1, now - HOUR)
    await begin_turn(stage, now - 3 * HOUR)
    async with stage.bot.club.store.write() as tx:
        await key_values.put(tx, f"{LAST_ONLINE}:1:0", (now - 2 * HOUR).isoformat())
    back = stage.bot.wait_for("shard_resumed" if resumable else "shard_ready", timeout=SOON)
    returning = asyncio.create_task(back)
    await asyncio.sleep(0)
    await stage.world.drop_gateway(resumable=resumable)
    await returning
    played = await stage.world.slash(ada, place, "move", move="b1-c2")
    assert "You played **b1-c2**" in (await played.first_reply(SOON)).text
    await board(place, 4)
    await due_at(stage, 1, now - HOUR)
    await begin_turn(stage, now - 3 * HOUR)
    await stage.bot.do_chores()
    deadline = (await stage.match()).deadline
    assert deadline is not None
    assert timedelta() < deadline - now - HOUR < timedelta(minutes=2)


async def test_a_late_edit_does_not_reactivate_an_old_board(stage: Stage) -> None:
    place, ada, ben = await start_match(stage, 1, "1d")
    await stage.world.slash(ben, place, "draw")
    offered = await board(place, 4)
    hold = stage.world.hold_next("PATCH", OLD_CARD)
    declined = await stage.world.click(ada, offered, label="Decline draw")
    await hold.wait_for_request(SOON)
    await stage.world.slash(ada, place, "move", move="b1-c2")
    hold.release()
    await wait_until(lambda: "White" in cards(place)[-1].text and not offered.buttons, SOON)
    await declined.first_reply(SOON)
    await stage.settle()
    assert "Then: Ada1 placed stones on b1 and c2." in offered.text
    assert offered.buttons == []
