"""A ladder, on which players take the places of others by beating them.

A player can challenge anyone up to three places above. Inactive players drop places. The leader at
the end of the season wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from club.members.blocks import check_not_blocked
from club.references import Name
from extensions.events.club import changes
from extensions.events.club.course import Board, EventCourse, NextRound, PlannedPairing
from extensions.events.club.formats.format import Format, Rules
from extensions.events.club.news import add_news
from extensions.events.club.pairing.pairer import Pairer
from extensions.events.club.standings.results import WIN_OUTCOMES
from extensions.events.club.standings.scores import TIME_LOSSES, WINS, scores
from extensions.events.club.standings.table import Columns, Table, Tables, ordered, row_of
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import Pairing, PairingOutcome, Round
from language.texts import N_
from rules.position import Game
from rules.refusal import Refusal
from storage.database.transaction import Transaction

LASTS = timedelta(days=90)
"""Length of a season."""
REACH = 3
"""How many places up a player can challenge."""
MAX_MATCHES = 2
"""Maximum number of simultaneous ladder matches per player."""
AGAIN_AFTER = timedelta(days=7)
"""Minimum time between two matches of the same players."""
IDLE = timedelta(days=14)
"""Inactivity after which a player drops a place."""


class Ladder(Format):
    """A format that starts when opened. Challenges add matches to its only round."""

    key = "ladder"
    rules = Rules(
        min_entrants=2,
        default_max_entrants=200,
        max_entrants=200,
        pace="2d+4h<3d",
        days=14,
        entry_days=None,
    )
    unnamed = N_("{game} ladder")
    sizes = N_("A ladder takes {least} to {largest} players.")
    has_challenges = True
    is_dated = False

    def check_game(self, game: Game, options: Mapping[str, int]) -> None:
        """Check that the game is for two players.

        :raises Refusal: `size`.
        """
        if len(game.seat_names(options)) > 2:
            raise Refusal("size", N_("Ladders are for two-player games only."))

    def opening_round(self, event: Event, now: datetime) -> NextRound:
        """Return the only round, without matches."""
        assert event.game is not None
        return NextRound(event.game, event.terms.options, now + LASTS, ())

    def first_round(self, course: EventCourse) -> int:
        """Return 1: a ladder can be joined at any time."""
        return 1

    def may_return(self, event: Event, entrant: Entrant) -> bool:
        """Whether a former entrant may enter again, at the bottom."""
        return entrant.state != "removed"

    def entering_place(self, course: EventCourse) -> int:
        """Return the place after the last."""
        return 1 + max((entrant.place or 0 for entrant in course.current_entrants), default=0)

    async def on_leave(self, tx: Transaction, course: EventCourse, entrant: Entrant) -> EventCourse:
        """Remove an entrant and move up everyone below."""
        if entrant.place is None:
            return course
        places: dict[int, int | None] = {
            each.number: each.place - 1
            for each in course.entrants
            if each.place is not None and each.place > entrant.place
        }
        places[entrant.number] = None
        return await _set_places(tx, course, places)

    async def next_round(
        self, course: EventCourse, pairer: Pairer, now: datetime
    ) -> NextRound | None:
        """Return None, because a season has only one round."""
        return None

    def next_due_at(self, course: EventCourse, now: datetime) -> datetime | None:
        """Return when the next match or the season ends, or an entrant becomes idle."""
        event = course.event
        assert event.ends_at is not None
        if event.ends_at <= now and not course.open_pairings:
            return None
        playing = _playing(course)
        times = [event.ends_at, *(course.ends_at(pairing) for pairing in course.open_pairings)]
        times += [
            entrant.seen_at + IDLE
            for entrant in course.current_entrants
            if entrant.number not in playing
        ]
        return min(times)

    def idle_entrants(self, course: EventCourse, now: datetime) -> Sequence[Entrant]:
        """Return the entrants who have not played for `IDLE`, lowest first."""
        assert course.event.ends_at is not None
        if course.event.ends_at <= now:
            return ()
        playing = _playing(course)
        idle = [
            entrant
            for entrant in course.current_entrants
            if entrant.number not in playing and entrant.seen_at + IDLE <= now
        ]
        return sorted(idle, key=lambda each: -(each.place or 0))

    async def penalise_idle(
        self, tx: Transaction, course: EventCourse, now: datetime
    ) -> EventCourse:
        """Drop each idle entrant a place, unless the one below is idle too."""
        idle = self.idle_entrants(course, now)
        charged = [await stored_entrants.change(tx, entrant, seen_at=now) for entrant in idle]
        course = course.with_rows(entrants=charged)
        numbers = {each.number for each in idle}
        below = {each.place: each.number for each in course.current_entrants}
        for entrant in idle:
            assert entrant.place is not None
            follower = below.get(entrant.place + 1)
            if follower is None or follower in numbers:
                continue
            places = {entrant.number: entrant.place + 1, follower: entrant.place}
            course = await _set_places(tx, course, places)
            dropped, place = [entrant.number], [entrant.place + 1]
            await add_news(tx, course.event, now, "dropped", entrants=dropped, places=place)
        return course

    async def on_result(
        self,
        tx: Transaction,
        course: EventCourse,
        pairing: Pairing,
        outcomes: Sequence[PairingOutcome],
        now: datetime,
    ) -> EventCourse:
        """Move the winner up to the loser's place, and everyone in between down one."""
        active = [
            await stored_entrants.change(tx, course.entrant(number), seen_at=now)
            for number in pairing.seats
        ]
        course = course.with_rows(entrants=active)
        winners = [
            number
            for number, outcome in zip(pairing.seats, outcomes, strict=True)
            if outcome in WIN_OUTCOMES
        ]
        if len(winners) != 1:
            return course
        winner = course.entrant(winners[0])
        loser = next(course.entrant(seat) for seat in pairing.seats if seat != winner.number)
        if winner.place is None or loser.place is None or winner.place < loser.place:
            return course
        places: dict[int, int | None] = {
            entrant.number: entrant.place + 1
            for entrant in course.entrants
            if entrant.place is not None and loser.place <= entrant.place < winner.place
        }
        places[winner.number] = loser.place
        numbers = [winner.number, loser.number]
        await add_news(tx, course.event, now, "climbed", entrants=numbers, places=[loser.place])
        return await _set_places(tx, course, places)

    async def challenge(
        self,
        tx: Transaction,
        course: EventCourse,
        own: Entrant,
        place: int | None,
        random: Random,
        now: datetime,
    ) -> tuple[EventCourse, int]:
        """Challenge an entrant above and start the match.

        :raises Refusal: `top`, `place`, `busy`, `they_are_busy`, `again`, `season_ends`, `blocks`,
            `not_available`.
        """
        event = course.event
        other = _above(course, own, place)
        _check_free(course, own, other, now)
        assert event.ends_at is not None
        if event.ends_at <= now:
            name = Name(self.event_name(event))
            raise Refusal("season_ends", N_("{event} is about to end."), event=name)
        await check_not_blocked(tx, own.user_id, {other.user_id: other.name})
        ends_at = min(event.ends_at, now + timedelta(days=event.terms.days))
        planned = PlannedPairing(_seats(course, own, other), ends_at=ends_at)
        await changes.lock_players(tx, course, [planned])
        board = Board(1, len(course.pairings) + 1)
        pairing = await changes.pair(tx, course, planned, board, now)
        course = course.with_rows(pairings=[pairing])
        course = await changes.begin_matches(tx, course, [pairing], random, now)
        match_id = course.pairings[-1].match_id
        assert match_id is not None
        wakes_at = course.wakes_by(self.next_due_at(course, now), now)
        course = await changes.save_and_show(tx, course, now, wakes_at=wakes_at)
        return course, match_id

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return one table, by the stored places."""
        ties = (WINS, TIME_LOSSES)
        ranked = scores((entrant.number for entrant in entrants), pairings, ties)
        placed = {
            entrant.number: entrant.place for entrant in entrants if entrant.place is not None
        }
        rows = tuple(
            row_of(entrant, ranked[entrant.number], placed[entrant.number], Columns((), pairings))
            for entrant in ordered(entrants, placed)
            if entrant.number in placed
        )
        return Tables(ties, (Table(1, (), rows),))


async def _set_places(
    tx: Transaction, course: EventCourse, places: Mapping[int, int | None]
) -> EventCourse:
    moved = await stored_entrants.set_places(tx, course.event.id, places)
    return course.with_rows(entrants=moved)


def _playing(course: EventCourse) -> set[int]:
    """Return the numbers of the entrants who are playing a match."""
    return {number for pairing in course.open_pairings for number in pairing.seats}


def _seats(course: EventCourse, own: Entrant, other: Entrant) -> tuple[int, int]:
    """Return the numbers of both entrants, seat 1 first.

    Seat 1 goes to the player who has moved first less often, or else to the challenged one.
    """
    if _firsts(course, other) <= _firsts(course, own):
        return other.number, own.number
    return own.number, other.number


def _above(course: EventCourse, own: Entrant, place: int | None) -> Entrant:
    assert own.place is not None
    if own.place == 1:
        raise Refusal(
            "top",
            N_("You're at the top, so there's nobody to challenge. The others can challenge you."),
        )
    target = own.place - 1 if place is None else place
    if not max(1, own.place - REACH) <= target < own.place:
        raise Refusal(
            "place",
            N_("You're number {own}. You can challenge numbers {most} to {least}."),
            own=own.place,
            most=max(1, own.place - REACH),
            least=own.place - 1,
        )
    return next(entrant for entrant in course.current_entrants if entrant.place == target)


def _check_free(course: EventCourse, own: Entrant, other: Entrant, now: datetime) -> None:
    if _matches_of(course, own) >= MAX_MATCHES:
        words = N_("You're already playing {count} matches on this ladder. Finish one first.")
        raise Refusal("busy", words, count=MAX_MATCHES)
    if _matches_of(course, other) >= MAX_MATCHES:
        raise Refusal(
            "they_are_busy",
            N_(
                "Your opponent is already playing {count} matches on this ladder. Challenge "
                "someone "
                "else up to {places} places above you."
            ),
            count=MAX_MATCHES,
            places=REACH,
        )
    for pairing in course.pairings:
        if {*pairing.seats} != {own.number, other.number}:
            continue
        if pairing.is_open:
            raise Refusal("again", N_("You're already playing each other."))
        assert pairing.settled_at is not None
        if now - pairing.settled_at < AGAIN_AFTER:
            raise Refusal(
                "again",
                N_("You two played less than {days} days ago. Challenge someone else first."),
                days=AGAIN_AFTER.days,
            )


def _matches_of(course: EventCourse, entrant: Entrant) -> int:
    return sum(entrant.number in pairing.seats for pairing in course.open_pairings)


def _firsts(course: EventCourse, entrant: Entrant) -> int:
    """Return how many more times an entrant has moved first than second."""
    seatings = [pairing.seats for pairing in course.pairings if entrant.number in pairing.seats]
    return sum(1 if seats[0] == entrant.number else -1 for seats in seatings)
