"""The audit log of a server, page by page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.listing import paged
from bot.pages.page import MAX_TEXT_LENGTH, Button, Page
from language.texts import gettext
from presentation.community.audit_words import audit_line
from storage.members import audit

PAGE_SIZE = 10
"""Maximum number of changes per page. There are fewer if their lines are long."""


def audit_page(changes: Sequence[audit.Change], *, is_latest: bool) -> Page:
    """Return a page of changes, latest first.

    :param changes: the changes of this page, plus one if there are older ones.
    :param is_latest: whether this is the page of the latest changes.
    """
    heading = gettext("## Change log")
    note = gettext(
        "-# Changes in `/settings`, matches ended with `/end`, and organisers' actions in "
        "`/event`. Kept for a year."
    )
    room = MAX_TEXT_LENGTH - len(heading) - len(note)
    all_lines = [f"- {audit_line(each, DISCORD)}" for each in changes]
    portion = paged(all_lines, 0, room, PAGE_SIZE)
    lines = [heading, *portion.lines]
    if not changes:
        lines.append(gettext("Nothing has been changed in the past year."))
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if not is_latest:
        buttons.append(Button(gettext("Newest"), control("settings-audit", 0)))
    if portion.pages > 1:
        last = changes[len(portion.lines) - 1]
        buttons.append(Button(gettext("Older"), control("settings-audit", last.id)))
    return Page(("\n".join(lines), note, tuple(buttons)))
