"""Scala, a race by steps and jumps in which cut-off stones are removed.

Source: rules: scala. Seat 1 is O, seat 2 is X.
"""

from __future__ import annotations

from typing import ClassVar

from rules.language import N_
from rules.lesson import Lesson
from rules.position import Game, Options, Outcome, Setup
from rules.scala.board import SEAT_NAMES
from rules.scala.ending import ScalaOutcome
from rules.scala.lessons import LESSONS
from rules.scala.notation import board_read
from rules.scala.position import ScalaPosition

START = (
    ("c6", "c7", "d6", "d7", "e5", "e6", "f5", "f6", "g5", "g6", "h6", "h7", "i6", "i7"),
    ("c8", "c9", "d8", "d9", "e10", "e9", "f10", "f9", "g10", "g9", "h8", "h9", "i8", "i9"),
)
"""The first stones by seat, O first."""


class Scala(Game):
    """The game of Jose W. Diaz, Skill Games 1986."""

    key: ClassVar[str] = "scala"
    name: ClassVar[str] = "Scala"
    icon: ClassVar[str] = "🪜"
    summary: ClassVar[str] = N_(
        "Race one stone to the far tip by steps and jumps. Stones that are cut off are removed."
    )
    length: ClassVar[str] = N_("about 50 turns")
    difficulty: ClassVar[str] = N_("takes a match or two to get into")
    similar_to: ClassVar[str] = N_("Halma")
    glimpse: ClassVar[str] = "1/3/5/7/3X5/5XXX3/2X2XX1/3OO3/2O1OOOOO2/2X4X1/7/5/3/1 O"
    how_to_play: ClassVar[str] = N_("""\
**Goal.** Bring a stone to the far tip, O to f14 and X to f1. It must still be there after stones \
are removed.
**Turn.** Move one stone: a step to a neighbouring empty cell (8 directions), or a chain of \
jumps, each over one neighbouring stone of either colour to the empty cell right behind it. The \
middle of the board is a hole, and your own tip is closed to you.
**Connection.** After your turn all stones should be connected, diagonals included. If they \
aren't, every group of a single colour is removed, and of those with both colours only the \
largest stays. A turn that leaves no mixed group, or two that tie for the largest, is illegal.
**Also.** Without a legal turn you lose. When a position comes up for the third time, or after \
100 turns without a removed stone, it is a draw.
**Typing.** `c7-d8`, `f5-j7`, or with the way it takes: `f5-h5-j7`.""")
    ending: ClassVar[type[Outcome]] = ScalaOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalaPosition:
        return ScalaPosition.set_up(*START)

    def decode(self, text: str) -> ScalaPosition:
        board, seat, *turns = text.split(" ")
        if seat not in SEAT_NAMES:
            raise ValueError(f"no seat is called {seat!r}")
        stones = board_read(board)
        position = ScalaPosition.set_up(*stones, SEAT_NAMES.index(seat) + 1)
        for turn in turns:
            move = tuple(turn.split("-"))
            if move not in position.moves():
                raise ValueError(f"{turn!r} is no legal turn")
            position = position.play(move)
        if position.encode() != text:
            raise ValueError(f"not how a position of Scala is written: {text!r}")
        return position
