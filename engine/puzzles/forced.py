"""Puzzles that ask for a win by force within two to four turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import ClassVar

from engine.puzzles.kind import WinKind, different
from engine.puzzles.proving import Prover, Spent
from engine.puzzles.puzzle import WINS, Node, Puzzle
from engine.search import P
from rules.position import Move, Position

TURNS = (2, 3, 4)
"""Own turns that a win by force may take."""

WORK = {2: 400, 3: 400, 4: 1_500}
"""By turns: positions looked into at most, each with all its moves and replies, to prove a win."""

MOST_SOLUTIONS = 6
"""First moves that win at most, where there may be several."""

_LONGEST = 0.06
"""How many of all matches are looked into for wins in four turns too."""

_LONG = 0.3
"""How many are looked into for wins in three."""

_FERTILE = 0.8
"""How often a whim begins where there are threats."""


class ForcedWins(WinKind[P]):
    """Wins by force. A game sets how much is searched, and what else makes a puzzle of a win."""

    last: ClassVar[int] = 16
    """Positions before the end of a match that are looked into."""
    deep: ClassVar[int] = 6
    """Positions of a match in which wins in more than two turns are looked for."""
    slips: ClassVar[int] = 240
    """Whims that are tried in those positions, to find something in most matches."""
    tempting: ClassVar[int] = 2
    """Moves at least that threaten to win at once and are wrong."""
    share: ClassVar[float] = 0.0
    """Of all moves, the part that may win; 0 for exactly one."""

    def is_hard_to_see(self, puzzle: Puzzle) -> bool:
        """The solution is hard to see even if no wrong move tempts. A game may know such wins."""
        return False

    may_be_hard_to_see: ClassVar[bool] = False
    """`is_hard_to_see` is ever true, so that wins are looked for where nothing tempts."""

    def found(self, positions: Sequence[P], random: Random) -> Iterator[Puzzle]:
        return different(self._forced_wins(positions[-self.last :], random))

    def _forced_wins(self, positions: Sequence[P], random: Random) -> Iterator[Puzzle]:
        """Wins in two turns, and in some matches longer ones, which take longer to find."""
        backwards = [self.afresh(position) for position in reversed(positions[:-1])]
        kind = random.random()
        if kind < _LONGEST:
            longest = self._long_win(backwards)
            if longest is not None:
                yield longest
            return
        tries = self.deep if kind < _LONG else 0
        for position, threats in self._threatening(backwards, random):
            with suppress(Spent):
                puzzle, is_won = self._win_in(position, TURNS[0], threats)
                if not is_won and tries > 0:
                    tries -= 1
                    puzzle, _ = self._win_in(position, TURNS[1], threats)
                if puzzle is not None:
                    yield puzzle

    def _threatening(
        self, positions: Sequence[P], random: Random
    ) -> Iterator[tuple[P, Sequence[Move]]]:
        """Positions in which the mover can't win at once but threatens to, with the moves that do.

        After those of the match come those that whims make of them, most of all of those with
        threats: where there is one, a whim seldom takes it away, and it is the rarest thing of all.
        """
        seen: set[str] = set()
        fertile: list[P] = []

        def threats_in(position: P) -> Sequence[Move]:
            code = position.encode()
            if code in seen or self.win_at_once(position) is not None:
                return ()
            seen.add(code)
            threats = self._threats(position)
            if threats:
                fertile.append(position)
            return threats

        for position in random.sample(positions, len(positions)):
            if threats := threats_in(position):
                yield position, threats
        for _ in range(self.slips if positions else 0):
            often = fertile and random.random() < _FERTILE
            slipped = self.slip(random.choice(fertile if often else positions), random)
            if slipped is not None and (threats := threats_in(slipped)):
                yield slipped, threats

    def _threats(self, position: P) -> list[Move]:
        """The moves after which the seat would win if it were to move again."""
        threats: list[Move] = []
        for move in position.moves():
            after = position.play(move)
            again = self.facts.passed(after) if after.outcome is None else None
            if again is not None and self.search.winning_move(again) is not None:
                threats.append(move)
        return threats

    def _long_win(self, backwards: Sequence[P]) -> Puzzle | None:
        """The longest win near the end; one in four turns only where one in three follows."""
        longest: Puzzle | None = None
        for position in backwards[: self.deep]:
            threats = () if self.win_at_once(position) is not None else self._threats(position)
            for turns in TURNS if threats else ():
                if turns == TURNS[-1] and (longest is None or longest.turns < turns - 1):
                    break
                try:
                    puzzle, is_won = self._win_in(position, turns, threats)
                except Spent:
                    break
                if puzzle is not None and (longest is None or puzzle.turns > longest.turns):
                    longest = puzzle
                if is_won:
                    break
            if longest is not None and longest.turns == TURNS[-1]:
                break
        return longest

    def _win_in(
        self, position: P, turns: int, threats: Sequence[Move]
    ) -> tuple[Puzzle | None, bool]:
        """The puzzle to win within these turns; and whether that can be done at all, or in fewer.

        :param position: in which nothing wins at once.
        :raises Spent: if that takes too much work to prove.
        """
        moves = position.moves()
        most = min(MOST_SOLUTIONS, max(1, int(len(moves) * self.share)))
        tempts = len(threats) - most >= self.tempting
        if turns == TURNS[0] and not tempts and not self.may_be_hard_to_see:
            # Next to nothing threatens, so whatever wins is found without much thought.
            return None, False
        candidates = threats if turns == TURNS[0] else moves
        winning = self._quickly_winning(position, turns, candidates, most)
        if len(winning) > most:
            return None, True
        if not winning:
            return None, False
        if any(move in winning for move in self.greedy_moves(position)):
            return None, True
        # The quick look may have overlooked wins, so the other moves are looked into once more.
        prover = self.prover(_mover(position), WORK[turns])
        if prover.win(position, turns - 1) is not None:
            return None, True
        if any(move not in winning and prover.wins_by(position, move, turns) for move in moves):
            return None, True
        node, length = prover.plan(position, turns, is_played=True)
        assert length == turns
        puzzle = Puzzle("", self.game, position.encode(), turns, WINS, node)
        if not tempts and not _branches(node) and not self.is_hard_to_see(puzzle):
            return None, True
        return puzzle, True

    def _quickly_winning(
        self, position: P, turns: int, moves: Sequence[Move], most: int
    ) -> list[Move]:
        """The moves that win as far as the search sees wins at once, up to one more than wanted."""
        quick = Prover(_mover(position), self.search.winning_move, WORK[turns], key=self.key)
        winning: list[Move] = []
        for move in moves:
            if quick.wins_by(position, move, turns):
                winning.append(move)
                if len(winning) > most:
                    break
        return winning


def _mover(position: Position) -> int:
    assert position.to_move is not None
    return position.to_move


def _branches(node: Node) -> bool:
    """Whether different replies want different answers."""
    return any(
        len({answer[0].move for answer in step.answers.values()}) > 1
        or any(_branches(answer) for answer in step.answers.values())
        for step in node
    )
