"""Killing the bot at the worst moments, stopping it, and failing to start it.

The bot is `stairwell run` in a separate process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.process.settings import PERMANENT
from tests.bot.wire.house import STAIRWELL, House
from tests.bot.wire.stage import (
    CARD,
    SOON,
    board,
    cards,
    challenge,
    find_buttons,
)
from tests.discord.bots import running
from tests.discord.loopback import Loopback
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.always]

THREAD = "/channels/{id}/messages/{id}/threads"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with Loopback(deadline=SOON) as world:
        yield House(world, tmp_path)


@pytest.mark.parametrize("reaches_discord", [False, True], ids=["before", "after"])
async def test_a_bot_killed_around_posting_a_board_posts_it_once(
    house: House, reaches_discord: bool
) -> None:
    first = await house.kill_while_posting(reaches_discord=reaches_discord)
    assert len(cards(house.place)) == 1 + reaches_discord
    async with house.bot():
        second = await board(house.place, 2)
        await wait_until(lambda: not find_buttons(first, "Play"), SOON)
        opened = await house.world.click(house.ben, second, label="Play")
        assert (await opened.first_reply(SOON)).find_button("a1")
        await house.move(house.ben, "a1-b2")
        await house.check("e1", "a1-b2")


async def test_a_board_is_not_reposted_after_discord_forgets_the_nonce(
    house: House,
) -> None:
    first = await house.kill_while_posting(reaches_discord=True)
    for message in house.place.messages:
        message.nonce = None
    async with house.bot():
        await wait_until(lambda: not find_buttons(first, "Play"), SOON)
        await house.move(house.ben, "a1-b2")
        await house.check("e1", "a1-b2")


@pytest.mark.parametrize("reaches_discord", [False, True], ids=["before", "after"])
async def test_a_bot_killed_around_opening_a_thread_opens_it_once(
    house: House, reaches_discord: bool
) -> None:
    async with house.bot() as bot:
        offer = await challenge(house.world, house.channel, house.ada, house.ben)
        hold = house.world.hold_next("POST", THREAD, carried_out=reaches_discord)
        await house.world.click(house.ben, offer, label="Accept")
        await hold.wait_for_request(SOON)
        bot.kill()
        await bot.wait()
        hold.cut()
    async with house.bot():
        await wait_until(lambda: house.channel.threads and cards(house.place), SOON, "no board")
        await house.move(house.ada, "e1")
        await house.check("e1")


async def test_a_bot_recovers_from_a_kill_while_idle_and_stops_on_request(
    house: House,
) -> None:
    async with house.bot() as bot:
        first = await house.start_match()
        await house.move(house.ada, "e1")
        second = await board(house.place, 2)
        await house.world.settle(0.3, within=SOON)
        bot.kill()
        assert await bot.wait() == -9
    async with house.bot() as bot:
        old = await house.world.click(house.ada, first, "sw|play|1|0", checked=False)
        assert f"/{second.id}" in (await old.first_reply(SOON)).text
        opened = await house.world.click(house.ben, second, label="Play")
        assert (await opened.first_reply(SOON)).find_button("a1")
        await house.move(house.ben, "a1-b2")
        await house.check("e1", "a1-b2")
        bot.terminate()
        assert await bot.wait(SOON) == 0


async def test_a_bot_stopped_during_a_move_finishes_it_and_leaves_one_whole_file(
    house: House,
) -> None:
    async with house.bot() as bot:
        first = await house.start_match()
        await house.world.settle(0.3, within=SOON)
        hold = house.world.hold_next("POST", CARD, carried_out=False)
        await house.move(house.ada, "e1")
        await hold.wait_for_request(SOON)
        bot.terminate()
        await bot.wait_for_output("stopping: ", SOON)
        assert bot.returncode is None
        hold.release()
        assert await bot.wait(SOON) == 0
        assert "Session is closed" not in bot.stdout + bot.stderr
    assert not find_buttons(first, "Play")
    # `immutable` ignores a write-ahead log beside the file.
    file = house.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT ply FROM match").fetchall() == [(1,)]
    async with house.bot():
        await house.move(house.ben, "a1-b2")
        await house.check("e1", "a1-b2")


async def test_a_second_bot_on_the_same_file_is_refused(
    house: House,
) -> None:
    async with house.bot():
        await house.start_match()
        code, output = await run_to_exit(house.world, DATABASE_URL=house.database_url)
        assert code == 1
        assert "Another Stairwell is already using the file" in output
        await house.move(house.ada, "e1")
        await house.check("e1")


async def run_to_exit(world: Loopback, **env: str) -> tuple[int, str]:
    """Return the exit code and output of a bot that can't run, without its token."""
    async with running(world, STAIRWELL, "run", env=env) as process:
        code = await process.wait(SOON)
    output = process.stdout + process.stderr
    assert env.get("DISCORD_TOKEN", world.token) not in output
    assert "Traceback" not in output
    return code, output


async def test_a_bot_without_a_token_explains_how_to_try_it(house: House) -> None:
    code, output = await run_to_exit(house.world, DISCORD_TOKEN="   ")
    assert code == PERMANENT
    assert len(output.splitlines()) == 2
    assert "DISCORD_TOKEN" in output
    assert "stairwell preview" in output


async def test_a_bot_with_a_refused_token_explains_where_to_get_one(house: House) -> None:
    code, output = await run_to_exit(
        house.world, DISCORD_TOKEN="not.the.token", DATABASE_URL=house.database_url
    )
    assert code == PERMANENT
    assert "Discord doesn't accept this DISCORD_TOKEN" in output
    assert "https://discord.com/developers/applications" in output


async def test_a_bot_with_an_unusable_database_reports_why(house: House, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Not a database, but long enough to be looked at. " * 20)
    code, output = await run_to_exit(
        house.world, DATABASE_URL=f"sqlite:///{tmp_path / 'notes.txt'}"
    )
    assert code == PERMANENT
    assert "notes.txt is not a database" in output


async def test_a_bot_reports_that_discord_is_unreachable(house: House) -> None:
    code, output = await run_to_exit(
        house.world, DISCORD_API_URL="http://127.0.0.1:9/api/v10", DATABASE_URL=house.database_url
    )
    assert code == 1
    assert "Discord can't be reached" in output
