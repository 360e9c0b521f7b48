"""The messages of live leaderboards, posted once and then edited.

`club.ratings.live_leaderboards` decides when each is due and which process shows it.
"""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.page_messages import post_or_edit
from bot.interactions.languages import Languages
from bot.pages.community.leaderboard_pages import live_mark, public_page
from bot.pages.page import Page, with_link
from club.club import Club
from club.ratings.leaderboards import View
from club.ratings.live_leaderboards import Claim
from language.texts import gettext, written_in
from storage.ratings.live_leaderboards import LiveLeaderboard

log = logging.getLogger(__name__)


class LeaderboardMessages:
    """The leaderboard messages of all servers."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._club = club
        self._languages = languages

    async def show_due(self) -> None:
        """Show due leaderboards."""
        due = await self._club.live_leaderboards.due()
        await asyncio.gather(*map(self._show, due))

    async def _show(self, live: LiveLeaderboard) -> None:
        claim = await self._club.live_leaderboards.claim(live)
        if claim is None:
            return
        try:
            message_id = await self._post_or_edit(claim)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("could not show the leaderboard in channel %s: %s", live.channel_id, error)
            await self._club.live_leaderboards.note_refused(claim)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("leaderboard of guild %s not shown: %s", live.guild_id, error)
        except Exception:
            log.exception("leaderboard of guild %s failed", live.guild_id)
        else:
            await self._club.live_leaderboards.note_shown(claim, message_id)

    async def _post_or_edit(self, claim: Claim) -> int:
        """Edit the message, or post it if there is none.

        :returns: its id.
        """
        live = claim.live
        page = await self._page(claim)
        channel = self._client.get_partial_messageable(live.channel_id, guild_id=live.guild_id)
        message_id = live.message_id
        if claim.may_be_shown_already:
            mark = live_mark(_view(live))
            message_id = await own_message_with(self._client, channel, mark)
        return await post_or_edit(channel, page, message_id, f"l{int(claim.at.timestamp())}")

    async def _page(self, claim: Claim) -> Page:
        live = claim.live
        standings = await self._club.leaderboards.load_checked(live.guild_id, _view(live))
        width = (await self._club.settings.of(live.guild_id)).board_width
        with written_in(await self._languages.of_guild(live.guild_id)):
            page = await public_page(standings, width, claim.at)
            address = await self._club.pages.server_address(live.guild_id)
            return with_link(page, gettext("On the web"), address)


def _view(live: LiveLeaderboard) -> View:
    return View(live.game)
