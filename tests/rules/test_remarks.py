"""Remarks on moves for someone who is learning the game."""

from __future__ import annotations

from random import Random

import pytest

from rules.notation import read
from rules.passtally.position import PasstallyPosition, TurnState
from rules.position import Game, Position
from rules.registry import GAMES, game_named
from rules.replay import random_play
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.position import ScalusPosition
from rules.skirt.position import SkirtPosition


def remarks_on(position: Position, text: str, seat: int) -> list[str]:
    """Return the remarks on a move for a seat."""
    return [each.text_for(seat) for each in position.remarks(read(position, text))]


def test_scala_names_the_owner_of_cut_off_stones() -> None:
    position = game_named("scala").decode("1/3/5/7/9/11/4XX2/4OX2/8O2/4XOOO1/4X2/5/3/1 O")
    others = "{} stones on f5 and g4 were cut off from the group that stays, so they were removed."
    own = "{} stone on g5 was cut off from the group that stays, so it was removed."
    assert remarks_on(position, "h5-j5", 1) == [own.format("Your"), others.format("X's")]
    assert remarks_on(position, "h5-j5", 2) == [own.format("O's"), others.format("Your")]


def test_scala_mentions_the_removal_of_the_moved_stone() -> None:
    position = ScalaPosition.set_up(o=["f4", "d4"], x=["e4", "d5"])
    remarks = [
        words
        for move in position.moves()
        if move[1] in position.captures(move)
        for words in [remarks_on(position, position.text(move), 1)[0]]
    ]
    assert remarks
    for words in remarks:
        assert words.startswith("Your stone landed on ")


def test_scalas_lists_covered_and_forced_cubes() -> None:
    position = ScalasPosition.set_up(5, {"a1": "B", "c1": "R", "d1": "B"}, (20, 20), 1)
    assert remarks_on(position, "d1", 2) == [
        "Your cube on d1 was covered, so that cell now counts for Red."
    ]
    assert remarks_on(position, "e1", 1) == [
        "d1 had to be filled: c1 and e1 are both red at height 1.",
        "Blue's cube on d1 was covered, so that cell now counts for Red.",
    ]


def test_scalus_describes_the_scaling_and_its_captures() -> None:
    position = ScalusPosition.set_up(black=["e4", "e5"], white=["e6", "h15"])
    assert remarks_on(position, "e4-e5(e4)", 2) == [
        "Black's line e4 to e5 grew: the pivot e4 stayed, and every distance from it was doubled.",
        "Your stone on e6 was captured: a stone of the group landed on it as it grew.",
    ]
    assert remarks_on(position, "e4-e5()", 1) == [
        "Your line e4 to e5 grew: each stone went one point out, without a pivot.",
        "White's stone on e6 was captured: a stone of the group landed on it as it grew.",
    ]
    assert remarks_on(position, "e4-d4", 1) == []


def test_scalus_names_crosses_and_triangles() -> None:
    stones = ["c4", "d3", "d4", "d5", "e4", "g6", "g8", "i6"]
    position = ScalusPosition.set_up(stones, ["h15"], all_patterns=True)
    assert remarks_on(position, "c4-d3-e4-d5(c4)", 1) == [
        "Your cross of 5 around d4 grew: the pivot c4 stayed, and every distance from it was "
        "doubled."
    ]
    assert remarks_on(position, "g6-i6-g8(i6)", 2) == [
        "Black's triangle of 3 with the corners g6, i6 and g8 shrank: the pivot i6 stayed, and "
        "every distance from it was halved."
    ]


def test_skirt_lists_the_jumped_stones() -> None:
    position = SkirtPosition.set_up(5, white=["a3", "c3"], black=["b3"])
    assert remarks_on(position, "(a3)-d3", 1) == [
        "You jumped the stones next to a3 (b3 and c3) and placed on d3."
    ]
    assert remarks_on(position, "(a3)-b4", 1) == []


def passtally(actions_left: int = 1) -> PasstallyPosition:
    """A line over one tile joins Amber's markers, and a line over another joins Teal's."""
    return PasstallyPosition.set_up(
        2,
        (("XX",) * 3, ("XA",) * 3, ("BB",) * 3),
        ["XX:c3-c4", "XX:d3-d4", "XX:e5-e6"],
        {"N3": 1, "S4": 1, "N5": 2, "S2": 2},
        turn=TurnState(actions_left=actions_left),
    )


def test_passtally_states_the_score_of_a_finished_turn() -> None:
    words = "lines made 1 pass this turn, worth 1 point."
    assert remarks_on(passtally(), "1:a1-a2", 1) == [f"Your {words}"]
    assert remarks_on(passtally(), "1:a1-a2", 2) == [f"Amber's {words}"]
    assert remarks_on(passtally(actions_left=2), "1:a1-a2", 1) == []


def test_passtally_mentions_a_tile_on_top_of_others() -> None:
    assert remarks_on(passtally(actions_left=2), "1:c3-d3", 1) == [
        "Your tile on c3 and d3 is at height 2, so a line that runs through it counts 2 there."
    ]


def test_passtally_names_the_owner_of_broken_lines() -> None:
    assert remarks_on(passtally(actions_left=2), "3:e1-f1", 2) == [
        "Your lines were broken. They had 1 pass, now no passes."
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_remarks_on_a_move_are_sentences_for_every_viewer(game: Game) -> None:
    random = Random(5)
    starts = [game.start(game.deal(game.choose({}), random)) for _ in range(5)]
    remarks = [
        remark
        for start in starts
        for played in random_play(start, random)
        for remark in played.before.remarks(played.move)
    ]
    # A lesson shows what is rare.
    for lesson in game.lessons:
        position = game.decode(lesson.start)
        remarks += position.remarks(read(position, lesson.tasks[0].accepted[0]))
    assert remarks
    for remark in remarks:
        for seat in (None, *range(1, starts[0].seats + 1)):
            words = remark.text_for(seat)
            assert words[:1].isalnum()
            assert words.endswith(".")
            assert not set("{}") & set(words)
