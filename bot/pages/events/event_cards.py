"""The card of an event: one message that tells how it stands, from the first entry to the champion.

It is edited in place, so everything on it is true for everybody who sees it, and its controls
carry the event's number alone.
"""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.events.event_view import EventView, match_words
from bot.pages.events.event_words import (
    FORMAT_NAMES,
    FORMAT_RULES,
    closing_words,
    game_name,
    seats_left_words,
    terms_words,
    title_of,
)
from bot.pages.events.news_words import champions_words, names_words
from bot.pages.events.standings_figures import figure_of, pages_of
from bot.pages.page import ACCENT, Block, Button, Page, Picture
from bot.pages.wording import mention, plain, relative
from club.events.formats.registry import RULES
from club.events.standings.standings import Standings
from presentation.pictures import drawn
from rendering.figures.crosstable import draw_crosstable
from rendering.figures.crosstable_words import crosstable_alt
from rules.language import gettext, ngettext
from rules.listing import all_or_some_of, listed, sentences
from storage.events.events import Event

MOST_PICTURES = 3
"""Divisions that the card shows; the others are a click away."""

MOST_LINKED = 12
"""Running matches that the card names."""

MOST_AWAITED = 10
"""People that the card names whose answer is awaited."""


def card_mark(event: Event) -> str:
    """The control by which the card of an event is told from all other messages."""
    return control("event-standings", event.id, 0, "picture")


async def event_card(view: EventView, width: int) -> Page:
    """An event as everybody sees it now.

    :param width: of its pictures, in pixels.
    """
    event = view.event
    if event.state == "open":
        return Page((_open_words(view), *_buttons(view)))
    text = {"running": _running_words, "over": _over_words, "cancelled": _cancelled_words}
    blocks: list[Block] = [text[event.state](view)]
    if event.state != "cancelled":
        blocks += await standings_pictures(view, width)
    if event.state == "running":
        blocks += [each for each in (_matches_words(view),) if each]
    is_over = event.state in ("over", "cancelled")
    return Page((*blocks, *_buttons(view)), accent=None if is_over else ACCENT)


async def standings_pictures(view: EventView, width: int) -> list[Block]:
    """The standings of the first divisions, a picture each; where there are none yet, nothing."""
    count = max(1, min(MOST_PICTURES, len(view.standings.tables)))
    first_pages = _first_pages(view.standings)[:count]
    pictures: list[Block] = []
    for number in first_pages:
        figure = figure_of(view.standings, view.rounds, number)
        png = await drawn(draw_crosstable, figure, width)
        pictures.append(Picture(f"standings-{number}.png", crosstable_alt(figure), png))
    return pictures


def _first_pages(standings: Standings) -> list[int]:
    """The number of the first picture of each division."""
    numbers: list[int] = []
    number = 0
    for table in standings.tables:
        numbers.append(number)
        number += pages_of(table)
    return numbers


def _heading(event: Event) -> str:
    kind = FORMAT_NAMES[event.format]
    return f"## {title_of(event)}\n{kind} · {game_name(event)} · {terms_words(event)}"


def _open_words(view: EventView) -> str:
    event, entered = view.event, view.taking_part
    taken = seats_left_words(event, len(entered))
    if not entered:
        seats = gettext("**{seats_taken}**.", seats_taken=taken)
    else:
        are_few = len(entered) <= 20
        names = listed([plain(each.name) for each in entered]) if are_few else names_words(entered)
        seats = gettext("**{seats_taken}**: {names}.", seats_taken=taken, names=names)
    opened = gettext("Opened by {name}.", name=plain(event.opened_by_name))
    lines = [
        _heading(event),
        str(FORMAT_RULES[event.format]),
        str(sentences(seats, closing_words(event))),
        *_asked_words(view),
        f"-# {opened}",
    ]
    return "\n".join(lines)


def _running_words(view: EventView) -> str:
    event = view.event
    lines = [_heading(event), closing_words(event)]
    running = [each for each in view.rounds if each.over_at is None]
    for each in running:
        if event.format in ("swiss", "tour") and each.ends_at is not None:
            when = relative(each.ends_at)
            lines[-1] = gettext("Round {number} ends {when}.", number=each.number, when=when)
    lines += _asked_words(view)
    return "\n".join(line for line in lines if line)


def _over_words(view: EventView) -> str:
    event = view.event
    when = gettext("Over since {when}.", when=relative(event.ended_at)) if event.ended_at else ""
    text = f"{_heading(event)}\n{champions_words(event, view.champions)}\n{when}"
    return text.strip()


def _cancelled_words(view: EventView) -> str:
    called_off = gettext("**Called off.** Nobody loses anything by it.")
    return f"{_heading(view.event)}\n{called_off}"


def _asked_words(view: EventView) -> list[str]:
    """Whose answer is awaited."""
    if not view.awaited:
        return []
    whom = all_or_some_of([mention(each.user_id) for each in view.awaited], MOST_AWAITED)
    return [gettext("Waiting for {names}: click **Still in?**", names=whom)]


def _matches_words(view: EventView) -> str:
    """The matches that run, with links; of many some."""
    running = [each for each in view.pairings if each.is_open and view.link_of(each)]
    if not running:
        return ""
    lines = [
        f"- {view.versus_words(each)} · [{match_words(each)}]({view.link_of(each)})"
        for each in running[:MOST_LINKED]
    ]
    if len(running) > MOST_LINKED:
        more = ngettext(
            "… and {count} more match",
            "… and {count} more matches",
            len(running) - MOST_LINKED,
        )
        lines.append(f"- {more}")
    heading = gettext("Running")
    return "\n".join([f"### {heading}", *lines])


def _buttons(view: EventView) -> list[tuple[Button, ...]]:
    event = view.event
    first: list[Button] = []
    if event.state == "open" or (event.state == "running" and takes_late(view)):
        first.append(Button(gettext("Join"), control("event-join", event.id), "success"))
    if view.awaited:
        first.append(Button(gettext("Still in?"), control("event-still", event.id), "primary"))
    if event.state == "running" and event.format == "ladder":
        first.append(Button(gettext("Challenge"), control("event-above", event.id), "primary"))
    if event.state in ("open", "running"):
        words = gettext("Leave") if event.state == "open" else gettext("Drop out")
        first.append(Button(words, control("event-leave", event.id)))
    second: list[Button] = [Button(gettext("Look closer"), card_mark(event))]
    if event.state != "open":
        second.append(Button(gettext("Matches"), control("event-rounds", event.id, 0)))
    if event.game is not None and event.state != "over":
        second.append(Button(gettext("Rules"), control("rules", event.game)))
    return [tuple(row) for row in (first, second) if row]


def takes_late(view: EventView) -> bool:
    """Whether somebody can still come in while it runs."""
    event = view.event
    return event.format == "ladder" or len(view.rounds) < RULES[event.format].late_until
