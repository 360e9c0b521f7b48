"""Rematches, with their conditions, seats and places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

from club.challenges.challenges import Challenges
from club.challenges.changes import LIFETIME, close, is_lost_by, show_elsewhere, start_if_full
from club.challenges.limits import check_room, check_room_for_computers, check_still_possible
from club.matches.match import Match
from club.matches.seams import kind_in
from club.members.blocks import check_not_blocked
from club.members.membership import Membership
from club.parts import LoadedParts
from club.references import BoardOf, CardOf, Command
from language.texts import N_
from rules.refusal import Refusal
from storage.challenges import challenges as stored_challenges
from storage.challenges.challenges import Challenge, NewChallenge
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place

IS_RATED_AGAIN: LoadedParts[tuple[Transaction, int], bool] = LoadedParts()
"""Whether the rematch of a match is rated, even if the match became unrated."""


class Rematches:
    """Makes and finds challenges for rematches."""

    def __init__(
        self,
        store: Store,
        challenges: Challenges,
        membership: Membership,
        clock: Callable[[], datetime],
        random: Random,
    ) -> None:
        self._store = store
        self._challenges = challenges
        self._membership = membership
        self._clock = clock
        self._random = random

    async def ask(
        self,
        match: Match,
        person: Participant,
        channel_id: int,
        *,
        from_elsewhere: bool = False,
    ) -> Challenge:
        """Offer the other players of a finished match a rematch, with rotated seats.

        If one of them has already offered it, their challenge is accepted. If the member's earlier
        challenge was lost before its card was posted, it is replaced.

        :param channel_id: where the member offers it, either the place of the match or its thread's
            channel.
        :param from_elsewhere: not clicked there, so that its card has to be posted.
        :returns: the challenge, made or accepted.
        :raises Refusal: `of_teams`, `not_yours`, `not_over`, `elsewhere`, `asked`, `again`,
            `too_many_open`, `deleted`, `blocks`, `not_available`, `too_many_computers`,
            `plays_in`, `closed_channel`, `hidden`.
        """
        _check_may_be_played_again(match, person, channel_id)
        now = self._clock()

        async def ask(tx: Transaction) -> tuple[Challenge, bool]:
            # The lock makes the second of two simultaneous requests find the first challenge.
            await stored_matches.get(tx, match.id, locked=True)
            existing = await _open(tx, match.id, now)
            if existing is not None and is_lost_by(existing, person.user_id, now):
                await close(tx, existing, "cancelled", now)
                existing = None
            if existing is not None:
                return existing, False
            await self._check_may_ask(tx, match, person)
            challenge = await _add_rematch(tx, match, person, channel_id, now)
            await show_elsewhere(tx, challenge, now, in_own_place=from_elsewhere)
            guided = match.stored.guided
            return await start_if_full(tx, challenge, self._random, now, guided=guided), True

        challenge, is_new = await self._store.write(ask)
        if is_new:
            return challenge
        if challenge.challenger_id == person.user_id:
            words = N_("You've already asked for a rematch: {card}")
            raise Refusal("asked", words, card=CardOf(challenge))
        return await self._challenges.accept(challenge.id, person)

    async def _check_may_ask(self, tx: Transaction, match: Match, person: Participant) -> None:
        """Check that a member can offer the other players of a match a rematch now."""
        await check_room(tx, match.guild_id, person.user_id)
        await _check_others(tx, match, person)
        existing = self._membership.existing
        await check_still_possible(tx, match.stored, person.user_id, existing)
        if match.has_computers:
            await check_room_for_computers(tx, match.guild_id, person.user_id)

    async def current(self, match_id: int) -> Challenge | None:
        """Return the challenge for a match's rematch that is open or being played."""
        now = self._clock()
        return await self._store.read(lambda tx: _current(tx, match_id, now))


async def _open(tx: Transaction, match_id: int, now: datetime) -> Challenge | None:
    """Return the open challenge for a rematch.

    :raises Refusal: `again` if the rematch is already being played.
    """
    challenge = await _current(tx, match_id, now)
    if challenge is not None and challenge.match_id is not None:
        rematch = await stored_matches.current(tx, challenge.match_id)
        words = N_("The rematch is match {id}: {board}")
        raise Refusal("again", words, id=rematch.id, board=BoardOf(rematch))
    return challenge


async def _current(tx: Transaction, match_id: int, now: datetime) -> Challenge | None:
    for challenge in await stored_challenges.rematches_of(tx, match_id):
        if challenge.state == "open" and challenge.expires_at > now:
            return challenge
        if challenge.match_id is not None:
            rematch = await stored_matches.current(tx, challenge.match_id)
            if rematch.state == "running":
                return challenge
    return None


def _check_may_be_played_again(match: Match, person: Participant, channel_id: int) -> None:
    """Check that a member can offer a rematch in this channel."""
    kind_in(match.stored.seats).check_may("rematch")
    if match.player_of(person.user_id) is None:
        raise Refusal("not_yours", N_("Only the players of a match can ask for a rematch."))
    if not match.is_over:
        raise Refusal("not_over", N_("Match {id} isn't over yet."), id=match.id)
    if match.stored.place_in(channel_id) is None:
        raise Refusal(
            "elsewhere",
            N_("Match {id} was played in another channel. Ask for the rematch there: {board}"),
            id=match.id,
            board=BoardOf(match.stored),
        )


async def _check_others(tx: Transaction, match: Match, person: Participant) -> None:
    """Check that the other players of a match can be offered a rematch."""
    seats = (await stored_matches.current(tx, match.id)).seats
    names = {seat.user_id: seat.name for seat in seats if seat.user_id != person.user_id}
    if any(seat.user_id < 0 and seat.level is None for seat in seats):
        raise Refusal(
            "deleted",
            N_(
                "Someone who played this match has deleted their data. Challenge someone else "
                "with {challenge}."
            ),
            challenge=Command("challenge"),
        )
    await check_not_blocked(tx, person.user_id, names)


async def _add_rematch(
    tx: Transaction, match: Match, person: Participant, channel_id: int, now: datetime
) -> Challenge:
    """Add a challenge for a rematch, with the seats after those of the latest match of the series.

    :param channel_id: where the rematch was offered.
    """
    stored, terms = match.stored, match.stored.terms
    latest_id = await stored_challenges.latest_in_series(tx, match.id)
    latest = stored if latest_id is None else await stored_matches.current(tx, latest_id)
    place = stored.place_in(channel_id) or stored.place
    if any(await IS_RATED_AGAIN.of((tx, match.id))):
        terms = replace(terms, rated=True)
    return await stored_challenges.add(
        tx,
        NewChallenge(
            terms=terms,
            # A rematch can be offered in the channel or in one of its threads.
            place=Place(
                place.guild_id,
                channel_id,
                place.parent_id,
                kind=place.kind,
                is_private=place.is_private and channel_id == place.channel_id,
            ),
            challenger=person,
            guests=[
                Participant(seat.user_id, seat.name, seat.level)
                for seat in stored.seats
                if seat.user_id != person.user_id
            ],
            created_at=now,
            expires_at=now + LIFETIME,
            # The last seat moves to the front. Two players swap seats.
            seating=[seat.user_id for seat in (latest.seats[-1], *latest.seats[:-1])],
            rematch_of=stored.id,
        ),
    )
