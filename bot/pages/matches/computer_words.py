"""What is said of computer opponents: their names, their levels, that they think."""

from __future__ import annotations

from bot.pages.page import LONGEST_OPTION
from bot.pages.wording import LONGEST_NAME, plain
from club.matches.match import Match
from engine.levels import Level
from rules.language import gettext, ngettext


def computer_name(name: str, level: Level, number: int = 1) -> str:
    """What a computer is called in a match.

    :param name: what the bot is called.
    :param number: tells it from others of the match.
    """
    which = level.name if number == 1 else f"{level.name} {number}"
    return f"{name[: LONGEST_NAME - len(which) - 1]} {which}"


def level_label(level: Level) -> str:
    """A level as a choice in a list."""
    label = gettext(
        "{number} {name}: {sentence}",
        number=level.number,
        name=level.name,
        sentence=gettext(level.sentence),
    )
    return label[:LONGEST_OPTION]


def thinking_words(match: Match, before: int) -> str:
    """Who is thinking, and how many searches come before: "… is thinking, 3 ahead of you." """
    player = match.computer_to_move
    assert player is not None
    name = plain(player.name)
    if not before:
        return gettext("{name} is thinking.", name=name)
    return ngettext(
        "{name} is thinking, {count} ahead of you.",
        "{name} is thinking, {count} ahead of you.",
        before,
        name=name,
    )
