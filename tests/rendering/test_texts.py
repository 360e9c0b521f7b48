"""Text boards and alt texts of all games: their lengths, and how a match ended."""

from __future__ import annotations

from random import Random

import pytest

from rendering import Ended, Scene, alt_text, text_board
from rules.position import Game
from rules.registry import GAMES
from rules.replay import random_play
from tests.rendering.image_checks import assert_texts_fit
from tests.rendering.scenes import SCENES
from tests.rendering.skirt.scenes import SKIRT


@pytest.mark.parametrize("name", SCENES)
def test_texts_of_a_scene_fit(name: str) -> None:
    assert_texts_fit(SCENES[name])


def test_a_long_turn_is_described_below_the_player_to_move() -> None:
    lines = text_board(SCENES["scalus_expansion"]).splitlines()
    assert lines[:3] == ["White to move", "[ ] Black d4-g4-g7-d7(e5)", ""]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("seed", range(5))
def test_texts_fit_throughout_a_match_with_the_fullest_boards(game: Game, seed: int) -> None:
    options = {option.key: max(option.values) for option in game.options}
    random = Random(seed)
    for played in random_play(game.start(game.deal(options, random)), random):
        position = played.after.seen_by(None)
        assert_texts_fit(Scene(game, position, last=(played,), options=options))


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (Ended((2,)), "Black wins"),
        (Ended(()), "Draw"),
        (Ended((), is_aborted=True), "Aborted"),
    ],
)
def test_a_match_ended_outside_the_rules_states_how(ended: Ended, words: str) -> None:
    scene = Scene(SKIRT, SKIRT.start(SKIRT.choose({"size": 4})), ended=ended)
    assert scene.status == words
    assert words in alt_text(scene)
    assert words in text_board(scene)
    assert "to move" not in alt_text(scene)
