"""Pairing: round robins, tables of three, and Swiss rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extensions.events.club import course as courses
from extensions.events.club.events import Events
from extensions.events.club.formats import swiss
from extensions.events.club.opening import EventOptions
from extensions.events.club.pairing import pairer
from extensions.events.club.pairing.pairer import WorkerPairer, can_pair
from extensions.events.club.pairing.swiss_worker import History, Request, pair
from extensions.events.club.pairing.tables import (
    Player,
    Seating,
    everyone_once,
    everyone_twice,
    meetings,
    tables,
    tables_of_three,
)
from storage.members import membership
from storage.members.membership import Member
from tests.club.services import GUILD, Services
from tests.extensions.events.club.sample_events import (
    ORGANISER,
    do_chores,
    open_event,
    pairings,
    person,
    start_event,
)


@pytest.mark.parametrize("players", range(2, 15))
def test_everyone_meets_once_with_balanced_seats(players: int) -> None:
    rounds = everyone_once(range(1, players + 1))
    met = Counter(frozenset(each) for pairs in rounds for each in pairs)
    assert met == Counter(frozenset(each) for each in combinations(range(1, players + 1), 2))
    for pairs in rounds:
        assert len({number for each in pairs for number in each}) == 2 * len(pairs)
    firsts = Counter(one for pairs in rounds for one, _ in pairs)
    seconds = Counter(other for pairs in rounds for _, other in pairs)
    assert all(abs(firsts[each] - seconds[each]) <= 1 for each in range(1, players + 1))


def test_everyone_meets_everyone_in_both_seats() -> None:
    pairs = [each for pairs in everyone_twice([5, 6, 7, 8]) for each in pairs]
    assert sorted(pairs) == [(a, b) for a in (5, 6, 7, 8) for b in (5, 6, 7, 8) if a != b]


@pytest.mark.parametrize("players", range(3, 12))
def test_at_tables_of_three_everyone_gets_each_seat_once(players: int) -> None:
    result = tables_of_three(range(players))
    for seat in range(3):
        assert sorted(each[seat] for each in result) == list(range(players))
    assert all(len({*each}) == 3 for each in result)


@pytest.mark.parametrize("players", [3, 4, 7])
def test_at_tables_of_three_all_meet_equally_often_if_possible(players: int) -> None:
    met = meetings(tables_of_three(range(players)))
    assert len({met[frozenset(each)] for each in combinations(range(players), 2)}) == 1


def seating(players: int, met: Mapping[frozenset[int], int], points: Sequence[int] = ()) -> Seating:
    """A request to seat players, numbered from 1, at tables of three."""
    everybody: list[Player] = [
        {"number": number, "points": points[number - 1] if points else 0, "seats": (0, 0, 0)}
        for number in range(1, players + 1)
    ]
    return {
        "players": everybody,
        "met": [(min(pair), max(pair), times) for pair, times in met.items()],
        "apart": [],
        "seed": 1,
    }


def all_tables(players: frozenset[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to seat all players at tables of three."""
    if not players:
        yield []
        return
    first = min(players)
    for others in combinations(sorted(players - {first}), 2):
        table = frozenset((first, *others))
        for rest in all_tables(players - table):
            yield [table, *rest]


def times_met(boards: Iterable[Iterable[int]], met: Mapping[frozenset[int], int]) -> int:
    return sum(met.get(frozenset(pair), 0) for each in boards for pair in combinations(each, 2))


def squared_differences(boards: Iterable[Iterable[int]], points: Sequence[int]) -> int:
    return sum(
        (points[one - 1] - points[other - 1]) ** 2
        for each in boards
        for one, other in combinations(each, 2)
    )


@given(
    players=st.sampled_from((3, 6, 9)),
    met=st.dictionaries(
        st.frozensets(st.integers(1, 9), min_size=2, max_size=2), st.integers(1, 3), max_size=30
    ),
    points=st.lists(st.integers(0, 16), min_size=9, max_size=9),
)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_small_fields_minimize_repeat_meetings_and_point_differences(
    players: int, met: dict[frozenset[int], int], points: list[int]
) -> None:
    points.sort(reverse=True)
    result = tables(seating(players, met, points))
    assert sorted(number for each in result for number in each) == list(range(1, players + 1))
    assert (times_met(result, met), squared_differences(result, points)) == min(
        (times_met(each, met), squared_differences(each, points))
        for each in all_tables(frozenset(range(1, players + 1)))
    )


def test_players_meet_a_third_time_only_if_no_seating_is_better() -> None:
    # Six of ten players remain after three rounds. Two pairs have met twice, others once.
    boards = [(4, 5, 6), (2, 4, 7), (6, 9, 10), (2, 6, 4), (10, 7, 5)]
    met = meetings(boards)
    request = seating(10, met)
    request["players"] = [
        each for each in request["players"] if each["number"] in (2, 4, 5, 6, 9, 10)
    ]
    result = meetings(tables(request))
    assert result[frozenset((2, 4))] == result[frozenset((4, 6))] == 0
    assert sum(met[pair] for pair in result) == 3


@pytest.mark.parametrize(("players", "rounds"), [(9, 3), (15, 4), (24, 6)])
def test_at_tables_of_three_repeat_meetings_are_avoided_if_possible(
    players: int, rounds: int
) -> None:
    met: Counter[frozenset[int]] = Counter()
    had: Counter[tuple[int, int]] = Counter()
    for seed in range(rounds):
        request = seating(players, met)
        request["seed"] = seed
        for each in request["players"]:
            number = each["number"]
            each["seats"] = had[number, 0], had[number, 1], had[number, 2]
        result = tables(request)
        met.update(meetings(result))
        had.update((number, seat) for each in result for seat, number in enumerate(each))
    assert max(met.values()) == 1
    assert max(had.values()) <= 3


@dataclass(slots=True)
class Tournament:
    """Rounds at tables of three, with results at random."""

    random: Random
    points: Counter[int]
    met: Counter[frozenset[int]]
    had: Counter[tuple[int, int]]

    def play_round(self) -> None:
        request = seating(len(self.points), self.met)
        request["seed"] = self.random.randrange(1000)
        for each in request["players"]:
            number = each["number"]
            each["points"] = self.points[number]
            each["seats"] = self.had[number, 0], self.had[number, 1], self.had[number, 2]
        result = tables(request)
        self.met.update(meetings(result))
        for seats in result:
            self.had.update((number, seat) for seat, number in enumerate(seats))
            for points, number in enumerate(self.random.sample(seats, 3)):
                self.points[number] += points

    def seats_of(self, number: int) -> list[int]:
        """How often a player has had each seat."""
        return [self.had[number, seat] for seat in range(3)]


def tournament(players: int, seed: int) -> Tournament:
    points = Counter(dict.fromkeys(range(1, players + 1), 0))
    return Tournament(Random(seed), points, Counter(), Counter())


@pytest.mark.parametrize(("players", "seed"), [(12, 0), (12, 1), (15, 0), (36, 0)])
def test_after_three_rounds_at_tables_of_three_everyone_has_had_each_seat(
    players: int, seed: int
) -> None:
    played = tournament(players, seed)
    for _ in range(3):
        played.play_round()
    assert {tuple(played.seats_of(number)) for number in played.points} == {(1, 1, 1)}
    assert max(played.met.values()) == 1


def test_nine_players_repeat_a_seat_rather_than_a_meeting() -> None:
    repeats = 0
    for seed in range(10):
        played = tournament(9, seed)
        for _ in range(3):
            played.play_round()
        assert max(played.met.values()) == 1
        repeats += sum(max(played.seats_of(number)) > 1 for number in played.points)
    assert repeats <= 9


def test_at_tables_of_three_excluded_pairs_are_kept_apart() -> None:
    request = seating(21, {}, range(21))
    apart = [(1, 2), (1, 3), (4, 5)]
    assert all(frozenset(pair) in meetings(tables(request)) for pair in apart)
    request["apart"] = apart
    assert not any(frozenset(pair) in meetings(tables(request)) for pair in apart)


@pytest.mark.usefixtures("in_process_pairing")
async def test_a_table_without_a_match_gives_nobody_a_seat(services: Services) -> None:
    for number in range(2, 10):
        await services.blocks.block(person(1).user_id, person(number).user_id, "someone")
    wishes = EventOptions(game="passtally", options={"players": 3})
    event = await start_event(services, "swiss", 9, wishes)
    assert any(not each.is_open for each in await pairings(services, event.id))
    async with services.store.read() as tx:
        course = await courses.find(tx, event.id)
    assert course is not None
    started = Counter(
        number for each in course.pairings if each.match_id is not None for number in each.seats
    )
    players = swiss.seating(course)["players"]
    assert {each["number"]: sum(each["seats"]) for each in players} == {
        each["number"]: started[each["number"]] for each in players
    }


async def test_tables_are_computed_in_a_separate_process() -> None:
    the_request = seating(12, {frozenset((1, 2)): 1})
    assert await WorkerPairer().seat(the_request) == tables(the_request)


def history(opponents: list[int], firsts: list[bool], points: list[int]) -> History:
    return {"opponents": opponents, "firsts": firsts, "points": points, "plays": True}


def request(players: list[History], apart: list[tuple[int, int]] | None = None) -> Request:
    return {"players": players, "rounds": 9, "apart": apart or [], "top_seed_begins": True}


async def test_the_worker_pairs_in_a_separate_process() -> None:
    the_request = request([history([], [], []) for _ in range(10)])
    result = await WorkerPairer().pair(the_request)
    assert result == pair(the_request)
    assert sorted(number for each in result for number in each) == list(range(1, 11))


def test_excluded_pairs_are_kept_apart() -> None:
    fresh = [history([], [], []) for _ in range(4)]
    assert frozenset((1, 3)) in {frozenset(each) for each in pair(request(fresh))}
    result = {frozenset(each) for each in pair(request(fresh, [(1, 3)]))}
    assert frozenset((1, 3)) not in result


def test_a_player_who_met_everyone_is_paired_again() -> None:
    met = [history([2], [True], [2]), history([1], [False], [0])]
    assert {frozenset(each) for each in pair(request(met))} == {frozenset((1, 2))}


def test_three_players_who_met_one_another_are_paired_again_with_a_bye_for_the_last() -> None:
    met = [
        history([2, 3], [True, False], [2, 2]),
        history([1, 3], [False, True], [0, 2]),
        history([1, 2], [True, False], [0, 0]),
    ]
    assert {frozenset(each) for each in pair(request(met))} == {
        frozenset((1, 2)),
        frozenset((3, 0)),
    }
    assert (3, 0) in pair(request(met))


def test_avoiding_repeat_meetings_outranks_colours() -> None:
    # All four have always moved first, against players who have left.
    gone = [history([place, 0, 0], [False] * 3, [0, 0, 0]) for place in (1, 2, 3, 4)]
    players = [history([place + 4, 0, 0], [True] * 3, [2, 0, 0]) for place in (1, 2, 3, 4)]
    for each in gone:
        each["plays"] = False
    result = pair(request([*players, *gone]))
    assert sorted(number for each in result for number in each) == [1, 2, 3, 4]


def test_of_an_odd_number_of_players_one_has_a_bye() -> None:
    result = pair(request([history([], [], []) for _ in range(5)]))
    assert sorted(number for each in result for number in each) == [0, 1, 2, 3, 4, 5]
    assert [other for _, other in result].count(0) == 1


def test_no_player_gets_a_second_bye() -> None:
    had = [history([0], [False], [2]) for _ in range(3)]
    with pytest.raises(ValueError, match="has had a bye"):
        pair(request(had))


@pytest.mark.usefixtures("in_process_pairing")
async def test_a_blocked_player_who_leaves_as_the_event_starts_does_not_delay_it(
    services: Services,
) -> None:
    event = await open_event(services, "swiss", 10)
    gone = person(5)
    await services.blocks.block(person(1).user_id, gone.user_id, gone.name)
    async with services.store.write() as tx:
        await membership.save(tx, [Member(GUILD, gone.user_id, gone.name, False, services.now)])
    event = await services.part(Events).organising.close_entries(event.id, ORGANISER)
    assert event.state == "running"


def test_can_pair_reports_a_missing_library() -> None:
    assert can_pair()
    assert not can_pair("a_library_that_nobody_has")


@pytest.fixture
def _pairing_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairer, "PATIENCE", 0)


@pytest.mark.usefixtures("_pairing_times_out")
async def test_an_organisers_change_is_kept_although_the_round_cannot_be_paired(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await start_event(services, "swiss", 9)
    assert (event.state, event.entries_close_at) == ("open", services.now)
    await do_chores(services)
    assert (await services.part(Events).reader.event(event.id)).event.state == "open"
    monkeypatch.setattr(pairer, "PATIENCE", 60)
    services.now += timedelta(minutes=10)
    await do_chores(services)
    assert (await services.part(Events).reader.event(event.id)).event.state == "running"


@pytest.mark.usefixtures("_pairing_times_out")
async def test_a_person_is_deleted_although_the_round_cannot_be_paired(services: Services) -> None:
    event = await start_event(services, "swiss", 9)
    await services.personal_data.remove(person(5).user_id)
    entrants = (await services.part(Events).reader.event(event.id)).entrants
    assert entrants[4].user_id < 0
    assert not entrants[4].is_in
