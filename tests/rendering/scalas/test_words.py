"""The wording and lengths of text boards and alt texts of Scalas."""

from __future__ import annotations

from random import Random

import pytest

from rendering import Scene, alt_text, text_board
from rules.replay import random_play
from rules.scalas.position import ScalasPosition
from tests.rendering.image_checks import assert_texts_fit
from tests.rendering.scalas.scenes import SCALAS, SCENES, scalas_scene
from tests.rendering.staging import with_partial_move

CHAIN = """\
Blue to move · [ ] Red d3+c3+c2

5     ·     ·     ·     ·    1B
4     ·     ·     ·     ·     ·
3     ·    1R   (2R)  [1R]    ·
2     ·     ·   (1R)    ·     ·
1    1B     ·    2R     ·     ·
      a     b     c     d     e

Red: 19 left, 5 tops
Blue: 22 left, 2 tops

2R red at height 2   ( ) forced"""

FORCED_CHOICE = """\
Blue to move · [ ] Blue c3

6    1R     ·    3R     ·     ·    1B
5     ·     ·    1R    2R    1R     ·
4     ·    1B     ·     ·     ·     ·
3    1B   +2B   [1B]   +·    1B     ·
2     ·    1R     ·    1R     ·    2B
1     ·     ·     ·     ·    1B     ·
      a     b     c     d     e     f

Red: 24 left, 7 tops
Blue: 25 left, 8 tops

2R red at height 2   + to fill"""

TOWERS = """\
Red to move

5    7R    *·    1R    *·    *·
4    *·    2B    *·    *·    *·
3    *·    *·    3B    *·    *·
2    *·    *·    *·    *·    6B
1   10R    *·    *·    6R    7B
      a     b     c     d     e

Red: 5 left, 4 tops
Blue: 4 left, 4 tops

2R red at height 2   * choice"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("scalas_chain", CHAIN),
        ("scalas_forced_choice", FORCED_CHOICE),
        ("scalas_towers", TOWERS),
    ],
)
def test_a_scalas_text_board_reads_like_this(name: str, expected: str) -> None:
    assert text_board(SCENES[name]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "scalas_chain",
            "Scalas, 5 cells on a side. Blue to move. Last turn: Red d3+c3+c2. "
            "Filled, in order: 1) d3, 2) c3, forced: b3 and d3 are both red at height 1, "
            "3) c2, forced: c1 and c3 are both red at height 2. "
            "Red has 19 cubes left and 5 tops. Blue has 22 cubes left and 2 tops. "
            "Towers from bottom to top: "
            "a1 B, b3 R, c1 RR, c2 R, c3 BR, d3 R, e5 B.",
        ),
        (
            "scalas_forced_choice",
            "Scalas, 6 cells on a side. Blue to move. Last turn: Blue c3. "
            "Blue must choose: b3 between a3 and c3 or d3 between c3 and e3. "
            "Red has 24 cubes left and 7 tops. Blue has 25 cubes left and 8 tops. "
            "Towers from bottom to top: a3 B, a6 R, b2 R, b3 RB, b4 B, c3 B, c5 R, c6 RBR, "
            "d2 R, d5 RR, e1 B, e3 B, e5 R, f2 RB, f6 B.",
        ),
    ],
)
def test_a_scalas_alt_text_explains_forced_cells(name: str, expected: str) -> None:
    assert alt_text(SCENES[name]) == expected


def test_the_text_of_a_partial_move_lists_the_cells_it_would_force() -> None:
    alt = alt_text(SCENES["scalas_whole_move"])
    assert "It would fill, in order: 1) d3, 2) c3, forced:" in alt
    assert "Red has 22 cubes left and 2 tops." in alt


def test_an_alt_text_shortens_long_towers_to_heights_and_tops() -> None:
    cells = SCALAS.start({"size": 7}).cells
    towers = dict.fromkeys(cells, "RBRBRBRBRBRBRBRBRB")
    alt = alt_text(scalas_scene(ScalasPosition.set_up(7, towers, (3, 3), 1)))
    assert alt.endswith("g7 18B.")


@pytest.mark.parametrize("seed", range(3))
def test_scalas_texts_fit_throughout_a_match(seed: int) -> None:
    options = {"size": 7}
    for played in random_play(SCALAS.start(options), Random(seed)):
        scene = Scene(SCALAS, played.after, last=(played,), options=options)
        assert_texts_fit(scene)
        assert not alt_text(scene).endswith("…")
        before = Scene(SCALAS, played.before, options=options)
        for prefix in ((), played.move):
            assert_texts_fit(with_partial_move(before, prefix))
