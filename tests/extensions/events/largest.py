"""Events as large as a club can store them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from extensions.events.bot import cards as event_cards
from extensions.events.bot import champions, news, standings
from extensions.events.club.course import EventCourse
from extensions.events.club.formats import registry
from extensions.events.club.opening import MAX_NAME_LENGTH, MAX_ROUNDS
from extensions.events.presentation.event_view import EventView
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event, EventTerms
from extensions.events.storage.news import News
from extensions.events.storage.rounds import Pairing, Round
from rules.registry import GAMES
from storage.servers.settings import GuildSettings
from tests.bot.interface.test_largest_pages import linked
from tests.bot.largest import ID, NAME, NUMBER, WIDTH, filled, match


@cache
def event(format: str, state: str, entrants: int = 60, rounds: int = MAX_ROUNDS) -> EventView:
    """An event with many entrants, of whom all play in each round."""
    game = None if format == "tour" else "passtally"
    options = {} if game is None else GAMES[game].choose({})
    opened = filled(
        Event, id=NUMBER, format=format, game=game, state=state,
        name=(NAME * 2)[:MAX_NAME_LENGTH], season=99, told_news=0,
        terms=filled(
            EventTerms, options=options, pace="3d+12h<5d", days=60, rounds=rounds, most=200
        ),
    )  # fmt: skip
    people = tuple(
        filled(
            Entrant, number=number, user_id=ID - number, state="in", seed=number, rating=1500.0,
            division=1 + (number - 1) // 6 if format == "league" else None, first_round=1,
            left_at=None, place=1 if state == "over" else number, struck_round=None,
        )
        for number in range(1, entrants + 1)
    )  # fmt: skip
    is_open = state == "open"
    all_rounds = tuple(
        filled(Round, number=number, game=game or "scala", over_at=None)
        for number in range(1, 1 if is_open else rounds + 1)
    )
    pairings = tuple(
        filled(
            Pairing, id=100 * each.number + board, round=each.number, board=board,
            division=1 + (board - 1) // 3 if format == "league" else 0,
            seats=(2 * board - 1, 2 * board), match_id=NUMBER - board,
            outcomes=None if each.number == rounds and state == "running" else ("win", "loss"),
        )
        for each in all_rounds
        for board in range(1, entrants // 2 + 1)
    )  # fmt: skip
    course = EventCourse(opened, people, all_rounds, pairings)
    stored = match("scala").stored
    numbers = [each.match_id or 0 for each in pairings]
    matches = {number: replace(stored, id=number) for number in numbers}
    return EventView(opened, people, all_rounds, pairings, matches, registry.standings(course))


def scenes() -> Iterator[partial[Any]]:
    views = [
        event(format, state, 60 if format != "cup" else 6)
        for format in ("cup", "league", "tour", "ladder", "swiss")
        for state in ("open", "running", "over", "cancelled")
    ]
    for view in views:
        yield partial(linked, event_cards.event_card, view, WIDTH)
        yield partial(standings.rounds_page, view, 2, 1)
        items = [filled(News, number=each, kind="out", entrants=(1, 2, 3)) for each in range(60)]
        yield partial(news.news_page, view, items)
        for form in ("picture", "text"):
            yield partial(standings.standings_page, view, WIDTH, 0, form, ID - 1)
        if view.event.format == "ladder":
            yield partial(standings.above_page, view, ID - 30)
    each = views[0].event
    yield partial(
        standings.list_page, [replace(view.event, id=id) for id, view in enumerate(views)]
    )
    yield partial(champions._page, filled(GuildSettings), None)
    for question in (standings.leave_question, standings.left_page):
        yield partial(question, each)
