"""The changes that admins and moderators have made in a server, a line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from club.paces import PACES
from language.lists import row_of
from language.texts import N_, gettext, pgettext
from presentation.markup import Markup
from presentation.phrases import language_name, pace_words
from rules.registry import GAMES
from storage.servers.audit import AuditCode, Change
from storage.servers.settings import Pages

PAGES_LABELS: Mapping[Pages, str] = {
    "off": N_("Off"),
    "private": N_("Private: by link only"),
    "listed": N_("Listed: anyone can find them"),
}
"""The labels of the choices in the settings."""

_SENTENCES: Mapping[Pages, str] = {
    "off": N_("{web_pages}: off."),
    "private": N_("{web_pages}: private. Anyone with a link can read a page."),
    "listed": N_("{web_pages}: listed. Anyone can find them on the web."),
}

PAGES_NAMES: Mapping[Pages, str] = {
    "off": N_("off"),
    "private": N_("private"),
    "listed": N_("listed"),
}
"""The names of the choices within a sentence."""


def pages_words(pages: Pages, markup: Markup) -> str:
    """Return who can open a server's pages."""
    return gettext(_SENTENCES[pages], web_pages=markup.strong(gettext("Web pages")))


def plays_out_words(markup: Markup, *, plays_out: bool) -> str:
    """Return whether a server's members may play people from other servers."""
    title = markup.strong(gettext("Other servers"))
    if plays_out:
        return gettext("{title}: members can play people from other servers.", title=title)
    return gettext("{title}: members only play each other.", title=title)


WIDTHS = {600: N_("small"), 900: N_("medium"), 1200: N_("large")}
"""The names of board widths, by pixels."""


def audit_line(change: Change, markup: Markup) -> str:
    """Return a line about a change: when, who and what."""
    values = {
        "time": markup.moment(change.at),
        "name": markup.strong(markup.name(change.name)),
        "what": change.what,
        **_values(change, markup),
    }
    return gettext(_message(change), **values)


def _message(change: Change) -> str:
    if change.what in _SWITCHES:
        on, off = _SWITCHES[change.what]
        return on if change.after else off
    return _WORDS.get(change.what, _OTHER)


def _values(change: Change, markup: Markup) -> Mapping[str, object]:
    """Return the values in a line: a setting before and after, or the object of the action."""
    if change.what in _SETTINGS:
        words_of = _SETTINGS[change.what]
        return {"before": words_of(change.before), "after": words_of(change.after)}
    if change.what in _PLACES:
        words_in = _PLACES[change.what]
        return {"before": words_in(change.before, markup), "after": words_in(change.after, markup)}
    after: object = change.after
    return cast("Mapping[str, object]", after) if isinstance(after, Mapping) else {"after": after}


def _pace(code: Any) -> str:
    return pace_words(PACES[code]) if code in PACES else str(code)


def _width(pixels: Any) -> str:
    if pixels in WIDTHS:
        return gettext(WIDTHS[pixels])
    return gettext("{pixels} pixels wide", pixels=pixels)


def _channels(ids: Any, markup: Markup) -> str:
    return str(row_of([markup.channel(each) for each in ids])) or pgettext("changed", "any channel")


def _channel(channel_id: Any, markup: Markup) -> str:
    return pgettext("changed", "nowhere") if channel_id is None else markup.channel(channel_id)


def _game(key: Any) -> str:
    return GAMES[key].name if key in GAMES else pgettext("changed", "every game")


def _role(role_id: Any, markup: Markup) -> str:
    return pgettext("changed", "nothing") if role_id is None else markup.role(role_id)


def _hour(hour: Any) -> str:
    return f"{hour:02}:00 UTC"


def _language(code: Any) -> str:
    return pgettext("changed", "same as Discord") if code is None else language_name(code)


def _games(keys: Any) -> str:
    return str(row_of([_game(key) for key in keys])) or pgettext("changed", "every game")


def _pages(kind: Any) -> str:
    return gettext(PAGES_NAMES[kind]) if kind in PAGES_NAMES else str(kind)


_SETTINGS: dict[AuditCode, Callable[[Any], str]] = {
    "board_width": _width,
    "pace": _pace,
    "puzzle_hour": _hour,
    "puzzle_games": _games,
    "leaderboard_game": _game,
    "language": _language,
    "pages": _pages,
}
"""Functions that format the values of settings."""

_PLACES: dict[AuditCode, Callable[[Any, Markup], str]] = {
    "channels": _channels,
    "forum_id": _channel,
    "summary_channel_id": _channel,
    "puzzle_channel_id": _channel,
    "leaderboard_channel_id": _channel,
    "champion_role_id": _role,
}
"""Functions that format the channels and roles of settings."""

_WORDS: dict[AuditCode, str] = {
    "channels": N_("{time} {name} allowed matches in {after} (before: {before})"),
    "forum_id": N_("{time} {name} put match posts in {after} (before: {before})"),
    "board_width": N_("{time} {name} set the board size to {after} (before: {before})"),
    "pace": N_("{time} {name} set the pace to {after} (before: {before})"),
    "summary_channel_id": N_("{time} {name} put the monthly summary in {after} (before: {before})"),
    "puzzle_channel_id": N_("{time} {name} put the daily puzzle in {after} (before: {before})"),
    "puzzle_hour": N_("{time} {name} moved the daily puzzle to {after} (before: {before})"),
    "puzzle_games": N_("{time} {name} set the daily puzzle games to {after} (before: {before})"),
    "leaderboard_channel_id": N_(
        "{time} {name} put the live leaderboard in {after} (before: {before})"
    ),
    "leaderboard_game": N_(
        "{time} {name} made the live leaderboard show {after} (before: {before})"
    ),
    "champion_role_id": N_("{time} {name} set the champions' role to {after} (before: {before})"),
    "language": N_("{time} {name} set the server's language to {after} (before: {before})"),
    "pages": N_("{time} {name} made the web pages {after} (before: {before})"),
    "event opened": N_("{time} {name} opened event {event}"),
    "event closed": N_("{time} {name} closed the entries of event {event}"),
    "event entrant": N_("{time} {name} removed someone from event {event}"),
    "event extended": N_("{time} {name} extended event {event}"),
    "event adjudicated": N_("{time} {name} decided match {match} of event {event}"),
    "event cancelled": N_("{time} {name} cancelled event {event}"),
    "match": N_("{time} {name} ended match {after}"),
}
"""The sentences, by the code of the change."""

_SWITCHES: dict[AuditCode, tuple[str, str]] = {
    "threads": (N_("{time} {name} turned threads on"), N_("{time} {name} turned threads off")),
    "plays_out": (
        N_("{time} {name} let members play people from other servers"),
        N_("{time} {name} kept matches within this server"),
    ),
}
"""The sentences about turning a setting on and off."""

_OTHER = N_("{time} {name} changed {what}")
