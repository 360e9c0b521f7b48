"""Positions for the tests of Passtally."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rules.notation import read
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition, TurnState
from rules.position import Position

GAME = Passtally()
PILES = (("XX", "XA"), ("XA", "AB"), ("AB", "BB"))
TWO_SEATS = {"N3": 1, "S3": 1, "E3": 1, "W3": 1, "N5": 2, "S5": 2, "E5": 2, "W5": 2}
THREE_SEATS = {**TWO_SEATS, "N1": 3, "S1": 3, "E1": 3, "W1": 3}
ROW_OF_THREE_PASSES = ("XX:c3-d3", "XX:e3-f3", "XX:d3-e3")
"""Row 3 has heights 0, 0, 1, 2, 2, 1. The 2s are one tile, so it makes 1 + 2 + 1 passes."""


def start(players: int = 2, seed: int = 1) -> PasstallyPosition:
    return GAME.start(GAME.deal({"players": players}, Random(seed)))


def two_seats(
    laid: Sequence[str] = (),
    piles: Sequence[Sequence[str]] = PILES,
    markers: Mapping[str, int] = TWO_SEATS,
    *,
    scores: Sequence[int] = (),
    **turn: int,
) -> PasstallyPosition:
    return PasstallyPosition.set_up(2, piles, laid, markers, scores=scores, turn=TurnState(**turn))


def three_seats(
    laid: Sequence[str] = (),
    piles: Sequence[Sequence[str]] = PILES,
    *,
    scores: Sequence[int] = (),
    **turn: int,
) -> PasstallyPosition:
    return PasstallyPosition.set_up(
        3, piles, laid, THREE_SEATS, scores=scores, turn=TurnState(**turn)
    )


def after(position: PasstallyPosition, *texts: str) -> PasstallyPosition:
    for text in texts:
        position = position.play(read(position, text))
    return position


def texts(position: Position) -> set[str]:
    return {position.text(move) for move in position.moves()}
