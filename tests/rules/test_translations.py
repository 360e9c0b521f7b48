"""The texts of the rules in each language: translated, complete and short enough.

Only a reader can judge the wording. These tests find mistakes that any reader would notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from language.texts import gettext, written_in
from making.catalogues import catalogue
from making.messages import untranslated
from rules.notation import read
from rules.position import Game, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import random_play
from rules.teaching import Lesson


class MaxLengths(NamedTuple):
    """Maximum numbers of characters."""

    text: int
    """Of each text of a lesson."""
    title: int
    prompt: int
    how_to_play: int


LIMITS = {"ja": MaxLengths(120, 20, 40, 650), "de": MaxLengths(240, 40, 100, 1250)}
"""About the same space on a phone as in English. A Japanese character is twice as wide."""

MAX_REFUSAL_LENGTH = 600
"""Characters, in any language."""


def has_gaps(language: str) -> bool:
    """Whether a text of the rules isn't translated yet. `make audit` demands that."""
    gaps = untranslated(catalogue(language))
    return any(file.startswith("rules/") for each in gaps for file, _ in each.locations)


EVERY_LANGUAGE = pytest.mark.parametrize(
    "language", [each for each in LIMITS if not has_gaps(each)]
)
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

KEPT = ("Game: …", "Key: value", "size 5", "Hex", "Tsuro", "line to", "rectangle to")
"""Texts that are the same in every language, besides the names of games."""


ODD = {
    "ja": r"(?<![0-9])[.,;:!?] |、 |。\.|。。|。、",
    "de": r"\.\.|[.,;!?](?=[A-ZÄÖÜ][a-zäöü])|[“\"][^”\"]*[”\"]",
}
"""Mistakes in each language: foreign or doubled punctuation."""


def is_well_formed(text: str, language: str) -> bool:
    """Whether a text has no placeholders, double spaces or mistakes in punctuation."""
    return "{" not in text and "  " not in text and not re.search(ODD[language], text)


def is_japanese(text: str) -> bool:
    """Whether a text has no words in Latin letters except names of games and notation."""
    for name in (*KEPT, *(game.name for game in GAMES.values())):
        text = text.replace(name, "")
    return not re.search(r"[A-Za-z]{3,}", re.sub(r"`[^`]*`|「[^」]*」", "", text))


def assert_translated(english: str, text: str, language: str) -> None:
    """Assert that a text is a complete translation of the English one."""
    assert is_well_formed(text, language), text
    assert text != english or english in KEPT or english == "Halma", text
    if language == "ja":
        assert is_japanese(text), text


def texts_of(lesson: Lesson) -> Iterator[str]:
    yield lesson.words
    for task in lesson.tasks:
        yield from (task.praise, task.otherwise, *task.wrong.values())


@EVERY_LANGUAGE
@EVERY_GAME
def test_a_translated_lesson_is_as_short_on_screen(game: Game, language: str) -> None:
    longest = LIMITS[language]
    with written_in(language):
        for lesson in game.lessons:
            assert_translated(lesson.title, gettext(lesson.title), language)
            assert len(gettext(lesson.title)) <= longest.title, gettext(lesson.title)
            for english in texts_of(lesson):
                text = gettext(english)
                assert_translated(english, text, language)
                assert len(text) <= longest.text, text
                assert text[-1] in ".?。？", text


@EVERY_LANGUAGE
@EVERY_GAME
def test_a_lesson_names_the_same_cells(game: Game, language: str) -> None:
    with written_in(language):
        for lesson in game.lessons:
            for english in texts_of(lesson):
                cells = re.compile(r"\(?(?<![A-Za-z])[A-Za-z][0-9]+\)?")
                here = {cell.strip("()") for cell in cells.findall(gettext(english))}
                assert here == {cell.strip("()") for cell in cells.findall(english)}, english


@EVERY_LANGUAGE
@EVERY_GAME
def test_every_game_description_is_translated(game: Game, language: str) -> None:
    with written_in(language):
        for english in (
            game.summary,
            game.opening,
            game.how_to_play,
            game.length,
            game.difficulty,
            game.similar_to,
        ):
            assert_translated(english, gettext(english), language)
        assert len(gettext(game.how_to_play)) <= LIMITS[language].how_to_play


@EVERY_LANGUAGE
@EVERY_GAME
def test_every_text_about_a_match_is_translated(game: Game, language: str) -> None:
    random = Random(game.key)
    setup = game.deal(game.choose({}), random)
    position: Position = game.start(setup)
    with written_in(language):
        for played in random_play(game.start(setup), random):
            for move in {played.move, random.choice(played.before.moves())}:
                for length in range(len(move) + 1):
                    prompt = played.before.input.prompt(move[:length])
                    assert_translated("", prompt, language)
                    assert len(prompt) <= LIMITS[language].prompt, prompt
                for remark in played.before.remarks(move):
                    assert_translated("", remark.text_for(remark.seat), language)
                    assert_translated("", remark.text_for(None), language)
            position = played.after
        assert position.outcome is not None
        assert_translated("", position.outcome.words, language)


@EVERY_LANGUAGE
@EVERY_GAME
def test_refusals_are_whole_sentences(game: Game, language: str) -> None:
    random = Random(game.key)
    setup = game.deal(game.choose({}), random)
    played = [*random_play(game.start(setup), random)]
    for each in random.sample(played, min(12, len(played))):
        steps = [step for move in each.before.moves()[:40] for step in move]
        texts = ["", "zz", "a1", "a1-b2", "-".join(random.sample([*"abcdef"], 3))]
        texts += ["-".join(random.choices(steps, k=count)) for count in (1, 2, 2, 3, 4, 5)]
        for text in texts:
            try:
                read(each.before, text)
            except Refusal as refusal:
                english = refusal.words
                with written_in(language):
                    assert_translated(english, refusal.words, language)
                    assert len(refusal.words) <= MAX_REFUSAL_LENGTH, refusal.words
