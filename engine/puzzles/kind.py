"""The interface for finding a game's puzzles and refuting wrong tries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic

from engine.facts import Facts, Reason
from engine.forced_wins import any_winning_move, win_in_two
from engine.puzzles.codes import ESCAPES, LOSES, LOST
from engine.puzzles.proving import Oddness, Prover, WorkExceeded
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.themes import Theme
from engine.search import P, Search
from rules.position import Move
from rules.replay import Played

MAX_PER_MATCH = 3
"""Maximum number of puzzles from one match."""

View = tuple[str, ...]
"""The contents of each place of the board, in a fixed order, and anything else that counts."""

_REFUTING_WORK = 3_000
"""Maximum number of positions for proving that a reply escapes."""

_GREEDY_PLAYERS = 6
"""Number of greedy players, each with its own tie-breaking."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The refutation of a wrong try."""

    line: tuple[Move, ...]
    """The try and its punishment."""
    reasons: tuple[Reason, ...]
    """Reasons with the codes of `engine.puzzles.codes`."""
    loser: int | None = None
    """The seat that loses by it, if that is proven."""
    is_proven: bool = True


class PuzzleKind(ABC, Generic[P]):
    """The finder and refuter of one game's puzzles."""

    game: ClassVar[str]
    """The key of the game."""
    themes: ClassVar[tuple[Theme, ...]] = ()
    """The themes, in the order in which a puzzle names them."""
    sizes: ClassVar[tuple[int, ...]] = ()
    """Board sizes, one of which is drawn for each searched match. Empty if there is only one."""
    levels: ClassVar[tuple[int, ...]] = (2, 2, 2, 3)
    """Levels of play in these matches, drawn for each seat."""

    @abstractmethod
    def find_puzzles(
        self, positions: Sequence[P], random: Random, *, min_turns: int
    ) -> Iterator[Puzzle]:
        """Yield puzzles without keys from the positions of a match.

        :param positions: positions at the beginning of a turn.
        :param min_turns: minimum number of own turns of a win. Longer wins take longer to find.
        """

    @abstractmethod
    def views(self, position: P) -> Iterable[View]:
        """Yield the position under every symmetry of the board and sides, the mover's side first.

        Two positions are alike if a view of the first is a view of the second.
        """

    @abstractmethod
    def themes_of(self, line: Sequence[Played[P]]) -> Iterable[Theme]:
        """Yield the themes of a solution.

        :param line: the main line, all moves of both sides.
        """

    def revised(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle as it would be made today, or None if it wouldn't be.

        Its start and first moves stay the same.
        """
        return puzzle

    @abstractmethod
    def refutation(self, position: P, move: Move, turns: int) -> Refutation:
        """Return the punishment of a wrong move.

        :param turns: own turns for a win, including the wrong move's.
        """


class WinKind(PuzzleKind[P]):
    """Puzzles solved by winning the match, for two-seat games without hidden information."""

    to_the_end: ClassVar[bool] = False
    """Whether each line is played until the match is over, in any number of turns."""
    reply_work: ClassVar[int] = 400
    """The search's work for a reply that couldn't be proven."""

    def __init__(self, search: Search[P], facts: Facts[P]) -> None:
        self.search = search
        self.facts = facts

    def immediate_win(self, position: P) -> Move | None:
        """Return an immediate win, if there is one. Unlike a search, this overlooks none."""
        return any_winning_move(position)

    def without_history(self, position: P) -> P:
        """Return the position as if the match began there, without draws by its history."""
        return position

    def key(self, position: P) -> Hashable:
        """Return a key that is equal for equivalent positions.

        Repetitions don't matter, because no position can occur three times within a puzzle.
        """
        return position

    def prover(self, seat: int, work: int | None) -> Prover[P]:
        """Return an exact prover for a seat."""
        return Prover(
            seat,
            self.immediate_win,
            work,
            key=self.key,
            oddness=self.oddness,
            to_the_end=self.to_the_end,
        )

    def stones(self, position: P, seat: int) -> int:
        """Return the number of a seat's stones, in games in which they can be lost."""
        return 0

    def oddness(self, after: P, first: Move, then: P) -> Oddness:
        """Return how unlikely a reply looks, by its lost stones and its first move's weight."""
        seat = after.to_move
        assert seat is not None
        lost = self.stones(after, seat) - self.stones(then, seat)
        (promise,) = self.search.promises(after, [first], Random(0))
        return max(lost, 0), -promise

    def greedy_moves(self, position: P) -> Sequence[Move]:
        """Return the distinct moves of players who look one move ahead."""
        winning = self.search.winning_move(position)
        if winning is not None:
            return (winning,)
        moves = (self.search.glance(position, Random(seed)) for seed in range(_GREEDY_PLAYERS))
        return tuple(dict.fromkeys(moves))

    def slip(self, position: P, random: Random) -> P | None:
        """Return the position after one or two random moves.

        None if these end the match or leave a turn unfinished.
        """
        for _ in range(random.choice((1, 2, 2))):
            if position.to_move is not None:
                moves = position.moves()
                position = position.play(moves[int(random.random() * len(moves))])
        return (
            None
            if position.to_move is None or position.is_mid_turn
            else self.without_history(position)
        )

    def refutation(self, position: P, move: Move, turns: int) -> Refutation:
        seat = position.to_move
        assert seat is not None
        after = position.play(move)
        replies, reason = self._punishment(after, seat, turns)
        loser = seat if reason.code in (LOSES, LOST) else None
        return Refutation((move, *replies), (reason,), loser)

    def _punishment(self, after: P, seat: int, turns: int) -> tuple[tuple[Move, ...], Reason]:
        if after.outcome is not None:
            return (), Reason(LOST)
        other = 3 - seat
        if after.to_move == other:
            win = any_winning_move(after)
            if win is not None:
                return (win,), Reason(LOSES, 1)
            if not self.to_the_end:
                line = win_in_two(after, self.search.winning_move)
                if line is not None:
                    return line, Reason(LOSES, 2)
        left = turns if after.to_move == seat and after.is_mid_turn else turns - 1
        return self._escape(after, seat, left), Reason(ESCAPES, max(left, 0))

    def _escape(self, after: P, seat: int, left: int) -> tuple[Move, ...]:
        """Return the other side's moves that prevent a win.

        If that takes too long to prove, these are the engine's moves.
        """
        if self.to_the_end:
            left = max(left, 1)
        if not left:
            return ()
        prover = self.prover(seat, _REFUTING_WORK)
        line: list[Move] = []
        position = after
        while position.to_move not in (None, seat):
            move = _escaping_move(position, left, prover)
            if move is None:
                move = self.search.find(position, self.reply_work, Random(0)).move
            line.append(move)
            position = position.play(move)
        return tuple(line)


def distinct(puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
    """Yield the first puzzles of a match, up to `MAX_PER_MATCH`, with different first moves."""
    count = 0
    first_moves: set[str] = set()
    for puzzle in puzzles:
        firsts = {step.move for step in puzzle.solution}
        if firsts.isdisjoint(first_moves):
            yield puzzle
            first_moves |= firsts
            count += 1
        if count == MAX_PER_MATCH:
            return


def _escaping_move(position: P, left: int, prover: Prover[P]) -> Move | None:
    try:
        return prover.refutation(position, left)
    except WorkExceeded:
        return None
