"""The command `python -m making.puzzles`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner

from engine.puzzles import puzzles
from engine.puzzles.library import ENDING, put, puzzles_in
from making.puzzles.__main__ import make_puzzles


def run_command(*words: object) -> tuple[int, str]:
    """Return the exit code and output of the command."""
    result = CliRunner().invoke(make_puzzles, [*map(str, words)])
    return result.exit_code, result.output


def test_puzzles_are_found_and_written(tmp_path: Path) -> None:
    into = tmp_path / "into"
    words = ("passtally", "--work-dir", tmp_path / "work", "--into", into)
    code, output = run_command(*words, "--count", 1)
    assert code == 0
    assert "passtally: 1 puzzle (1 turn: 1), in" in output
    code, output = run_command("passtally", "--check", "--into", into)
    assert code == 0
    assert "1 puzzle (1 turn: 1), proved" in output
    (into / f"passtally{ENDING}").unlink()
    code, output = run_command(*words, "--count", 0)
    assert code == 0
    assert len(puzzles_in("passtally", into / f"passtally{ENDING}")) == 1


def test_figures_count_themes_and_what_is_special_about_a_game(tmp_path: Path) -> None:
    stepping, scaling = (
        next(each for each in puzzles("scalus") if ("group_move" in each.themes) == is_wanted)
        for is_wanted in (False, True)
    )
    put(tmp_path / f"scalus{ENDING}", [stepping, scaling, replace(scaling, is_retired=True)])
    code, output = run_command("scalus", "--figures", "--into", tmp_path)
    assert code == 0
    assert "scalus: 2 puzzles (" in output
    assert "), 1 retired" in output
    assert "  group_move: 1 puzzle (" in output
    assert "  block: 0 puzzles" in output


def test_only_puzzles_after_a_number_are_checked(tmp_path: Path) -> None:
    first, second, *_ = puzzles("passtally")
    put(tmp_path / f"passtally{ENDING}", [replace(first, solution=second.solution), second])
    number = int(first.key.removeprefix("passtally-"))
    code, output = run_command("passtally", "--check", "--into", tmp_path, "--after", number)
    assert code == 0
    assert "1 puzzle (1 turn: 1), proved" in output


def test_a_wrong_puzzle_is_reported(tmp_path: Path) -> None:
    first, second, *_ = puzzles("passtally")
    wrong = type(first)(first.key, first.game, first.start, 1, first.goal, second.solution)
    put(tmp_path / f"passtally{ENDING}", [wrong])
    code, output = run_command("passtally", "--check", "--into", tmp_path)
    assert code == 1
    assert f"{first.key}: " in output


def test_an_unsupported_game_is_refused_with_a_message(tmp_path: Path) -> None:
    code, output = run_command("chess", "--work-dir", tmp_path)
    assert code == 1
    assert "No puzzles can be made for chess. Choose from scala, " in output


def test_an_invalid_file_is_refused_with_a_message(tmp_path: Path) -> None:
    (tmp_path / f"scala{ENDING}").write_text("Dear Ada")
    code, output = run_command("scala", "--check", "--into", tmp_path)
    assert code == 1
    assert "has no puzzles" in output
