"""The state of a puzzle after a solver's tries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.puzzles.puzzle import BETWEEN_REPLIES, Node, Puzzle, Step
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class Standing:
    """The state after some tries."""

    position: Position
    """The position after the solver's moves and the replies."""
    moves: tuple[str, ...]
    """All moves since the start, of both sides, as canonical texts."""
    solved: bool
    """Whether the goal is reached."""
    wrong: str | None
    """The solver's wrong move, if any. `position` is the one before it."""
    turns_left: int
    """Remaining own turns, including the next."""


def standing(puzzle: Puzzle, tries: Sequence[str]) -> Standing:
    """Return the state after these tries, with replies by the longest defence.

    :param tries: the solver's moves, one decision each, up to the last or a wrong one.
    :raises Refusal: if a try is not legal.
    """
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    seat = position.to_move
    node: Node = puzzle.solution
    turns = puzzle.turns
    moves: list[str] = []
    for typed in tries:
        move = read(position, typed)
        text = position.text(move)
        after = position.play(move)
        step = next((each for each in node if each.move == text), None)
        is_won = after.outcome is not None and after.outcome.winners == (seat,)
        if step is None and not is_won:
            return Standing(position, tuple(moves), False, text, turns)
        moves.append(text)
        position = after
        if not position.is_mid_turn or position.to_move != seat:
            turns -= 1
        if step is None or (not step.defence and not step.answers):
            return Standing(position, tuple(moves), True, None, turns)
        for reply in step.defence:
            position = position.play(read(position, reply))
            moves.append(reply)
        if position.outcome is not None:
            return Standing(position, tuple(moves), True, None, turns)
        node = step.answers.get(BETWEEN_REPLIES.join(step.defence), ())
    return Standing(position, tuple(moves), False, None, turns)


def main_line(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the main line: all moves of both sides up to the goal, as canonical texts."""
    tries: list[str] = []
    while True:
        state = standing(puzzle, tries)
        if state.solved:
            return state.moves
        tries.append(_right_move(puzzle, state))


def _right_move(puzzle: Puzzle, state: Standing) -> str:
    """The first right move, from the solution or else one that wins at once."""
    node: Node = puzzle.solution
    moves = iter(state.moves)
    for text in moves:
        step = _step(node, text)
        for _ in step.defence:
            next(moves)
        node = step.answers.get(BETWEEN_REPLIES.join(step.defence), ())
    if node:
        return node[0].move
    seat = state.position.to_move
    for move in state.position.moves():
        outcome = state.position.play(move).outcome
        if outcome is not None and outcome.winners == (seat,):
            return state.position.text(move)
    raise ValueError(f"the solution of {puzzle.key} doesn't end in a win")


def _step(node: Node, text: str) -> Step:
    return next(step for step in node if step.move == text)
