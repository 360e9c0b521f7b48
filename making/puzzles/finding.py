"""Finding puzzles in matches of the engine against itself, with random moves for variety.

Two puzzles are alike if the symmetries of board and sides turn one into the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from operator import ne
from random import Random
from typing import Any

from engine.engine import LEVELS
from engine.opponent import move_of_level, random_move
from engine.puzzles.library import WINS, Puzzle, puzzle, puzzles
from engine.registry import ENGINES
from making.puzzles.forced import ForcedWins, lengthened
from making.puzzles.kinds import PuzzleFinder
from rules.position import Position, View
from rules.registry import GAMES
from rules.symmetry import likeness

WHIMS = 0.08
"""The share of random moves, in addition to the levels' own."""

FINDERS: dict[str, PuzzleFinder[Any]] = {
    key: import_module(f"making.puzzles.{key}").FINDER
    for key in ENGINES
    if find_spec(f"making.puzzles.{key}")
}
"""The finders of puzzles by the key of their game, from the modules of that name."""


def puzzles_of_match(game: str, number: int, min_turns: int = 2) -> tuple[Puzzle, ...]:
    """Return the puzzles of a match, without keys. The same number gives the same match.

    :param min_turns: minimum number of own turns of a win.
    :raises KeyError: if the game has no puzzles.
    """
    finder = FINDERS[game]
    random = Random(
        f"puzzles {game} {number}" if min_turns == 2 else f"{game} {number} {min_turns}"
    )
    positions = [each for each in _self_played(finder, random) if not each.is_mid_turn]
    return tuple(finder.find_puzzles(positions, random, min_turns=min_turns))


def puzzles_from_shipped(game: str, number: int) -> tuple[Puzzle, ...]:
    """Return the win in three turns made from a shipped win in two, if any.

    There is at most one, since several would be nearly alike.

    :param number: the number of the shipped puzzle.
    :raises KeyError: if the game has no puzzles.
    """
    finder = FINDERS[game]
    source = puzzle(f"{game}-{number:03}")
    if source is None or not isinstance(finder, ForcedWins):
        return ()
    return tuple(islice(lengthened(finder, source), 1))


def shipped_numbers(game: str) -> Iterator[int]:
    """Yield the numbers of a game's shipped wins in two that are in use.

    Those with the fewest moves come first, because they take the least work.
    """
    rules = GAMES[game]
    wins = [each for each in puzzles(game) if each.goal == WINS and each.turns == 2]
    for each in sorted(wins, key=lambda win: len(rules.decode(win.start).moves())):
        yield number_of(each)


def number_of(puzzle: Puzzle) -> int:
    """Return the number in a puzzle's key."""
    return int(puzzle.key.partition("-")[2])


@dataclass(frozen=True, slots=True)
class Source:
    """Numbered matches or puzzles to search for puzzles."""

    suffix: str
    """The suffix of the results file's name."""
    find_puzzles: Callable[[str, int], tuple[Puzzle, ...]]
    """Finds the puzzles of a game and number."""
    numbers: Callable[[str], Iterable[int]]
    """The numbers to search, by game."""


def _all_numbers(_game: str) -> Iterable[int]:
    return count()


MATCHES = Source("", puzzles_of_match, _all_numbers)
MATCHES_FOR_THREE = Source("-3", partial(puzzles_of_match, min_turns=3), _all_numbers)
SHIPPED_WINS = Source("-longer", puzzles_from_shipped, shipped_numbers)


def _self_played(finder: PuzzleFinder[Any], random: Random) -> Iterator[Position]:
    """Yield the positions of a match before each move."""
    rules = GAMES[finder.game]
    options = rules.choose(random.choice(finder.options) if finder.options else {})
    position = rules.start(rules.deal(options, random))
    levels = [LEVELS[random.choice(finder.levels) - 1] for _ in range(position.seats)]
    opening = random.randrange(2, 7)
    seed = random.randrange(1 << 30)
    while position.to_move is not None:
        yield position
        if opening > 0 or random.random() < WHIMS:
            opening -= 1
            move = random_move(position, random)
        else:
            move = move_of_level(finder.game, position, levels[position.to_move - 1], seed).move
        position = position.play(move)


NEAR = 4
"""Maximum number of marks by which two nearly alike positions differ."""


def likeness_of(puzzle: Puzzle) -> View:
    """Return the likeness of a puzzle's start."""
    return likeness(GAMES[puzzle.game].decode(puzzle.start))


def views_of(puzzle: Puzzle) -> tuple[View, ...]:
    """Return a puzzle's start under every symmetry."""
    return tuple(GAMES[puzzle.game].decode(puzzle.start).views())


def is_near(view: View, views: Collection[View]) -> bool:
    """Whether a position nearly has one of these views."""
    return any(len(view) == len(other) and sum(map(ne, view, other)) <= NEAR for other in views)
