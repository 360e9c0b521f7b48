"""A ladder: whoever is below challenges somebody up to three places above, and takes their place by
winning. Sitting out costs places. After a season whoever stands at the top has won."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from club.events import event_transactions, refusals
from club.events.course import Course, NextRound, Person, Planned, Rules
from club.events.names import named
from club.events.standings.results import WON
from club.members.blocks import check_not_blocked
from club.references import Name
from rules.language import N_
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing

RULES = Rules(
    least=2,
    most=200,
    largest=200,
    pace="2d+4h<3d",
    days=14,
    entry_days=None,
)

LASTS = timedelta(days=90)
"""How long a season is."""
REACH = 3
"""Places above one's own that can be challenged."""
MOST_MATCHES = 2
"""Matches of the ladder that somebody plays at a time."""
AGAIN_AFTER = timedelta(days=7)
"""How soon after the end of a match the same two can meet again."""
IDLE = timedelta(days=14)
"""Who has not played for so long drops a place."""


def season(event: Event, now: datetime) -> NextRound:
    """The one round of a ladder, to which matches are added as people challenge each other."""
    assert event.game is not None
    return NextRound(event.game, event.terms.options, now + LASTS, ())


async def challenge(
    tx: Transaction,
    course: Course,
    person: Person,
    place: int | None,
    random: Random,
    now: datetime,
) -> int:
    """Challenge somebody above; the match begins at once.

    :param place: theirs, None for the next above.
    :returns: the number of the match.
    :raises Refusal: `event_over`, `not_a_ladder`, `not_entered`, `top`, `place`, `busy`,
        `they_are_busy`, `again`, `season_ends`, `blocks`, `not_available`.
    """
    event = course.event
    if event.is_over:
        raise refusals.event_over(event)
    if event.format != "ladder":
        raise Refusal("not_a_ladder", N_("{event} isn't a ladder."), event=Name(named(event)))
    own = course.of_user(person.user_id)
    if own is None or not own.is_in or own.place is None:
        raise refusals.not_entered(event)
    other = _above(course, own, place)
    _check_free(course, own, other, now)
    assert event.ends_at is not None
    if event.ends_at <= now:
        raise Refusal("season_ends", N_("{event} ends right now."), event=Name(named(event)))
    await check_not_blocked(tx, person.user_id, {other.user_id: other.name})
    # Whoever has moved first less often does; on as many, who is challenged.
    seats = (own.number, other.number)
    if _firsts(course, other) <= _firsts(course, own):
        seats = (other.number, own.number)
    planned = Planned(seats)
    await event_transactions.take_persons(tx, course, [planned])
    pairing = await event_transactions.begin_pairing(
        tx,
        course,
        planned,
        season(event, now),
        1,
        len(course.pairings) + 1,
        random,
        now,
        ends_at=min(event.ends_at, now + timedelta(days=event.terms.days)),
    )
    assert pairing.match_id is not None
    await event_transactions.changed(
        tx, event, now, wakes_at=min(event.wakes_at or now, now + IDLE)
    )
    return pairing.match_id


def _above(course: Course, own: Entrant, place: int | None) -> Entrant:
    assert own.place is not None
    if own.place == 1:
        raise Refusal("top", N_("You are at the top. The others challenge you now."))
    wanted = own.place - 1 if place is None else place
    if not max(1, own.place - REACH) <= wanted < own.place:
        raise Refusal(
            "place",
            N_("You are number {own}: you can challenge number {most} to {least}."),
            own=own.place,
            most=max(1, own.place - REACH),
            least=own.place - 1,
        )
    return next(each for each in course.present if each.place == wanted)


def _check_free(course: Course, own: Entrant, other: Entrant, now: datetime) -> None:
    if _playing(course, own) >= MOST_MATCHES:
        words = N_("You are already playing {count} matches on this ladder. Finish one first.")
        raise Refusal("busy", words, count=MOST_MATCHES)
    if _playing(course, other) >= MOST_MATCHES:
        raise Refusal(
            "they_are_busy",
            N_(
                "They are already playing {count} matches on this ladder. Challenge somebody else "
                "up to {places} places above you."
            ),
            count=MOST_MATCHES,
            places=REACH,
        )
    for pairing in course.pairings:
        if {*pairing.seats} != {own.number, other.number}:
            continue
        if pairing.is_open:
            raise Refusal("again", N_("You are playing each other already."))
        assert pairing.settled_at is not None
        if now - pairing.settled_at < AGAIN_AFTER:
            raise Refusal(
                "again",
                N_("You met less than {days} days ago. Challenge somebody else first."),
                days=AGAIN_AFTER.days,
            )


def _playing(course: Course, entrant: Entrant) -> int:
    return sum(entrant.number in pairing.seats for pairing in course.open)


def _firsts(course: Course, entrant: Entrant) -> int:
    """How much more often somebody has moved first than second."""
    played = [each.seats for each in course.pairings if entrant.number in each.seats]
    return sum(1 if seats[0] == entrant.number else -1 for seats in played)


async def settle(
    tx: Transaction, event: Event, pairing: Pairing, outcomes: Sequence[str], now: datetime
) -> None:
    """Let who has won take the place of who has lost, if that is above, in the transaction that
    settles their match; everybody in between is a place further down."""
    entrants = {each.number: each for each in await stored_entrants.of_event(tx, event.id)}
    for number in pairing.seats:
        await stored_entrants.change(tx, entrants[number], seen_at=now)
    won = [number for number, got in zip(pairing.seats, outcomes, strict=True) if got in WON]
    if len(won) != 1:
        return
    winner = entrants[won[0]]
    loser = next(entrants[number] for number in pairing.seats if number != winner.number)
    if winner.place is None or loser.place is None or winner.place < loser.place:
        return
    places: dict[int, int | None] = {
        each.number: each.place + 1
        for each in entrants.values()
        if each.place is not None and loser.place <= each.place < winner.place
    }
    places[winner.number] = loser.place
    await stored_entrants.set_places(tx, event.id, places)
    await event_transactions.tell(
        tx, event, now, "climbed", entrants=[winner.number, loser.number], places=[loser.place]
    )


def idle(course: Course, now: datetime) -> list[Entrant]:
    """Who has sat out for so long that it costs a place, the lowest first."""
    playing = {number for pairing in course.open for number in pairing.seats}
    found = [
        each for each in course.present if each.number not in playing and each.seen_at + IDLE <= now
    ]
    return sorted(found, key=lambda each: -(each.place or 0))


def wakes_at(course: Course) -> datetime:
    """When something is to be done about a ladder if nobody plays."""
    assert course.event.ends_at is not None
    playing = {number for pairing in course.open for number in pairing.seats}
    times = [course.event.ends_at]
    times += [each.ends_at for each in course.open if each.ends_at is not None]
    times += [each.seen_at + IDLE for each in course.present if each.number not in playing]
    return min(times)


async def drop(tx: Transaction, course: Course, now: datetime) -> None:
    """Let those drop a place who sit out, unless whoever is below does too."""
    event = course.event
    sitting = idle(course, now)
    for entrant in sitting:
        await stored_entrants.change(tx, entrant, seen_at=now)
    below = {each.place: each for each in course.present}
    for entrant in sitting:
        assert entrant.place is not None
        follower = below.get(entrant.place + 1)
        if follower is None or follower in sitting:
            continue
        places: dict[int, int | None] = {
            entrant.number: entrant.place + 1,
            follower.number: entrant.place,
        }
        await stored_entrants.set_places(tx, event.id, places)
        await event_transactions.tell(
            tx, event, now, "dropped", entrants=[entrant.number], places=[entrant.place + 1]
        )
    await event_transactions.changed(tx, event, now, wakes_at=now)
