"""Monthly summaries as messages."""

from __future__ import annotations

from functools import partial

import discord

from bot.delivery.community.daily_puzzles import PuzzleTables
from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.page_messages import post_page
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import SummaryPost
from language.texts import gettext
from presentation.community.summary_words import month_words, summary_words


class MonthlySummaries:
    """The summaries of all servers."""

    def __init__(self, client: discord.Client, club: Club, puzzles: PuzzleTables) -> None:
        self._client = client
        self._puzzles = puzzles
        self._summaries = club.monthly_summaries

    async def deliver(self, claim: Claim[SummaryPost], match: Match | None) -> Conclusion:
        """Send a summary, unless there was no activity."""
        post = claim.post
        page = await self._page(post.guild_id, post.channel_id, post.month)
        if page is None:
            return sent(claim)
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
        message_id = None
        if claim.is_repeated:
            mark, since = _mark(post.month), claim.entry.created_at
            message_id = await own_message_with(self._client, channel, mark, since=since)
        if message_id is None:
            message_id = await post_page(channel, page, claim.key)
        return sent(claim, message_id)

    async def _page(self, guild_id: int, channel_id: int, month: str) -> Page | None:
        puzzles = await self._puzzles.month_words(guild_id, month)
        is_open = partial(self._is_open, guild_id, channel_id)
        summary = await self._summaries.of(guild_id, month, is_open)
        if summary is None:
            return _puzzles_alone(month, puzzles) if puzzles else None
        words = summary_words(summary, DISCORD)
        climbers = [words.climbers, *(f"- {line}" for line in words.climbing)]
        lines = [month_words(month), words.counts, words.active, *climbers, words.match, puzzles]
        text = "\n".join(line for line in lines if line)
        return Page((f"### {text}", (_way_to_leaderboards(month),)))

    def _is_open(self, guild_id: int, audience_id: int, channel_id: int) -> bool:
        """Whether everyone who sees the summary's channel also sees another, judging by roles."""
        guild = self._client.get_guild(guild_id)
        if channel_id == audience_id:
            return True
        if guild is None:
            return False
        channel, audience = guild.get_channel(channel_id), guild.get_channel(audience_id)
        if channel is None or audience is None:
            return False
        return all(
            channel.permissions_for(role).view_channel
            for role in guild.roles
            if audience.permissions_for(role).view_channel
        )


def _mark(month: str) -> str:
    """Return the control that identifies the summary of a month."""
    return control("month", month)


def _puzzles_alone(month: str, puzzles: str) -> Page:
    """Return the page of a month with solved puzzles but no finished match."""
    words = f"### {month_words(month)}\n{puzzles}"
    return Page((words, (_way_to_leaderboards(month),)))


def _way_to_leaderboards(month: str) -> Button:
    return Button(gettext("Leaderboards"), _mark(month))
