"""An event: its state, standings, pairings and matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from club.servers.pages import PublicServer
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import format_of
from extensions.events.club.pages import KIND, public_event, public_events
from extensions.events.presentation.crosstable import Crosstable, draw_crosstable
from extensions.events.presentation.crosstable_words import crosstable_alt
from extensions.events.presentation.event_view import EventView, view_of_course
from extensions.events.presentation.events import (
    MAX_LINKED,
    card_words,
    kind_words,
    link_label,
    raw_title,
    title_of,
)
from extensions.events.presentation.rounds import order_words
from extensions.events.presentation.standings import figure_of, page_count, ties_words
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.matches.match import ended_line
from presentation.pictures import DEFAULT_WIDTH
from rendering.glimpses import scene_at_a_glance
from rendering.social_cards import CardRow, SocialCard
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches.match import StoredMatch
from web.http.live import FOLLOWED
from web.http.markup import DESCRIPTION, PREVIEW
from web.http.reader import html
from web.http.routes import (
    MORE_ROUTES,
    File,
    FileRoute,
    PageRoute,
    PrivateVisit,
    Visit,
    rules_path,
)
from web.http.site import Site
from web.http.social import CARD, card_file, first_game
from web.http.view import Embed, LinkButton, NoPage, PreviewPicture, Row, Section, View
from web.matches.archive import Entry, Field, Menu, add_field
from web.matches.match import LINKS as MATCH_LINKS
from web.matches.match import ShownMatch, match_card, seat_path
from web.my_page import SECTIONS as OWN_SECTIONS
from web.servers.server import SECTIONS as SERVER_SECTIONS

MAX_ROWS = 4
"""Maximum number of places on the picture for other sites."""


MAX_LISTED = 8
"""Maximum number of events on a server's page."""

MAX_CHOICES = 24
"""Maximum number of events in the menu that narrows a list of matches."""


@SERVER_SECTIONS.add
async def events_of_server(shown: tuple[Visit, PublicServer]) -> Sequence[Section]:
    """Return the latest events of a server that everyone can see."""
    visit, server = shown
    async with visit.site.club.store.read() as tx:
        events = await stored_events.of_guild(tx, server.guild_id, MAX_LISTED)
    rows = [_row(visit, event) for event in events if server.shows(event.place)]
    return [Section(gettext("Events"), rows)] if rows else []


@OWN_SECTIONS.add
async def own_events(visit: PrivateVisit) -> Sequence[Section]:
    """Return the unfinished events that a member has entered."""
    async with visit.site.club.store.read() as tx:
        numbers = await stored_events.of_user(tx, visit.user_id)
        events = [await stored_events.current(tx, number) for number in numbers]
    rows: list[Row] = []
    for event in events:
        server = await visit.site.club.pages.server(event.guild_id)
        has_page = server is not None and server.shows(event.place)
        rows.append(_row(visit, event, has_page=has_page))
    return [Section(gettext("Your events"), rows)] if rows else []


async def _archived(visit: Visit, server: PublicServer, text: str) -> Entry:
    """Return the event of a parameter.

    :raises NoPage: if it isn't public.
    """
    numbers = visit.site.addresses.numbers("e", text)
    for event in await _public_events(visit, server):
        if numbers is not None and event.id == numbers[0]:
            return Entry(event.id, text, title_of(event, PLAIN))
    raise NoPage


async def _public_events(visit: Visit, server: PublicServer) -> list[Event]:
    events = await visit.site.club.part(Events).reader.latest(server.guild_id)
    return [event for event in events if server.shows(event.place)]


async def _event_menu(visit: Visit, server: PublicServer) -> Menu:
    events = (await _public_events(visit, server))[:MAX_CHOICES]
    choices = {
        event_path(visit.site, event.id).rpartition("/")[2]: title_of(event, PLAIN)
        for event in events
    }
    return gettext("Event"), gettext("Any event"), choices


add_field("event", Field("event_id", _archived, _event_menu))


@MATCH_LINKS.add
async def seat_to_offer(shown: ShownMatch) -> Sequence[tuple[str, str]]:
    """Return an organiser's link to the vacant seat of an event's match."""
    site, match = shown.visit.site, shown.match
    vacancy = match.vacancy
    if vacancy is None or vacancy.is_open or match.stored.event_id is None:
        return []
    if not site.club.web_sessions.are_available:
        return []
    path = shown.visit.reader.to(seat_path(site, match))
    return [(gettext("For organisers: offer the seat"), path)]


def _row(visit: Visit, event: Event, *, has_page: bool = True) -> Row:
    path = visit.reader.to(event_path(visit.site, event.id)) if has_page else ""
    return Row(title_of(event, PLAIN), kind_words(event), path)


async def event_page(visit: Visit) -> View:
    """An event."""
    server, event = await _event(visit)
    site, reader = visit.site, visit.reader
    markup = reader.markup(site.paths_in(server))
    words = card_words(event, markup)
    path = event_path(site, event.event.id)
    has_standings = event.event.state in ("running", "over")
    tables = _tables(event, visit.viewer_id) if has_standings else []
    picture = _picture(visit, path, tables[0]) if tables else None
    playing = [each for each in event.matches.values() if each.state == "running"]
    running = (await site.club.pages.rows(server, playing))[:MAX_LINKED]
    # Of formats with rounds, these are in the list of each round.
    ended = [each for each in event.matches.values() if each.state == "over"]
    has_rounds = format_of(event.event).has_rounds
    results = () if has_rounds else await site.club.pages.rows(server, ended)
    values = {
        "facts": words.facts,
        "lines": [html(line) for line in words.lines],
        "byline": html(words.byline),
        "is_open": event.event.state == "open",
        "running": [match_card(visit, server, each) for each in running],
        "results": [
            html(ended_line(each, markup)) for each in sorted(results, key=_ending, reverse=True)
        ],
        "tables": [_table_values(visit, server, event, table) for table in tables],
        "ties": ties_words(event) if has_standings else "",
        "rounds": _rounds(event, markup),
        "order": order_words(),
        "rules": "" if event.event.game is None else reader.to(rules_path(GAMES[event.event.game])),
    }
    preview = card_words(event, PREVIEW)
    text = "\n".join(
        (f"### {preview.title}", preview.facts, *preview.lines, f"-# {PREVIEW.name(server.name)}")
    )
    title = PLAIN.name(raw_title(event.event))
    return View(
        "event.html",
        title,
        " ".join((words.facts, *card_words(event, DESCRIPTION).lines)),
        values,
        picture,
        Embed(text, picture, (LinkButton(link_label(event.event), site.url(reader.to(path))),)),
        card_path=f"{path}/{CARD}",
        trail=(visit.server_crumb(server),),
        is_private=not server.is_listed,
        stream="" if event.event.is_over else f"{path}/live",
        version=event.event.version,
    )


async def standings_picture(visit: Visit) -> File:
    """One part of the standings."""
    _, event = await _event(visit)
    number = visit.number("number")
    if event.event.state not in ("running", "over") or number >= page_count(event.standings):
        raise NoPage
    figure = figure_of(event.standings, event.rounds, number)
    key = ("standings", event.event.id, number, visit.reader.language)
    return File(
        await visit.site.pictures.figure(visit.visitor, key, draw_crosstable, figure, DEFAULT_WIDTH)
    )


async def card_picture(visit: Visit) -> File:
    """An event for other sites: its first places, or how to enter."""
    server, event = await _event(visit)
    has_standings = event.event.state in ("running", "over")
    tables = _tables(event) if has_standings else []
    game = first_game() if event.event.game is None else GAMES[event.event.game]
    rows = [
        CardRow(
            f"{row.place_text} {PLAIN.name(row.name)}", row.points, is_marked=row.place_text == "1"
        )
        for table in tables[:1]
        for row in table.rows
    ]
    card = SocialCard(
        scene_at_a_glance(game),
        f"{kind_words(event.event)} · {server.name}",
        PLAIN.name(raw_title(event.event)),
        rows[:MAX_ROWS],
        () if rows else card_words(event, DESCRIPTION).lines,
    )
    return await card_file(visit, ("event", event.event.id), card)


def event_path(site: Site, event_id: int) -> str:
    """Return the path of an event."""
    return site.addresses.path(KIND, event_id)


async def versions(tx: Transaction, event_ids: Collection[int]) -> Mapping[int, int]:
    """Return the versions of those of some events that have pages."""
    return {event.id: event.version for event in await public_events(tx, event_ids)}


FOLLOWED[KIND] = versions


async def _event(visit: Visit) -> tuple[PublicServer, EventView]:
    """Return the event of a path.

    :raises NoPage: if it isn't public.
    """
    (event_id,) = visit.key(KIND)
    club = visit.site.club
    public = await public_event(club, event_id)
    if public is None:
        raise NoPage
    server, course = public
    async with club.store.read() as tx:
        return server, await view_of_course(tx, course)


def _ending(match: StoredMatch) -> datetime:
    return match.ended_at or match.created_at


def _tables(event: EventView, viewer_id: int | None = None) -> list[Crosstable]:
    """The standings, a table for each division and page."""
    return [
        figure_of(event.standings, event.rounds, number, user_id=viewer_id)
        for number in range(page_count(event.standings))
    ]


def _table_values(
    visit: Visit, server: PublicServer, event: EventView, table: Crosstable
) -> Mapping[str, object]:
    site, to = visit.site, visit.reader.to

    def match_path(match_id: int | None) -> str:
        match = event.matches.get(match_id or 0)
        has_page = match is not None and server.shows_match(match)
        return to(site.match_path(match.id)) if match is not None and has_page else ""

    def player_path(user_id: int | None) -> str:
        path = "" if user_id is None else site.player_path(server.guild_id, user_id)
        return to(path) if path else ""

    return {
        "note": table.note,
        "columns": table.columns,
        "extras": table.extras,
        "points": table.points,
        "rows": table.rows,
        "match_path": match_path,
        "player_path": player_path,
        "small_print": table.small_print,
        "empty": "" if table.rows else table.empty_words,
    }


def _picture(visit: Visit, path: str, table: Crosstable) -> PreviewPicture:
    url = visit.site.url(visit.reader.picture(f"{path}/0.png"))
    return PreviewPicture(url, crosstable_alt(table))


def _rounds(event: EventView, markup: Markup) -> list[tuple[str, list[object]]]:
    """The pairings of each round, the latest first."""
    if not format_of(event.event).has_rounds:
        return []
    return [
        (
            gettext("Round {number}", number=each.number),
            [
                html(_pairing_line(event, one, markup))
                for one in event.pairings
                if one.round == each.number
            ],
        )
        for each in reversed(event.rounds)
    ]


def _pairing_line(event: EventView, pairing: Pairing, markup: Markup) -> str:
    link = event.match_link(pairing, markup)
    words = event.versus_words(pairing, markup)
    return f"{words} · {link}" if link else words


MORE_ROUTES.extend(
    (
        PageRoute("event", f"/{KIND}/{{key}}", event_page, has_own_rows=True),
        FileRoute("card", f"/{KIND}/{{key}}/{CARD}", card_picture),
        FileRoute("picture", f"/{KIND}/{{key}}/{{number:[0-9]+}}.png", standings_picture),
    )
)
