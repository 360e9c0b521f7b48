"""Private pages about events: lists, rounds, opponents on a ladder, standings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface.markup import DISCORD, address
from bot.pages.layout import (
    MAX_IN_ROW,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Page,
    Picture,
    control,
    text_page,
)
from bot.pages.listing import Portion, fitted, page_buttons, paged, turning_buttons
from extensions.events.club.formats.registry import event_name
from extensions.events.presentation.crosstable_words import crosstable_text
from extensions.events.presentation.event_view import EventView
from extensions.events.presentation.events import (
    closing_words,
    facts_words,
    not_begun_words,
    title_of,
)
from extensions.events.presentation.rounds import (
    is_on_ladder,
    ladder_lines,
    opponents_above,
    order_words,
    pairing_line,
    round_heading,
)
from extensions.events.presentation.standings import (
    figure_of,
    no_standings_words,
    page_count,
    page_with,
    place_words,
    standings_picture,
    ties_words,
)
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Round
from language.lists import sentences
from language.texts import gettext
from presentation.phrases import ordinal

PAGE_SIZE = 20
"""Maximum number of matches per page. There are fewer if their lines are long."""

MAX_LISTED = 15
"""Maximum number of events listed."""

FORMS = ("picture", "text")


def list_page(events: Sequence[Event]) -> Page:
    """Return the list of a server's events, current ones first."""
    under_way = [event for event in events if not event.is_over][:MAX_LISTED]
    past = [event for event in events if event.is_over][: MAX_LISTED - len(under_way)]
    heading, over_heading = gettext("Events"), gettext("Finished")
    lines = [*map(_line, under_way)]
    if not under_way:
        lines.append(
            gettext(
                "No events right now. Open a mini-tournament with `/cup`: it starts when it's full."
            )
        )
    if past:
        lines += [f"### {over_heading}", *map(_line, past)]
    title = f"## {heading}"
    text = "\n".join((title, *fitted(lines, MAX_TEXT_LENGTH - len(title))))
    open_ones = [event for event in under_way if event.state == "open"][:MAX_IN_ROW]
    buttons = [
        Button(
            gettext("Join {event}", event=event_name(event))[:80],
            control("event-join", event.id),
            "success",
        )
        for event in open_ones
    ]
    standings = [
        Button(
            gettext("Standings: {event}", event=event_name(event))[:80],
            control("event-standings", event.id, 0, "picture"),
        )
        for event in under_way
        if event.state == "running"
    ][:MAX_IN_ROW]
    return Page((text, *(tuple(row) for row in (buttons, standings) if row)))


def rounds_page(view: EventView, number: int, page: int = 0) -> Page:
    """Return the pairings of a round, a line each, with links to their matches.

    :param number: the number of the round, from 1, limited to the last one.
    :param page: the index of the page of pairings.
    """
    if not view.rounds:
        not_begun = not_begun_words(view.event, DISCORD)
        return text_page(str(sentences(not_begun, closing_words(view.event, DISCORD))))
    round = view.rounds[max(1, min(number, len(view.rounds))) - 1]
    pairings = [pairing for pairing in view.pairings if pairing.round == round.number]
    title, facts = round_heading(view, round, DISCORD)
    lines = [f"## {title}"]
    if facts:
        lines.append(facts)
    lines.append(f"-# {order_words()}" if pairings else gettext("No matches yet."))
    room = MAX_TEXT_LENGTH - sum(len(line) + 1 for line in lines)
    all_lines = [f"- {pairing_line(view, pairing, DISCORD)}" for pairing in pairings]
    portion = paged(all_lines, page, room, PAGE_SIZE)
    blocks: list[Block] = ["\n".join((*lines, *portion.lines))]
    if buttons := _page_buttons(view, round, portion):
        blocks.append(buttons)
    return Page(tuple(blocks))


def above_page(view: EventView, user_id: int) -> Page:
    """Return the opponents a user can challenge on a ladder, with a button each."""
    event = view.event
    first, *others = ladder_lines(view, user_id, DISCORD)
    text = "\n".join([first, *(f"- {line}" for line in others)])
    if not is_on_ladder(view, user_id):
        return Page((text, (Button(gettext("Join"), control("event-join", event.id), "success"),)))
    buttons = tuple(
        Button(
            f"{ordinal(opponent.place or 0)}: {opponent.name}"[:80],
            control("event-climb", event.id, opponent.user_id),
        )
        for opponent in opponents_above(view, user_id)
    )
    return Page((text, buttons)) if buttons else text_page(text)


def leave_question(event: Event) -> Page:
    """Return the page that asks to confirm leaving a running event."""
    text = gettext(
        "Drop out of **{event}**? You'll forfeit your matches in it, and you may not be able "
        "to come back.",
        event=title_of(event, DISCORD),
    )
    return Page((text, (Button(gettext("Drop out"), control("event-gone", event.id), "danger"),)))


def left_page(event: Event) -> Page:
    """Return the confirmation that the user has left."""
    return text_page(gettext("You left **{event}**.", event=title_of(event, DISCORD)))


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

        def page_control(page: int) -> str:
            return control("event-page", event_id, max(0, page), form)

        buttons += page_buttons(number, count, page_control)
    if view.rounds:
        buttons.append(
            Button(gettext("Matches"), control("event-rounds", event_id, len(view.rounds)))
        )
    return Page((*blocks, tuple(buttons)))


def _line(event: Event) -> str:
    card = address(event.guild_id, event.channel_id, event.card_message_id)
    title = DISCORD.link(title_of(event, DISCORD), card)
    return f"- **{event.id}** · {title} · {facts_words(event, DISCORD)}"


def _page_buttons(view: EventView, round: Round, portion: Portion) -> tuple[Button, ...]:
    """Return buttons to the neighbouring rounds and pages."""
    event_id = view.event.id
    rounds = (
        Button(
            gettext("Round {number}", number=number), control("event-round", event_id, number, 0)
        )
        for number in (round.number - 1, round.number + 1)
        if 1 <= number <= len(view.rounds)
    )
    turning = turning_buttons(
        portion, lambda page: control("event-round", event_id, round.number, page)
    )
    return (*rounds, *turning)


def _words(view: EventView, user_id: int) -> str:
    """Return the user's place, and how ties are broken."""
    place, ties = place_words(view, user_id, DISCORD), ties_words(view)
    lines = [line for line in (place, f"-# {ties}" if ties else "") if line]
    return "\n".join(lines) or no_standings_words(view, DISCORD)
