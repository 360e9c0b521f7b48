"""Events with invented entrants, and shortcuts for playing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from club.audit import Admin
from extensions.events.club import downtime
from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.club.pairing.swiss_worker import Pair, Request, pair
from extensions.events.club.pairing.tables import Seating, Table, tables
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing
from storage.database.store import Store
from storage.matches.match import Participant
from tests.club.services import CHANNEL, GUILD, Services

assert downtime  # which registers what is postponed

ORGANISER = Admin(99, "Olga")


def person(number: int) -> Person:
    """A person whose user id is their number plus 100."""
    return Person(100 + number, f"Player {number}")


def participant(number: int) -> Participant:
    return Participant(100 + number, f"Player {number}")


class InProcessPairer:
    """Pairs in this process, which saves starting one for every round.

    The worker process has tests of its own.
    """

    async def pair(self, request: Request) -> list[Pair]:
        return pair(request)

    async def seat(self, seating: Seating) -> list[Table]:
        return tables(seating)


async def open_event(
    services: Services, format: str, players: int, wishes: EventOptions | None = None
) -> Event:
    """Open an event with `players` entrants, player 1 first."""
    if wishes is None:
        wishes = EventOptions(game=None if format == "tour" else "skirt")
    event = await services.part(Events).open(Opening(GUILD, CHANNEL, format, person(1), wishes))
    for number in range(2, players + 1):
        event = await services.part(Events).join(event.id, person(number))
    return event


async def start_event(
    services: Services, format: str, players: int, wishes: EventOptions | None = None
) -> Event:
    """Start an event with `players` entrants by closing its entries."""
    event = await open_event(services, format, players, wishes)
    if event.state == "open":
        event = await services.part(Events).organising.close_entries(event.id, ORGANISER)
    return event


async def pairings(
    services: Services, event_id: int, round_number: int = -1
) -> tuple[Pairing, ...]:
    """The pairings of a round, by default the latest."""
    rounds = await services.part(Events).reader.rounds(event_id)
    return rounds[round_number if round_number < 0 else round_number - 1].pairings


async def entrant(services: Services, event_id: int, number: int) -> Entrant:
    event = await services.part(Events).reader.event(event_id)
    return next(each for each in event.entrants if each.user_id == person(number).user_id)


async def user_ids(services: Services, event_id: int, pairing: Pairing) -> list[int]:
    """The user ids of a pairing, seat 1 first."""
    event = await services.part(Events).reader.event(event_id)
    ids_by_number = {each.number: each.user_id for each in event.entrants}
    return [ids_by_number[number] for number in pairing.seats]


async def move_all(services: Services, event_id: int) -> None:
    """Make a first turn for everyone in all their matches."""
    for pairing in await pairings(services, event_id):
        if pairing.match_id is not None and pairing.is_open:
            await services.play_turns(pairing.match_id, 1)


async def end_all(
    services: Services,
    event_id: int,
    loser: Callable[[Sequence[int]], int] = max,
    but: Sequence[int] = (),
) -> None:
    """End all matches of the latest round, including those that start meanwhile.

    By default, the player who joined first wins.

    :param loser: chooses the loser among the user ids.
    :param but: users whose matches go on.
    """
    round_number = len(await services.part(Events).reader.rounds(event_id))
    any_ended = True
    while any_ended:
        any_ended = False
        for pairing in await pairings(services, event_id, round_number):
            users = await user_ids(services, event_id, pairing)
            if pairing.match_id is None or not pairing.is_open or {*users} & {*but}:
                continue
            any_ended = True
            await end_match(services, pairing.match_id, loser)
        await services.part(Events).advance()


async def end_match(
    services: Services, match_id: int, loser: Callable[[Sequence[int]], int] = max
) -> None:
    """Resign for all players but one."""
    while not (await services.matches.find(match_id)).is_over:
        match = await services.matches.find(match_id)
        await services.matches.resign(match_id, loser([each.user_id for each in match.playing]))


async def pass_days(services: Services, days: float) -> None:
    """Advance the clock, with chores every six hours."""
    end = services.now + timedelta(days=days)
    while services.now < end:
        services.now = min(end, services.now + timedelta(hours=6))
        await do_chores(services)


async def do_chores(services: Services) -> None:
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()
    await services.part(Events).advance()


async def places(services: Services, event_id: int) -> dict[int, int | None]:
    """Each player's place, by number."""
    standings = await services.part(Events).reader.standings(event_id)
    return {
        row.entrant.user_id - 100: row.place for table in standings.tables for row in table.rows
    }


def services_on(store: Store) -> Services:
    """Another process on the same database."""
    return Services(store)
