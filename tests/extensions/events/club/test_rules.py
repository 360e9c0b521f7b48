"""The rules that keep events fair."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.members.blocks import Blocks
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.club.standings import results
from extensions.events.storage.entering import Entrant
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant
from storage.members import membership
from storage.members.membership import Member
from tests.club.services import CHANNEL, GUILD, Services
from tests.extensions.events.club.sample_events import (
    ORGANISER,
    do_chores,
    end_all,
    end_match,
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


async def test_a_full_cup_starts_automatically(services: Services) -> None:
    assert (await open_event(services, "cup", 3)).state == "open"
    event = await services.part(Events).join(1, person(4))
    assert event.state == "running"
    boards = await pairings(services, event.id)
    assert len(boards) == 12
    assert len({pairing.seats for pairing in boards}) == 12
    assert event.ends_at == services.now + timedelta(days=21)


async def test_a_member_enters_at_most_five_unfinished_events_of_a_server(
    services: Services,
) -> None:
    async def open_in(guild_id: int, number: int) -> int:
        wishes = EventOptions(game="skirt")
        opening = Opening(guild_id, CHANNEL, "cup", person(number), wishes)
        return (await services.part(Events).open(opening)).id

    elsewhere = await open_in(GUILD + 1, 2)
    here = [await open_in(GUILD, number) for number in range(2, 8)]
    for event_id in (elsewhere, *here[:5]):
        await services.part(Events).join(event_id, person(1))
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).join(here[5], person(1))
    assert refusal.value.code == "too_many_joined"
    await services.part(Events).leave(here[0], person(1).user_id)
    await services.part(Events).join(here[5], person(1))


async def test_a_cup_for_three_gives_each_player_each_seat_once(services: Services) -> None:
    event = await open_event(services, "cup", 3, EventOptions(game="passtally"))
    assert event.state == "running"
    seats = [pairing.seats for pairing in await pairings(services, event.id)]
    assert [{each[seat] for each in seats} for seat in range(3)] == [{1, 2, 3}] * 3


async def test_a_cup_waits_for_an_unseen_player_and_then_starts_without_them(
    services: Services,
) -> None:
    event = await open_event(services, "cup", 3)
    await pass_days(services, 4)
    event = await services.part(Events).join(event.id, person(4))
    assert event.state == "open"
    kinds = [each.kind for each in await services.part(Events).reader.news(event.id)]
    assert kinds == ["opened", "asked"]
    await services.part(Events).confirm_entry(event.id, person(1))
    await services.part(Events).confirm_entry(event.id, person(2))
    await pass_days(services, 2)
    assert (await entrant(services, event.id, 3)).state == "withdrawn"
    event = await services.part(Events).join(event.id, person(5))
    assert event.state == "running"


async def test_no_first_move_within_two_days_forfeits_and_drops_the_player(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4)
    for pairing in await pairings(services, event.id):
        users = await user_ids(services, event.id, pairing)
        if pairing.match_id is not None and users[0] != person(4).user_id:
            match = await services.matches.find(pairing.match_id)
            await services.matches.play(pairing.match_id, users[0], match.position.moves()[0])
    await pass_days(services, 2)
    assert (await entrant(services, event.id, 4)).state == "forfeited"
    for pairing in await pairings(services, event.id):
        if 4 in pairing.seats:
            assert pairing.outcomes is not None
            assert pairing.outcomes[pairing.seats.index(4)] == results.FORFEIT_LOSS


async def test_leaving_loses_all_running_matches_at_once(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    await services.part(Events).leave(event.id, person(2).user_id)
    for pairing in await pairings(services, event.id):
        assert pairing.is_open == (2 not in pairing.seats)
        if 2 in pairing.seats and pairing.match_id is not None:
            assert (await services.matches.find(pairing.match_id)).is_over


async def test_results_of_a_player_with_less_than_half_played_are_struck(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    first = next(each for each in await pairings(services, event.id) if 4 in each.seats)
    assert first.match_id is not None
    users = await user_ids(services, event.id, first)
    other = next(user for user in users if user != person(4).user_id)
    await services.matches.resign(first.match_id, other)
    await do_chores(services)
    await services.part(Events).leave(event.id, person(4).user_id)
    await end_all(services, event.id)
    assert await places(services, event.id) == {1: 1, 2: 2, 3: 3, 4: None}


async def test_results_of_a_player_with_half_played_stay(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    for _ in range(3):
        board = next(
            each
            for each in await pairings(services, event.id)
            if 4 in each.seats and each.is_open and each.match_id is not None
        )
        await services.matches.resign(board.match_id or 0, person(4).user_id)
        await do_chores(services)
    await services.part(Events).leave(event.id, person(4).user_id)
    await end_all(services, event.id)
    assert await places(services, event.id) == {1: 1, 2: 2, 3: 3, 4: 4}


async def test_a_match_between_two_departed_players_delays_no_one(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    for number in (3, 4):
        await services.part(Events).leave(event.id, person(number).user_id)
    await end_all(services, event.id)
    listed = await services.part(Events).reader.event(event.id)
    assert listed.event.state == "over"
    assert [title.event_id for title in await services.part(Events).reader.titles(101, GUILD)] == [
        event.id
    ]


async def test_at_the_end_of_a_round_the_slower_player_loses_and_play_is_unrated(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4, EventOptions(game="skirt", days=1))
    board = (await pairings(services, event.id))[0]
    assert board.match_id is not None
    users = await user_ids(services, event.id, board)
    services.now += timedelta(hours=2)
    match = await services.matches.find(board.match_id)
    await services.matches.play(board.match_id, users[0], match.position.moves()[0])
    await pass_days(services, 1)
    settled = (await pairings(services, event.id))[0]
    assert settled.outcomes == (results.WIN, results.TIME_LOSS)
    stored = (await services.matches.find(board.match_id)).stored
    assert (stored.state, stored.rated, stored.event_id) == ("running", False, None)
    assert (await services.part(Events).reader.event(event.id)).event.state == "over"


async def test_event_matches_cannot_be_paused_or_aborted(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    board = (await pairings(services, event.id))[0]
    assert board.match_id is not None
    users = await user_ids(services, event.id, board)
    for attempt in (
        services.offers.make(board.match_id, users[0], "pause"),
        services.matches.abort(board.match_id, users[0]),
    ):
        with pytest.raises(Refusal, match="belongs to an event") as refusal:
            await attempt
        assert refusal.value.code == "event"


async def test_a_vacation_stops_event_clocks_for_only_five_days(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    board = (await pairings(services, event.id))[0]
    assert board.match_id is not None
    users = await user_ids(services, event.id, board)
    before = (await services.matches.find(board.match_id)).deadline
    assert before is not None
    await services.vacations.take(users[0], 3)
    await services.vacations.take(users[0], 6)
    after = (await services.matches.find(board.match_id)).deadline
    assert after == before + timedelta(days=5)
    await services.vacations.end(users[0])
    assert (await services.matches.find(board.match_id)).deadline == before


async def test_joining_a_cup_with_a_blocked_player_is_refused_kindly(services: Services) -> None:
    event = await open_event(services, "cup", 2)
    await Blocks(services.store, lambda: services.now).block(103, 101, "Player 1")
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).join(event.id, person(3))
    assert refusal.value.code == "blocks"


async def test_in_a_league_of_one_division_a_block_gives_half_a_point(
    services: Services,
) -> None:
    await Blocks(services.store, lambda: services.now).block(103, 101, "Player 1")
    event = await start_event(services, "league", 5)
    board = next(each for each in await pairings(services, event.id) if {*each.seats} == {1, 3})
    assert board.match_id is None
    assert board.outcomes == (results.WALKOVER, results.WALKOVER)


async def test_in_a_league_of_two_divisions_blocks_separate_players(
    services: Services,
) -> None:
    await Blocks(services.store, lambda: services.now).block(103, 101, "Player 1")
    event = await start_event(services, "league", 12)
    boards = await pairings(services, event.id)
    assert not any({*each.seats} == {1, 3} for each in boards)
    assert all(each.is_open for each in boards)


async def test_leaving_the_server_leaves_the_event(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    async with services.store.write() as tx:
        await membership.save(tx, [Member(GUILD, 102, "Player 2", False, services.now)])
    await pass_days(services, 14)
    assert (await entrant(services, event.id, 2)).state == "withdrawn"


async def test_a_bye_counts_as_a_win_and_goes_to_the_lowest_without_one(services: Services) -> None:
    event = await start_event(services, "swiss", 9)
    had: list[int] = []
    for _ in range(5):
        boards = await pairings(services, event.id)
        byes = [each for each in boards if each.outcomes == (results.BYE,)]
        assert len(byes) == 1
        had += byes[0].seats
        await end_all(services, event.id)
    assert had[0] == 9
    assert len({*had}) == 5
    assert (await services.part(Events).reader.event(event.id)).event.state == "over"


async def test_late_entry_in_round_two_gives_half_a_point_and_then_closes(
    services: Services,
) -> None:
    event = await start_event(services, "swiss", 9)
    await services.part(Events).join(event.id, person(10))
    await end_all(services, event.id)
    standings = await services.part(Events).reader.standings(event.id)
    late = standings.row_of(person(10).user_id)
    assert late is not None
    assert late.points == 1
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).join(event.id, person(11))
    assert refusal.value.code == "closed"


async def test_the_standings_of_a_finished_round_never_change(services: Services) -> None:
    event = await start_event(services, "swiss", 10)
    await end_all(services, event.id)
    before = (await services.part(Events).reader.standings(event.id, after=1)).tables[0].rows
    await services.part(Events).leave(event.id, person(1).user_id)
    await end_all(services, event.id, loser=min)
    after = (await services.part(Events).reader.standings(event.id, after=1)).tables[0].rows
    assert [(row.entrant.user_id, row.place, row.points, row.tie_breaks) for row in after] == [
        (row.entrant.user_id, row.place, row.points, row.tie_breaks) for row in before
    ]


async def test_the_next_season_keeps_the_remaining_players(services: Services) -> None:
    event = await start_event(services, "league", 12)
    await end_all(services, event.id)
    assert (await services.part(Events).reader.event(event.id)).event.state == "over"
    coming = await services.part(Events).reader.event(event.id + 1)
    assert (coming.event.season, coming.event.series_id, coming.event.state) == (
        2,
        event.id,
        "open",
    )
    # The last two of the first division are relegated, the first two of the second promoted.
    order = [each.user_id - 100 for each in coming.entrants]
    assert order == [1, 2, 3, 4, 7, 8, 5, 6, 9, 10, 11, 12]
    for number in range(1, 13):
        if number != 3:
            await services.part(Events).confirm_entry(coming.event.id, person(number))
    await services.part(Events).join(coming.event.id, person(13))
    await pass_days(services, 5)
    second = await services.part(Events).reader.event(coming.event.id)
    assert second.event.state == "running"
    upper = {each.user_id - 100 for each in second.entrants if each.division == 1}
    assert upper == {1, 2, 4, 7, 8, 5}
    *_, lowest = (await services.part(Events).reader.standings(coming.event.id)).tables[-1].rows
    assert lowest.entrant.user_id == person(13).user_id


async def test_a_season_with_too_few_players_is_cancelled(services: Services) -> None:
    event = await start_event(services, "league", 4)
    await end_all(services, event.id)
    await services.part(Events).confirm_entry(event.id + 1, person(1))
    await pass_days(services, 6)
    assert (await services.part(Events).reader.event(event.id + 1)).event.state == "cancelled"


async def test_a_small_league_continues_if_new_players_replace_the_dropped(
    services: Services,
) -> None:
    event = await start_event(services, "league", 4)
    await services.part(Events).leave(event.id, person(4).user_id)
    await end_all(services, event.id)
    for number in (1, 2, 3):
        await services.part(Events).confirm_entry(event.id + 1, person(number))
    await services.part(Events).join(event.id + 1, person(5))
    await pass_days(services, 6)
    second = await services.part(Events).reader.event(event.id + 1)
    assert second.event.state == "running"
    playing = {each.user_id for each in second.entrants if each.state == "in"}
    assert playing == {person(number).user_id for number in (1, 2, 3, 5)}


async def test_on_a_ladder_places_change_hands_and_sitting_out_costs(services: Services) -> None:
    event = await open_event(services, "ladder", 5)
    match_id = await services.part(Events).challenge_above(event.id, person(5), 2)
    await services.play_turns(match_id, 3)
    await services.matches.resign(match_id, 102)
    await do_chores(services)
    assert await places(services, event.id) == {1: 1, 5: 2, 2: 3, 3: 4, 4: 5}
    services.now += timedelta(days=13, hours=23)
    match_id = await services.part(Events).challenge_above(event.id, person(3), 3)
    services.now += timedelta(hours=1)
    await do_chores(services)
    assert (await places(services, event.id))[1] == 1
    services.now += timedelta(hours=1)
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).challenge_above(event.id, person(4), 1)
    assert refusal.value.code == "place"


async def test_a_tour_goes_through_all_games(services: Services) -> None:
    event = await start_event(services, "tour", 7)
    games: list[str] = []
    for _ in GAMES:
        rounds = await services.part(Events).reader.rounds(event.id)
        games.append(rounds[-1].round.game)
        await end_all(services, event.id)
    assert {*games} == {*GAMES}
    assert (await services.part(Events).reader.event(event.id)).event.state == "over"
    row = (await services.part(Events).reader.standings(event.id)).row_of(101)
    assert row is not None
    assert row.points == len(GAMES) * 14
    # The first tie-break counts the groups won.
    assert row.tie_breaks[0] == len(GAMES)


async def test_event_matches_follow_the_same_farming_rule(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    board = (await pairings(services, event.id))[0]
    assert board.match_id is not None
    stored = (await services.matches.find(board.match_id)).stored
    assert stored.rated
    pair = {*board.seats}
    users = await user_ids(services, event.id, board)
    one, two = (Participant(user_id, "Player") for user_id in users)
    for _ in range(2):
        await services.win_match(one, two)
    while running := [
        each for each in await pairings(services, event.id) if each.is_open and each.match_id
    ]:
        for each in running:
            await services.play_turns(each.match_id or 0, 3)
            await end_match(services, each.match_id or 0)
        await services.part(Events).advance()
    unrated = [
        await services.unrated_reason(pairing.match_id or 0)
        for pairing in await pairings(services, event.id)
        if {*pairing.seats} == pair
    ]
    assert unrated == [None, "met"]


async def test_deleting_personal_data_keeps_the_event_and_removes_the_name(
    services: Services,
) -> None:
    event = await start_event(services, "cup", 4)
    await move_all(services, event.id)
    held = await services.personal_data.of(102)
    assert held.counts["events"] == 1
    assert b'"format": "cup"' in await services.personal_data.export(102)
    await services.personal_data.remove(102)
    assert (await services.personal_data.of(102)).is_empty
    await end_all(services, event.id)
    listed = await services.part(Events).reader.event(event.id)
    assert listed.event.state == "over"
    gone: Entrant = listed.entrants[1]
    assert (gone.name, gone.user_id < 0) == ("Deleted player", True)


async def test_an_organiser_can_extend_once(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    longer = await services.part(Events).organising.extend(event.id, ORGANISER)
    assert event.ends_at is not None
    assert longer.ends_at == event.ends_at + timedelta(days=7)
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).organising.extend(event.id, ORGANISER)
    assert refusal.value.code == "extended"
    assert [each.what for each in await services.audit.of_guild(GUILD, 9)] == ["event extended"]


async def test_a_match_decided_by_an_organiser_can_be_played_on(services: Services) -> None:
    event = await start_event(services, "cup", 4)
    board = (await pairings(services, event.id))[0]
    assert board.match_id is not None
    users = await user_ids(services, event.id, board)
    await services.part(Events).organising.adjudicate(event.id, board.match_id, users[1], ORGANISER)
    decided = (await pairings(services, event.id))[0]
    assert (decided.outcomes, decided.adjudicated) == ((results.LOSS, results.WIN), True)
    assert not (await services.matches.find(board.match_id)).is_over
    with pytest.raises(Refusal) as refusal:
        await services.part(Events).organising.adjudicate(
            event.id, board.match_id, users[0], ORGANISER
        )
    assert refusal.value.code == "settled"


async def test_a_removed_player_cannot_rejoin(services: Services) -> None:
    event = await open_event(services, "cup", 3)
    await services.part(Events).organising.remove(event.id, 102, ORGANISER)
    with pytest.raises(Refusal, match="removed you") as refusal:
        await services.part(Events).join(event.id, person(2))
    assert refusal.value.code == "out"
