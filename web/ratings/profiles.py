"""A player of a server: ratings, records, matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from club.members.membership import Viewer
from club.ratings.profiles import PastMatch, Profile
from club.ratings.rating_book import rating_of
from club.servers.pages import PublicServer
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.phrases import ordinal, rating_words
from presentation.pictures import DEFAULT_WIDTH
from presentation.ratings.profiles import (
    UNDER_NAME,
    Line,
    ProfileWords,
    ViewedPlayer,
    outcome_words,
    profile_words,
    ratings_chart,
    result_facts,
)
from rendering import GAME, Icon
from rendering.figures.chart import draw_chart, height_of
from rendering.glimpses import scene_at_a_glance
from rendering.social_cards import CardRow, SocialCard
from rules.registry import GAMES
from web.http.markup import PREVIEW
from web.http.reader import html
from web.http.routes import File, FileRoute, PageRoute, Route, Visit
from web.http.social import CARD, card_file, first_game
from web.http.view import Embed, LinkButton, NoPage, PreviewPicture, View
from web.matches.archive import archive_of_player
from web.matches.match import match_card

NOBODY = 0
"""The user id of an anonymous visitor."""


async def player_page(visit: Visit) -> View:
    """A player."""
    server, profile, name = await _profile(visit)
    site, reader = visit.site, visit.reader
    markup = reader.markup(site.paths_in(server))
    viewed = ViewedPlayer(site.club, _anyone(server), profile.user_id)
    under_name = await UNDER_NAME.of(viewed)
    words = profile_words(profile, name, reader.now, markup)
    path = site.player_path(server.guild_id, profile.user_id)
    picture, height = None, 0
    if profile.histories:
        chart = ratings_chart(profile, name, reader.now, has_tiles=False)
        picture = PreviewPicture(site.url(reader.picture(f"{path}/ratings.png")), chart.alt)
        height = height_of(chart, DEFAULT_WIDTH)
    values = {
        "under_name": [html(words(markup)) for words in under_name],
        "games": words.games,
        "lines": [] if words.games else [html(line) for line in words.lines],
        "facts": [html(line) for line in words.facts],
        "note": words.note,
        "picture": picture,
        "size": (DEFAULT_WIDTH, height),
        "picture_path": reader.picture(f"{path}/ratings.png"),
        "running": [match_card(visit, server, each) for each in profile.running],
        "archive": archive_of_player(visit, server, profile.user_id),
        "results": [
            (
                gettext("Match {number}", number=result.match.id),
                html(outcome_words(result, profile.user_id, markup)),
                html(result_facts(result, markup)),
                reader.to(site.match_path(result.match.id)),
            )
            for result in profile.results
        ],
    }
    plain = profile_words(profile, name, reader.now, PLAIN)
    preview = profile_words(profile, name, reader.now, PREVIEW)
    lines = [f"### {PREVIEW.name(name)}", *_lines(preview, under_name, PREVIEW)]
    return View(
        "player.html",
        PLAIN.name(name),
        " · ".join((server.name, *plain.lines)),
        values,
        picture,
        Embed(
            "\n".join((*lines, f"-# {PREVIEW.name(server.name)}")),
            picture,
            (LinkButton(gettext("Profile"), site.url(reader.to(path))),),
        ),
        card_path=f"{path}/{CARD}",
        trail=(visit.server_crumb(server),),
        is_private=not server.is_listed,
    )


async def ratings_picture(visit: Visit) -> File:
    """The ratings of a player over time."""
    server, profile, name = await _profile(visit)
    if not profile.histories:
        raise NoPage
    key = ("ratings", server.guild_id, profile.user_id, visit.reader.language)
    chart = ratings_chart(profile, name, visit.reader.now, has_tiles=False)
    return File(
        await visit.site.pictures.figure(visit.visitor, key, draw_chart, chart, DEFAULT_WIDTH)
    )


async def card_picture(visit: Visit) -> File:
    """A player for other sites: their ratings and places."""
    server, profile, name = await _profile(visit)
    games = [GAMES[each.game] for each in profile.standings]
    rows: list[CardRow] = []
    for game, standing in zip(games, profile.standings, strict=True):
        points = rating_words(rating_of(standing), visit.reader.now)
        place = profile.places.get(game.key)
        if place is not None:
            points = gettext("{points}, {place}", points=points, place=ordinal(place))
        rows.append(CardRow(game.name, points, Icon(game.key, GAME)))
    card = SocialCard(
        scene_at_a_glance(next(iter(games), first_game())),
        server.name,
        PLAIN.name(name),
        rows,
        () if rows else profile_words(profile, name, visit.reader.now, PLAIN).lines,
    )
    return await card_file(visit, ("player", server.guild_id, profile.user_id), card)


ROUTES: Sequence[Route] = (
    PageRoute("player", "/p/{key}", player_page),
    FileRoute("card", f"/p/{{key}}/{CARD}", card_picture),
    FileRoute("picture", "/p/{key}/ratings.png", ratings_picture),
)


async def _profile(visit: Visit) -> tuple[PublicServer, Profile, str]:
    """Return the player of a path, their server and their name.

    :raises NoPage: if they have left, are hidden or never played.
    """
    guild_id, user_id = visit.key("p", 2)
    club = visit.site.club
    server = await club.pages.server(guild_id)
    if server is None or await club.pages.hidden([user_id]):
        raise NoPage
    profile = await club.profiles.of(_anyone(server), user_id)
    stored_name = await club.pages.name_of(guild_id, user_id)
    if stored_name is None:
        raise NoPage
    running = await club.pages.rows(server, profile.running)
    changes = {result.match.id: result.change for result in profile.results}
    finished = await club.pages.rows(server, [result.match for result in profile.results])
    results = tuple(PastMatch(match, changes[match.id]) for match in finished)
    return server, replace(profile, running=running, results=results), stored_name


def _lines(words: ProfileWords, under_name: Sequence[Line], markup: Markup) -> list[str]:
    lines = (*(line(markup) for line in under_name), *words.lines, *words.facts)
    return [line for line in lines if line]


def _anyone(server: PublicServer) -> Viewer:
    """Return a visitor who sees what everyone in a server can read."""
    return Viewer(server.guild_id, 0, NOBODY, server.shows)
