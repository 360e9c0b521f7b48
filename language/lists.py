"""Lists of names in a sentence, in each language's style."""

from __future__ import annotations

from collections.abc import Sequence

from language.texts import Text, lazy_ngettext, lazy_pgettext

Listed = str | Text
"""One or more names for a sentence."""


def row_of(names: Sequence[Listed]) -> Listed:
    """ "a, b, c"."""
    if not names:
        return ""
    first, *others = names
    for name in others:
        first = lazy_pgettext("list", "{start}, {end}", start=first, end=name)
    return first


def series_of(clauses: Sequence[Listed]) -> Listed:
    """ "a; b; c", for items that may contain commas."""
    if not clauses:
        return ""
    first, *others = clauses
    for clause in others:
        first = lazy_pgettext("list", "{start}; {end}", start=first, end=clause)
    return first


def all_of(names: Sequence[Listed]) -> Listed:
    """ "a, b and c"."""
    if len(names) < 2:
        return row_of(names)
    *before, last = names
    return lazy_pgettext("list", "{start} and {end}", start=row_of(before), end=last)


def any_of(names: Sequence[Listed]) -> Listed:
    """ "a, b or c"."""
    if len(names) < 2:
        return row_of(names)
    *before, last = names
    return lazy_pgettext("list", "{start} or {end}", start=row_of(before), end=last)


def some_of(names: Sequence[Listed], limit: int) -> Listed:
    """ "a, b, c", or "a, b and 7 more" beyond the limit."""
    if len(names) <= limit:
        return row_of(names)
    return and_more(row_of(names[:limit]), len(names) - limit)


def all_or_some_of(names: Sequence[Listed], limit: int) -> Listed:
    """ "a, b and c", or "a, b and 7 more" beyond the limit."""
    return all_of(names) if len(names) <= limit else some_of(names, limit)


def and_more(names: Listed, more: int) -> Listed:
    """ "a, b and 7 more"."""
    return lazy_ngettext("{names} and {count} more", "{names} and {count} more", more, names=names)


def sentences(*parts: Listed | None) -> Listed:
    """Join whole sentences in the language's style, without empty ones."""
    whole = [part for part in parts if part]
    if not whole:
        return ""
    first, *others = whole
    for part in others:
        first = lazy_pgettext("sentences", "{first} {next}", first=first, next=part)
    return first


def listed(names: Sequence[Listed]) -> str:
    """ "a, b and c" in the current language."""
    return str(all_of(names))
