"""The wording and lengths of text boards and alt texts of Skirt."""

from __future__ import annotations

import pytest

from rendering import alt_text, text_board
from rules.skirt.board import hexagon_of
from rules.skirt.position import SkirtPosition
from tests.rendering.image_checks import assert_texts_fit
from tests.rendering.skirt.scenes import SCENES, skirt_scene

SECOND_STEP = """\
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

O White   X Black   + outer   . inner
* choice"""

WON = """\
White wins · [ ] White g1-f2

g    [O]+ + X 4
f    +[O]. . + 5
e   + . O . . + 6
d  X X O . . . + 7
c   + . O . X + 6
b    + O . . X 5
a     + O + + 4

O White   X Black   + outer   . inner"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [("skirt_second_step", SECOND_STEP), ("skirt_won", WON)],
)
def test_a_skirt_text_board_reads_like_this(name: str, expected: str) -> None:
    assert text_board(SCENES[name]) == expected


def test_a_skirt_alt_text_describes_the_whole_position() -> None:
    assert alt_text(SCENES["skirt_won"]) == (
        "Skirt, 4 cells on a side. White wins. White connects two opposite sides. "
        "Last turn: White g1-f2. White has 7 stones: a2 b2 c3 d3 e3 f2 g1. "
        "Black has 5 stones: b5 c5 d1 d2 g4. The winning chain: a2 b2 c3 d3 e3 f2 g1."
    )


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
