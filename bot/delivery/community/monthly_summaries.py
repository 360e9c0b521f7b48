"""The summary of a month that a server may wish: what was played, by whom, and what stood out.

It is queued once, in the first days of the month after, and sent by the courier.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import discord

from bot.delivery.community.daily_puzzles import DailyPuzzleCards
from bot.delivery.page_messages import posted
from bot.delivery.sent_before import own_message_with
from bot.pages.control_ids import control
from bot.pages.links import link_to
from bot.pages.page import Button, Page
from bot.pages.wording import plain
from club.club import Club
from club.outbox import posts
from presentation.phrases import versus
from rules.language import gettext, ngettext, signed
from rules.listing import listed
from rules.months import month_of_year
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches import match_lists, outbox
from storage.matches.matches import StoredMatch
from storage.matches.outbox import Entry
from storage.members import guild_settings as guild_settings
from storage.ratings import monthly_statistics
from storage.ratings.monthly_statistics import Active, Upset
from storage.ratings.ratings import Standing

FIRST_DAYS = 7
"""Of a month, in which the summary of the month before is still news."""

MOST_AT_ONCE = 50
"""Servers whose summaries are queued in one round."""

MOST_NAMED = 3
"""People under one heading."""

LOOKED_THROUGH = 20
"""People, or matches, among which those are looked for that can be named."""

UPSET = 100
"""Points by which who wins must have been rated lower for it to be the match of the month."""


class MonthlySummaries:
    """Those of all servers."""

    def __init__(self, client: discord.Client, club: Club, puzzles: DailyPuzzleCards) -> None:
        self._client = client
        self._puzzles = puzzles
        self._store = club.store
        self._membership = club.membership
        self._clock = club.clock

    async def queue_due(self) -> None:
        """Queue the summaries of the month before, each once."""
        now = self._clock()
        if now.astimezone(UTC).day > FIRST_DAYS:
            return
        month = month_before(now)
        async with self._store.read() as tx:
            guild_ids = await guild_settings.without_summary(tx, month, MOST_AT_ONCE)
        for guild_id in guild_ids:
            async with self._store.write() as tx:
                channel_id = await guild_settings.claim_summary(tx, guild_id, month)
                if channel_id is not None:
                    await outbox.enqueue(tx, posts.summary(guild_id, channel_id, month, now))

    async def send(self, post: Entry) -> int | None:
        """Send a summary, where there is anything to tell.

        :returns: the id of the message.
        """
        assert post.channel_id is not None
        guild_id, month = post.payload["guild_id"], post.payload["month"]
        page = await self._page(guild_id, post.channel_id, month)
        if page is None:
            return None
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=guild_id)
        if post.attempts:
            former = await own_message_with(self._client, channel, _mark(month))
            if former is not None:
                return former
        return await posted(channel, page, post.key)

    async def _page(self, guild_id: int, channel_id: int, month: str) -> Page | None:
        since, until = bounds_of(month)
        time = guild_id, since, until
        puzzles = await self._puzzles.month_words(guild_id, month)
        async with self._store.read() as tx:
            counts = await monthly_statistics.counts(tx, *time)
            if not counts:
                return _puzzles_alone(month, puzzles) if puzzles else None
            active = await monthly_statistics.most_active(tx, *time, LOOKED_THROUGH)
            climbers = await monthly_statistics.climbers(
                tx, guild_id, month, list(GAMES), LOOKED_THROUGH
            )
            outstanding = await self._outstanding(tx, guild_id, channel_id, month)
        called = await self._called({each.user_id: each.name for each in active}, guild_id)
        climbed = {each.user_id: each.name for each in climbers}
        called |= await self._called(climbed, guild_id)
        blocks = [
            f"### {month_words(month)}\n{_counts_words(counts)}",
            _active_words(active, called),
            _climbers_words(climbers, called),
            outstanding,
            puzzles,
        ]
        words = "\n".join(block for block in blocks if block)
        return Page((words, (_way_to_leaderboards(month),)))

    async def _called(self, names: dict[int, str], guild_id: int) -> dict[int, str]:
        """What those of some people are called who are still there, and can be named."""
        await self._membership.check(guild_id, names)
        return await self._membership.present(guild_id, names)

    async def _outstanding(
        self, tx: Transaction, guild_id: int, channel_id: int, month: str
    ) -> str:
        """The match of the month, in words: the biggest upset, else the longest."""
        since, until = bounds_of(month)
        upsets = await monthly_statistics.upsets(tx, guild_id, since, until, LOOKED_THROUGH)
        ids = await monthly_statistics.longest(tx, guild_id, since, until, LOOKED_THROUGH)
        numbers = {*ids, *(upset.match_id for upset in upsets)}
        found = {match.id: match for match in await match_lists.numbered(tx, numbers)}
        open_ones = {
            match_id
            for match_id, match in found.items()
            if self._is_open_to(guild_id, match.channel_id, channel_id)
        }
        upset = next((each for each in upsets if each.match_id in open_ones), None)
        if upset is not None and upset.points >= UPSET:
            return _upset_words(found[upset.match_id], upset)
        longest = next((match_id for match_id in ids if match_id in open_ones), None)
        return "" if longest is None else _longest_words(found[longest])

    def _is_open_to(self, guild_id: int, channel_id: int, audience_id: int) -> bool:
        """Whether everybody who sees one channel sees another, as far as roles say."""
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


def month_before(now: datetime) -> str:
    """The month that ended last: `2026-10`."""
    first = now.astimezone(UTC).replace(day=1)
    return f"{first - timedelta(days=1):%Y-%m}"


def bounds_of(month: str) -> tuple[datetime, datetime]:
    """When a month (`2026-10`) began, and when the next did, in UTC."""
    since = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    later = since + timedelta(days=32)
    return since, later.replace(day=1)


def month_words(month: str) -> str:
    """ "October 2026"."""
    since, _ = bounds_of(month)
    return month_of_year(since.month, since.year)


def _mark(month: str) -> str:
    """The control by which the summary of a month is told from all other messages."""
    return control("month", month)


def _puzzles_alone(month: str, puzzles: str) -> Page:
    """A month in which puzzles were solved and no match was finished."""
    words = f"### {month_words(month)}\n{puzzles}"
    return Page((words, (_way_to_leaderboards(month),)))


def _way_to_leaderboards(month: str) -> Button:
    return Button(gettext("Leaderboards"), _mark(month))


def _counts_words(counts: dict[str, int]) -> str:
    whole = sum(counts.values())
    by_game = [
        ngettext("{count} of {game}", "{count} of {game}", count, game=GAMES[game].name)
        for game, count in counts.items()
    ]
    return ngettext(
        "**{count} match** finished: {games}.",
        "**{count} matches** finished: {games}.",
        whole,
        games=listed(by_game),
    )


def _active_words(active: Sequence[Active], called: dict[int, str]) -> str:
    named = [each for each in active if each.user_id in called][:MOST_NAMED]
    if not named:
        return ""
    names = [
        gettext("{name} ({matches})", name=plain(called[each.user_id]), matches=each.matches)
        for each in named
    ]
    return gettext("**Most active**: {names}.", names=listed(names))


def _climbers_words(climbers: Sequence[Standing], called: dict[int, str]) -> str:
    named = [
        each
        for each in climbers
        if each.user_id in called and round(each.mu) > round(each.mu_before)
    ][:MOST_NAMED]
    if not named:
        return ""
    lines = [
        gettext(
            "- {name} **{change}** in {game}, {before} → {after}",
            name=plain(called[each.user_id]),
            change=signed(round(each.mu) - round(each.mu_before)),
            game=GAMES[each.game].name,
            before=round(each.mu_before),
            after=round(each.mu),
        )
        for each in named
    ]
    return "\n".join([gettext("**Climbers**"), *lines])


def _upset_words(match: StoredMatch, upset: Upset) -> str:
    names = {seat.user_id: plain(seat.name) for seat in match.seats}
    return ngettext(
        "**Match of the month**: {match}, in which {winner} beat {loser}, who was rated {count} "
        "point higher.",
        "**Match of the month**: {match}, in which {winner} beat {loser}, who was rated {count} "
        "points higher.",
        round(upset.points),
        match=_linked(match),
        winner=names[upset.winner_id],
        loser=names[upset.loser_id],
    )


def _longest_words(match: StoredMatch) -> str:
    return ngettext(
        "**Match of the month**: {match}, the longest one, with {count} move.",
        "**Match of the month**: {match}, the longest one, with {count} moves.",
        match.ply,
        match=_linked(match),
    )


def _linked(match: StoredMatch) -> str:
    names = versus([plain(seat.name) for seat in match.seats])
    return f"[{GAMES[match.game].name} {match.id}]({link_to(match)}), {names}"
