"""Puzzles as values and as text, the shipped ones, their themes, and a solver's standing.

The shipped puzzles are in one compressed file per game in `data/`, read when first needed.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from language.texts import N_
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES

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
    """The keys of its themes."""
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


@dataclass(frozen=True, slots=True)
class Theme:
    """An idea shared by several puzzles."""

    key: str
    """The key in storage."""
    name: str
    """The displayed name, a message."""
    sentence: str
    """A description of its puzzles, a message."""


FORK = Theme("fork", N_("Fork"), N_("One move threatens to win in two ways."))
SINGLE_THREAT = Theme(
    "single_threat", N_("Single threat"), N_("One threat to win that can't be stopped.")
)
BLOCK = Theme("block", N_("Block"), N_("The winning move also stops a threat to win."))
RACE = Theme("race", N_("Race"), N_("Both sides are about to win."))
QUIET = Theme("quiet", N_("Quiet move"), N_("It starts with a move that threatens nothing yet."))
CAPTURE = Theme("capture", N_("Capture"), N_("It starts by capturing stones."))
SACRIFICE = Theme("sacrifice", N_("Sacrifice"), N_("A move gives up some of your own stones."))


SHIPPED = Path(str(files("engine.puzzles"))) / "data"
"""The directory of the files."""

ENDING = ".jsonl.xz"
"""The suffix of a game's file, which holds compressed lines of JSON."""


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return a game's puzzles in use, by key."""
    return tuple(each for each in _by_key(game).values() if not each.is_retired)


@cache
def _by_key(game: str) -> dict[str, Puzzle]:
    return {each.key: each for each in puzzles_in(game, SHIPPED / f"{game}{ENDING}")}


def puzzle(key: str) -> Puzzle | None:
    """Return the puzzle of this key, retired or not, or None. Any text is allowed."""
    game, _, number = key.partition("-")
    # Other texts must not name a file.
    if not (game.isascii() and game.isalpha() and number.isdecimal()):
        return None
    return _by_key(game).get(key)


def puzzles_in(game: str, file: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file, or none if it doesn't exist.

    :raises ValueError: if it is another kind of file.
    """
    try:
        return _read(game, file.read_bytes())
    except FileNotFoundError:
        return ()
    except lzma.LZMAError as error:
        raise ValueError(f"{file} has no puzzles: {error}") from error


def put(file: Path, ready: Iterable[Puzzle]) -> None:
    """Write a file of puzzles atomically."""
    text = "".join(f"{written(each)}\n" for each in ready)
    beside = file.with_name(f"{file.name}.new")
    beside.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    beside.replace(file)


def _read(game: str, data: bytes) -> tuple[Puzzle, ...]:
    lines = lzma.decompress(data).decode().splitlines()
    return tuple(read_from(game, line) for line in lines)


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
