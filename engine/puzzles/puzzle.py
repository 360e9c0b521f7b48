"""A puzzle and its solution as plain values, and how both are written down."""

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
"""Stands between the moves of one turn of the other side; no canonical text has it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the solver's that is right, and how it goes on."""

    move: str
    """The canonical text."""
    defence: tuple[str, ...]
    """What the other side answers when the puzzle is played: the longest defence. Nothing where
    the solver moves again, or has solved it."""
    answers: Mapping[str, Node]
    """By the other side's reply, its moves joined by `BETWEEN_REPLIES` (empty where the solver
    moves again): what wins then. A reply is left out where one move then wins at once, or where it
    loses by itself."""


Node = tuple[Step, ...]
"""What is right where the solver is to move. Where the puzzle is played it has all such moves, and
elsewhere one of them."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which few moves, mostly one, reach a goal."""

    key: str
    """Stable for ever: "scala-017"."""
    game: str
    """The key of the game."""
    start: str
    """As `Position.encode` writes it; the seat to move solves."""
    turns: int
    """Own turns within which it is solved, against any defence."""
    goal: str
    """`WINS` or `MOST_POINTS`."""
    solution: Node
    themes: tuple[str, ...] = ()
    """What the solution is about, by the keys of `engine.puzzles.themes`."""
    is_retired: bool = False
    """It is given to nobody any more, but keeps its key for those who have had it."""


def written(puzzle: Puzzle) -> str:
    """A puzzle as a line of text."""
    solution = packed(puzzle.solution)
    fields: list[Any] = [puzzle.key, puzzle.start, puzzle.turns, puzzle.goal, solution]
    if puzzle.themes or puzzle.is_retired:
        fields += [puzzle.themes, puzzle.is_retired]
    return json.dumps(fields, separators=(",", ":"))


def read_from(game: str, line: str) -> Puzzle:
    """What `written` wrote.

    :raises ValueError: where the line is none.
    """
    key, start, turns, goal, solution, *more = json.loads(line)
    themes, is_retired = more or ((), False)
    return Puzzle(
        key, game, start, turns, goal, unpacked(solution), tuple(themes), is_retired=is_retired
    )


def packed(node: Node) -> list[Any]:
    """A solution fit for JSON; replies that are answered alike are put together."""
    steps: list[Any] = []
    for step in node:
        alike: dict[str, list[Any]] = {}
        for reply, child in step.answers.items():
            answer = packed(child)
            alike.setdefault(json.dumps(answer), [answer]).append(reply)
        steps.append([step.move, BETWEEN_REPLIES.join(step.defence), *alike.values()])
    return steps


def unpacked(steps: Sequence[Any]) -> Node:
    """What `packed` packed."""
    node: list[Step] = []
    for move, defence, *alike in steps:
        answers: dict[str, Node] = {}
        for answer, *replies in alike:
            child = unpacked(answer)
            answers.update(dict.fromkeys(replies, child))
        moves = tuple(defence.split(BETWEEN_REPLIES)) if defence else ()
        node.append(Step(move, moves, answers))
    return tuple(node)
