"""The summary of a month as a message: what was played, by whom, and what stood out."""

from __future__ import annotations

from functools import partial

import discord

from bot.delivery.community.daily_puzzles import DailyPuzzleCards
from bot.delivery.page_messages import posted
from bot.delivery.sent_before import own_message_with
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, board_address
from bot.pages.page import Button, Page
from club.club import Club
from club.ratings.monthly_summaries import MonthlySummary
from club.ratings.months import bounds_of
from presentation.phrases import versus
from rules.language import gettext, ngettext, signed
from rules.listing import listed
from rules.months import month_of_year
from rules.registry import GAMES
from storage.matches.matches import StoredMatch
from storage.matches.outbox import Entry
from storage.ratings.monthly_statistics import Upset
from storage.ratings.points import whole_points


class MonthlySummaries:
    """The summaries of all servers."""

    def __init__(self, client: discord.Client, club: Club, puzzles: DailyPuzzleCards) -> None:
        self._client = client
        self._puzzles = puzzles
        self._summaries = club.monthly_summaries

    async def send(self, post: Entry) -> int | None:
        """Send a summary, unless nothing was played.

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
        puzzles = await self._puzzles.month_words(guild_id, month)
        is_open = partial(self._is_open, guild_id, channel_id)
        summary = await self._summaries.of(guild_id, month, is_open)
        if summary is None:
            return _puzzles_alone(month, puzzles) if puzzles else None
        blocks = [
            f"### {month_words(month)}\n{_counts_words(summary.counts)}",
            _active_words(summary),
            _climbers_words(summary),
            _match_words(summary),
            puzzles,
        ]
        words = "\n".join(block for block in blocks if block)
        return Page((words, (_way_to_leaderboards(month),)))

    def _is_open(self, guild_id: int, audience_id: int, channel_id: int) -> bool:
        """Whether everyone who sees the channel of the summary sees another, as far as roles go."""
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


def _active_words(summary: MonthlySummary) -> str:
    names = [
        gettext(
            "{name} ({matches})",
            name=DISCORD.name(summary.names[each.user_id]),
            matches=each.matches,
        )
        for each in summary.active
    ]
    return gettext("**Most active**: {names}.", names=listed(names)) if names else ""


def _climbers_words(summary: MonthlySummary) -> str:
    lines = [
        gettext(
            "- {name} **{change}** in {game}, {before} → {after}",
            name=DISCORD.name(summary.names[each.user_id]),
            change=signed(whole_points(each.mu) - whole_points(each.mu_before)),
            game=GAMES[each.game].name,
            before=whole_points(each.mu_before),
            after=whole_points(each.mu),
        )
        for each in summary.climbers
    ]
    return "\n".join([gettext("**Climbers**"), *lines]) if lines else ""


def _match_words(summary: MonthlySummary) -> str:
    if summary.match is None:
        return ""
    if summary.upset is None:
        return _longest_words(summary.match)
    return _upset_words(summary.match, summary.upset)


def _upset_words(match: StoredMatch, upset: Upset) -> str:
    names = {seat.user_id: DISCORD.name(seat.name) for seat in match.seats}
    return ngettext(
        "**Match of the month**: {match}, in which {winner} beat {loser}, who was rated {count} "
        "point higher.",
        "**Match of the month**: {match}, in which {winner} beat {loser}, who was rated {count} "
        "points higher.",
        whole_points(upset.points),
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
    names = versus([DISCORD.name(seat.name) for seat in match.seats])
    return f"[{GAMES[match.game].name} {match.id}]({board_address(match)}), {names}"
