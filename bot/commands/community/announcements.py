"""The page of `/settings` for regular posts: the live leaderboard and the monthly summary."""

from __future__ import annotations

import discord

from bot.commands.community.settings import (
    admin_of,
    change_settings,
    channel_menu,
    check_manages,
    chosen_channel,
    posting_problems,
)
from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, values_of
from bot.interactions.interaction_context import guild_id_of
from bot.pages.community.leaderboard_views import OVERVIEW
from bot.pages.control_ids import control
from bot.pages.game_choices import game_choice
from bot.pages.page import Block, Button, Menu, MenuChoice, Page
from club.ratings.monthly_summaries import FIRST_DAYS
from club.settings.changes import SummaryChannel
from language.texts import N_, gettext
from rules.registry import GAMES
from storage.members.guild_settings import GuildSettings
from storage.ratings.live_leaderboards import LiveLeaderboard


class AnnouncementControls(FrontCog):
    """Changes the settings of regular posts. Everything here needs Manage Server."""

    @on_control("settings-posts", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the settings of regular posts from the main settings page."""
        check_manages(answer.interaction)
        await self._show(answer)

    @on_control("settings-live", arguments=0, updates=True)
    async def choose_live_channel(self, answer: Answer) -> None:
        """Move the live leaderboard to another channel, or switch it off."""
        channel_id = chosen_channel(answer)
        await self.club.live_leaderboards.move(
            guild_id_of(answer.interaction), channel_id, admin_of(answer)
        )
        await self._show(answer)
        await self.front.show_leaderboards()

    @on_control("settings-live-game", arguments=0, updates=True)
    async def choose_live_game(self, answer: Answer) -> None:
        """Change the game of the live leaderboard, or show all games."""
        check_manages(answer.interaction)
        value = next(iter(values_of(answer.interaction)), OVERVIEW)
        game = value if value in GAMES else None
        await self.club.live_leaderboards.choose(
            guild_id_of(answer.interaction), game, admin_of(answer)
        )
        await self._show(answer)
        await self.front.show_leaderboards()

    @on_control("settings-summary", arguments=0, updates=True)
    async def choose_summary_channel(self, answer: Answer) -> None:
        """Move the monthly summary to another channel, or switch it off."""
        await change_settings(self.club, answer, SummaryChannel(chosen_channel(answer)))
        await self._show(answer)

    async def _show(self, answer: Answer) -> None:
        guild_id = guild_id_of(answer.interaction)
        settings = await self.club.settings.of(guild_id)
        live = await self.club.live_leaderboards.of(guild_id)
        await answer.update(_page(settings, live, answer.interaction.guild))


def _page(
    settings: GuildSettings, live: LiveLeaderboard | None, guild: discord.Guild | None
) -> Page:
    live_id = None if live is None else live.channel_id
    lines = [gettext("## Leaderboard and summary")]
    if live is None:
        lines.append(gettext("**Live leaderboard**: off. Choose a channel to keep one there."))
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
        lines.append(gettext(words, game=game, channel=f"<#{live.channel_id}>"))
        lines += posting_problems(guild, live.channel_id)
    if settings.summary_channel_id is None:
        lines.append(gettext("**Monthly summary**: off. Choose a channel for it."))
    else:
        lines.append(
            gettext(
                "**Monthly summary**: in {channel}, in the first {days} days of the next "
                "month, if anyone played.",
                channel=f"<#{settings.summary_channel_id}>",
                days=FIRST_DAYS,
            )
        )
        lines += posting_problems(guild, settings.summary_channel_id)
    blocks: list[Block] = ["\n".join(lines), channel_menu("settings-live", live_id, guild)]
    if live is not None:
        every = gettext("Top players in every game")
        games = [MenuChoice(every, OVERVIEW, chosen=live.game is None)]
        games += [game_choice(key, chosen=key == live.game) for key in GAMES]
        blocks.append(Menu(control("settings-live-game"), gettext("Game"), tuple(games)))
    blocks.append(channel_menu("settings-summary", settings.summary_channel_id, guild))
    back = Button(gettext("Back to settings"), control("settings-back"))
    return Page((*blocks, (back,)))
