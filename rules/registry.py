"""All games, one line each."""

from __future__ import annotations

from language.lists import row_of
from language.texts import lazy_gettext
from language.typed import folded
from rules.passtally.game import Passtally
from rules.position import Game
from rules.refusal import Refusal, quoted
from rules.scala.game import Scala
from rules.scalas.game import Scalas
from rules.scalus.game import Scalus
from rules.skirt.game import Skirt

GAMES: dict[str, Game] = {
    game.key: game for game in (Scala(), Scalas(), Scalus(), Skirt(), Passtally())
}
"""All games by key, in display order."""

FIRST_GAME: Game = next(game for game in GAMES.values() if game.is_first)
"""The recommended first game."""


def game_named(text: str) -> Game:
    """Return the game with this key or name, in any letter case.

    :raises Refusal: `game` if there is none, with the existing names.
    """
    game = GAMES.get(folded(text))
    if game is None:
        names = row_of([each.name for each in GAMES.values()])
        raise Refusal(
            "game",
            lazy_gettext(
                "There is no game called “{name}”. The games are {games}.",
                name=quoted(text),
                games=names,
            ),
        )
    return game
