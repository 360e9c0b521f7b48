"""Pairing the players in the pool."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from club.ratings.rhythm import STEPS
from extensions.pool.club.pairing import Pair, Seeker, pairs


def seeker(
    user_id: int,
    ratings: Mapping[str, float] | float = 1500.0,
    *,
    guild_id: int | None = 1,
    paces: tuple[int, int] = (0, 2),
    is_outgoing: bool = False,
    waited: float = 0.0,
    surplus: Mapping[str, int] | int = 0,
    rhythm: int | None = None,
) -> Seeker:
    by_game = ratings if isinstance(ratings, Mapping) else {"skirt": ratings}
    surpluses = surplus if isinstance(surplus, Mapping) else {"skirt": surplus}
    return Seeker(user_id, guild_id, by_game, paces, is_outgoing, waited, surpluses, rhythm)


def users(result: list[Pair]) -> set[frozenset[int]]:
    return {frozenset((pair.first, pair.second)) for pair in result}


def pair_of(one: int, other: int) -> frozenset[int]:
    return frozenset((one, other))


def test_players_closest_in_rating_are_paired() -> None:
    people = [seeker(1, 1500), seeker(2, 1600), seeker(3, 1510), seeker(4, 1620)]
    assert users(pairs(people)) == {pair_of(1, 3), pair_of(2, 4)}


def test_the_longest_waiting_player_chooses_first() -> None:
    people = [seeker(1, 1500), seeker(2, 1510, waited=1), seeker(3, 1520)]
    assert users(pairs([*people, seeker(4, 1530, waited=2)])) == {pair_of(4, 3), pair_of(2, 1)}


def test_a_large_rating_difference_is_accepted_after_some_waiting() -> None:
    def result(hours: float) -> list[Pair]:
        return pairs([seeker(1, 1500), seeker(2, 1900, waited=hours)])

    assert result(9) == []
    assert users(result(10)) == {pair_of(1, 2)}


def test_paired_players_get_a_game_both_want() -> None:
    one = seeker(1, {"scala": 1500, "skirt": 1500})
    assert pairs([one, seeker(2, {"passtally": 1500})]) == []
    (pair,) = pairs([one, seeker(2, {"scala": 1400, "skirt": 1490})])
    assert (pair.game, pair.distance) == ("skirt", 10)


def test_paired_players_get_a_pace_that_suits_both() -> None:
    assert pairs([seeker(1, paces=(0, 1)), seeker(2, paces=(2, 2))]) == []
    (pair,) = pairs([seeker(1, paces=(0, 1)), seeker(2, paces=(1, 2))])
    assert pair.paces == (1, 1)


def test_only_people_who_play_across_servers_meet_others() -> None:
    out, home = seeker(1, is_outgoing=True), seeker(2, guild_id=2)
    assert pairs([out, home]) == []
    assert pairs([out, seeker(3, guild_id=2, is_outgoing=True)]) != []
    assert pairs([out, seeker(4)]) != []


def test_people_who_block_each_other_never_meet() -> None:
    people = [seeker(1, waited=1000), seeker(2, waited=1000)]
    assert pairs(people, {pair_of(1, 2)}) == []


def test_a_recent_opponent_is_the_last_choice() -> None:
    met = {pair_of(1, 2): 1.0}
    people = [seeker(1, 1500, waited=1), seeker(2, 1500), seeker(3, 1600)]
    assert users(pairs(people, days_since_match=met)) == {pair_of(1, 3)}
    assert pairs(people[:2], days_since_match=met) == []
    assert users(pairs([seeker(1, waited=40), seeker(2)], days_since_match=met)) == {pair_of(1, 2)}
    assert users(pairs(people[:2], days_since_match={pair_of(1, 2): 30.0})) == {pair_of(1, 2)}


def test_people_who_answer_about_equally_fast_are_preferred() -> None:
    people = [seeker(1, rhythm=2, waited=1), seeker(2, rhythm=6), seeker(3, rhythm=3)]
    assert users(pairs(people)) == {pair_of(1, 3)}


def test_a_rating_difference_that_matters_counts_more_than_the_rhythm() -> None:
    fastest, slowest = 0, len(STEPS)
    people = [seeker(1, rhythm=fastest, waited=1), seeker(2, rhythm=slowest)]
    assert users(pairs([*people, seeker(3, 1550, rhythm=fastest)])) == {pair_of(1, 2)}
    assert users(pairs([*people, seeker(3, 1530, rhythm=fastest)])) == {pair_of(1, 3)}


def test_a_recent_opponent_is_the_last_choice_whatever_their_rhythm() -> None:
    people = [seeker(1, rhythm=0, waited=99), seeker(2, rhythm=0), seeker(3, rhythm=len(STEPS))]
    assert users(pairs(people, days_since_match={pair_of(1, 2): 28.0})) == {pair_of(1, 3)}


def test_nobody_waits_because_of_their_rhythm() -> None:
    people = [seeker(1, 1500, rhythm=0), seeker(2, 1650, rhythm=len(STEPS))]
    assert users(pairs(people)) == {pair_of(1, 2)}
    assert users(pairs([seeker(1, rhythm=0), seeker(2)])) == {pair_of(1, 2)}


def test_the_player_who_moved_first_less_often_moves_first() -> None:
    (pair,) = pairs([seeker(1, surplus=2), seeker(2, surplus=-1)])
    assert (pair.first, pair.second) == (2, 1)


def test_each_game_has_its_own_balance_of_seats() -> None:
    ratings = {"skirt": 1500.0}
    people = [seeker(1, ratings, surplus={"skirt": 1, "scala": -3}), seeker(2, ratings)]
    (pair,) = pairs(people)
    assert (pair.first, pair.second) == (2, 1)


def test_two_who_have_both_moved_first_more_often_wait_for_others() -> None:
    firsts = [seeker(1, surplus=1, waited=99), seeker(2, surplus=1)]
    assert pairs(firsts) == []
    both = {"skirt": 1500.0, "scala": 1500.0}
    (pair,) = pairs([seeker(1, both, surplus=1), seeker(2, both, surplus=1)])
    assert pair.game == "scala"
    assert users(pairs([*firsts, seeker(3, 1600, surplus=-1)])) == {pair_of(1, 3)}
    assert users(pairs([seeker(1, surplus=1, waited=120), firsts[1]])) == {pair_of(1, 2)}


def test_a_player_gets_one_match_and_never_plays_themselves() -> None:
    random = Random(1)
    people = [
        seeker(
            number,
            {game: random.gauss(1500, 200) for game in random.sample("abcde", 3)},
            guild_id=number % 17,
            paces=random.choice([(0, 0), (0, 2), (1, 2)]),
            is_outgoing=number % 3 > 0,
            waited=random.expovariate(0.1),
        )
        for number in range(1000)
    ]
    result = pairs(people)
    players = [each for pair in result for each in (pair.first, pair.second)]
    assert len(players) == len(set(players)) > 900


def test_the_same_people_always_get_the_same_pairs() -> None:
    people = [seeker(number, 1500 + number % 7) for number in range(50)]
    assert pairs(people) == pairs(people)


def test_a_player_outside_servers_meets_only_those_who_play_across_servers() -> None:
    direct = seeker(1, guild_id=None, is_outgoing=True)
    assert users(pairs([direct, seeker(2), seeker(3, 1540, is_outgoing=True)])) == {pair_of(1, 3)}
    assert users(pairs([direct, seeker(4, guild_id=None, is_outgoing=True)])) == {pair_of(1, 4)}


def test_among_equally_close_opponents_the_longest_waiting_one_is_chosen() -> None:
    people = [seeker(1, waited=3), seeker(2, 1490), seeker(3, 1510, waited=2), seeker(4, 1490)]
    assert users(pairs(people)) == {pair_of(1, 3), pair_of(2, 4)}
