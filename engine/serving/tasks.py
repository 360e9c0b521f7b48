"""What a worker is asked: to choose, appraise or refute a move. And who can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.opponent import Choice, appraise, choose
from engine.registry import ENGINES
from engine.search import texts_of, values_of_win
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class Task:
    """A call of `choose`, `appraise` or `refute`, to be run elsewhere."""

    kind: Literal["choose", "appraise", "refute"]
    game: str
    position: str
    """The position, from `Position.encode`."""
    level_or_work: int
    """The level for `choose`, the simulations or nodes for `appraise`, or the turns before the
    wrong move for `refute`."""
    seed: int
    explains: bool = False
    """Whether an appraisal includes reasons for its move."""
    wrong: str = ""
    """The text of the refuted move."""

    @classmethod
    def refuting(cls, game: str, position: str, wrong: str, turns: int) -> Task:
        """Return the task of refuting a wrong move in a puzzle, with the values of a `Standing`."""
        return cls("refute", game, position, turns, 0, wrong=wrong)

    def choice(self) -> Choice:
        """Call the function, which takes milliseconds to seconds. Raises as it does."""
        if self.kind == "refute":
            return refute(self.game, self.position, (), self.wrong, self.level_or_work)
        arguments = self.game, self.position, self.level_or_work, self.seed
        if self.kind == "choose":
            return choose(*arguments)
        return appraise(*arguments, explains=self.explains)


def refute(game: str, start: str, moves: Sequence[str], wrong: str, turns: int) -> Choice:
    """Return the refutation of a wrong move.

    The `line` of the choice is that move and its punishment. Its reasons explain why the move is
    wrong, with the codes of `engine.puzzles.refuting`.

    :param start: a position from `Position.encode`.
    :param moves: the moves since then, as texts.
    :param turns: own turns for a win, including the wrong move's.
    :raises Refusal: if a move is not legal.
    :raises ValueError: if the position is invalid.
    """
    position: Position = GAMES[game].decode(start)
    for text in moves:
        position = position.play(read(position, text))
    move = read(position, wrong)
    seat = position.to_move
    assert seat is not None
    refuter = ENGINES[game].refuter
    assert refuter is not None
    refutation = refuter.refutation(position, move, turns)
    if refutation.loser is None:
        values = tuple(1 / position.seats for _ in range(position.seats))
    else:
        values = values_of_win(3 - refutation.loser, 2)
    texts = texts_of(position.seen_by(seat), refutation.line)
    return Choice(
        move=texts[0],
        line=texts,
        value=values[seat - 1],
        values=values,
        work=1,
        is_proven=refutation.is_proven,
        reasons=refutation.reasons,
    )


class SearchFailed(Exception):
    """A search failed, for the reason in the message, which is for the log."""


class Searches(Protocol):
    """Runs the searches of a pool."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers on this machine."""
        ...

    async def start(self, at_once: int) -> None:
        """Start, with a maximum number of concurrent searches."""
        ...

    async def warm(self) -> None:
        """Prepare for the first search, if possible."""
        ...

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        """Return the result of a search. Cancelling the call ends the search.

        :param can_wait: whether it comes after everything that can't wait.
        :raises SearchFailed: if there won't be an answer.
        """
        ...

    def count_ahead(self, task: Task | None) -> int:
        """Return the latest known number of searches before a task.

        :param task: a task requested here, or None for the next one to be requested.
        """
        ...

    async def close(self) -> None:
        """Close everything. All requests must have been answered or cancelled."""
        ...
