"""The number of database statements and transactions that a turn takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from club.paces import HOUR
from storage.members import preferences
from tests.bot.simulated import World


@contextmanager
def statements(world: World) -> Iterator[list[str]]:
    """Record the statements within the block, including the start of each transaction."""
    statements_sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements_sent.append(" ".join(statement.split()))

    store: Any = world.bot.club.store
    engines = [each.sync_engine for each in (store._engines.writer, store._engines.reader)]

    def note_beginning(_connection: Any) -> None:
        statements_sent.append("BEGIN")

    listeners = (("before_cursor_execute", note), ("begin", note_beginning))
    for engine in engines:
        for name, listener in listeners:
            event.listen(engine, name, listener)
    yield statements_sent
    for engine in engines:
        for name, listener in listeners:
            event.remove(engine, name, listener)


def selects_from(statements_sent: list[str], table: str) -> list[str]:
    """Return the statements that select from a table."""
    return [
        each
        for each in statements_sent
        if each.startswith("SELECT")
        and each.replace('"', "").partition("FROM ")[2].startswith(f"{table} ")
    ]


def is_beginning(statement: str) -> bool:
    return statement.startswith("BEGIN")


async def test_a_turn_takes_few_statements_and_transactions(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="3d")
    await world.make_a_move(place)
    await world.make_a_move(place)
    await world.env.settle()
    with statements(world) as statements_sent:
        await world.ada.click(place.last_message, label="Play")
        await world.env.settle()
    assert len([each for each in statements_sent if not is_beginning(each)]) <= 7
    match = await world.bot.club.matches.find(1)
    move = match.position.text(match.position.moves()[0])
    with statements(world) as statements_sent:
        await world.ada.slash(place, "move", move=move)
        await world.env.settle()
    # The last one looks for further posts of the match.
    assert len([each for each in statements_sent if not is_beginning(each)]) <= 26
    assert len([each for each in statements_sent if is_beginning(each)]) <= 7


@pytest.mark.club(computers=True)
async def test_a_challenge_to_the_computer_loads_the_match_5_times_and_the_settings_twice(
    club: World,
) -> None:
    guide = await club.ada.slash(club.channel, "help")
    begin = club.control_of(guide.response, "Play")
    with statements(club) as statements_sent:
        await club.ada.click(guide.response, custom_id=begin)
        await club.env.settle()
    # Two of the five hold a lock, for the thread and for the card.
    matches = [
        each for each in selects_from(statements_sent, "match") if "JOIN match_place" in each
    ]
    assert len(matches) <= 5
    assert len(selects_from(statements_sent, "move")) <= 1
    # One is for the terms, the other for the card in the transaction that claims it.
    assert len(selects_from(statements_sent, "guild_settings")) <= 2


async def test_a_reminder_without_a_recipient_reads_no_moves(club: World) -> None:
    await club.start_match("skirt", options="size 4", pace="1d")
    async with club.bot.club.store.write() as tx:
        await preferences.save(tx, preferences.Preferences(club.ada.id, "none"))
    await club.restart()
    before = (await club.bot.club.matches.find(1)).stored.wakes_at
    await club.restart()
    with statements(club) as statements_sent:
        await club.pass_time(20 * HOUR)
    assert selects_from(statements_sent, "move") == []
    assert (await club.bot.club.matches.find(1)).stored.wakes_at != before
