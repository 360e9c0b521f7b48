"""Leaderboards as plain values: who stands where, for one game or the best of all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, get_args

from club.members.membership import Membership
from club.ratings.milestones import KeptMilestones
from club.ratings.rating_book import periods_of, rating_of
from club.ratings.ratings import SETTLED_AFTER, Rating, is_provisional
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.ratings import milestones
from storage.ratings import ratings as stored_ratings
from storage.ratings.points import whole_points
from storage.ratings.ratings import ALL, EVERYWHERE, Ladder, Sort, Standing

Scope = Literal["server", "everywhere"]
Period = Literal["all", "year", "month"]
Form = Literal["picture", "text"]

SCOPES: dict[str, Scope] = {each: each for each in get_args(Scope)}
PERIODS: dict[str, Period] = {each: each for each in get_args(Period)}
SORTS: dict[str, Sort] = {each: each for each in get_args(Sort)}
FORMS: dict[str, Form] = {each: each for each in get_args(Form)}
"""What a control may say."""

Unplaced = Literal["unplayed", "inactive", "hidden", "newcomer", "provisional", "absent"]
"""Why somebody has no place: they have no rated match of the game, none in the period, don't wish
to be shown over all servers, have made too few rated matches, or so few lately that their rating
is provisional; or they have had none for so long that leaderboards leave them out."""

ROWS = 10
"""Rows of a page."""

MOST_ROUNDS = 3
"""Times that a page is made anew because somebody on it turns out to have left."""

BEST = 3
"""Players of each game in an overview."""


@dataclass(frozen=True, slots=True)
class View:
    """What somebody looks at."""

    game: str | None = None
    """None for the best of every game."""
    scope: Scope = "server"
    period: Period = "all"
    sort: Sort = "rating"
    form: Form = "picture"
    page: int = 0
    """From 0."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody who has a place on a leaderboard, and what it rests on."""

    user_id: int
    name: str
    place: int
    value: int
    """What the order is by: points, wins, matches."""
    won: int
    drawn: int
    lost: int
    change: int | None
    """By how much the value has grown this month; None for who began in it."""
    streak: int
    """3 for three wins in a row, -2 for two losses; 0 after a draw."""
    is_own: bool
    """Whether it is the person who asks."""


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """How whoever asks stands on a leaderboard."""

    place: int | None
    unplaced: Unplaced | None
    """Why they have no place, None where they have one."""
    rating: Rating | None
    """None without a rated match of the game."""
    is_provisional: bool
    wins: int
    matches: int
    """Both of the period."""
    lacking: int
    """Rated matches that are missing until there can be a place."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of the leaderboard of one game."""

    view: View
    game: str
    period: str
    """Which one is shown, as in `periods_of`: all time, `2026`, `2026-11`."""
    rows: tuple[Ranked, ...]
    best: int
    """The value of whoever comes first, 0 where nobody does."""
    elsewhere: Ranked | None
    """Whoever asks, where they are on another page."""
    count: int
    """How many have a place."""
    pages: int
    own_page: int | None
    """On which page whoever asks is, None where on none."""
    own: OwnStanding | None
    """None where nobody asks."""
    names: dict[int, str]
    """Who is on it."""


@dataclass(frozen=True, slots=True)
class _Page:
    """What is stored of a page of a leaderboard."""

    view: View
    """The page that there is."""
    count: int
    pages: int
    rows: tuple[Standing, ...]
    best: tuple[Standing, ...]
    """The first of the leaderboard, if there is one."""
    standings: dict[tuple[int, str, int], Standing]
    """By server, period and user: those of the players of the page, and the caller's own."""
    first_place: int
    """The place of the first row."""
    own: Standing | None
    own_place: int | None
    own_page: int | None


@dataclass(frozen=True, slots=True)
class Overview:
    """The best of every game."""

    view: View
    period: str
    """As of a `Ranking`."""
    best: tuple[tuple[str, tuple[Ranked, ...]], ...]
    """By game."""
    names: dict[int, str]


class Leaderboards:
    """Ranks players as a view asks for, page by page, and says where the asker stands."""

    def __init__(self, store: Store, membership: Membership, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._membership = membership
        self._clock = clock
        self._milestones = KeptMilestones()

    async def look(
        self, guild_id: int, view: View, asker_id: int | None = None
    ) -> Ranking | Overview:
        """What a view shows.

        :param asker_id: for whom it is; None where it is for everybody.
        """
        if view.game is None:
            return await self.overview(guild_id, view)
        return await self.board(guild_id, view, asker_id)

    async def look_closely(self, guild_id: int, view: View) -> Ranking | Overview:
        """What a view shows to everybody, once all on it have been found to be there."""
        found = await self.look(guild_id, view)
        for _ in range(MOST_ROUNDS):
            await self._membership.check(guild_id, found.names)
            before, found = found, await self.look(guild_id, view)
            if found == before:
                break
        return found

    async def board(self, guild_id: int, view: View, asker_id: int | None = None) -> Ranking:
        """A page of a game's leaderboard; the last one where there are fewer by now.

        :param asker_id: for whom it is; None where it is for everybody.
        """
        assert view.game is not None
        now = self._clock()
        ladder = Ladder(view.game, _place_id(guild_id, view), _period(view, now), view.sort)
        async with self._store.read() as tx:
            page = await self._page(tx, ladder, view, asker_id, now)
        rows, own = page.rows, page.own
        is_elsewhere = page.own_place is not None and own not in rows
        listed = (*rows, own) if own is not None and is_elsewhere else rows
        names = {row.user_id: row.name for row in listed}
        called = names | await self._membership.names(guild_id, names)

        def row_of(standing: Standing, place: int) -> Ranked:
            ranked = _row(standing, page.standings, place, view.sort, now)
            name = called[standing.user_id]
            return replace(ranked, name=name, is_own=standing.user_id == asker_id)

        elsewhere = None
        if own is not None and page.own_place is not None and is_elsewhere:
            elsewhere = row_of(own, page.own_place)
        whole = page.standings.get((ladder.guild_id, ALL, asker_id or 0))
        view = page.view
        return Ranking(
            view=view,
            game=ladder.game,
            period=ladder.period,
            rows=tuple(map(row_of, rows, _places(rows, view, page.first_place))),
            best=max((_value(each, view.sort) for each in page.best), default=0),
            elsewhere=elsewhere,
            count=page.count,
            pages=page.pages,
            own_page=page.own_page,
            own=(
                None if asker_id is None else _own_standing(own, whole, page.own_place, view, now)
            ),
            names=names,
        )

    async def _page(
        self, tx: Transaction, ladder: Ladder, view: View, asker_id: int | None, now: datetime
    ) -> _Page:
        """What is stored of a page of a leaderboard; of the last one if there are fewer by now."""
        milestones_of = await self._milestones.of(tx, ladder, now)
        count = await milestones.count(tx, milestones_of, now)
        pages = max(1, -(-count // ROWS))
        view = replace(view, page=min(view.page, pages - 1))
        rows = await stored_ratings.page(tx, ladder, now, ROWS, view.page * ROWS)
        best, first_place = rows[:1], 1
        if view.page:
            best = await stored_ratings.page(tx, ladder, now, 1)
        user_ids = {row.user_id for row in rows}
        if asker_id is not None:
            user_ids.add(asker_id)
        periods = {ALL, ladder.period, periods_of(now)[2]}
        standings = await stored_ratings.of_players(
            tx, ladder.game, [ladder.guild_id], periods, user_ids
        )
        if view.page and rows:
            first_place = await milestones.place(tx, milestones_of, rows[0], now)
        own = standings.get((ladder.guild_id, ladder.period, asker_id or 0))
        own_place = own_page = None
        if own is not None and own.is_shown(now):
            own_place = await milestones.place(tx, milestones_of, own, now)
            own_page = view.page
            if own not in rows:
                own_page = await milestones.before(tx, milestones_of, own, now) // ROWS
        return _Page(
            view, count, pages, rows, best, standings, first_place, own, own_place, own_page
        )

    async def overview(self, guild_id: int, view: View) -> Overview:
        """The best of every game."""
        now = self._clock()
        place_id, period = _place_id(guild_id, view), _period(view, now)
        best: dict[str, tuple[Standing, ...]] = {}
        places: dict[str, list[int]] = {}
        async with self._store.read() as tx:
            for game in GAMES:
                ladder = Ladder(game, place_id, period, view.sort)
                rows = await stored_ratings.page(tx, ladder, now, BEST)
                best[game] = rows
                places[game] = _places(rows, view)
        names = {row.user_id: row.name for rows in best.values() for row in rows}
        called = names | await self._membership.names(guild_id, names)
        found = tuple(
            (
                game,
                tuple(
                    replace(_row(row, {}, place, view.sort, now), name=called[row.user_id])
                    for row, place in zip(rows, places[game], strict=True)
                ),
            )
            for game, rows in best.items()
        )
        return Overview(view, period, found, names)


def _place_id(guild_id: int, view: View) -> int:
    return guild_id if view.scope == "server" else EVERYWHERE


def _period(view: View, now: datetime) -> str:
    return dict(zip(PERIODS, periods_of(now), strict=True))[view.period]


def _value(standing: Standing, sort: Sort) -> int:
    """What people see of that by which a leaderboard is sorted."""
    points = rating_of(standing).points
    return {"rating": points, "wins": standing.wins, "matches": standing.matches}[sort]


def _places(rows: Sequence[Standing], view: View, first: int = 1) -> list[int]:
    """The place of each row of a page; those that are equal share one.

    :param first: the place of its first row.
    """
    places: list[int] = []
    for number, row in enumerate(rows):
        if not number:
            places.append(first)
        elif _value(row, view.sort) == _value(rows[number - 1], view.sort):
            places.append(places[-1])
        else:
            places.append(view.page * ROWS + number + 1)
    return places


def _row(
    standing: Standing,
    standings: dict[tuple[int, str, int], Standing],
    place: int,
    sort: Sort,
    now: datetime,
) -> Ranked:
    key = standing.guild_id, periods_of(now)[2], standing.user_id
    whole = standings.get((standing.guild_id, ALL, standing.user_id))
    return Ranked(
        user_id=standing.user_id,
        name=standing.name,
        place=place,
        value=_value(standing, sort),
        won=standing.wins,
        drawn=standing.draws,
        lost=standing.losses,
        change=_change(standings.get(key), whole, sort),
        streak=standing.streak,
        is_own=False,
    )


def _change(month: Standing | None, whole: Standing | None, sort: Sort) -> int | None:
    """By how much somebody has grown this month; None for who began in it."""
    if month is None:
        return 0
    if whole is not None and whole.matches == month.matches:
        return None
    if sort == "rating":
        return whole_points(month.mu) - whole_points(month.mu_before)
    return month.wins if sort == "wins" else month.matches


def _own_standing(
    own: Standing | None, whole: Standing | None, place: int | None, view: View, now: datetime
) -> OwnStanding:
    """How the person who asks stands.

    :param own: in the period that is shown.
    :param whole: over all time.
    """
    rating = None if whole is None else rating_of(whole)
    matches = 0 if whole is None else whole.matches
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
    """Why somebody has no place.

    :param own: how they stand in the period that is shown.
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
