"""The kinds of homes of a match in a server, and opening one before or with its first card.

A match gets the first home that suits its server: a post in a forum, or a thread of its channel. It
stays in the channel if none does, or if Discord refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.delivery.threads import MAX_NAME_LENGTH
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim
from club.outbox.kinds import BoardPost
from language.texts import gettext
from presentation.markup import short_text
from presentation.phrases import versus
from storage.matches import cards as stored_cards
from storage.matches import matches as stored_matches
from storage.matches import outbox
from storage.matches.stored_match import StoredMatch
from storage.matches.terms import MatchPlace
from storage.members.guild_settings import GuildSettings


@dataclass(frozen=True, slots=True)
class Opening:
    """A place of a match that has no card yet."""

    match: Match
    place: MatchPlace
    settings: GuildSettings

    @property
    def name(self) -> str:
        """The name of its thread or post, unique in its server."""
        match, names = self.match, versus([player.name for player in self.match.players])
        name = gettext(
            "{game} {number}: {names}", game=match.game.name, number=match.id, names=names
        )
        return short_text(name[:MAX_NAME_LENGTH], MAX_NAME_LENGTH)


@dataclass(frozen=True, slots=True)
class OpenHome:
    """A thread that has just been opened, or found again."""

    thread_id: int
    forum_id: int | None = None
    """Its forum, if it is a post of one."""
    duplicates: tuple[int, ...] = ()
    """Other threads that repeated requests may have opened."""


class Home(Protocol):
    """A kind of home for matches."""

    def suits(self, opening: Opening) -> bool:
        """Whether the server's settings and the known permissions allow this kind."""
        ...

    async def open_ahead(self, opening: Opening, *, may_exist: bool) -> OpenHome | None:
        """Open the home before the first card, or find it again.

        :param may_exist: whether an earlier attempt may have opened it without storing it.
        :returns: None if this kind opens with the card.
        """
        ...

    async def open_with(self, opening: Opening, page: Page) -> OpenHome | None:
        """Open the home with the first card as its first message.

        :returns: None if this kind opens without a card.
        """
        ...

    async def remove(self, opening: Opening, thread_id: int) -> None:
        """Remove a duplicate."""
        ...


class Homes:
    """Opens and stores the homes of matches."""

    def __init__(self, club: Club, homes: Sequence[Home]) -> None:
        """:param homes: the kinds of homes, in order of preference."""
        self._store = club.store
        self._matches = club.matches
        self._homes = homes

    async def open_ahead_for(self, match: Match, claim: Claim[BoardPost]) -> Match:
        """Open the home for a board's place ahead, or find it, and return the updated match."""
        opening = _opening(match, claim)
        home = self._home_for(opening)
        if home is None:
            return match
        async with self._store.read() as tx:
            was_attempted = await outbox.was_attempted(
                tx, match.id, BoardPost.kind, place=opening.place.number
            )
        open_home = await home.open_ahead(opening, may_exist=was_attempted)
        if open_home is None:
            return match
        match = await self.move(match, opening.place, open_home.thread_id, open_home.forum_id)
        await self._remove_others(home, opening, open_home, match.stored)
        return match

    async def open_with_card(
        self, match: Match, claim: Claim[BoardPost], page: Page
    ) -> tuple[Match, int] | None:
        """Open the home for a board's place with its first card.

        :returns: the match as shown on that card, in its home, and the id of the card; None if the
            card still has to be posted.
        """
        opening = _opening(match, claim)
        home = self._home_for(opening)
        open_home = None if home is None else await home.open_with(opening, page)
        if home is None or open_home is None:
            return None
        row = await self._store_home(opening.place, open_home.thread_id, open_home.forum_id)
        await self._remove_others(home, opening, open_home, row)
        place = row.place_numbered(opening.place.number)
        moved_match = replace(match, stored=match.stored.with_place(place))
        return moved_match, place.thread_id or open_home.thread_id

    async def move(
        self, match: Match, place: MatchPlace, thread_id: int | None, forum_id: int | None = None
    ) -> Match:
        """Move a place of a match to a thread, or back to its channel, unless it was already moved.

        :param place: the place before the move.
        :param forum_id: the forum, if the thread is a post of one.
        """
        row = await self._store_home(place, thread_id, forum_id)
        if row.version != match.version:
            return await self._matches.find(match.id)
        # Changes within the turn, such as offers, are handled after the card is posted.
        return replace(match, stored=row)

    def _home_for(self, opening: Opening) -> Home | None:
        """Return the kind of home to open, or None if it has one or stays in the channel."""
        place = opening.place
        if place.card_message_id is not None or place.thread_id is not None:
            return None
        return next((home for home in self._homes if home.suits(opening)), None)

    async def _store_home(
        self, place: MatchPlace, thread_id: int | None, forum_id: int | None
    ) -> StoredMatch:
        """Store the new home of a place, unless it was already moved."""
        async with self._store.write() as tx:
            row = await stored_matches.present(tx, place.match_id, locked=True)
            present = row.place_numbered(place.number)
            if present.thread_id != place.thread_id:
                return row
            await stored_cards.set_thread(tx, place, thread_id, forum_id)
            return row.with_place(replace(present, thread_id=thread_id, forum_id=forum_id))

    async def _remove_others(
        self, home: Home, opening: Opening, open_home: OpenHome, row: StoredMatch
    ) -> None:
        """Remove all threads just opened except the stored one.

        Another process may have taken over the delivery and stored its own.
        """
        stored_id = row.place_numbered(opening.place.number).thread_id
        for thread_id in (open_home.thread_id, *open_home.duplicates):
            if thread_id != stored_id:
                await home.remove(opening, thread_id)


def _opening(match: Match, claim: Claim[BoardPost]) -> Opening:
    return Opening(match, match.stored.place_numbered(claim.post.place), claim.settings)
