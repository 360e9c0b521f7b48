"""Random full boards of Skirt, whose connections must agree with the rules."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.skirt.evaluation import FILLS, random_fills
from rules.position import Position
from rules.replay import random_play
from rules.skirt.board import SIZES
from rules.skirt.game import Skirt
from rules.skirt.position import SkirtPosition

GAME = Skirt()


@pytest.mark.parametrize("size", SIZES)
def test_full_boards_have_the_same_connections_as_under_the_rules(size: int) -> None:
    start = SkirtPosition.set_up(size)
    names = start.hexagon.names
    fills = random_fills(size, start.stones, Random(size))
    for fill in range(0, FILLS, 8):
        white = {name for name, cell in zip(names, fills.white, strict=True) if cell >> fill & 1}
        alone = (
            SkirtPosition.set_up(size, white=white),
            SkirtPosition.set_up(size, black=set(names) - white),
        )
        for position, won in zip(alone, fills.won, strict=True):
            assert (position.outcome is not None) == bool(won >> fill & 1)


@pytest.mark.parametrize("seed", range(8))
def test_a_winner_under_the_rules_is_connected_on_every_full_board(seed: int) -> None:
    random = Random(seed)
    last: Position = GAME.start({"size": random.choice(SIZES)})
    for played in random_play(last, random):
        last = played.after
    assert isinstance(last, SkirtPosition)
    assert last.outcome is not None
    fills = random_fills(last.size, last.stones, random)
    (winner,) = last.outcome.winners
    assert fills.won[winner - 1].bit_count() == FILLS


def test_both_colours_are_treated_alike() -> None:
    stones = SkirtPosition.set_up(6).stones
    shares = [random_fills(6, stones, Random(seed)).share for seed in range(60)]
    assert sum(shares) / len(shares) == pytest.approx(0.5, abs=0.02)


def test_a_cell_that_completes_a_chain_gains_more_than_others() -> None:
    chain = ["a1", "b2", "c3", "d4", "e5", "g6", "h6", "i6", "j6", "k6"]
    position = SkirtPosition.set_up(6, white=chain)
    fills = random_fills(6, position.stones, Random(1))
    gains = fills.gains(1)
    best = max(range(len(gains)), key=gains.__getitem__)
    assert position.hexagon.names[best] in ("f5", "f6")
    assert fills.gains(2)[best] > 0
