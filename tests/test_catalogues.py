"""The catalogues in `locale/`: completeness, placeholders and glyphs.

`make messages` updates them. A missing or fuzzy translation is a warning here, and an error in
`make audit`, so that a change of an English text can be merged before its translations.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Message

from language.texts import COMPLETE, SOURCE
from making.catalogues import catalogue, languages
from making.messages import KEYWORDS, PACKAGES, ROOT, extracted, first_id, untranslated
from rendering.text.typefaces import runs

LANGUAGES = languages()


def ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def strings(message: Message) -> list[str]:
    """The translations of a message, without empty ones."""
    texts = [message.string] if isinstance(message.string, str) else message.string or []
    return [each for each in texts if each]


def messages_of(language: str) -> list[tuple[Message, str]]:
    used = [each for each in catalogue(language) if each.id and not each.fuzzy]
    return [(each, string) for each in used for string in strings(each)]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_text_uses_the_same_placeholders_in_all_plural_forms() -> None:
    for message in extracted():
        singular, *plural = ids(message)
        assert all(name.isidentifier() for name in places(singular)), message.id
        assert all(places(each) >= places(singular) - {"count"} for each in plural), message.id


def test_every_marked_text_is_extracted() -> None:
    """Babel doesn't extract a text that is marked inside another text's call."""
    messages = {id for message in extracted() if message.id for id in ids(message)}
    lost: list[tuple[str, str]] = []
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            texts = marked_texts(ast.parse(file.read_text()))
            lost += [(str(file.relative_to(ROOT)), text) for text in texts if text not in messages]
    assert not lost


def marked_texts(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            places = KEYWORDS.get(call.func.id, ())
            for place in (1,) if places is None else places:
                number = place if isinstance(place, int) else 0
                argument = call.args[number - 1] if 0 < number <= len(call.args) else None
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_all_messages_of_the_code(language: str) -> None:
    here, translated = messages_here_and_in(language)
    assert here <= translated, "bring it up to date with: make messages"


@pytest.mark.whole
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_only_messages_of_the_code(language: str) -> None:
    here, translated = messages_here_and_in(language)
    assert translated <= here, "bring it up to date with: make messages"


Messages = set[tuple[str | None, ...]]


def messages_here_and_in(language: str) -> tuple[Messages, Messages]:
    here = {(each.context, *ids(each)) for each in extracted() if each.id}
    return here, {(each.context, *ids(each)) for each in catalogue(language) if each.id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_message(language: str) -> None:
    for message, string in messages_of(language):
        every = set().union(*map(places, ids(message)))
        assert places(string) <= every, message.id
        assert places(string) >= every - {"count"}, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_starts_and_ends_like_its_message(language: str) -> None:
    for message, string in messages_of(language):
        first = ids(message)[0]
        assert string[:1].isspace() == first[:1].isspace(), message.id
        assert string[-1:].isspace() == first[-1:].isspace(), message.id
        assert string.count("**") == first.count("**"), message.id
        assert string.count("`") == first.count("`"), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_a_catalogue_has_a_glyph(language: str) -> None:
    for _, string in messages_of(language):
        for line in string.splitlines():
            assert all(run.face for run in runs(line)), line


def test_a_language_declared_complete_has_a_catalogue() -> None:
    assert set(COMPLETE) <= {SOURCE, *LANGUAGES}
    for language in sorted({*COMPLETE} - {SOURCE}):
        if gaps := [first_id(each) for each in untranslated(catalogue(language))]:
            warnings.warn(f"not translated into {language}: {gaps}", stacklevel=1)


UNWANTED = {
    "a space before an ellipsis that ends a word": r"\w …|\} …|^… ",
    "a space before a percent sign": r" %",
    "a running match": r"\brunning match",
    "a colon after “but”": r"\bbut:",
    "a verb for typing other than “type”": r"\b[Ww]rite\b|^Name (the|a|an|all)\b",
    "an uncontracted “not”": r"\b(are|is|was|were|do|does|did|have|has|had|would|could) not\b",
    "“over” for “across” servers": r"\bover all servers\b",
    "an uncontracted “are” or “is”": r"\bYou are\b|\bIt is\b|\bit is an?\b",
    "an uncontracted “have” of the perfect": r"\bYou have (already|voted|signed up|left)\b",
    "another word for a channel match": r"whole (channel|server)\b(?! votes)|as a server\b",
    "another name of the daily puzzle": r"\b[Pp]uzzle of the day|Today's puzzle",
    "another word for starting or continuing": r"\bbegan\b|\b(it|match|matches) goes? on\b",
    "“no one” for “nobody”": r"\b[Nn]o one\b",
    "“exporting” for “saving as text”": r"\b[Ee]xport",
    "“legal turn” for “legal move”": r"\blegal turn",
    "a third verb for groups of Scalus": r"\b[Ss]cale[sd]?\b|\bbox\b",
    "a command as the subject of an empty state": r"(\}|`) (starts one|lists yours|lists them)\b",
}
"""What English doesn't have: a pattern for each habit that was edited out."""

QUOTED = (
    "“Game: …”",
    "“{key}: …”",
    *(f"You are {role}" for role in ("{seat}", "Amber", "Black", "Red", "Teal", "White", "O,")),
    "You are here",
)
"""What the patterns don't mean: left out words, who the reader is in a lesson or puzzle, a map."""


@pytest.mark.parametrize("pattern", UNWANTED.values(), ids=UNWANTED)
def test_english_has_no_habit_that_was_edited_out(pattern: str) -> None:
    texts = [id for message in extracted() if message.id for id in ids(message)]
    for quoted in QUOTED:
        texts = [text.replace(quoted, "") for text in texts]
    assert not [text for text in texts if re.search(pattern, text)]


def test_japanese_counts_nothing_beyond_nine_with_tsu() -> None:
    """A native counter ends at nine, and a placeholder may hold a larger number."""
    strings_by_id = {str(each.id): string for each, string in messages_of("ja")}
    assert not [id for id, string in strings_by_id.items() if re.search(r"\} ?つ", string)]


def test_german_uses_one_form_of_the_imperative_of_to_name() -> None:
    found = [string for _, string in messages_of("de") if re.search(r"\bNenne\b", string)]
    assert not found


def test_german_posts_on_discord_are_made_not_opened() -> None:
    pattern = r"(Beitr[aä]g\w*|Thread)\b[^.]*\beröffnen\b"
    assert not [string for _, string in messages_of("de") if re.search(pattern, string)]


def test_german_has_no_more_semicolons_than_english() -> None:
    """Two English sentences are two German ones."""
    assert not [
        string
        for message, string in messages_of("de")
        if string.count(";") > max(id.count(";") for id in ids(message))
    ]


GERMAN_CLAUSES = (
    "Welche Seite",
    "Wer abstimmen",
    "Wer anfängt",
    "Wer gewinnt",
    "Zeigen, wem",
    "Früher schließen, wenn",
    "Stunde, zu der",
)
"""Options for which English has no noun, or that read better so."""


def test_german_options_with_a_default_are_nouns() -> None:
    """No clauses such as „Welches Turnier; bei nur einem kannst du es weglassen“."""
    clause = re.compile(r"(Welche|Wer|Wen|Wem|Wie|Worum|Was|Ob)\w* |[^(]*[,;]")
    assert not [
        string
        for message, string in messages_of("de")
        if re.search(r"\((default|not needed)\b", ids(message)[0])
        and clause.match(string)
        and not string.startswith(GERMAN_CLAUSES)
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        r"Serverleitung|Knopf|Randfeld|Verborgen|Startstellung|Anfangsverteilung|Exportier",
        r"Partien? (des|eines|ganzer) (ganzen )?Kan[aä]l|\d\} Mal\b|count\} Mal\b",
        r"Heutige Aufgabe|Interaktion",
    ],
)
def test_german_has_no_second_word_for_a_term(pattern: str) -> None:
    assert not [string for _, string in messages_of("de") if re.search(pattern, string)]


@pytest.mark.parametrize(
    "pattern",
    [
        r"返し手|予約|書き出|一時停止|レート戦|だれで|見た$|2人|2 人とも",
        r"チャンネルの(みんな|全員)?(で|の)?指す対局|チャンネル全体|自陣の端|四角|配られた",
        r"もう(始まっています|参加しています|締め切られました)",
        r"(?<![最以前先今])(?<!\} [秒分日])(?<! 時間)(?<![開始終][始了局])後(?![手ろ半])",
    ],
)
def test_japanese_has_no_second_word_for_a_term(pattern: str) -> None:
    assert not [string for _, string in messages_of("ja") if re.search(pattern, string)]


JAPANESE_VALUES = "seat|names|role|mover|owner|winner|loser|relative|when|language|permissions"
"""Placeholders whose values are Japanese words, so that no space stands beside them."""


def test_japanese_has_no_space_beside_japanese_values() -> None:
    beside = rf"[ぁ-ヶ一-龠ー] \{{({JAPANESE_VALUES})\}}|\{{({JAPANESE_VALUES})\}} [ぁ-ヶ一-龠ー]"
    spared = ("{number} · {name}：{game}、{pace} · 期限 {when}", "{game}（対 {names}）")
    assert not [
        string
        for _, string in messages_of("ja")
        if re.search(beside, string) and string not in spared
    ]
