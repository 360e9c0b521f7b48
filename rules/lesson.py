"""A lesson: a position to try one idea of a game on, as data that stands with its game.

What is right is listed, so that whoever shows a lesson needs no rules of his own; what is illegal
is refused by the position itself, as in a match. Each game lists its lessons in `lessons.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Claim = Literal["example", "wins", "wins in two"]
"""What the accepted moves of a task are: good examples of its idea; exactly those moves that win
at once; exactly those after which the next own move wins, whatever the other seat does. Tests prove
it.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One move to find, and what is said of what is tried. Moves are canonical texts."""

    accepted: tuple[str, ...]
    """The right moves. The first is the one that is shown to whoever gives up."""
    praise: str
    """Said after a right move: what it did. At most 200 characters."""
    otherwise: str
    """Said of a legal move that is neither accepted nor in `wrong`: what to look for."""
    wrong: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What is said of typical legal moves that aren't right."""
    claim: Claim = "example"
    reply: tuple[str, ...] = ()
    """The moves that follow by themselves, the other seat's, before the next task."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea of a game: words, a position, and one or more moves to find in it."""

    key: str
    """By which it is remembered, once in its game: "jump"."""
    title: str
    """Some words: "Jump over a row"."""
    words: str
    """What is explained before the first task, and what to do. At most 200 characters."""
    start: str
    """The position, as `Position.encode` wrote it; the learner has its seat to move."""
    tasks: tuple[Task, ...]
    """In their order; each goes on from the accepted move and the reply of the one before."""
    is_puzzle: bool = False
    """It explains nothing new, so what tells the rules by the lessons leaves it out."""
