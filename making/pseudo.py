"""Made-up languages that reveal unmarked and truncated texts: ⟦Ĉĥöôšé ţĥé šţöñé···⟧."""

from __future__ import annotations

from string import Formatter, ascii_letters

from babel.messages.catalog import Catalog, Message

from making.catalogues import catalogue, languages

LANGUAGE = "qps"
"""A code that belongs to no real language."""

_ACCENTED = str.maketrans(ascii_letters, "àƀĉďéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁĈĎÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ")
_LONGER_BY = 0.35
"""A little more than the additional length of German."""


BRACKETS = "⟦⟧"
"""Brackets around each text. Other brackets make another language."""


def pseudo(message: str, brackets: str = BRACKETS, least: int = 0) -> str:
    """Return a message in the made-up language, with its placeholders and code unchanged.

    :param least: the minimum number of characters.
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
    """Return all messages in the made-up language, at least as long as in any real one."""
    result = Catalog(locale="en")  # for its plural forms
    catalogues = [catalogue(language) for language in languages()]
    # Every catalogue has the messages of the code. Extracting them again would take seconds.
    for message in catalogues[0]:
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
    """The length of a message's longest form in a catalogue."""
    key = message.id if isinstance(message.id, str) else message.id[0]
    entry = translated.get(key, message.context)
    if entry is None or not entry.string:
        return 0
    return max(map(len, [entry.string] if isinstance(entry.string, str) else entry.string))
