"""Texts appear in the reader's language."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from language import texts
from language.lists import all_of, any_of, sentences, some_of
from language.texts import (
    gettext,
    language,
    lazy_gettext,
    lazy_ngettext,
    ngettext,
    pgettext,
    translations,
    written_in,
)
from making.catalogues import compiled
from rules.refusal import Refusal


@pytest.fixture(autouse=True)
def a_small_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    catalog = Catalog(locale="pl")
    catalog.add("White", "Biały")
    catalog.add("{cell} is occupied.", "Pole {cell} jest zajęte.")
    catalog.add(
        ("{count} stone", "{count} stones"),
        ("{count} kamień", "{count} kamienie", "{count} kamieni"),
    )
    catalog.add("{start} and {end}", "{start} i {end}", context="list")
    file = tmp_path / "pl" / "LC_MESSAGES" / "stairwell.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(catalog))
    monkeypatch.setattr(texts, "FOLDERS", [tmp_path])
    translations.cache_clear()
    yield
    translations.cache_clear()


def test_english_is_the_source_and_the_fallback() -> None:
    assert language() == "en"
    assert gettext("{cell} is occupied.", cell="c7") == "c7 is occupied."
    with written_in("xx"):
        assert gettext("{cell} is occupied.", cell="c7") == "c7 is occupied."
        assert ngettext("{count} stone", "{count} stones", 2) == "2 stones"


def test_a_text_uses_the_language_at_the_time_of_reading() -> None:
    text = lazy_gettext("{cell} is occupied.", cell="c7")
    with written_in("pl"):
        assert str(text) == "Pole c7 jest zajęte."
    assert str(text) == "c7 is occupied."


def test_a_nested_text_uses_the_same_language() -> None:
    text = lazy_gettext("{cell} is occupied.", cell=lazy_gettext("White"))
    with written_in("pl"):
        assert str(text) == "Pole Biały jest zajęte."


@pytest.mark.parametrize(
    ("count", "expected"), [(1, "1 kamień"), (3, "3 kamienie"), (5, "5 kamieni")]
)
def test_plurals_follow_the_rule_of_the_language(count: int, expected: str) -> None:
    with written_in("pl"):
        assert ngettext("{count} stone", "{count} stones", count) == expected
        assert str(lazy_ngettext("{count} stone", "{count} stones", count)) == expected


def test_a_context_distinguishes_two_meanings() -> None:
    with written_in("pl"):
        assert pgettext("list", "{start} and {end}", start="a", end="b") == "a i b"
        assert gettext("{start} and {end}", start="a", end="b") == "a and b"


def test_a_refusal_uses_the_language_of_the_refused_user() -> None:
    by_text = Refusal("occupied", lazy_gettext("{cell} is occupied.", cell="c7"))
    by_values = Refusal("occupied", "{cell} is occupied.", cell="c7")
    with written_in("pl"):
        assert by_text.words == by_values.words == str(by_text) == "Pole c7 jest zajęte."
        assert by_values.formatted(lambda value: f"*{value}*") == "Pole *c7* jest zajęte."
    assert by_text.words == by_values.words == "c7 is occupied."


async def test_the_language_follows_tasks_and_threads_without_leaking_into_others() -> None:
    async def write(code: str) -> list[str]:
        with written_in(code):
            here = language()
            await asyncio.sleep(0)
            in_a_thread = await asyncio.to_thread(gettext, "White")
            in_a_task = await asyncio.create_task(asyncio.to_thread(language))
            return [here, in_a_thread, in_a_task]

    polish, english = await asyncio.gather(write("pl"), write("en"))
    assert polish == ["pl", "Biały", "pl"]
    assert english == ["en", "White", "en"]
    assert language() == "en"


def test_names_are_listed_as_english_does() -> None:
    assert str(all_of(["a"])) == "a"
    assert str(all_of(["a", "b", "c"])) == "a, b and c"
    assert str(any_of(["a", "b", "c"])) == "a, b or c"
    assert str(some_of(["a", "b", "c"], 2)) == "a, b and 1 more"
    assert str(sentences("One.", None, "", "Two.")) == "One. Two."
    with written_in("pl"):
        assert str(all_of(["a", "b", "c"])) == "a, b i c"


@pytest.mark.parametrize("code", ["../en", "", ".", "pl/LC_MESSAGES"])
def test_an_unknown_language_has_no_catalogue(code: str) -> None:
    with written_in(code):
        assert gettext("White") == "White"


@pytest.mark.parametrize(
    ("message", "value", "expected"),
    [
        ("{seat}の石", "O", "O の石"),
        ("{seat}の石", "白", "白の石"),
        ("{seat} の石", "O", "O の石"),
        ("あなたは{seat}です。", "O", "あなたは O です。"),
        ("「{seat}」の石：{seat}。", "O", "「O」の石：O。"),
        ("{seat}の {{", "x2", "x2 の {"),
        ("優勝は{seat}です", "**Ada**", "優勝は **Ada** です"),
        ("優勝は**{seat}**です", "Ada", "優勝は**Ada**です"),
        ("{seat}の石", "<bdi>Ada</bdi>", "<bdi>Ada</bdi> の石"),
        ("優勝は{seat}です", '<a href="/p/1">Ada</a>', '優勝は <a href="/p/1">Ada</a> です'),
        ("優勝は{seat}です", "<@5>", "優勝は<@5>です"),
        ("{seat} 対", "ada（O）", "ada（O）対"),
        ("{seat} · ", "ada（O）", "ada（O） · "),
    ],
)
def test_japanese_has_a_space_around_a_value_in_latin_letters(
    message: str, value: str, expected: str
) -> None:
    with written_in("ja"):
        assert gettext(message, seat=value) == expected
        assert Refusal("code", message, seat=value).words == expected
    assert gettext(message, seat=value) == message.format(seat=value)
