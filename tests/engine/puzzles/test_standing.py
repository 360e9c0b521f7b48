"""The state of a puzzle after a solver's tries."""

from __future__ import annotations

import pytest

from engine.puzzles import WINS, Puzzle, main_line, puzzles, standing
from making.puzzles.finding import FINDERS
from rules.notation import read
from rules.position import Position
from rules.refusal import Refusal
from rules.registry import GAMES
from tests.samples import WHOLE

EVERY_GAME = pytest.mark.parametrize("game", list(FINDERS))


def sample_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Every fifth puzzle, or all of them if `WHOLE` is set."""
    return puzzles(game)[:: 1 if WHOLE else 5]


def own_moves(puzzle: Puzzle) -> list[str]:
    """The solver's moves in the main line."""
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    seat = position.to_move
    tries: list[str] = []
    for text in main_line(puzzle):
        if position.to_move == seat:
            tries.append(text)
        position = position.play(read(position, text))
    return tries


def wrong_moves(puzzle: Puzzle) -> list[str]:
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    right = {step.move for step in puzzle.solution}
    texts = [position.text(move) for move in position.moves()]
    return [text for text in texts if text not in right]


@EVERY_GAME
def test_the_main_line_solves_a_puzzle_in_its_turns(game: str) -> None:
    for puzzle in sample_puzzles(game):
        tries = own_moves(puzzle)
        before = standing(puzzle, tries[:-1])
        assert not before.solved
        assert before.turns_left == 1
        solved = standing(puzzle, tries)
        assert solved.solved
        assert solved.wrong is None
        assert solved.turns_left == 0
        assert solved.moves == main_line(puzzle)
        if puzzle.goal == WINS:
            solver = GAMES[game].decode(puzzle.start).to_move
            assert solved.position.outcome is not None
            assert solved.position.outcome.winners == (solver,)


@EVERY_GAME
def test_every_right_first_move_continues(game: str) -> None:
    for puzzle in sample_puzzles(game):
        for step in puzzle.solution:
            after = standing(puzzle, [step.move])
            assert after.wrong is None
            assert after.moves == (step.move, *step.defence)
            assert after.position.to_move == GAMES[game].decode(puzzle.start).to_move


@EVERY_GAME
def test_no_attempt_gives_the_start(game: str) -> None:
    puzzle = puzzles(game)[0]
    now = standing(puzzle, [])
    assert now.position.encode() == puzzle.start
    assert (now.moves, now.solved, now.wrong, now.turns_left) == ((), False, None, puzzle.turns)


@EVERY_GAME
def test_a_wrong_move_leaves_the_position_before_it(game: str) -> None:
    for puzzle in puzzles(game)[:10]:
        for wrong in wrong_moves(puzzle)[:8]:
            now = standing(puzzle, [wrong, "whatever"])
            assert now.wrong == wrong
            assert not now.solved
            assert now.position.encode() == puzzle.start


@EVERY_GAME
def test_a_second_move_can_be_wrong_too(game: str) -> None:
    count = 0
    for puzzle in puzzles(game)[:5]:
        right = own_moves(puzzle)[0]
        first = standing(puzzle, [right])
        for move in first.position.moves():
            text = first.position.text(move)
            now = standing(puzzle, [right, text])
            if now.wrong is not None:
                count += 1
                assert now.wrong == text
                assert now.position == first.position
                assert now.moves == first.moves
    assert count


@EVERY_GAME
def test_an_illegal_attempt_is_refused_with_an_explanation(game: str) -> None:
    with pytest.raises(Refusal):
        standing(puzzles(game)[0], ["z99"])


def test_an_attempt_may_be_typed_in_any_notation() -> None:
    puzzle = puzzles("scala")[0]
    (move, *_) = own_moves(puzzle)
    assert standing(puzzle, [move.upper().replace("-", " ")]).moves[0] == move


def test_a_win_before_the_last_turn_counts() -> None:
    """The main line has the longest defence, but an earlier win counts too."""
    for puzzle in sample_puzzles("scala"):
        tries = own_moves(puzzle)
        assert standing(puzzle, [*tries, *tries]).solved


def test_passtally_moves_may_come_in_any_order_with_the_same_score() -> None:
    puzzle = next(each for each in puzzles("passtally") if len(each.solution) > 1)
    ends = set()
    for first in puzzle.solution:
        for last in first.answers[""]:
            end = standing(puzzle, [first.move, last.move])
            assert end.solved
            ends.add(end.position.board.halves)  # pyright: ignore[reportAttributeAccessIssue]
    assert len(ends) == 1
