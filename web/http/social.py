"""The pictures of pages that other sites show beside links to them."""

from __future__ import annotations

from rendering.social_cards import SocialCard, draw_social_card
from rules.position import Game
from rules.registry import GAMES
from web.http.routes import File, Visit

CARD = "card.png"
"""The last part of the path of such a picture, below the path of its page."""


async def card_file(visit: Visit, key: tuple[object, ...], card: SocialCard) -> File:
    """Return the picture of a page, cached briefly, because it may contain names.

    :param key: the subject of the picture, as a key of the cache.
    """
    key = ("card", *key, visit.reader.language)
    return File(await visit.site.pictures.figure(visit.visitor, key, draw_social_card, card))


def first_game() -> Game:
    """Return the game for newcomers, whose board represents all games."""
    return next(game for game in GAMES.values() if game.is_first)
