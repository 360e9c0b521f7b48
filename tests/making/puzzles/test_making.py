"""The search for puzzles: progress, interruptions and shipping."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.puzzles import puzzles
from engine.puzzles.library import ENDING, puzzles_in
from making.puzzles.checking import check_solution, check_uniqueness
from making.puzzles.finding import (
    FINDERS,
    Source,
    puzzles_from_shipped,
    puzzles_of_match,
    shipped_numbers,
)
from making.puzzles.shipping import Progress, make, ship
from rules.registry import GAMES

GAME = "passtally"
"""The game with the most puzzles per match."""


def ignore_progress(puzzles: int, count: int, searched: int) -> None:
    pass


def test_every_game_with_puzzles_has_a_recipe() -> None:
    assert all(puzzles(game) for game in FINDERS)


def test_found_puzzles_are_stored_and_a_killed_search_finds_the_same(tmp_path: Path) -> None:
    reports: list[tuple[int, int, int]] = []
    whole = make(
        Progress.read(GAME, tmp_path / "whole"), 2, 1, lambda *figures: reports.append(figures)
    )
    assert reports[0] == (0, 2, 0)
    assert reports[-1] == (2, 2, len(whole.searched))
    again = Progress.read(GAME, tmp_path / "whole")
    assert (again.searched, again.puzzles) == (whole.searched, whole.puzzles)
    for puzzle in whole.puzzles.values():
        check_solution(puzzle)
        check_uniqueness(puzzle)
    killed = tmp_path / "killed"
    killed.mkdir()
    lines = whole.file.read_text().splitlines(keepends=True)
    (killed / f"{GAME}.jsonl").write_text(lines[0] + lines[-1][:40])
    half = Progress.read(GAME, killed)
    assert half.searched == {0}
    assert make(Progress.read(GAME, killed), 2, 1, ignore_progress).puzzles == whole.puzzles
    assert half.file.read_text() == whole.file.read_text()


@pytest.mark.slow
def test_a_killed_process_loses_no_searched_match(tmp_path: Path) -> None:
    words = ("-m", "making.puzzles", GAME, "--count", "99")
    with subprocess.Popen(
        [sys.executable, *words, "--work-dir", tmp_path, "--into", tmp_path / "into"],
        stderr=subprocess.DEVNULL,
    ) as process:
        while not (searched := Progress.read(GAME, tmp_path).searched):
            assert process.poll() is None
            time.sleep(0.1)
        process.kill()
    assert Progress.read(GAME, tmp_path).searched >= searched
    assert not (tmp_path / "into").exists()


def test_puzzles_keep_their_keys_when_more_are_shipped(tmp_path: Path) -> None:
    some = puzzles(GAME)[:4]
    progress = Progress.read(GAME, tmp_path)
    for number, puzzle in enumerate(some[:2]):
        progress.add(number, [replace(puzzle, key="")])
    first = ship(progress, tmp_path)
    assert [each.key for each in first] == ["passtally-001", "passtally-002"]
    # Another search may find the same puzzles, in another order.
    other = Progress.read(GAME, tmp_path / "other")
    for number, puzzle in enumerate(reversed(some)):
        other.add(number, [replace(puzzle, key="")])
    second = ship(other, tmp_path)
    assert second[:2] == first
    assert [each.key for each in second[2:]] == ["passtally-003", "passtally-004"]
    assert {each.start for each in second} == {each.start for each in some}
    assert puzzles_in(GAME, tmp_path / f"{GAME}{ENDING}") == second


def test_a_search_by_several_processes_stores_all_and_ends_when_nothing_is_left(
    tmp_path: Path,
) -> None:
    source = Source("-two", puzzles_of_match, lambda _game: range(2))
    progress = make(Progress.read(GAME, tmp_path, source), 99, 2, ignore_progress)
    assert progress.searched == {0, 1}
    again = Progress.read(GAME, tmp_path, source)
    assert progress.puzzles
    assert again.puzzles == progress.puzzles
    assert not list(again.to_search())


def test_a_free_move_turns_a_win_in_two_into_a_win_in_three() -> None:
    (puzzle,) = puzzles_from_shipped("scala", 255)
    assert puzzle.turns == 3
    check_solution(puzzle)
    check_uniqueness(puzzle)


def test_only_wins_in_two_are_lengthened() -> None:
    assert not list(shipped_numbers(GAME))
    numbers = set(shipped_numbers("scalus"))
    for puzzle in puzzles("scalus"):
        assert (int(puzzle.key.removeprefix("scalus-")) in numbers) == (puzzle.turns == 2)


def test_passtally_puzzles_are_for_two_or_three_players() -> None:
    (three,), (two,) = puzzles_of_match(GAME, 0), puzzles_of_match(GAME, 7)
    for puzzle, players in ((two, 2), (three, 3)):
        assert GAMES[GAME].decode(puzzle.start).seats == players
        check_solution(puzzle)
        check_uniqueness(puzzle)
