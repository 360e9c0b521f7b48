"""Limits on challenges: who can be challenged together, and how many may be open or played."""

from __future__ import annotations

from collections.abc import Sequence

from club.challenges.challenge_transactions import close, is_lost_by
from club.references import BoardOf, CardOf, Command
from language.texts import N_, lazy_ngettext
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches import challenges as stored_challenges
from storage.matches import match_lists
from storage.matches.challenges import Challenge, NewChallenge
from storage.matches.terms import Participant
from storage.members import people as stored_people

MAX_OPEN = 10
"""Maximum number of open challenges per member and server."""

MAX_COMPUTER_MATCHES = 10
"""Maximum number of running matches with computers per member and server."""

_SEATS = {
    2: N_("{game} has two seats. Choose to move first or second."),
    3: N_("{game} has three seats. Choose to move first, second or third."),
}


def check_seat(game: Game, seats: int, seat: int) -> None:
    """Check that the challenger can choose a seat.

    :raises Refusal: `seat`.
    """
    if not 1 <= seat <= seats:
        raise Refusal("seat", _SEATS[seats], game=game.name)


def check_guests(
    game: Game, seats: int, challenger: Participant, guests: Sequence[Participant]
) -> None:
    """Check that these guests can be challenged together.

    :raises Refusal: `yourself`, `same_guest`, `too_many_guests`.
    """
    guest_ids = [guest.user_id for guest in guests if guest.level is None]
    if challenger.user_id in guest_ids:
        raise Refusal(
            "yourself",
            N_("You can't play against yourself. Choose someone else."),
        )
    if len(set(guest_ids)) < len(guest_ids):
        raise Refusal("same_guest", N_("You named the same opponent twice."))
    if len(guests) >= seats:
        raise Refusal(
            "too_many_guests",
            lazy_ngettext(
                "With these options, {game} is for {seats} players: you and {count} other.",
                "With these options, {game} is for {seats} players: you and {count} others.",
                seats - 1,
                game=game.name,
                seats=seats,
            ),
        )


async def check_room(tx: Transaction, guild_id: int | None, user_id: int) -> None:
    """Check that a member can have one more open challenge in a server.

    :raises Refusal: `too_many_open`.
    """
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


async def check_room_for_computers(tx: Transaction, guild_id: int | None, user_id: int) -> None:
    """Check that a member can play one more match with computers in a server.

    :raises Refusal: `too_many_computers`.
    """
    running = await match_lists.running_of(tx, user_id, guild_id)
    count = sum(any(seat.level is not None for seat in match.seats) for match in running)
    if count >= MAX_COMPUTER_MATCHES:
        raise Refusal(
            "too_many_computers",
            N_(
                "You are already playing {count} matches against me in this server. Finish or "
                "resign one first. See them with {matches}."
            ),
            count=count,
            matches=Command("matches"),
        )


async def check_only_one(tx: Transaction, new: NewChallenge) -> None:
    """Check that the challenger doesn't have the same challenge open, or the same match to begin.

    This happens with double clicks, for example. A challenge that was lost before its card was
    posted is cancelled.

    :raises Refusal: `guided`, `begun`, `asked`.
    """
    user_id, now = new.challenger.user_id, new.created_at
    before = await stored_challenges.open_in(tx, new.place.channel_id)
    # Locking order: challenges before people.
    await stored_challenges.lock(tx, [each.id for each in before if is_lost_by(each, user_id, now)])
    # The second of two simultaneous requests waits here for the first.
    await stored_people.get(tx, user_id, locked=True)
    if all(guest is not None and guest.level is not None for guest in new.guests):
        await _check_only_match(tx, new)
    for challenge in await stored_challenges.open_in(tx, new.place.channel_id):
        if not _is_same(challenge, new) or challenge.expires_at <= now:
            continue
        if is_lost_by(challenge, user_id, now):
            await close(tx, challenge, "cancelled", now)
        elif None in new.guests:
            words = N_("You are already looking for someone to play {game}: {card}")
            name = GAMES[new.terms.game].name
            raise Refusal("asked", words, game=name, card=CardOf(challenge))
        else:
            words = N_("You have already sent this challenge: {card}")
            raise Refusal("asked", words, card=CardOf(challenge))


async def _check_only_match(tx: Transaction, new: NewChallenge) -> None:
    """Check that a challenger of computers has no such match that is guided or has no move yet.

    :raises Refusal: `guided`, `begun`.
    """
    user_id, game = new.challenger.user_id, GAMES[new.terms.game]
    levels = sorted(guest.level or 0 for guest in new.guests if guest is not None)
    for match in await match_lists.running_of(tx, user_id, new.place.guild_id):
        others = [seat for seat in match.seats if seat.user_id != user_id]
        is_there = match.guild_id == new.place.guild_id
        if not is_there or match.game != game.key or match.guided != new.terms.guided:
            continue
        if match.guided:
            words = N_("You already have a guided match of {game}: {board}")
            raise Refusal("guided", words, game=game.name, board=BoardOf(match))
        if match.ply == 0 and sorted(seat.level or 0 for seat in others) == levels:
            words = N_("Your match of {game} against me waits for your first move: {board}")
            raise Refusal("begun", words, game=game.name, board=BoardOf(match))


def _is_same(challenge: Challenge, new: NewChallenge) -> bool:
    """Whether an open challenge is the challenger's, for the same game and to the same people."""
    is_theirs = challenge.challenger_id == new.challenger.user_id
    if not is_theirs or challenge.game != new.terms.game:
        return False
    if None in new.guests:
        return any(guest.user_id is None for guest in challenge.guests)
    named = {guest.user_id for guest in new.guests if guest is not None}
    return {guest.user_id for guest in challenge.guests} == named
