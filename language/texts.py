"""The language of user texts. English is the source and needs no catalogue.

Texts are marked in the code, with functions that Babel extracts, and have named placeholders:
`gettext("{cell} is occupied.", cell=cell)`. A stored text, in an outcome or a refusal, is a `Text`
(`lazy_gettext`) and translated when shown. Module-level data such as lessons is marked by `N_` and
translated by `gettext` when shown.

The language is a context variable, so it follows `asyncio.to_thread` and tasks. Catalogues are
`locale/<language>/LC_MESSAGES/stairwell.po`, compiled beside it (docs/languages.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter

SOURCE = "en"
"""The language of the texts in the code."""

COMPLETE: tuple[str, ...] = (SOURCE, "de", "ja")
"""The available languages, whose catalogues are complete."""

DOMAIN = "stairwell"
"""The file name of a catalogue."""

FOLDERS = [Path(__file__).parent / "locale", Path(__file__).parent.parent / "locale"]
"""The folders with catalogues, in the installed package and in a checkout."""

_JAPANESE = re.compile("[ぁ-ヺー一-鿿々]")
_CLOSING = re.compile("[）」』】]")
_LATIN = re.compile("[A-Za-z0-9À-ɏ]")
_ISOLATES = "\u2068\u2069"
_MARKS = re.compile(rf"[{_ISOLATES}*]|</?[a-z]+(?: [^>]*)?>")
"""Invisible marks around a value: the limits of a name, bold type, and HTML tags."""

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


def language() -> str:
    """Return the current language, as in `locale/`: "ja"."""
    return _language.get()


@contextmanager
def written_in(language: str) -> Generator[None]:
    """Set the language for the block. Without a catalogue, it falls back to English."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is translated into the current language when it is shown."""

    message: str
    """The English message, with placeholders: "{cell} is occupied." """
    values: tuple[tuple[str, object], ...] = ()
    """The values of the placeholders, which are plain values or texts."""
    plural: str | None = None
    """The message for every count but one, if it depends on one."""
    count: int = 1
    context: str | None = None
    """The context, which tells several meanings of the message apart."""

    def __str__(self) -> str:
        return self.formatted(str)

    def formatted(self, format_value: Callable[[object], str]) -> str:
        """Return the text with each plain value formatted by a front."""
        if not self.message:
            return ""
        catalogue = translations(language())
        if self.plural is None and self.context is None:
            text = catalogue.gettext(self.message)
        elif self.plural is None:
            text = catalogue.pgettext(self.context or "", self.message)
        elif self.context is None:
            text = catalogue.ngettext(self.message, self.plural, self.count)
        else:
            text = catalogue.npgettext(self.context, self.message, self.plural, self.count)
        if not self.values:
            return text
        values = {
            name: value.formatted(format_value) if isinstance(value, Text) else format_value(value)
            for name, value in self.values
        }
        if self.plural is not None and type(dict(self.values)["count"]) is int:
            values["count"] = number(self.count)
        return filled(text, values)


def filled(message: str, values: Mapping[str, object]) -> str:
    """Return a message with its values in place.

    In Japanese, this adds a space between Japanese and Latin letters, because translators can't
    know which of them a value starts and ends with.
    """
    if language() != "ja":
        return message.format(**values)
    text = end = ""
    for literal, name, _, _ in Formatter().parse(message):
        text = _beside(text, end, literal, literal)
        end = ""
        if name:
            value = str(values[name])
            bare = _MARKS.sub("", value)
            text = _beside(text, text, value, bare)
            end = bare
    return text


def _beside(text: str, end: str, further: str, begin: str) -> str:
    """Join two texts, with a space between Japanese and Latin letters.

    A closing bracket is as wide as a letter, half of it empty, so it needs no space before a
    letter.

    :param end: the end of the first text, without the marks of a value. Empty for no space.
    :param begin: the beginning of the second text, likewise.
    """
    last, first = end.rstrip(_ISOLATES)[-1:], begin[:1]
    if (_JAPANESE.match(last) and _LATIN.match(first)) or (
        _LATIN.match(last) and _JAPANESE.match(first)
    ):
        return f"{text} {further}"
    if _CLOSING.match(last) and further[:1] == " " and _JAPANESE.match(further[1:]):
        return text + further[1:]
    return text + further


def N_(message: str) -> str:  # noqa: N802 - it is extracted by this name
    """Return the message itself, marked for a later `gettext`."""
    return message


def lazy_gettext(message: str, /, **values: object) -> Text:
    """Return a text to be translated later."""
    return Text(message, tuple(values.items()))


def lazy_ngettext(singular: str, plural: str, count: int, /, **values: object) -> Text:
    """Return a text to be translated later, for a count, which is also its value `count`."""
    return Text(singular, tuple({"count": count, **values}.items()), plural, count)


def lazy_pgettext(context: str, message: str, /, **values: object) -> Text:
    """Return a text to be translated later, with a context."""
    return Text(message, tuple(values.items()), context=context)


def gettext(message: str, /, **values: object) -> str:
    """Return a text in the current language."""
    if not values:
        return translations(language()).gettext(message) if message else ""
    return str(lazy_gettext(message, **values))


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Return a text for a count, which is also its value `count`."""
    return str(lazy_ngettext(singular, plural, count, **values))


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a text with a context that tells its meanings apart."""
    return str(lazy_pgettext(context, message, **values))


def number(value: float, decimals: int = 0) -> str:
    """Return a rounded number in the language's format: "1,234.5".

    Numbers used as names, such as that of a match, are not formatted.
    """
    return _separated(f"{value:,.{decimals}f}")


def signed(value: float, decimals: int = 0) -> str:
    """Return a change with its sign: "+12", "-0.5", or "+0" for none."""
    return _separated(f"{value:+,.{decimals}f}")


def _separated(digits: str) -> str:
    """Return a number in Python's format with the language's separators."""
    if "," not in digits and "." not in digits:
        return digits
    whole, point, decimals = digits.partition(".")
    # Translators: what stands between thousands: 1,000
    whole = whole.replace(",", pgettext("number", ","))
    # Translators: what stands before decimals: 0.5
    return whole + pgettext("number", ".") + decimals if point else whole


def npgettext(context: str, singular: str, plural: str, count: int, /, **values: object) -> str:
    """Return a text for a count, which is also its value `count`, with a context."""
    named = tuple({"count": count, **values}.items())
    return str(Text(singular, named, plural, count, context))


@lru_cache(maxsize=32)
def translations(language: str) -> NullTranslations:
    """Return the catalogue of a language, one without texts for English or if there is none.

    :raises OSError: if a catalogue exists but can't be read.
    """
    for folder in FOLDERS:
        file = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if language != SOURCE and language.replace("_", "").isalnum() and file.is_file():
            with file.open("rb") as compiled:
                return GNUTranslations(compiled)
    return NullTranslations()
