"""The audit log of a server, page by page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page
from language.texts import gettext
from presentation.community.audit_words import audit_line
from storage.members.audit import Change

PAGE_SIZE = 10
"""Changes per page."""


def audit_page(changes: Sequence[Change], *, is_latest: bool) -> Page:
    """Return a page of changes, latest first.

    :param changes: the changes of this page, plus one if there are older ones.
    :param is_latest: whether this is the page of the latest changes.
    """
    recent = changes[:PAGE_SIZE]
    lines = [
        gettext("## Who changed what"),
        *(f"- {audit_line(each, DISCORD)}" for each in recent),
    ]
    if not recent:
        lines.append(gettext("Nothing has been changed in the past year."))
    note = gettext(
        "-# Changes in `/settings`, matches ended with `/end`, and organisers' actions in "
        "`/event`. Kept for a year."
    )
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if not is_latest:
        buttons.append(Button(gettext("Newest"), control("settings-audit", 0)))
    if len(changes) > PAGE_SIZE:
        buttons.append(Button(gettext("Older"), control("settings-audit", recent[-1].id)))
    return Page(("\n".join(lines), note, tuple(buttons)))
