"""Who meets whom: everybody against everybody, tables of three, Swiss rounds by the worker."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from club.events.pairer import WorkerPairer, can_pair
from club.events.round_robin import everybody_once, everybody_twice, tables_of_three
from club.events.swiss_worker import History, Request, pair
from club.events.tables import Player, meetings, tables


@pytest.mark.parametrize("players", range(2, 15))
def test_everybody_meets_everybody_once_and_has_each_seat_as_often(players: int) -> None:
    rounds = everybody_once(range(1, players + 1))
    met = Counter(frozenset(each) for pairs in rounds for each in pairs)
    assert met == Counter(frozenset(each) for each in combinations(range(1, players + 1), 2))
    for pairs in rounds:
        assert len({number for each in pairs for number in each}) == 2 * len(pairs)
    firsts = Counter(one for pairs in rounds for one, _ in pairs)
    seconds = Counter(other for pairs in rounds for _, other in pairs)
    assert all(abs(firsts[each] - seconds[each]) <= 1 for each in range(1, players + 1))


def test_everybody_meets_everybody_on_both_seats() -> None:
    pairs = [each for pairs in everybody_twice([5, 6, 7, 8]) for each in pairs]
    assert sorted(pairs) == [(a, b) for a in (5, 6, 7, 8) for b in (5, 6, 7, 8) if a != b]


@pytest.mark.parametrize("players", range(3, 12))
def test_at_tables_of_three_everybody_sits_on_each_seat_once(players: int) -> None:
    found = tables_of_three(range(players))
    for seat in range(3):
        assert sorted(each[seat] for each in found) == list(range(players))
    assert all(len({*each}) == 3 for each in found)


@pytest.mark.parametrize("players", [3, 4, 7])
def test_at_tables_of_three_all_meet_equally_often_where_that_can_be(players: int) -> None:
    met = meetings(tables_of_three(range(players)))
    assert len({met[frozenset(each)] for each in combinations(range(players), 2)}) == 1


def test_nobody_meets_twice_at_tables_of_three_in_three_rounds_of_nine() -> None:
    met: Counter[frozenset[int]] = Counter()
    had: Counter[tuple[int, int]] = Counter()
    for seed in range(3):
        players = [Player(each, 0, (had[each, 0], had[each, 1], had[each, 2])) for each in range(9)]
        found = tables(players, met, frozenset(), seed)
        met.update(meetings(found))
        had.update((number, seat) for each in found for seat, number in enumerate(each))
    assert max(met.values()) == 1


def history(opponents: list[int], firsts: list[bool], points: list[int]) -> History:
    return {"opponents": opponents, "firsts": firsts, "points": points, "plays": True}


def request(players: list[History], apart: list[tuple[int, int]] | None = None) -> Request:
    return {"players": players, "rounds": 9, "apart": apart or [], "top_seed_begins": True}


async def test_the_worker_pairs_in_a_process_of_its_own() -> None:
    asked = request([history([], [], []) for _ in range(10)])
    found = await WorkerPairer().pair(asked)
    assert found == pair(asked)
    assert sorted(number for each in found for number in each) == list(range(1, 11))


def test_those_who_are_to_be_kept_apart_are() -> None:
    fresh = [history([], [], []) for _ in range(4)]
    assert frozenset((1, 3)) in {frozenset(each) for each in pair(request(fresh))}
    found = {frozenset(each) for each in pair(request(fresh, [(1, 3)]))}
    assert frozenset((1, 3)) not in found


def test_who_has_met_everybody_meets_somebody_again_rather_than_nobody() -> None:
    met = [history([2], [True], [2]), history([1], [False], [0])]
    assert {frozenset(each) for each in pair(request(met))} == {frozenset((1, 2))}


def test_colours_give_way_before_anybody_meets_twice() -> None:
    # All four have only ever moved first, against others who are gone.
    gone = [history([place, 0, 0], [False] * 3, [0, 0, 0]) for place in (1, 2, 3, 4)]
    players = [history([place + 4, 0, 0], [True] * 3, [2, 0, 0]) for place in (1, 2, 3, 4)]
    for each in gone:
        each["plays"] = False
    found = pair(request([*players, *gone]))
    assert sorted(number for each in found for number in each) == [1, 2, 3, 4]


def test_nobody_has_a_second_bye() -> None:
    had = [history([0], [False], [2]) for _ in range(3)]
    with pytest.raises(ValueError, match="has had a bye"):
        pair(request(had))


def test_a_machine_says_whether_it_can_pair() -> None:
    assert can_pair()
    assert not can_pair("a_library_that_nobody_has")
