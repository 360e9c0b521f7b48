"""Positions for the tests of Scalas, and functions that set them up and play moves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.notation import read
from rules.refusal import Refusal
from rules.scalas.board import grid_of
from rules.scalas.position import ScalasPosition


def set_up(
    towers: Mapping[str, str], hands: tuple[int, int] = (20, 20), seat: int = 1, size: int = 5
) -> ScalasPosition:
    return ScalasPosition.set_up(size, towers, hands, seat)


def play_out(position: ScalasPosition, *texts: str) -> ScalasPosition:
    for text in texts:
        position = position.play(read(position, text))
    return position


def texts(position: ScalasPosition) -> list[str]:
    return [position.text(move) for move in position.moves()]


def tower(position: ScalasPosition, cell: str) -> str:
    return position.towers[position.cells.index(cell)]


def refusal_of(position: ScalasPosition, text: str) -> Refusal:
    with pytest.raises(Refusal) as raised:
        read(position, text)
    return raised.value


def filled_board(usual: str, others: Mapping[str, str]) -> dict[str, str]:
    """The towers of a full 5 × 5 board, which are all `usual` except the `others`."""
    return {cell: others.get(cell, usual) for cell in grid_of(5).cells}


FORCED_CHAIN = set_up({"c5": "R", "e4": "R"}, hands=(23, 25))
FOUR_PAIRS = set_up({"a3": "R", "c1": "R", "c5": "R", "e3": "R"}, hands=(21, 25))
DOCUMENT_3 = set_up({"a3": "BB", "a2": "BR", "b3": "R"})
DOCUMENT_5 = set_up({"a3": "BBB", "a2": "BR", "b3": "RB", "c3": "R"})
DOCUMENT_7 = set_up({"b3": "R", "c3": "BB"})
DOCUMENT_8 = set_up({"b3": "R", "c3": "B", "c1": "RR", "a1": "B", "e5": "B"})
BLUE_ALONE = set_up({"c3": "R", "c4": "B", "c5": "R", "e1": "R"}, hands=(0, 5), seat=2)
OVER = set_up({"c3": "R"}, hands=(0, 0))
CHOOSING = play_out(FOUR_PAIRS, "c3")
