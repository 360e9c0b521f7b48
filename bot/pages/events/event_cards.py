"""The card of an event: one message with its state, from the first entry to the champion.

It is edited in place, so it shows the same to everyone, and its controls only carry the number of
the event.
"""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import ACCENT, Block, Button, Page, Picture
from club.events.course import Course
from club.events.formats.registry import format_of
from language.texts import gettext
from presentation.events.card_words import CardWords, card_words
from presentation.events.event_view import EventView
from presentation.events.standings_figures import figure_of, first_pages, standings_picture
from storage.events.events import Event

MAX_PICTURES = 3
"""Maximum number of divisions shown on the card."""


def card_mark(event: Event) -> str:
    """Return the control that identifies the card of an event."""
    return control("event-standings", event.id, 0, "picture")


async def event_card(view: EventView, width: int) -> Page:
    """Return the current card of an event.

    :param width: the width of its pictures in pixels.
    """
    event, words = view.event, card_words(view, DISCORD)
    blocks: list[Block] = [_text(words)]
    if event.state in ("running", "over"):
        blocks += await standings_pictures(view, width)
    if words.running:
        heading = gettext("In progress")
        blocks.append("\n".join([f"### {heading}", *(f"- {line}" for line in words.running)]))
    return Page((*blocks, *_buttons(view)), accent=None if event.is_over else ACCENT)


def _text(words: CardWords) -> str:
    lines = [f"## {words.title}", words.facts, *words.lines]
    if words.byline:
        lines.append(f"-# {words.byline}")
    return "\n".join(lines)


async def standings_pictures(view: EventView, width: int) -> list[Block]:
    """Draw the standings of the first divisions, one picture each."""
    pictures: list[Block] = []
    for number in first_pages(view.standings)[:MAX_PICTURES]:
        picture = await standings_picture(figure_of(view.standings, view.rounds, number), width)
        pictures.append(Picture(f"standings-{number}.png", picture.alt, picture.data))
    return pictures


def _buttons(view: EventView) -> list[tuple[Button, ...]]:
    event = view.event
    actions: list[Button] = []
    if event.state == "open" or (event.state == "running" and takes_late(view)):
        actions.append(Button(gettext("Join"), control("event-join", event.id), "success"))
    if view.awaited:
        actions.append(Button(gettext("Still in?"), control("event-still", event.id), "primary"))
    if event.state == "running" and format_of(event).has_challenges:
        actions.append(Button(gettext("Challenge"), control("event-above", event.id), "primary"))
    views: list[Button] = [Button(gettext("Open just for me"), card_mark(event))]
    if event.state != "open":
        views.append(Button(gettext("Matches"), control("event-rounds", event.id, 0)))
    if event.game is not None and event.state != "over":
        views.append(Button(gettext("Rules"), control("terms", event.game, event.terms.pace)))
    if event.state == "open":
        leave = Button(gettext("Leave"), control("event-leave", event.id))
        rows = actions, [*views, leave]
    elif event.state == "running":
        drop_out = Button(gettext("Drop out"), control("event-leave", event.id))
        rows = views, [*actions, drop_out]
    else:
        rows = views, actions
    return [tuple(row) for row in rows if row]


def takes_late(view: EventView) -> bool:
    """Whether players can still enter the running event."""
    event = view.event
    course = Course(event, view.entrants, view.rounds, view.pairings)
    return format_of(event).first_round(course) is not None
