"""The home page and the status page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from markupsafe import Markup as Html

from club.parts import LoadedParts, Parts
from club.references import HIDDEN
from club.uptime import LAST_ONLINE
from language.lists import listed
from language.texts import gettext, ngettext
from presentation.markup import Markup, marked_up
from presentation.phrases import game_facts
from rendering.glimpses import all_games, scene_at_a_glance
from rendering.social_cards import SocialCard
from rules.registry import GAMES
from storage.database import key_values
from storage.matches import match_lists
from web.http.reader import Reader, html
from web.http.routes import (
    ABOUT_GAME,
    ALL_GAMES,
    PRIVACY,
    File,
    FileRoute,
    PageRoute,
    Route,
    Visit,
    glance_path,
    rules_path,
)
from web.http.social import CARD, card_file, first_game
from web.http.view import Embed, LinkButton, Panel, PreviewPicture, View
from web.matches.match import match_card
from web.servers.server import OTHER_LEADERBOARDS

MAX_SERVERS = 10
"""Maximum number of servers searched for matches in progress."""

MAX_MATCHES = 3
LINKS: Parts[Visit, LinkButton] = Parts()
"""The main buttons of the home page."""

PANELS: LoadedParts[Visit, Panel] = LoadedParts()
"""What stands beside the welcome on the home page."""

RECENT = timedelta(minutes=2)
"""Time since the last stored connection in which the bot counts as connected."""

MAX_SEARCHED = 20
"""Maximum number of a server's recent matches searched for public ones."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Matches with a heading, as values of the macro `match_cards`."""

    heading: str
    cards: Sequence[Mapping[str, object]]


SHELVES = LoadedParts[tuple[Visit, Sequence[int]], Shelf]()
"""Matches in the first listed servers, below those in progress."""


async def home_page(visit: Visit) -> View:
    """Return the home page: the games and the listed servers."""
    site, reader = visit.site, visit.reader
    markup = reader.markup(lambda _match: "")
    words = _summary()
    games = [
        {
            "name": game.name,
            "summary": html(marked_up(gettext(game.summary), markup)),
            "facts": game_facts(game),
            "picture": reader.picture(glance_path(game)),
            "path": reader.to(rules_path(game)),
            "links": ABOUT_GAME.of((reader, game)),
        }
        for game in GAMES.values()
    ]
    listed_servers = await site.club.pages.listed_servers()
    servers = [
        (server.name, reader.to(site.server_path(server.guild_id))) for server in listed_servers
    ]
    guild_ids = [server.guild_id for server in listed_servers]
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
            "links": LINKS.of(visit),
            "panels": await PANELS.of(visit),
            "running": await _running(visit, guild_ids),
            "shelves": await SHELVES.of((visit, guild_ids[:MAX_SERVERS])),
            "servers": servers,
            "more": OTHER_LEADERBOARDS.of(reader),
            "steps": _steps(markup),
            "invite": invite,
        },
        picture,
        Embed("\n".join(("### Stairwell", words)), picture, tuple(buttons)),
        card_path=f"/{CARD}",
    )


async def _running(visit: Visit, guild_ids: Sequence[int]) -> list[dict[str, object]]:
    """Return the latest matches in progress in listed servers, as cards."""
    pages, store = visit.site.club.pages, visit.site.club.store
    cards: list[dict[str, object]] = []
    for guild_id in guild_ids[:MAX_SERVERS]:
        server = await pages.server(guild_id)
        if server is None or len(cards) == MAX_MATCHES:
            continue
        async with store.read() as tx:
            recent = await match_lists.recent(tx, guild_id, limit=MAX_SEARCHED)
        matches = await pages.rows(server, recent)
        running = [match for match in matches if match.state == "running"]
        cards += [match_card(visit, server, each) for each in running]
    return cards[:MAX_MATCHES]


async def games_picture(visit: Visit) -> File:
    """A board of each game."""
    key = ("games", visit.reader.language)
    return File(await visit.site.pictures.get(visit.visitor, key, all_games))


async def card_picture(visit: Visit) -> File:
    """The home page for other sites: one board."""
    card = SocialCard(
        scene_at_a_glance(first_game()),
        gettext("Board games on Discord"),
        gettext("Board games you haven't met yet"),
        lines=[_summary()],
    )
    return await card_file(visit, ("home",), card)


def _summary() -> str:
    return gettext(
        "Little-known board games, played on Discord turn by turn: against each other or against "
        "the bot, in minutes or over days."
    )


def _steps(markup: Markup) -> list[tuple[str, Html]]:
    """Return the title and the words of each step from here to a first match."""
    help_command = markup.command("help")
    steps = (
        (
            gettext("Add the bot"),
            gettext(
                "To a server, or to your own account: then you can play in direct messages and "
                "group chats too."
            ),
        ),
        (
            gettext("Choose a game"),
            gettext("Use {command} to challenge someone or to play the bot.", command=help_command),
        ),
        (
            gettext("Take your turns"),
            gettext(
                "In the channel or in a browser, in minutes or over days. I'll tell you when "
                "it's your turn."
            ),
        ),
    )
    return [(title, html(words)) for title, words in steps]


async def privacy_page(visit: Visit) -> View:
    """Return what is stored about visitors and players, and what they can do about it."""
    title = gettext("Privacy")
    markup = visit.reader.markup(lambda _match: "")
    lines = [
        gettext(
            "You can read these pages without an account. They set no cookies and load nothing "
            "from other sites."
        ),
        gettext(
            "If you sign in, your browser keeps one cookie, for 30 days at most. My page has a "
            "list of your browsers, where you can sign out of each."
        ),
        gettext(
            "I store what you do with me, such as matches and their moves, ratings and settings, "
            "with your Discord id and name. I don't read messages."
        ),
        gettext(
            "A match is on these pages only if its server has turned them on and everyone there "
            "can read its channel."
        ),
        gettext(
            "Use {command} to see what is stored about you, to get it as a file, or to delete it. "
            "You can also leave the global leaderboards there. These pages then call you “{name}”.",
            command=markup.command("privacy"),
            name=gettext(HIDDEN),
        ),
    ]
    return View("status.html", title, lines[0], {"lines": [html(line) for line in lines]})


async def status_page(visit: Visit) -> View:
    """Return the status page."""
    site, reader = visit.site, visit.reader
    async with site.club.store.read() as tx:
        last_seen = await key_values.beginning_with(tx, LAST_ONLINE)
        running = sum((await match_lists.running_by_game(tx)).values())
    latest = max(map(datetime.fromisoformat, last_seen.values()), default=None)
    lines = [
        gettext("The web pages are working."),
        _connection_words(latest, reader),
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


def _connection_words(latest: datetime | None, reader: Reader) -> str:
    """Return when the bot was last connected, as far as it is stored."""
    if latest is None:
        return gettext("The bot hasn't connected to Discord yet.")
    if reader.now - latest < RECENT:
        return gettext("The bot is connected to Discord.")
    time = reader.markup(lambda _match: "").relative(latest)
    return gettext("The bot was last connected to Discord {time}.", time=time)


ROUTES: Sequence[Route] = (
    PageRoute("home", "/", home_page),
    PageRoute("privacy", PRIVACY, privacy_page),
    PageRoute("status", "/status", status_page),
    FileRoute("picture", ALL_GAMES, games_picture),
    FileRoute("card", f"/{CARD}", card_picture),
)
