"""A made-up language, to see what is not marked and what is cut: ⟦Ĉĥöôšé ţĥé šţöñé···⟧."""

from __future__ import annotations

from string import Formatter, ascii_letters

from babel.messages.catalog import Catalog

from making.messages import extracted

LANGUAGE = "qps"
"""A code that no language has."""

_ACCENTED = str.maketrans(ascii_letters, "àƀĉďéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁĈĎÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ")
_LONGER_BY = 0.35
"""Of the length: what German takes more than English, and a little."""


def pseudo(message: str) -> str:
    """The message in the made-up language; its places and code stay as they are."""
    told = ""
    for literal, name, _, _ in Formatter().parse(message):
        parts = literal.split("`")
        parts[::2] = [part.translate(_ACCENTED) for part in parts[::2]]
        told += "`".join(parts) + ("" if name is None else f"{{{name}}}")
    return f"⟦{told}{'·' * round(_LONGER_BY * len(message))}⟧"


def pseudo_catalogue() -> Catalog:
    """All messages in the made-up language."""
    made = Catalog(locale="en")  # for its plural forms
    for message in extracted():
        if isinstance(message.id, str):
            string = pseudo(message.id)
        else:
            string = tuple(map(pseudo, message.id))
        if message.id:
            made.add(message.id, string, context=message.context)
    return made
