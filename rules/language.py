"""In which language what people read is written. English is the source and needs no catalogue.

A text is marked where it stands in the code, under the names that Babel extracts, and its values
have names: `gettext("{cell} is occupied.", cell=cell)`. A text that is kept, in an outcome or a
refusal, is a `Text` (`lazy_gettext`), said in the language of whoever reads it; data that is made
when a module is loaded, such as lessons, is marked by `N_` and said by `gettext` where it is shown.

The language is a context variable, so that it follows `asyncio.to_thread` and tasks. Catalogues lie
in `locale/<language>/LC_MESSAGES/stairwell.po`, compiled beside it; docs/languages.md tells more.
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
"""The language in which texts stand in the code."""

COMPLETE: tuple[str, ...] = (SOURCE, "de", "ja")
"""The languages that may be offered: nothing is missing in their catalogues."""

DOMAIN = "stairwell"
"""What a catalogue's file is called."""

FOLDERS = [Path(__file__).parent / "locale", Path(__file__).parent.parent / "locale"]
"""Where catalogues are looked for: in the installed package, and in a checkout."""

_JAPANESE = re.compile("[ぁ-ヺー一-鿿々]")
_CLOSING = re.compile("[）」』】]")
_LATIN = re.compile("[A-Za-z0-9À-ɏ]")
_ISOLATES = "\u2068\u2069"
_MARKS = f"{_ISOLATES}*"
"""What a value may have around it that is not seen: the limits of a name, bold type."""

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


def language() -> str:
    """The language of what is being written, as in `locale/`: "ja"."""
    return _language.get()


@contextmanager
def written_in(language: str) -> Generator[None]:
    """Whatever is said within is said in this language; in English where it has no catalogue."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is said when it is shown; as a string it is in the language at that time."""

    message: str
    """In English, with named places: "{cell} is occupied." """
    values: tuple[tuple[str, object], ...] = ()
    """What stands in the named places: plain values, or texts again."""
    plural: str | None = None
    """The message for every count but one, where it depends on one."""
    count: int = 1
    context: str | None = None
    """Which meaning of the message, where it has several."""

    def __str__(self) -> str:
        return self.said(str)

    def said(self, say: Callable[[object], str]) -> str:
        """The text, each of its plain values in the words that a front has for it."""
        if not self.message:
            return ""
        found = translations(language())
        if self.plural is None and self.context is None:
            said = found.gettext(self.message)
        elif self.plural is None:
            said = found.pgettext(self.context or "", self.message)
        elif self.context is None:
            said = found.ngettext(self.message, self.plural, self.count)
        else:
            said = found.npgettext(self.context, self.message, self.plural, self.count)
        if not self.values:
            return said
        values = {
            name: value.said(say) if isinstance(value, Text) else say(value)
            for name, value in self.values
        }
        if self.plural is not None and type(dict(self.values)["count"]) is int:
            values["count"] = number(self.count)
        return filled(said, values)


def filled(message: str, values: Mapping[str, object]) -> str:
    """A message with its values in their places.

    Japanese has a space between its letters and Latin ones; which of them a value begins and ends
    with, no translator knows.
    """
    if language() != "ja":
        return message.format(**values)
    text = end = ""
    for literal, name, _, _ in Formatter().parse(message):
        text = _beside(text, end, literal, literal)
        end = ""
        if name:
            value = str(values[name])
            bare = value.strip(_MARKS)
            text = _beside(text, text, value, bare)
            end = bare
    return text


def _beside(text: str, end: str, further: str, begin: str) -> str:
    """Both, with a space between Japanese and Latin letters.

    A closing bracket is as wide as a letter, half of it empty: before a letter it needs no space.

    :param end: what the text ends with, without the marks of a value; nothing, where no space is
        to be put.
    :param begin: what the other one begins with, likewise.
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
    """The message itself, marked as one that `gettext` is asked for later."""
    return message


def lazy_gettext(message: str, /, **values: object) -> Text:
    """A text to be said later."""
    return Text(message, tuple(values.items()))


def lazy_ngettext(singular: str, plural: str, count: int, /, **values: object) -> Text:
    """A text to be said later that depends on a count, which is also its value `count`."""
    return Text(singular, tuple({"count": count, **values}.items()), plural, count)


def lazy_pgettext(context: str, message: str, /, **values: object) -> Text:
    """A text to be said later that has several meanings."""
    return Text(message, tuple(values.items()), context=context)


def gettext(message: str, /, **values: object) -> str:
    """A text in the language of what is being written."""
    return str(lazy_gettext(message, **values))


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """A text that depends on a count, which is also its value `count`."""
    return str(lazy_ngettext(singular, plural, count, **values))


def pgettext(context: str, message: str, /, **values: object) -> str:
    """A text that has several meanings, of which the context says which."""
    return str(lazy_pgettext(context, message, **values))


def number(value: float, decimals: int = 0) -> str:
    """A number as the language writes it: "1,234.5"; rounded, with so many decimals.

    Numbers that name something, such as that of a match, are no numbers of this kind.
    """
    return _separated(f"{value:,.{decimals}f}")


def signed(value: float, decimals: int = 0) -> str:
    """A change, with its sign: "+12", "-0.5"; "+0" for none."""
    return _separated(f"{value:+,.{decimals}f}")


def _separated(digits: str) -> str:
    """A number that is written as Python does, with the language's own separators."""
    if "," not in digits and "." not in digits:
        return digits
    whole, point, decimals = digits.partition(".")
    # Translators: what stands between thousands: 1,000
    whole = whole.replace(",", pgettext("number", ","))
    # Translators: what stands before decimals: 0.5
    return whole + pgettext("number", ".") + decimals if point else whole


def npgettext(context: str, singular: str, plural: str, count: int, /, **values: object) -> str:
    """A text that depends on a count, which is also its value `count`, and has several meanings."""
    named = tuple({"count": count, **values}.items())
    return str(Text(singular, named, plural, count, context))


@lru_cache(maxsize=32)
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; for English, and where there is none, one that changes nothing.

    :raises OSError: where a catalogue is there but can't be read.
    """
    for folder in FOLDERS:
        file = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if language != SOURCE and language.replace("_", "").isalnum() and file.is_file():
            with file.open("rb") as compiled:
                return GNUTranslations(compiled)
    return NullTranslations()
