"""The markup of a front: names, emphasis, times and links in sentences.

Sentences contain no markup. They take a `Markup` and insert its texts into their named places, so
that the same sentence works in a Discord message, a web page and a log line.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Protocol

from club.references import DELETED, HIDDEN, BoardOf, CardOf
from language.texts import gettext
from language.typed import is_visible
from rendering import Icon
from storage.challenges.challenges import Challenge
from storage.matches.match import StoredMatch

MAX_NAME_LENGTH = 32
MAX_TEXT_LENGTH = 200

_DIRECTIONS = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
"""Unicode characters that control writing direction.

In a name, they could end the isolate around it and reverse the rest of the sentence.
"""

_DISCORD_SYNTAX = re.compile(r"[\\*_~`|<\[\]]|^[#>-]|:(?=//)")
"""The parts of a text that Discord would read as Markdown, a mention, a timestamp or a link."""

_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)")

_ESCAPED = re.compile(r"\\(.)")
_WIDE = 0xFEE0
"""The distance from an ASCII character to its full-width form."""


class Markup(Protocol):
    """The syntax of one front. Every method returns text that is safe to show there."""

    def name(self, name: str) -> str:
        """Return a person's or event's name as inert text."""
        ...

    def text(self, text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
        """Return what someone typed as inert text on one line."""
        ...

    def literal(self, text: str) -> str:
        """Return a part of a refusal, such as typed notation, as it is."""
        ...

    def strong(self, safe: str) -> str:
        """Emphasise a text that is already safe."""
        ...

    def code(self, safe: str) -> str:
        """Mark a text that is already safe as something to type."""
        ...

    def mention(self, user_id: int, name: str) -> str:
        """Return a user, linked or notified if the front supports it."""
        ...

    def channel(self, channel_id: int) -> str:
        """Return a channel of a server."""
        ...

    def role(self, role_id: int) -> str:
        """Return a role of a server."""
        ...

    def command(self, name: str) -> str:
        """Return a command by its name without a slash: `event open`."""
        ...

    def button(self, label: str) -> str:
        """Return a button of a card on Discord by its label."""
        ...

    def relative(self, time: datetime) -> str:
        """Return a time as a distance from now: "in 3 hours"."""
        ...

    def moment(self, time: datetime) -> str:
        """Return a time as a date and time of day."""
        ...

    def icon(self, icon: Icon) -> str:
        """Return a small picture beside words of the same meaning, empty if the front has none."""
        ...

    def board(self, match: StoredMatch, safe: str = "") -> str:
        """Return a link to a match's current board, on a safe text if one is given."""
        ...

    def card(self, challenge: Challenge) -> str:
        """Return a link to a challenge."""
        ...

    def link(self, safe: str, address: str) -> str:
        """Link a text that is already safe to a web address."""
        ...


class PlainText:
    """The markup of logs, terminals and alt texts: none."""

    def name(self, name: str) -> str:
        return short_name(name)

    def text(self, text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
        return short_text(text, max_length)

    def literal(self, text: str) -> str:
        return text

    def strong(self, safe: str) -> str:
        return safe

    def code(self, safe: str) -> str:
        return safe

    def mention(self, user_id: int, name: str) -> str:
        return self.name(name)

    def channel(self, channel_id: int) -> str:
        return f"#{channel_id}"

    def role(self, role_id: int) -> str:
        return f"@{role_id}"

    def command(self, name: str) -> str:
        return f"/{name}"

    def button(self, label: str) -> str:
        return self.strong(label)

    def relative(self, time: datetime) -> str:
        return self.moment(time)

    def moment(self, time: datetime) -> str:
        return f"{time.astimezone(UTC):%Y-%m-%d %H:%MZ}"

    def icon(self, icon: Icon) -> str:
        return ""

    def board(self, match: StoredMatch, safe: str = "") -> str:
        return safe or str(BoardOf(match))

    def card(self, challenge: Challenge) -> str:
        return str(CardOf(challenge))

    def link(self, safe: str, address: str) -> str:
        return safe


PLAIN: Markup = PlainText()


class DiscordText(PlainText):
    """The Markdown that Discord renders alike in messages and in link previews.

    All user input is escaped.
    """

    def name(self, name: str) -> str:
        name = short_name(name)
        # First-strong isolate and its end: a right-to-left name must not reorder the sentence.
        return _inert(name) if name.isascii() else f"\u2068{_inert(name)}\u2069"

    def text(self, text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
        return _inert(short_text(text, max_length))

    def strong(self, safe: str) -> str:
        return f"**{safe}**"

    def code(self, safe: str) -> str:
        return f"`{safe}`"

    def command(self, name: str) -> str:
        return f"`/{name}`"

    def relative(self, time: datetime) -> str:
        return f"<t:{int(time.timestamp())}:R>"

    def moment(self, time: datetime) -> str:
        return f"<t:{int(time.timestamp())}:f>"


def discord_link(safe: str, address: str) -> str:
    """Return a link in Discord's Markdown.

    Discord shows the backslashes of a link's text, and a bracket can end it. So escaped characters
    get their full-width forms, which have no effect.
    """
    text = _ESCAPED.sub(lambda escape: _harmless(escape[1]), safe)
    return f"[{text}]({address})"


def _inert(text: str) -> str:
    """Return the text without working Markdown, mentions, timestamps or links."""
    # A backslash isn't enough: Discord looks for mentions in the raw text.
    return _MENTION.sub("@\u200b", _DISCORD_SYNTAX.sub(r"\\\g<0>", text))


def _harmless(character: str) -> str:
    return character if character in "#-" else chr(ord(character) + _WIDE)


_MARKUP = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")
"""Emphasis and notation in the texts of games."""


def marked_up(text: str, markup: Markup) -> str:
    """Convert `**emphasis**` and `` `notation` `` in a text of a game to the front's markup."""
    return _MARKUP.sub(
        lambda part: markup.strong(part[1]) if part[1] else markup.code(part[2]), text
    )


def beside_icon(icon: Icon, safe: str, markup: Markup) -> str:
    """Return a text that is already safe, after its small picture if the front has one."""
    picture = markup.icon(icon)
    return f"{picture} {safe}" if picture else safe


def display_name(name: str) -> str:
    """Return a person's name, or a placeholder if it is deleted, hidden or can't be seen."""
    if name in (DELETED, HIDDEN):
        return gettext(name)
    return name if is_visible(name) else "?"


def short_name(name: str) -> str:
    """Return a name on one line, cut to `MAX_NAME_LENGTH`, without direction marks."""
    return short_text(display_name(name), MAX_NAME_LENGTH)


def short_text(text: str, max_length: int) -> str:
    """Return a text on one line, cut to a length, without direction marks."""
    text = " ".join(text.translate(_DIRECTIONS).split())
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"
