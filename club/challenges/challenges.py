"""The life of a challenge, until it is filled, declined, cancelled or expired.

When its last seat is taken, the match starts in the same transaction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from club.challenges.changes import (
    INVITED_FOR,
    LIFETIME,
    close,
    show_change,
    start_if_full,
    write_current,
)
from club.challenges.limits import (
    check_guests,
    check_only_one,
    check_plays_out,
    check_private,
    check_room,
    check_room_for_computers,
    check_seat,
    check_still_possible,
)
from club.matches.seams import kind_of
from club.members.blocks import check_not_blocked
from club.members.membership import Membership, Viewer
from club.outbox import posts, queue
from club.references import Command, Name, Names
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges import challenges as stored_challenges
from storage.challenges.challenges import Challenge, ChallengeState, NewChallenge, TeamTerms
from storage.database.shards import ALL, Shards
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, Terms
from storage.members import membership
from storage.servers import settings as stored_settings

ChallengeChange = Callable[[Transaction, Challenge, datetime], Awaitable[Challenge]]
"""A change of an open challenge, which may raise `Refusal`."""

_CLOSED: dict[ChallengeState, str] = {
    "accepted": N_("This challenge is no longer open. It was accepted: match {id}."),
    "declined": N_("This challenge is no longer open. It was declined."),
    "cancelled": N_("This challenge is no longer open. It was cancelled."),
    "expired": N_("This challenge is no longer open. It has expired."),
}


_OWN_CHALLENGE = N_("This is your own challenge. Others can accept it, and you can cancel it.")


class Challenges:
    """Makes, fills and closes challenges, and starts the matches of full ones."""

    def __init__(
        self,
        store: Store,
        membership: Membership,
        clock: Callable[[], datetime],
        random: Random,
        running: Callable[[], Shards] = lambda: ALL,
    ) -> None:
        """:param running: returns the guilds in which time runs out at the moment."""
        self._store = store
        self._membership = membership
        self._clock = clock
        self._random = random
        self._running = running

    @transactional
    async def make(
        self,
        tx: Transaction,
        terms: Terms,
        place: Place,
        challenger: Participant,
        guests: Sequence[Participant],
        *,
        seat: int | None = None,
        only_one: bool = False,
        from_elsewhere: bool = False,
        team: TeamTerms | None = None,
    ) -> Challenge:
        """Make a challenge. Seats without a named guest are open to anyone.

        Computers accept immediately. If all seats are taken, the match starts. Matches with
        computers are never rated.

        :param seat: the challenger's seat, or None for a random one.
        :param only_one: refuse if the challenger already has the same challenge open in the
            channel, or such a match against computers that is guided or waits for the first move.
        :param from_elsewhere: not made by a click in the place, so that its card has to be posted.
        :param team: the terms of the team of the place's server, if it plays in place of the
            challenger.
        :raises Refusal: `yourself`, `same_guest`, `too_many_guests`, `seat`, `too_many_open`,
            `blocks`, `not_available`, `too_many_computers`, `asked`, `guided`, `begun`,
            `pace`, `alone`, `too_many_teams`, `plays_in`.
        """
        new = self._new(terms, place, challenger, guests, seat, team)
        has_computers = any(guest.level is not None for guest in guests)
        if only_one:
            await check_only_one(tx, new)
        await check_room(tx, place.guild_id, challenger.user_id)
        if team is not None:
            player = Participant(0, team["name"], team_id=place.guild_id)
            await kind_of(player).check_room(tx, player)
        if team is not None and team["is_for_servers"]:
            check_plays_out(await stored_settings.get(tx, place.guild_id or 0))
        names = {guest.user_id: guest.name for guest in guests}
        await check_not_blocked(tx, challenger.user_id, names)
        if has_computers:
            await check_room_for_computers(tx, place.guild_id, challenger.user_id)
        challenge = await stored_challenges.add(tx, new)
        now = new.created_at
        challenge = await start_if_full(tx, challenge, self._random, now, guided=terms.guided)
        if from_elsewhere and challenge.state == "open":
            await queue.enqueue(tx, posts.own_card(challenge, now))
        return challenge

    def draft(
        self,
        terms: Terms,
        place: Place,
        challenger: Participant,
        guests: Sequence[Participant],
        seat: int | None = None,
    ) -> Challenge:
        """Return the challenge that `make` would make, with the id 0.

        :raises Refusal: those of `make` that depend on the terms and the names alone.
        """
        return stored_challenges.drafted(self._new(terms, place, challenger, guests, seat))

    def _new(
        self,
        terms: Terms,
        place: Place,
        challenger: Participant,
        guests: Sequence[Participant],
        seat: int | None,
        team: TeamTerms | None = None,
    ) -> NewChallenge:
        """Return the contents of a challenge, after checking its guests, seat and pace."""
        game, has_computers = GAMES[terms.game], any(guest.level is not None for guest in guests)
        seats = len(game.seat_names(terms.options))
        check_guests(game, seats, challenger, guests)
        if seat is not None:
            check_seat(game, seats, seat)
        if place.guild_id is None:
            check_private(terms, place, guests, seats)
        now = self._clock()
        is_for_servers = team is not None and team["is_for_servers"]
        is_rated = terms.rated and not has_computers and place.is_rated
        is_rated = is_rated and (team is None or is_for_servers)
        return NewChallenge(
            terms=replace(terms, rated=is_rated),
            place=replace(place, parent_id=place.parent_id or place.channel_id),
            challenger=challenger,
            guests=[*guests, *[None] * (seats - 1 - len(guests))],
            created_at=now,
            expires_at=now + (INVITED_FOR if is_for_servers else LIFETIME),
            seat=seat,
            team=team,
        )

    @transactional
    async def set_message(self, tx: Transaction, challenge_id: int, message_id: int) -> Challenge:
        """Store the message of a challenge's card and return the current challenge."""
        await stored_challenges.set_message(tx, challenge_id, message_id)
        return await self._get(tx, challenge_id)

    async def find(self, challenge_id: int) -> Challenge:
        """Load a challenge.

        :raises Refusal: `unknown_challenge`.
        """
        return await self._store.read(lambda tx: self._get(tx, challenge_id))

    async def find_visible(self, viewer: Viewer, challenge_id: int) -> Challenge:
        """Return a challenge by its number, if the viewer may see it.

        :raises Refusal: `unknown_challenge`.
        """
        challenge = await self.find(challenge_id)
        if not viewer.may_know_of_challenge(challenge):
            raise _unknown()
        return challenge

    async def accept(self, challenge_id: int, person: Participant) -> Challenge:
        """Take a seat. Once the last one is taken, the match starts (`Challenge.match_id`).

        :raises Refusal: `unknown_challenge`, `closed`, `for_servers`, `yourself`, `not_for_you`,
            `already_in`, `blocks`, `not_available`, and in a rematch `plays_in`,
            `closed_channel`, `hidden`.
        """

        async def accept(tx: Transaction, challenge: Challenge, now: datetime) -> Challenge:
            if challenge.is_for_servers:
                words = N_("Other servers can accept this invitation, with {command}.")
                raise Refusal("for_servers", words, command=Command("matches"))
            if person.user_id == challenge.challenger_id:
                raise Refusal("yourself", _OWN_CHALLENGE)
            place = self._place_for(challenge, person)
            names = {guest.user_id: guest.name or "" for guest in challenge.guests if guest.user_id}
            names[challenge.challenger_id] = challenge.challenger_name
            await check_not_blocked(tx, person.user_id, names)
            if challenge.rematch_of is not None:
                former = await stored_matches.current(tx, challenge.rematch_of)
                await check_still_possible(tx, former, person.user_id, self._membership.existing)
            challenge = await stored_challenges.accept(
                tx, challenge.id, challenge.version, place, person.user_id, person.name
            )
            started = await start_if_full(tx, challenge, self._random, now)
            if started.state == "open":
                await show_change(tx, started, now)
            return started

        return await self._change(challenge_id, accept)

    async def open_for(self, user_id: int) -> tuple[Challenge, ...]:
        """Return the open challenges that a user has not answered yet, latest first.

        Challenges in servers that they have left are omitted.
        """
        now = self._clock()

        async def read(tx: Transaction) -> tuple[Challenge, ...]:
            challenges = await stored_challenges.open_for(tx, user_id, now)
            left = await membership.left_by(tx, user_id)
            return tuple(challenge for challenge in challenges if challenge.guild_id not in left)

        return await self._store.read(read)

    async def open_of(self, user_id: int) -> tuple[Challenge, ...]:
        """Return a user's own open challenges, latest first."""
        now = self._clock()
        return await self._store.read(lambda tx: stored_challenges.open_of(tx, user_id, now))

    async def find_for_guest(self, challenge_id: int, user_id: int) -> Challenge:
        """Return a challenge that names a user, unless they have left its server.

        :raises Refusal: `unknown_challenge`.
        """
        async with self._store.read() as tx:
            challenge = await self._get(tx, challenge_id)
            left = await membership.left_by(tx, user_id)
        is_guest = any(guest.user_id == user_id for guest in challenge.guests)
        if not is_guest or challenge.guild_id in left:
            raise _unknown()
        return challenge

    async def decline(self, challenge_id: int, person: Participant) -> Challenge:
        """Decline a challenge, as one of the named guests.

        :raises Refusal: `unknown_challenge`, `closed`, `not_for_you`.
        """

        async def decline(tx: Transaction, challenge: Challenge, now: datetime) -> Challenge:
            if person.user_id == challenge.challenger_id:
                raise Refusal("yourself", _OWN_CHALLENGE)
            if person.user_id not in [guest.user_id for guest in challenge.guests]:
                raise Refusal(
                    "not_for_you",
                    N_("Only someone challenged by name can decline. You can just ignore it."),
                )
            return await close(tx, challenge, "declined", now)

        return await self._change(challenge_id, decline)

    async def cancel(self, challenge_id: int, person: Participant) -> Challenge:
        """Cancel one's own challenge.

        :raises Refusal: `unknown_challenge`, `closed`, `not_yours`.
        """

        async def cancel(tx: Transaction, challenge: Challenge, now: datetime) -> Challenge:
            if person.user_id != challenge.challenger_id:
                words = N_("Only {name} can cancel this challenge.")
                raise Refusal("not_yours", words, name=Name(challenge.challenger_name))
            return await close(tx, challenge, "cancelled", now)

        return await self._change(challenge_id, cancel)

    @transactional
    async def expire(self, tx: Transaction, limit: int = 50) -> int:
        """Close expired challenges and queue updates of their cards.

        :returns: the number of challenges. If it equals `limit`, there may be more.
        """
        now = self._clock()
        expired = await stored_challenges.due(tx, now, limit, self._running())
        for challenge in expired:
            await close(tx, challenge, "expired", now)
        return len(expired)

    async def _change(self, challenge_id: int, change: ChallengeChange) -> Challenge:
        """Change an open challenge, with a retry after a conflicting change."""

        async def change_open(tx: Transaction) -> Challenge:
            now = self._clock()
            return await change(tx, await self._open(tx, challenge_id, now), now)

        return await write_current(self._store, change_open)

    async def _get(self, tx: Transaction, challenge_id: int) -> Challenge:
        challenge = await stored_challenges.get(tx, challenge_id)
        if challenge is None:
            raise _unknown()
        return challenge

    async def _open(self, tx: Transaction, challenge_id: int, now: datetime) -> Challenge:
        challenge = await self._get(tx, challenge_id)
        is_expired = challenge.state == "open" and challenge.expires_at <= now
        words = _CLOSED.get("expired" if is_expired else challenge.state)
        if words is not None:
            raise Refusal("closed", words, id=challenge.match_id)
        return challenge

    def _place_for(self, challenge: Challenge, person: Participant) -> int:
        guests = challenge.guests
        if any(guest.user_id == person.user_id and guest.accepted for guest in guests):
            raise Refusal("already_in", N_("You've already accepted. The others still have to."))
        named = [guest for guest in guests if guest.user_id == person.user_id]
        vacant = [guest for guest in guests if guest.user_id is None]
        for guest in (*named, *vacant):
            return guest.position
        invited = Names(tuple(guest.name or "" for guest in guests if not guest.accepted))
        raise Refusal("not_for_you", N_("This challenge is for {names}."), names=invited)


def _unknown() -> Refusal:
    return Refusal("unknown_challenge", N_("That challenge no longer exists."))
