"""The rules of each game, with their pictures, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from club.parts import Parts
from language.texts import gettext
from presentation.markup import PLAIN
from presentation.members.rules import count_of, rules_example, rules_lines, rules_topic
from rendering import alt_text, draw, layout
from rendering.glimpses import board_alone, scene_at_a_glance
from rules.position import Game
from rules.registry import GAMES
from web.http.markup import PREVIEW
from web.http.reader import Reader, html
from web.http.routes import (
    File,
    FileRoute,
    PageRoute,
    Route,
    Visit,
    rules_path,
)
from web.http.view import Crumb, Embed, LinkButton, NoPage, PreviewPicture, View

PICTURE_WIDTH = 600
GLANCE_WIDTH = 400

LINKS: Parts[tuple[Reader, Game], LinkButton] = Parts()
"""Links at the top of a game's rules."""

_ITEM = "- "
"""The start of a list item."""


def game_in(visit: Visit) -> Game:
    """Return the game of a path.

    :raises NoPage: if there is no such game.
    """
    game = GAMES.get(visit.parts["game"])
    if game is None:
        raise NoPage
    return game


async def rules_page(visit: Visit) -> View:
    """The rules of a game."""
    game, site = game_in(visit), visit.site
    markup = visit.reader.markup(lambda _match: "")
    sections: list[dict[str, object]] = []
    for number in range(count_of(game)):
        scene, words = rules_example(game, number, markup)
        small = layout(replace(scene, is_small=True), PICTURE_WIDTH)
        wide = layout(scene, PICTURE_WIDTH)
        path = f"{rules_path(game)}/{number}"
        sections.append(
            {
                "title": rules_topic(game, number),
                "blocks": _blocks("\n".join(rules_lines(game, number, markup))),
                "picture": visit.reader.picture(f"{path}.png"),
                # A board that is high on phones lies on its side elsewhere.
                "wide": (visit.reader.picture(f"{path}-wide.png"), wide)
                if small.height > wide.height * 1.5
                else None,
                "alt": alt_text(scene),
                "size": small,
                "words": _blocks(words),
            }
        )
    lines = rules_lines(game, 0, PLAIN)
    picture = _picture(visit, game)
    others = [
        (each.name, visit.reader.to(rules_path(each)))
        for each in GAMES.values()
        if each is not game
    ]
    return View(
        "rules.html",
        gettext("{game}: the rules", game=game.name),
        " ".join(lines),
        {
            "game": game.name,
            "sections": sections,
            "others": others,
            "links": LINKS.of((visit.reader, game)),
        },
        picture,
        Embed(
            "\n".join((f"### {game.name}", *rules_lines(game, 0, PREVIEW))),
            picture,
            (LinkButton(gettext("Rules"), site.url(visit.reader.to(rules_path(game)))),),
        ),
        trail=(Crumb(gettext("Games"), f"{visit.reader.to('/')}#games"),),
    )


async def rules_picture(visit: Visit) -> File:
    """The picture of one of the rules."""
    game, number = game_in(visit), visit.number("number")
    if number >= count_of(game):
        raise NoPage
    scene, _ = rules_example(game, number, PLAIN)
    is_small = "wide" not in visit.parts
    key = ("rules", game.key, number, is_small, visit.reader.language)
    picture = visit.site.pictures.get(
        visit.visitor, key, draw, scene, PICTURE_WIDTH, is_small=is_small
    )
    return File(await picture)


async def glance(visit: Visit) -> File:
    """Return a small board of a game."""
    game = game_in(visit)
    return File(
        await visit.site.pictures.get(
            visit.visitor,
            ("glance", game.key, visit.reader.language),
            board_alone,
            scene_at_a_glance(game),
            GLANCE_WIDTH,
        )
    )


ROUTES: Sequence[Route] = (
    PageRoute("rules", "/rules/{game:[a-z]+}", rules_page),
    FileRoute("picture", "/rules/{game:[a-z]+}/{number:[0-9]+}.png", rules_picture),
    FileRoute("picture", "/rules/{game:[a-z]+}/{number:[0-9]+}{wide:-wide}.png", rules_picture),
    FileRoute("picture", "/rules/{game:[a-z]+}/glance.png", glance),
)


def _blocks(text: str) -> list[tuple[str, list[Markup]]]:
    """Return the paragraphs and lists of a text, each with its lines."""
    blocks: list[tuple[str, list[Markup]]] = []
    for line in filter(None, text.split("\n")):
        kind, words = ("list", line[2:]) if line.startswith(_ITEM) else ("paragraph", line)
        if kind == "list" and blocks and blocks[-1][0] == kind:
            blocks[-1][1].append(html(words))
        else:
            blocks.append((kind, [html(words)]))
    return blocks


def _picture(visit: Visit, game: Game) -> PreviewPicture:
    scene, _ = rules_example(game, 0, PLAIN)
    path = visit.reader.picture(f"{rules_path(game)}/0.png")
    return PreviewPicture(visit.site.url(path), alt_text(scene))
