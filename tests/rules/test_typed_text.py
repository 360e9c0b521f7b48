"""Oddly typed text: its whitespace, and how refusals quote it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import record
from rules.notation import plain_text, read, suggest, write
from rules.position import Game
from rules.refusal import Refusal, quoted
from rules.registry import GAMES, game_named
from rules.replay import random_play

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

ODD = "\u202ec3\u2066\x07\u200b\x1b[31m\u2028d4\ud800"
"""Characters that reverse a line, beep, are invisible, set colours or break lines."""


def is_plain(words: str) -> bool:
    """Whether a text has no invisible or control characters and no line breaks."""
    kinds = {unicodedata.category(letter) for letter in words}
    return not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@EVERY_GAME
@pytest.mark.parametrize("space", [" ", "\t", "\u00a0", "\u2003", "\u202f", " \t\u00a0 "])
def test_any_whitespace_may_separate_cells(game: Game, space: str) -> None:
    position = game.start(game.deal(game.choose({}), Random(2)))
    for played in list(random_play(position, Random(2)))[:40]:
        text = write(played.before, played.move)
        spaced = text.replace("-", space).replace("(", f"{space}(").replace("+", f"{space}+")
        assert read(played.before, f"{space}{spaced}{space}") == played.move


def full_width(text: str) -> str:
    """Return a text as a Japanese keyboard writes it."""
    letters = (chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)
    return "".join(letters).replace(" ", "\u3000")


def dashed(dash: str) -> Callable[[str], str]:
    """Return what types another dash."""
    return lambda text: text.replace("-", dash)


def enclosed(before: str, after: str) -> Callable[[str], str]:
    """Return what types something around a move."""
    return lambda text: f"{before}{text}{after}"


KEYBOARDS = {
    "full-width letters": full_width,
    "full-width letters and a long vowel": lambda text: full_width(dashed("ー")(text)),
    **{f"dash {dash!r}": dashed(dash) for dash in "‐‑‒–—―−﹣－ｰー〜～~_\xad"},
    **{f"arrow {arrow!r}": dashed(arrow) for arrow in ("→", "⇒", "➡\ufe0f", "⟶", "->", " => ")},
    **{f"stop {stop!r}": enclosed("", stop) for stop in (".", "。", "．", "｡", " .", ";", "!")},
    **{
        f"quotes {marks!r}": enclosed(marks[0], marks[1])
        for marks in ("“”", "„“", "‘’", "''", '""', "«»", "」「", "「」", "``", "´´", "**")
    },
    "block of code": enclosed("```\n", "\n```"),
    **{
        f"number {number!r}": enclosed(number, "")
        for number in ("7. ", "7.", "7) ", "12... ", "７．　", "12. … ")
    },
    "number and stop": enclosed("“3. ", ".”"),
    "invisible marks": lambda text: f"\ufeff{text[:1]}\u200b\u2060{text[1:]}\u200e\ufe0f",
}
"""How phones and other keyboards change a move, and what people type around it."""


@EVERY_GAME
@pytest.mark.parametrize("keyboard", KEYBOARDS.values(), ids=list(KEYBOARDS))
def test_a_move_is_read_from_any_keyboard(game: Game, keyboard: Callable[[str], str]) -> None:
    position = game.start(game.deal(game.choose({}), Random(3)))
    for played in list(random_play(position, Random(3)))[:40]:
        assert read(played.before, keyboard(write(played.before, played.move))) == played.move


@EVERY_GAME
def test_the_canonical_text_of_a_move_stays_as_it_is(game: Game) -> None:
    position = game.start(game.deal(game.choose({}), Random(4)))
    for played in random_play(position, Random(4)):
        assert plain_text(played.text) == played.text


@EVERY_GAME
def test_moves_are_suggested_for_full_width_letters(game: Game) -> None:
    position = game.start(game.deal(game.choose({}), Random(5)))
    for played in list(random_play(position, Random(5)))[:20]:
        typed = write(played.before, played.move)[:2]
        assert suggest(played.before, full_width(typed)) == suggest(played.before, typed)


@EVERY_GAME
def test_a_record_is_read_from_a_japanese_keyboard(game: Game) -> None:
    """Names stay as they are typed."""
    setup = game.deal(game.choose({}), Random(6))
    played = list(random_play(game.start(setup), Random(6)))[:30]
    players = tuple(f"Ａｄａ・ー{seat}" for seat in range(played[0].before.seats))
    written = record.Record(game, setup, players, record.turns_of(played), (("場所", "クラブー"),))
    typed = "\n".join(
        line if name in (*players, "クラブー") else full_width(line)
        for line in record.write(written).split("\n")
        for name in [line.partition(": ")[2]]
    ).replace("：　", "：")
    assert record.read(typed) == written


@EVERY_GAME
@pytest.mark.parametrize("typed", [ODD, f"a1-{ODD}", f"({ODD})", f"+{ODD}", f"1:{ODD}"])
def test_a_refusal_quotes_no_characters_harmful_to_its_line(game: Game, typed: str) -> None:
    position = game.start(game.deal(game.choose({}), Random(1)))
    with pytest.raises(Refusal) as refusal:
        read(position, typed)
    assert is_plain(refusal.value.words)
    assert is_plain(position.explain((typed,)).words)
    assert is_plain(position.explain(("c3", typed)).words)
    assert is_plain(position.explain(("1", "c3", typed)).words)


@EVERY_GAME
@pytest.mark.parametrize(
    "typed", ["x" * 300, "c3-" * 99 + "d4", "a" + "9" * 290, "c3+" * 98 + "d4"]
)
def test_a_refusal_quotes_only_a_little_of_a_long_text(game: Game, typed: str) -> None:
    position = game.start(game.deal(game.choose({}), Random(1)))
    with pytest.raises(Refusal) as refusal:
        read(position, typed)
    assert typed[:60].casefold() not in refusal.value.words.casefold()


@settings(max_examples=200, deadline=None)
@given(text=st.text())
def test_any_text_is_quoted_in_a_plain_and_short_form(text: str) -> None:
    assert is_plain(quoted(text))
    assert len(quoted(text)) <= 40


@pytest.mark.parametrize(
    ("text", "is_shown_as"),
    [
        ("c3-d4", "c3-d4"),
        ("c3\u202e-d4", "c3-d4"),
        (" c3 \t\n d4 ", "c3 d4"),
        ("Gänsehaut 鵝 🦢", "Gänsehaut 鵝 🦢"),
        ("x" * 41, "x" * 39 + "…"),
    ],
)
def test_a_text_is_quoted_unchanged_except_for_harmful_characters(
    text: str, is_shown_as: str
) -> None:
    assert quoted(text) == is_shown_as


def test_unknown_games_and_options_are_named_plainly() -> None:
    with pytest.raises(Refusal) as refusal:
        game_named(ODD)
    assert is_plain(refusal.value.words)
    with pytest.raises(Refusal) as refusal:
        GAMES["skirt"].choose({ODD: 1})
    assert is_plain(refusal.value.words)


@pytest.mark.parametrize(
    "text",
    [
        f"Game: {ODD}",
        f"Game: Skirt\n{ODD}",
        f"Game: Skirt\nOptions: {ODD}",
        "Game: Skirt\nNote\u202e: x\nnote\u202e: y",
        f"Game: Skirt\nNote\u202e: {'x' * 501}",
        f"Game: Skirt\n1. {ODD}",
        f"Game: Skirt\n1. White: {ODD}",
    ],
)
def test_a_refused_record_is_quoted_plainly(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        record.read(text)
    assert is_plain(refusal.value.words)
