"""A small solved game: take one or two stones, and the last stone wins.

With two seats, the seat to move loses exactly if the number of stones is divisible by three.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.alpha_beta import Judge
from engine.tree_search import Assessment, Guide
from language.texts import Text, lazy_gettext
from rules.position import Move, MoveInput, Outcome, Position
from rules.refusal import Refusal

UNKNOWN = -1


class LastTaken(Outcome):
    """The only way the game ends."""

    @property
    def text(self) -> Text:
        return lazy_gettext("It took the last stone.")


@dataclass(frozen=True, slots=True)
class Heap(Position):
    """A heap of stones, and the seat to move.

    With hidden stones, taking two leaves a heap of one or two. The number is `UNKNOWN` until
    `TakeAny.reveal` chooses it.
    """

    stones: int
    players: int = 2
    seat: int = 1
    hides: bool = False

    @property
    def seats(self) -> int:
        return self.players

    @property
    def to_move(self) -> int | None:
        return self.seat if self.stones else None

    @property
    def outcome(self) -> Outcome | None:
        if self.stones:
            return None
        winner = self.seat - 1 or self.players
        return LastTaken((winner,), "last")

    def moves(self) -> Sequence[Move]:
        return [(str(count),) for count in (1, 2) if count <= self.stones]

    def play(self, move: Move) -> Heap:
        stones = self.stones - int(move[0])
        if self.hides and move == ("2",):
            stones = UNKNOWN
        return replace(self, stones=stones, seat=self.seat % self.players + 1)

    def explain(self, move: Move) -> Refusal:
        return Refusal("stones", "Take one or two stones.")

    @property
    def input(self) -> HeapInput:
        return HeapInput(self)

    def encode(self) -> str:
        return f"{self.stones} {self.players} {self.seat}"


class HeapInput(MoveInput[Heap]):
    """One number."""

    def parse(self, text: str) -> Move:
        return (text,)

    def to_decide(self, prefix: Move) -> Text:
        return lazy_gettext("Take stones")


class TakeAny(Guide[Heap], Judge[Heap]):
    """A guide and judge without any knowledge beyond the rules."""

    exploration = 1.0
    fpu_reduction = 0.0
    scale = 1.0

    def assess(self, position: Heap, moves: Sequence[Move], random: Random) -> Assessment:
        even = (1 / position.seats,) * position.seats
        return Assessment(even, [1 / len(moves) for _ in moves])

    def winning_move(self, position: Heap) -> Move | None:
        return None

    def reveal(self, position: Heap, random: Random) -> Heap:
        if position.stones != UNKNOWN:
            return position
        return replace(position, stones=random.choice((1, 2)))

    def evaluate(self, position: Heap) -> float:
        return 0.0

    def ordered(self, position: Heap, moves: Sequence[Move]) -> list[Move]:
        return list(moves)

    def is_quiet(self, position: Heap) -> bool:
        return True

    def mover(self, position: Heap) -> int:
        return position.seat

    def is_over(self, position: Heap) -> bool:
        return position.to_move is None

    def key(self, position: Heap) -> Hashable:
        return position
