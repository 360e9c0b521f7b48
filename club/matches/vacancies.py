"""Vacated seats: what happens if the time of one of three players runs out.

A match of two waits in the same way if its event allows substitutes (`SEAT_EVENTS`).

The rules know no seat that comes back, so the match waits. For a day (ten minutes if a turn takes
an hour or less) it is still this seat's turn, and the end of that time is the deadline of the
match. Meanwhile

- the one who left can move, or take the seat back, also from a substitute who hasn't moved yet,
- the others can offer the seat to members, or agree on a computer, or on playing on without it,
- in an event, an organiser can offer it too.

An event may allow substitutes who don't take part in it (`SUBSTITUTE_CHECKS`), and decides what it
counts for the one who left.

At the deadline, or if they agree, the seat leaves the match as it would have at once. So every
offer ends with the clock of its match, and the record shows nothing but moves and departures. A
seat is vacated once: if its time runs out again, it leaves. At the end it belongs to the one who
began the match again, who is rated as having left when the substitute came, and the substitute's
moves count for nobody (`club.ratings.rating_book.final_places`). A match of two is unrated then.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from club import audit
from club.audit import Admin
from club.matches import changes, turns
from club.matches.match import Match, MatchChange, Player, players_of
from club.matches.reasons import leave_change, player_in
from club.matches.seams import OBSERVERS
from club.matches.turns import Allowance, TurnClock, clock_changes, clock_for_turn
from club.members.blocks import check_not_blocked, check_not_hidden
from club.outbox import notices
from club.paces import DAY, MINUTE, Pace
from club.parts import LoadedParts
from club.references import BoardOf, Name
from language.texts import N_
from rules.refusal import Refusal
from storage.database.transaction import Outdated, Transaction
from storage.matches import matches as stored_matches
from storage.matches import vacancies as stored_vacancies
from storage.matches.match import Participant, Seat, StoredMatch
from storage.matches.matches import MatchFields
from storage.matches.vacancies import ALONE, Vacancy
from storage.members import preferences

if TYPE_CHECKING:
    from club.matches.play import Matches

log = logging.getLogger(__name__)


SUBSTITUTE_CHECKS: list[Callable[[Transaction, StoredMatch, int], Awaitable[None]]] = []
"""What extensions check before a user takes a seat of a locked match. They raise a `Refusal`."""

SEAT_EVENTS = LoadedParts[tuple[Transaction, int], bool]()
"""Whether a match of two waits for a substitute in an event."""


def waiting_time(pace: Pace) -> timedelta:
    """Return how long a match waits for a vacant seat."""
    return DAY if pace.is_slow else 10 * MINUTE


def time_out_change(match: Match, player: Player) -> MatchChange:
    """Return the change if the time of a player has run out, in a match that has begun."""
    leave = leave_change(match, player, "times out")
    seat, others = match.seats[player.seat - 1], len(match.playing) - 1
    if seat.vacancy is not None or not player.is_person or not match.has_moved(player.seat):
        return leave
    if others > 1 and not match.is_last_person(player):
        return lambda tx, now: _vacate(tx, match, now)
    event_id = match.stored.event_id
    if event_id is None or any(each.has_substitute for each in match.seats):
        return leave

    async def vacate_or_leave(tx: Transaction, now: datetime) -> Match:
        waits = any(await SEAT_EVENTS.of((tx, event_id)))
        return await (_vacate(tx, match, now) if waits else leave(tx, now))

    return vacate_or_leave


def deciding(match: Match) -> list[Player]:
    """Return the people who decide on a vacant seat, in the order of their seats."""
    return [each for each in match.playing if each.is_person and each.seat != match.to_move]


def unanswered(match: Match, vacancy: Vacancy) -> list[Player]:
    """Return the people who haven't agreed to the proposal for a vacant seat."""
    return [each for each in deciding(match) if each.seat not in vacancy.agreed]


class Vacancies:
    """Offers vacant seats, fills them, and gives them back."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def check_decides(self, match: Match, user_id: int) -> None:
        """Check that a user helps to decide on the vacant seat of a match.

        :raises Refusal: `not_vacant`, `not_yours`, `left`.
        """
        _to_decide(match, user_id)

    async def offer(
        self, match: Match | int, user_id: int, organiser: Admin | None = None
    ) -> Match:
        """Offer a vacant seat to members, as one of the other players or as an organiser.

        :param organiser: the user, if they may organise the events of the match's server.
        :raises Refusal: `unknown_match`, `match_over`, `not_yours`, `left`, `not_vacant`.
        """

        def decide(match: Match) -> MatchChange:
            admin = organiser if _is_for_organisers(match, user_id) else None
            vacancy = _vacant(match) if admin is not None else _to_decide(match, user_id)
            offered = dataclasses.replace(vacancy, is_open=True)
            return lambda tx, now: _note(tx, match, offered, now, admin)

        return await self._change(match, decide)

    async def agree(
        self, match: Match | int, user_id: int, computer: Participant | None = None
    ) -> Match:
        """Agree to a computer in a vacant seat, or to playing on without the seat.

        It happens once all other people who play have agreed to the same.

        :param computer: the computer, or None to play on without the seat.
        :raises Refusal: as `offer`.
        """
        level = ALONE if computer is None else computer.level

        def decide(match: Match) -> MatchChange:
            vacancy, seat = _to_decide(match, user_id), player_in(match, user_id).seat
            agreed = {seat, *(vacancy.agreed if vacancy.level == level else ())}
            agreement = dataclasses.replace(vacancy, level=level, agreed=sorted(agreed))
            if unanswered(match, agreement):
                return lambda tx, now: _note(tx, match, agreement, now)
            if (substitute := computer) is not None:
                return lambda tx, now: _seat(tx, match, agreement, substitute, now)
            return leave_change(match, match.players[vacancy.seat - 1], "times out")

        return await self._change(match, decide)

    async def take(self, match: Match | int, person: Participant) -> Match:
        """Take a vacant seat that is offered to members. Its player takes it back.

        :param person: a member who may see the match, and as `home` the place they play from.
        :raises Refusal: `unknown_match`, `match_over`, `not_vacant`, `playing`, `not_offered`,
            `blocks`, `not_available`, `hidden`, and those of `SUBSTITUTE_CHECKS`.
        """

        def decide(match: Match) -> MatchChange:
            vacancy = _vacant(match)
            if person.user_id == vacancy.user_id:
                return lambda tx, now: _give_back(tx, match, vacancy, now)
            if match.player_of(person.user_id) is not None:
                raise Refusal("playing", N_("You're already playing in this match."))
            if not vacancy.is_open:
                words = N_("The other players decide who takes this seat. They can offer it.")
                raise Refusal("not_offered", words)

            async def take(tx: Transaction, now: datetime) -> Match:
                # Locking order: a match before people.
                stored = await changes.lock_match(tx, match)
                names = {seat.user_id: seat.name for seat in stored.seats if seat.is_person}
                await check_not_blocked(tx, person.user_id, names)
                if stored.is_between_servers:
                    hidden = await preferences.hidden(tx, [person.user_id])
                    check_not_hidden(is_hidden=bool(hidden))
                for check in SUBSTITUTE_CHECKS:
                    await check(tx, stored, person.user_id)
                return await _seat(tx, match, vacancy, person, now)

            return take

        return await self._change(match, decide)

    async def take_back(self, match: Match | int, user_id: int) -> Match:
        """Take a seat back that one has left, until a substitute has moved.

        :raises Refusal: `unknown_match`, `match_over`, `not_vacant`, `not_yours`.
        """

        def decide(match: Match) -> MatchChange:
            vacancy = match.vacancy or match.fresh_substitute
            if vacancy is None:
                raise _not_vacant(match)
            if vacancy.user_id != user_id:
                words = N_("Only {name} can take this seat back.")
                raise Refusal("not_yours", words, name=Name(vacancy.name))
            return lambda tx, now: _give_back(tx, match, vacancy, now)

        return await self._change(match, decide)

    async def _change(self, match: Match | int, decide: Callable[[Match], MatchChange]) -> Match:
        while True:
            match = await self._matches.in_time(match)
            try:
                return await self._matches.try_change(match, decide(match))
            except Outdated:
                log.info("match %s changed while its vacant seat was decided on", match.id)


def _is_for_organisers(match: Match, user_id: int) -> bool:
    """Whether a user who may organise events decides as such, instead of as a player."""
    return match.stored.event_id is not None and match.player_of(user_id) is None


def _vacant(match: Match) -> Vacancy:
    """:raises Refusal: `not_vacant`."""
    vacancy = match.vacancy
    if vacancy is None:
        raise _not_vacant(match)
    return vacancy


def _to_decide(match: Match, user_id: int) -> Vacancy:
    """Return the vacant seat that a player helps to decide on.

    :raises Refusal: `not_vacant`, `not_yours`, `left`.
    """
    player, vacancy = player_in(match, user_id), _vacant(match)
    if player.seat == vacancy.seat:
        words = N_("The other players decide on this. You can take your seat back, or just move.")
        raise Refusal("not_yours", words)
    return vacancy


def _not_vacant(match: Match) -> Refusal:
    board, player = BoardOf(match.stored), match.player_to_move
    if match.fresh_substitute is not None and player is not None:
        words = N_("{name} has already taken this seat. The current board: {board}")
        return Refusal("not_vacant", words, name=Name(player.name), board=board)
    words = N_("No seat waits for anyone in this match any more. The current board: {board}")
    return Refusal("not_vacant", words, board=board)


async def _vacate(tx: Transaction, match: Match, now: datetime) -> Match:
    """Let the match wait for the seat to move."""
    stored = await changes.lock_match(tx, match)
    seat = dataclasses.replace(stored.seats[(stored.to_move or 0) - 1], vacancy="vacant")
    vacancy = Vacancy(match.id, seat.seat, seat.user_id, seat.name, seat.home, now)
    await stored_vacancies.add(tx, vacancy)
    until = now + waiting_time(match.pace)
    after = await _turn_over(tx, match, stored, seat, TurnClock(until, until), now)
    await notices.announce_vacancy(tx, after.stored, now)
    return await _with_vacancies(tx, after)


async def _note(
    tx: Transaction, match: Match, vacancy: Vacancy, now: datetime, organiser: Admin | None = None
) -> Match:
    """Store what is considered for a vacant seat, and show it on cards and pages.

    :param organiser: the one whose decision it is, for the audit log.
    """
    stored = await changes.lock_match(tx, match)
    if organiser is not None and stored.guild_id is not None:
        after = {"event": stored.event_id, "match": match.id}
        await audit.note(tx, stored.guild_id, organiser, now, "event seat", None, after)
    await stored_vacancies.save(tx, vacancy)
    stored = await stored_matches.change(tx, match.id, stored.version, stored)
    await notices.show_change(tx, stored, now)
    return await _with_vacancies(tx, dataclasses.replace(match, stored=stored))


async def _seat(
    tx: Transaction, match: Match, vacancy: Vacancy, player: Participant, now: datetime
) -> Match:
    """Let a substitute play a vacant seat, with the time of a whole turn."""
    before, pace = await changes.lock_match(tx, match), match.pace
    is_person = player.level is None
    seat = dataclasses.replace(
        before.seats[vacancy.seat - 1],
        user_id=player.user_id,
        name=player.name,
        level=player.level,
        home=player.home if is_person else vacancy.home,
        bank=pace.bank,
        vacancy="taken",
    )
    taken = dataclasses.replace(
        vacancy, taken_by=player.user_id if is_person else None, taken_at=now, ply=before.ply
    )
    await stored_vacancies.save(tx, taken)
    allowance = Allowance(pace.time if is_person else None)
    clock = await clock_for_turn(tx, pace, player.user_id, now, allowance, event_id=before.event_id)
    after = await _turn_over(tx, match, before, seat, clock, now)
    await notices.announce_substitute(tx, before, after.stored, now)
    return await _with_vacancies(tx, after)


async def _give_back(tx: Transaction, match: Match, vacancy: Vacancy, now: datetime) -> Match:
    """Give a seat back to the one who left it, with the time that is left."""
    before = await changes.lock_match(tx, match)
    seat = dataclasses.replace(
        before.seats[vacancy.seat - 1],
        user_id=vacancy.user_id,
        name=vacancy.name,
        level=None,
        home=vacancy.home,
        vacancy="returned",
    )
    # A computer has no clock.
    until = before.deadline or now + waiting_time(match.pace)
    after = await _turn_over(tx, match, before, seat, TurnClock(until, until), now)
    await notices.announce_turn(tx, after.stored, now, by=vacancy.user_id)
    return await _with_vacancies(tx, after)


async def _turn_over(
    tx: Transaction, match: Match, before: StoredMatch, seat: Seat, clock: TurnClock, now: datetime
) -> Match:
    """Store who plays the seat to move, and begin its turn again."""
    await stored_matches.set_player(tx, seat)
    seats = tuple(seat if each.seat == seat.seat else each for each in before.seats)
    # Whether a computer is to move depends on the seat.
    values = MatchFields(to_move=before.to_move, turn_started_at=now)
    values.update(clock_changes(clock))
    stored = await stored_matches.change(
        tx, match.id, before.version, dataclasses.replace(before, seats=seats), **values
    )
    await turns.lapse(tx, match.id, now, lambda offer: True)
    after = dataclasses.replace(
        match,
        stored=stored,
        players=players_of(match.game, stored),
        offers=(),
        away_until=await turns.away_until(tx, stored, now),
    )
    for observer in OBSERVERS:
        await observer.changed(tx, match, after, now)
    return after


async def _with_vacancies(tx: Transaction, match: Match) -> Match:
    vacancies = await stored_vacancies.of_match(tx, match.stored)
    return dataclasses.replace(match, vacancies=vacancies)
