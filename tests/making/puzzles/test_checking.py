"""The independent check of puzzles, which all shipped puzzles pass."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.opponent import greedy_move
from engine.puzzles import Puzzle, puzzles
from engine.puzzles.library import BETWEEN_REPLIES, Node, Step
from making.puzzles.checking import CheckFailed, check_solution, check_uniqueness
from making.puzzles.finding import FINDERS
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES
from tests.samples import sample

EVERY_GAME = pytest.mark.parametrize("game", list(FINDERS))


def quick_puzzle(game: str) -> Puzzle:
    """A puzzle that is quick to check."""
    return min(puzzles(game), key=lambda each: (each.turns, str(each.solution).count("Step")))


def with_solution(puzzle: Puzzle, *steps: Step) -> Puzzle:
    return replace(puzzle, solution=steps)


@EVERY_GAME
def test_a_puzzle_passes(game: str) -> None:
    assert check_solution(quick_puzzle(game)) > 0
    assert check_uniqueness(quick_puzzle(game)) > 1


@EVERY_GAME
def test_a_different_move_is_not_a_solution(game: str) -> None:
    puzzle = quick_puzzle(game)
    right = {step.move for step in puzzle.solution}
    position: Position = GAMES[game].decode(puzzle.start)
    wrong = next(text for move in position.moves() if (text := position.text(move)) not in right)
    (first, *others) = puzzle.solution
    with pytest.raises(CheckFailed):
        check_uniqueness(with_solution(puzzle, replace(first, move=wrong), *others))


def test_an_unanswered_reply_is_detected() -> None:
    puzzle = next(each for each in puzzles("skirt") if each.solution[0].answers)
    (first, *others) = puzzle.solution
    unanswered: dict[str, Node] = dict(first.answers)
    unanswered.pop(next(iter(unanswered)))
    with pytest.raises(CheckFailed, match="nothing answers"):
        check_solution(with_solution(puzzle, replace(first, answers=unanswered), *others))


def test_an_answer_without_a_reply_is_detected() -> None:
    puzzle = quick_puzzle("scala")
    (first, *others) = puzzle.solution
    invented = {**first.answers, "a1-a2": (Step("a1-a2", (), {}),)}
    with pytest.raises(CheckFailed, match="no reply"):
        check_solution(with_solution(puzzle, replace(first, answers=invented), *others))


def test_a_win_at_the_wrong_turn_is_detected() -> None:
    puzzle = quick_puzzle("scala")
    with pytest.raises(CheckFailed):
        check_solution(replace(puzzle, turns=puzzle.turns - 1))
    with pytest.raises(CheckFailed):
        check_uniqueness(replace(puzzle, turns=puzzle.turns + 1))


def test_a_missing_solution_is_detected() -> None:
    puzzle = next(each for each in puzzles("passtally") if len(each.solution) > 1)
    with pytest.raises(CheckFailed):
        check_uniqueness(with_solution(puzzle, puzzle.solution[0]))
    with pytest.raises(CheckFailed):
        check_uniqueness(with_solution(puzzle))


def test_a_margin_that_is_not_wide_is_detected() -> None:
    narrow = next(each for each in puzzles("passtally") if "margin" not in each.themes)
    with pytest.raises(CheckFailed, match="nearly as much"):
        check_uniqueness(replace(narrow, themes=(*narrow.themes, "margin")))


@EVERY_GAME
def test_no_puzzle_is_solved_by_looking_one_move_ahead(game: str) -> None:
    for puzzle in Random(game).sample(puzzles(game), min(20, len(puzzles(game)))):
        position: Position = GAMES[game].decode(puzzle.start)
        node = puzzle.solution
        while node:
            move = greedy_move(game, position, Random(1))
            step = next((each for each in node if each.move == position.text(move)), None)
            if step is None:
                break
            # Greedy moves may begin a Passtally turn or a longer win, but not complete it.
            assert game == "passtally" or puzzle.turns > 2, puzzle.key
            position = position.play(move)
            for reply in step.defence:
                position = position.play(read(position, reply))
            node = step.answers.get(BETWEEN_REPLIES.join(step.defence), ())
        else:
            pytest.fail(f"{puzzle.key} is solved by greed")


SAMPLED = 12
"""One in this many shipped puzzles is proved."""

LONGER = {"scala": 24, "passtally": 24}
"""The same for proofs of uniqueness, in games with many moves."""


@pytest.mark.slow
@pytest.mark.timeout(600)
@EVERY_GAME
def test_every_solution_answers_every_defence(game: str) -> None:
    for puzzle in sample(puzzles(game), SAMPLED):
        assert check_solution(puzzle) > 0


@pytest.mark.slow
@pytest.mark.timeout(600)
@EVERY_GAME
def test_no_other_move_solves_a_puzzle(game: str) -> None:
    quick = [each for each in puzzles(game) if each.turns <= 2 or game == "scalas"]
    for puzzle in sample(quick, LONGER.get(game, SAMPLED)):
        check_uniqueness(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", ["scala", "scalus", "skirt"])
def test_no_other_move_solves_a_puzzle_of_three_turns(game: str) -> None:
    for puzzle in sample([each for each in puzzles(game) if each.turns > 2], 4 * SAMPLED):
        check_uniqueness(puzzle)
