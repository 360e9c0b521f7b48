"""Fairness of events despite downtime, absent players and late chores."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from club.matches.turns import time_left
from extensions.events.club import course as courses
from extensions.events.club import entering
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions
from extensions.events.club.standings import results
from extensions.events.club.standings.results import time_used
from extensions.events.storage import events as stored_events
from rules.refusal import Refusal
from storage.database.store import Store
from storage.matches import matches as stored_matches
from storage.matches import moves
from storage.matches.match import Participant
from tests.club.conftest import on_sqlite
from tests.club.services import CHANNEL, Services
from tests.extensions.events.club.sample_events import (
    ORGANISER,
    do_chores,
    end_all,
    entrant,
    move_all,
    open_event,
    pairings,
    pass_days,
    person,
    places,
    start_event,
    user_ids,
)

pytestmark = pytest.mark.usefixtures("in_process_pairing")

DAY = timedelta(days=1)


async def hours_used(services: Services, match_id: int) -> tuple[timedelta, ...]:
    """The time used by each seat of a match, rounded to the hour."""
    async with services.store.read() as tx:
        match = await stored_matches.current(tx, match_id)
        record = await moves.of_match(tx, match_id)
        remaining = await time_left(tx, match, services.now)
    times = time_used(match, record, services.now, remaining)
    return tuple(round(each / timedelta(hours=1)) * timedelta(hours=1) for each in times)


async def move(services: Services, match_id: int) -> None:
    """Make the first legal move for the player to move."""
    match = await services.matches.find(match_id)
    assert match.player_to_move is not None
    user_id = match.player_to_move.user_id
    await services.matches.play(match_id, user_id, match.position.moves()[0])


async def first_match(services: Services, event_id: int) -> int:
    match_id = (await pairings(services, event_id))[0].match_id
    assert match_id is not None
    return match_id


async def is_to_move(services: Services, match_id: int, user_id: int) -> bool:
    mover = (await services.matches.find(match_id)).player_to_move
    return mover is not None and mover.user_id == user_id


# Ladders


async def test_a_match_of_a_ladder_is_decided_on_its_day(services: Services) -> None:
    event = await open_event(services, "ladder", 3, EventOptions(game="skirt", days=3))
    match_id = await services.part(Events).challenge_above(event.id, person(2))
    await services.play_turns(match_id, 1)
    await pass_days(services, 3.25)
    (pairing,) = await pairings(services, event.id)
    assert not pairing.is_open
    assert pairing.settled_at == pairing.ends_at


async def test_extending_a_ladder_does_not_delay_its_next_check(services: Services) -> None:
    event = await open_event(services, "ladder", 3, EventOptions(game="skirt", days=3))
    match_id = await services.part(Events).challenge_above(event.id, person(2))
    await services.play_turns(match_id, 1)
    longer = await services.part(Events).organising.extend(event.id, ORGANISER)
    assert longer.wakes_at == services.now + 3 * DAY


async def test_sitting_out_costs_a_place_even_without_challenges(services: Services) -> None:
    event = await open_event(services, "ladder", 2)
    await pass_days(services, 7)
    await services.part(Events).join(event.id, person(3))
    await pass_days(services, 7.25)
    # The idle second player drops below the third, who has just joined.
    assert await places(services, event.id) == {1: 1, 3: 2, 2: 3}


async def test_an_organisers_decision_counts_on_a_ladder(services: Services) -> None:
    event = await open_event(services, "ladder", 3)
    match_id = await services.part(Events).challenge_above(event.id, person(3), 1)
    services.now += DAY
    await services.part(Events).organising.adjudicate(
        event.id, match_id, person(3).user_id, ORGANISER
    )
    assert await places(services, event.id) == {3: 1, 1: 2, 2: 3}
    assert (await entrant(services, event.id, 1)).seen_at == services.now


async def test_downtime_does_not_make_players_idle(services: Services) -> None:
    event = await open_event(services, "ladder", 2)
    await pass_days(services, 7)
    await services.part(Events).join(event.id, person(3))
    await pass_days(services, 6)
    services.uptime.set_offline()
    services.now += 2 * DAY
    await do_chores(services)
    assert await places(services, event.id) == {1: 1, 2: 2, 3: 3}


# Time used


async def test_thinking_before_a_take_back_is_charged_to_the_player_to_move(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4)
    match_id = await first_match(services, event.id)
    one, _ = await user_ids(services, event.id, (await pairings(services, event.id))[0])
    await move(services, match_id)
    services.now += timedelta(hours=10)
    await services.offers.make(match_id, one, "take back")
    assert await hours_used(services, match_id) == (timedelta(), timedelta(hours=10))


async def test_a_vacation_after_a_take_back_uses_no_bank_time(services: Services) -> None:
    event = await start_event(services, "cup", 4, EventOptions(game="skirt", pace="2d+12h<5d"))
    match_id = await first_match(services, event.id)
    one, two = await user_ids(services, event.id, (await pairings(services, event.id))[0])
    await move(services, match_id)
    services.now += timedelta(hours=24)
    await move(services, match_id)
    offered = await services.offers.make(match_id, one, "take back")
    await services.offers.accept(match_id, two, offered.offers[0].id)
    await move(services, match_id)
    await services.vacations.take(two, 2)
    await services.pass_time(timedelta(hours=48 + 2))
    await move(services, match_id)
    assert await hours_used(services, match_id) == (timedelta(), timedelta(hours=26))


async def test_vacation_days_do_not_count_as_time_used(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    match_id = await first_match(services, event.id)
    one, _ = await user_ids(services, event.id, (await pairings(services, event.id))[0])
    services.now += timedelta(hours=4)
    await services.vacations.take(one, 3)
    await services.pass_time(3 * DAY + timedelta(hours=2))
    assert await hours_used(services, match_id) == (timedelta(hours=6), timedelta())
    await move(services, match_id)
    assert await hours_used(services, match_id) == (timedelta(hours=6), timedelta())


async def test_a_player_whose_time_is_up_loses_although_the_other_used_more(
    services: Services,
) -> None:
    event = await start_event(
        services, "cup", 4, EventOptions(game="skirt", pace="1d+12h<5d", days=9)
    )
    match_id = await first_match(services, event.id)
    board = (await pairings(services, event.id))[0]
    one, other = await user_ids(services, event.id, board)
    await services.vacations.take(one, 14)
    await services.vacations.take(other, 14)
    # The first player takes their time, and the second one runs out of it as the round ends.
    while not await is_to_move(services, match_id, other):
        await move(services, match_id)
    ends_at = event.ends_at
    assert ends_at is not None
    await services.play_turns(match_id, 1)
    while not await is_to_move(services, match_id, one):
        await move(services, match_id)
    match = await services.matches.find(match_id)
    assert match.deadline is not None
    await services.wait_until(match.deadline - timedelta(hours=1))
    await move(services, match_id)
    match = await services.matches.find(match_id)
    assert match.deadline is not None
    used = await hours_used(services, match_id)
    await services.wait_until(max(match.deadline, ends_at))
    await services.uptime.set_online()
    await services.part(Events).advance()
    assert used[0] > timedelta(days=1)
    board = next(each for each in await pairings(services, event.id) if each.id == board.id)
    assert board.outcomes == (results.WIN, results.TIME_LOSS)
    assert (await services.matches.find(match_id)).is_over


async def test_downtime_does_not_count_as_time_used(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    match_id = await first_match(services, event.id)
    await do_chores(services)
    services.uptime.set_offline()
    services.now += 3 * DAY
    await do_chores(services)
    services.now += timedelta(hours=5)
    await move(services, match_id)
    assert await hours_used(services, match_id) == (timedelta(hours=5), timedelta())


# Downtime


async def test_no_event_is_cancelled_before_downtime_is_refunded(services: Services) -> None:
    event = await open_event(services, "league", 2)
    await do_chores(services)
    services.uptime.set_offline()
    services.now += 8 * DAY
    joined = await services.part(Events).join(event.id, person(3))
    assert joined.state == "open"
    await do_chores(services)
    assert (await services.part(Events).reader.event(event.id)).event.state == "open"


async def test_no_silent_player_is_dropped_before_downtime_is_refunded(
    services: Services,
) -> None:
    event = await open_event(services, "cup", 3)
    await pass_days(services, 4)
    await services.part(Events).join(event.id, person(4))
    await do_chores(services)
    services.uptime.set_offline()
    services.now += 3 * DAY
    await services.part(Events).confirm_entry(event.id, person(2))
    assert (await entrant(services, event.id, 1)).is_in


async def test_a_pause_ending_during_downtime_costs_no_time(services: Services) -> None:
    match_id = await services.start_match(pace="3d")
    one, other = (player.user_id for player in (await services.matches.find(match_id)).players)
    request = await services.offers.make(match_id, one, "pause")
    await services.offers.accept(match_id, other, request.offers[0].id)
    await do_chores(services)
    services.now += 29 * DAY
    await do_chores(services)
    services.uptime.set_offline()
    services.now += 5 * DAY
    await do_chores(services)
    match = await services.matches.find(match_id)
    assert match.stored.deadline == services.now + 3 * DAY


@pytest.mark.parametrize("action", ["challenge", "join", "extend"])
async def test_what_is_due_on_a_ladder_does_not_wait_because_of_others(
    services: Services, action: str
) -> None:
    event = await start_event(services, "ladder", 5)
    match_id = await services.part(Events).challenge_above(event.id, person(2), None)
    await services.play_turns(match_id, 1)
    # The process dies after a player has left.
    async with services.store.write() as tx:
        course = await courses.find(tx, event.id, locked=True)
        assert course is not None
        await entering.leave(tx, course, person(2).user_id, services.now)
    if action == "challenge":
        await services.part(Events).challenge_above(event.id, person(5), None)
    elif action == "join":
        await services.part(Events).join(event.id, person(6))
    else:
        await services.part(Events).organising.extend(event.id, ORGANISER)
    await services.part(Events).advance()
    assert (await services.matches.find(match_id)).is_over


# Absent opponents


async def test_a_group_winner_by_forfeits_gets_the_points_of_a_winner(
    services: Services,
) -> None:
    event = await start_event(services, "tour", 3)
    while (await services.part(Events).reader.event(event.id)).event.state == "running":
        boards = [each for each in await pairings(services, event.id) if each.is_open]
        if not any(1 in each.seats for each in boards):
            break
        for pairing in boards:
            match_id = pairing.match_id or 0
            while await is_to_move(services, match_id, person(1).user_id):
                await move(services, match_id)
        await pass_days(services, 1)
    standings = await services.part(Events).reader.standings(event.id)
    row = standings.row_of(person(1).user_id)
    assert row is not None
    assert (row.place, row.points) == (1, 14)


# Organisers, rematches, cups that never fill


async def test_a_match_that_just_ended_keeps_its_result(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    match_id = await first_match(services, event.id)
    one, other = await user_ids(services, event.id, (await pairings(services, event.id))[0])
    await services.play_turns(match_id, 1)
    await services.matches.resign(match_id, one)
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).organising.adjudicate(event.id, match_id, one, ORGANISER)
    assert refusal.value.code == "settled"
    await do_chores(services)
    decided = (await pairings(services, event.id))[0]
    assert (decided.outcomes, decided.adjudicated) == ((results.LOSS, results.WIN), False)
    assert other != one


async def test_a_rematch_of_a_match_decided_by_its_event_is_rated(services: Services) -> None:
    event = await start_event(services, "cup", 4, EventOptions(game="skirt", days=1))
    match_id = await first_match(services, event.id)
    await move_all(services, event.id)
    one, _ = await user_ids(services, event.id, (await pairings(services, event.id))[0])
    await pass_days(services, 1)
    await services.matches.resign(match_id, one)
    match = await services.matches.find(match_id)
    assert not match.stored.rated
    name = next(seat.name for seat in match.stored.seats if seat.user_id == one)
    request = await services.rematches.ask(match, Participant(one, name), CHANNEL)
    assert request.rated


async def test_a_cup_that_never_fills_is_cancelled(services: Services) -> None:
    event = await open_event(services, "cup", 2)
    await pass_days(services, 20)
    await services.part(Events).join(event.id, person(3))
    await pass_days(services, 29)
    assert (await services.part(Events).reader.event(event.id)).event.state == "open"
    await pass_days(services, 2)
    assert (await services.part(Events).reader.event(event.id)).event.state == "cancelled"
    news = await services.part(Events).reader.news(event.id)
    assert news[-1].kind == "too few"


# The cost of checking events


async def test_ending_a_round_and_starting_the_next_update_the_card_once(
    services: Services,
) -> None:
    event = await start_event(services, "tour", 3)
    before = await card_posts(services.store)
    await end_all(services, event.id)
    rounds = await services.part(Events).reader.rounds(event.id)
    assert len(rounds) == 2
    assert await card_posts(services.store) == before + 1


async def card_posts(store: Store) -> int:
    async with store.read() as tx:
        rows = await tx.execute(text("SELECT count(*) FROM outbox WHERE kind = 'event'"))
        return int(rows.scalar_one())


@on_sqlite
async def test_checking_for_due_events_reads_only_open_pairings(services: Services) -> None:
    query = str(stored_events.WITH_RESULTS.compile(compile_kwargs={"literal_binds": True}))
    async with services.store.read() as tx:
        rows = list(await tx.execute(text(f"EXPLAIN QUERY PLAN {query}")))
    plan = [str(row[3]) for row in rows]
    assert any("event_pairing USING INDEX ix_event_pairing_settled_at" in each for each in plan)
    assert not any(each.startswith("SCAN") for each in plan)
