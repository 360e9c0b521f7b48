"""Which matches are rated, and recomputation of ratings from the matches."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.ratings.ratings import (
    MAX_MEETINGS,
    NEW,
    Finished,
    Meeting,
    Rating,
    RatingEffect,
    RatingGroup,
    Unrated,
    effects,
    meetings,
    rated,
    turns_made,
    why_unrated,
)
from rules.passtally.game import Passtally
from rules.replay import leave, random_play
from rules.skirt.game import Skirt

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def match(number: int = 1, **other: Any) -> Finished:
    """A rated match of two players that the first one won."""
    plain = Finished(number, "chess", 7, (11, 12), (1, 2), (9, 9), NOON)
    return replace(plain, **other)


@st.composite
def histories(draw: st.DrawFn) -> list[Finished]:
    """Random matches of a few players over some days in two servers, in order."""
    at = NOON
    rows: list[Finished] = []
    for number in range(1, draw(st.integers(1, 40)) + 1):
        at += timedelta(minutes=draw(st.integers(0, 600)))
        players = draw(st.lists(st.integers(1, 4), min_size=2, max_size=3))
        scores = [draw(st.integers(0, 2)) for _ in players]
        rows.append(
            Finished(
                number,
                draw(st.sampled_from(["chess", "go"])),
                draw(st.integers(1, 2)),
                tuple(players),
                tuple(1 + sum(other > own for other in scores) for own in scores),
                tuple(draw(st.sampled_from([2, 3, 30, 30, 30])) for _ in players),
                at,
                is_chosen_rated=draw(st.sampled_from([True, True, True, False])),
                is_aborted=draw(st.sampled_from([False, False, False, True])),
                has_computer=draw(st.sampled_from([False, False, False, True])),
            )
        )
    return rows


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({}, None),
        ({"is_chosen_rated": False}, "casual"),
        ({"is_aborted": True}, "aborted"),
        ({"has_computer": True}, "computer"),
        ({"has_substitute": True}, "substitute"),
        (
            {
                "has_substitute": True,
                "players": (11, 12, 13),
                "places": (1, 2, 3),
                "turns": (9, 9, 9),
            },
            None,
        ),
        ({"players": (11, 11)}, "alone"),
        ({"players": (11, 12, 11), "places": (1, 2, 2), "turns": (9, 9, 9)}, "alone"),
        ({"turns": (3, 2)}, "short"),
        ({"turns": (3, 3)}, None),
    ],
)
def test_an_unrated_match_has_a_reason(other: dict[str, Any], reason: str | None) -> None:
    assert why_unrated(match(**other), {}) == reason


def test_the_fourth_match_of_two_people_on_a_day_does_not_count() -> None:
    day = [match(number) for number in range(1, 6)]
    assert [reason for _, reason, _ in effects_in_turn(day)] == [None, None, None, "met", "met"]
    tomorrow = match(6, ended_at=NOON + timedelta(hours=12))
    assert [reason for _, reason, _ in effects_in_turn([*day, tomorrow])][-1] is None


def test_other_games_other_opponents_and_unrated_matches_use_no_daily_limit() -> None:
    day = [match(number) for number in range(1, 4)]
    for fourth in (match(4, game="go"), match(4, players=(11, 13))):
        assert [reason for _, reason, _ in effects_in_turn([*day, fourth])][-1] is None
    casual = [match(number, is_chosen_rated=False) for number in range(1, 4)]
    assert [reason for _, reason, _ in effects_in_turn([*casual, match(4)])][-1] is None


def test_the_daily_limit_ignores_seats_and_servers() -> None:
    day = [match(number) for number in range(1, 4)]
    for fourth in (match(4, players=(12, 11)), match(4, guild_id=8)):
        assert [reason for _, reason, _ in effects_in_turn([*day, fourth])][-1] == "met"


def test_a_third_player_does_not_bypass_the_daily_limit() -> None:
    day = [match(number) for number in range(1, 4)]
    three = {"places": (1, 2, 3), "turns": (9, 9, 9)}
    together = match(4, players=(13, 12, 11), **three)
    apart = match(5, players=(13, 14, 11), **three)
    assert [reason for _, reason, _ in effects_in_turn([*day, together, apart])][-2:] == [
        "met",
        None,
    ]


def test_the_day_is_in_utc_in_any_time_zone() -> None:
    eastern = NOON.astimezone(tz=datetime.fromisoformat("2026-03-01T00:00+13:00").tzinfo)
    assert eastern.day != NOON.day
    assert meetings(match(ended_at=eastern)) == meetings(match())


@settings(max_examples=25, deadline=None)
@given(histories())
def test_two_people_have_at_most_three_rated_matches_a_day(
    history: list[Finished],
) -> None:
    counted = [each for each, reason, _ in effects_in_turn(history) if reason is None]
    times = Counter(meeting for each in counted for meeting in meetings(each))
    assert max(times.values(), default=0) <= MAX_MEETINGS


def test_at_most_three_wins_a_day_count() -> None:
    day = [match(number) for number in range(1, 200)]
    changes = [
        change for _, _, each in effects_in_turn(day) for change in each if change.user_id == 11
    ]
    best = max(change.after.mu for change in changes) - NEW.mu
    assert len(changes) == 2 * MAX_MEETINGS
    assert best < 220


class IncrementalRatings:
    """Ratings updated in a database match by match, like those of a bot."""

    def __init__(self) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("create table rating (key text primary key, mu, sigma, played, at)")
        self._counted: list[Finished] = []

    def end(self, finished: Finished) -> None:
        met = Counter(meeting for each in self._counted for meeting in meetings(each))
        if why_unrated(finished, met) is None:
            self._counted.append(finished)
            for change in effects(finished, self.ratings()):
                self._store(change)

    def ratings(self) -> dict[tuple[RatingGroup, int], Rating]:
        by_group: dict[tuple[RatingGroup, int], Rating] = {}
        for key, mu, sigma, played, at in self._base.execute("select * from rating"):
            game, guild, user = key.split("/")
            group = RatingGroup(game, int(guild) if guild else None)
            by_group[group, int(user)] = Rating(mu, sigma, played, datetime.fromisoformat(at))
        return by_group

    def _store(self, change: RatingEffect) -> None:
        key = f"{change.group.game}/{change.group.guild_id or ''}/{change.user_id}"
        new = change.after
        assert new.last_at
        row = key, new.mu, new.sigma, new.played, new.last_at.isoformat()
        self._base.execute("insert or replace into rating values (?, ?, ?, ?, ?)", row)


@settings(max_examples=25, deadline=None)
@given(histories())
def test_the_stored_ratings_follow_from_the_matches_alone(history: list[Finished]) -> None:
    incremental = IncrementalRatings()
    for finished in history:
        incremental.end(finished)
    rebuilt: dict[tuple[RatingGroup, int], Rating] = {}
    for _, _, changes in effects_in_turn(history):
        for change in changes:
            assert change.before == rebuilt.get((change.group, change.user_id), NEW)
            rebuilt[change.group, change.user_id] = change.after
    assert incremental.ratings() == rebuilt


def test_a_match_counts_in_its_server_and_over_all_servers() -> None:
    here, elsewhere = match(1), match(2, guild_id=8, places=(2, 1))
    changes = [change for _, _, each in effects_in_turn([here, elsewhere]) for change in each]
    after = {(change.group.guild_id, change.user_id): change.after for change in changes}
    won, lost = rated((NEW, NEW), (1, 2), NOON)
    assert (after[7, 11], after[7, 12]) == (won, lost)
    assert (after[8, 11], after[8, 12]) == (lost, won)
    assert (after[None, 11], after[None, 12]) == rated((won, lost), (2, 1), NOON)


def test_two_moves_are_one_turn_and_half_a_turn_counts_as_none() -> None:
    game = Passtally()
    setup = game.deal({"players": 3}, Random(1))
    played = list(random_play(game.start(setup), Random(1)))
    half = next(n for n, each in enumerate(played) if each.after.is_mid_turn and n > 20)
    ended = [turns_made(played[: half + more], 3) for more in range(3)]
    mover = played[half].seat - 1
    assert ended[0] == ended[1]
    assert [after - before for before, after in zip(ended[1], ended[2], strict=True)] == [
        int(seat == mover) for seat in range(3)
    ]


def test_leaving_does_not_count_as_a_turn() -> None:
    game = Passtally()
    start = game.start(game.deal({"players": 3}, Random(1)))
    assert turns_made([leave(start, 2)], 3) == (0, 0, 0)


def test_in_a_game_of_single_moves_each_move_is_a_turn() -> None:
    game = Skirt()
    played = list(random_play(game.start(game.deal({"size": 4}, Random(2))), Random(2)))
    assert sum(turns_made(played, 2)) == len(played)


def effects_in_turn(
    matches: Iterable[Finished],
) -> Iterator[tuple[Finished, Unrated | None, tuple[RatingEffect, ...]]]:
    """Yield each match with the reason why it doesn't count, or with its effects.

    :param matches: all finished matches, in order of ending.
    """
    met: Counter[Meeting] = Counter()
    ratings: dict[tuple[RatingGroup, int], Rating] = {}
    for match in matches:
        reason = why_unrated(match, met)
        if reason:
            yield match, reason, ()
            continue
        changes = effects(match, ratings)
        met.update(meetings(match))
        ratings.update({(change.group, change.user_id): change.after for change in changes})
        yield match, None, changes
