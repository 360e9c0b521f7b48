"""Monthly summaries, and the page of `/settings` for them and the live leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.interface.answers import Answer
from bot.interface.context import deleted_in, guild_id_of, readers_see
from bot.interface.controls import on_control
from bot.interface.delivery import Posting, delivers
from bot.interface.markup import DISCORD
from bot.interface.messages import post_once
from bot.interface.options import game_choice
from bot.pages.layout import Block, Button, Menu, MenuChoice, Page, control
from bot.ratings.leaderboards import OVERVIEW
from bot.servers.settings import (
    SettingsPage,
    admin_of,
    channel_menu,
    check_manages,
    chosen_channel,
    chosen_value,
    posting_problems,
    settings_page,
)
from club.club import Club
from club.matches.match import Match
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import SummaryPost
from club.parts import LoadedParts
from club.ratings.summaries import FIRST_DAYS
from club.servers.settings import SUMMARY_CHANNEL
from language.texts import N_, gettext
from presentation.ratings.summaries import month_words, summary_words
from rules.registry import GAMES
from storage.matches.match import StoredMatch
from storage.ratings.leaderboards import LiveLeaderboard
from storage.servers.settings import GuildSettings

OF_MONTH = LoadedParts[tuple[Club, int, str], str]()
"""Lines of extensions about a month in a server."""


@dataclass(frozen=True, slots=True)
class Month:
    """A month in a server, as the readers of a channel see it."""

    club: Club
    guild_id: int
    month: str
    sees: Callable[[StoredMatch], bool]
    """Whether they may see a match."""


WORTH_A_LOOK = LoadedParts[Month, tuple[str, Sequence[Button]]]()
"""Lines about matches of a month, with buttons to them."""


class AnnouncementsPage(SettingsPage, opened_by="settings-posts"):
    """Changes the settings of regular posts."""

    @on_control("settings-live", updates=True)
    async def choose_live_channel(self, answer: Answer) -> None:
        """Move the live leaderboard to another channel, or switch it off."""
        channel_id = chosen_channel(answer)
        await self.club.live_leaderboards.move(
            guild_id_of(answer.interaction), channel_id, admin_of(answer)
        )
        await self.show(answer)
        await self.front.courier.begin_due()

    @on_control("settings-live-game", updates=True)
    async def choose_live_game(self, answer: Answer) -> None:
        """Change the game of the live leaderboard, or show all games."""
        check_manages(answer.interaction)
        value = chosen_value(answer)
        game = value if value in GAMES else None
        await self.club.live_leaderboards.choose(
            guild_id_of(answer.interaction), game, admin_of(answer)
        )
        await self.show(answer)
        await self.front.courier.begin_due()

    @on_control("settings-summary", updates=True)
    async def choose_summary_channel(self, answer: Answer) -> None:
        """Move the monthly summary to another channel, or switch it off."""
        await self.change(answer, SUMMARY_CHANNEL, chosen_channel(answer))

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with the menus of both posts."""
        live = await self.club.live_leaderboards.of(settings.guild_id)
        return _page(settings, live, answer.interaction.guild)


@delivers(SummaryPost)
class MonthlySummaries:
    """The summaries of all servers."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._summaries = posting.club.monthly_summaries
        self._club = posting.club

    async def deliver(self, claim: Claim[SummaryPost], match: Match | None) -> Conclusion:
        """Send a summary, unless there was no activity."""
        post = claim.post
        page = await self._page(post.guild_id, post.channel_id, post.month)
        if page is None:
            return sent(claim)
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
        message_id = await post_once(self._client, claim, channel, page, _mark(post.month))
        return sent(claim, message_id)

    async def _page(self, guild_id: int, channel_id: int, month: str) -> Page | None:
        more = await OF_MONTH.of((self._club, guild_id, month))
        is_open = partial(self._is_open, guild_id, channel_id)
        summary = await self._summaries.of(guild_id, month, is_open)
        best = None if summary is None else summary.match

        def sees(match: StoredMatch) -> bool:
            place = match.place
            return match != best and is_open(place.forum_id or place.channel_id)

        worth = await WORTH_A_LOOK.of(Month(self._club, guild_id, month, sees))
        lines: list[str] = []
        if summary is not None:
            words = summary_words(summary, DISCORD)
            climbers = [words.climbers, *(f"- {line}" for line in words.climbing)]
            lines += [words.counts, words.active, *climbers, words.match]
        lines += [*(line for line, _ in worth), *more]
        if not lines:
            return None
        text = "\n".join(line for line in (month_words(month), *lines) if line)
        buttons = [Button(gettext("Leaderboards"), _mark(month))]
        buttons += [button for _, each in worth for button in each]
        return Page((f"### {text}", tuple(buttons)))

    def _is_open(self, guild_id: int, audience_id: int, channel_id: int) -> bool:
        """Whether everyone who sees the summary's channel also sees another."""
        guild = self._client.get_guild(guild_id)
        return channel_id == audience_id or readers_see(guild, audience_id, channel_id)


def _page(
    settings: GuildSettings, live: LiveLeaderboard | None, guild: discord.Guild | None
) -> Page:
    live_id = None if live is None else live.channel_id
    lines = [gettext("## Leaderboard and summary")]
    if live is None:
        lines.append(gettext("**Live leaderboard**: off. Choose a channel to keep one there."))
    elif deleted_in(guild, [live.channel_id]):
        words = gettext("⚠️ The channel of the live leaderboard was deleted. Choose another one.")
        lines.append(words)
    else:
        if live.game is None:
            words = N_(
                "**Live leaderboard**: top players in every game, in {channel}, updated after "
                "rated matches, at most every ten minutes."
            )
        else:
            words = N_(
                "**Live leaderboard**: {game}, in {channel}, updated after rated matches, at most "
                "every ten minutes."
            )
        game = "" if live.game is None else GAMES[live.game].name
        lines.append(gettext(words, game=game, channel=DISCORD.channel(live.channel_id)))
        lines += posting_problems(guild, live.channel_id)
    if settings.summary_channel_id is None:
        lines.append(gettext("**Monthly summary**: off. Choose a channel for it."))
    elif deleted_in(guild, [settings.summary_channel_id]):
        words = gettext("⚠️ The channel of the monthly summary was deleted. Choose another one.")
        lines.append(words)
    else:
        lines.append(
            gettext(
                "**Monthly summary**: in {channel}, in the first {days} days of the next "
                "month, if anyone played.",
                channel=DISCORD.channel(settings.summary_channel_id),
                days=FIRST_DAYS,
            )
        )
        lines += posting_problems(guild, settings.summary_channel_id)
    label = gettext("Channel for a live leaderboard (leave empty for none)")
    blocks: list[Block] = ["\n".join(lines), channel_menu("settings-live", label, live_id, guild)]
    if live is not None:
        every = gettext("Top players in every game")
        games = [MenuChoice(every, OVERVIEW, chosen=live.game is None)]
        games += [game_choice(key, chosen=key == live.game) for key in GAMES]
        blocks.append(Menu(control("settings-live-game"), gettext("Game"), tuple(games)))
    label = gettext("Channel for the monthly summary (leave empty for none)")
    blocks.append(channel_menu("settings-summary", label, settings.summary_channel_id, guild))
    return settings_page(*blocks)


def _mark(month: str) -> str:
    """Return the control that identifies the summary of a month."""
    return control("month", month)
