"""A lesson: positions in which to try one idea of a game, as data beside the game.

The right moves are listed, so showing a lesson needs no rules. The position itself refuses illegal
moves, as in a match. Each game's lessons are in its `lessons.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Claim = Literal["example", "wins", "wins in two"]
"""The accepted moves of a task: good examples of its idea; exactly the moves that win at once;
exactly those after which the next own move wins against any reply. Tests prove it."""


@dataclass(frozen=True, slots=True)
class Task:
    """One move to find, and the words for each answer. Moves are canonical texts."""

    accepted: tuple[str, ...]
    """The right moves. The first is shown to learners who give up."""
    praise: str
    """Shown after a right move: what it did. At most 200 characters."""
    otherwise: str
    """Shown after a legal move that is neither accepted nor in `wrong`: what to look for."""
    wrong: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The words for typical legal moves that aren't right."""
    claim: Claim = "example"
    reply: tuple[str, ...] = ()
    """The other seat's moves, played automatically before the next task."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea of a game: words, a position, and one or more moves to find in it."""

    key: str
    """The stable key, unique in its game: "jump"."""
    title: str
    """The title: "Jump over a row"."""
    words: str
    """The explanation before the first task, and what to do. At most 200 characters."""
    start: str
    """The position, from `Position.encode`; the learner has its seat to move."""
    tasks: tuple[Task, ...]
    """In order; each starts after the accepted move and the reply of the one before."""
    is_puzzle: bool = False
    """It explains nothing new, so `/rules` leaves it out."""
