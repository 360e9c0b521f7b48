"""The notation of Scalas: typed moves, refusals and encoded positions."""

from __future__ import annotations

from random import Random

import pytest

from rules.notation import check, read
from rules.refusal import Refusal
from rules.replay import random_play
from rules.scalas.game import Scalas
from rules.scalas.position import ScalasPosition
from tests.rules.scalas.positions import (
    BLUE_ALONE,
    CHOOSING,
    DOCUMENT_5,
    FORCED_CHAIN,
    OVER,
    filled_board,
    refusal_of,
    set_up,
)

GAME = Scalas()


@pytest.mark.parametrize(
    "text",
    ["c3", "C3", "c3+c4+d4", "C3+C4+D4", "c3 +c4 +d4", "c3, c4, d4", "c3–c4-d4", "c3 + c4+d4"],
)
def test_a_placement_is_read_alone_and_with_what_it_forces(text: str) -> None:
    assert read(FORCED_CHAIN, text) == ("c3",)


@pytest.mark.parametrize("text", ["c4", "+c4", "+C4", "+ c4"])
def test_a_choice_is_read_with_and_without_its_plus(text: str) -> None:
    assert read(CHOOSING, text) == ("+c4",)


REFUSALS: list[tuple[ScalasPosition, str, str, str]] = [
    (FORCED_CHAIN, "h9", "off_board", "h9 isn't on the board. Its cells are a1 to e5."),
    (FORCED_CHAIN, "c0", "off_board", "c0 isn't on the board. Its cells are a1 to e5."),
    (FORCED_CHAIN, "a6+a5", "off_board", "a6 isn't on the board. Its cells are a1 to e5."),
    (CHOOSING, "+f3", "off_board", "f3 isn't on the board. Its cells are a1 to e5."),
    (
        FORCED_CHAIN,
        "stairs!",
        "unreadable",
        "“stairs” isn't a move in Scalas. Type it like a1, a2 or a3.",
    ),
    (
        CHOOSING,
        "++c4",
        "unreadable",
        "“++c4” isn't a move in Scalas. Type it like +b3, +c2 or +c4.",
    ),
    (
        set_up({"a3": "B", "b3": "RB"}),
        "b3",
        "no_way_down_after",
        (
            "With one more cube, b3 would be 3 high, with no way down: every neighbour is higher, "
            "or lower by 2 or more."
        ),
    ),
    (
        set_up({"a3": "BB", "b3": "RB", "c3": "R", "c2": "RR"}),
        "c3",
        "no_way_down_after",
        (
            "With one more cube, c3 would be 2 high, and the way down would end at a3, b3, c2 and "
            "1 more (height 2): every cell around them is higher, or lower by 2 or more."
        ),
    ),
    (
        set_up({"c3": "RR"}),
        "c3",
        "no_way_down_before",
        (
            "There's no way down from c3 (height 2): every neighbour is higher, or lower by 2 or "
            "more."
        ),
    ),
    (
        set_up({"a1": "RRR", "b1": "RR"}),
        "a1",
        "no_way_down_before",
        (
            "From a1 (height 3), the way down ends at b1 (height 2): every neighbour is higher, or "
            "lower by 2 or more."
        ),
    ),
    (
        DOCUMENT_5,
        "a2",
        "no_way_down_before",
        (
            "There's no way down from a2 (height 2): every neighbour is higher, or lower by 2 or "
            "more."
        ),
    ),
    (
        set_up(filled_board("RB", {"a1": "B", "e5": "RBRB", "e4": "RBR"})),
        "e5",
        "no_way_down_after",
        (
            "With one more cube, e5 would be 5 high, with no way down: every neighbour is higher, "
            "or lower by 2 or more."
        ),
    ),
    (
        CHOOSING,
        "e5",
        "must_fill_forced",
        "e5 isn't a forced cell. Fill a forced cell first: +b3, +c2, +c4 or +d3.",
    ),
    (
        CHOOSING,
        "+c3+c4",
        "must_fill_forced",
        "c3 isn't a forced cell. Fill a forced cell first: +b3, +c2, +c4 or +d3.",
    ),
    (
        FORCED_CHAIN,
        "+c3",
        "nothing_forced",
        "There's no forced cell to choose right now. A normal placement has no +: type c3.",
    ),
    (
        BLUE_ALONE,
        "+a1",
        "nothing_forced",
        (
            "There's no forced cell to choose right now. You can't build on a1 either: a1 is bare. "
            "Red has no cubes left, so place only on cells with a cube."
        ),
    ),
    (
        BLUE_ALONE,
        "a1",
        "bare_cell_alone",
        "a1 is bare. Red has no cubes left, so place only on cells with a cube.",
    ),
    (
        FORCED_CHAIN,
        "c3+d4+c4",
        "wrong_continuation",
        "c3+d4+c4: after c3, +c4+d4 follows automatically. Type c3+c4+d4.",
    ),
    (
        FORCED_CHAIN,
        "c3+c4",
        "wrong_continuation",
        "c3+c4: after c3, +c4+d4 follows automatically. Type c3+c4+d4.",
    ),
    (
        FORCED_CHAIN,
        "a1 a2",
        "wrong_continuation",
        "a1+a2: nothing is filled automatically after a1. Type a1.",
    ),
    (
        CHOOSING,
        "c4+d3",
        "wrong_continuation",
        "+c4+d3: nothing is filled automatically after +c4. Type +c4. "
        "Then choose +b3, +c2 or +d3 as your next move.",
    ),
    (
        set_up({"c5": "R", "e4": "R"}, hands=(2, 5)),
        "c3+c4+d4",
        "wrong_continuation",
        "c3+c4+d4: after c3, +c4 follows automatically. Type c3+c4. That uses your last cube.",
    ),
    (OVER, "c3", "over", "The match is over, so you can't move any more."),
]


@pytest.mark.parametrize(
    ("position", "text", "code", "words"),
    REFUSALS,
    ids=[f"{code}-{text}" for _, text, code, _ in REFUSALS],
)
def test_an_illegal_text_is_refused_with_a_helpful_message(
    position: ScalasPosition, text: str, code: str, words: str
) -> None:
    refusal = refusal_of(position, text)
    assert (refusal.code, refusal.words) == (code, words)


@pytest.mark.parametrize(
    ("position", "steps", "code"),
    [
        (FORCED_CHAIN, ("c3", "c4"), "too_many_steps"),
        (CHOOSING, ("+c4", "+d3"), "wrong_continuation"),
        (CHOOSING, ("c4",), "must_fill_forced"),
        (FORCED_CHAIN, (), "incomplete"),
        (FORCED_CHAIN, ("",), "unreadable"),
        (FORCED_CHAIN, ("+",), "unreadable"),
        (FORCED_CHAIN, ("C3",), "unreadable"),
        (FORCED_CHAIN, ("c3", "z9"), "off_board"),
        (OVER, ("c3",), "over"),
    ],
)
def test_any_illegal_steps_are_refused(
    position: ScalasPosition, steps: tuple[str, ...], code: str
) -> None:
    assert position.explain(steps).code == code
    with pytest.raises(Refusal) as raised:
        check(position, steps)
    assert raised.value.code == code


def test_every_cell_that_is_not_legal_is_explained_by_the_check_it_fails() -> None:
    random = Random(11)
    allowed_codes = {"no_way_down_before", "no_way_down_after", "bare_cell_alone"}
    for move in random_play(GAME.start({"size": 5}), random):
        position = move.before
        assert isinstance(position, ScalasPosition)
        if position.pending:
            continue
        for cell in position.cells:
            if (cell,) not in position.moves():
                assert position.explain((cell,)).code in allowed_codes


# The encoding.


def test_an_encoding_shows_hands_pending_pairs_and_towers() -> None:
    assert GAME.start({"size": 6}).encode() == "6 1 36,36 -"
    encoded = "5 1 20,25 a3-c3,c1-c3,c3-c5,c3-e3 a3:R c1:R c3:R c5:R e3:R"
    assert CHOOSING.encode() == encoded
    again = GAME.decode(encoded)
    assert again == CHOOSING
    assert again.moves() == CHOOSING.moves()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "8 1 64,64 -",
        "5 3 25,25 -",
        "5 1 25,25",
        "5 1 25,25 - a1",
        "5 1 25,25 - a1:G",
        "5 1 25,25 - a1:",
        "5 1 25,25 - f1:R",
        "5 1 25,25 - a6:R",
        "5 1 25,25 - a1:R a1:R",
        "5 1 25,25 - b1:R a1:R",
        "5 1 025,25 -",
        "5 1 0,25 - a1:R",
        "5 1 25,25 -\n",
        "5 1 ٢٥,25 -",
        "5 1 20,25 c3-c5 c3:R c5:R",
        "5 1 20,25 c3-c5,c3-e3 c3:R c5:R",
        "5 2 20,25 c3-c5,c3-e3 c3:R c5:R e3:R",
        "5 1 0,25 c3-c5,c3-e3 c3:R c5:R e3:R",
        "5 1 20,25 c3-e3,c3-c5 c3:R c5:R e3:R",
        "5 1 20,25 c5-c3,c3-e3 c3:R c5:R e3:R",
        "5 1 20,25 c3-c4,c3-e3 c3:R c4:R e3:R",
        "5 1 20,25 c3-c6,c3-e3 c3:R c5:R e3:R",
    ],
)
def test_an_invalid_encoding_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        GAME.decode(text)
