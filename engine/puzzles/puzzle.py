"""Puzzles and their solutions as plain values and as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WINS = "wins"
"""The goal: a win by force within `Puzzle.turns` own turns."""

MOST_POINTS = "most points"
"""The goal, in Passtally: the turn that scores the most points with the tiles in view."""

BETWEEN_REPLIES = ";"
"""Separates the moves of one turn of the other side. No canonical text contains it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A right move of the solver, and the continuation."""

    move: str
    """The canonical text of the move."""
    defence: tuple[str, ...]
    """The other side's reply when the puzzle is played, which is the longest defence.

    It is empty if the solver moves again or is done.
    """
    answers: Mapping[str, Node]
    """The answers to each reply of the other side, by its moves joined by `BETWEEN_REPLIES`.

    The reply is empty if the solver moves again. Replies that allow a win in one move, or lose by
    themselves, are omitted.
    """


Node = tuple[Step, ...]
"""The solver's right moves. These are all along the main line, and one of them elsewhere."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which few moves, usually one, reach a goal."""

    key: str
    """The stable key: "scala-017"."""
    game: str
    """The key of the game."""
    start: str
    """The position, from `Position.encode`. The seat to move is the solver's."""
    turns: int
    """Number of own turns to reach the goal against any defence."""
    goal: str
    """The goal, `WINS` or `MOST_POINTS`."""
    solution: Node
    themes: tuple[str, ...] = ()
    """The keys of its `engine.puzzles.themes`."""
    is_retired: bool = False
    """Whether it is no longer used. Its key stays valid for old cards."""


def branches(node: Node) -> bool:
    """Whether different replies need different answers."""
    return any(
        len({answer[0].move for answer in step.answers.values()}) > 1
        or any(branches(answer) for answer in step.answers.values())
        for step in node
    )


def written(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of text."""
    solution = packed(puzzle.solution)
    fields: list[Any] = [puzzle.key, puzzle.start, puzzle.turns, puzzle.goal, solution]
    if puzzle.themes or puzzle.is_retired:
        fields += [puzzle.themes, puzzle.is_retired]
    return json.dumps(fields, separators=(",", ":"))


def read_from(game: str, line: str) -> Puzzle:
    """Return the puzzle in a line from `written`.

    :raises ValueError: if the line is not one.
    """
    key, start, turns, goal, solution, *more = json.loads(line)
    themes, is_retired = more or ((), False)
    return Puzzle(
        key, game, start, turns, goal, unpacked(solution), tuple(themes), is_retired=is_retired
    )


def packed(node: Node) -> list[Any]:
    """Return a solution as JSON values, with replies grouped if they have the same answer."""
    steps: list[Any] = []
    for step in node:
        alike: dict[str, list[Any]] = {}
        for reply, child in step.answers.items():
            answer = packed(child)
            alike.setdefault(json.dumps(answer), [answer]).append(reply)
        steps.append([step.move, BETWEEN_REPLIES.join(step.defence), *alike.values()])
    return steps


def unpacked(steps: Sequence[Any]) -> Node:
    """Return the solution in JSON values from `packed`."""
    node: list[Step] = []
    for move, defence, *alike in steps:
        answers: dict[str, Node] = {}
        for answer, *replies in alike:
            child = unpacked(answer)
            answers.update(dict.fromkeys(replies, child))
        moves = tuple(defence.split(BETWEEN_REPLIES)) if defence else ()
        node.append(Step(move, moves, answers))
    return tuple(node)
