"""Limits on challenges: who can be challenged together, and how many may be open or played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from club.challenges.changes import close, is_lost_by
from club.members.blocks import check_not_hidden, not_available
from club.paces import PRIVATE_PACES
from club.references import BoardOf, CardOf, Command, CommandOption
from language.texts import N_, lazy_ngettext
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges import challenges as stored_challenges
from storage.challenges.challenges import Challenge, NewChallenge
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.members import membership, preferences
from storage.members import preferences as stored_preferences
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings

MAX_OPEN = 10
"""Maximum number of open challenges per member and server."""

MAX_COMPUTER_MATCHES = 10
"""Maximum number of running matches with computers per member and server."""

FINDERS = [Command("challenge")]
"""Commands that find opponents. The last one is recommended."""

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

    Their other requests wait until this transaction ends, also for `check_room_for_computers`.

    :raises Refusal: `too_many_open`.
    """
    await stored_preferences.get(tx, user_id, locked=True)
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
                "You're already playing {count} matches against me in this server. Finish or "
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
    await stored_preferences.get(tx, user_id, locked=True)
    if all(guest is not None and guest.level is not None for guest in new.guests):
        await _check_only_match(tx, new)
    for challenge in await stored_challenges.open_in(tx, new.place.channel_id):
        if not _is_same(challenge, new) or challenge.expires_at <= now:
            continue
        if is_lost_by(challenge, user_id, now):
            await close(tx, challenge, "cancelled", now)
        elif None in new.guests:
            words = N_("You're already looking for someone to play {game}: {card}")
            name = GAMES[new.terms.game].name
            raise Refusal("asked", words, game=name, card=CardOf(challenge))
        else:
            words = N_("You've already sent this challenge: {card}")
            raise Refusal("asked", words, card=CardOf(challenge))


def check_private(terms: Terms, place: Place, guests: Sequence[Participant], seats: int) -> None:
    """Check that a match can be played outside of a server.

    :raises Refusal: `pace`, `alone`.
    """
    if terms.pace not in PRIVATE_PACES:
        raise Refusal(
            "pace", N_("Outside of servers, matches have no clock, or seven days per turn.")
        )
    computers = [guest for guest in guests if guest.level is not None]
    if place.is_direct and len(computers) < seats - 1:
        words = N_(
            "Only the two of us are here. Play me with the option {option}, or challenge people "
            "in a server or a group chat."
        )
        if len(FINDERS) > 1:
            words = N_(
                "Only the two of us are here. Play me with the option {option}, find an opponent "
                "with {command}, or challenge people in a server or a group chat."
            )
        raise Refusal("alone", words, option=CommandOption("level"), command=FINDERS[-1])


def check_plays_out(settings: GuildSettings) -> None:
    """Check that a server allows its members to play against those of other servers.

    :raises Refusal: `plays_in`.
    """
    if not settings.plays_out:
        words = N_(
            "In this server, members only play each other. Its admins can change that in "
            "{settings}."
        )
        raise Refusal("plays_in", words, settings=Command("settings"))


async def check_still_possible(
    tx: Transaction,
    former: StoredMatch,
    user_id: int,
    existing: Callable[[GuildSettings], GuildSettings],
) -> None:
    """Check that a match between servers may be played again.

    :param user_id: the player who offers or accepts the rematch.
    :param existing: returns settings without what was deleted.
    :raises Refusal: `plays_in`, `closed_channel`, `hidden`, `not_available`.
    """
    if not former.is_between_servers:
        return
    settings = await stored_settings.of_guilds(tx, set(former.guild_ids))
    for place in former.places:
        if place.guild_id is None:
            continue
        server = existing(settings[place.guild_id])
        if not server.plays_out:
            words = N_(
                "One of the two servers no longer plays with other servers. Find another "
                "opponent with {command}."
            )
            raise Refusal("plays_in", words, command=FINDERS[-1])
        if not server.allows_matches_in(place.parent_id or place.channel_id):
            words = N_(
                "One of the two servers now plays in other channels. Find another opponent "
                "with {command}."
            )
            raise Refusal("closed_channel", words, command=FINDERS[-1])
    for seat in former.seats:
        home = former.home_of(seat.user_id).guild_id
        if seat.user_id != user_id and home in await membership.left_by(tx, seat.user_id):
            raise not_available(seat.name)
    hidden = await preferences.hidden(tx, [seat.user_id for seat in former.seats])
    check_not_hidden(is_hidden=user_id in hidden)
    for seat in former.seats:
        if seat.user_id in hidden:
            raise not_available(seat.name)


async def _check_only_match(tx: Transaction, new: NewChallenge) -> None:
    """Check that a challenger of computers has no such match that is guided or has no move yet."""
    user_id, game = new.challenger.user_id, GAMES[new.terms.game]
    levels = sorted(guest.level or 0 for guest in new.guests if guest is not None)
    for match in await match_lists.running_of(tx, user_id, new.place.guild_id):
        others = [seat for seat in match.seats if seat.user_id != user_id]
        is_there = match.guild_id == new.place.guild_id
        if not is_there or match.game != game.key or match.guided != new.terms.guided:
            continue
        if match.guided:
            words = N_("You already have a guided {game} match: {board}")
            raise Refusal("guided", words, game=game.name, board=BoardOf(match))
        if match.ply == 0 and sorted(seat.level or 0 for seat in others) == levels:
            words = N_("Your {game} match against me is waiting for your first move: {board}")
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
