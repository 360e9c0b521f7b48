"""The wording and lengths of text boards and alt texts of Scalus."""

from __future__ import annotations

from random import Random

import pytest

from rendering import Scene, alt_text, text_board
from rules.replay import random_play
from tests.rendering.image_checks import assert_texts_fit
from tests.rendering.scalus.scenes import SCALUS, SCALUS_START, SCENES
from tests.rendering.staging import with_partial_move

WHOLE_TURN = """\
White to move · d12-e12-e13-d13(d13)

j . . . . . . . . . . . . . . . . . . .
i . . . . . . . . . . . . . . . . . . .
h . . . . . . . . . . . . . . . . . . .
g . . . . . . . . . . . . . . . . . . .
f . # . X . . . . X .[.].[.]. . O . # .
e . # . . . . . . . . . O O . . . . # .
d . . . X . X . . . .[X]O[O]. . . . . .
c . . . . . . . . . . . . . . . . . . .
b . . . . . . . . . . . . . . . . . . .
a . . . . . . . . . . . . . . . . . . .
                    1 1 1 1 1 1 1 1 1 1
  1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9

X Black   O White   # headquarters"""

CONTRACTION = """\
White to move · [ ] Black e4-e10(e4)

j . . . . . . . . . . . . . . . . . . .
i . . . . . . . . . . . . . . . . . . .
h . . . . . . . . . . . . . . . . . . .
g . . . X . . . . . . . . . . . . . . .
f . # . . . . . . . . . . . . . . . # .
e . # .[X|X|X|X]: . : O . O . . . . # .
d . . . . . . . . . . . . O . . . . . .
c . . . . . . . . . . . . . . . . . . .
b . . . . . . . . . . . . . . . . . . .
a . . . . . . . . . . . . . . . . . . .
                    1 1 1 1 1 1 1 1 1 1
  1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9

X Black   O White   # headquarters
: left"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [("scalus_whole_turn", WHOLE_TURN), ("scalus_contraction", CONTRACTION)],
)
def test_a_scalus_text_board_reads_like_this(name: str, expected: str) -> None:
    assert text_board(SCENES[name]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "scalus_capture",
            "Scalus. Black to move. Last turn: White d12-d13(). "
            "The last turn moved d12 to d11, d13 to d14. It captured d11. "
            "Black has 4 stones: d4 d6 f4 f9. White has 5 stones: d11 d14 e12 e13 f16. "
            "Black's headquarters are e2 and f2. White's headquarters are e18 and f18.",
        ),
        (
            "scalus_whole_turn",
            "Scalus. White to move. Chosen so far: d12-e12-e13-d13(d13). "
            "It would move d12 to d11, e12 to f11, e13 to f13. It would capture d11. "
            "Black has 5 stones: d4 d6 d11 f4 f9. White has 5 stones: d12 d13 e12 e13 f16. "
            "Black's headquarters are e2 and f2. White's headquarters are e18 and f18.",
        ),
        (
            "scalus_cross",
            "Scalus. White to move. Last turn: Black c4-d3-e4-d5(d4). Moved group: cross of 5. "
            "The last turn moved c4 to b4, d3 to d2, e4 to f4, d5 to d6. It captured f4. "
            "Black has 6 stones: b4 d2 d4 d6 f4 g7. White has 1 stone: e12. "
            "Black's headquarters are e2 and f2. White's headquarters are e18 and f18.",
        ),
        (
            "scalus_triangle",
            "Scalus. Black to move. Chosen so far: d4-h4-d8(d4). Chosen group: triangle of 6. "
            "It would move d6 to d5, d8 to d6, f4 to e4, f6 to e5, h4 to f4. It would capture d5. "
            "Black has 7 stones: c7 d4 d6 d8 f4 f6 h4. White has 2 stones: d5 e12. "
            "Black's headquarters are e2 and f2. White's headquarters are e18 and f18.",
        ),
    ],
)
def test_a_scalus_alt_text_lists_moved_and_captured_stones(name: str, expected: str) -> None:
    assert alt_text(SCENES[name]) == expected


@pytest.mark.parametrize("seed", range(3))
def test_scalus_texts_fit_throughout_a_match(seed: int) -> None:
    for played in random_play(SCALUS_START, Random(seed)):
        assert_texts_fit(Scene(SCALUS, played.after, last=(played,)))
        for prefix in ((), played.move[:1], played.move[:2], played.move):
            assert_texts_fit(with_partial_move(Scene(SCALUS, played.before), prefix))
