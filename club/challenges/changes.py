"""Steps of a transaction that closes a challenge, starts its match, or takes over former places."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from club.matches import changes
from club.matches.changes import Agreement
from club.outbox import posts, queue
from storage.challenges import challenges as stored_challenges
from storage.challenges.challenges import Challenge, ChallengeState, Guest
from storage.database.store import Store
from storage.database.transaction import Outdated, Transaction, Work
from storage.matches import matches as stored_matches
from storage.matches.match import Participant

log = logging.getLogger(__name__)


LIFETIME = timedelta(hours=24)
"""Time after which an unanswered challenge expires."""

INVITED_FOR = timedelta(days=7)
"""Time after which an unanswered invitation of other servers expires."""

POSTED_WITHIN = timedelta(minutes=1)
"""Time after which a challenge without a card is considered lost in a crash."""


def is_lost_by(challenge: Challenge, user_id: int, now: datetime) -> bool:
    """Whether a challenge is this user's and was lost before its card was posted."""
    is_late = challenge.created_at + POSTED_WITHIN <= now
    return challenge.challenger_id == user_id and challenge.message_id is None and is_late


async def write_current(store: Store, work: Work[Challenge]) -> Challenge:
    """Change a challenge, once more if it has changed since the work has read it."""
    while True:
        try:
            return await store.write(work)
        except Outdated:
            log.info("a challenge changed in the meantime; retrying")


async def close(
    tx: Transaction, challenge: Challenge, state: ChallengeState, now: datetime
) -> Challenge:
    """Close a challenge and update its cards.

    A click on a card also updates it, but the process may end before that. A challenge without a
    known card may have one too, unless it has just been made and begins at once.
    """
    closed = await stored_challenges.change(
        tx, challenge.id, challenge.version, state=state, closed_at=now
    )
    if closed.message_id is not None or state != "accepted":
        await show_change(tx, closed, now)
    await show_elsewhere(tx, closed, now)
    return closed


async def show_change(tx: Transaction, challenge: Challenge, now: datetime) -> None:
    """Update a challenge's own card."""
    if challenge.place.can_post:
        await queue.enqueue(tx, posts.challenge(challenge, now))


async def start_if_full(
    tx: Transaction, challenge: Challenge, random: Random, now: datetime, *, guided: bool = False
) -> Challenge:
    """Start the match if everyone has accepted."""
    if all(guest.accepted for guest in challenge.guests):
        return await _start(tx, challenge, random, now, guided=guided)
    return challenge


async def show_elsewhere(
    tx: Transaction, challenge: Challenge, now: datetime, *, in_own_place: bool = False
) -> None:
    """Queue the cards of a challenge for a rematch in the other places of the former match.

    :param in_own_place: whether to queue its first card too, in the place where it was made.
    """
    if challenge.rematch_of is None:
        return
    former = await stored_matches.current(tx, challenge.rematch_of)
    origin = former.place_in(challenge.channel_id) or former.place
    for place in former.places:
        if (in_own_place or place.number != origin.number) and place.can_post:
            await queue.enqueue(tx, posts.invitation(challenge, place, now))


async def with_former_places(
    tx: Transaction, agreement: Agreement, challenge: Challenge, former_id: int
) -> Agreement:
    """Return the agreement on a rematch, with the places and homes of the former match.

    The rematch stays in the former match's threads, unless it was offered outside of the thread. In
    that place, it goes where it was offered.
    """
    former = await stored_matches.current(tx, former_id)
    origin = former.place_in(challenge.channel_id)
    if origin is None:
        return agreement
    leaves_thread = challenge.channel_id != origin.thread_id
    places = [
        challenge.place if place == origin and leaves_thread else place.plain
        for place in former.places
    ]
    homes = {seat.user_id: seat.home for seat in former.seats}
    players = [replace(player, home=homes.get(player.user_id, 1)) for player in agreement.players]
    return replace(agreement, places=places, players=players)


async def _start(
    tx: Transaction, challenge: Challenge, random: Random, now: datetime, *, guided: bool
) -> Challenge:
    agreement = Agreement(
        replace(challenge.terms, guided=guided),
        [challenge.place, *(guest.place for guest in _teams(challenge) if guest.place is not None)],
        _arrange(challenge, random),
        challenge_id=challenge.id,
        team=challenge.team,
    )
    if challenge.rematch_of is not None:
        agreement = await with_former_places(tx, agreement, challenge, challenge.rematch_of)
    await changes.begin(tx, agreement, random, now)
    return await close(tx, challenge, "accepted", now)


def _arrange(challenge: Challenge, random: Random) -> list[Participant]:
    """Return the players in seat order: as seated, or shuffled around the challenger's seat."""
    people = [
        Participant(guest.user_id or 0, guest.name or "", guest.level)
        for guest in challenge.guests
        if guest.team is None
    ]
    for home, guest in enumerate(_teams(challenge), 2):
        assert guest.team is not None
        people.append(_team(guest.user_id or 0, guest.name or "", guest.team["hour"], home))
    challenger = Participant(challenge.challenger_id, challenge.challenger_name)
    if challenge.team is not None:
        challenger = _team(challenge.guild_id or 0, challenge.name, challenge.team["hour"], 1)
    if challenge.seating is not None:
        by_user: dict[int, list[Participant]] = {}
        for person in (challenger, *people):
            by_user.setdefault(person.user_id, []).append(person)
        # Only computers can have several seats.
        return [by_user[user_id].pop(0) for user_id in challenge.seating]
    random.shuffle(people)
    seat = challenge.seat or random.randrange(len(people) + 1) + 1
    people.insert(seat - 1, challenger)
    return people


def _teams(challenge: Challenge) -> list[Guest]:
    """Return the guests of a challenge that are teams of other servers."""
    return [guest for guest in challenge.guests if guest.team is not None]


def _team(guild_id: int, name: str, hour: int | None, home: int) -> Participant:
    return Participant(guild_id, name, home=home, team_id=guild_id, hour=hour)
