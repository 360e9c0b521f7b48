"""In which language what people read is written. English is the source and needs no catalogue.

A text is marked where it stands in the code, under the names that Babel extracts, and its values
have names: `gettext("{cell} is occupied.", cell=cell)`. A text that is kept, in an outcome or a
refusal, is a `Text` (`lazy_gettext`), said in the language of whoever reads it; data that is made
when a module is loaded, such as lessons, is marked by `N_` and said by `gettext` where it is shown.

The language is a context variable, so that it follows `asyncio.to_thread` and tasks. Catalogues lie
in `locale/<language>/LC_MESSAGES/stairwell.po`, compiled beside it; docs/languages.md tells more.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

SOURCE = "en"
"""The language in which texts stand in the code."""

COMPLETE: tuple[str, ...] = (SOURCE,)
"""The languages that may be offered: nothing is missing in their catalogues."""

DOMAIN = "stairwell"
"""What a catalogue's file is called."""

FOLDERS = [Path(__file__).parent / "locale", Path(__file__).parent.parent / "locale"]
"""Where catalogues are looked for: in the installed package, and in a checkout."""

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
        found = translations(language())
        if self.plural is None and self.context is None:
            said = found.gettext(self.message)
        elif self.plural is None:
            said = found.pgettext(self.context or "", self.message)
        elif self.context is None:
            said = found.ngettext(self.message, self.plural, self.count)
        else:
            said = found.npgettext(self.context, self.message, self.plural, self.count)
        return said.format(**dict(self.values)) if self.values else said


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
