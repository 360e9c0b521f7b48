"""The wording and lengths of text boards and alt texts of Passtally."""

from __future__ import annotations

from random import Random

import pytest

from rendering import Scene, alt_text, text_board
from rules.replay import random_play
from tests.rendering.image_checks import assert_texts_fit
from tests.rendering.passtally.scenes import PASSTALLY, SCENES
from tests.rendering.staging import with_partial_move

TEXT = """\
Teal to move · [ ] Amber E3-E4, 2:d6-c6

         N1      N2     N3A      N4     N5T      N6
6   W6 1A:AB===1B:AB  [1B:AB===1A:AB]    .       .    E1

5  W5T 1A:AA===1A:AA   1B:XA   1A:BB   1A:XA===1X:XA  E2

4   W4   .       .     2X:XB===2B:XB     .       .    [E3]

3  W3A 1A:AB===1B:AB   1X:XX   2X:XB===2B:XB   1X:XX  [E4A]

2   W2 1B:AB===1A:AB   1X:XA     .     1B:BB===1B:BB  E5T
                         ||
1   W1   .       .     1B:XA   1A:AA===1A:AA     .    E6
         S6     S5T      S4     S3A      S2      S1
         a       b       c       d       e       f

1: XA, 3 left   2: XX, 1 left   3: BB, 3 left
A Amber 23   T Teal 12
Round 6, 2 actions left
Amber's line N3-E4: 17 passes = 6 points

2A:XA height, half, kind of tile"""


def test_a_passtally_text_board_reads_like_this() -> None:
    assert text_board(SCENES["passtally_last_turn"]) == TEXT


def test_a_passtally_alt_text_describes_the_whole_position() -> None:
    assert alt_text(SCENES["passtally_towers"]) == (
        "Passtally. Amber to move. Last turn: Violet 1:f3-f2, 2:b6-c6. Round 15, 2 actions "
        "left. Scores: Amber 44, Teal 39, Violet 46. Amber's markers: N1 E4 S6 W4. Teal's "
        "markers: N2 E5 S4 W5. Violet's markers: N6 E1 S2 W2. Violet's lines N6-S2 (4), E1-W2 "
        "(7): 11 passes = 5 points. Face up in pile 1: BB, 1 left; 2: XB, 1 left; 3: XX, 4 "
        "left. Tiles 1 high: XA:d4-d5, BB:b4-c4, XB:a5-b5, AB:b6-c6. Tiles 2 high: AA half B on "
        "c2, BB half A on d2, AB:e2-e3, XA:f3-f2. Tiles 3 high: XA:d1-c1. Tiles 4 high: BB half "
        "A on a1, AA half B on b1. Tiles 5 high: XB:a2-b2."
    )


def test_an_alt_text_lists_the_lines_of_every_seat() -> None:
    alt = alt_text(SCENES["passtally_lines_of_all"])
    assert "Amber's line N4-E4: 12 passes = 5 points. Teal's lines: W1-W4 (8), W5-W6 (4)." in alt
    assert "Violet's lines: S3-S4 (2), W2-W3 (2)." in alt


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(2))
def test_passtally_texts_fit_throughout_a_match(seed: int, players: int) -> None:
    options = {"players": players}
    start = PASSTALLY.start(PASSTALLY.deal(options, Random(seed)))
    for played in random_play(start, Random(seed)):
        assert_texts_fit(Scene(PASSTALLY, played.after, last=(played, played), options=options))
        before = Scene(PASSTALLY, played.before, options=options)
        for length in range(len(played.move) + 1):
            assert_texts_fit(with_partial_move(before, played.move[:length]))
