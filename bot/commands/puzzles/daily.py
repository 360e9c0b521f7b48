"""The daily puzzle: solving it from its card, and its page of `/settings`."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.commands.community.settings import (
    change_settings,
    channel_menu,
    check_manages,
    chosen_channel,
    posting_problems,
)
from bot.commands.front_cog import FrontCog
from bot.commands.puzzles.puzzle import PICTURE_WIDTH, first_page
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.interaction_context import guild_id_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.game_choices import game_choice
from bot.pages.page import Button, Menu, MenuChoice, Page
from bot.pages.puzzles.puzzle_pages import solution_page
from club.puzzles.puzzles import puzzle_of
from club.settings.changes import Change, PuzzleChannel, PuzzleGames, PuzzleHour
from engine.puzzles import puzzles
from language.lists import listed
from language.texts import gettext, lazy_gettext
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from storage.members.guild_settings import GuildSettings
from storage.puzzles.daily import DailyPuzzle

HOURS = tuple(f"{hour:02}:00" for hour in range(24))


class DailyPuzzleControls(FrontCog):
    """Opens daily puzzles and changes their settings."""

    @on_control("daily", arguments=1)
    async def solve(self, answer: Answer, day: str) -> None:
        """Show the puzzle of a card privately."""
        daily = await self._daily(answer, day)
        if daily.is_closed or self.club.clock() >= daily.closes_at:
            raise Refusal(
                "puzzle_over",
                lazy_gettext(
                    "This daily puzzle is closed. Its card shows the solution. Get another one "
                    "with `/puzzle`."
                ),
            )
        user = answer.user
        current = await self.club.puzzles.begin_daily(user.id, user.display_name, daily)
        await answer.private(await first_page(current))

    @on_control("dailysolution", arguments=1)
    async def show_solution(self, answer: Answer, day: str) -> None:
        """Show the solution of a puzzle whose day is over, move by move."""
        daily = await self._daily(answer, day)
        if not daily.is_closed:
            raise outdated()
        puzzle, user = puzzle_of(daily.puzzle), answer.user
        current = await self.club.puzzles.view(user.id, puzzle)
        result = await self.club.puzzles.give_up(user.id, user.display_name, daily.guild_id, puzzle)
        await answer.private(await solution_page(current, result, 1, width=PICTURE_WIDTH))

    @on_control("puzzle", arguments=1)
    async def give(self, answer: Answer, game: str) -> None:
        """Give the user a puzzle of a card's game."""
        current = await self.club.puzzles.give(answer.user.id, game_named(game))
        await answer.private(await first_page(current))

    @on_control("settings-puzzle", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the settings of daily puzzles from the main settings page."""
        check_manages(answer.interaction)
        guild_id = guild_id_of(answer.interaction)
        await self._show(answer, await self.club.settings.of(guild_id))

    @on_control("settings-puzzle-channel", arguments=0, updates=True)
    async def choose_channel(self, answer: Answer) -> None:
        """Post the daily puzzle in another channel, or switch it off."""
        await self._change(answer, PuzzleChannel(chosen_channel(answer)))

    @on_control("settings-puzzle-hour", arguments=0, updates=True)
    async def choose_hour(self, answer: Answer) -> None:
        """Change the hour of the daily puzzle."""
        hour = next(iter(values_of(answer.interaction)), "")
        if hour not in HOURS:
            raise outdated()
        await self._change(answer, PuzzleHour(HOURS.index(hour)))

    @on_control("settings-puzzle-games", arguments=0, updates=True)
    async def choose_games(self, answer: Answer) -> None:
        """Choose the games of daily puzzles, by default all."""
        await self._change(answer, PuzzleGames(values_of(answer.interaction)))

    async def _daily(self, answer: Answer, day: str) -> DailyPuzzle:
        """Return the puzzle of a day in the server of a click.

        :raises Refusal: `unknown_puzzle`.
        """
        daily = await self.club.daily_puzzles.of(guild_id_of(answer.interaction), day)
        if daily is None:
            raise Refusal(
                "unknown_puzzle",
                lazy_gettext("That puzzle no longer exists. Get another one with `/puzzle`."),
            )
        return daily

    async def _change(self, answer: Answer, change: Change) -> None:
        """Change a setting, and show the updated page."""
        changed = await change_settings(self.club, answer, change)
        await self._show(answer, changed.after)

    async def _show(self, answer: Answer, settings: GuildSettings) -> None:
        await answer.update(self._page(settings, answer.interaction.guild))

    def _page(self, settings: GuildSettings, guild: discord.Guild | None) -> Page:
        next_at = self.club.settings.next_puzzle_at(settings)
        heading = gettext("Daily puzzle")
        lines = [
            f"## {heading}",
            *_schedule(settings, next_at, guild),
            _games_words(settings),
        ]
        if settings.summary_channel_id is None:
            note = gettext(
                "The first card of each month sums up the month before, unless there is a "
                "monthly summary."
            )
            lines.append(f"-# {note}")
        return Page(
            (
                "\n".join(lines),
                channel_menu("settings-puzzle-channel", settings.puzzle_channel_id, guild),
                *_menus(settings),
                (Button(gettext("Back to settings"), control("settings-back")),),
            )
        )


def _schedule(
    settings: GuildSettings, next_at: datetime | None, guild: discord.Guild | None
) -> list[str]:
    """Return where and when the next puzzle appears, and what prevents it."""
    channel_id = settings.puzzle_channel_id
    if channel_id is None or next_at is None:
        off = gettext(
            "Off. Choose a channel, and I'll post a puzzle there every day. Everyone solves it "
            "privately; the solution appears a day later."
        )
        return [off]
    when = gettext(
        "A puzzle a day in {channel}. Next one: {when}.",
        channel=f"<#{channel_id}>",
        when=DISCORD.moment(next_at),
    )
    return [when, *posting_problems(guild, channel_id)]


def _menus(settings: GuildSettings) -> list[Menu]:
    """Return the menus for the hour and the games."""
    hours = tuple(
        MenuChoice(f"{hour} UTC", hour, chosen=number == settings.puzzle_hour)
        for number, hour in enumerate(HOURS)
    )
    menus = [Menu(control("settings-puzzle-hour"), gettext("Hour"), hours)]
    games = tuple(
        game_choice(key, chosen=key in settings.puzzle_games) for key in GAMES if puzzles(key)
    )
    if games:
        label = gettext("Games (leave empty for all)")
        menus.append(Menu(control("settings-puzzle-games"), label, games, takes_several=True))
    return menus


def _games_words(settings: GuildSettings) -> str:
    """Return the line about the games of daily puzzles."""
    names = [GAMES[key].name for key in settings.puzzle_games if key in GAMES]
    if not names:
        return gettext("**Games**: all of them, in turn.")
    if len(names) == 1:
        return gettext("**Games**: {game}.", game=names[0])
    return gettext("**Games**: {games}, in turn.", games=listed(names))
