"""Made-up languages, to see what is not marked and what is cut: ⟦Ĉĥöôšé ţĥé šţöñé···⟧."""

from __future__ import annotations

from string import Formatter, ascii_letters

from babel.messages.catalog import Catalog, Message

from making.messages import catalogue, extracted, languages

LANGUAGE = "qps"
"""A code that no language has."""

_ACCENTED = str.maketrans(ascii_letters, "àƀĉďéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁĈĎÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ")
_LONGER_BY = 0.35
"""Of the length: what German takes more than English, and a little."""


BRACKETS = "⟦⟧"
"""Around each text; other ones make another language."""


def pseudo(message: str, brackets: str = BRACKETS, least: int = 0) -> str:
    """The message in the made-up language; its places and code stay as they are.

    :param least: characters that it has at least.
    """
    text = ""
    for literal, name, _, _ in Formatter().parse(message):
        parts = literal.split("`")
        parts[::2] = [part.translate(_ACCENTED) for part in parts[::2]]
        text += "`".join(parts) + ("" if name is None else f"{{{name}}}")
    space = message[-1:] if message[-1:].isspace() else ""
    opened, closed = brackets
    longer = "·" * max(round(_LONGER_BY * len(message)), least - len(message))
    return f"{opened}{text.rstrip()}{longer}{closed}{space}"


def pseudo_catalogue(brackets: str = BRACKETS) -> Catalog:
    """All messages in the made-up language, none of them shorter than in any real one: what is
    not cut in it isn't in those either."""
    result = Catalog(locale="en")  # for its plural forms
    catalogues = [catalogue(language) for language in languages()]
    for message in extracted():
        least = max((_longest(each, message) for each in catalogues), default=0)
        if message.context == "number":
            string = message.id
        elif isinstance(message.id, str):
            string = pseudo(message.id, brackets, least)
        else:
            string = tuple(pseudo(each, brackets, least) for each in message.id)
        if message.id:
            result.add(message.id, string, context=message.context)
    return result


def _longest(translated: Catalog, message: Message) -> int:
    """How long the longest form of a message is in a catalogue."""
    key = message.id if isinstance(message.id, str) else message.id[0]
    entry = translated.get(key, message.context)
    if entry is None or not entry.string:
        return 0
    return max(map(len, [entry.string] if isinstance(entry.string, str) else entry.string))
