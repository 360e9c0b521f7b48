"""The changes that admins and moderators have made in a server, page by page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page
from presentation.community.audit_words import audit_line
from rules.language import gettext
from storage.members.audit import Change

A_PAGE = 10
"""Changes shown at once."""


def audit_page(changes: Sequence[Change], *, is_latest: bool) -> Page:
    """A page of changes, the latest first.

    :param changes: those of this page, and one more if there are older ones.
    :param is_latest: none came after these.
    """
    listed = changes[:A_PAGE]
    lines = [gettext("## Who changed what"), *(f"- {audit_line(each, DISCORD)}" for each in listed)]
    if not listed:
        lines.append(gettext("Nothing has been changed in the past year."))
    note = gettext(
        "-# Changes in `/settings`, matches ended with `/end`, and organisers' actions in "
        "`/event`. Kept for a year."
    )
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if not is_latest:
        buttons.append(Button(gettext("Newest"), control("settings-audit", 0)))
    if len(changes) > A_PAGE:
        buttons.append(Button(gettext("Older"), control("settings-audit", listed[-1].id)))
    return Page(("\n".join(lines), note, tuple(buttons)))
