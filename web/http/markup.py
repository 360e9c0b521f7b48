"""The markups of web pages and link previews."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from markupsafe import escape

from club.paces import DAY, HOUR, MINUTE
from language.texts import gettext, ngettext
from presentation.markup import MAX_TEXT_LENGTH, DiscordText, PlainText, short_name, short_text
from storage.challenges.challenges import Challenge
from storage.matches.match import StoredMatch

PathOf = Callable[[StoredMatch], str]
"""Returns the path of a match's page, empty if it has none."""


class WithoutDiscord(PlainText):
    """Plain text for readers who don't see Discord's commands and buttons beside it."""

    def command(self, name: str) -> str:
        return _in_discord(super().command(name))

    def button(self, label: str) -> str:
        return _in_discord(super().button(label))


DESCRIPTION = WithoutDiscord()
"""The markup of a page's description."""


class HtmlMarkup(WithoutDiscord):
    """HTML, with all user input escaped.

    :param path_of: finds the pages of matches.
    """

    def __init__(self, now: datetime, path_of: PathOf) -> None:
        self._now = now
        self._path_of = path_of

    def name(self, name: str) -> str:
        # A right-to-left name leaves the sentence around it in order.
        return f"<bdi>{escape(short_name(name))}</bdi>"

    def text(self, text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
        return str(escape(short_text(text, max_length)))

    def literal(self, text: str) -> str:
        return str(escape(text))

    def strong(self, safe: str) -> str:
        return f"<strong>{safe}</strong>"

    def code(self, safe: str) -> str:
        return f"<code>{safe}</code>"

    def command(self, name: str) -> str:
        return _in_discord(self.code(str(escape(f"/{name}"))))

    def relative(self, time: datetime) -> str:
        words = distance_words(time - self._now)
        return f'<time datetime="{_iso(time)}" title="{_utc(time)}">{words}</time>'

    def moment(self, time: datetime) -> str:
        return f'<time datetime="{_iso(time)}" data-moment>{_utc(time)}</time>'

    def board(self, match: StoredMatch, safe: str = "") -> str:
        path = self._path_of(match)
        words = safe or str(match.id)
        return self.link(words, path) if path else words

    def card(self, challenge: Challenge) -> str:
        return str(challenge.id)

    def link(self, safe: str, address: str) -> str:
        return f'<a href="{escape(address)}">{safe}</a>'


class PreviewMarkup(DiscordText):
    """Discord's Markdown in link previews, which have no links."""

    def button(self, label: str) -> str:
        return _in_discord(self.strong(label))

    def board(self, match: StoredMatch, safe: str = "") -> str:
        return safe or str(match.id)

    def card(self, challenge: Challenge) -> str:
        return str(challenge.id)


PREVIEW = PreviewMarkup()


def distance_words(time: timedelta) -> str:
    """Return a time from now in its largest unit: "in 2 days", "3 hours ago"."""
    minutes, is_past = round(abs(time) / MINUTE), time <= timedelta()
    if not minutes:
        return gettext("just now") if is_past else gettext("now")
    if minutes < 90:
        if is_past:
            return ngettext("{count} minute ago", "{count} minutes ago", minutes)
        return ngettext("in {count} minute", "in {count} minutes", minutes)
    hours = round(abs(time) / HOUR)
    if hours < 48:
        if is_past:
            return ngettext("{count} hour ago", "{count} hours ago", hours)
        return ngettext("in {count} hour", "in {count} hours", hours)
    days = round(abs(time) / DAY)
    if is_past:
        return ngettext("{count} day ago", "{count} days ago", days)
    return ngettext("in {count} day", "in {count} days", days)


def _in_discord(safe: str) -> str:
    """ "/learn in Discord"."""
    return gettext("{control} on Discord", control=safe)


def _iso(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _utc(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
