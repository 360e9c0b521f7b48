"""What admins and moderators have changed in a server, a line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.pages.community.language_pages import name_of
from bot.pages.control_ids import control
from bot.pages.page import Button, Page
from bot.pages.wording import plain
from club.clocks.pace import PACES
from presentation.paces import pace_words
from rules.language import N_, gettext, pgettext
from rules.listing import row_of
from rules.registry import GAMES
from storage.members.audit import Change

A_PAGE = 10
"""Changes shown at once."""

WIDTHS = {600: N_("small"), 900: N_("medium"), 1200: N_("large")}
"""What boards of so many pixels are called."""


def audit_page(changes: Sequence[Change], *, is_latest: bool) -> Page:
    """The changes of a page, the latest first.

    :param changes: those of this page, and one more where there are older ones.
    :param is_latest: none came after these.
    """
    shown = changes[:A_PAGE]
    lines = [gettext("## Who changed what"), *map(_line, shown)]
    if not shown:
        lines.append(gettext("Nothing has been changed in the past year."))
    note = gettext(
        "-# Changes in `/settings`, matches ended with `/end`, and what organisers did with "
        "`/event`, kept for a year."
    )
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if not is_latest:
        buttons.append(Button(gettext("Latest"), control("settings-audit", 0)))
    if len(changes) > A_PAGE:
        buttons.append(Button(gettext("Older"), control("settings-audit", shown[-1].id)))
    return Page(("\n".join(lines), note, tuple(buttons)))


def _line(change: Change) -> str:
    words = {
        "time": f"<t:{change.at.timestamp():.0f}:f>",
        "name": plain(change.name),
        "what": change.what,
        **_values(change),
    }
    return f"- {gettext(_message(change), **words)}"


def _message(change: Change) -> str:
    if change.what == "threads":
        return _THREADS_ON if change.after else _THREADS_OFF
    return _WORDS.get(change.what, _OTHER)


def _values(change: Change) -> Mapping[str, object]:
    """What stands in the places of a line: a setting before and after, or what was acted on."""
    if change.what in _SETTINGS:
        said = _SETTINGS[change.what]
        return {"before": said(change.before), "after": said(change.after)}
    if isinstance(change.after, Mapping):
        return change.after
    return {"after": change.after}


def _pace(code: Any) -> str:
    return pace_words(PACES[code]) if code in PACES else str(code)


def _width(pixels: Any) -> str:
    if pixels in WIDTHS:
        return gettext(WIDTHS[pixels])
    return gettext("{pixels} pixels wide", pixels=pixels)


def _channels(ids: Any) -> str:
    return str(row_of([f"<#{each}>" for each in ids])) or pgettext("changed", "any channel")


def _channel(channel_id: Any) -> str:
    return pgettext("changed", "nowhere") if channel_id is None else f"<#{channel_id}>"


def _game(key: Any) -> str:
    return GAMES[key].name if key in GAMES else pgettext("changed", "every game")


def _role(role_id: Any) -> str:
    return pgettext("changed", "nothing") if role_id is None else f"<@&{role_id}>"


def _hour(hour: Any) -> str:
    return f"{hour:02}:00 UTC"


def _language(code: Any) -> str:
    return pgettext("changed", "as in Discord") if code is None else name_of(code)


def _games(keys: Any) -> str:
    return str(row_of([_game(key) for key in keys])) or pgettext("changed", "every game")


_SETTINGS: dict[str, Callable[[Any], str]] = {
    "channels": _channels,
    "board_width": _width,
    "pace": _pace,
    "summary_channel_id": _channel,
    "puzzle_channel_id": _channel,
    "puzzle_hour": _hour,
    "puzzle_games": _games,
    "leaderboard_channel_id": _channel,
    "leaderboard_game": _game,
    "champion_role_id": _role,
    "language": _language,
}
"""How the values of a setting are said."""

_WORDS = {
    "channels": N_("{time} **{name}** allowed matches in {after} (before: {before})"),
    "board_width": N_("{time} **{name}** made boards {after} (before: {before})"),
    "pace": N_("{time} **{name}** set the pace to {after} (before: {before})"),
    "summary_channel_id": N_(
        "{time} **{name}** put the monthly summary in {after} (before: {before})"
    ),
    "puzzle_channel_id": N_("{time} **{name}** put the daily puzzle in {after} (before: {before})"),
    "puzzle_hour": N_("{time} **{name}** moved the daily puzzle to {after} (before: {before})"),
    "puzzle_games": N_("{time} **{name}** chose daily puzzles of {after} (before: {before})"),
    "leaderboard_channel_id": N_(
        "{time} **{name}** put the live leaderboard in {after} (before: {before})"
    ),
    "leaderboard_game": N_(
        "{time} **{name}** made the live leaderboard show {after} (before: {before})"
    ),
    "champion_role_id": N_("{time} **{name}** made the champions' role {after} (before: {before})"),
    "language": N_("{time} **{name}** set the server's language: {after} (before: {before})"),
    "event opened": N_("{time} **{name}** opened event {event}"),
    "event closed": N_("{time} **{name}** closed the entries of event {event}"),
    "event entrant": N_("{time} **{name}** took somebody out of event {event}"),
    "event extended": N_("{time} **{name}** gave more time to event {event}"),
    "event adjudicated": N_("{time} **{name}** decided match {match} of event {event}"),
    "event cancelled": N_("{time} **{name}** called off event {event}"),
    "match": N_("{time} **{name}** ended match {after}"),
}
"""What was changed, by what an audit keeps of it."""

_THREADS_ON = N_("{time} **{name}** turned threads on")
_THREADS_OFF = N_("{time} **{name}** turned threads off")
_OTHER = N_("{time} **{name}** changed {what}")
