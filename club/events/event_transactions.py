"""Database changes of an event, each within the caller's transaction, which has locked the event.

Locking order: an event before matches (by number), matches before people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from random import Random
from typing import Literal, Unpack

from club.events import match_starts
from club.events.course import Board, Course, NextRound, PlannedPairing
from club.events.event_messages import add_news
from club.events.standings import results
from club.matches import beginning
from club.matches.beginning import Agreement
from club.outbox import notices, outbox, posts
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events import rounds as stored_rounds
from storage.events.entrants import Entrant
from storage.events.events import EventFields
from storage.events.rounds import NewPairing, Pairing
from storage.matches import matches as stored_matches
from storage.matches.stored_match import StoredMatch
from storage.matches.terms import Participant, Place, Terms
from storage.members import people


async def save_and_show(
    tx: Transaction, course: Course, now: datetime, **changes: Unpack[EventFields]
) -> Course:
    """Save changes of an event as its next version and queue its card."""
    course = await save(tx, course, **changes)
    await outbox.enqueue(tx, posts.event(course.event, now))
    return course


async def save(tx: Transaction, course: Course, **changes: Unpack[EventFields]) -> Course:
    """Save changes of an event as its next version, without updating its card yet."""
    return course.with_rows(await stored_events.change(tx, course.event, **changes))


async def begin_round(
    tx: Transaction, course: Course, next_round: NextRound, random: Random, now: datetime
) -> Course:
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
    return await begin_matches(tx, course, match_starts.first_matches(course), random, now)


async def pair(
    tx: Transaction, course: Course, planned: PlannedPairing, board: Board, now: datetime
) -> Pairing:
    """Add a pairing to a round. Its match, if any, starts later."""
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
    """Start the matches of pairings whose players this transaction has locked.

    At a table of three, a player who has left the event leaves the match as it starts.
    """
    event = course.event
    started: list[Pairing] = []
    for pairing in pairings:
        game = course.rounds[pairing.round - 1].game
        seated = [course.entrant(each) for each in pairing.seats]
        agreement = Agreement(
            Terms(game, dict(match_starts.options_of(course, game)), event.terms.pace),
            [Place(event.guild_id, event.channel_id, event.channel_id)],
            [Participant(each.user_id, each.name) for each in seated],
            event_id=event.id,
            absent=[seat for seat, each in enumerate(seated, 1) if not each.is_in],
        )
        match = await beginning.begin(tx, agreement, random, now)
        started.append(await stored_rounds.start(tx, pairing, match.id))
    return course.with_rows(pairings=started)


async def lock_players(
    tx: Transaction, course: Course, pairings: Iterable[PlannedPairing | Pairing]
) -> None:
    """Lock the players of pairings in a fixed order, so that simultaneous rounds can't deadlock."""
    entrants = [course.entrant(number) for each in pairings for number in each.seats]
    for user_id in sorted({each.user_id for each in entrants if each.is_in}):
        await people.get(tx, user_id, locked=True)


async def _seed(tx: Transaction, course: Course, divisions: Mapping[int, int]) -> Course:
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


async def detach_match(
    tx: Transaction, match_id: int, now: datetime, *, rated: bool = False
) -> StoredMatch:
    """Detach a match from its event. A match in progress may be finished.

    :param rated: whether it still counts for ratings.
    """
    match = await stored_matches.present(tx, match_id, locked=True)
    if match.event_id is not None and match.state == "running":
        await stored_matches.release_from_event(tx, match_id, rated=rated and match.rated)
        await notices.show_change(tx, match, now)
    return match


async def cancel(
    tx: Transaction, course: Course, now: datetime, reason: Literal["cancelled", "too few"]
) -> Course:
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
