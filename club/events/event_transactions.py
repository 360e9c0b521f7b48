"""What changes of an event do to the database, each within the transaction of its caller, which
has locked the event.

An event is taken before the matches, and those before a person; so no two transactions wait for
each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Literal, Unpack

from club.events import match_starts
from club.events.course import Board, Course, NextRound, Planned
from club.events.standings import results
from club.matches import beginning
from club.matches.beginning import Agreement
from club.outbox import notices, outbox, posts
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import news as stored_news
from storage.events import rounds as stored_rounds
from storage.events.entrants import Entrant
from storage.events.events import Event, EventFields
from storage.events.news import NewsKind
from storage.events.rounds import NewPairing, Pairing
from storage.matches import matches as stored_matches
from storage.matches.matches import StoredMatch
from storage.matches.terms import Participant, Place, Terms
from storage.members import people

BETWEEN_NEWS = timedelta(days=1)
"""The thread of an event gets one message a day at most, besides the matches."""


async def changed(
    tx: Transaction, course: Course, now: datetime, **changes: Unpack[EventFields]
) -> Course:
    """Make the next version of an event, and have its card show it."""
    course = await stepped(tx, course, **changes)
    await outbox.enqueue(tx, posts.event(course.event, now))
    return course


async def stepped(tx: Transaction, course: Course, **changes: Unpack[EventFields]) -> Course:
    """Make the next version of an event whose card is shown once nothing more is due."""
    return course.having(await stored_events.change(tx, course.event, **changes))


async def tell(
    tx: Transaction,
    event: Event,
    now: datetime,
    kind: NewsKind,
    *,
    round: int | None = None,
    entrants: Sequence[int] = (),
    places: Sequence[int] = (),
) -> None:
    """Keep what has happened, and have the thread told: now, or a day after it was told last.

    That the event has started is told at once: its first matches follow.
    """
    await stored_news.add(tx, event.id, now, kind, round=round, entrants=entrants, places=places)
    await tell_what_is_new(tx, event, now, at_once=kind == "started")


async def tell_what_is_new(
    tx: Transaction, event: Event, now: datetime, *, at_once: bool = False
) -> None:
    """Have the thread told of all that it was not told yet."""
    due_at = now
    if event.told_at is not None and not at_once:
        due_at = max(now, event.told_at + BETWEEN_NEWS)
    await outbox.enqueue(tx, posts.event_news(event, due_at, now))


async def begin_round(
    tx: Transaction, course: Course, coming: NextRound, random: Random, now: datetime
) -> Course:
    """Begin the next round with its first matches; with the first round, the event.

    :raises sqlalchemy.exc.IntegrityError: if it has begun already.
    """
    event = course.event
    number = len(course.rounds) + 1
    begun = await stored_rounds.begin(tx, event.id, number, coming.game, now, coming.ends_at)
    course = await _seed(tx, course.having(rounds=[begun]), coming.divisions)
    await take_persons(tx, course, coming.pairings)
    pairings = [
        await pair(tx, course, planned, Board(number, board), now)
        for board, planned in enumerate(coming.pairings, 1)
    ]
    times = EventFields(ends_at=coming.ends_at, wakes_at=now)
    if number == 1:
        times.update(EventFields(state="running", started_at=now, entries_close_at=None))
    # The card first, so that there is a thread for the news.
    course = await changed(tx, course.having(pairings=pairings), now, **times)
    if number == 1:
        await tell(tx, course.event, now, "started")
    await tell(tx, course.event, now, "round begun", round=number)
    return await begin_matches(tx, course, match_starts.first_matches(course), random, now)


async def pair(
    tx: Transaction, course: Course, planned: Planned, board: Board, now: datetime
) -> Pairing:
    """Add a pairing to a round; its match, if one is to be played, begins later."""
    outcomes = planned.outcomes
    if outcomes is None and match_starts.is_kept_apart(course, planned.seats):
        outcomes = (results.WALKOVER,) * len(planned.seats)
    new = NewPairing(
        board.round, board.number, planned.seats, planned.division, outcomes, planned.ends_at
    )
    return await stored_rounds.pair(tx, course.event.id, new, now)


async def begin_matches(
    tx: Transaction, course: Course, pairings: Iterable[Pairing], random: Random, now: datetime
) -> Course:
    """Begin the matches of pairings whose players this transaction has taken."""
    event = course.event
    begun: list[Pairing] = []
    for pairing in pairings:
        game = course.rounds[pairing.round - 1].game
        seated = [course.entrant(each) for each in pairing.seats]
        agreement = Agreement(
            Terms(game, dict(match_starts.options_of(course, game)), event.terms.pace),
            [Place(event.guild_id, event.channel_id, event.channel_id)],
            [Participant(each.user_id, each.name) for each in seated],
            event_id=event.id,
        )
        match = await beginning.begin(tx, agreement, random, now)
        begun.append(await stored_rounds.start(tx, pairing, match.id))
    return course.having(pairings=begun)


async def take_persons(
    tx: Transaction, course: Course, pairings: Iterable[Planned | Pairing]
) -> None:
    """Take all whose turns are to begin, in one order: of two rounds that begin at once with the
    same people, the second waits."""
    users = {course.entrant(number).user_id for each in pairings for number in each.seats}
    for user_id in sorted(users):
        await people.get(tx, user_id, locked=True)


async def _seed(tx: Transaction, course: Course, divisions: Mapping[int, int]) -> Course:
    """Number the entrants without a seed by rating, after all others, and store the divisions."""
    last = max((each.seed or 0 for each in course.entrants), default=0)
    seeded: list[Entrant] = []
    for entrant in course.present:
        seed = entrant.seed
        if seed is None:
            seed = last = last + 1
        division = divisions.get(entrant.number, entrant.division)
        if (seed, division) != (entrant.seed, entrant.division):
            changed = await stored_entrants.change(tx, entrant, seed=seed, division=division)
            seeded.append(changed)
    return course.having(entrants=seeded)


async def release(
    tx: Transaction, match_id: int, now: datetime, *, rated: bool = False
) -> StoredMatch:
    """Let a match count for its event no more; if it runs, it may be played on.

    :param rated: whether it goes on counting for ratings.
    """
    match = await stored_matches.present(tx, match_id, locked=True)
    if match.event_id is not None and match.state == "running":
        await stored_matches.release_from_event(tx, match_id, rated=rated and match.rated)
        await notices.show_change(tx, match, now)
    return match


async def call_off(
    tx: Transaction, course: Course, now: datetime, why: Literal["cancelled", "too few"]
) -> Course:
    """End an event without a result; its matches go on as matches of their own.

    :param why: whether an organiser wishes so, or too few have joined.
    """
    voided: list[Pairing] = []
    for pairing in course.open:
        if pairing.match_id is not None:
            await release(tx, pairing.match_id, now, rated=True)
        outcomes = (results.VOID,) * len(pairing.seats)
        voided.append(await stored_rounds.settle(tx, pairing, outcomes, now))
    course = course.having(pairings=voided)
    course = await changed(tx, course, now, state="cancelled", ended_at=now, wakes_at=None)
    await tell(tx, course.event, now, why)
    return course
