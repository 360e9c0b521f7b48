"""The revision of shipped puzzles."""

from __future__ import annotations

from dataclasses import replace

from engine.puzzles import puzzles
from engine.puzzles.library import ENDING, SHIPPED, WINS, Puzzle, main_line, puzzles_in
from making.puzzles.checking import check_uniqueness
from making.puzzles.finding import FINDERS
from making.puzzles.shipping import (
    revised,
    with_themes,
    without_near_ones,
    without_plain_ones,
)
from rules.notation import read
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition
from rules.scalas.game import Scalas
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


def test_four_of_five_scalus_puzzles_in_use_have_a_group_move_by_the_solver() -> None:
    shipped = puzzles_in("scalus", SHIPPED / f"scalus{ENDING}")
    scaling = [each for each in shipped if not each.is_retired and "group_move" in each.themes]
    stepping = [each for each in shipped if "group_move" not in each.themes]
    some = [*(replace(each, is_retired=False) for each in stepping[:12]), *scaling[:9]]
    after = without_plain_ones(some)
    assert [each.key for each in after] == [each.key for each in some]
    left = [each for each in after if not each.is_retired]
    assert [each for each in left if "group_move" in each.themes] == scaling[:9]
    assert len(left) == 9 + 9 // 4
    assert without_plain_ones(after) == after


def test_a_scalus_puzzle_with_a_group_move_by_the_other_side_is_the_better_plain_one() -> None:
    shipped = puzzles_in("scalus", SHIPPED / f"scalus{ENDING}")
    some = [replace(each, is_retired=False) for each in shipped]
    scaling = [each for each in some if "group_move" in each.themes]
    plain = [each for each in some if "group_move" not in each.themes]
    replied = [each for each in plain if any("(" in move for move in main_line(each))]
    quiet = [each for each in plain if each not in replied]
    after = without_plain_ones([quiet[0], replied[0], *scaling[:4]])
    assert [each.is_retired for each in after] == [True, *[False] * 5]


def test_a_scala_puzzle_with_a_single_enemy_stone_is_retired() -> None:
    start = ScalaPosition.set_up(["f12", "e12", "g10", "d9", "d8"], ["f11"], 1)
    assert FINDERS["scala"].revised(scala_puzzle("scala-001", start)) is None


def test_a_passtally_puzzle_is_retired_if_another_turn_scores_as_much() -> None:
    shipped = puzzles_in("passtally", SHIPPED / f"passtally{ENDING}")
    for puzzle in shipped[:12]:
        today = FINDERS["passtally"].revised(puzzle)
        assert (today is None) == puzzle.is_retired


def test_a_scalas_puzzle_with_few_legal_moves_is_retired() -> None:
    shipped = puzzles_in("scalas", SHIPPED / f"scalas{ENDING}")
    retired = [each for each in shipped if FINDERS["scalas"].revised(each) is None]
    few = [each for each in shipped if len(Scalas().decode(each.start).moves()) < 7]
    assert retired == few
    assert all(puzzle.is_retired for puzzle in few)


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
