"""The matches of a round start a few at a time."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import select

from club.members.blocks import Blocks
from club.outbox import queue
from club.outbox.kinds import CardPost, Post
from extensions.events.club.changes import MAX_AT_ONCE
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions
from extensions.events.club.posts import EventNewsPost
from extensions.events.club.standings import results
from extensions.events.storage.rounds import Pairing
from storage import outbox
from tests.club.services import Services
from tests.extensions.events.club.sample_events import (
    ORGANISER,
    do_chores,
    end_all,
    end_match,
    move_all,
    open_event,
    pairings,
    person,
    start_event,
)

pytestmark = pytest.mark.usefixtures("in_process_pairing")


def running(boards: tuple[Pairing, ...]) -> list[Pairing]:
    return [each for each in boards if each.is_open and each.match_id is not None]


def not_started(boards: tuple[Pairing, ...]) -> list[Pairing]:
    return [each for each in boards if each.is_open and each.match_id is None]


def count_running(boards: tuple[Pairing, ...]) -> Counter[int]:
    return Counter(number for each in running(boards) for number in each.seats)


async def pending_posts(services: Services) -> list[Post]:
    async with services.store.read() as tx:
        rows = await tx.execute(select(*outbox.OUTBOX.c).order_by(outbox.OUTBOX.c.id))
    return [queue.decoded(outbox.Entry(*row)) for row in rows]


@pytest.mark.parametrize(("format", "players"), [("cup", 4), ("cup", 6), ("league", 7)])
async def test_everyone_starts_with_two_matches(
    services: Services, format: str, players: int
) -> None:
    wishes = EventOptions(game="skirt", most=players)
    event = await start_event(services, format, players, wishes)
    boards = await pairings(services, event.id)
    assert max(count_running(boards).values()) == MAX_AT_ONCE
    assert not_started(boards)


async def test_the_start_of_a_cup_mentions_each_player_once(services: Services) -> None:
    await start_event(services, "cup", 4)
    boards = [each for each in await pending_posts(services) if isinstance(each, CardPost)]
    assert len(boards) == 4
    assert Counter(user for each in boards for user in each.pings) == dict.fromkeys(
        (person(number).user_id for number in range(1, 5)), 1
    )


async def test_a_cup_is_announced_before_its_boards_are_posted(
    services: Services,
) -> None:
    await start_event(services, "cup", 4)
    posts = await pending_posts(services)
    assert {each.stage for each in posts if isinstance(each, EventNewsPost)} == {"early"}
    assert {each.stage for each in posts if isinstance(each, CardPost)} == {"usual"}


async def test_the_next_match_starts_when_one_ends(services: Services) -> None:
    event = await start_event(services, "league", 5)
    before = await pairings(services, event.id)
    for each in running(before)[:2]:
        await end_match(services, each.match_id or 0)
    await do_chores(services)
    after = await pairings(services, event.id)
    assert len(not_started(after)) < len(not_started(before))
    assert max(count_running(after).values()) <= MAX_AT_ONCE


async def test_an_unstarted_match_has_no_clock(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    before = running(await pairings(services, event.id))
    services.now += timedelta(days=1)
    for each in before:
        await end_match(services, each.match_id or 0)
    await services.part(Events).advance()
    for each in running(await pairings(services, event.id)):
        match = await services.matches.find(each.match_id or 0)
        assert match.stored.created_at == services.now


async def test_leaving_forfeits_unstarted_matches(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    await services.part(Events).leave(event.id, person(2).user_id)
    for each in await pairings(services, event.id):
        if each.match_id is None and 2 in each.seats:
            expected = tuple(
                results.FORFEIT_LOSS if number == 2 else results.FORFEIT_WIN
                for number in each.seats
            )
            assert each.outcomes == expected


async def test_a_match_not_started_by_the_end_of_the_round_is_half_a_point_each(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    ends_at = event.ends_at
    assert ends_at is not None
    unbegun = not_started(await pairings(services, event.id))
    # Vacations keep the clocks of all matches from running out.
    await services.wait_until(ends_at - timedelta(hours=1))
    await services.uptime.set_online()
    await services.wait_until(ends_at)
    await services.part(Events).advance()
    after = {each.id: each for each in await pairings(services, event.id)}
    assert {after[each.id].outcomes for each in unbegun} == {(results.WALKOVER, results.WALKOVER)}
    assert (await services.part(Events).reader.event(event.id)).event.state == "over"


async def test_no_match_starts_without_enough_time_left_in_its_round(services: Services) -> None:
    event = await start_event(services, "cup", 4, EventOptions(game="skirt", days=1))
    for each in running(await pairings(services, event.id)):
        await end_match(services, each.match_id or 0)
    await services.part(Events).advance()
    assert not running(await pairings(services, event.id))
    await services.part(Events).organising.extend(event.id, ORGANISER)
    assert running(await pairings(services, event.id))


async def test_players_get_half_a_point_each_after_a_later_block(
    services: Services,
) -> None:
    event = await start_event(services, "league", 5)
    board = not_started(await pairings(services, event.id))[0]
    one, other = board.seats
    blocks = Blocks(services.store, lambda: services.now)
    await blocks.block(person(one).user_id, person(other).user_id, f"Player {other}")
    await end_all(services, event.id)
    after = next(each for each in await pairings(services, event.id) if each.id == board.id)
    assert (after.outcomes, after.match_id) == ((results.WALKOVER, results.WALKOVER), None)


async def test_a_cancelled_cup_leaves_nothing_open(services: Services) -> None:
    event = await open_event(services, "cup", 4)
    await services.part(Events).organising.cancel(event.id, ORGANISER)
    boards = await pairings(services, event.id)
    assert not any(each.is_open for each in boards)
