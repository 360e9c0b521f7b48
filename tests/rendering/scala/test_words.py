"""The wording of text boards and alt texts of Scala."""

from __future__ import annotations

import pytest

from rendering import alt_text, text_board
from tests.rendering.scala.scenes import SCENES

CAPTURES = """\
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


def test_a_scala_text_board_reads_like_this() -> None:
    assert text_board(SCENES["scala_captures"]) == CAPTURES


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "scala_captures",
            "Scala. X to move. Last turn: O h5-j5(:f5 g4 g5). O has 4 stones: h7 i5 i6 j5. "
            "X has 3 stones: h8 i7 i8. O's goal is f14, X's goal is f1.",
        ),
        (
            "scala_winning_choice",
            "Scala. O to move. Chosen so far: e13. Choices: d12 e11 f14 g11 g13. "
            "O has 3 stones: e12 e13 g12. X has 2 stones: f12 f13. "
            "O's goal is f14, X's goal is f1.",
        ),
    ],
)
def test_a_scala_alt_text_describes_the_whole_position(name: str, expected: str) -> None:
    assert alt_text(SCENES[name]) == expected
