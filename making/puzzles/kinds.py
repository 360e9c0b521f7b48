"""What a game provides to find its puzzles: a finder, with the symmetries of its board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import ClassVar, Generic

from engine.engine import Engine
from engine.facts import Facts
from engine.puzzles.library import BETWEEN_REPLIES, Node, Puzzle, Step, Theme
from engine.puzzles.refuting import Prover, WinRefuter
from engine.search import P, Search
from rules.position import Move
from rules.replay import Played

MAX_PER_MATCH = 5
"""Maximum number of puzzles from one match."""

_GREEDY_PLAYERS = 6
"""Number of greedy players, each with its own tie-breaking."""


class PuzzleFinder(ABC, Generic[P]):
    """Finds one game's puzzles."""

    game: ClassVar[str]
    """The key of the game."""
    options: ClassVar[tuple[Mapping[str, int], ...]] = ()
    """Options, of which one set is drawn for each searched match. Empty for the defaults."""
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
    def themes_of(self, line: Sequence[Played[P]]) -> Iterable[Theme]:
        """Yield the themes of a solution.

        :param line: the main line, all moves of both sides.
        """

    def shows_idea(self, moves: Sequence[str]) -> bool:
        """Whether one of these moves shows what is special about the game.

        Puzzles are only found if one of the solver's moves does. Few of the others may be in use.

        :param moves: moves of a main line, as text.
        """
        return True

    def features(self, puzzle: Puzzle) -> Iterable[str]:
        """Yield what a puzzle counts as in the figures, besides its themes."""
        return ()

    def revised(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle as it would be made today, or None if it wouldn't be.

        Its start and first moves stay the same.
        """
        return puzzle


class WinFinder(PuzzleFinder[P]):
    """Puzzles solved by winning the match, for two-seat games without hidden information."""

    def __init__(self, engine: Engine) -> None:
        assert isinstance(engine.refuter, WinRefuter)
        self.search: Search[P] = engine.search
        self.facts: Facts[P] = engine.facts
        self.refuter: WinRefuter[P] = engine.refuter

    def planner(self, seat: int, work: int | None) -> Planner[P]:
        """Return an exact prover for a seat, whose solutions have the least odd replies."""
        return Planner(self.refuter, seat, work, self.oddness)

    def without_history(self, position: P) -> P:
        """Return the position as if the match began there, without draws by its history."""
        return position

    def stones(self, position: P, seat: int) -> int:
        """Return the number of a seat's stones, in games in which they can be lost."""
        return 0

    def oddness(self, after: P, replies: Mapping[str, P]) -> Mapping[str, Oddness]:
        """Return how unlikely each reply looks, by its lost stones and its first move's prior."""
        seat = after.to_move
        assert seat is not None
        moves = after.moves()
        priors = self.search.priors(after, moves, Random(0))
        prior_of = {after.text(move): prior for move, prior in zip(moves, priors, strict=True)}
        stones = self.stones(after, seat)
        return {
            reply: (
                max(stones - self.stones(then, seat), 0),
                -prior_of[reply.partition(BETWEEN_REPLIES)[0]],
            )
            for reply, then in replies.items()
        }

    def greedy_moves(self, position: P) -> Sequence[Move]:
        """Return the distinct moves of players who look one move ahead."""
        winning = self.search.winning_move(position)
        if winning is not None:
            return (winning,)
        moves = (self.search.greedy_move(position, Random(seed)) for seed in range(_GREEDY_PLAYERS))
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


Oddness = tuple[int, float]
"""The oddness of a reply: the stones that it throws away, then its negated prior."""


class Planner(Prover[P]):
    """A prover that also writes down solutions."""

    def __init__(
        self,
        refuter: WinRefuter[P],
        seat: int,
        work: int | None = None,
        oddness: Callable[[P, Mapping[str, P]], Mapping[str, Oddness]] | None = None,
    ) -> None:
        """:param oddness: returns how unlikely replies look, from the position before them and
        the positions after them. The least odd of equally stubborn replies is played, or else
        the first.
        """
        super().__init__(
            seat, refuter.immediate_win, work, key=refuter.key, to_the_end=refuter.to_the_end
        )
        self._oddness = oddness

    def plan(self, position: P, turns: int, *, is_main_line: bool) -> tuple[Node, int]:
        """Return the solution within these turns for the seat to move, and its length in turns.

        :param is_main_line: whether to return all winning moves along the longest defence.
        """
        if is_main_line:
            moves = list(self.wins(position, turns))
        else:
            shortest = turns if self._to_the_end else 1
            while (win := self.win(position, shortest)) is None:
                shortest += 1
            moves = [win]
        steps = [self._step(position, move, turns, is_main_line=is_main_line) for move in moves]
        steps.sort(key=lambda each: each[1])
        return tuple(step for step, _ in steps), steps[0][1]

    def with_new_defences(self, position: P, node: Node, turns: int) -> tuple[Node, int]:
        """Return a solution with the same first moves and new defences, and its length in turns."""
        moves = {position.text(move): move for move in position.moves()}
        steps = [self._step(position, moves[s.move], turns, is_main_line=True) for s in node]
        steps.sort(key=lambda each: each[1])
        return tuple(step for step, _ in steps), steps[0][1]

    def _step(self, position: P, move: Move, turns: int, *, is_main_line: bool) -> tuple[Step, int]:
        """The step of a winning move, and the turns that it needs, including its own."""
        after = position.play(move)
        text = position.text(move)
        if after.outcome is not None:
            return Step(text, (), {}), 1
        left = self._turns_left(after, turns)
        answers: dict[str, Node] = {}
        lengths: dict[str, int] = {}
        positions_after = dict(replies(after, self._seat))
        for reply, position_after in positions_after.items():
            lengths[reply] = 0
            if position_after.outcome is None:
                lengths[reply] = 1
                if not reply or self._winning_move(position_after) is None:
                    answers[reply], lengths[reply] = self.plan(
                        position_after, left, is_main_line=False
                    )
        longest = max(lengths.values())
        stubborn = {reply: positions_after[reply] for reply in lengths if lengths[reply] == longest}
        defence = next(iter(stubborn))
        if is_main_line:
            defence = self._most_stubborn(after, stubborn, left)
            if defence in answers:
                answers[defence], _ = self.plan(positions_after[defence], left, is_main_line=True)
        is_a_turn = after.to_move != self._seat or not after.is_mid_turn
        moves = tuple(defence.split(BETWEEN_REPLIES)) if defence else ()
        return Step(text, moves, answers), longest + is_a_turn

    def _most_stubborn(self, after: P, replies: Mapping[str, P], turns: int) -> str:
        """The least odd of the longest defences that leave the fewest ways to win.

        :param turns: the turns in which the seat wins against each of them.
        """
        fewest: list[str] = []
        least: int | None = None
        for reply, then in replies.items() if len(replies) > 1 else ():
            count = sum(1 for _ in islice(self.wins(then, turns), least and least + 1))
            if least is None or count < least:
                fewest, least = [], count
            if count == least:
                fewest.append(reply)
        fewest = fewest or list(replies)
        if len(fewest) == 1 or self._oddness is None:
            return fewest[0]
        oddness = self._oddness(after, {reply: replies[reply] for reply in fewest})
        return min(fewest, key=oddness.__getitem__)


def replies(after: P, seat: int) -> Iterator[tuple[str, P]]:
    """Yield all turns of the other side until this seat moves again or the match ends.

    Each is its moves joined by `BETWEEN_REPLIES`, with the position after it. If this seat is to
    move already, there is one turn without moves.
    """
    if after.to_move in (None, seat):
        yield "", after
        return
    for move in after.moves():
        text = after.text(move)
        for further, then in replies(after.play(move), seat):
            yield (f"{text}{BETWEEN_REPLIES}{further}" if further else text), then


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
