"""What is at which path, as the kinds of pages list it."""

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
"""The last page of a list that can be asked for."""

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
    """Whether it stays the same for good at this address."""
    filename: str = ""
    """The name under which it is saved; empty for what is shown."""


@dataclass(frozen=True, slots=True)
class PageRoute:
    """A page at a path."""

    kind: str
    """By which requests are counted."""
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
    """Return the number that a text is; None if it is none of at most four ASCII digits."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None


def page_in(query: Mapping[str, str]) -> int:
    """Return which page of a list an address asks for.

    :raises BadAddress: if that is no page.
    """
    text = query.get("page", "1")
    number = number_in(text)
    if number is None or not 1 <= number <= MOST_PAGES:
        raise BadAddress(
            gettext("“page” is a number from 1 to {most}, as in ?page=2.", most=MOST_PAGES)
        )
    return number
