"""The ratings of servers: a page of all that are listed, and a list on a server's own page."""

from __future__ import annotations

from collections.abc import Sequence

from club.servers.pages import PublicServer
from extensions.teams.club.ratings import SERVERS, TeamLeaderboard
from extensions.teams.presentation import (
    no_servers_words,
    record_words,
    server_points,
    servers_words,
)
from language.texts import gettext
from presentation.markup import PLAIN
from presentation.ratings.leaderboards import SORT_HEADINGS
from rules.registry import GAMES
from web.http.reader import Reader, html
from web.http.routes import MORE_ROUTES, PageRoute, Visit
from web.http.view import Row, Section, View
from web.servers.server import OTHER_LEADERBOARDS, PAGE_SIZE, SECTIONS


@OTHER_LEADERBOARDS.add
def link(reader: Reader) -> Sequence[tuple[str, str]]:
    """Return a link to the page."""
    return [(gettext("Ratings of servers"), reader.to(SERVERS))]


@SECTIONS.add
async def ratings_of_server(shown: tuple[Visit, PublicServer]) -> Sequence[Section]:
    """Return the ratings of a server, each with a link to those of all."""
    visit, server = shown
    ratings = await visit.site.club.part(TeamLeaderboard).of_server(server.guild_id)
    reader = visit.reader
    rows = [
        Row(
            GAMES[game].name,
            f"{server_points(rating, reader.now)} · {record_words(rating)}",
            reader.to(SERVERS),
        )
        for game, rating in ratings.items()
    ]
    return [Section(gettext("Ratings of servers"), rows)] if rows else []


async def servers_page(visit: Visit) -> View:
    """The ratings of all listed servers."""
    site, reader = visit.site, visit.reader
    servers = await site.club.part(TeamLeaderboard).by_game()
    markup = reader.markup(lambda _match: "")
    values = {
        "words": servers_words(),
        "heading": gettext(SORT_HEADINGS["rating"]),
        "empty": no_servers_words(PLAIN),
        "games": [
            (
                GAMES[game].name,
                [
                    (
                        html(markup.name(each.name)),
                        reader.to(site.server_path(each.rating.guild_id)),
                        server_points(each.rating, reader.now),
                        record_words(each.rating),
                    )
                    for each in servers[game][:PAGE_SIZE]
                ],
            )
            for game in GAMES
            if game in servers
        ],
    }
    return View("servers.html", gettext("Servers"), servers_words(), values)


MORE_ROUTES.append(PageRoute("leaderboard", SERVERS, servers_page))
