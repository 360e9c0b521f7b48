"""Playing a match again: who is asked, on which seats, and where."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from club.matches.match import Match
from club.members.blocks import check_not_blocked
from club.references import Command
from rules.language import N_
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.matches import challenges as stored_challenges
from storage.matches import matches as stored_matches
from storage.matches.challenges import Challenge, NewChallenge
from storage.matches.terms import Participant, Place


async def check_others(tx: Transaction, match: Match, person: Participant) -> None:
    """See that those who have played a match can be asked to play it again.

    :raises Refusal: `deleted`, `blocks`, `not_available`.
    """
    seats = (await stored_matches.present(tx, match.id)).seats
    names = {seat.user_id: seat.name for seat in seats if seat.user_id != person.user_id}
    if any(seat.user_id < 0 and seat.level is None for seat in seats):
        raise Refusal(
            "deleted",
            N_(
                "Someone who played this match has deleted their data. {challenge} starts a "
                "match with someone else."
            ),
            challenge=Command("challenge"),
        )
    await check_not_blocked(tx, person.user_id, names)


async def add_rematch(
    tx: Transaction,
    match: Match,
    person: Participant,
    channel_id: int,
    now: datetime,
    expires_at: datetime,
) -> Challenge:
    """Ask the others of a match to play it again, everybody one seat further on.

    :param channel_id: where they ask.
    """
    stored, terms = match.stored, match.stored.terms
    place = stored.place_in(channel_id) or stored.place
    if await stored_events.of_match(tx, match.id) is not None:
        # One that its event decided before its end went on unrated; another match is rated anew.
        terms = replace(terms, rated=True)
    return await stored_challenges.add(
        tx,
        NewChallenge(
            terms=terms,
            # Both places where it can be asked for are the channel, or within it.
            place=Place(place.guild_id, channel_id, place.parent_id, kind=place.kind),
            challenger=person,
            guests=[
                Participant(seat.user_id, seat.name, seat.level)
                for seat in stored.seats
                if seat.user_id != person.user_id
            ],
            created_at=now,
            expires_at=expires_at,
            # Whoever sat last begins: of two, the seats are swapped.
            seating=[seat.user_id for seat in (stored.seats[-1], *stored.seats[:-1])],
            rematch_of=stored.id,
        ),
    )


async def place_of(tx: Transaction, challenge: Challenge) -> Place:
    """The place of the match that a challenge begins: a rematch that was asked for in the thread of
    a match stays there."""
    if challenge.rematch_of is not None:
        former = await stored_matches.present(tx, challenge.rematch_of)
        place = former.place_in(challenge.channel_id)
        if place is not None and challenge.channel_id == place.thread_id:
            return place.plain
    return challenge.place
