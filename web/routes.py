"""Routes: the values with which each kind of page describes its paths."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from club.pages.addresses import Kind
from rules.language import gettext
from web.cache import Rendered
from web.reader import Reader
from web.site import Site
from web.view import BadAddress, NoPage, View

MOST_PAGES = 1000
"""The highest page number of a list."""

LONGEST_NUMBER = 4


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page or file."""

    site: Site
    reader: Reader
    parts: Mapping[str, str]
    """The variable parts of the path, by name."""
    page: int = 1
    """Which page of a list, from 1."""

    def key(self, kind: Kind, count: int = 1) -> tuple[int, ...]:
        """Return the numbers that the path's key stands for.

        :raises NoPage: if it is no key of this kind.
        """
        numbers = self.site.addresses.numbers(kind, self.parts["key"], count)
        if numbers is None:
            raise NoPage
        return tuple(numbers)

    def number(self, name: str) -> int:
        """Return a number in the path.

        :raises NoPage: if it is none.
        """
        number = number_in(self.parts[name])
        if number is None:
            raise NoPage
        return number


@dataclass(frozen=True, slots=True)
class File:
    """A picture or a download."""

    rendered: Rendered
    is_immutable: bool = False
    """Whether the content at this address never changes."""
    filename: str = ""
    """The name of a download, empty for a file that is shown."""


@dataclass(frozen=True, slots=True)
class PageRoute:
    """A page at a path."""

    kind: str
    """The name under which requests are counted."""
    path: str
    view: Callable[[Visit], Awaitable[View]]


@dataclass(frozen=True, slots=True)
class FileRoute:
    """A file at a path."""

    kind: str
    path: str
    file: Callable[[Visit], Awaitable[File]]


Route = PageRoute | FileRoute


def number_in(text: str) -> int | None:
    """Return a number of up to four ASCII digits, None for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None


def page_in(query: Mapping[str, str]) -> int:
    """Return the requested page of a list.

    :raises BadAddress: if that is no page.
    """
    text = query.get("page", "1")
    number = number_in(text)
    if number is None or not 1 <= number <= MOST_PAGES:
        raise BadAddress(
            gettext("“page” is a number from 1 to {most}, as in ?page=2.", most=MOST_PAGES)
        )
    return number
