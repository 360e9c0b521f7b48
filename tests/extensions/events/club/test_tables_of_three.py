"""Events at tables of three: players who leave, never come, resign or delete their data."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.matches.match import Match
from club.matches.reasons import LEFT_EVENT
from club.matches.turns import time_left
from club.outbox import queue
from club.outbox.kinds import CardPost, DirectPost
from extensions.events.club import changes, entering
from extensions.events.club import course as courses
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions
from extensions.events.club.standings import results
from extensions.events.club.standings.results import time_used
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing
from rules.refusal import Refusal
from storage import outbox
from storage.matches import matches as stored_matches
from storage.matches import moves
from storage.matches.match import Participant
from storage.members import membership
from storage.members.membership import Member
from tests.club.services import ADA, BEN, CY, GUILD, Services
from tests.extensions.events.club.sample_events import (
    ORGANISER,
    do_chores,
    end_all,
    end_match,
    entrant,
    move_all,
    open_event,
    pairings,
    participant,
    pass_days,
    person,
    places,
    start_event,
    user_ids,
)

pytestmark = pytest.mark.usefixtures("in_process_pairing")

HOUR = timedelta(hours=1)
DORA = Participant(900, "Dora")


async def start_tables(services: Services, players: int = 3, days: int | None = None) -> Event:
    """Start a cup of Passtally at tables of three. Each player starts with two of them."""
    wishes = EventOptions(game="passtally", most=players, days=days)
    return await start_event(services, "cup", players, wishes)


async def test_a_seat_that_left_an_overdue_table_is_last(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    match = await services.matches.resign(match_id, CY.user_id)
    used = [timedelta() if each.user_id == CY.user_id else HOUR for each in match.players]
    outcomes = results.decided_by_time(match.stored, used)
    (last,) = (each for each in match.players if outcomes[each.seat - 1] == results.TIME_LOSS)
    assert last.user_id == CY.user_id


async def tables(services: Services, event_id: int, number: int) -> list[Pairing]:
    """The tables of a player."""
    return [each for each in await pairings(services, event_id) if number in each.seats]


async def waiting_table(services: Services, event_id: int, number: int) -> Pairing:
    """A player's table that has not started."""
    own = await tables(services, event_id, number)
    return next(each for each in own if each.match_id is None)


async def after(services: Services, event_id: int, table: Pairing) -> Pairing:
    """A table as it is now."""
    boards = await pairings(services, event_id)
    return next(each for each in boards if each.id == table.id)


async def match_at(services: Services, table: Pairing) -> Match:
    assert table.match_id is not None
    return await services.matches.find(table.match_id)


async def start_table(services: Services, event_id: int, waiting: Pairing) -> Pairing:
    """End other matches until a table starts."""
    while (table := await after(services, event_id, waiting)).match_id is None:
        running = [each for each in await pairings(services, event_id) if each.is_open]
        await end_match(services, next(each.match_id for each in running if each.match_id) or 0)
        await do_chores(services)
    return table


async def notified(services: Services, match_id: int) -> set[int]:
    """The users mentioned or messaged by the pending posts of a match."""
    async with services.store.read() as tx:
        due = [queue.decoded(each) for each in await outbox.due(tx, services.now, 1000)]
    users: set[int] = set()
    for post in due:
        if isinstance(post, CardPost) and post.match_id == match_id:
            users |= {*post.pings}
        elif isinstance(post, DirectPost) and post.match_id == match_id:
            users.add(post.user_id)
    return users


def outcome_of(table: Pairing, number: int) -> str | None:
    return None if table.outcomes is None else table.outcomes[table.seats.index(number)]


async def miss_first_moves(services: Services, event_id: int, number: int) -> None:
    """Run out of time without a first move at all tables. The others move."""
    for table in await tables(services, event_id, number):
        if table.match_id is not None:
            match = await match_at(services, table)
            while match.to_move != 1 + table.seats.index(number):
                match = await play_turn(services, match)
    await services.pass_time(timedelta(days=2))
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()


async def play_turn(services: Services, match: Match) -> Match:
    mover = match.player_to_move
    while mover is not None and match.player_to_move == mover:
        match = await services.matches.play(match.id, mover.user_id, match.position.moves()[0])
    return match


# Leaving before a match


@pytest.mark.parametrize("number", [1, 2, 3, 4])
async def test_a_player_who_has_left_leaves_a_match_as_it_starts(
    services: Services, number: int
) -> None:
    event = await start_tables(services, 4)
    waiting = await waiting_table(services, event.id, number)
    await services.part(Events).leave(event.id, person(number).user_id)
    table = await start_table(services, event.id, waiting)
    match = await match_at(services, table)
    gone = table.seats.index(number)
    assert [each.is_playing for each in match.players] == [at != gone for at in range(3)]
    mover = match.player_to_move
    assert mover is not None
    assert mover.is_playing
    assert match.deadline == services.now + timedelta(days=2)
    assert await notified(services, match.id) == {mover.user_id}


async def test_the_two_who_stay_play_for_first_and_second_place(services: Services) -> None:
    event = await start_tables(services, 4)
    await services.part(Events).leave(event.id, person(4).user_id)
    await end_all(services, event.id)
    for table in await pairings(services, event.id):
        assert table.match_id is not None
        if 4 in table.seats:
            assert outcome_of(table, 4) == results.FORFEIT_LOSS
            assert sorted(table.outcomes or ()) == ["first", "forfeit loss", "second"]


async def test_nobody_plays_at_a_table_that_two_have_left(services: Services) -> None:
    event = await start_tables(services, 4)
    waiting = await waiting_table(services, event.id, 4)
    one, *_ = (number for number in waiting.seats if number != 4)
    for number in (4, one):
        await services.part(Events).leave(event.id, person(number).user_id)
    table = await after(services, event.id, waiting)
    assert table.match_id is None
    assert sorted(table.outcomes or ()) == ["forfeit loss", "forfeit loss", "forfeit win"]


# Deletion


async def test_a_deleted_player_is_neither_to_move_nor_mentioned(services: Services) -> None:
    event = await start_tables(services, 4)
    # The deleted player would have the first move.
    waiting = next(each for each in await pairings(services, event.id) if each.match_id is None)
    number = waiting.seats[0]
    await services.personal_data.remove(person(number).user_id)
    table = await start_table(services, event.id, waiting)
    match = await match_at(services, table)
    assert match.players[0].user_id < 0
    assert match.to_move == 2
    assert await notified(services, match.id) == {match.players[1].user_id}
    await end_match(services, match.id)
    await do_chores(services)
    assert outcome_of(await after(services, event.id, table), number) == results.FORFEIT_LOSS


async def test_the_others_play_on_at_the_tables_of_a_deleted_player(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    started = [each for each in await pairings(services, event.id) if each.match_id]
    await services.personal_data.remove(person(2).user_id)
    for table in started:
        players = {each.user_id for each in (await match_at(services, table)).playing}
        assert players == {person(1).user_id, person(3).user_id}
    await end_all(services, event.id)
    standings = await services.part(Events).reader.standings(event.id)
    points = {row.entrant.number: row.points for row in standings.tables[0].rows}
    assert points == {1: 6, 2: 0, 3: 0}


async def test_a_deletion_outdates_what_was_read_of_an_event(services: Services) -> None:
    event = await start_tables(services)
    await services.part(Events).leave(event.id, person(2).user_id)
    before = (await services.part(Events).reader.event(event.id)).event
    await services.personal_data.remove(person(2).user_id)
    # A match that another process is about to start would seat the name that it has read.
    assert (await services.part(Events).reader.event(event.id)).event.version > before.version


async def test_resigning_after_leaving_the_event_forfeits_the_match(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    # The process dies after the player has left, and the deletion goes on with resigning.
    async with services.store.write() as tx:
        course = await courses.find(tx, event.id, locked=True)
        assert course is not None
        course = await entering.leave(tx, course, person(2).user_id, services.now)
        await changes.save(tx, course, wakes_at=services.now + timedelta(days=1))
    services.now += HOUR
    table = next(each for each in await tables(services, event.id, 2) if each.match_id)
    await services.matches.resign(table.match_id or 0, person(2).user_id)
    await do_chores(services)
    table = await after(services, event.id, table)
    assert outcome_of(table, 2) == results.FORFEIT_LOSS
    assert results.FORFEIT_WIN in (table.outcomes or ())


# Leaving during a match


async def test_leaving_forfeits_a_running_table(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    await services.part(Events).leave(event.id, person(1).user_id)
    match = await match_at(services, table)
    assert not match.is_over
    assert person(1).user_id not in {each.user_id for each in match.playing}
    await services.matches.resign(match.id, person(3).user_id)
    await do_chores(services)
    table = await after(services, event.id, table)
    by_number = {number: outcome_of(table, number) for number in (1, 2, 3)}
    assert by_number == {1: "forfeit loss", 2: "first", 3: "second"}


async def test_two_who_leave_a_table_lose_to_the_third(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    for number in (1, 3):
        await services.part(Events).leave(event.id, person(number).user_id)
    match = await match_at(services, table)
    assert match.result is not None
    assert match.result["reason"] == LEFT_EVENT
    table = await after(services, event.id, table)
    by_number = {number: outcome_of(table, number) for number in (1, 2, 3)}
    assert by_number == {1: "forfeit loss", 2: "first", 3: "forfeit loss"}


async def test_leaving_a_table_is_not_charged_for_another_players_turn(services: Services) -> None:
    event = await start_tables(services)
    table = (await pairings(services, event.id))[0]
    users = await user_ids(services, event.id, table)
    match_id = table.match_id or 0
    services.now += 10 * HOUR
    await services.matches.resign(match_id, users[2])
    services.now += HOUR
    async with services.store.read() as tx:
        match = await stored_matches.current(tx, match_id)
        record = await moves.of_match(tx, match_id)
        remaining = await time_left(tx, match, services.now)
    assert [each / HOUR for each in time_used(match, record, services.now, remaining)] == [11, 0, 0]


# Standings after someone has left


async def standing_of(services: Services, event_id: int, number: int) -> tuple[int | None, int]:
    standings = await services.part(Events).reader.standings(event_id)
    row = standings.row_of(person(number).user_id)
    assert row is not None
    return row.place, row.points


async def finish_tables(
    services: Services, event_id: int, loser: int
) -> list[dict[int, int | None]]:
    """Finish the remaining tables one by one, and return the places after each."""
    seen: list[dict[int, int | None]] = []
    while running := [
        each for each in await pairings(services, event_id) if each.is_open and each.match_id
    ]:
        await services.matches.resign(running[0].match_id or 0, person(loser).user_id)
        services.now += HOUR
        await do_chores(services)
        seen.append(await places(services, event_id))
    return seen


async def test_the_results_of_a_player_who_left_early_stay_struck(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    await services.part(Events).leave(event.id, person(3).user_id)
    assert (await places(services, event.id))[3] is None
    for seen in await finish_tables(services, event.id, loser=2):
        assert seen[3] is None
    standings = await services.part(Events).reader.standings(event.id)
    points = {row.entrant.number: row.points for row in standings.tables[0].rows}
    # The three matches between the two remaining players still count.
    assert points == {1: 6, 2: 0, 3: 0}
    winner = standings.row_of(person(1).user_id)
    assert winner is not None
    assert winner.by_column[1:] == (6, None)


async def test_the_results_of_a_player_who_resigned_most_tables_before_leaving_count(
    services: Services,
) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    for table in await pairings(services, event.id):
        if table.match_id is not None:
            await services.matches.resign(table.match_id, person(3).user_id)
    services.now += HOUR
    await services.part(Events).leave(event.id, person(3).user_id)
    assert (await places(services, event.id))[3] is not None
    for seen in await finish_tables(services, event.id, loser=2):
        assert seen == {1: 1, 2: 2, 3: 3}
    own = [outcome_of(each, 3) for each in await pairings(services, event.id)]
    assert sorted(map(str, own)) == ["forfeit loss", "third", "third"]


async def test_resigning_one_of_three_tables_before_leaving_strikes_all(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    await services.matches.resign(table.match_id or 0, person(3).user_id)
    services.now += HOUR
    await services.part(Events).leave(event.id, person(3).user_id)
    assert await standing_of(services, event.id, 3) == (None, 0)
    for seen in await finish_tables(services, event.id, loser=2):
        assert seen[3] is None


async def test_a_result_counts_as_completed_although_it_is_recorded_later(
    services: Services,
) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    running = [each for each in await pairings(services, event.id) if each.match_id]
    for table in running:
        await end_match(services, table.match_id or 0)
    services.now += HOUR
    # The ended matches have no result in the event yet.
    assert all(each.is_open for each in await pairings(services, event.id))
    await services.part(Events).leave(event.id, person(3).user_id)
    assert (await standing_of(services, event.id, 3))[0] is not None


# Players who never come


async def test_a_player_who_never_came_is_out_while_the_others_play_on(services: Services) -> None:
    event = await start_tables(services)
    running = [each for each in await pairings(services, event.id) if each.match_id]
    await miss_first_moves(services, event.id, 3)
    await services.part(Events).advance()
    assert (await entrant(services, event.id, 3)).state == "forfeited"
    news = await services.part(Events).reader.news(event.id)
    assert [each.entrants for each in news if each.kind == "out"] == [(3,)]
    for table in running:
        match = await match_at(services, table)
        assert {each.user_id for each in match.playing} == {person(1).user_id, person(2).user_id}
    await end_all(services, event.id)
    for table in await pairings(services, event.id):
        assert outcome_of(table, 3) == results.FORFEIT_LOSS


async def test_a_player_who_never_came_is_out_when_the_round_ends_first(services: Services) -> None:
    event = await start_tables(services, days=3)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    await miss_first_moves(services, event.id, 3)
    ends_at = event.ends_at
    assert ends_at is not None
    await services.wait_until(ends_at)
    await services.uptime.set_online()
    # The chores of events run for the first time since then.
    await services.part(Events).advance()
    table = await after(services, event.id, table)
    assert not table.is_open
    assert outcome_of(table, 3) == results.FORFEIT_LOSS
    assert (await entrant(services, event.id, 3)).state == "forfeited"


async def test_a_player_who_moved_and_then_ran_out_of_time_stays(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    match = await match_at(services, table)
    mover = match.player_to_move
    assert mover is not None
    await services.vacations.take(mover.user_id, 14)
    await pass_days(services, 9)
    match = await match_at(services, table)
    assert not match.players[mover.seat - 1].is_playing
    assert (await entrant(services, event.id, mover.user_id - 100)).is_in
    async with services.store.read() as tx:
        assert event.id not in await stored_events.due(tx, services.now, 10)


async def test_an_organiser_removes_a_player_of_three(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    await services.part(Events).organising.remove(event.id, person(2).user_id, ORGANISER)
    for table in await pairings(services, event.id):
        if table.match_id is not None:
            match = await match_at(services, table)
            assert len(match.playing) == 2


# Members who leave the server


async def leave_server(services: Services, number: int) -> None:
    gone = person(number)
    async with services.store.write() as tx:
        await membership.save(tx, [Member(GUILD, gone.user_id, gone.name, False, services.now)])


async def test_nobody_who_has_left_the_server_is_seated_when_an_event_starts(
    services: Services,
) -> None:
    wishes = EventOptions(game="passtally", options={"players": 3})
    event = await open_event(services, "league", 5, wishes)
    await leave_server(services, 2)
    await services.part(Events).organising.close_entries(event.id, ORGANISER)
    boards = await pairings(services, event.id)
    assert {number for each in boards for number in each.seats} == {1, 3, 4, 5}


async def test_a_player_who_leaves_the_server_leaves_the_tables(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    await leave_server(services, 2)
    await end_match(services, (await pairings(services, event.id))[0].match_id or 0)
    await do_chores(services)
    for table in await pairings(services, event.id):
        if table.is_open and table.match_id:
            players = {each.user_id for each in (await match_at(services, table)).playing}
            assert players == {person(1).user_id, person(3).user_id}


async def test_an_organiser_decides_a_table_between_the_two_who_stay(services: Services) -> None:
    event = await start_tables(services)
    await move_all(services, event.id)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    await services.part(Events).leave(event.id, person(2).user_id)
    organising = services.part(Events).organising
    with pytest.raises(Refusal) as refusal:
        await organising.adjudicate(event.id, table.match_id or 0, person(2).user_id, ORGANISER)
    assert refusal.value.code == "not_playing"
    await organising.adjudicate(event.id, table.match_id or 0, person(3).user_id, ORGANISER)
    table = await after(services, event.id, table)
    by_number = {number: outcome_of(table, number) for number in (1, 2, 3)}
    assert by_number == {1: "third", 2: "forfeit loss", 3: "first"}


# Silent seats


async def silent_table(services: Services, players: int = 3) -> tuple[Event, Pairing, int]:
    """A table at which the time of a player who has moved has run out.

    :returns: the event, the table and the number of that player.
    """
    event = await start_tables(services, players)
    await move_all(services, event.id)
    table = next(each for each in await pairings(services, event.id) if each.match_id)
    match = await match_at(services, table)
    while match.vacancy is None:
        assert match.deadline is not None
        await services.wait_until(match.deadline)
        await services.matches.alarms.wake_due()
        match = await match_at(services, table)
    return event, table, table.seats[match.vacancy.seat - 1]


async def others_at(services: Services, table: Pairing) -> list[int]:
    match = await match_at(services, table)
    return [each.user_id for each in match.playing if each.seat != match.to_move]


async def test_a_silent_seat_of_a_table_is_lost_on_time_whoever_plays_on(
    services: Services,
) -> None:
    event, table, silent = await silent_table(services)
    match = await match_at(services, table)
    first, second = await others_at(services, table)
    await services.vacancies.offer(match, first)
    taken = await services.vacancies.take(match, DORA)
    move = taken.position.moves()[-1]
    await services.matches.play(match.id, DORA.user_id, move)
    await services.matches.resign(match.id, second)
    await services.matches.resign(match.id, DORA.user_id)
    await do_chores(services)
    table = await after(services, event.id, table)
    assert outcome_of(table, silent) == results.TIME_LOSS
    by_user = dict(
        zip(await user_ids(services, event.id, table), table.outcomes or (), strict=True)
    )
    assert (by_user[first], by_user[second]) == (results.FIRST, results.SECOND)
    assert (await entrant(services, event.id, silent)).is_in


async def test_a_player_of_the_event_cant_be_a_substitute_in_it(services: Services) -> None:
    _, table, _ = await silent_table(services, 4)
    match = await match_at(services, table)
    outside = ({1, 2, 3, 4} - {*table.seats}).pop()
    await services.vacancies.offer(match, (await others_at(services, table))[0])
    with pytest.raises(Refusal) as refusal:
        await services.vacancies.take(match, participant(outside))
    assert refusal.value.code == "in_event"


async def test_an_organiser_offers_the_seat_of_a_table(services: Services) -> None:
    _, table, _ = await silent_table(services)
    match = await match_at(services, table)
    await services.vacancies.offer(match, ORGANISER.user_id, ORGANISER)
    taken = await services.vacancies.take(match, DORA)
    assert taken.player_to_move is not None
    assert taken.player_to_move.user_id == DORA.user_id


async def test_a_player_who_takes_the_seat_back_loses_nothing(services: Services) -> None:
    event, table, silent = await silent_table(services)
    match = await match_at(services, table)
    first, second = await others_at(services, table)
    await services.vacancies.take_back(match, person(silent).user_id)
    for user_id in (second, first):
        await services.matches.resign(match.id, user_id)
    await do_chores(services)
    assert outcome_of(await after(services, event.id, table), silent) == results.FIRST


async def test_a_seat_with_a_substitute_ranks_last_when_the_round_ends(
    services: Services,
) -> None:
    _, table, silent = await silent_table(services)
    match = await match_at(services, table)
    await services.vacancies.offer(match, (await others_at(services, table))[0])
    for stored in (match.stored, (await services.vacancies.take(match, DORA)).stored):
        used = [HOUR, HOUR, HOUR]
        used[table.seats.index(silent)] = timedelta()
        outcomes = results.decided_by_time(stored, used)
        assert outcomes[table.seats.index(silent)] == results.TIME_LOSS
