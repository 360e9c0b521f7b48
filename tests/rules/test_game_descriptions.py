"""The descriptions of games for people who choose one."""

from __future__ import annotations

import pytest

from rules.position import Game
from rules.registry import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@EVERY_GAME
def test_each_text_of_a_game_description_fits_on_one_line(game: Game) -> None:
    assert game.summary.endswith(".")
    assert len(game.summary) <= 160
    for words in (game.length, game.difficulty, game.similar_to):
        assert len(words) <= 50
        assert words == words.strip(" .")


@EVERY_GAME
def test_a_glimpse_is_a_position_in_the_middle_of_a_match(game: Game) -> None:
    if game.glimpse:
        position = game.decode(game.glimpse)
        assert position.to_move is not None
        assert position.seen_by(None) == position
