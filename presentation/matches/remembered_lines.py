"""Lines kept from Explore, in words."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from club.matches.remembered_lines import OpenLine
from language.texts import gettext
from presentation.markup import Markup

MAX_MOVES = 12
"""Maximum number of a line's moves shown in a list."""


def remembered_words(match: Match, opened: OpenLine, markup: Markup) -> str:
    """Return a line by name and moves, with its next move if the match has followed it."""
    texts = opened.line.texts[:MAX_MOVES]
    moves = " · ".join(map(markup.literal, texts))
    more = " …" if len(opened.line.texts) > MAX_MOVES else ""
    name = markup.strong(markup.text(opened.line.name))
    words = f"- {name}: {moves}{more}"
    text = opened.next_in(match)
    if text is None:
        return words
    next_move = gettext("Next: {move}", move=markup.strong(markup.literal(text)))
    return f"{words}\n  {next_move}"


def says_words(match: Match, lines: Sequence[OpenLine], markup: Markup) -> list[str]:
    """Return the next moves of the lines that the match has followed so far, a line each."""
    return [
        gettext(
            "Your line “{name}” says {move}.",
            name=markup.text(each.line.name),
            move=markup.strong(markup.literal(text)),
        )
        for each in lines
        if (text := each.next_in(match)) is not None
    ]
