"""Leaderboards as values: places over pages, changes this month, and who has no place."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from club.audit import Admin
from club.ratings.leaderboards import Overview, Ranked, Ranking, Unplaced, View
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import EVERYWHERE, Sort, Standing
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services

SETTLED = Standing(
    game="skirt",
    guild_id=GUILD,
    period="all",
    user_id=ADA.user_id,
    name="Ada",
    mu=1500.0,
    sigma=80.0,
    mu_before=1500.0,
    matches=10,
    wins=4,
    draws=1,
    losses=5,
    streak=0,
    longest_streak=2,
    last_at=NOON,
    shown_until=NOON + timedelta(days=30),
    is_hidden=False,
)
"""Ada's standing over all time."""


async def save(services: Services, *standings: Standing) -> None:
    async with services.store.write() as tx:
        await stored_ratings.save(tx, standings)


async def load(
    services: Services, viewer_id: int | None = None, game: str = "skirt", **view: Any
) -> Ranking:
    return await services.leaderboards.board(GUILD, View(game, **view), viewer_id)


def standings_of(*points: float, **changes: Any) -> list[Standing]:
    """Standings of users 1, 2 and so on with these ratings."""
    return [
        replace(SETTLED, user_id=user_id, name=f"player {user_id}", mu=mu, **changes)
        for user_id, mu in enumerate(points, 1)
    ]


def places_of(rows: tuple[Ranked, ...]) -> list[tuple[int, int]]:
    """The users with their places."""
    return [(row.user_id, row.place) for row in rows]


@pytest.mark.parametrize(("sort", "change"), [("rating", 12), ("wins", 2), ("matches", 3)])
async def test_a_value_has_changed_since_the_month_began(
    services: Services, sort: Sort, change: int
) -> None:
    month = replace(SETTLED, period="2026-03", matches=3, wins=2, mu_before=1487.6)
    await save(services, SETTLED, month)
    (row,) = (await load(services, sort=sort)).rows
    assert row.change == change


async def test_a_player_who_did_not_play_this_month_has_not_changed(services: Services) -> None:
    await save(services, SETTLED, replace(SETTLED, period="2026-02", matches=3))
    (row,) = (await load(services)).rows
    assert row.change == 0


async def test_a_player_who_started_this_month_has_no_change(services: Services) -> None:
    await save(services, SETTLED, replace(SETTLED, period="2026-03"))
    (row,) = (await load(services)).rows
    assert row.change is None


async def test_equal_players_share_a_place_over_pages(services: Services) -> None:
    await save(services, *standings_of(1600, 1550, 1550.2, 1549.8, 1540))
    pages = [(await load(services, page=page, size=2)).rows for page in (0, 1, 2)]
    assert [places_of(rows) for rows in pages] == [
        [(1, 1), (3, 2)],
        [(2, 2), (4, 2)],
        [(5, 5)],
    ]


async def test_a_page_beyond_the_last_one_is_the_last_one(services: Services) -> None:
    await save(services, *standings_of(1600, 1550, 1540, 1530))
    board = await load(services, page=7, size=2)
    assert (board.view.page, board.pages, board.count, board.best) == (1, 2, 4, 1600)
    assert places_of(board.rows) == [(3, 3), (4, 4)]


async def test_an_empty_leaderboard_has_one_page(services: Services) -> None:
    board = await load(services, viewer_id=1)
    assert (board.rows, board.pages, board.count, board.best) == ((), 1, 0, 0)
    assert (board.elsewhere, board.own_page) == (None, None)


async def test_a_viewer_on_another_page_has_an_additional_row(services: Services) -> None:
    await save(services, *standings_of(1600, 1550, 1540, 1530))
    board = await load(services, viewer_id=3, size=2)
    assert board.elsewhere is not None
    assert (board.elsewhere.place, board.elsewhere.is_own, board.own_page) == (3, True, 1)
    assert set(board.names) == {1, 2, 3}
    board = await load(services, viewer_id=2, size=2)
    assert (board.elsewhere, board.own_page) == (None, 0)
    assert [row.is_own for row in board.rows] == [False, True]
    board = await load(services, size=2)
    assert (board.elsewhere, board.own_page, board.own) == (None, None, None)


async def test_the_best_three_of_every_game_are_in_the_overview(services: Services) -> None:
    await save(services, *standings_of(1600, 1600, 1540, 1530))
    board = await services.leaderboards.load(GUILD, View())
    assert isinstance(board, Overview)
    best = dict(board.best)
    assert sorted(places_of(best.pop("skirt"))) == [(1, 1), (2, 1), (3, 3)]
    assert set(best.values()) == {()}


YOUNG = {"matches": 3, "shown_until": None}


@pytest.mark.parametrize(
    ("unplaced", "changes", "view"),
    [
        (None, {}, {}),
        ("unplayed", {"game": "scalus"}, {}),
        ("inactive", {}, {"period": "month"}),
        ("hidden", {"guild_id": EVERYWHERE, "is_hidden": True}, {"scope": "everywhere"}),
        ("newcomer", YOUNG, {}),
        ("provisional", {"sigma": 210.0, "shown_until": None}, {}),
        ("absent", {"is_hidden": True}, {}),
        ("absent", {"shown_until": NOON}, {}),
    ],
)
async def test_a_viewer_without_a_place_has_a_reason(
    services: Services, unplaced: Unplaced | None, changes: dict[str, Any], view: dict[str, Any]
) -> None:
    await save(services, replace(SETTLED, **changes))
    ranking = await load(services, ADA.user_id, **view)
    own = ranking.own
    assert own is not None
    assert bool(ranking.rows) is (unplaced is None)
    assert (own.unplaced, own.place) == (unplaced, 1 if unplaced is None else None)


async def test_a_viewer_sees_the_rating_of_all_time_and_the_matches_of_the_period(
    services: Services,
) -> None:
    month = replace(SETTLED, period="2026-03", mu=1400.0, matches=3, wins=2)
    await save(services, SETTLED, month, replace(SETTLED, user_id=BEN.user_id, **YOUNG))
    own = (await load(services, ADA.user_id, period="month")).own
    assert own is not None
    assert own.rating is not None
    assert (own.rating.mu, own.is_provisional) == (1500.0, False)
    assert (own.wins, own.matches, own.lacking) == (2, 3, 0)
    newcomer = (await load(services, BEN.user_id)).own
    assert newcomer is not None
    assert (newcomer.is_provisional, newcomer.matches, newcomer.lacking) == (True, 3, 2)
    unrated = (await load(services, CY.user_id)).own
    assert unrated is not None
    assert (unrated.rating, unrated.is_provisional) == (None, True)
    assert (unrated.wins, unrated.matches, unrated.lacking) == (0, 0, 5)


async def test_the_choice_of_a_live_leaderboard_is_audited_if_it_changes(
    services: Services,
) -> None:
    live, root = services.live_leaderboards, Admin(1, "Root")
    for channel_id in (CHANNEL, CHANNEL):
        await live.move(GUILD, channel_id, root)
    for game in ("skirt", "skirt", None):
        await live.choose(GUILD, game, root)
    changes = [each.what for each in await services.audit.of_guild(GUILD, 9)]
    assert changes == ["leaderboard_game", "leaderboard_game", "leaderboard_channel_id"]


async def test_a_change_while_a_leaderboard_is_being_posted_keeps_its_message(
    services: Services,
) -> None:
    live, root = services.live_leaderboards, Admin(1, "Root")
    await live.move(GUILD, CHANNEL, root)
    begun = await live.begin(GUILD)
    assert begun is not None
    async with services.store.write() as tx:
        await live.note_shown(tx, begun, 77, NOON)
        choosing = asyncio.create_task(live.choose(GUILD, "skirt", root))
        await asyncio.sleep(0.2)
    await choosing
    shown = await live.of(GUILD)
    assert shown is not None
    assert (shown.game, shown.message_id) == ("skirt", 77)
