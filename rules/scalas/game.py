"""Scalas, in which players stack cubes as stairs, and pairs of cubes force further ones.

Source: rules: scalas. Seat 1 is Red, seat 2 is Blue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from rules.language import N_
from rules.lesson import Lesson
from rules.position import Game, Option, Options, Outcome, Setup
from rules.scalas.board import SEAT_NAMES, SIZES
from rules.scalas.ending import ScalasOutcome
from rules.scalas.lessons import LESSONS
from rules.scalas.position import ScalasPosition

_ENCODED = re.compile(
    r"(?P<size>[5-7]) (?P<seat>[12]) (?P<red>[0-9]{1,2}),(?P<blue>[0-9]{1,2}) "
    r"(?P<pending>-|{0}-{0}(?:,{0}-{0})*)(?P<towers>(?: {0}:[RB]+)*)".replace("{0}", "[a-g][1-7]")
)


class Scalas(Game):
    """The game, on 5 × 5, 6 × 6 or 7 × 7 cells."""

    key: ClassVar[str] = "scalas"
    name: ClassVar[str] = "Scalas"
    icon: ClassVar[str] = "🧊"
    summary: ClassVar[str] = N_("Build stairs out of cubes. Most cubes on top at the end win.")
    length: ClassVar[str] = N_("about 35 turns")
    difficulty: ClassVar[str] = N_("easy to learn")
    similar_to: ClassVar[str] = N_("stacking")
    glimpse: ClassVar[str] = (
        "5 2 12,15 - a2:BR a3:BB b1:RB b2:R b5:B c2:RRBR c3:B d2:RRB d3:RR d4:RBR e2:B e5:R"
    )
    how_to_play: ClassVar[str] = N_(
        "- Place one of your cubes on any cell, bare or not, from which you can walk **down to "
        "the bottom level**: from neighbour to neighbour, level or down by exactly 1, never up. "
        "It must work before you place the cube and, from its top, after.\n- If a top cube "
        "**exactly two cells away** in the row or column has the colour and height of the one "
        "you placed, you must fill the cell between them, stairs or not. That can force more. "
        "With several cells to fill, you choose the next.\n- A player without cubes is done. The "
        "other continues alone, but no longer starts on bare cells.\n- When no more cubes can be "
        "placed, **the most tops of one colour** win. If equal, only the highest towers count, "
        "then the next lower ones.\n- `c3` places a cube, `+c4` chooses a cell that must be "
        "filled."
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option("size", N_("cells on a side"), SIZES, SIZES[0]),
    )
    ending: ClassVar[type[Outcome]] = ScalasOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalasPosition:
        size: int = setup["size"]
        return ScalasPosition.set_up(size, {}, (size * size, size * size), 1)

    def decode(self, text: str) -> ScalasPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise ValueError(f"not a position of Scalas: {text!r}")
        try:
            position = ScalasPosition.set_up(
                int(match["size"]),
                {cell: tower for cell, _, tower in _parted(match["towers"].split(), ":")},
                (int(match["red"]), int(match["blue"])),
                int(match["seat"]),
                [(low, high) for low, _, high in _parted(match["pending"].split(","), "-") if low],
            )
        except KeyError as error:
            raise ValueError(f"{error.args[0]} is not on the board: {text!r}") from error
        if position.encode() != text:
            raise ValueError(f"not how a position of Scalas is encoded: {text!r}")
        return position


def _parted(parts: Iterable[str], mark: str) -> list[tuple[str, str, str]]:
    return [part.partition(mark) for part in parts]
