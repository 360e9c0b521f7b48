"""Descriptions of turns on cards, in words without notation."""

from __future__ import annotations

from random import Random

import pytest

from rules.notation import read
from rules.position import Game, Position
from rules.record import in_turns
from rules.registry import GAMES, game_named
from rules.replay import Played, random_play
from rules.scala import words as scala_words
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.position import ScalusPosition
from rules.skirt.position import SkirtPosition

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def describe_turn(position: Position, *texts: str) -> str:
    """The description of a turn of Ada's."""
    moves: list[tuple[str, ...]] = []
    then = position
    for text in texts:
        moves.append(read(then, text))
        then = then.play(moves[-1])
    return str(position.describe(moves, "Ada"))


@pytest.mark.parametrize(
    ("removed", "own", "words"),
    [
        (1, 1, "Their own."),
        (6, 6, "All their own."),
        (6, 2, "2 of them were their own."),
    ],
)
def test_scala_names_the_movers_own_stones_among_those_cut_off(
    removed: int, own: int, words: str
) -> None:
    described = str(scala_words.described("Ada", ("h5", "j5"), removed, own))
    assert described.endswith(f". {words}")


def test_scala_counts_the_stones_that_were_cut_off() -> None:
    position = game_named("scala").decode("1/3/5/7/9/11/4XX2/4OX2/8O2/4XOOO1/4X2/5/3/1 O")
    assert describe_turn(position, "h5-j5") == (
        "Ada moved h5 to j5 and cut off 3 stones. 1 of them was their own."
    )


def test_scala_names_both_cells_of_a_quiet_turn() -> None:
    position = ScalaPosition.set_up(o=["f4", "f5"], x=["e4", "e5"])
    quiet = next(move for move in position.moves() if not position.captures(move))
    assert str(position.describe([quiet], "Ada")) == f"Ada moved {quiet[0]} to {quiet[1]}."


def test_scalas_counts_forced_cubes_and_the_tops() -> None:
    position = ScalasPosition.set_up(5, {"a1": "B", "c1": "R", "d1": "B"}, (20, 20), 1)
    assert describe_turn(position, "e1") == ("Ada placed a cube on e1, forcing 1 more. Tops: 3:1.")
    assert describe_turn(position, "d1") == "Ada placed a cube on d1. Tops: 2:1."
    assert describe_turn(position, "a2") == "Ada placed a cube on a2."


def test_scalus_names_the_group_and_counts_its_captures() -> None:
    position = ScalusPosition.set_up(black=["e4", "e5"], white=["e6", "h15"])
    assert describe_turn(position, "e4-e5(e4)") == (
        "Ada stretched a line of 2 stones. 1 stone was captured."
    )
    assert describe_turn(position, "e4-f4") == "Ada moved e4 to f4."
    stones = ["c4", "d3", "d4", "d5", "e4", "g6", "g8", "i6"]
    position = ScalusPosition.set_up(stones, ["h15"], all_patterns=True)
    cross, triangle = "c4-d3-e4-d5(c4)", "g6-i6-g8(i6)"
    assert describe_turn(position, cross) == "Ada stretched a cross of 5 stones."
    assert describe_turn(position, triangle) == "Ada shrank a triangle of 3 stones."


def test_skirt_names_the_cells_without_brackets() -> None:
    position = SkirtPosition.set_up(4, white=["a1"], black=["g4"])
    standing = next(move for move in position.moves() if move[0] == "(a1)")
    assert str(position.describe([standing], "Ada")) == (
        f"Ada placed a stone on {standing[1]}, in line with their stone on a1."
    )
    assert describe_turn(position, "a2-b2") == "Ada placed stones on a2 and b2."
    assert describe_turn(SkirtPosition.set_up(4), "a1") == "Ada placed a stone on a1."


def test_passtally_states_the_points_of_a_turn_and_the_score() -> None:
    game = game_named("passtally")
    words: set[str] = set()
    for turn in turns_of(game, Random(5)):
        before, after = turn[0].before, turn[-1].after
        sentence = str(before.describe([each.move for each in turn], "Ada"))
        seat = turn[0].seat
        gained = (after.scores or ())[seat - 1] - (before.scores or ())[seat - 1]
        score = ":".join(map(str, after.scores or ()))
        assert sentence.endswith(f", now {score}.") == (gained > 0)
        words.add(sentence.partition(".")[0])
    assert "Ada laid a tile and moved a marker" in words
    assert any(each.startswith("Ada placed a marker on ") for each in words)
    assert any(each.startswith("Ada placed markers on ") and " and " in each for each in words)


@EVERY_GAME
def test_a_turn_is_described_in_whole_sentences(game: Game) -> None:
    for turn in turns_of(game, Random(11)):
        sentence = str(turn[0].before.describe([each.move for each in turn], "Ada"))
        assert sentence.startswith("Ada ")
        assert sentence.endswith(".")
        assert not set("(){}*") & set(sentence)
        assert len(sentence) <= 120


def turns_of(game: Game, random: Random) -> list[list[Played]]:
    """The turns of a random match."""
    return in_turns(random_play(game.start(game.deal(game.choose({}), random)), random))
