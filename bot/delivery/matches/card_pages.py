"""The pages of board cards, including information from outside the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pages.discord_markup import DISCORD
from bot.pages.events.event_links import link_to_event
from bot.pages.matches.cards import board_page, refreshed_board_page
from bot.pages.page import Page, with_link
from club.club import Club
from club.matches.match import Match, Player
from language.lists import listed
from language.texts import gettext
from storage.events import events as stored_events


class CardPages:
    """Makes the pages of board cards."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._preferences = club.preferences
        self._opponents = club.opponents
        self._pages = club.pages

    async def board(self, match: Match, width: int, pings: Sequence[int], place: int) -> Page:
        """Return the current card of a match.

        :param width: the width of its picture in pixels.
        :param pings: the users to mention.
        :param place: the number of its place.
        """
        event = await self._event_of(match)
        can_review = self._opponents.can_play(match.game)
        page = await board_page(
            match, width, pings, place=place, can_review=can_review, event=event
        )
        page = await self._with_unreachable(page, match, place)
        return await self._with_watch(page, match)

    async def refreshed(self, match: Match, ply: int, place: int) -> Page:
        """Return the card of a ply, updated except for its board."""
        event = await self._event_of(match)
        can_review = self._opponents.can_play(match.game)
        page = refreshed_board_page(match, ply, place=place, can_review=can_review, event=event)
        page = await self._with_unreachable(page, match, place)
        return await self._with_watch(page, match)

    async def _with_unreachable(self, page: Page, match: Match, number: int) -> Page:
        """Add the players without direct messages, who get neither reminders nor their own card."""
        if match.is_over:
            return page
        unreachable = [
            each.name
            for each in match.playing
            if _needs_messages(match, each, number)
            and (await self._preferences.of(each.user_id)).refused_at is not None
        ]
        if not unreachable:
            return page
        words = gettext(
            "I can't send direct messages to {names}, so they get no reminders.",
            names=listed([DISCORD.name(each) for each in unreachable]),
        )
        return replace(page, blocks=(*page.blocks, f"-# {words}"))

    async def _with_watch(self, page: Page, match: Match) -> Page:
        return with_link(page, gettext("Watch"), await self._pages.match_address(match.stored))

    async def _event_of(self, match: Match) -> str:
        """Return a link to the event of a match, if any."""
        event_id = match.event_id
        if event_id is None:
            return ""
        event = await self._store.reading(lambda tx: stored_events.get(tx, event_id))
        return "" if event is None else link_to_event(event)


def _needs_messages(match: Match, player: Player, number: int) -> bool:
    """Whether a player depends on direct messages that readers of this place don't see."""
    if player.is_computer:
        return False
    home = match.stored.home_of(player.user_id)
    return not home.takes_posts or (home.is_direct and home.number != number)
