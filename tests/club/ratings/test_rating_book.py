"""Ratings in the database: one change per rated match, and recomputation."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError

from club.matches.match import Match
from club.ratings import rating_book
from club.ratings.ratings import NEW, rated
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import random_play
from storage.database import key_values
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import MATCHES, Participant, Place, Result, Terms
from storage.matches.matches import NewMatch
from storage.members import preferences
from storage.members.membership import MEMBERS
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import RATINGS
from tests.club.conftest import on_sqlite
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services, rating_rows
from tests.databases import new_store


async def rating(
    services: Services, person: Participant, game: str = "skirt", guild_id: int = GUILD
) -> float:
    async with services.store.read() as tx:
        rows = await stored_ratings.of_user(tx, person.user_id, guild_id)
    return next((each.mu for each in rows if each.game == game), NEW.mu)


async def test_a_result_changes_each_rating_once(services: Services) -> None:
    match = await services.matches.find(await services.win_match())
    won, lost = rated((NEW, NEW), (1, 2), NOON)
    assert (await rating(services, ADA), await rating(services, BEN)) == (won.mu, lost.mu)
    assert {change.user_id: change.after for change in match.rating_changes} == {
        ADA.user_id: won.mu,
        BEN.user_id: lost.mu,
    }
    assert match.stored.ended_number == 1


async def test_two_clicks_that_end_a_match_change_ratings_once(services: Services) -> None:
    match_id = await services.start_match()
    await services.play_turns(match_id)
    ends = [services.matches.resign(match_id, BEN.user_id) for _ in range(5)]
    came = await asyncio.gather(*ends, return_exceptions=True)
    assert sum(isinstance(each, Match) for each in came) == 1
    assert all(isinstance(each, Match | Refusal) for each in came)
    assert len((await rating_rows(services.store))["rating_change"]) == 4


async def test_if_both_players_resign_at_once_one_wins_and_one_loses(services: Services) -> None:
    match_id = await services.start_match()
    await services.play_turns(match_id)
    both = [services.matches.resign(match_id, each.user_id) for each in (ADA, BEN)]
    await asyncio.gather(*both, return_exceptions=True)
    async with services.store.read() as tx:
        (standing,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD)
    assert (standing.matches, standing.wins + standing.losses) == (1, 1)
    assert await rating(services, ADA) + await rating(services, BEN) == pytest.approx(2 * NEW.mu)


async def test_matches_that_end_at_once_count_one_after_another(services: Services) -> None:
    games = ["skirt", "scala", "scalas", "skirt", "scala", "scalas"]
    numbers = [
        await services.start_match(game=game, guild_id=7 + n % 2) for n, game in enumerate(games)
    ]
    for number in numbers:
        await services.play_turns(number)
    await asyncio.gather(*(services.matches.resign(number, BEN.user_id) for number in numbers))
    ended = [(await services.matches.find(number)).stored.ended_number for number in numbers]
    assert sorted(each or 0 for each in ended) == [1, 2, 3, 4, 5, 6]
    ratings = await rating_rows(services.store)
    assert await rating_book.recompute(services.store) == (6, 6)
    assert await rating_rows(services.store) == ratings


async def test_a_match_counts_in_its_game_and_server_and_over_all_servers(
    services: Services,
) -> None:
    await services.win_match(guild_id=7)
    await services.win_match(guild_id=9)
    one, _ = rated((NEW, NEW), (1, 2), NOON)
    assert (
        await rating(services, ADA, guild_id=7) == await rating(services, ADA, guild_id=9) == one.mu
    )
    assert await rating(services, ADA, guild_id=stored_ratings.EVERYWHERE) > one.mu
    assert await rating(services, ADA, game="scala") == NEW.mu


async def test_an_unrated_match_changes_nothing_and_has_a_reason(services: Services) -> None:
    casual = await services.win_match(rated=False)
    short = await services.start_match()
    await services.play_turns(short, 2)
    await services.matches.resign(short, BEN.user_id)
    aborted = await services.start_match()
    await services.matches.abort(aborted, ADA.user_id)
    ended = await services.start_match()
    await services.play_turns(ended)
    await services.matches.end(ended, "Mo", "stuck")
    reasons = [await services.unrated_reason(each) for each in (casual, short, aborted, ended)]
    assert reasons == ["casual", "short", "aborted", "aborted"]
    assert (await rating_rows(services.store))["rating"] == []
    assert await rating_book.recompute(services.store) == (0, 4)


async def test_a_timeout_is_a_loss_but_an_aborted_match_does_not_count(
    services: Services,
) -> None:
    played, absent = await services.start_match(pace="1d"), await services.start_match(pace="1d")
    await services.play_turns(played)
    await services.pass_time(timedelta(days=40))
    await services.matches.alarms.wake_due()
    # Vacation days saved the first turn. Now there are none left.
    await services.pass_time(timedelta(days=40))
    await services.matches.alarms.wake_due()
    assert [await services.unrated_reason(each) for each in (played, absent)] == [None, "aborted"]
    late = (await services.matches.find(played)).result
    assert late is not None
    assert late["reason"] == "time"
    assert await rating(services, BEN) > NEW.mu > await rating(services, ADA)


@pytest.mark.usefixtures("games_with_draws")
async def test_a_draw_counts_for_both_and_ends_a_streak(services: Services) -> None:
    await services.win_match()
    match_id = await services.start_match()
    await services.play_turns(match_id)
    offered = await services.offers.make(match_id, ADA.user_id, "draw")
    (offer,) = offered.offers
    await services.offers.accept(match_id, BEN.user_id, offer.id)
    async with services.store.read() as tx:
        (ada,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD)
        (ben,) = await stored_ratings.of_user(tx, BEN.user_id, GUILD)
    assert (ada.wins, ada.draws, ada.losses, ada.streak, ada.longest_streak) == (1, 1, 0, 0, 1)
    assert (ben.wins, ben.draws, ben.losses, ben.streak) == (0, 1, 1, 0)
    # A draw with a lower-rated player costs a few points.
    assert ada.mu < rated((NEW, NEW), (1, 2), NOON)[0].mu


async def test_wins_and_losses_in_a_row_are_counted(services: Services) -> None:
    streaks: list[tuple[int, int]] = []
    for winner, loser in ((ADA, BEN), (ADA, BEN), (BEN, ADA), (BEN, ADA), (CY, ADA)):
        await services.win_match(winner, loser)
        async with services.store.read() as tx:
            (ada,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD)
        streaks.append((ada.streak, ada.longest_streak))
        services.now += timedelta(days=1)
    assert streaks == [(1, 1), (2, 2), (-1, 2), (-2, 2), (-3, 2)]


async def test_leaving_a_match_of_three_means_last_place(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    await services.play_turns(match_id)
    await services.matches.resign(match_id, CY.user_id)
    assert (await rating_rows(services.store))["rating"] == []
    await services.play_turns(match_id, 4)
    await services.matches.resign(match_id, BEN.user_id)
    match = await services.matches.find(match_id)
    places = {seat.user_id: seat.place for seat in match.seats}
    assert places == {ADA.user_id: 1, BEN.user_id: 2, CY.user_id: 3}
    changed = {each.user_id: each.after - each.before for each in match.rating_changes}
    assert changed[CY.user_id] < changed[BEN.user_id] < changed[ADA.user_id]
    ratings = await rating_rows(services.store)
    await rating_book.recompute(services.store)
    assert await rating_rows(services.store) == ratings


async def test_a_fourth_match_counts_again_after_midnight_utc(
    services: Services,
) -> None:
    services.now = NOON.replace(hour=23, minute=50)
    before = [await services.unrated_reason(await services.win_match()) for _ in range(4)]
    over_midnight = await services.start_match()
    await services.play_turns(over_midnight)
    services.now += timedelta(minutes=10)
    await services.matches.resign(over_midnight, BEN.user_id)
    assert before == [None, None, None, "met"]
    assert await services.unrated_reason(over_midnight) is None


async def test_a_match_belongs_to_the_month_and_year_in_which_it_ended(services: Services) -> None:
    services.now = datetime(2025, 12, 31, 23, 59, tzinfo=UTC)
    await services.win_match()
    services.now += timedelta(minutes=2)
    await services.win_match(BEN, ADA)
    periods: dict[str, tuple[int, int]] = {}
    async with services.store.read() as tx:
        for period in ("all", "2025", "2025-12", "2026", "2026-01"):
            (ada,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD, period)
            periods[period] = ada.wins, ada.losses
        (january,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD, "2026-01")
        (december,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD, "2025-12")
    assert periods == {
        "all": (1, 1),
        "2025": (1, 0),
        "2025-12": (1, 0),
        "2026": (0, 1),
        "2026-01": (0, 1),
    }
    assert january.mu_before == december.mu


async def test_a_hidden_player_stays_hidden_after_a_match_and_a_recomputation(
    services: Services,
) -> None:
    await services.win_match()
    async with services.store.write() as tx:
        await preferences.save(
            tx, replace(preferences.Preferences(ADA.user_id), is_shown_globally=False)
        )
        await stored_ratings.hide(tx, ADA.user_id, stored_ratings.EVERYWHERE, True)
        departure = {"guild_id": GUILD, "user_id": BEN.user_id, "name": "Ben", "is_present": False}
        await tx.execute(insert(MEMBERS).values(**departure, checked_at=NOON))
        await stored_ratings.hide(tx, BEN.user_id, GUILD, True)
    services.now += timedelta(days=40)
    await services.win_match()
    ratings = await rating_rows(services.store)
    async with services.store.read() as tx:
        row = RATINGS.c
        hidden = await tx.execute(select(row.user_id, row.guild_id, row.is_hidden).distinct())
    assert {(user, guild) for user, guild, is_hidden in hidden if is_hidden} == {
        (ADA.user_id, stored_ratings.EVERYWHERE),
        (BEN.user_id, GUILD),
    }
    await rating_book.recompute(services.store)
    assert await rating_rows(services.store) == ratings


@on_sqlite
async def test_a_failure_to_write_ratings_leaves_the_match_running(services: Services) -> None:
    match_id = await services.start_match()
    before = await services.play_turns(match_id)
    async with services.store.write() as tx:
        await tx.execute(
            text(
                "CREATE TRIGGER full_disk BEFORE INSERT ON rating_change "
                "BEGIN SELECT RAISE(ABORT, 'no room'); END"
            )
        )
    with pytest.raises(IntegrityError, match="no room"):
        await services.matches.resign(match_id, BEN.user_id)
    match = await services.matches.find(match_id)
    assert (match.stored, match.is_over) == (before.stored, False)
    async with services.store.write() as tx:
        assert await key_values.get(tx, rating_book.MATCHES_ENDED) is None
        await tx.execute(text("DROP TRIGGER full_disk"))
    assert (await rating_rows(services.store))["rating"] == []
    await services.matches.resign(match_id, BEN.user_id)
    assert await services.unrated_reason(match_id) is None
    assert len((await rating_rows(services.store))["rating_change"]) == 4


async def test_an_interrupted_recomputation_keeps_the_former_ratings(services: Services) -> None:
    await services.win_match()
    ratings = await rating_rows(services.store)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await rating_book.recompute(services.store, interrupt)
    assert await rating_rows(services.store) == ratings


async def test_recomputing_corrects_wrong_ratings(services: Services) -> None:
    for winner, loser in ((ADA, BEN), (BEN, CY), (CY, ADA)):
        await services.win_match(winner, loser)
        services.now += timedelta(days=9)
    ratings = await rating_rows(services.store)
    async with services.store.write() as tx:
        await tx.execute(update(RATINGS).values(mu=2000.0, streak=9, name="?"))
        await tx.execute(update(MATCHES).values(unrated="met"))
    reports: list[tuple[int, int]] = []
    counts = await rating_book.recompute(services.store, lambda *each: reports.append(each))
    assert (counts, reports) == ((3, 3), [(3, 3)])
    assert await rating_rows(services.store) == ratings


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Random matches of a few players over some months in two servers, in order."""
    at = NOON
    rows: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 25))):
        at += timedelta(minutes=draw(st.integers(-5, 9)) ** 5 // 2)
        game = draw(st.sampled_from(["skirt", "passtally"]))
        seats = draw(st.integers(2, 3)) if game == "passtally" else 2
        people = st.integers(11, 15)
        users = draw(st.lists(people, min_size=seats, max_size=seats, unique=True))
        rows.append(
            {
                "game": game,
                "users": users,
                "guild_id": draw(st.sampled_from([7, 9])),
                "winners": draw(st.sets(st.integers(1, seats), max_size=seats - 1)),
                "plies": draw(st.sampled_from([3, 30, 30, 30])),
                "rated": draw(st.sampled_from([True, True, True, False])),
                "state": draw(st.sampled_from(["over", "over", "over", "aborted"])),
                "at": at,
            }
        )
    return rows


async def enter(tx: Transaction, ended: dict[str, Any]) -> None:
    """Begin a match and end it at once, as its last move would."""
    game, at = GAMES[ended["game"]], ended["at"]
    options = {"players": len(ended["users"])} if ended["game"] == "passtally" else {}
    setup = game.deal(game.choose({**options}), Random(1))
    stored = await stored_matches.add(
        tx,
        NewMatch(
            terms=Terms(game.key, game.choose({**options}), rated=ended["rated"]),
            places=[Place(ended["guild_id"], CHANNEL)],
            players=[Participant(user_id, f"player {user_id}") for user_id in ended["users"]],
            setup=setup,
            to_move=1,
            created_at=at,
        ),
    )
    played = tuple(random_play(game.start(setup), Random(stored.id)))[: ended["plies"]]
    result = Result(winners=sorted(ended["winners"]), reason="?", scores=None, values={})
    state = ended["state"]
    stored = await stored_matches.change(
        tx, stored.id, 1, state=state, to_move=None, ended_at=at, result=result
    )
    await rating_book.enter(tx, stored, played)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(histories())
def test_all_ratings_can_be_recomputed_from_the_matches(history: list[dict[str, Any]]) -> None:
    async def play_and_recompute() -> None:
        with TemporaryDirectory() as folder:
            store = await new_store(Path(folder))
            async with store.write() as tx:
                for ended in history:
                    await enter(tx, ended)
            ratings = await rating_rows(store)
            counts = await rating_book.recompute(store)
            again = await rating_rows(store)
            await store.close()
        assert again == ratings
        assert counts == (sum(reason is None for _, reason in ratings["unrated"]), len(history))
        changes = Counter(row[0] for row in ratings["rating_change"])
        for number, ended in enumerate(history, start=1):
            assert changes[number] in (0, 2 * len(ended["users"]))

    asyncio.run(play_and_recompute())
