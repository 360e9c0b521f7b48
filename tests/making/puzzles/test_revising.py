"""The revision of shipped puzzles."""

from __future__ import annotations

from dataclasses import replace

from engine.puzzles import puzzles
from engine.puzzles.library import ENDING, SHIPPED, WINS, Puzzle, main_line, puzzles_in
from making.puzzles.checking import check_uniqueness
from making.puzzles.finding import FINDERS
from making.puzzles.shipping import revised, with_themes, without_near_ones
from rules.notation import read
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition
from tests.sample_puzzles import JUMP


def scala_puzzle(key: str, start: ScalaPosition, turns: int = 2) -> Puzzle:
    return Puzzle(key, "scala", start.encode(), turns, WINS, JUMP.solution)


def test_the_longer_of_two_similar_puzzles_is_kept() -> None:
    o = ["f12", "e12", "g10", "d9", "d8"]
    one = scala_puzzle("scala-001", ScalaPosition.set_up(o, ["f11", "h9"], 1))
    other = scala_puzzle("scala-002", ScalaPosition.set_up(o[:-1], ["f11", "h9"], 1), turns=3)
    far = scala_puzzle("scala-003", ScalaPosition.set_up(["c4", "c5"], ["d5", "d6"], 1))
    assert [each.is_retired for each in without_near_ones([one, other, far])] == [
        True,
        False,
        False,
    ]


def test_of_equally_long_similar_puzzles_the_fuller_board_is_kept() -> None:
    o, mirrored = ["f12", "e12", "g10"], ["f12", "g12", "e10", "h9"]
    one = scala_puzzle("scala-001", ScalaPosition.set_up(o, ["f11"], 1))
    other = scala_puzzle("scala-002", ScalaPosition.set_up(mirrored, ["f11"], 1))
    assert [each.is_retired for each in without_near_ones([one, other])] == [True, False]


def test_retired_puzzles_stay_retired() -> None:
    one = replace(
        scala_puzzle("scala-001", ScalaPosition.set_up(["f12"], ["f11"], 1)), is_retired=True
    )
    assert without_near_ones([one]) == (one,)


def test_a_passtally_puzzle_is_retired_if_another_turn_scores_as_much() -> None:
    shipped = puzzles_in("passtally", SHIPPED / f"passtally{ENDING}")
    for puzzle in shipped[:12]:
        today = FINDERS["passtally"].revised(puzzle)
        assert (today is None) == puzzle.is_retired


def test_a_passtally_puzzle_has_the_theme_of_its_margin() -> None:
    wide = next(each for each in puzzles("passtally") if "margin" in each.themes)
    narrow = next(each for each in puzzles("passtally") if "margin" not in each.themes)
    check_uniqueness(wide)
    for puzzle in (wide, narrow):
        assert with_themes(replace(puzzle, themes=())).themes == puzzle.themes


def test_revising_again_changes_nothing() -> None:
    some = puzzles("scala")[:3]
    counts: list[int] = []
    assert revised(some, counts.append) == some
    assert counts == [1, 2, 3]


def test_an_equally_good_scala_defence_without_losing_a_stone_is_preferred() -> None:
    shipped = puzzles("scala")
    careless = [puzzle.key for puzzle in shipped if defence_loses_stones(puzzle)]
    assert len(careless) <= len(shipped) / 50, careless


def defence_loses_stones(puzzle: Puzzle) -> bool:
    position = Scala().decode(puzzle.start)
    solver, other = position.seat, 3 - position.seat
    for text in main_line(puzzle):
        after = position.play(read(position, text))
        if position.seat != solver and len(after.stones(other)) < len(position.stones(other)):
            return True
        position = after
    return False
