"""Leaderboards as plain values: who stands where, for one game or the best of all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, get_args

from bot.pages.wording import counted, ordinal
from club.members.membership import Membership
from club.ratings.rating_book import SHOWN_FOR, periods_of, rating_of
from club.ratings.ratings import SETTLED_AFTER, is_provisional, shown
from rendering.figures import leaderboard as drawn
from rendering.figures.leaderboard import ROWS, LeaderboardPage
from rendering.figures.rating_chart import MONTHS
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import ALL, EVERYWHERE, Sort, Standing

Scope = Literal["server", "everywhere"]
Period = Literal["all", "year", "month"]
Form = Literal["picture", "text"]

SCOPES: dict[str, Scope] = {each: each for each in get_args(Scope)}
PERIODS: dict[str, Period] = {each: each for each in get_args(Period)}
SORTS: dict[str, Sort] = {each: each for each in get_args(Sort)}
FORMS: dict[str, Form] = {each: each for each in get_args(Form)}
"""What a control may say."""

LONGEST_PAGE = 7
"""Digits of the number of a page."""

OVERVIEW = "-"
"""Stands for no game where one is named in a control."""

MOST_ROUNDS = 3
"""Times that a page is made anew because somebody on it turns out to have left."""

BEST = 3
"""Players of each game in an overview."""

LEAST_REACH = (1200, 1800)
"""The ratings of an empty bar, and of a full one where nobody has more."""


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

    @property
    def arguments(self) -> tuple[str, ...]:
        """The same in a control, as `view_of` reads it."""
        page = str(self.page)
        return self.game or OVERVIEW, self.scope, self.period, self.sort, self.form, page


def view_of(arguments: Sequence[str]) -> View:
    """The view that a control stands for.

    :raises Refusal: `outdated`.
    """
    game, scope, period, sort, form, page = arguments
    try:
        view = View(
            None if game == OVERVIEW else GAMES[game].key,
            SCOPES[scope],
            PERIODS[period],
            SORTS[sort],
            FORMS[form],
        )
    except KeyError:
        raise _outdated() from None
    if not (page.isascii() and page.isdigit() and len(page) <= LONGEST_PAGE):
        raise _outdated()
    return replace(view, page=int(page))


def _outdated() -> Refusal:
    return Refusal(
        "outdated", "This button is from an earlier version of me. `/leaderboard` shows it anew."
    )


@dataclass(frozen=True, slots=True)
class Board:
    """A page of the leaderboard of one game."""

    view: View
    drawn: LeaderboardPage
    pages: int
    own_page: int | None
    """Where whoever asks stands, None where nowhere."""
    own_words: str
    """The same in words, or why nowhere; empty where nobody asks."""
    names: dict[int, str]
    """Who is on it."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The best of every game."""

    view: View
    note: str
    best: tuple[tuple[str, tuple[drawn.LeaderboardRow, ...]], ...]
    """By the name of the game."""
    names: dict[int, str]


class Leaderboards:
    """The leaderboards of all servers."""

    def __init__(self, store: Store, membership: Membership, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._membership = membership
        self._clock = clock

    async def look(
        self, guild_id: int, view: View, asker_id: int | None = None
    ) -> Board | Overview:
        """What a view shows.

        :param asker_id: for whom it is; None where it is for everybody.
        """
        if view.game is None:
            return await self.overview(guild_id, view)
        return await self.board(guild_id, view, asker_id)

    async def look_closely(self, guild_id: int, view: View) -> Board | Overview:
        """What a view shows to everybody, once all on it have been found to be there."""
        found = await self.look(guild_id, view)
        for _ in range(MOST_ROUNDS):
            await self._membership.check(guild_id, found.names)
            before, found = found, await self.look(guild_id, view)
            if found == before:
                break
        return found

    async def board(self, guild_id: int, view: View, asker_id: int | None = None) -> Board:
        """A page of a game's leaderboard; the last one where there are fewer by now.

        :param asker_id: for whom it is; None where it is for everybody.
        """
        game = view.game
        assert game is not None
        now = self._clock()
        place_id, period = _place_id(guild_id, view), _period(view, now)
        ladder = (game, place_id, period)
        async with self._store.read() as tx:
            count = await stored_ratings.count(tx, *ladder, now)
            pages = max(1, -(-count // ROWS))
            view = replace(view, page=min(view.page, pages - 1))
            rows = await stored_ratings.page(tx, *ladder, view.sort, now, ROWS, view.page * ROWS)
            best = rows[:1]
            if view.page:
                best = await stored_ratings.page(tx, *ladder, view.sort, now, 1)
            user_ids = {row.user_id for row in rows} | ({asker_id} if asker_id else set())
            standings = await stored_ratings.of_players(
                tx, game, [place_id], {ALL, period, periods_of(now)[2]}, user_ids
            )
            places = await _places(tx, rows, view, now)
            own = None if asker_id is None else standings.get((place_id, period, asker_id))
            own_place = own_page = None
            if own is not None and own.is_shown(now):
                own_place = await stored_ratings.place(tx, own, view.sort, now)
                own_page = view.page
                if own not in rows:
                    own_page = await stored_ratings.before(tx, own, view.sort, now) // ROWS
        is_elsewhere = own_place is not None and all(row.user_id != asker_id for row in rows)
        shown_ones = (*rows, own) if own is not None and is_elsewhere else rows
        names = {row.user_id: row.name for row in shown_ones}
        called = names | await self._membership.names(guild_id, names)

        def row_of(standing: Standing, place: int) -> drawn.LeaderboardRow:
            name = called[standing.user_id]
            found = _row(standing, standings, place, view.sort, now)
            return replace(found, name=name, is_own=standing.user_id == asker_id)

        leaderboard = LeaderboardPage(
            title=GAMES[game].name,
            note=note_of(view, now),
            rows=tuple(map(row_of, rows, places)),
            reach=_reach(view.sort, best),
            heading=view.sort,
            own=row_of(own, own_place) if own and own_place and is_elsewhere else None,
            small_print=_small_print(view, count, pages),
            empty="Nobody has a place here yet.",
        )
        whole = None if asker_id is None else standings.get((place_id, ALL, asker_id))
        own_words = ""
        if asker_id is not None:
            own_words = _own_words(own, whole, own_place, count, view, now)
        return Board(view, leaderboard, pages, own_page, own_words, names)

    async def overview(self, guild_id: int, view: View) -> Overview:
        """The best of every game."""
        now = self._clock()
        place_id, period = _place_id(guild_id, view), _period(view, now)
        best: dict[str, tuple[Standing, ...]] = {}
        places: dict[str, list[int]] = {}
        async with self._store.read() as tx:
            for game in GAMES:
                rows = await stored_ratings.page(tx, game, place_id, period, view.sort, now, BEST)
                best[game] = rows
                places[game] = await _places(tx, rows, view, now)
        names = {row.user_id: row.name for rows in best.values() for row in rows}
        called = names | await self._membership.names(guild_id, names)
        found = tuple(
            (
                GAMES[game].name,
                tuple(
                    replace(_row(row, {}, place, view.sort, now), name=called[row.user_id])
                    for row, place in zip(rows, places[game], strict=True)
                ),
            )
            for game, rows in best.items()
        )
        return Overview(view, note_of(view, now), found, names)


def note_of(view: View, now: datetime) -> str:
    """ "this server · November 2026"."""
    scope = "this server" if view.scope == "server" else "all servers"
    return f"{scope} · {period_words(view.period, now)}"


def period_words(period: Period, now: datetime) -> str:
    """ "all time", "2026", "November 2026"."""
    at = now.astimezone(UTC)
    month = f"{MONTHS[at.month - 1]} {at.year}"
    return {"all": "all time", "year": str(at.year), "month": month}[period]


def _place_id(guild_id: int, view: View) -> int:
    return guild_id if view.scope == "server" else EVERYWHERE


def _period(view: View, now: datetime) -> str:
    return dict(zip(PERIODS, periods_of(now), strict=True))[view.period]


def _value(standing: Standing, sort: Sort) -> int:
    """What people see of that by which a leaderboard is sorted."""
    points = rating_of(standing).points
    return {"rating": points, "wins": standing.wins, "matches": standing.matches}[sort]


async def _places(
    tx: Transaction, rows: Sequence[Standing], view: View, now: datetime
) -> list[int]:
    """The place of each row of a page; those that are equal share one."""
    places: list[int] = []
    for number, row in enumerate(rows):
        if not number and not view.page:
            places.append(1)
        elif not number:
            places.append(await stored_ratings.place(tx, row, view.sort, now))
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
) -> drawn.LeaderboardRow:
    key = standing.guild_id, periods_of(now)[2], standing.user_id
    whole = standings.get((standing.guild_id, ALL, standing.user_id))
    value = _value(standing, sort)
    return drawn.LeaderboardRow(
        place=place,
        name=standing.name,
        value=value,
        shown=str(value),
        won=standing.wins,
        drawn=standing.draws,
        lost=standing.losses,
        change=_change(standings.get(key), whole, sort),
        streak=standing.streak,
    )


def _change(month: Standing | None, whole: Standing | None, sort: Sort) -> int | None:
    """By how much somebody has grown this month; None for who began in it."""
    if month is None:
        return 0
    if whole is not None and whole.matches == month.matches:
        return None
    if sort == "rating":
        return round(month.mu) - round(month.mu_before)
    return month.wins if sort == "wins" else month.matches


def _reach(sort: Sort, best: Sequence[Standing]) -> tuple[int, int]:
    most = max((_value(each, sort) for each in best), default=0)
    if sort == "rating":
        return LEAST_REACH[0], max(LEAST_REACH[1], most)
    return 0, max(1, most)


def _small_print(view: View, count: int, pages: int) -> str:
    players = counted(count, "player")
    page = f", page {view.page + 1} of {pages}" if pages > 1 else ""
    gone = "have left the server" if view.scope == "server" else "don't wish to be shown"
    return (
        f"{players}{page}. Left out are those whose rating is provisional (fewer than "
        f"{SETTLED_AFTER} rated matches), who had none for {SHOWN_FOR.days} days, or who {gone}."
    )


def _own_words(
    own: Standing | None,
    whole: Standing | None,
    place: int | None,
    count: int,
    view: View,
    now: datetime,
) -> str:
    """Where the person who asks stands, or why nowhere."""
    assert view.game is not None
    game = GAMES[view.game].name
    if whole is None:
        return f"You have no rated match of {game} yet; `/challenge` starts one."
    points = shown(rating_of(whole), now)
    if own is None:
        when = "this month" if view.period == "month" else "this year"
        return f"You have no rated match of {game} {when}. Your rating is **{points}**."
    if place is not None:
        value = {
            "rating": f"**{points}**",
            "wins": f"**{own.wins}** won",
            "matches": f"**{own.matches}** played",
        }[view.sort]
        return f"You are **{ordinal(place)}** of {count}: {value}."
    if own.is_hidden and view.scope == "everywhere":
        return f"Your rating is **{points}**; as you wish, others don't see it (`/privacy`)."
    if whole.matches < SETTLED_AFTER:
        left = SETTLED_AFTER - whole.matches
        more = counted(left, "more rated match", "more rated matches")
        return f"Your rating is **{points}**; with {more} you get a place."
    if is_provisional(rating_of(whole), now):
        return f"Your rating is **{points}**; with another rated match or two you get a place."
    return f"Your rating is **{points}**; with your next rated match you get a place again."
