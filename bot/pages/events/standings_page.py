"""The private standings of an event, page by page, as pictures or text."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Block, Button, Page, Picture
from language.texts import gettext
from presentation.events.event_view import EventView
from presentation.events.standings_figures import (
    figure_of,
    page_count,
    page_with,
    standings_picture,
)
from presentation.events.standings_words import no_standings_words, place_words, ties_words
from rendering.figures.crosstable_words import crosstable_text

FORMS = ("picture", "text")


async def standings_page(
    view: EventView, width: int, number: int | None, form: str, user_id: int
) -> Page:
    """Return one page of the standings.

    :param number: its index, or None for the page with the user's row.
    :param form: "picture" or "text".
    """
    count = page_count(view.standings)
    if number is None:
        number = page_with(view.standings, user_id)
    number = min(number, count - 1)
    figure = figure_of(view.standings, view.rounds, number, user_id=user_id)
    blocks: list[Block] = []
    if form == "text":
        blocks.append(f"```\n{crosstable_text(figure)}\n```")
    else:
        picture = await standings_picture(figure, width)
        blocks.append(Picture("standings.png", picture.alt, picture.data))
    blocks.append(_words(view, user_id))
    other = "picture" if form == "text" else "text"
    label = gettext("As a picture") if form == "text" else gettext("As text")
    event_id = view.event.id
    buttons = [Button(label, control("event-page", event_id, number, other))]
    if count > 1:
        before, after = number - 1, number + 1
        buttons.append(
            Button(
                gettext("Previous"),
                control("event-page", event_id, max(0, before), form),
                disabled=before < 0,
            )
        )
        buttons.append(
            Button(
                gettext("Next"),
                control("event-page", event_id, after, form),
                disabled=after >= count,
            )
        )
    if view.rounds:
        buttons.append(
            Button(gettext("Matches"), control("event-rounds", event_id, len(view.rounds)))
        )
    return Page((*blocks, tuple(buttons)))


def _words(view: EventView, user_id: int) -> str:
    """Return the user's place, and how ties are broken."""
    place, ties = place_words(view, user_id, DISCORD), ties_words(view)
    lines = [line for line in (place, f"-# {ties}" if ties else "") if line]
    return "\n".join(lines) or no_standings_words(view, DISCORD)
