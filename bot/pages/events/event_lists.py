"""Pages for one person: the events of a server, the matches of a round, whom one can challenge."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.events.event_view import EventView
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
from bot.pages.wording import counted, ordinal, plain, relative
from club.events import results
from club.events.ladder import REACH
from rules.registry import GAMES
from storage.events.events import Event
from storage.events.rounds import Pairing

A_PAGE = 20
"""Matches listed at once."""

MOST_LISTED = 15
"""Events listed at once."""

OUTCOME_WORDS = {
    results.WIN: "1",
    results.DRAW: "½",
    results.LOSS: "0",
    results.TIME_LOSS: "0 (time)",
    results.FIRST: "1st",
    results.SECOND: "2nd",
    results.THIRD: "3rd",
    results.FORFEIT_WIN: "+",
    results.FORFEIT_LOSS: "−",
    results.WALKOVER: "½",
    results.BYE: "bye",
    results.HALF_BYE: "½",
    results.VOID: "–",
}
"""What somebody got, on a line of a list."""


def list_page(events: Sequence[Event]) -> Page:
    """The events of a server, those under way first."""
    under_way = [event for event in events if not event.is_over][:MOST_LISTED]
    over = [event for event in events if event.is_over][: MOST_LISTED - len(under_way)]
    lines = ["## Events", *map(_line, under_way)]
    if not under_way:
        lines.append(
            "None is under way. `/cup` opens a small one that begins by itself when it's full."
        )
    if over:
        lines += ["### Over", *map(_line, over)]
    open_ones = [event for event in under_way if event.state == "open"][:MOST_IN_ROW]
    buttons = [
        Button(f"Join {event.name}"[:80], control("event-join", event.id), "success")
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
    return f"- **{event.id}** · [{title_of(event)}]({card}) · {facts}. {when}".rstrip()


def rounds_page(view: EventView, number: int, page: int = 0) -> Page:
    """The pairings of a round, a line each, with links to their matches.

    :param number: of the round, from 1; the nearest there is.
    :param page: of its pairings, from 0.
    """
    event = view.event
    if not view.rounds:
        when = closing_words(event)
        return text_page(f"**{title_of(event)}** hasn't begun yet. {when}".strip())
    of = view.rounds[max(1, min(number, len(view.rounds))) - 1]
    pairings = [each for each in view.pairings if each.round == of.number]
    pages = max(1, -(-len(pairings) // A_PAGE))
    page = min(page, pages - 1)
    shown = pairings[page * A_PAGE :][:A_PAGE]
    heading = f"## {title_of(event)}"
    if event.format in ("swiss", "tour"):
        game = f": {GAMES[of.game].name}" if event.format == "tour" else ""
        heading += f"\nRound {of.number}{game}"
    if of.over_at is not None:
        heading += f" · over since {relative(of.over_at)}"
    elif of.ends_at is not None:
        heading += f" · ends {relative(of.ends_at)}"
    lines = [heading, *(_pairing_line(view, each) for each in shown)]
    if not pairings:
        lines.append("No matches yet.")
    turning = [
        *(
            Button(f"Round {other}", control("event-round", event.id, other, 0))
            for other in (of.number - 1, of.number + 1)
            if 1 <= other <= len(view.rounds)
        ),
        *(
            Button(label, control("event-round", event.id, of.number, other))
            for label, other in (("Back", page - 1), ("More", page + 1))
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
    board = f" · [match {pairing.match_id}]({link})" if link is not None else ""
    if pairing.outcomes is None:
        return f"- {names} · playing{board}"
    if pairing.outcomes[0] in (results.BYE, results.HALF_BYE):
        points = points_words(results.POINTS[pairing.outcomes[0]])
        return f"- {names} · bye ({points})"
    got = " : ".join(OUTCOME_WORDS[each] for each in pairing.outcomes)
    by = " · decided by an organiser" if pairing.adjudicated else ""
    return f"- {names} · **{got}**{by}{board}"


def above_page(view: EventView, user_id: int) -> Page:
    """Whom somebody can challenge on a ladder, a button each."""
    event = view.event
    own = view.entrant(user_id)
    if own is None or not own.is_in or own.place is None:
        buttons = (Button("Join", control("event-join", event.id), "success"),)
        return Page(
            (f"You're not on **{title_of(event)}** yet. Join, and start climbing.", buttons)
        )
    if own.place == 1:
        return text_page(
            f"You're at the top of **{title_of(event)}**: nobody's left to challenge. Let them "
            "come."
        )
    above = sorted(
        (
            each
            for each in view.taking_part
            if each.place is not None and own.place - REACH <= each.place < own.place
        ),
        key=lambda each: each.place or 0,
    )
    lines = [
        f"You're **{ordinal(own.place)}** of {counted(len(view.taking_part), 'player')} on "
        f"**{title_of(event)}**. Whom do you challenge? Win, and their place is yours.",
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
    text = (
        f"Drop out of **{title_of(event)}**? The matches that you still play in it are lost, and "
        "you may not come back."
    )
    return Page((text, (Button("Drop out", control("event-gone", event.id), "danger"),)))


def left_page(event: Event) -> Page:
    """What somebody is told who has left."""
    return text_page(f"You left **{title_of(event)}**.")
