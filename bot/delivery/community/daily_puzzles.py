"""Daily puzzles: a card, which shows the solution a day later.

Both go through the outbox. If the bot can't post, it retries until the day is over.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.page_messages import edit_page, post_page
from bot.pages.puzzles.daily_cards import daily_card, daily_mark, solution_card, table_words
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import PuzzleOverPost, PuzzlePost
from engine.puzzles import puzzle
from language.dates import month_name
from storage.members import guild_settings
from storage.puzzles import daily as stored_daily
from storage.puzzles.daily import DailyPuzzle, DailySolver, Solved


class PuzzleTables:
    """The monthly tables of daily puzzles."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._daily = club.daily_puzzles
        self._membership = club.membership

    async def month_words(self, guild_id: int, month: str, title: str = "") -> str:
        """Return the table of a month, empty if it had no puzzles.

        :param month: formatted like `2026-10`.
        :param title: the month in words, if the table should name it.
        """
        table = await self._daily.table(guild_id, month)
        if table is None:
            return ""
        return table_words(title, table, await self.names(guild_id, table.best))

    async def words_of_month_before(self, daily: DailyPuzzle) -> str:
        """Return the previous month's table for a month's first card, else an empty text.

        Servers with a monthly summary get it there.
        """
        async with self._store.read() as tx:
            settings = await guild_settings.get(tx, daily.guild_id)
            before = await stored_daily.before(tx, daily.guild_id, daily.day)
        if settings.summary_channel_id is not None or before is None:
            return ""
        month = before.day[:7]
        if month == daily.day[:7]:
            return ""
        return await self.month_words(daily.guild_id, month, month_name(int(month[5:])))

    async def names(self, guild_id: int, people: Iterable[DailySolver | Solved]) -> dict[int, str]:
        """Return the names of those who are still members, keyed by user id."""
        names = {each.user_id: each.name for each in people}
        await self._membership.check(guild_id, names)
        return await self._membership.present(guild_id, names)


class DailyPuzzleCards:
    """Posts the daily puzzles."""

    def __init__(self, client: discord.Client, club: Club, tables: PuzzleTables) -> None:
        self._client = client
        self._daily = club.daily_puzzles
        self._clock = club.clock
        self._tables = tables

    async def deliver(self, claim: Claim[PuzzlePost], match: Match | None) -> Conclusion:
        """Post the puzzle of a day, unless the day is over."""
        daily = await self._daily.of(claim.post.guild_id, claim.post.day)
        daily_puzzle = None if daily is None else puzzle(daily.puzzle)
        if daily is None or daily_puzzle is None or self._clock() >= daily.closes_at:
            return sent(claim)
        channel = self._client.get_partial_messageable(daily.channel_id, guild_id=daily.guild_id)
        message_id = None
        if claim.is_repeated:
            mark, since = daily_mark(daily.day), claim.entry.created_at
            message_id = await own_message_with(self._client, channel, mark, since=since)
        if message_id is None:
            table = await self._tables.words_of_month_before(daily)
            page = await daily_card(daily, daily_puzzle, claim.settings.board_width, table)
            message_id = await post_page(channel, page, claim.key)
        await self._daily.set_message(daily.guild_id, daily.day, message_id)
        return sent(claim, message_id)


class DailySolutionCards:
    """Shows the solutions on the cards of daily puzzles that are over."""

    def __init__(self, client: discord.Client, club: Club, tables: PuzzleTables) -> None:
        self._client = client
        self._daily = club.daily_puzzles
        self._tables = tables

    async def deliver(self, claim: Claim[PuzzleOverPost], match: Match | None) -> Conclusion:
        """Update the card of a day with the solution and its solvers."""
        daily = await self._daily.of(claim.post.guild_id, claim.post.day)
        daily_puzzle = None if daily is None else puzzle(daily.puzzle)
        if daily is None or daily_puzzle is None or daily.message_id is None:
            return sent(claim)
        results = await self._daily.results(daily.guild_id, daily.day)
        page = await solution_card(
            daily,
            daily_puzzle,
            results,
            await self._tables.names(daily.guild_id, results.named),
            claim.settings.board_width,
            await self._tables.words_of_month_before(daily),
        )
        channel = self._client.get_partial_messageable(daily.channel_id, guild_id=daily.guild_id)
        await edit_page(channel, page, daily.message_id)
        return sent(claim, daily.message_id)
