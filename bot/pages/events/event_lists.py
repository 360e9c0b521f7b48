"""Pages for one person: the events of a server, the matches of a round, whom one can challenge."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.events.event_view import EventView, match_words
from bot.pages.events.event_words import (
    FORMAT_NAMES,
    STATE_WORDS,
    closing_words,
    game_name,
    points_words,
    title_of,
)
from bot.pages.links import address
from bot.pages.page import MOST_IN_ROW, Block, Button, Page, text_page
from bot.pages.wording import ordinal, plain, relative
from club.events.formats.ladder import REACH
from club.events.names import named
from club.events.standings import results
from rules.language import gettext, ngettext, pgettext
from rules.listing import sentences
from rules.registry import GAMES
from storage.events.events import Event
from storage.events.rounds import Pairing

A_PAGE = 20
"""Matches listed at once."""

MOST_LISTED = 15
"""Events listed at once."""

_OUTCOMES = {
    results.WIN: "1",
    results.DRAW: "½",
    results.LOSS: "0",
    results.FORFEIT_WIN: "+",
    results.FORFEIT_LOSS: "−",
    results.WALKOVER: "½",
    results.HALF_BYE: "½",
    results.VOID: "–",
}
_PLACES = {results.FIRST: 1, results.SECOND: 2, results.THIRD: 3}


def outcome_words(outcome: str) -> str:
    """What somebody got, on a line of a list: "1", "2nd"."""
    if outcome in _PLACES:
        return ordinal(_PLACES[outcome])
    if outcome == results.TIME_LOSS:
        return gettext("0 (time)")
    return gettext("bye") if outcome == results.BYE else _OUTCOMES[outcome]


def list_page(events: Sequence[Event]) -> Page:
    """The events of a server, those under way first."""
    under_way = [event for event in events if not event.is_over][:MOST_LISTED]
    over = [event for event in events if event.is_over][: MOST_LISTED - len(under_way)]
    heading, over_heading = gettext("Events"), gettext("Over")
    lines = [f"## {heading}", *map(_line, under_way)]
    if not under_way:
        lines.append(
            gettext(
                "None is under way. `/cup` opens a small one that begins by itself when it's full."
            )
        )
    if over:
        lines += [f"### {over_heading}", *map(_line, over)]
    open_ones = [event for event in under_way if event.state == "open"][:MOST_IN_ROW]
    buttons = [
        Button(
            gettext("Join {event}", event=named(event))[:80],
            control("event-join", event.id),
            "success",
        )
        for event in open_ones
    ]
    return Page(("\n".join(lines), *([tuple(buttons)] if buttons else [])))


def _line(event: Event) -> str:
    card = address(event.guild_id, event.channel_id, event.card_message_id)
    state = STATE_WORDS[event.state]
    facts = f"{FORMAT_NAMES[event.format]} · {game_name(event)} · {state}"
    when = closing_words(event)
    if event.is_over:
        since = "" if event.ended_at is None else f" {relative(event.ended_at)}"
        return f"- **{event.id}** · [{title_of(event)}]({card}) · {facts}{since}"
    if when:
        facts = pgettext("event in a list", "{facts}. {sentence}", facts=facts, sentence=when)
    return f"- **{event.id}** · [{title_of(event)}]({card}) · {facts}"


def rounds_page(view: EventView, number: int, page: int = 0) -> Page:
    """The pairings of a round, a line each, with links to their matches.

    :param number: of the round, from 1; the nearest there is.
    :param page: of its pairings, from 0.
    """
    event = view.event
    if not view.rounds:
        when = closing_words(event)
        not_yet = gettext("**{event}** hasn't begun yet.", event=title_of(event))
        return text_page(str(sentences(not_yet, when)))
    of = view.rounds[max(1, min(number, len(view.rounds))) - 1]
    pairings = [each for each in view.pairings if each.round == of.number]
    pages = max(1, -(-len(pairings) // A_PAGE))
    page = min(page, pages - 1)
    shown = pairings[page * A_PAGE :][:A_PAGE]
    facts = [title_of(event)]
    if event.format == "tour":
        game = GAMES[of.game].name
        facts = [gettext("Round {number}: {game}", number=of.number, game=game)]
    elif event.format == "swiss":
        facts = [gettext("Round {number}", number=of.number)]
    if of.over_at is not None:
        facts.append(gettext("over since {when}", when=relative(of.over_at)))
    elif of.ends_at is not None:
        facts.append(gettext("ends {when}", when=relative(of.ends_at)))
    heading = f"## {' · '.join(facts)}"
    if event.format in ("swiss", "tour"):
        heading = f"## {title_of(event)}\n{' · '.join(facts)}"
    lines = [heading, *(_pairing_line(view, each) for each in shown)]
    if not pairings:
        lines.append(gettext("No matches yet."))
    turning = [
        *(
            Button(
                gettext("Round {number}", number=other), control("event-round", event.id, other, 0)
            )
            for other in (of.number - 1, of.number + 1)
            if 1 <= other <= len(view.rounds)
        ),
        *(
            Button(label, control("event-round", event.id, of.number, other))
            for label, other in (
                (pgettext("page", "Back"), page - 1),
                (gettext("Next"), page + 1),
            )
            if 0 <= other < pages
        ),
    ]
    blocks: list[Block] = ["\n".join(lines)]
    if turning:
        blocks.append(tuple(turning))
    return Page(tuple(blocks))


def _pairing_line(view: EventView, pairing: Pairing) -> str:
    names = view.versus_words(pairing)
    link = view.link_of(pairing)
    board = f" · [{match_words(pairing)}]({link})" if link is not None else ""
    if pairing.outcomes is None:
        playing = gettext("playing")
        return f"- {names} · {playing}{board}"
    if pairing.outcomes[0] in (results.BYE, results.HALF_BYE):
        points = points_words(results.POINTS[pairing.outcomes[0]])
        bye = gettext("bye ({points})", points=points)
        return f"- {names} · {bye}"
    got = " : ".join(map(outcome_words, pairing.outcomes))
    line = f"- {names} · **{got}**"
    if pairing.adjudicated:
        line += " · " + gettext("decided by an organiser")
    return line + board


def above_page(view: EventView, user_id: int) -> Page:
    """Whom somebody can challenge on a ladder, a button each."""
    event = view.event
    own = view.entrant(user_id)
    if own is None or not own.is_in or own.place is None:
        buttons = (Button(gettext("Join"), control("event-join", event.id), "success"),)
        not_yet = gettext(
            "You're not on **{event}** yet. Join, and start climbing.", event=title_of(event)
        )
        return Page((not_yet, buttons))
    if own.place == 1:
        return text_page(
            gettext(
                "You're at the top of **{event}**: nobody's left to challenge. Let them come.",
                event=title_of(event),
            )
        )
    above = sorted(
        (
            each
            for each in view.taking_part
            if each.place is not None and own.place - REACH <= each.place < own.place
        ),
        key=lambda each: each.place or 0,
    )
    standing = ngettext(
        "You're **{place}** of {count} player on **{event}**.",
        "You're **{place}** of {count} players on **{event}**.",
        len(view.taking_part),
        place=ordinal(own.place),
        event=title_of(event),
    )
    whom = gettext("Who do you challenge? Win, and their place is yours.")
    lines = [
        str(sentences(standing, whom)),
        *(f"- {ordinal(each.place or 0)}: {plain(each.name)}" for each in above),
    ]
    buttons = tuple(
        Button(f"{ordinal(each.place or 0)}: {each.name}"[:80], _climb(event, each.user_id))
        for each in above
    )
    return Page(("\n".join(lines), buttons))


def _climb(event: Event, user_id: int) -> str:
    return control("event-climb", event.id, user_id)


def sure_page(event: Event) -> Page:
    """Whether somebody really wants to leave an event that has begun."""
    text = gettext(
        "Drop out of **{event}**? The matches that you still play in it are lost, and you may not "
        "come back.",
        event=title_of(event),
    )
    return Page((text, (Button(gettext("Drop out"), control("event-gone", event.id), "danger"),)))


def left_page(event: Event) -> Page:
    """What somebody is told who has left."""
    return text_page(gettext("You left **{event}**.", event=title_of(event)))
