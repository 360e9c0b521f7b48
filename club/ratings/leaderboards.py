"""Leaderboards as plain values, for one game or an overview of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, get_args

from club.members.membership import Membership
from club.ratings.rating_book import periods_of, rating_of
from club.ratings.ratings import SETTLED_AFTER, Rating, is_provisional
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import ALL, EVERYWHERE, LeaderboardKey, Sort, Standing, whole_points

Scope = Literal["server", "everywhere"]
Period = Literal["all", "year", "month"]
Form = Literal["picture", "text"]

SCOPES: dict[str, Scope] = {each: each for each in get_args(Scope)}
PERIODS: dict[str, Period] = {each: each for each in get_args(Period)}
SORTS: dict[str, Sort] = {each: each for each in get_args(Sort)}
FORMS: dict[str, Form] = {each: each for each in get_args(Form)}
"""The values of each setting by their text in controls."""

Unplaced = Literal["unplayed", "inactive", "hidden", "newcomer", "provisional", "absent"]
"""Why a player has no place.

They have no rated match of the game ("unplayed") or in the period ("inactive"), are hidden on
global leaderboards, have too few rated matches ("newcomer") or too few recent ones ("provisional"),
or have not played for a long time ("absent").
"""

ROWS = 10
"""Rows per page, unless a front has room for more."""

MAX_ROUNDS = 3
"""Maximum number of times a page is reloaded because players on it have left the server."""

BEST = 3
"""Players per game in an overview."""


@dataclass(frozen=True, slots=True)
class View:
    """The settings of a leaderboard view."""

    game: str | None = None
    """The key of the game, or None for the overview of all games."""
    scope: Scope = "server"
    period: Period = "all"
    sort: Sort = "rating"
    form: Form = "picture"
    page: int = 0
    """The number of the page, from 0."""
    size: int = ROWS
    """Rows per page."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player on a leaderboard, with their place and results."""

    user_id: int
    name: str
    place: int
    value: int
    """The value the leaderboard is sorted by: points, wins or matches."""
    won: int
    drawn: int
    lost: int
    change: int | None
    """The change of the value this month, or None if the player started this month."""
    streak: int
    """3 for three wins in a row, -2 for two losses in a row, 0 after a draw."""
    is_own: bool
    """Whether the player is the viewer."""


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """The viewer's own standing on a leaderboard."""

    place: int | None
    unplaced: Unplaced | None
    """Why the viewer has no place, or None if they have one."""
    rating: Rating | None
    """The viewer's rating, or None without a rated match of the game."""
    is_provisional: bool
    wins: int
    matches: int
    """The number of matches in the period, like `wins`."""
    lacking: int
    """Rated matches still needed for a place."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of the leaderboard of one game."""

    view: View
    game: str
    period: str
    """The period as in `periods_of`: all time, `2026` or `2026-11`."""
    rows: tuple[Ranked, ...]
    best: int
    """The highest value, 0 on an empty leaderboard."""
    elsewhere: Ranked | None
    """The viewer's row, if it is on another page."""
    count: int
    """The number of players with a place."""
    pages: int
    own_page: int | None
    """The page of the viewer's row, if any."""
    own: OwnStanding | None
    """The viewer's own standing, or None without a viewer."""
    names: dict[int, str]
    """The names of the players, by user."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The best players of every game."""

    view: View
    period: str
    """The period, as in `Ranking`."""
    best: tuple[tuple[str, tuple[Ranked, ...]], ...]
    """The best players of each game."""
    names: dict[int, str]


class Leaderboards:
    """Loads leaderboards page by page."""

    def __init__(self, store: Store, membership: Membership, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._membership = membership
        self._clock = clock

    async def load(
        self, guild_id: int, view: View, viewer_id: int | None = None
    ) -> Ranking | Overview:
        """Load the leaderboard or overview of a view.

        :param viewer_id: the user who views it, or None for a public message.
        """
        if view.game is None:
            return await self.overview(guild_id, view)
        return await self.board(guild_id, view, viewer_id)

    async def load_checked(self, guild_id: int, view: View) -> Ranking | Overview:
        """Load a public view after checking that all players on it are still in the server."""
        board = await self.load(guild_id, view)
        for _ in range(MAX_ROUNDS):
            await self._membership.check(guild_id, board.names)
            former, board = board, await self.load(guild_id, view)
            if board == former:
                break
        return board

    async def board(self, guild_id: int, view: View, viewer_id: int | None = None) -> Ranking:
        """Load a page of a game's leaderboard, or its last page if there are fewer.

        :param viewer_id: the user who views it, or None for a public message.
        """
        assert view.game is not None
        now = self._clock()
        leaderboard = LeaderboardKey(
            view.game, _place_id(guild_id, view), _period(view, now), view.sort
        )
        page = await self._store.read(lambda tx: self._page(tx, leaderboard, view, viewer_id, now))
        rows, own = page.rows, page.own
        is_elsewhere = page.own_place is not None and own not in rows
        listed = (*rows, own) if own is not None and is_elsewhere else rows
        names = {row.user_id: row.name for row in listed}
        display_names = names | await self._membership.names(guild_id, names)

        def row_of(standing: Standing, place: int) -> Ranked:
            ranked = _row(standing, page.standings, place, view.sort, now)
            name = display_names[standing.user_id]
            return replace(ranked, name=name, is_own=standing.user_id == viewer_id)

        elsewhere = None
        if own is not None and page.own_place is not None and is_elsewhere:
            elsewhere = row_of(own, page.own_place)
        overall = page.standings.get((leaderboard.guild_id, ALL, viewer_id or 0))
        view = page.view
        return Ranking(
            view=view,
            game=leaderboard.game,
            period=leaderboard.period,
            rows=tuple(map(row_of, rows, _places(rows, view, page.first_place))),
            best=max((_value(each, view.sort) for each in page.best), default=0),
            elsewhere=elsewhere,
            count=page.count,
            pages=page.pages,
            own_page=page.own_page,
            own=(
                None
                if viewer_id is None
                else _own_standing(own, overall, page.own_place, view, now)
            ),
            names=names,
        )

    async def _page(
        self,
        tx: Transaction,
        leaderboard: LeaderboardKey,
        view: View,
        viewer_id: int | None,
        now: datetime,
    ) -> _Page:
        """Read the rows of a page of a leaderboard, or of its last page if there are fewer."""
        count = await stored_ratings.count(tx, leaderboard, now)
        pages = max(1, -(-count // view.size))
        view = replace(view, page=min(view.page, pages - 1))
        rows = await stored_ratings.page(tx, leaderboard, now, view.size, view.page * view.size)
        best, first_place = rows[:1], 1
        if view.page:
            best = await stored_ratings.page(tx, leaderboard, now, 1)
        user_ids = {row.user_id for row in rows}
        if viewer_id is not None:
            user_ids.add(viewer_id)
        periods = {ALL, leaderboard.period, periods_of(now)[2]}
        standings = await stored_ratings.of_players(
            tx, leaderboard.game, [leaderboard.guild_id], periods, user_ids
        )
        if view.page and rows:
            first_place = await stored_ratings.place(tx, rows[0], now, view.sort)
        own = standings.get((leaderboard.guild_id, leaderboard.period, viewer_id or 0))
        own_place = own_page = None
        if own is not None and own.is_shown(now):
            own_place = await stored_ratings.place(tx, own, now, view.sort)
            own_page = view.page
            if own not in rows:
                own_page = await stored_ratings.before(tx, own, now, view.sort) // view.size
        return _Page(
            view, count, pages, rows, best, standings, first_place, own, own_place, own_page
        )

    async def overview(self, guild_id: int, view: View) -> Overview:
        """Load the best players of every game."""
        now = self._clock()
        place_id, period = _place_id(guild_id, view), _period(view, now)
        best: dict[str, tuple[Standing, ...]] = {}
        places: dict[str, list[int]] = {}
        async with self._store.read() as tx:
            for game in GAMES:
                leaderboard = LeaderboardKey(game, place_id, period, view.sort)
                rows = await stored_ratings.page(tx, leaderboard, now, BEST)
                best[game] = rows
                places[game] = _places(rows, view)
        names = {row.user_id: row.name for rows in best.values() for row in rows}
        display_names = names | await self._membership.names(guild_id, names)
        best_of_games = tuple(
            (
                game,
                tuple(
                    replace(_row(row, {}, place, view.sort, now), name=display_names[row.user_id])
                    for row, place in zip(rows, places[game], strict=True)
                ),
            )
            for game, rows in best.items()
        )
        return Overview(view, period, best_of_games, names)


@dataclass(frozen=True, slots=True)
class _Page:
    """The stored rows of a page of a leaderboard."""

    view: View
    """The view with the actual page number."""
    count: int
    pages: int
    rows: tuple[Standing, ...]
    best: tuple[Standing, ...]
    """The first row of the leaderboard, if any."""
    standings: dict[tuple[int, str, int], Standing]
    """Standings of the page's players and the viewer, by server, period and user."""
    first_place: int
    """The place of the first row."""
    own: Standing | None
    own_place: int | None
    own_page: int | None


def _place_id(guild_id: int, view: View) -> int:
    return guild_id if view.scope == "server" else EVERYWHERE


def _period(view: View, now: datetime) -> str:
    return dict(zip(PERIODS, periods_of(now), strict=True))[view.period]


def _value(standing: Standing, sort: Sort) -> int:
    """Return the displayed value by which a leaderboard is sorted."""
    points = rating_of(standing).points
    return {"rating": points, "wins": standing.wins, "matches": standing.matches}[sort]


def _places(rows: Sequence[Standing], view: View, first: int = 1) -> list[int]:
    """Return the places of a page's rows. Equal values share a place.

    :param first: the place of the first row.
    """
    places: list[int] = []
    for number, row in enumerate(rows):
        if not number:
            places.append(first)
        elif _value(row, view.sort) == _value(rows[number - 1], view.sort):
            places.append(places[-1])
        else:
            places.append(view.page * view.size + number + 1)
    return places


def _row(
    standing: Standing,
    standings: dict[tuple[int, str, int], Standing],
    place: int,
    sort: Sort,
    now: datetime,
) -> Ranked:
    key = standing.guild_id, periods_of(now)[2], standing.user_id
    overall = standings.get((standing.guild_id, ALL, standing.user_id))
    return Ranked(
        user_id=standing.user_id,
        name=standing.name,
        place=place,
        value=_value(standing, sort),
        won=standing.wins,
        drawn=standing.draws,
        lost=standing.losses,
        change=_change(standings.get(key), overall, sort),
        streak=standing.streak,
        is_own=False,
    )


def _change(month: Standing | None, overall: Standing | None, sort: Sort) -> int | None:
    """Return the change of a value this month, or None if the player started this month."""
    if month is None:
        return 0
    if overall is not None and overall.matches == month.matches:
        return None
    if sort == "rating":
        return whole_points(month.mu) - whole_points(month.mu_before)
    return month.wins if sort == "wins" else month.matches


def _own_standing(
    own: Standing | None, overall: Standing | None, place: int | None, view: View, now: datetime
) -> OwnStanding:
    """Return the viewer's own standing.

    :param own: their standing in the period of the view.
    :param overall: their all-time standing.
    """
    rating = None if overall is None else rating_of(overall)
    matches = 0 if overall is None else overall.matches
    return OwnStanding(
        place=place,
        unplaced=None if place is not None else _unplaced(own, rating, view, now),
        rating=rating,
        is_provisional=rating is None or is_provisional(rating, now),
        wins=0 if own is None else own.wins,
        matches=0 if own is None else own.matches,
        lacking=max(0, SETTLED_AFTER - matches),
    )


def _unplaced(own: Standing | None, rating: Rating | None, view: View, now: datetime) -> Unplaced:
    """Return why a player has no place.

    :param own: their standing in the period of the view.
    """
    if rating is None:
        return "unplayed"
    if own is None:
        return "inactive"
    if own.is_hidden and view.scope == "everywhere":
        return "hidden"
    if rating.played < SETTLED_AFTER:
        return "newcomer"
    return "provisional" if is_provisional(rating, now) else "absent"
