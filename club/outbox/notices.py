"""Who is told of what, and how: the posts that a change of a match calls for.

Everything is queued in the transaction of the change. A thread gets one message a turn: what has to
be said within a turn takes the place of the message that is there, or changes it without a ping.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from club.outbox import outbox, posts
from club.outbox.kinds import Why
from storage.database import hints
from storage.database.transaction import Transaction
from storage.matches.matches import Seat, StoredMatch
from storage.matches.offers import Offer
from storage.matches.terms import MatchPlace
from storage.members import people
from storage.members.people import Preferences


def is_mentioned(person: Preferences) -> bool:
    """Whether somebody is mentioned where the match is: as they wish, or because nothing else
    reaches them."""
    return person.notice == "mention" or (
        person.notice == "direct" and person.refused_at is not None
    )


def is_written_to(person: Preferences) -> bool:
    """Whether somebody gets direct messages."""
    return person.notice == "direct" and person.refused_at is None


def places_of(match: StoredMatch) -> list[MatchPlace]:
    """The places of a match that have a card of it, kept by the bot itself."""
    return [place for place in match.places if place.takes_posts]


async def announce_turn(
    tx: Transaction,
    match: StoredMatch,
    now: datetime,
    *,
    offer: Offer | None = None,
    by: int | None = None,
    known: Mapping[int, Preferences] | None = None,
) -> None:
    """Queue the boards of a turn that begins, or of the result, and what else tells the player.

    A computer's turn has no board of its own: the next person's shows that move too.

    :param offer: what has been offered with the move before, of which all others are told too.
    :param by: the user who brought the turn about, and needs not be told of it.
    :param known: how some users are told of their turns, by user; the others are looked up.
    """
    if any(seat.seat == match.to_move and seat.level is not None for seat in match.seats):
        await hints.tell(tx, match.guild_id)
        return
    told: dict[int, Why] = {}
    if offer is not None:
        told |= {seat.user_id: "offer" for seat in people_asked(match, offer)}
    told |= {seat.user_id: "turn" for seat in match.seats if seat.seat == match.to_move}
    known = known or {}
    persons = [
        known.get(user_id) or await people.get(tx, user_id) for user_id in told if user_id != by
    ]
    pings = [person.user_id for person in persons if is_mentioned(person)]
    for place in places_of(match):
        await outbox.enqueue(tx, posts.board(match, place, now, pings))
    for person in persons:
        if is_written_to(person):
            why = told[person.user_id]
            await outbox.enqueue(tx, posts.direct(match, person.user_id, why, now))


async def announce_result(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Let the card of the challenge tell its channel how the match ended."""
    if match.challenge_id is not None:
        await outbox.enqueue(tx, posts.result(match, now))


def asked_of(match: StoredMatch, offer: Offer) -> list[Seat]:
    """The seats that an offer still waits for."""
    return [
        seat
        for seat in match.seats
        if seat.is_playing and seat.seat != offer.seat and seat.seat not in offer.agreed
    ]


def people_asked(match: StoredMatch, offer: Offer) -> list[Seat]:
    """The seats of people that an offer still waits for."""
    return [seat for seat in asked_of(match, offer) if seat.level is None]


async def announce(
    tx: Transaction,
    match: StoredMatch,
    seats: Iterable[int],
    why: Why,
    occasion: int,
    now: datetime,
) -> None:
    """Tell some seats something within a turn.

    :param occasion: a number that tells this occasion from others of its kind.
    """
    wanted = set(seats)
    asked = [seat.user_id for seat in match.seats if seat.seat in wanted and seat.level is None]
    told = [await people.get(tx, user_id) for user_id in asked]
    pings = [person.user_id for person in told if is_mentioned(person)]
    if pings:
        await show_in_place(tx, match, now, pings, why, occasion)
    elif why != "reminder":
        await show_change(tx, match, now)
    for person in told:
        if is_written_to(person):
            await outbox.enqueue(tx, posts.direct(match, person.user_id, why, now, occasion))


async def announce_offer(tx: Transaction, match: StoredMatch, offer: Offer, now: datetime) -> None:
    """Tell all seats that an offer waits for."""
    asked = [seat.seat for seat in asked_of(match, offer)]
    await announce(tx, match, asked, "offer", offer.id, now)


async def show_change(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Let the present cards show a change that nobody is to be pinged for."""
    for place in places_of(match):
        await outbox.enqueue(tx, posts.refresh(place, now))


async def show_again(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Replace the present cards, whose board is no longer true, within the turn and without a
    ping."""
    await show_in_place(tx, match, now, (), "turn", match.version)


async def show_in_place(
    tx: Transaction,
    match: StoredMatch,
    now: datetime,
    pings: Sequence[int],
    why: Why,
    occasion: int | str,
) -> None:
    """Replace the present cards within the turn, so that they are noticed.

    :param pings: the users whom the new ones mention.
    :param occasion: what tells this occasion from others of the same match and reason.
    """
    for place in places_of(match):
        again = posts.board_in_place(match, place, now, pings, why, occasion)
        await outbox.enqueue(tx, again)
