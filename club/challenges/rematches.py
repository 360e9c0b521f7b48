"""Rematches: their players, seats and place."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from club.matches.beginning import Agreement
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
    """Check that the other players of a match can be asked for a rematch.

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
    """Add a challenge for a rematch, with rotated seats.

    :param channel_id: where it was asked for.
    """
    stored, terms = match.stored, match.stored.terms
    place = stored.place_in(channel_id) or stored.place
    if await stored_events.of_match(tx, match.id) is not None:
        # A match decided early by its event became unrated, but its rematch is rated.
        terms = replace(terms, rated=True)
    return await stored_challenges.add(
        tx,
        NewChallenge(
            terms=terms,
            # It can be asked for in the channel, or in a thread of it.
            place=Place(place.guild_id, channel_id, place.parent_id, kind=place.kind),
            challenger=person,
            guests=[
                Participant(seat.user_id, seat.name, seat.level)
                for seat in stored.seats
                if seat.user_id != person.user_id
            ],
            created_at=now,
            expires_at=expires_at,
            # The last seat moves to the front. Two players swap seats.
            seating=[seat.user_id for seat in (stored.seats[-1], *stored.seats[:-1])],
            rematch_of=stored.id,
        ),
    )


async def in_places_of(
    tx: Transaction, agreement: Agreement, challenge: Challenge, former_id: int
) -> Agreement:
    """Return the agreement on a rematch in the places of the former match, with its homes.

    Asked for in a match's own thread, it stays there. It also stays in the threads of other places.
    """
    former = await stored_matches.present(tx, former_id)
    here = former.place_in(challenge.channel_id)
    if here is None:
        return agreement
    leaves_thread = challenge.channel_id != here.thread_id
    places = [
        challenge.place if each == here and leaves_thread else each.plain for each in former.places
    ]
    homes = {seat.user_id: seat.home for seat in former.seats}
    players = [replace(each, home=homes.get(each.user_id, 1)) for each in agreement.players]
    return replace(agreement, places=places, players=players)
