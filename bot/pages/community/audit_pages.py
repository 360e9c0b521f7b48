"""What admins and moderators have changed in a server, a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.pages.control_ids import control
from bot.pages.pace_words import pace_words
from bot.pages.page import Button, Page
from bot.pages.wording import plain
from club.clocks.pace import PACES
from rules.registry import GAMES
from storage.members.audit import Change

A_PAGE = 10
"""Changes shown at once."""

WIDTHS = {600: "small", 900: "medium", 1200: "large"}


def audit_page(changes: Sequence[Change], *, is_latest: bool) -> Page:
    """The changes of a page, the latest first.

    :param changes: those of this page, and one more where there are older ones.
    :param is_latest: none came after these.
    """
    shown = changes[:A_PAGE]
    lines = ["## Who changed what", *map(_line, shown)]
    if not shown:
        lines.append("Nothing has been changed in the past year.")
    note = "-# Changes in `/settings` and matches ended with `/end`, kept for a year."
    buttons = [Button("Back to settings", control("settings-back"))]
    if not is_latest:
        buttons.append(Button("Latest", control("settings-audit", 0)))
    if len(changes) > A_PAGE:
        buttons.append(Button("Older", control("settings-audit", shown[-1].id)))
    return Page(("\n".join(lines), note, tuple(buttons)))


def _line(change: Change) -> str:
    words = _WORDS.get(change.what)
    did = f"changed {change.what}" if words is None else words(change.before, change.after)
    return f"- <t:{change.at.timestamp():.0f}:f> **{plain(change.name)}** {did}"


def _threads(before: Any, after: Any) -> str:
    return f"turned threads {'on' if after else 'off'}"


def _pace(code: Any) -> str:
    return pace_words(PACES[code]) if code in PACES else str(code)


def _width(pixels: Any) -> str:
    return WIDTHS.get(pixels, f"{pixels} pixels wide")


def _channels(ids: Any) -> str:
    return ", ".join(f"<#{each}>" for each in ids) or "any channel"


def _channel(channel_id: Any) -> str:
    return "nowhere" if channel_id is None else f"<#{channel_id}>"


def _game(key: Any) -> str:
    return GAMES[key].name if key in GAMES else "every game"


def _changed(what: str, said: Callable[[Any], str]) -> Callable[[Any, Any], str]:
    return lambda before, after: f"{what} {said(after)} (before: {said(before)})"


def _hour(hour: Any) -> str:
    return f"{hour:02}:00 UTC"


def _games(keys: Any) -> str:
    return ", ".join(map(_game, keys)) or "every game"


_WORDS: dict[str, Callable[[Any, Any], str]] = {
    "channels": _changed("allowed matches in", _channels),
    "threads": _threads,
    "board_width": _changed("made boards", _width),
    "pace": _changed("set the pace to", _pace),
    "summary_channel_id": _changed("put the monthly summary in", _channel),
    "puzzle_channel_id": _changed("put the daily puzzle in", _channel),
    "puzzle_hour": _changed("moved the daily puzzle to", _hour),
    "puzzle_games": _changed("chose daily puzzles of", _games),
    "leaderboard_channel_id": _changed("put the live leaderboard in", _channel),
    "leaderboard_game": _changed("made the live leaderboard show", _game),
    "match": lambda before, after: f"ended match {after}",
}
