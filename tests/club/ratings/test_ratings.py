"""Properties of ratings that players rely on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.ratings.ratings import (
    CENTRE,
    MIN_DEVIATION,
    NEW,
    SETTLED_AFTER,
    UNKNOWN,
    Rating,
    deviation,
    is_provisional,
    rated,
    settled_until,
)
from presentation.phrases import rating_words

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@st.composite
def ratings(draw: st.DrawFn) -> Rating:
    """Any reachable rating of a player whose last match was up to three years ago."""
    if draw(st.integers(0, 9)) == 0:
        return NEW
    mu = round(draw(st.floats(-500, 4000)), 3)
    sigma = round(draw(st.floats(MIN_DEVIATION, UNKNOWN)), 3)
    last_at = NOW - timedelta(seconds=draw(st.integers(0, 3 * 365 * 86400)))
    return Rating(mu, sigma, draw(st.integers(1, 500)), last_at)


def known_rating(mu: float, sigma: float = MIN_DEVIATION) -> Rating:
    """The rating of a daily player."""
    return Rating(mu, sigma, 100, NOW)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    """The ratings and the places of two or three seats."""
    seats = draw(st.integers(2, 3))
    scores = [draw(st.integers(0, 3)) for _ in range(seats)]
    places = [1 + sum(other > own for other in scores) for own in scores]
    return [draw(ratings()) for _ in range(seats)], places


@given(tables())
def test_a_sole_winner_never_loses_points_and_a_sole_loser_never_gains(
    table: tuple[list[Rating], list[int]],
) -> None:
    before, places = table
    after = rated(before, places, NOW)
    if places.count(1) == 1:
        first = places.index(1)
        assert after[first].mu >= before[first].mu
    if places.count(max(places)) == 1:
        last = places.index(max(places))
        assert after[last].mu <= before[last].mu


@given(tables())
def test_the_order_of_the_seats_makes_no_difference(
    table: tuple[list[Rating], list[int]],
) -> None:
    before, places = table
    straight = rated(before, places, NOW)
    assert rated(before[::-1], places[::-1], NOW) == straight[::-1]
    assert rated(before[1:] + before[:1], places[1:] + places[:1], NOW) == (
        *straight[1:],
        straight[0],
    )


@given(tables())
def test_a_match_keeps_every_rating_finite_and_its_deviation_within_bounds(
    table: tuple[list[Rating], list[int]],
) -> None:
    before, places = table
    for old, new in zip(before, rated(before, places, NOW), strict=True):
        assert isfinite(new.mu)
        assert MIN_DEVIATION <= new.sigma <= UNKNOWN
        assert new.sigma <= deviation(old, NOW) + 0.001
        assert new.played == old.played + 1
        assert new.last_at == NOW
        assert (new.mu, new.sigma) == (round(new.mu, 3), round(new.sigma, 3))


@given(ratings(), ratings(), st.sampled_from([(1, 2), (2, 1), (1, 1)]))
def test_between_equal_deviations_gains_equal_losses(
    one: Rating, other: Rating, places: tuple[int, int]
) -> None:
    before = known_rating(one.mu, one.sigma), known_rating(other.mu, one.sigma)
    after = rated(before, places, NOW)
    gained = [new.mu - old.mu for old, new in zip(before, after, strict=True)]
    assert gained[0] == pytest.approx(-gained[1], abs=0.0021)


@given(st.floats(500, 3500), st.floats(MIN_DEVIATION, UNKNOWN))
def test_a_draw_between_equals_only_reduces_deviations(mu: float, sigma: float) -> None:
    before = known_rating(round(mu, 3), round(sigma, 3))
    for seats in (2, 3):
        for after in rated([before] * seats, [1] * seats, NOW):
            assert after.mu == pytest.approx(before.mu, abs=0.001)
            assert after.sigma <= before.sigma


def test_a_draw_brings_unequal_players_closer() -> None:
    weak, strong = rated([known_rating(1400), known_rating(1700)], [1, 1], NOW)
    assert 1400 < weak.mu < strong.mu < 1700


@given(ratings(), ratings(), ratings())
def test_a_better_place_is_never_worth_less(one: Rating, other: Rating, third: Rating) -> None:
    before = [one, other, third]
    first, second, last = (
        rated(before, places, NOW)[0].mu for places in ((1, 2, 3), (2, 1, 3), (3, 1, 2))
    )
    assert first >= second >= last


def test_400_points_mean_odds_of_ten_to_one() -> None:
    # The favourite must win ten times per loss to keep their rating.
    before = known_rating(1900, 10), known_rating(1500, 10)
    won = rated(before, (1, 2), NOW)[0].mu - 1900
    lost = 1900 - rated(before, (2, 1), NOW)[0].mu
    assert lost / won == pytest.approx(10, rel=0.05)


def test_established_equals_gain_as_many_points_as_in_chess() -> None:
    winner, _ = rated([known_rating(1600), known_rating(1600)], [1, 2], NOW)
    assert 8 <= winner.mu - 1600 <= 11


def test_beating_two_at_once_is_worth_as_much_as_beating_each() -> None:
    three = rated([known_rating(1500)] * 3, [1, 2, 3], NOW)
    two = rated([known_rating(1500)] * 2, [1, 2], NOW)
    assert three[0].mu - 1500 == pytest.approx(2 * (two[0].mu - 1500), abs=0.01)
    assert three[1].mu == pytest.approx(1500, abs=0.001)


@given(ratings(), st.integers(0, 2000), st.integers(0, 2000))
def test_a_deviation_grows_over_time_up_to_the_initial_one(
    rating: Rating, days: int, more: int
) -> None:
    sooner, later = (
        deviation(rating, NOW + days * DAY),
        deviation(rating, NOW + (days + more) * DAY),
    )
    assert rating.sigma <= sooner <= later <= UNKNOWN


def test_a_clock_set_back_does_no_harm() -> None:
    rating = Rating(1500, 80, 20, NOW)
    assert deviation(rating, NOW - 30 * DAY) == 80


@given(ratings())
def test_a_rating_is_settled_exactly_until_the_stated_time(rating: Rating) -> None:
    until = settled_until(rating)
    if until is None:
        assert is_provisional(rating, rating.last_at or NOW)
    else:
        assert not is_provisional(rating, until - timedelta(microseconds=1))
        assert is_provisional(rating, until)


def test_a_newcomers_rating_has_a_question_mark_until_the_fifth_match() -> None:
    one, other = NEW, known_rating(1500)
    assert rating_words(one, NOW) == "1500?"
    for number in range(1, 9):
        one, other = rated([one, other], (1, 2) if number % 2 else (2, 1), NOW)
        assert rating_words(one, NOW).endswith("?") == (number < SETTLED_AFTER)


def test_two_years_without_a_match_make_a_rating_provisional() -> None:
    assert rating_words(known_rating(1712.4), NOW + 700 * DAY) == "1712"
    assert rating_words(known_rating(1712.4), NOW + 750 * DAY) == "1712?"


def test_newcomers_playing_each_other_spread_around_the_centre() -> None:
    players = (NEW, NEW)
    for number in range(30):
        winner, loser = rated(players, (1, 2) if number % 3 else (2, 1), NOW)
        players = winner, loser
    assert sum(each.mu for each in players) / 2 == pytest.approx(CENTRE, abs=0.5)
    assert players[0].mu > players[1].mu + 50
    assert all(each.sigma < 120 for each in players)
