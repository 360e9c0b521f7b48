"""Valid and suggested wishes of people in the pool."""

from __future__ import annotations

from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.pool.entries import Wish
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import EVERYWHERE

PACES = ("1d", "3d", "7d")
"""The available paces, fastest first. In faster matches both have to be online at once."""
USUAL_PACE = PACES.index("3d")
MAX_AT_ONCE = 5
"""Maximum number of running matches that a person can request."""


async def suggestion(tx: Transaction, user_id: int) -> Wish:
    """Suggest the games that a person plays, at any pace, within their server."""
    standings = await stored_ratings.of_user(tx, user_id, EVERYWHERE)
    played = tuple(each.game for each in standings if each.game in GAMES)
    return Wish(played or tuple(GAMES), PACES[0], PACES[-1], 1, "server")


def check_wish(wish: Wish) -> None:
    """Check that a wish is valid.

    :raises Refusal: `no_games`, `paces`, `most`.
    """
    if not wish.games or not set(wish.games) <= set(GAMES):
        raise Refusal("no_games", N_("Choose at least one game."))
    ordered = wish.fastest in PACES and wish.slowest in PACES
    if not ordered or PACES.index(wish.fastest) > PACES.index(wish.slowest):
        raise Refusal("paces", N_("Choose a pace from the list."))
    if not 1 <= wish.most <= MAX_AT_ONCE:
        raise Refusal("most", N_("Choose how many matches you want from the list."))
