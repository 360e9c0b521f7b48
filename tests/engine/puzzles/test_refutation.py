"""Refutations of wrong attempts."""

from __future__ import annotations

import pickle

import pytest

from engine.opponent import Choice
from engine.puzzles import Puzzle, puzzles, standing
from engine.puzzles.refuting import BETTER, ESCAPES, LOSES, LOST, POINTS
from engine.search import any_winning_move
from engine.serving.tasks import Task, refute
from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.position import Position
from rules.refusal import Refusal
from rules.registry import GAMES

BY_FORCE = ("scala", "scalas", "scalus", "skirt")


def wrong_moves(puzzle: Puzzle, most: int) -> list[str]:
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    right = {step.move for step in puzzle.solution}
    wrong = [text for move in position.moves() if (text := position.text(move)) not in right]
    return wrong[:: max(1, len(wrong) // most)]


def choice_after(puzzle: Puzzle, wrong: str) -> Choice:
    now = standing(puzzle, [wrong])
    assert now.wrong == wrong
    task = Task.refuting(puzzle.game, now.position.encode(), wrong, now.turns_left)
    return pickle.loads(pickle.dumps(task)).choice()


def play_texts(position: Position, texts: tuple[str, ...]) -> Position:
    for text in texts:
        position = position.play(read(position, text))
    return position


@pytest.mark.parametrize("game", BY_FORCE)
def test_a_wrong_first_move_is_punished(game: str) -> None:
    for puzzle in puzzles(game)[:2]:
        start: Position = GAMES[game].decode(puzzle.start)
        solver = start.to_move
        for wrong in wrong_moves(puzzle, 4):
            refutation = choice_after(puzzle, wrong)
            assert refutation.move == refutation.line[0] == wrong
            (reason,) = refutation.reasons
            end = play_texts(start, refutation.line)
            match reason.code:
                case "loses":
                    assert reason.number in (1, 2)
                    assert end.outcome is not None
                    assert end.outcome.winners == (3 - (solver or 0),)
                    assert refutation.value == 0.0
                case "lost":
                    assert end.outcome is not None
                    assert end.outcome.winners != (solver,)
                case _:
                    assert reason.code == ESCAPES
                    assert reason.number == puzzle.turns - 1 or game == "scalas"
                    assert end.to_move in (None, solver)
                    assert game == "scalas" or any_winning_move(end) is None


def test_a_wrong_last_move_needs_no_reply() -> None:
    puzzle = puzzles("scala")[0]
    wrong = [puzzle.solution[0].move]
    now = standing(puzzle, wrong)
    for move in now.position.moves()[::9]:
        text = now.position.text(move)
        if standing(puzzle, [*wrong, text]).wrong is None:
            continue
        refutation = refute("scala", puzzle.start, now.moves, text, 1)
        (reason,) = refutation.reasons
        assert reason.code in (LOSES, LOST, ESCAPES)
        assert reason.code != ESCAPES or (reason.number, refutation.line) == (0, (text,))


def test_a_lower_scoring_passtally_turn_is_compared_with_the_best() -> None:
    for puzzle in puzzles("passtally")[:1]:
        position = GAMES["passtally"].decode(puzzle.start)
        assert isinstance(position, PasstallyPosition)
        for wrong in wrong_moves(puzzle, 3):
            fewer, better = choice_after(puzzle, wrong).reasons
            assert (fewer.code, better.code) == (POINTS, BETTER)
            assert fewer.line[0] == wrong
            assert fewer.number < better.number
            for each in (fewer, better):
                end = play_texts(position, each.line)
                assert isinstance(end, PasstallyPosition)
                assert (
                    end.scores[position.seat - 1] - position.scores[position.seat - 1]
                    == each.number
                )
            assert standing(puzzle, better.line).solved


def test_a_second_passtally_move_is_compared_with_the_best_remaining_one() -> None:
    puzzle = puzzles("passtally")[0]
    first = puzzle.solution[0].move
    now = standing(puzzle, [first])
    for move in now.position.moves()[::15]:
        text = now.position.text(move)
        if standing(puzzle, [first, text]).wrong is None:
            continue
        refutation = refute("passtally", puzzle.start, [first], text, 1)
        fewer, better = refutation.reasons
        assert fewer.line == (text,)
        assert fewer.number < better.number
        assert standing(puzzle, [first, *better.line]).solved


def test_an_invalid_move_is_refused() -> None:
    with pytest.raises(Refusal):
        refute("scala", puzzles("scala")[0].start, (), "z99", 2)
    with pytest.raises(ValueError):
        refute("scala", "nonsense", (), "a1-a2", 2)
