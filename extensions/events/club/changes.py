"""Database changes of an event, and which of its matches start.

Each change is within the caller's transaction, which has locked the event. Locking order: an event
before matches (by number), matches before people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Literal, Unpack

from club.matches import changes as beginning
from club.matches.changes import Agreement
from club.outbox import notices, queue
from extensions.events.club import posts as event_posts
from extensions.events.club.course import Board, EventCourse, NextRound, PlannedPairing
from extensions.events.club.news import add_news
from extensions.events.club.standings import results
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage import rounds as stored_rounds
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import EventFields
from extensions.events.storage.rounds import NewPairing, Pairing, PairingOutcome
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.members import preferences

MAX_AT_ONCE = 2
"""Maximum number of simultaneous matches per player in a round."""

MIN_TIME_LEFT = timedelta(days=2)
"""Time left in the round that a match needs to start, enough for its first move."""


def options_of(course: EventCourse, game: str) -> Mapping[str, int]:
    """Return the options of a round's game."""
    event = course.event
    return GAMES[game].choose({}) if event.game is None else event.terms.options


def first_matches(course: EventCourse) -> list[Pairing]:
    """Return the pairings whose matches start with their round."""
    return _choose(course, course.waiting_pairings)


def next_matches(course: EventCourse, now: datetime) -> list[Pairing]:
    """Return the pairings whose matches can start because others have ended."""
    in_time = [
        pairing
        for pairing in course.waiting_pairings
        if course.ends_at(pairing) >= now + MIN_TIME_LEFT
    ]
    return _choose(course, in_time)


def decided_without_match(
    course: EventCourse, pairing: Pairing
) -> tuple[PairingOutcome, ...] | None:
    """Return the results of a pairing without enough players for its match, else None.

    A table of three needs only two, because the third leaves the match as it starts.
    """
    staying = [course.entrant(number).is_in for number in pairing.seats]
    if sum(staying) >= 2:
        return walkover(pairing) if is_kept_apart(course, pairing.seats) else None
    return tuple(results.FORFEIT_WIN if each else results.FORFEIT_LOSS for each in staying)


def walkover(pairing: Pairing) -> tuple[PairingOutcome, ...]:
    """Return half a point for each seat."""
    return (results.WALKOVER,) * len(pairing.seats)


def is_kept_apart(course: EventCourse, seats: tuple[int, ...]) -> bool:
    """Whether one of these entrants blocks another."""
    return any(pair <= {*seats} for pair in course.kept_apart)


async def save_and_show(
    tx: Transaction, course: EventCourse, now: datetime, **changes: Unpack[EventFields]
) -> EventCourse:
    """Save changes of an event as its next version and queue its card."""
    course = await save(tx, course, **changes)
    await queue.enqueue(tx, event_posts.card(course.event, now))
    return course


async def save(tx: Transaction, course: EventCourse, **changes: Unpack[EventFields]) -> EventCourse:
    """Save changes of an event as its next version, without updating its card yet."""
    return course.with_rows(await stored_events.change(tx, course.event, **changes))


async def begin_round(
    tx: Transaction, course: EventCourse, next_round: NextRound, random: Random, now: datetime
) -> EventCourse:
    """Start the next round and its first matches. The first round starts the event.

    :raises sqlalchemy.exc.IntegrityError: if the round has already started.
    """
    event = course.event
    number = len(course.rounds) + 1
    new_round = await stored_rounds.begin(
        tx, event.id, number, next_round.game, now, next_round.ends_at
    )
    course = await _seed(tx, course.with_rows(rounds=[new_round]), next_round.divisions)
    await lock_players(tx, course, next_round.pairings)
    pairings = [
        await pair(tx, course, planned, Board(number, board), now)
        for board, planned in enumerate(next_round.pairings, 1)
    ]
    times = EventFields(ends_at=next_round.ends_at, wakes_at=now)
    if number == 1:
        times.update(EventFields(state="running", started_at=now, entries_close_at=None))
    # The card comes first, because it creates the thread for the news.
    course = await save_and_show(tx, course.with_rows(pairings=pairings), now, **times)
    if number == 1:
        await add_news(tx, course.event, now, "started")
    await add_news(tx, course.event, now, "round begun", round=number)
    return await begin_matches(tx, course, first_matches(course), random, now)


async def pair(
    tx: Transaction, course: EventCourse, planned: PlannedPairing, board: Board, now: datetime
) -> Pairing:
    """Add a pairing to a round. Its match, if any, starts later."""
    outcomes = planned.outcomes
    if outcomes is None and is_kept_apart(course, planned.seats):
        outcomes = (results.WALKOVER,) * len(planned.seats)
    new = NewPairing(
        board.round, board.number, planned.seats, planned.division, outcomes, planned.ends_at
    )
    return await stored_rounds.pair(tx, course.event.id, new, now)


async def begin_matches(
    tx: Transaction, course: EventCourse, pairings: Iterable[Pairing], random: Random, now: datetime
) -> EventCourse:
    """Start the matches of pairings whose players this transaction has locked.

    At a table of three, a player who has left the event leaves the match as it starts.
    """
    event = course.event
    started: list[Pairing] = []
    for pairing in pairings:
        game = course.rounds[pairing.round - 1].game
        seated = [course.entrant(seat) for seat in pairing.seats]
        agreement = Agreement(
            Terms(game, dict(options_of(course, game)), event.terms.pace),
            [Place(event.guild_id, event.channel_id, event.channel_id)],
            [Participant(each.user_id, each.name) for each in seated],
            event_id=event.id,
            absent=[seat for seat, each in enumerate(seated, 1) if not each.is_in],
        )
        match = await beginning.begin(tx, agreement, random, now)
        started.append(await stored_rounds.start(tx, pairing, match.id))
    return course.with_rows(pairings=started)


async def lock_players(
    tx: Transaction, course: EventCourse, pairings: Iterable[PlannedPairing | Pairing]
) -> None:
    """Lock the players of pairings in a fixed order, so that simultaneous rounds can't deadlock."""
    entrants = [course.entrant(number) for pairing in pairings for number in pairing.seats]
    for user_id in sorted({entrant.user_id for entrant in entrants if entrant.is_in}):
        await preferences.get(tx, user_id, locked=True)


async def detach_match(
    tx: Transaction, match_id: int, now: datetime, *, rated: bool = False
) -> StoredMatch:
    """Detach a match from its event. A match in progress may be finished.

    :param rated: whether it still counts for ratings.
    """
    match = await stored_matches.current(tx, match_id, locked=True)
    if match.event_id is not None and match.state == "running":
        await stored_rounds.release(tx, match_id, rated=rated and match.rated)
        await notices.show_change(tx, match, now)
    return match


async def cancel(
    tx: Transaction, course: EventCourse, now: datetime, reason: Literal["cancelled", "too few"]
) -> EventCourse:
    """Cancel an event. Its matches continue as ordinary matches.

    :param reason: "cancelled" by an organiser, or "too few" entrants.
    """
    voided: list[Pairing] = []
    for pairing in sorted(course.open_pairings, key=lambda each: each.match_id or 0):
        if pairing.match_id is not None:
            await detach_match(tx, pairing.match_id, now, rated=True)
        outcomes = (results.VOID,) * len(pairing.seats)
        voided.append(await stored_rounds.settle(tx, pairing, outcomes, now))
    course = course.with_rows(pairings=voided)
    course = await save_and_show(tx, course, now, state="cancelled", ended_at=now, wakes_at=None)
    await add_news(tx, course.event, now, reason)
    return course


def _choose(course: EventCourse, waiting: list[Pairing]) -> list[Pairing]:
    """Choose as many as can start, spreading the first moves over different players.

    This way, no one is mentioned several times at once.
    """
    under_way, begins = Counter[int](), Counter[int]()
    for pairing in course.running_pairings:
        _count(pairing, under_way, begins)
    chosen: list[Pairing] = []
    waiting = list(waiting)
    while True:
        free = [each for each in waiting if _has_room(course, each, under_way)]
        if not free:
            return chosen
        pairing = min(free, key=lambda each: (*_first_moves(each, begins), each.board))
        _count(pairing, under_way, begins)
        waiting.remove(pairing)
        chosen.append(pairing)


def _first_moves(pairing: Pairing, begins: Counter[int]) -> tuple[int, int]:
    """Return a sort key: the mover's number of first moves, then the others', negated."""
    first, *others = pairing.seats
    return begins[first], -sum(begins[each] for each in others)


def _count(pairing: Pairing, under_way: Counter[int], begins: Counter[int]) -> None:
    under_way.update(pairing.seats)
    begins[pairing.seats[0]] += 1


def _has_room(course: EventCourse, pairing: Pairing, under_way: Counter[int]) -> bool:
    return all(
        under_way[number] < MAX_AT_ONCE or not course.entrant(number).is_in
        for number in pairing.seats
    )


async def _seed(tx: Transaction, course: EventCourse, divisions: Mapping[int, int]) -> EventCourse:
    """Give entrants without a seed the next seeds, by rating, and store the divisions."""
    last = max((each.seed or 0 for each in course.entrants), default=0)
    seeded: list[Entrant] = []
    for entrant in course.current_entrants:
        seed = entrant.seed
        if seed is None:
            seed = last = last + 1
        division = divisions.get(entrant.number, entrant.division)
        if (seed, division) != (entrant.seed, entrant.division):
            entrant = await stored_entrants.change(tx, entrant, seed=seed, division=division)
            seeded.append(entrant)
    return course.with_rows(entrants=seeded)
