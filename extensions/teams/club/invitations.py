"""Invitations of servers to other servers, to play a match against each other as teams."""

from __future__ import annotations

from club.challenges.changes import show_change, start_if_full, write_current
from club.challenges.limits import check_plays_out
from club.club import Club
from club.references import Command, Name
from extensions.teams.club.teams import check_room_for_team, daily_hour
from language.texts import N_
from rules.refusal import Refusal
from storage.challenges import challenges as stored_challenges
from storage.challenges.challenges import Challenge, GuestTeam
from storage.database.transaction import Transaction
from storage.matches.match import Place
from storage.servers import settings as stored_settings


class Invitations:
    """Lists the invitations of servers to other servers, and accepts them."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._clock = club.clock
        self._random = club.random

    async def open_to(self, guild_id: int) -> tuple[Challenge, ...]:
        """Return the open invitations that a server can accept, latest first.

        :raises Refusal: `plays_in`.
        """
        now = self._clock()
        async with self._store.read() as tx:
            check_plays_out(await stored_settings.get(tx, guild_id))
            invitations = await stored_challenges.open_of_servers(tx, now)
            hosts = {
                invitation.guild_id for invitation in invitations if invitation.guild_id is not None
            }
            settings = await stored_settings.of_guilds(tx, hosts)
        return tuple(
            invitation
            for invitation in invitations
            if guild_id not in _servers(invitation) and settings[invitation.guild_id or 0].plays_out
        )

    async def accept(self, challenge_id: int, name: str, place: Place) -> Challenge:
        """Accept an invitation for a server. Once all have accepted, the match starts.

        :param name: the name of the server's team.
        :param place: the channel where it plays.
        :raises Refusal: `closed`, `already_in`, `plays_in`, `too_many_teams`.
        """
        return await write_current(
            self._store, lambda tx: self._accept(tx, challenge_id, name, place)
        )

    async def _accept(
        self, tx: Transaction, challenge_id: int, name: str, place: Place
    ) -> Challenge:
        now, guild_id = self._clock(), place.guild_id or 0
        challenge = await stored_challenges.get(tx, challenge_id)
        if challenge is None or not challenge.is_for_servers:
            raise _closed()
        settings = await stored_settings.of_guilds(tx, [guild_id, challenge.guild_id or 0])
        check_plays_out(settings[guild_id])
        is_open = challenge.state == "open" and challenge.expires_at > now
        if not is_open or not settings[challenge.guild_id or 0].plays_out:
            raise _closed()
        if guild_id in _servers(challenge):
            words = N_("{name} is already in this match. Other servers still have to accept.")
            raise Refusal("already_in", words, name=Name(name))
        await check_room_for_team(tx, guild_id, name)
        vacant = next(guest for guest in challenge.guests if not guest.accepted)
        is_daily = challenge.team is not None and challenge.team["hour"] is not None
        team = GuestTeam(
            channel_id=place.channel_id,
            parent_id=place.parent_id or place.channel_id,
            is_private=place.is_private,
            hour=daily_hour(settings[guild_id], now) if is_daily else None,
        )
        challenge = await stored_challenges.accept(
            tx, challenge.id, challenge.version, vacant.position, guild_id, name, team
        )
        started = await start_if_full(tx, challenge, self._random, now)
        if started.state == "open":
            await show_change(tx, started, now)
        return started


def _servers(challenge: Challenge) -> set[int | None]:
    """Return the servers that play already."""
    return {challenge.guild_id, *(guest.user_id for guest in challenge.guests)}


def _closed() -> Refusal:
    words = N_("This invitation is no longer open. See the others with {command}.")
    return Refusal("closed", words, command=Command("matches"))
