"""Finished matches of a server or of one of its players, narrowed by the address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from club.matches.finding import (
    MAX_IN_FILE,
    ArchivePage,
    month_in,
    month_text,
    result_in,
    turns_in,
    turns_text,
)
from club.servers.pages import PublicServer, masked_match
from language.texts import gettext, lazy_gettext
from presentation.markup import PLAIN
from presentation.matches.archive import finished_words, records_text, result_names
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from storage.matches.archive import ArchiveFilter
from storage.matches.match import StoredMatch
from web.http.cache import Rendered
from web.http.markup import PREVIEW
from web.http.routes import File, FileRoute, PageRoute, Route, Visit
from web.http.templating import TEXT
from web.http.view import BadAddress, Embed, LinkButton, NoPage, View
from web.matches.match import card_values

PAGE_SIZE = 24
MAX_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """What one parameter of an address narrows a list to."""

    value: Any
    """The value of the field of an `ArchiveFilter`."""
    text: str
    """The parameter, as in the canonical address."""
    label: str = ""
    """Its words, where they can't be found otherwise."""


Read = Callable[[Visit, PublicServer, str], Awaitable[Entry]]
Choices = Sequence[tuple[str, str]]
Menu = tuple[str, str, Mapping[str, str]]
"""A label, the words for everything, and the words of the other choices."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an address by which a list is narrowed."""

    name: str
    """The field of the `ArchiveFilter`."""
    read: Read
    menu: Callable[[Visit, PublicServer], Awaitable[Menu]] | None = None
    """Returns the menu of an extension's parameter. Without choices, it isn't shown."""
    note: str = ""
    """What the page says if a list is narrowed by it, for a parameter without a menu."""


async def _person(visit: Visit, server: PublicServer, text: str) -> Entry:
    numbers = visit.site.addresses.numbers("p", text, 2)
    if numbers is None or numbers[0] != server.guild_id:
        raise NoPage
    pages, user_id = visit.site.club.pages, numbers[1]
    name = None if await pages.hidden([user_id]) else await pages.name_of(server.guild_id, user_id)
    if name is None:
        raise NoPage
    return Entry(user_id, text, name)


async def _game(_visit: Visit, _server: PublicServer, text: str) -> Entry:
    game = game_named(text)
    return Entry(game.key, game.key, game.name)


async def _result(visit: Visit, _server: PublicServer, text: str) -> Entry:
    result = result_in(text, of_player="player" in visit.parameters)
    return Entry(result, result)


async def _turns(_visit: Visit, _server: PublicServer, text: str) -> Entry:
    turns = turns_in(text)
    return Entry(turns, turns_text(turns))


async def _month(visit: Visit, _server: PublicServer, text: str) -> Entry:
    month = month_in(text, visit.reader.now)
    return Entry(month, month_text(month))


FIELDS: dict[str, Field] = {
    "player": Field("player_id", _person),
    "opponent": Field("opponent_id", _person),
    "game": Field("game", _game),
    "result": Field("result", _result),
    "turns": Field("turns", _turns),
    "month": Field("ended", _month),
}
"""All parameters. Extensions add theirs with `add_field`."""

BEFORE = "before"
PARAMETERS = [*FIELDS, BEFORE]


def add_field(name: str, field: Field) -> None:
    """Add a parameter of an extension."""
    FIELDS[name] = field
    PARAMETERS.append(name)


@dataclass(frozen=True, slots=True)
class Search:
    """A list of finished matches, as an address describes it."""

    server: PublicServer
    entries: Mapping[str, Entry]
    """What it is narrowed to, by parameter."""
    before: int | None

    @property
    def wanted(self) -> ArchiveFilter:
        """The filter."""
        values = {FIELDS[name].name: entry.value for name, entry in self.entries.items()}
        return ArchiveFilter(**values)

    @property
    def narrowed(self) -> dict[str, str]:
        """The parameters of the first page."""
        return {name: entry.text for name, entry in self.entries.items()}

    @property
    def query(self) -> dict[str, str]:
        """The parameters of this page."""
        before = {} if self.before is None else {BEFORE: str(self.before)}
        return self.narrowed | before

    def label(self, name: str) -> str:
        """Return the words of a parameter, empty without it."""
        return self.entries[name].label if name in self.entries else ""

    async def page(self, visit: Visit, size: int) -> ArchivePage:
        """Return the public matches, with hidden names."""
        club, server = visit.site.club, self.server
        page = await club.archive.page(
            server.guild_id, self.wanted, server.shows_match, size, self.before
        )
        return ArchivePage(await club.pages.rows(server, page.matches), page.older)


async def archive_page(visit: Visit) -> View:
    """A page of a list of finished matches."""
    search = await _search(visit)
    site, reader, server = visit.site, visit.reader, search.server
    page = await search.page(visit, PAGE_SIZE)
    path = site.archive_path(server.guild_id)
    to = partial(reader.to, path, **search.narrowed)
    player = search.label("player")
    title = gettext("Finished matches")
    if player:
        title = gettext("Finished matches of {name}", name=PLAIN.name(player))
    values = {
        "action": path,
        "language": reader.language if reader.has_chosen else "",
        "cards": [_card(visit, search, match) for match in page.matches],
        "menus": await _menus(visit, search, page),
        "chosen": {name: search.narrowed.get(name, "") for name in FIELDS},
        "noted": [
            (name, gettext(FIELDS[name].note), entry.text)
            for name, entry in search.entries.items()
            if FIELDS[name].note
        ],
        "example": f"{reader.now:%Y-%m}",
        "all": reader.to(path) if search.entries else "",
        "newest": to() if search.before is not None else "",
        "older": "" if page.older is None else to(**{BEFORE: page.older}),
        "file": reader.to(f"{path}.txt", **search.query) if page.matches else "",
        "most": MAX_IN_FILE,
    }
    return View(
        "archive.html",
        title,
        gettext("Finished matches of {server}, latest first.", server=server.name),
        values,
        embed=Embed(
            f"### {PREVIEW.text(title)}\n-# {PREVIEW.name(server.name)}",
            buttons=(LinkButton(gettext("Finished matches"), site.url(to())),),
        ),
        trail=(visit.server_crumb(server),),
        is_private=not server.is_listed or bool(search.query),
        query=search.query,
    )


async def records_file(visit: Visit) -> File:
    """The records of a list in one file."""
    search = await _search(visit)
    site, server = visit.site, search.server
    # Its matches are replayed, which takes as long as drawing a picture.
    site.limits.take("drawing", visit.visitor)
    page = await site.club.archive.page(
        server.guild_id, search.wanted, server.shows_match, MAX_IN_FILE, search.before
    )
    matches = await site.club.archive.whole(page)
    hidden = await site.club.pages.hidden(
        {seat.user_id for match in matches for seat in match.stored.seats}
    )
    text = records_text(
        [masked_match(match, hidden) for match in matches],
        server.name,
        page.older,
        lambda rest: gettext(
            "There are more matches: {address}", address=_rest(visit, search, rest)
        ),
    )
    return File(Rendered(text.encode(), TEXT), filename="stairwell-matches.txt")


ROUTES: Sequence[Route] = (
    PageRoute("archive", "/s/{key}/matches", archive_page, PARAMETERS),
    FileRoute("records", "/s/{key}/matches.txt", records_file, PARAMETERS),
)


def archive_of_player(visit: Visit, server: PublicServer, user_id: int) -> str:
    """Return the address of a player's finished matches in a server."""
    key = visit.site.player_path(server.guild_id, user_id).rpartition("/")[2]
    return visit.reader.to(visit.site.archive_path(server.guild_id), player=key)


async def _search(visit: Visit) -> Search:
    """Return the list that an address describes.

    :raises NoPage: if a player in it isn't public, or what an extension narrows it to.
    :raises BadAddress: if a parameter is malformed.
    """
    server = await visit.server()
    before = visit.parameters.get(BEFORE, "")
    if before and not (before.isascii() and before.isdecimal() and len(before) <= MAX_DIGITS):
        raise BadAddress(lazy_gettext("“before” has to be a number, as in ?before=17."))
    try:
        entries = {
            name: await field.read(visit, server, text)
            for name, field in FIELDS.items()
            if (text := visit.parameters.get(name))
        }
    except Refusal as refusal:
        raise BadAddress(refusal.message) from refusal
    return Search(server, entries, int(before) if before else None)


def _rest(visit: Visit, search: Search, rest: int) -> str:
    query = search.narrowed | {BEFORE: str(rest)}
    parameters = "&".join(f"{name}={value}" for name, value in query.items())
    return visit.site.url(f"{visit.site.archive_path(search.server.guild_id)}.txt?{parameters}")


def _card(visit: Visit, search: Search, match: StoredMatch) -> dict[str, object]:
    markup = visit.reader.markup(visit.site.paths_in(search.server))
    words = finished_words(match, search.wanted.player_id, markup)
    return card_values(visit, match, *words)


async def _menus(
    visit: Visit, search: Search, page: ArchivePage
) -> list[tuple[str, str, str, Choices]]:
    """Return the menus: parameter, label, the words for everything, and the choices."""
    server = search.server
    people = {
        visit.site.player_path(server.guild_id, seat.user_id).rpartition("/")[2]: seat.name
        for match in page.matches
        for seat in match.seats
        if seat.user_id > 0 and seat.is_person
    }
    own = search.entries.get("player")
    named = gettext("Any player") if own is None else gettext("Any opponent")
    menus: list[tuple[str, str, str, Mapping[str, str]]] = [
        ("player", gettext("Player"), gettext("Any player"), people),
        ("opponent", gettext("Opponent"), named, people),
        ("game", gettext("Game"), gettext("Any game"), {key: GAMES[key].name for key in GAMES}),
        (
            "result",
            gettext("Result"),
            gettext("Any result"),
            {str(key): name for key, name in result_names(of_player=own is not None).items()},
        ),
    ]
    if own is None:
        del menus[1]
    for name, field in FIELDS.items():
        if field.menu is not None:
            menus.append((name, *await field.menu(visit, server)))
    return [
        (name, label, everything, sorted_choices)
        for name, label, everything, choices in menus
        if (sorted_choices := _choices(search, name, choices))
    ]


def _choices(search: Search, name: str, choices: Mapping[str, str]) -> Choices:
    """Return the choices of a menu, with the current one."""
    entry = search.entries.get(name)
    chosen = {} if entry is None or entry.text in choices else {entry.text: entry.label}
    return list((chosen | dict(choices)).items())
