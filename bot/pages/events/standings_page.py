"""The standings of an event for one person to leaf through, as pictures or as text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.events.event_view import EventView
from bot.pages.events.event_words import title_of
from bot.pages.events.standings_figures import TIE_WORDS, figure_of, page_with, tables_of
from bot.pages.page import Block, Button, Page, Picture
from bot.pages.wording import ordinal
from presentation.pictures import drawn
from rendering.figures.crosstable import draw_crosstable
from rendering.figures.crosstable_words import crosstable_alt, crosstable_text
from rules.language import Text, gettext, lazy_pgettext, pgettext

FORMS = ("picture", "text")


async def standings_page(
    view: EventView, width: int, number: int | None, form: str, user_id: int
) -> Page:
    """One part of the table.

    :param number: which, from 0; None for the one on which who asks stands.
    :param form: "picture" or "text".
    """
    count = tables_of(view.standings)
    if number is None:
        number = page_with(view.standings, user_id)
    number = min(number, count - 1)
    figure = figure_of(view.standings, view.rounds, number, user_id=user_id)
    blocks: list[Block] = []
    if form == "text":
        blocks.append(f"```\n{crosstable_text(figure)}\n```")
    else:
        png = await drawn(draw_crosstable, figure, width)
        blocks.append(Picture("standings.png", crosstable_alt(figure), png))
    blocks.append(_own_words(view, user_id))
    other = "picture" if form == "text" else "text"
    label = gettext("As a picture") if form == "text" else gettext("As text")
    event_id = view.event.id
    buttons = [Button(label, control("event-page", event_id, number, other))]
    if count > 1:
        before, after = number - 1, number + 1
        buttons.append(
            Button(
                pgettext("page", "Back"),
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


def _own_words(view: EventView, user_id: int) -> str:
    """Where whoever asks stands, and how ties are broken."""
    lines: list[str] = []
    row = view.standings.row_of(user_id)
    if row is not None and row.place is not None and row.entrant.is_in and view.rounds:
        place, event = ordinal(row.place), title_of(view.event)
        if view.standings.shares_place(row):
            lines.append(
                gettext("You are tied for **{place}** place in {event}.", place=place, event=event)
            )
        else:
            lines.append(gettext("You are **{place}** in {event}.", place=place, event=event))
    ties = [TIE_WORDS[code] for code in view.standings.tie_breaks]
    # On a ladder nobody is level.
    if ties and view.event.format != "ladder":
        told = gettext(
            "Ties on points are broken by {ways}; players who are still level share the place.",
            ways=_in_their_order(ties),
        )
        lines.append(f"-# {told}")
    if not lines:
        return gettext("Nobody has played in {event} yet.", event=title_of(view.event))
    return "\n".join(lines)


def _in_their_order(ways: Sequence[Text]) -> Text:
    """ "a, then b, then c"."""
    first, *others = ways
    for way in others:
        first = lazy_pgettext("list", "{start}, then {end}", start=first, end=way)
    return first
