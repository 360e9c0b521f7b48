"""The parts of a game's engine, and the five levels of play.

A level is a budget of work, not of time, so it plays alike on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.facts import Facts
from engine.puzzles.library import Theme
from engine.puzzles.refuting import Refuter
from engine.search import Search
from language.texts import N_
from rules.position import Move


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of the computer opponent."""

    number: int
    """The number of the level, from 1 for the weakest."""
    name: str
    """The name, which is the same in every language because it is part of the computer's name."""
    sentence: str
    """A description for choosing an opponent, a message."""
    share: float
    """The share of a game's full work for a move, unless the game has its own."""
    random_move_chance: float
    """The probability of a random move."""
    looks_for_wins: bool
    """Whether it never overlooks a win in one or two moves in a game without hidden information."""


LEVELS = (
    Level(
        1,
        "Doorstep",
        N_("Plays half its moves at random and thinks little about the others. Good for learning."),
        share=1 / 4096,
        random_move_chance=0.5,
        looks_for_wins=False,
    ),
    Level(
        2,
        "First Flight",
        N_("Thinks briefly; one move in five is random."),
        share=1 / 512,
        random_move_chance=0.2,
        looks_for_wins=False,
    ),
    Level(
        3,
        "Landing",
        N_("Never misses a win in one or two moves, and punishes careless play."),
        share=1 / 64,
        random_move_chance=0.0,
        looks_for_wins=True,
    ),
    Level(
        4,
        "Upper Floor",
        N_("Plans ahead. You'll need a plan of your own."),
        share=1 / 8,
        random_move_chance=0.0,
        looks_for_wins=True,
    ),
    Level(
        5,
        "Rooftop",
        N_("Takes a few seconds per move and plays as well as it can."),
        share=1.0,
        random_move_chance=0.0,
        looks_for_wins=True,
    ),
)
"""All levels, level 1 first."""


def level_numbered(number: int) -> Level:
    """Return the level of this number.

    :raises ValueError: if there is none.
    """
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number}")
    return LEVELS[number - 1]


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine of one game.

    It isn't generic in its positions, because engines are looked up by game.
    """

    search: Search[Any]
    full_work: int
    """Simulations or nodes per move of the strongest level, which take some seconds at most."""
    unit: str
    """The unit of work."""
    facts: Facts[Any] = field(default_factory=lambda: Facts[Any]())
    """The facts about its moves beyond wins."""
    is_open: bool = True
    """Whether nothing is hidden and there are two seats, so that every reply can be tried."""
    winning_move: Callable[[Any], Move | None] | None = None
    """Detects immediate wins when looking for wins in two, if the search doesn't."""
    shares: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    """Shares of the full work by level, if the usual ones don't separate the levels."""
    opponent: Search[Any] | None = None
    """The search that plays as the computer opponent, if it isn't that of hints and reviews."""
    confidence: float = 1.0
    """The factor for log-odds in hints and reviews.

    Below 1, the search is overconfident. It doesn't use the factor itself.
    """
    refuter: Refuter[Any] | None = None
    """Refutes wrong tries in its puzzles, or None if it has none."""
    themes: tuple[Theme, ...] = ()
    """The themes of its puzzles, in the order in which a puzzle names them."""

    def work_of(self, level: Level) -> int:
        """Return a level's work for a move, at least one unit."""
        return max(1, round(self.full_work * self.shares.get(level.number, level.share)))
