"""The life of a challenge: made, accepted seat by seat, declined, cancelled, expired.

When its last seat is taken, the match starts in the same transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from club.challenges.invitations import check_still_possible, show_elsewhere
from club.challenges.private_play import check_private
from club.challenges.rematches import add_rematch, check_others, in_places_of
from club.matches import beginning
from club.matches.beginning import Agreement
from club.matches.match import Match
from club.members.blocks import check_not_blocked
from club.members.viewer import Viewer
from club.outbox import outbox, posts
from club.references import BoardOf, CardOf, Command, Name, Names
from rules.language import N_, lazy_ngettext
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.errors import Outdated
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import challenges as stored_challenges
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches.challenges import Challenge, ChallengeState, NewChallenge
from storage.matches.terms import Participant, Place, Terms
from storage.members import members
from storage.members import people as stored_people

ChallengeChange = Callable[[Transaction, Challenge, datetime], Awaitable[Challenge]]
"""A change of an open challenge, which may raise `Refusal`."""

LIFETIME = timedelta(hours=24)
POSTED_WITHIN = timedelta(minutes=1)
"""Time after which a challenge without a card is considered lost in a crash."""

MAX_OPEN = 10
"""Maximum number of open challenges per member and server."""

MAX_COMPUTER_MATCHES = 10
"""Maximum number of running matches with computers per member and server."""

_SEATS = {
    2: N_("{game} has two seats. Choose to move first or second."),
    3: N_("{game} has three seats. Choose to move first, second or third."),
}

_CLOSED: dict[ChallengeState, str] = {
    "accepted": N_("This challenge is no longer open. It was accepted: match {id}."),
    "declined": N_("This challenge is no longer open. It was declined."),
    "cancelled": N_("This challenge is no longer open. It was cancelled."),
    "expired": N_("This challenge is no longer open. It has expired."),
}

log = logging.getLogger(__name__)


class Challenges:
    """Makes, fills and closes challenges, and starts the matches of full ones."""

    def __init__(self, store: Store, clock: Callable[[], datetime], random: Random) -> None:
        self._store = store
        self._clock = clock
        self._random = random

    async def make(
        self,
        terms: Terms,
        place: Place,
        challenger: Participant,
        guests: Sequence[Participant],
        *,
        seat: int | None = None,
        only_one: bool = False,
    ) -> Challenge:
        """Make a challenge. Seats without a named guest are open to anyone.

        Computers accept immediately. If all seats are taken, the match starts. Matches with
        computers are never rated.

        :param seat: the challenger's seat, None for a random one.
        :param only_one: refuse if the challenger already has an equal challenge open in the
            channel, or plays an equal guided match.
        :raises Refusal: `yourself`, `same_guest`, `too_many_guests`, `seat`, `too_many_open`,
            `blocks`, `not_available`, `too_many_computers`, `asked`, `guided`, `pace`, `alone`.
        """
        game, has_computers = GAMES[terms.game], any(each.level is not None for each in guests)
        seats = len(game.seat_names(terms.options))
        _check_guests(game, seats, challenger, guests)
        if seat is not None and not 1 <= seat <= seats:
            raise Refusal("seat", _SEATS[seats], game=game.name)
        if place.guild_id is None:
            check_private(terms, place, guests, seats)
        now = self._clock()
        new = NewChallenge(
            terms=replace(terms, rated=terms.rated and not has_computers and place.is_rated),
            place=replace(place, parent_id=place.parent_id or place.channel_id),
            challenger=challenger,
            guests=[*guests, *[None] * (seats - 1 - len(guests))],
            created_at=now,
            expires_at=now + LIFETIME,
            seat=seat,
        )
        async with self._store.write() as tx:
            if only_one:
                await self._check_only_one(tx, new)
            await _check_room(tx, place.guild_id, challenger.user_id)
            names = {guest.user_id: guest.name for guest in guests}
            await check_not_blocked(tx, challenger.user_id, names)
            if has_computers:
                await _check_room_for_computers(tx, place.guild_id, challenger.user_id)
            challenge = await stored_challenges.add(tx, new)
            return await self._start_if_full(tx, challenge, now, guided=terms.guided)

    async def rematch(
        self,
        match: Match,
        person: Participant,
        channel_id: int,
        *,
        from_elsewhere: bool = False,
    ) -> Challenge:
        """Ask the other players of a finished match for a rematch, with rotated seats.

        If one of them has already asked, their challenge is accepted. If the member's earlier
        challenge was lost before its card was posted, it is replaced.

        :param channel_id: where the member asks: the place of the match, or its thread's channel.
        :param from_elsewhere: not clicked there, so that its card has to be posted.
        :returns: the challenge, made or accepted.
        :raises Refusal: `not_yours`, `not_over`, `elsewhere`, `asked`, `again`, `too_many_open`,
            `deleted`, `blocks`, `not_available`, `too_many_computers`, `plays_in`,
            `closed_channel`, `hidden`.
        """
        _check_may_be_played_again(match, person, channel_id)
        now = self._clock()
        async with self._store.write() as tx:
            # The lock makes the second of two simultaneous requests find the first challenge.
            await stored_matches.get(tx, match.id, locked=True)
            existing = await self._open_rematch(tx, match, now)
            if existing is not None and _is_lost_by(existing, person.user_id, now):
                await self._close(tx, existing, "cancelled", now)
                existing = None
            if existing is None:
                await _check_room(tx, match.guild_id, person.user_id)
                await check_others(tx, match, person)
                await check_still_possible(tx, match.stored, person.user_id)
                if match.has_computers:
                    await _check_room_for_computers(tx, match.guild_id, person.user_id)
                challenge = await add_rematch(tx, match, person, channel_id, now, now + LIFETIME)
                await show_elsewhere(tx, challenge, now, in_own_place=from_elsewhere)
                guided = match.guided
                return await self._start_if_full(tx, challenge, now, guided=guided)
        if existing.challenger_id == person.user_id:
            words = N_("You have already asked for a rematch: {card}")
            raise Refusal("asked", words, card=CardOf(existing))
        return await self.accept(existing.id, person, from_elsewhere=True)

    async def rematch_of(self, match_id: int) -> Challenge | None:
        """Return the rematch of a match that is asked for or being played."""
        now = self._clock()
        async with self._store.read() as tx:
            return await self._current_rematch(tx, match_id, now)

    async def _open_rematch(self, tx: Transaction, match: Match, now: datetime) -> Challenge | None:
        """Return the open challenge for a rematch.

        :raises Refusal: `again` if the rematch is already being played.
        """
        challenge = await self._current_rematch(tx, match.id, now)
        if challenge is not None and challenge.match_id is not None:
            rematch = await stored_matches.present(tx, challenge.match_id)
            words = N_("The rematch is match {id}: {board}")
            raise Refusal("again", words, id=rematch.id, board=BoardOf(rematch))
        return challenge

    async def _current_rematch(
        self, tx: Transaction, match_id: int, now: datetime
    ) -> Challenge | None:
        for challenge in await stored_challenges.rematches_of(tx, match_id):
            if challenge.state == "open" and challenge.expires_at > now:
                return challenge
            if challenge.match_id is not None:
                rematch = await stored_matches.present(tx, challenge.match_id)
                if rematch.state == "running":
                    return challenge
        return None

    async def posted(self, challenge_id: int, message_id: int) -> Challenge:
        """Store the message of a challenge's card and return the current challenge."""
        async with self._store.write() as tx:
            await stored_challenges.set_message(tx, challenge_id, message_id)
            return await self._get(tx, challenge_id)

    async def find(self, challenge_id: int) -> Challenge:
        """Load a challenge.

        :raises Refusal: `unknown_challenge`.
        """
        async with self._store.read() as tx:
            return await self._get(tx, challenge_id)

    async def numbered(self, viewer: Viewer, challenge_id: int) -> Challenge:
        """Return a challenge by its number, if the viewer may see it.

        :raises Refusal: `unknown_challenge`.
        """
        challenge = await self.find(challenge_id)
        if not viewer.may_know_of_challenge(challenge):
            raise _unknown()
        return challenge

    async def accept(
        self, challenge_id: int, person: Participant, *, from_elsewhere: bool = False
    ) -> Challenge:
        """Take a seat. Once the last one is taken, the match starts (`Challenge.match_id`).

        :param from_elsewhere: not clicked on the challenge's card, which needs an update.
        :raises Refusal: `unknown_challenge`, `closed`, `yourself`, `not_for_you`, `already_in`,
            `blocks`, `not_available`; in a rematch also `plays_in`, `closed_channel`, `hidden`.
        """

        async def accept(tx: Transaction, challenge: Challenge, now: datetime) -> Challenge:
            if person.user_id == challenge.challenger_id:
                raise Refusal(
                    "yourself", N_("This is your own challenge. Someone else has to accept it.")
                )
            place = self._place_for(challenge, person)
            names = {guest.user_id: guest.name or "" for guest in challenge.guests if guest.user_id}
            names[challenge.challenger_id] = challenge.challenger_name
            await check_not_blocked(tx, person.user_id, names)
            if challenge.rematch_of is not None:
                former = await stored_matches.present(tx, challenge.rematch_of)
                await check_still_possible(tx, former, person.user_id)
            challenge = await stored_challenges.accept(
                tx, challenge.id, challenge.version, place, person.user_id, person.name
            )
            challenge = await self._start_if_full(tx, challenge, now)
            if from_elsewhere:
                await outbox.enqueue(tx, posts.challenge(challenge, now))
            return challenge

        return await self._change(challenge_id, accept)

    async def open_for(self, user_id: int) -> tuple[Challenge, ...]:
        """Return the open challenges that a user has not answered yet, latest first.

        Those of servers that they have left are not among them.
        """
        now = self._clock()

        async def present(tx: Transaction) -> tuple[Challenge, ...]:
            challenges = await stored_challenges.open_for(tx, user_id, now)
            left = await members.left_by(tx, user_id)
            return tuple(each for each in challenges if each.guild_id not in left)

        return await self._store.reading(present)

    async def to_guest(self, challenge_id: int, user_id: int) -> Challenge:
        """Return a challenge that names a user, unless they have left its server.

        :raises Refusal: `unknown_challenge`.
        """
        async with self._store.read() as tx:
            challenge = await self._get(tx, challenge_id)
            left = await members.left_by(tx, user_id)
        is_guest = any(guest.user_id == user_id for guest in challenge.guests)
        if not is_guest or challenge.guild_id in left:
            raise _unknown()
        return challenge

    async def decline(
        self, challenge_id: int, person: Participant, *, from_elsewhere: bool = False
    ) -> Challenge:
        """Decline a challenge, as one of the named guests.

        :param from_elsewhere: not clicked on the challenge's card, which needs an update.
        :raises Refusal: `unknown_challenge`, `closed`, `not_for_you`.
        """

        async def decline(tx: Transaction, challenge: Challenge, now: datetime) -> Challenge:
            if person.user_id == challenge.challenger_id:
                raise Refusal(
                    "yourself", N_("This is your own challenge. You can cancel it instead.")
                )
            if person.user_id not in [guest.user_id for guest in challenge.guests]:
                raise Refusal(
                    "not_for_you",
                    N_("Only someone challenged by name can decline. You can simply ignore it."),
                )
            closed = await self._close(tx, challenge, "declined", now)
            if from_elsewhere:
                await outbox.enqueue(tx, posts.challenge(closed, now))
            return closed

        return await self._change(challenge_id, decline)

    async def cancel(
        self, challenge_id: int, person: Participant, *, from_elsewhere: bool = False
    ) -> Challenge:
        """Cancel one's own challenge.

        :param from_elsewhere: not clicked on the challenge's card, which needs an update.
        :raises Refusal: `unknown_challenge`, `closed`, `not_yours`.
        """

        async def cancel(tx: Transaction, challenge: Challenge, now: datetime) -> Challenge:
            if person.user_id != challenge.challenger_id:
                words = N_("Only {name} can cancel this challenge.")
                raise Refusal("not_yours", words, name=Name(challenge.challenger_name))
            closed = await self._close(tx, challenge, "cancelled", now)
            if from_elsewhere:
                await outbox.enqueue(tx, posts.challenge(closed, now))
            return closed

        return await self._change(challenge_id, cancel)

    async def expire(self, limit: int = 50) -> int:
        """Close expired challenges and queue updates of their cards.

        :returns: the number of challenges; if it equals `limit`, there may be more.
        """
        now = self._clock()
        async with self._store.write() as tx:
            expired = await stored_challenges.due(tx, now, limit)
            for challenge in expired:
                closed = await self._close(tx, challenge, "expired", now)
                await outbox.enqueue(tx, posts.challenge(closed, now))
            return len(expired)

    async def _change(self, challenge_id: int, change: ChallengeChange) -> Challenge:
        """Change an open challenge, with a retry after a conflicting change."""
        while True:
            now = self._clock()
            try:
                async with self._store.write() as tx:
                    return await change(tx, await self._open(tx, challenge_id, now), now)
            except Outdated:
                log.info("challenge %s changed in the meantime; retrying", challenge_id)

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

    async def _close(
        self, tx: Transaction, challenge: Challenge, state: ChallengeState, now: datetime
    ) -> Challenge:
        closed = await stored_challenges.change(
            tx, challenge.id, challenge.version, state=state, closed_at=now
        )
        await show_elsewhere(tx, closed, now)
        return closed

    async def _check_only_one(self, tx: Transaction, new: NewChallenge) -> None:
        """Check that the challenger has no equal challenge, for example after a double click.

        A challenge that was lost before its card was posted is cancelled.

        :raises Refusal: `guided`, `asked`.
        """
        game, user_id = GAMES[new.terms.game], new.challenger.user_id
        # The second of two simultaneous requests waits here for the first.
        await stored_people.get(tx, user_id, locked=True)
        if new.terms.guided:
            for match in await match_lists.running_of(tx, user_id, new.place.guild_id):
                if match.guided and match.game == game.key:
                    words = N_("You already have a guided match of {game}: {board}")
                    raise Refusal("guided", words, game=game.name, board=BoardOf(match))
            return
        for challenge in await stored_challenges.open_in(tx, new.place.channel_id):
            is_theirs = challenge.challenger_id == user_id and challenge.game == game.key
            is_to_anyone = any(guest.user_id is None for guest in challenge.guests)
            if not is_theirs or not is_to_anyone or challenge.expires_at <= new.created_at:
                continue
            if _is_lost_by(challenge, user_id, new.created_at):
                await self._close(tx, challenge, "cancelled", new.created_at)
            else:
                words = N_("You are already looking for someone to play {game}: {card}")
                raise Refusal("asked", words, game=game.name, card=CardOf(challenge))

    def _place_for(self, challenge: Challenge, person: Participant) -> int:
        guests = challenge.guests
        if any(guest.user_id == person.user_id and guest.accepted for guest in guests):
            raise Refusal("already_in", N_("You have already accepted. The others still have to."))
        named = [guest for guest in guests if guest.user_id == person.user_id]
        vacant = [guest for guest in guests if guest.user_id is None]
        for guest in (*named, *vacant):
            return guest.position
        invited = Names(tuple(guest.name or "" for guest in guests if not guest.accepted))
        raise Refusal("not_for_you", N_("This challenge is for {names}."), names=invited)

    async def _start_if_full(
        self, tx: Transaction, challenge: Challenge, now: datetime, *, guided: bool = False
    ) -> Challenge:
        """Start the match if everyone has accepted."""
        if all(guest.accepted for guest in challenge.guests):
            return await self._start(tx, challenge, now, guided=guided)
        return challenge

    async def _start(
        self, tx: Transaction, challenge: Challenge, now: datetime, *, guided: bool
    ) -> Challenge:
        agreement = Agreement(
            replace(challenge.terms, guided=guided),
            [challenge.place],
            self._arrange(challenge),
            challenge_id=challenge.id,
        )
        if challenge.rematch_of is not None:
            agreement = await in_places_of(tx, agreement, challenge, challenge.rematch_of)
        await beginning.begin(tx, agreement, self._random, now)
        return await self._close(tx, challenge, "accepted", now)

    def _arrange(self, challenge: Challenge) -> list[Participant]:
        """Return the players, seat 1 first: as given, or shuffled around the challenger."""
        people = [
            Participant(guest.user_id or 0, guest.name or "", guest.level)
            for guest in challenge.guests
        ]
        challenger = Participant(challenge.challenger_id, challenge.challenger_name)
        if challenge.seating is not None:
            by_user: dict[int, list[Participant]] = {}
            for person in (challenger, *people):
                by_user.setdefault(person.user_id, []).append(person)
            # Only computers can have several seats.
            return [by_user[user_id].pop(0) for user_id in challenge.seating]
        self._random.shuffle(people)
        seat = challenge.seat or self._random.randrange(len(people) + 1) + 1
        people.insert(seat - 1, challenger)
        return people


def _check_may_be_played_again(match: Match, person: Participant, channel_id: int) -> None:
    """Check that a member can ask for a rematch of a match where they are.

    :raises Refusal: `not_yours`, `not_over`, `elsewhere`.
    """
    if match.player_of(person.user_id) is None:
        raise Refusal("not_yours", N_("Only the players of a match can ask for a rematch."))
    if not match.is_over:
        raise Refusal("not_over", N_("Match {id} is not over yet."), id=match.id)
    if match.stored.place_in(channel_id) is None:
        raise Refusal(
            "elsewhere",
            N_("Match {id} was played in another channel. Ask for the rematch there: {board}"),
            id=match.id,
            board=BoardOf(match.stored),
        )


def _is_lost_by(challenge: Challenge, user_id: int, now: datetime) -> bool:
    """Whether a challenge is this user's and was lost before its card was posted."""
    is_late = challenge.created_at + POSTED_WITHIN <= now
    return challenge.challenger_id == user_id and challenge.message_id is None and is_late


def _check_guests(
    game: Game, seats: int, challenger: Participant, guests: Sequence[Participant]
) -> None:
    """Check that these guests can be challenged together.

    :raises Refusal: `yourself`, `same_guest`, `too_many_guests`.
    """
    guest_ids = [guest.user_id for guest in guests if guest.level is None]
    if challenger.user_id in guest_ids:
        raise Refusal(
            "yourself",
            N_(
                "You can't play against yourself. Choose someone else, or leave the opponent "
                "empty so that anyone in this channel can accept."
            ),
        )
    if len(set(guest_ids)) < len(guest_ids):
        raise Refusal("same_guest", N_("You named the same opponent twice."))
    if len(guests) >= seats:
        raise Refusal(
            "too_many_guests",
            lazy_ngettext(
                "{game} is for {seats} players with these options: you and {count} more.",
                "{game} is for {seats} players with these options: you and {count} more.",
                seats - 1,
                game=game.name,
                seats=seats,
            ),
        )


async def _check_room(tx: Transaction, guild_id: int | None, user_id: int) -> None:
    count = await stored_challenges.count_open_of(tx, guild_id, user_id)
    if count >= MAX_OPEN:
        raise Refusal(
            "too_many_open",
            N_(
                "You already have {count} open challenges in this server. Cancel one, or wait "
                "for an answer."
            ),
            count=count,
        )


async def _check_room_for_computers(tx: Transaction, guild_id: int | None, user_id: int) -> None:
    running = await match_lists.running_of(tx, user_id, guild_id)
    count = sum(any(seat.level is not None for seat in match.seats) for match in running)
    if count >= MAX_COMPUTER_MATCHES:
        raise Refusal(
            "too_many_computers",
            N_(
                "You are already playing {count} matches against me in this server. Finish or "
                "resign one first. {matches} lists them."
            ),
            count=count,
            matches=Command("matches"),
        )


def _unknown() -> Refusal:
    return Refusal("unknown_challenge", N_("That challenge no longer exists."))
