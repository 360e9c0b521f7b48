"""Lists within Discord's limits: as many lines as fit, or page by page.

Every page that lists something uses these functions, however few lines it usually has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.pages.layout import MAX_TEXT_LENGTH, Button, Style
from language.texts import N_, gettext, ngettext

MAX_LISTED = 12
"""Maximum number of lines per heading, if they fit in a message."""

ARROWS = (N_("◀ Previous"), N_("Next ▶"))
"""Labels of `page_buttons` with arrows."""


@dataclass(frozen=True, slots=True)
class Portion:
    """The lines of one page of a list."""

    lines: tuple[str, ...]
    start: int
    """The index of the first line."""
    page: int
    """The index of the page."""
    pages: int
    """The number of pages, at least one."""


def paged(lines: Sequence[str], page: int, room: int, at_most: int | None = None) -> Portion:
    """Return a page of a list, which has as many lines as fit.

    :param page: the index of the page, limited to the last one.
    :param room: the number of characters for the lines, including a line break before each.
    :param at_most: the maximum number of lines per page.
    """
    pages = [0]
    left, count = room, 0
    shortened = [shorten(each, room - 1) for each in lines]
    for index, line in enumerate(shortened):
        if count and (len(line) + 1 > left or count == at_most):
            pages.append(index)
            left, count = room, 0
        left -= len(line) + 1
        count += 1
    page = max(0, min(page, len(pages) - 1))
    start, end = pages[page], [*pages, len(lines)][page + 1]
    return Portion(tuple(shortened[start:end]), start, page, len(pages))


def fitted(lines: Sequence[str], room: int, at_most: int | None = None) -> tuple[str, ...]:
    """Return the first lines that fit, and a line with the number of the others if any.

    :param room: as in `paged`.
    :param at_most: the maximum number of lines.
    """
    whole = paged(lines, 0, room, at_most)
    if whole.pages == 1:
        return whole.lines
    longest = max(len(more_words(number)) for number in range(1, len(lines) + 1))
    some = paged(lines, 0, room - longest - 1, at_most).lines
    return (*some, more_words(len(lines) - len(some)))


def listing(heading: str, lines: Sequence[str], room: int = MAX_TEXT_LENGTH) -> str:
    """Return a heading with as many lines as fit, and the number of the others if any.

    Without lines, return an empty text.
    """
    if not lines:
        return ""
    title = f"### {heading}"
    return "\n".join((title, *fitted(lines, room - len(title), MAX_LISTED)))


def page_buttons(
    page: int,
    pages: int,
    control_of: Callable[[int], str],
    labels: tuple[str, str] = (N_("Previous"), N_("Next")),
    onward: Style = "secondary",
) -> tuple[Button, Button]:
    """Return the buttons to the pages before and after, disabled at the ends.

    :param page: the index of the current page.
    :param control_of: returns the control of a page by its index, also of those beyond the ends.
    :param onward: the style of the second button.
    """
    before, after = map(gettext, labels)
    return (
        Button(before, control_of(page - 1), disabled=page <= 0),
        Button(after, control_of(page + 1), onward, disabled=page >= pages - 1),
    )


def turning_buttons(portion: Portion, control_of: Callable[[int], str]) -> tuple[Button, ...]:
    """Return the buttons to the pages before and after that exist.

    :param control_of: returns the control of a page, by its index.
    """
    buttons = page_buttons(portion.page, portion.pages, control_of)
    return tuple(button for button in buttons if not button.disabled)


def shorten(text: str, room: int = MAX_TEXT_LENGTH) -> str:
    """Cut a text that is too long, between words if possible."""
    if len(text) <= room:
        return text
    cut, _, _ = text[: room - 1].rpartition(" ")
    return f"{cut or text[: room - 1]}…"


def more_words(count: int) -> str:
    """Return the number of lines that a list has no room for."""
    return ngettext("…and {count} more.", "…and {count} more.", count)
