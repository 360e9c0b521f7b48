"""Text boards and alt texts: exact for a few scenes, short enough for all."""

from __future__ import annotations

from random import Random

import pytest

from rendering import Ended, Scene, alt_text, text_board
from rules.replay import random_play
from rules.skirt.board import hexagon_of
from rules.skirt.position import SkirtPosition
from tests.rendering.scenes import SCALA, SCENES, SKIRT, skirt_scene

SKIRT_SECOND_STEP = """\
White to move · k3-…

k       O +[+]+ + X 6
j      + . * * X . + 7
i     + . * . * . . O 8
h    + . O . . * . . + 9
g   + . . . . O X . . X 10
f  X . . X . . . . O . O 11
e   + . . . . . O . . + 10
d    + . . . . X . . + 9
c     + . X . O . . + 8
b      X . . . . . O 7
a       + + O + + X 6

O White   X Black   + outer   . inner   * choice"""

SKIRT_WON = """\
White wins · [ ] White g1-f2

g    [O]+ + X 4
f    +[O]. . + 5
e   + . O . . + 6
d  X X O . . . + 7
c   + . O . X + 6
b    + O . . X 5
a     + O + + 4

O White   X Black   + outer   . inner"""

SCALA_CAPTURES = """\
X to move · [ ] O h5-j5(:f5 g4 g5)

14            .
13          . . .
12        . . . . .
11      . . . . . . .
10    . . . . . . . . .
 9  . . . . . . . . . . .
 8  . . . .       X X . .
 7  . . . .       O X . .
 6  . . . . . . . . O . .
 5    . . . . . .[.]O[O]
 4      . . . . . . .
 3        . . . . .
 2          . . .
 1            .
    a b c d e f g h i j k

goals: O f14, X f1"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("skirt_second_step", SKIRT_SECOND_STEP),
        ("skirt_won", SKIRT_WON),
        ("scala_captures", SCALA_CAPTURES),
    ],
)
def test_a_text_board_reads_so(name: str, expected: str) -> None:
    assert text_board(SCENES[name]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "skirt_won",
            "Skirt, 4 cells on a side. White wins. White connects two opposite sides. "
            "Last turn: White g1-f2. White has 7 stones: a2 b2 c3 d3 e3 f2 g1. "
            "Black has 5 stones: b5 c5 d1 d2 g4. The winning chain: a2 b2 c3 d3 e3 f2 g1.",
        ),
        (
            "scala_captures",
            "Scala. X to move. Last turn: O h5-j5(:f5 g4 g5). O has 4 stones: h7 i5 i6 j5. "
            "X has 3 stones: h8 i7 i8. O's goal is f14, X's goal is f1.",
        ),
        (
            "scala_winning_choice",
            "Scala. O to move. Chosen so far: e13. To choose from: d12 e11 f14 g11 g13. "
            "O has 3 stones: e12 e13 g12. X has 2 stones: f12 f13. "
            "O's goal is f14, X's goal is f1.",
        ),
    ],
)
def test_an_alt_text_tells_the_whole_position(name: str, expected: str) -> None:
    assert alt_text(SCENES[name]) == expected


def assert_texts_fit(scene: Scene) -> None:
    board = text_board(scene)
    assert len(board) < 1900
    assert all(len(line) <= 60 for line in board.splitlines())
    assert len(alt_text(scene)) <= 1024


@pytest.mark.parametrize("name", SCENES)
def test_texts_of_a_scene_fit(name: str) -> None:
    assert_texts_fit(SCENES[name])


@pytest.mark.parametrize(("last_row", "ending"), [("h", "o7 o8."), ("l", "o 1 2 3 4 5 6 7 8.")])
def test_texts_of_the_largest_full_board_fit_without_losing_a_stone(
    last_row: str, ending: str
) -> None:
    names = hexagon_of(8).names
    lower = [name for name in names if name[0] <= last_row]
    upper = [name for name in names if name[0] > last_row]
    scene = skirt_scene(SkirtPosition.set_up(8, lower, upper))
    assert_texts_fit(scene)
    assert ending in alt_text(scene)


@pytest.mark.parametrize("seed", range(5))
def test_texts_fit_all_through_a_match(seed: int) -> None:
    for game, options in ((SCALA, {}), (SKIRT, {"size": 8})):
        for played in random_play(game.start(game.choose(options)), Random(seed)):
            assert_texts_fit(Scene(game, played.after, last=(played,), options=options))


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (Ended((2,)), "Black wins"),
        (Ended(()), "Draw"),
        (Ended((), is_aborted=True), "Aborted"),
    ],
)
def test_a_match_that_ended_otherwise_than_by_the_rules_says_how(ended: Ended, words: str) -> None:
    scene = Scene(SKIRT, SKIRT.start(SKIRT.choose({"size": 4})), ended=ended)
    assert scene.standing == words
    assert words in alt_text(scene)
    assert words in text_board(scene)
    assert "to move" not in alt_text(scene)
