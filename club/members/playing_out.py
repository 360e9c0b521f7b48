"""The conditions for playing with members of other servers.

The server has to allow it, and hidden members can't.
"""

from __future__ import annotations

from club.members.blocks import not_available
from club.references import Command
from language.texts import N_
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.matches.stored_match import StoredMatch
from storage.members import guild_settings, members, people
from storage.members.guild_settings import GuildSettings


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


def check_not_hidden(*, is_hidden: bool) -> None:
    """Check that a member isn't hidden from other servers.

    :raises Refusal: `hidden`.
    """
    if is_hidden:
        words = N_(
            "You've left the global leaderboards, so I don't show your name in other servers. "
            "Change that with {privacy}."
        )
        raise Refusal("hidden", words, privacy=Command("privacy"))


async def check_still_possible(tx: Transaction, former: StoredMatch, user_id: int) -> None:
    """Check that a match between servers may be played again.

    :param user_id: the player who offers or accepts the rematch.
    :raises Refusal: `plays_in`, `closed_channel`, `hidden`, `not_available`.
    """
    if not former.is_between_servers:
        return
    settings = await guild_settings.of_guilds(tx, set(former.guild_ids))
    for place in former.places:
        if place.guild_id is None:
            continue
        server = settings[place.guild_id]
        if not server.plays_out:
            words = N_(
                "One of the two servers no longer plays with other servers. Find another "
                "opponent with {pool}."
            )
            raise Refusal("plays_in", words, pool=Command("pool"))
        if not server.allows_matches_in(place.parent_id or place.channel_id):
            words = N_(
                "One of the two servers now plays in other channels. Find another opponent "
                "with {pool}."
            )
            raise Refusal("closed_channel", words, pool=Command("pool"))
    for seat in former.seats:
        home = former.home_of(seat.user_id).guild_id
        if seat.user_id != user_id and home in await members.left_by(tx, seat.user_id):
            raise not_available(seat.name)
    hidden = await people.hidden(tx, [seat.user_id for seat in former.seats])
    check_not_hidden(is_hidden=user_id in hidden)
    for seat in former.seats:
        if seat.user_id in hidden:
            raise not_available(seat.name)
