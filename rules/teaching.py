"""What a game teaches with: lessons with their tasks, and remarks on moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from language.texts import Text

Claim = Literal["example", "wins", "wins in two"]
"""The kind of moves that a task accepts, as proved by tests.

They are examples of its idea, all immediate wins, or all moves after which the next own move wins
against any reply.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One move to find, and the words for each answer. Moves are canonical texts."""

    accepted: tuple[str, ...]
    """The right moves. The first is shown to learners who give up."""
    praise: str
    """The effect of a right move, up to 200 characters."""
    otherwise: str
    """A hint after a legal move that is neither accepted nor in `wrong`."""
    wrong: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Feedback for typical moves that are legal but wrong."""
    claim: Claim = "example"
    reply: tuple[str, ...] = ()
    """The other seat's moves, played automatically before the next task."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea of a game, with words, a position and one or more tasks."""

    key: str
    """The stable key, unique in its game: "jump"."""
    title: str
    """The title: "Jump over a row"."""
    words: str
    """The explanation and instructions before the first task, up to 200 characters."""
    start: str
    """The position, from `Position.encode`. The learner has the seat to move."""
    tasks: tuple[Task, ...]
    """The tasks in order. Each starts after the accepted move and the reply of the one before."""
    is_puzzle: bool = False
    """Whether it explains nothing new, so that `/rules` leaves it out."""


@dataclass(frozen=True, slots=True)
class Remark:
    """An effect of a move that a beginner might miss.

    `code` is stable and for programs, like a refusal's.
    """

    code: str
    seat: int
    """The seat that was affected or caused the effect."""
    own_text: Text
    """The sentence for that seat: "Your c7 was cut off from the group that stays, …"."""
    text: Text
    """The sentence for all others: "Black's c7 was …"."""

    def text_for(self, seat: int | None) -> str:
        """Return the sentence for a seat, or for a spectator (None)."""
        return str(self.own_text if seat == self.seat else self.text)
