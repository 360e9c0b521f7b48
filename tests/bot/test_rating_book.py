"""Ratings in the database: changed once by each match that counts, and had again from them all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
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

from bot import rating_book
from bot.challenges import Challenges, Person
from bot.match import Match, players_of
from bot.matches import Matches
from bot.offers import Offers
from bot.ratings import NEW, rated
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import random_play
from storage import facts, people, schema
from storage import matches as stored_matches
from storage import ratings as stored_ratings
from storage.matches import Result
from storage.store import Store
from storage.transaction import Transaction

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 7, 8
ADA, BEN, CY = Person(11, "Ada"), Person(12, "Ben"), Person(13, "Cy")


@dataclass
class Club:
    """The services on a database, with a clock that a test sets."""

    store: Store
    now: datetime = NOON

    def __post_init__(self) -> None:
        self.matches = Matches(self.store, lambda: self.now)
        self.challenges = Challenges(self.store, lambda: self.now, Random(1))
        self.offers = Offers(self.store, self.matches)

    async def begun(
        self, *people: Person, game: str = "skirt", guild_id: int = GUILD, **wishes: Any
    ) -> int:
        """A match of these people, the first on seat 1 where they are two; its number."""
        players = people or (ADA, BEN)
        chosen = GAMES[game]
        options = {"players": len(players)} if game == "passtally" else {}
        made = await self.challenges.make(
            chosen,
            chosen.choose({**options}),
            guild_id=guild_id,
            channel_id=CHANNEL,
            challenger=players[0],
            guests=players[1:],
            seat=1,
            **wishes,
        )
        for guest in players[1:]:
            made = await self.challenges.accept(made.id, guest)
        assert made.match_id is not None
        return made.match_id

    async def turns(self, match_id: int, count: int = 3) -> Match:
        """Let everybody make some turns."""
        match = await self.matches.find(match_id)
        random = Random(match_id)
        while match.turn_number <= count * len(match.players):
            move = random.choice(match.position.moves())
            assert match.player_to_move is not None
            match = await self.matches.play(match_id, match.player_to_move.user_id, move)
        return match

    async def won(self, winner: Person = ADA, loser: Person = BEN, **wishes: Any) -> int:
        """A match that the loser resigned after three turns each; its number."""
        match_id = await self.begun(winner, loser, **wishes)
        await self.turns(match_id)
        await self.matches.resign(match_id, loser.user_id)
        return match_id

    async def unrated(self, match_id: int) -> str | None:
        return (await self.matches.find(match_id)).stored.unrated


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    yield Club(store)
    await store.close()


async def rows_of(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored about ratings, in an order of its own."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    async with store.read() as tx:
        for table in (schema.rating, schema.rating_change):
            rows = await tx.execute(select(table).order_by(*table.primary_key.columns))
            found[table.name] = [tuple(row) for row in rows]
        reasons = select(schema.match.c.id, schema.match.c.unrated)
        found["unrated"] = [tuple(row) for row in await tx.execute(reasons)]
    return found


async def rating(club: Club, person: Person, game: str = "skirt", guild_id: int = GUILD) -> float:
    async with club.store.read() as tx:
        found = await stored_ratings.of_user(tx, person.user_id, guild_id)
    return next((each.mu for each in found if each.game == game), NEW.mu)


async def test_a_result_changes_each_rating_once(club: Club) -> None:
    match = await club.matches.find(await club.won())
    won, lost = rated((NEW, NEW), (1, 2), NOON)
    assert (await rating(club, ADA), await rating(club, BEN)) == (won.mu, lost.mu)
    assert {change.user_id: change.after for change in match.rating_changes} == {
        ADA.user_id: won.mu,
        BEN.user_id: lost.mu,
    }
    assert match.stored.ended_number == 1


async def test_two_clicks_that_end_a_match_change_ratings_once(club: Club) -> None:
    match_id = await club.begun()
    await club.turns(match_id)
    ends = [club.matches.resign(match_id, BEN.user_id) for _ in range(5)]
    came = await asyncio.gather(*ends, return_exceptions=True)
    assert sum(isinstance(each, Match) for each in came) == 1
    assert all(isinstance(each, Match | Refusal) for each in came)
    assert len((await rows_of(club.store))["rating_change"]) == 4


async def test_players_who_resign_at_once_are_one_winner_and_one_loser(club: Club) -> None:
    match_id = await club.begun()
    await club.turns(match_id)
    both = [club.matches.resign(match_id, each.user_id) for each in (ADA, BEN)]
    await asyncio.gather(*both, return_exceptions=True)
    async with club.store.read() as tx:
        (standing,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD)
    assert (standing.matches, standing.wins + standing.losses) == (1, 1)
    assert await rating(club, ADA) + await rating(club, BEN) == pytest.approx(2 * NEW.mu)


async def test_matches_that_end_at_once_count_one_after_another(club: Club) -> None:
    games = ["skirt", "scala", "scalas", "skirt", "scala", "scalas"]
    numbers = [await club.begun(game=game, guild_id=7 + n % 2) for n, game in enumerate(games)]
    for number in numbers:
        await club.turns(number)
    await asyncio.gather(*(club.matches.resign(number, BEN.user_id) for number in numbers))
    ended = [(await club.matches.find(number)).stored.ended_number for number in numbers]
    assert sorted(each or 0 for each in ended) == [1, 2, 3, 4, 5, 6]
    kept = await rows_of(club.store)
    assert await rating_book.recompute(club.store) == (6, 6)
    assert await rows_of(club.store) == kept


async def test_a_match_counts_in_its_game_and_server_and_over_all_servers(club: Club) -> None:
    await club.won(guild_id=7)
    await club.won(guild_id=9)
    one, _ = rated((NEW, NEW), (1, 2), NOON)
    assert await rating(club, ADA, guild_id=7) == await rating(club, ADA, guild_id=9) == one.mu
    assert await rating(club, ADA, guild_id=stored_ratings.EVERYWHERE) > one.mu
    assert await rating(club, ADA, game="scala") == NEW.mu


async def test_what_does_not_count_changes_nothing_and_says_why(club: Club) -> None:
    casual = await club.won(rated=False)
    short = await club.begun()
    await club.turns(short, 2)
    await club.matches.resign(short, BEN.user_id)
    aborted = await club.begun()
    await club.matches.abort(aborted, ADA.user_id)
    ended = await club.begun()
    await club.turns(ended)
    await club.matches.end(ended, "Mo", "stuck")
    reasons = [await club.unrated(each) for each in (casual, short, aborted, ended)]
    assert reasons == ["casual", "short", "aborted", "aborted"]
    assert (await rows_of(club.store))["rating"] == []
    assert await rating_book.recompute(club.store) == (0, 4)


async def test_running_out_of_time_counts_as_a_loss_and_never_having_moved_as_nothing(
    club: Club,
) -> None:
    played, absent = await club.begun(pace="1d"), await club.begun(pace="1d")
    await club.turns(played)
    club.now += timedelta(days=40)
    await club.matches.wake_due()
    # Vacation saves the first turns; after that no days of it are left.
    club.now += timedelta(days=40)
    await club.matches.wake_due()
    assert [await club.unrated(each) for each in (played, absent)] == [None, "aborted"]
    late = (await club.matches.find(played)).stored.result
    assert late is not None
    assert late["reason"] == "time"
    assert await rating(club, BEN) > NEW.mu > await rating(club, ADA)


async def test_a_draw_is_one_for_both_and_ends_a_streak(club: Club) -> None:
    await club.won()
    match_id = await club.begun()
    await club.turns(match_id)
    offered = await club.offers.make(match_id, ADA.user_id, "draw")
    (offer,) = offered.offers
    await club.offers.accept(match_id, BEN.user_id, offer.id)
    async with club.store.read() as tx:
        (ada,) = await stored_ratings.of_user(tx, ADA.user_id, GUILD)
        (ben,) = await stored_ratings.of_user(tx, BEN.user_id, GUILD)
    assert (ada.wins, ada.draws, ada.losses, ada.streak, ada.longest_streak) == (1, 1, 0, 0, 1)
    assert (ben.wins, ben.draws, ben.losses, ben.streak) == (0, 1, 1, 0)
    # A draw with somebody who is thought weaker is a little loss.
    assert ada.mu < rated((NEW, NEW), (1, 2), NOON)[0].mu


async def test_who_leaves_a_match_of_three_is_its_last(club: Club) -> None:
    match_id = await club.begun(ADA, BEN, CY, game="passtally")
    await club.turns(match_id)
    await club.matches.resign(match_id, CY.user_id)
    assert (await rows_of(club.store))["rating"] == []
    await club.turns(match_id, 4)
    await club.matches.resign(match_id, BEN.user_id)
    match = await club.matches.find(match_id)
    places = {seat.user_id: seat.place for seat in match.stored.seats}
    assert places == {ADA.user_id: 1, BEN.user_id: 2, CY.user_id: 3}
    changed = {each.user_id: each.after - each.before for each in match.rating_changes}
    assert changed[CY.user_id] < changed[BEN.user_id] < changed[ADA.user_id]
    kept = await rows_of(club.store)
    await rating_book.recompute(club.store)
    assert await rows_of(club.store) == kept


async def test_the_fourth_match_of_a_day_counts_again_after_midnight_in_greenwich(
    club: Club,
) -> None:
    club.now = NOON.replace(hour=23, minute=50)
    before = [await club.unrated(await club.won()) for _ in range(4)]
    over_midnight = await club.begun()
    await club.turns(over_midnight)
    club.now += timedelta(minutes=10)
    await club.matches.resign(over_midnight, BEN.user_id)
    assert before == [None, None, None, "met"]
    assert await club.unrated(over_midnight) is None


async def test_a_match_belongs_to_the_month_and_year_in_which_it_ended(club: Club) -> None:
    club.now = datetime(2025, 12, 31, 23, 59, tzinfo=UTC)
    await club.won()
    club.now += timedelta(minutes=2)
    await club.won(BEN, ADA)
    periods: dict[str, tuple[int, int]] = {}
    async with club.store.read() as tx:
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


async def test_who_is_hidden_stays_so_through_a_match_and_when_all_is_reckoned_anew(
    club: Club,
) -> None:
    await club.won()
    async with club.store.write() as tx:
        await people.save(tx, replace(people.Person(ADA.user_id), is_everywhere=False))
        await stored_ratings.hide(tx, ADA.user_id, stored_ratings.EVERYWHERE, True)
        left = {"guild_id": GUILD, "user_id": BEN.user_id, "name": "Ben", "is_present": False}
        await tx.execute(insert(schema.member).values(**left, checked_at=NOON))
        await stored_ratings.hide(tx, BEN.user_id, GUILD, True)
    club.now += timedelta(days=40)
    await club.won()
    kept = await rows_of(club.store)
    async with club.store.read() as tx:
        row = schema.rating.c
        hidden = await tx.execute(select(row.user_id, row.guild_id, row.is_hidden).distinct())
    assert {(user, guild) for user, guild, is_hidden in hidden if is_hidden} == {
        (ADA.user_id, stored_ratings.EVERYWHERE),
        (BEN.user_id, GUILD),
    }
    await rating_book.recompute(club.store)
    assert await rows_of(club.store) == kept


async def test_ratings_that_cannot_be_written_leave_the_match_running(club: Club) -> None:
    match_id = await club.begun()
    before = await club.turns(match_id)
    async with club.store.write() as tx:
        await tx.execute(
            text(
                "CREATE TRIGGER full_disk BEFORE INSERT ON rating_change "
                "BEGIN SELECT RAISE(ABORT, 'no room'); END"
            )
        )
    with pytest.raises(IntegrityError, match="no room"):
        await club.matches.resign(match_id, BEN.user_id)
    match = await club.matches.find(match_id)
    assert (match.stored, match.is_over) == (before.stored, False)
    async with club.store.write() as tx:
        assert await facts.get(tx, rating_book.MATCHES_ENDED) is None
        await tx.execute(text("DROP TRIGGER full_disk"))
    assert (await rows_of(club.store))["rating"] == []
    await club.matches.resign(match_id, BEN.user_id)
    assert await club.unrated(match_id) is None
    assert len((await rows_of(club.store))["rating_change"]) == 4


async def test_recomputing_that_is_broken_off_leaves_the_former_ratings(club: Club) -> None:
    await club.won()
    kept = await rows_of(club.store)

    def broken(done: int, whole: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await rating_book.recompute(club.store, broken)
    assert await rows_of(club.store) == kept


async def test_ratings_that_went_wrong_are_put_right(club: Club) -> None:
    for winner, loser in ((ADA, BEN), (BEN, CY), (CY, ADA)):
        await club.won(winner, loser)
        club.now += timedelta(days=9)
    kept = await rows_of(club.store)
    async with club.store.write() as tx:
        await tx.execute(update(schema.rating).values(mu=2000.0, streak=9, name="?"))
        await tx.execute(update(schema.match).values(unrated="met"))
    told: list[tuple[int, int]] = []
    counts = await rating_book.recompute(club.store, lambda *each: told.append(each))
    assert (counts, told) == ((3, 3), [(3, 3)])
    assert await rows_of(club.store) == kept


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """What a few people might play within some months, in two servers, in order."""
    at = NOON
    found: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 25))):
        at += timedelta(minutes=draw(st.integers(-5, 9)) ** 5 // 2)
        game = draw(st.sampled_from(["skirt", "passtally"]))
        seats = draw(st.integers(2, 3)) if game == "passtally" else 2
        people = st.integers(11, 15)
        users = draw(st.lists(people, min_size=seats, max_size=seats, unique=True))
        found.append(
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
    return found


async def enter(tx: Transaction, ended: dict[str, Any]) -> None:
    """Begin a match and end it at once, as its last change would."""
    game, at = GAMES[ended["game"]], ended["at"]
    options = {"players": len(ended["users"])} if ended["game"] == "passtally" else {}
    setup = game.deal(game.choose({**options}), Random(1))
    stored = await stored_matches.add(
        tx,
        game=game.key,
        options=game.choose({**options}),
        setup=setup,
        guild_id=ended["guild_id"],
        channel_id=CHANNEL,
        seats=[(user_id, f"player {user_id}") for user_id in ended["users"]],
        to_move=1,
        created_at=at,
        rated=ended["rated"],
    )
    played = tuple(random_play(game.start(setup), Random(stored.id)))[: ended["plies"]]
    result = Result(winners=sorted(ended["winners"]), reason="?", words="?", scores=None)
    state = ended["state"]
    stored = await stored_matches.change(
        tx, stored.id, 1, state=state, to_move=None, ended_at=at, result=result
    )
    position = played[-1].after
    match = Match(stored, game, players_of(game, stored), played, position, ())
    await rating_book.enter(tx, match, at)


@settings(max_examples=10, deadline=None)
@given(histories())
def test_all_ratings_can_be_had_again_from_the_matches(history: list[dict[str, Any]]) -> None:
    async def told_and_kept() -> None:
        with TemporaryDirectory() as folder:
            store = await Store.open(f"sqlite:///{folder}/stairwell.db")
            async with store.write() as tx:
                for ended in history:
                    await enter(tx, ended)
            kept = await rows_of(store)
            counts = await rating_book.recompute(store)
            again = await rows_of(store)
            await store.close()
        assert again == kept
        assert counts == (sum(reason is None for _, reason in kept["unrated"]), len(history))
        changes = Counter(row[0] for row in kept["rating_change"])
        for number, ended in enumerate(history, start=1):
            assert changes[number] in (0, 2 * len(ended["users"]))

    asyncio.run(told_and_kept())
