"""Proving whether a seat wins by force within a number of its own turns.

Every move is tried against every reply, with a transposition table. Earlier refutations are tried
first, so a move without threats takes only a reply or two.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Generic

from engine.puzzles.puzzle import BETWEEN_REPLIES, Node, Step
from engine.search import P
from rules.position import Move, Position

Reply = tuple[Move, ...]
"""All moves of a turn of the other side."""


Oddness = tuple[int, float]
"""The oddness of a reply: the stones that it throws away, then its negated weight."""


class WorkExceeded(Exception):
    """The work was used up without a proof."""


class Prover(Generic[P]):
    """A prover for one seat in one game, with its table."""

    def __init__(
        self,
        seat: int,
        winning_move: Callable[[P], Move | None],
        work: int | None = None,
        *,
        key: Callable[[P], Hashable] = lambda position: position,
        oddness: Callable[[P, Move, P], Oddness] = lambda after, first, then: (0, 0.0),
        to_the_end: bool = False,
    ) -> None:
        """:param winning_move: finds immediate wins. What it overlooks is overlooked here too.
        :param work: maximum number of positions before `WorkExceeded` is raised, None for no limit.
        :param key: returns a key that is equal for equivalent positions.
        :param oddness: returns how unlikely a reply looks, from the position before it, its first
            move and the position after it. The least odd of equally stubborn replies is played.
        :param to_the_end: whether each line is played until the match is over, in any number of
            turns.
        """
        self._seat = seat
        self._winning_move = winning_move
        self._work = work
        self._key = key
        self._oddness = oddness
        self._to_the_end = to_the_end
        self._wins: dict[tuple[Hashable, int], Move | None] = {}
        self._refuting: dict[int, list[Move]] = {}

    def win(self, position: P, turns: int) -> Move | None:
        """Return a move by which the seat to move wins within these turns, or None."""
        immediate_win = self._winning_move(position) if turns else None
        if immediate_win is not None or (turns <= 1 and not self._to_the_end):
            return immediate_win
        key = self._key(position), turns
        if key not in self._wins:
            self._count_work()
            self._wins[key] = next(self.wins(position, turns), None)
        return self._wins[key]

    def wins(self, position: P, turns: int) -> Iterator[Move]:
        """Yield all moves by which the seat wins within these turns, including the current one."""
        for move in position.moves():
            if self.wins_by(position, move, turns):
                yield move

    def wins_by(self, position: P, move: Move, turns: int) -> bool:
        """Whether the seat wins by this move within these turns against any reply."""
        after = position.play(move)
        return self._is_won(after, self._turns_left(after, turns))

    def _turns_left(self, after: P, turns: int) -> int:
        """The remaining turns after the seat's move."""
        is_the_same_turn = after.to_move == self._seat and after.is_mid_turn
        return turns if self._to_the_end or is_the_same_turn else turns - 1

    def _is_won(self, after: P, turns: int) -> bool:
        outcome = after.outcome
        if outcome is not None:
            return outcome.winners == (self._seat,)
        if after.to_move == self._seat:
            return self.win(after, turns) is not None
        return bool(turns) and self.refutation(after, turns) is None

    def refutation(self, after: P, turns: int) -> Move | None:
        """Return a move of the other side that leaves the seat no win within these turns, if any.

        :param after: a position with the other side to move.
        """
        refuting = self._refuting.setdefault(turns, [])
        moves = after.moves()
        first = [move for move in refuting if move in moves]
        for move in (*first, *(move for move in moves if move not in first)):
            if not self._is_won(after.play(move), turns):
                if move in refuting:
                    refuting.remove(move)
                refuting.insert(0, move)
                del refuting[_REFUTING:]
                return move
        return None

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
            defence = self._most_stubborn(after, stubborn, is_last=longest == 1)
            if defence in answers:
                answers[defence], _ = self.plan(positions_after[defence], left, is_main_line=True)
        is_a_turn = after.to_move != self._seat or not after.is_mid_turn
        moves = tuple(defence.split(BETWEEN_REPLIES)) if defence else ()
        return Step(text, moves, answers), longest + is_a_turn

    def _most_stubborn(self, after: P, replies: Mapping[str, P], *, is_last: bool) -> str:
        """The least odd of the longest defences that leave the fewest ways to win.

        :param is_last: whether each of them allows a win at once.
        """
        if len(replies) > 1 and is_last:
            win_counts = {reply: _wins_at_once(then, self._seat) for reply, then in replies.items()}
            fewest = min(win_counts.values())
            replies = {reply: replies[reply] for reply in replies if win_counts[reply] == fewest}
        if len(replies) == 1:
            return next(iter(replies))
        firsts = {after.text(move): move for move in after.moves()}

        def oddness(reply: str) -> Oddness:
            first, _, _ = reply.partition(BETWEEN_REPLIES)
            return self._oddness(after, firsts[first], replies[reply])

        return min(replies, key=oddness)

    def _count_work(self) -> None:
        if self._work is not None:
            self._work -= 1
            if self._work < 0:
                raise WorkExceeded


_REFUTING = 6
"""Number of cached refutations per number of remaining turns."""


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


def _wins_at_once(position: Position, seat: int) -> int:
    outcomes = (position.play(move).outcome for move in position.moves())
    return sum(outcome is not None and outcome.winners == (seat,) for outcome in outcomes)
