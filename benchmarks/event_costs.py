"""Measure the cost of pairing a round and of a running event's card.

python -m benchmarks.event_costs
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.events.cards import event_card, standings_pictures
from club.events.course import EventCourse, PlannedPairing
from club.events.formats import swiss
from club.events.formats.registry import standings
from club.events.opening import Wishes
from club.events.pairing import swiss_worker, tables
from club.events.pairing.tables import everyone_once
from club.events.standings import results
from presentation.events.event_view import view_of
from storage.database.store import Store
from storage.events.entering import Entrant
from storage.events.events import Event, EventTerms
from storage.events.rounds import Pairing, Round
from tests.club.events.sample_events import pairings, start_event, user_ids
from tests.club.services import Services
from tests.databases import new_store

BEGINNING = datetime(2026, 3, 1, 12, tzinfo=UTC)
CARD_WIDTH = 900
"""In pixels."""


def main() -> None:
    """Time pairing and standings of invented events, and a tour's card from the database."""
    _pairing()
    asyncio.run(_cards())


async def _cards() -> None:
    print("players  matches      read     words   standings  pictures  (seconds of the processor)")
    for players in (8, 64, 200):
        with TemporaryDirectory() as folder:
            store = await new_store(Path(folder))
            services = Services(store)
            wishes = Wishes(most=players)
            event = await start_event(services, "tour", players, wishes)
            started = [each for each in await pairings(services, event.id) if each.match_id]
            for pairing in started[::2]:
                users = await user_ids(services, event.id, pairing)
                await services.matches.resign(pairing.match_id or 0, users[0])
            await services.events.advance()
            await _card(store, event.id, players)
            await store.close()


async def _card(store: Store, event_id: int, players: int) -> None:
    """Measure one card."""
    view = await view_of(store, event_id)

    async def computed() -> None:
        standings(EventCourse(view.event, view.entrants, view.rounds, view.pairings))

    both = await _min_time(lambda: view_of(store, event_id))
    alone = await _min_time(computed)
    pictures = await _min_time(lambda: standings_pictures(view, CARD_WIDTH))
    card = await _min_time(lambda: event_card(view, CARD_WIDTH))
    print(
        f"{players:7} {len(view.pairings):8} {both - alone:9.3f} {card - pictures:9.3f} "
        f"{alone:11.3f} {pictures:9.3f}"
    )


async def _min_time(action: Callable[[], Awaitable[object]]) -> float:
    """The shortest processor time of several runs."""
    times: list[float] = []
    for _ in range(7):
        began = time.process_time()
        await action()
        times.append(time.process_time() - began)
    return min(times)


def _pairing() -> None:
    print("players   py4swiss   tables of three   standings after 7 rounds     its worst pairing")
    for players in (8, 64, 200):
        course = _invented_course(players, 1)
        swiss_time = tables_time = worst = 0.0
        # A Swiss tournament is limited to 64 entrants, so two rounds suffice beyond that.
        for _ in range(swiss.rounds_of(course) if players <= 64 else 2):
            began = time.perf_counter()
            pairs = swiss_worker.pair(swiss.request(course))
            swiss_time += time.perf_counter() - began
            worst = max(worst, time.perf_counter() - began)
            next_round = swiss.paired_round(course, pairs, BEGINNING)
            course = _after_round(course, next_round.pairings)
        rounds = len(course.rounds)
        for pairs_of_round in everyone_once(range(1, players + 1))[: 7 - rounds]:
            course = _after_round(course, [PlannedPairing(pair) for pair in pairs_of_round])
        began = time.perf_counter()
        for _ in range(10):
            standings(course)
        standings_time = (time.perf_counter() - began) / 10
        three = _invented_course(players, 1, {"players": 3})
        for _ in range(3):
            began = time.perf_counter()
            seating = tables.tables(swiss.seating(three))
            tables_time = max(tables_time, time.perf_counter() - began)
            three = _after_round(three, swiss.next_tables(three, seating, BEGINNING).pairings)
        print(
            f"{players:7} {swiss_time / rounds:8.3f} s {tables_time:13.3f} s "
            f"{1000 * standings_time:21.1f} ms {worst:21.3f} s"
        )


def _invented_course(
    players: int, number: int, options: dict[str, int] | None = None
) -> EventCourse:
    terms = EventTerms(options or {"players": 2}, "1d", 10, 0, players, 5)
    event = Event(
        number, 1, "swiss", "passtally", "", "running", 1, terms, 1, "", 1, None, None, None,
        BEGINNING, None, BEGINNING, None, None, None, None, None, 1, 0, None,
    )  # fmt: skip
    entrants = tuple(
        Entrant(number, each, each, "", "in", each, 1500.0, None, None, 1, BEGINNING, BEGINNING,
                None, None)
        for each in range(1, players + 1)
    )  # fmt: skip
    return EventCourse(event, entrants, (), ())


def _after_round(course: EventCourse, planned: Sequence[PlannedPairing]) -> EventCourse:
    """The course after a round with random results."""
    number, chance = len(course.rounds) + 1, random.Random(len(course.rounds))
    pairings: list[Pairing] = []
    for board, each in enumerate(planned, 1):
        outcomes = each.outcomes
        if outcomes is None:
            codes = list(results.OUTCOMES_BY_PLACE[len(each.seats)])
            chance.shuffle(codes)
            outcomes = tuple(codes)
        pairings.append(
            Pairing(
                0, 1, number, board, 1, each.seats, outcomes, None, BEGINNING, None, BEGINNING,
                False,
            )
        )  # fmt: skip
    over = Round(1, number, "passtally", BEGINNING, BEGINNING, BEGINNING)
    return replace(course, rounds=(*course.rounds, over), pairings=(*course.pairings, *pairings))


if __name__ == "__main__":
    main()
