"""The home page and the status page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from club.uptime import LAST_ONLINE
from language.lists import listed
from language.texts import gettext, ngettext
from presentation.markup import marked_up
from rendering.glimpses import all_games
from rules.registry import GAMES
from storage.database import key_values
from storage.matches import match_lists
from web.http.reader import html
from web.http.routes import (
    ALL_GAMES,
    PUZZLES,
    File,
    FileRoute,
    PageRoute,
    Route,
    Visit,
    glance_path,
    learn_path,
    rules_path,
)
from web.http.view import Embed, LinkButton, PreviewPicture, View


async def home_page(visit: Visit) -> View:
    """Return the home page: the games and the listed servers."""
    site, reader = visit.site, visit.reader
    markup = reader.markup(lambda _match: "")
    words = gettext(
        "Little-known board games, played on Discord turn by turn: against each other or against "
        "the computer, in minutes or over days."
    )
    games = [
        {
            "name": game.name,
            "summary": html(marked_up(gettext(game.summary), markup)),
            "picture": reader.picture(glance_path(game)),
            "path": reader.to(rules_path(game)),
            "learn": reader.to(learn_path(game)) if game.lessons else "",
        }
        for game in GAMES.values()
    ]
    servers = [
        (server.name, reader.to(site.server_path(server.guild_id)))
        for server in await site.club.pages.listed_servers()
    ]
    invite = await site.invite_link()
    buttons = [LinkButton("Stairwell", site.url(reader.to("/")))]
    if invite:
        buttons.append(LinkButton(gettext("Add to a server"), invite))
    picture = PreviewPicture(
        site.url(reader.picture(ALL_GAMES)),
        gettext(
            "A board of each game: {games}", games=listed([each.name for each in GAMES.values()])
        ),
    )
    return View(
        "home.html",
        "Stairwell",
        words,
        {
            "words": words,
            "games": games,
            "puzzles": reader.to(PUZZLES),
            "servers": servers,
            "invite": invite,
        },
        picture,
        Embed("\n".join(("### Stairwell", words)), picture, tuple(buttons)),
    )


async def games_picture(visit: Visit) -> File:
    """A board of each game."""
    key = ("games", visit.reader.language)
    return File(await visit.site.picture(key, all_games))


async def status_page(visit: Visit) -> View:
    """Return the status page."""
    site, reader = visit.site, visit.reader
    async with site.club.store.read() as tx:
        last_seen = await key_values.beginning_with(tx, LAST_ONLINE)
        running = sum((await match_lists.running_by_game(tx)).values())
    latest = max(map(datetime.fromisoformat, last_seen.values()), default=None)
    markup = reader.markup(lambda _match: "")
    lines = [
        gettext("The web pages are working."),
        gettext("The bot hasn't connected to Discord yet.")
        if latest is None
        else gettext("The bot was last connected to Discord {time}.", time=markup.relative(latest)),
        ngettext("{count} match in progress.", "{count} matches in progress.", running),
        gettext("Version {version}.", version=site.version),
    ]
    title = gettext("Status")
    return View(
        "status.html",
        title,
        gettext("Version {version}.", version=site.version),
        {"lines": [html(line) for line in lines]},
        embed=Embed("\n".join((f"### {title}", *map(str, lines[:1])))),
        is_private=True,
    )


ROUTES: Sequence[Route] = (
    PageRoute("home", "/", home_page),
    PageRoute("status", "/status", status_page),
    FileRoute("picture", ALL_GAMES, games_picture),
)
