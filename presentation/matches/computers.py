"""Computer opponents in words: names, levels and thinking."""

from __future__ import annotations

from club.matches.match import Match
from engine.engine import Level
from language.texts import gettext, ngettext
from presentation.markup import MAX_NAME_LENGTH, Markup


def computer_name(name: str, level: Level, number: int = 1) -> str:
    """Return the name of a computer in a match.

    :param name: the name of the bot.
    :param number: distinguishes several computers of one level.
    """
    which = level.name if number == 1 else f"{level.name} {number}"
    return f"{name[: MAX_NAME_LENGTH - len(which) - 1]} {which}"


def level_words(level: Level) -> str:
    """Return a level for a list: number, name and strength."""
    return gettext(
        "{number} {name}: {sentence}",
        number=level.number,
        name=level.name,
        sentence=gettext(level.sentence),
    )


def thinking_words(match: Match, before: int, markup: Markup) -> str:
    """Return who is thinking, and how many searches are queued before theirs."""
    player = match.computer_to_move
    assert player is not None
    name = markup.name(player.name)
    if not before:
        return gettext("{name} is thinking.", name=name)
    return ngettext(
        "{name} is thinking ({count} ahead of you).",
        "{name} is thinking ({count} ahead of you).",
        before,
        name=name,
    )
