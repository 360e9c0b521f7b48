"""`stairwell make-puzzles`, as it is typed."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from bot.process.command_line import main
from engine.puzzles import puzzles
from engine.puzzles.library import ENDING, put, puzzles_in


def typed(*words: object) -> tuple[int, str]:
    """The exit code of a command, and all that it says."""
    result = CliRunner().invoke(main, ["make-puzzles", *map(str, words)])
    return result.exit_code, result.output


def test_puzzles_are_found_and_written(tmp_path: Path) -> None:
    into = tmp_path / "into"
    words = ("passtally", "--found", tmp_path / "found", "--into", into)
    code, told = typed(*words, "--wanted", 1)
    assert code == 0
    assert "passtally: 1 puzzle (1 turn: 1), in" in told
    code, told = typed("passtally", "--check", "--into", into)
    assert code == 0
    assert "1 puzzle (1 turn: 1), proved" in told
    (into / f"passtally{ENDING}").unlink()
    code, told = typed(*words, "--wanted", 0)
    assert code == 0
    assert len(puzzles_in("passtally", into / f"passtally{ENDING}")) == 1


def test_a_puzzle_that_is_none_is_told(tmp_path: Path) -> None:
    first, second, *_ = puzzles("passtally")
    wrong = type(first)(first.key, first.game, first.start, 1, first.goal, second.solution)
    put(tmp_path / f"passtally{ENDING}", [wrong])
    code, told = typed("passtally", "--check", "--into", tmp_path)
    assert code == 1
    assert f"{first.key}: " in told


def test_another_game_is_refused_in_words(tmp_path: Path) -> None:
    code, told = typed("chess", "--found", tmp_path)
    assert code == 1
    assert "No puzzles can be made of chess. There are: scala, " in told


def test_a_file_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / f"scala{ENDING}").write_text("Dear Ada")
    code, told = typed("scala", "--check", "--into", tmp_path)
    assert code == 1
    assert "has no puzzles" in told
