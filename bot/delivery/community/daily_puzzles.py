"""The puzzle of each day that a server may wish: a card, which shows the solution a day later.

Both go through the outbox. Where the bot may not post, it tries again until the day is over, and
then lets it go.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.delivery.page_messages import edited, posted
from bot.delivery.sent_before import own_message_with
from bot.pages.puzzles.daily_cards import daily_card, daily_mark, solution_card, table_words
from club.club import Club
from engine.puzzles import puzzle
from rules.months import month_name
from storage.matches.outbox import Entry
from storage.members import guild_settings
from storage.puzzles import daily as stored_daily
from storage.puzzles.daily import DailyPuzzle, DailySolver, Solved


class DailyPuzzleCards:
    """Those of all servers."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._store = club.store
        self._settings = club.settings
        self._daily = club.daily_puzzles
        self._membership = club.membership
        self._clock = club.clock

    async def send(self, post: Entry) -> int | None:
        """Post the puzzle of a day, unless the day is over.

        :returns: the id of the message.
        """
        daily = await self._daily.of(post.payload["guild_id"], post.payload["day"])
        found = None if daily is None else puzzle(daily.puzzle)
        if daily is None or found is None or self._clock() >= daily.closes_at:
            return None
        channel = self._client.get_partial_messageable(daily.channel_id, guild_id=daily.guild_id)
        message_id = None
        if post.attempts:
            message_id = await own_message_with(self._client, channel, daily_mark(daily.day))
        if message_id is None:
            page = await daily_card(
                daily, found, await self._width(daily.guild_id), await self._table(daily)
            )
            message_id = await posted(channel, page, post.key)
        await self._daily.posted(daily.guild_id, daily.day, message_id)
        return message_id

    async def show_solution(self, post: Entry) -> int | None:
        """Let the card of a day show the solution and how it went.

        :returns: the id of the message.
        """
        daily = await self._daily.of(post.payload["guild_id"], post.payload["day"])
        found = None if daily is None else puzzle(daily.puzzle)
        if daily is None or found is None or daily.message_id is None:
            return None
        results = await self._daily.results(daily.guild_id, daily.day)
        page = await solution_card(
            daily,
            found,
            results,
            await self._called(daily.guild_id, results.named),
            await self._width(daily.guild_id),
            await self._table(daily),
        )
        channel = self._client.get_partial_messageable(daily.channel_id, guild_id=daily.guild_id)
        await edited(channel, page, daily.message_id)
        return daily.message_id

    async def month_words(self, guild_id: int, month: str, named: str = "") -> str:
        """The table of a month; nothing where there were no puzzles.

        :param month: as in `2026-10`.
        :param named: the month in words, where the words are to name it.
        """
        table = await self._daily.table(guild_id, month)
        if table is None:
            return ""
        return table_words(named, table, await self._called(guild_id, table.best))

    async def _table(self, daily: DailyPuzzle) -> str:
        """What the first card of a month says of the month before, in a server that has no monthly
        summary to say it."""
        async with self._store.read() as tx:
            settings = await guild_settings.get(tx, daily.guild_id)
            before = await stored_daily.before(tx, daily.guild_id, daily.day)
        if settings.summary_channel_id is not None or before is None:
            return ""
        month = before.day[:7]
        if month == daily.day[:7]:
            return ""
        return await self.month_words(daily.guild_id, month, month_name(int(month[5:])))

    async def _called(
        self, guild_id: int, people: Iterable[DailySolver | Solved]
    ) -> dict[int, str]:
        """What those of some people are called who are still there."""
        names = {each.user_id: each.name for each in people}
        await self._membership.check(guild_id, names)
        return await self._membership.present(guild_id, names)

    async def _width(self, guild_id: int) -> int:
        return (await self._settings.of(guild_id)).board_width
