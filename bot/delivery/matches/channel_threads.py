"""The threads of matches, opened before the first card in each place."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.delivery.threads import open_thread, remove_thread
from bot.interactions.permissions import may_open_threads
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim
from club.outbox.kinds import BoardPost
from presentation.phrases import versus
from rules.language import gettext
from storage.matches import cards as stored_cards
from storage.matches import matches as stored_matches
from storage.matches import outbox
from storage.matches.terms import MatchPlace

MAX_NAME_LENGTH = 100


class MatchThreads:
    """Opens the threads of matches."""

    def __init__(self, client: discord.Client, club: Club, *, opens_threads: bool) -> None:
        self._client = client
        self._store = club.store
        self._matches = club.matches
        self._challenges = club.challenges
        self._opens_threads = opens_threads

    async def opened_for(self, match: Match, claim: Claim[BoardPost]) -> Match:
        """Open the thread for a board's place, if allowed, and return the updated match."""
        place = match.stored.place_numbered(claim.post.place)
        if place.thread_id is not None or not self._opens_threads or not claim.settings.threads:
            return match
        channel = self._client.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return match
        if not may_open_threads(channel.permissions_for(channel.guild.me)):
            return match
        start_message = None
        if match.stored.challenge_id is not None and place.number == 1:
            start_message = (await self._challenges.find(match.stored.challenge_id)).message_id
        async with self._store.read() as tx:
            # An earlier attempt may have opened the thread without storing it.
            may_be_there = await outbox.was_attempted(
                tx, match.id, BoardPost.kind, place=place.number
            )
        thread_id = await open_thread(
            channel, start_message, _name_of(match), may_be_there=may_be_there
        )
        if thread_id is None:
            return match
        match = await self.move(match, place, thread_id)
        if match.stored.place_numbered(place.number).thread_id != thread_id:
            # Another process has taken over the delivery and opened its own thread.
            await remove_thread(channel, thread_id)
        return match

    async def move(self, match: Match, place: MatchPlace, thread_id: int | None) -> Match:
        """Move a place of a match to a thread, or back to its channel, unless it was already moved.

        :param place: the place before the move.
        :returns: the updated match.
        """
        async with self._store.write() as tx:
            row = await stored_matches.present(tx, match.id, locked=True)
            if row.place_numbered(place.number).thread_id == place.thread_id:
                await stored_cards.set_thread(tx, place, thread_id)
                row = row.with_place(replace(row.place_numbered(place.number), thread_id=thread_id))
        if row.version != match.version:
            return await self._matches.find(match.id)
        # Changes within the turn, such as offers, are handled after the card is posted.
        return replace(match, stored=row)


def _name_of(match: Match) -> str:
    names = versus([player.name for player in match.players])
    name = gettext("{game} {number}: {names}", game=match.game.name, number=match.id, names=names)
    return name[:MAX_NAME_LENGTH]
