"""`/leaderboard` and the controls of leaderboards. Looking is private, until somebody shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.commands.matches.challenge import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import values_of
from bot.interactions.interaction_context import guild_id_of, note_presence
from bot.pages.community.leaderboard_pages import private_page, public_page, with_game, with_period
from bot.pages.community.leaderboard_views import view_of
from bot.pages.page import Page
from club.ratings.leaderboards import (
    MOST_ROUNDS,
    PERIODS,
    SCOPES,
    SORTS,
    Overview,
    Ranking,
    View,
)
from rules.refusal import Refusal

if TYPE_CHECKING:
    from bot.process.client import Stairwell

SCOPE_CHOICES = [
    app_commands.Choice(name="this server", value="server"),
    app_commands.Choice(name="all servers", value="everywhere"),
]
PERIOD_CHOICES = [
    app_commands.Choice(name="all time", value="all"),
    app_commands.Choice(name="this year", value="year"),
    app_commands.Choice(name="this month", value="month"),
]
SORT_CHOICES = [app_commands.Choice(name=each, value=each) for each in SORTS]


def add(bot: Stairwell) -> None:
    """Give the bot the command and the controls."""

    @bot.tree.command(name="leaderboard", description="Who plays best, only for you to see")
    @app_commands.describe(
        game="Which game; the best of every game if you leave it out",
        scope="This server, or all servers together",
        period="All time, or what was played this year or month",
        sort="What the order is by",
        text="Show it in letters instead of as a picture",
    )
    @app_commands.choices(
        game=GAME_CHOICES, scope=SCOPE_CHOICES, period=PERIOD_CHOICES, sort=SORT_CHOICES
    )
    async def leaderboard(
        interaction: discord.Interaction[Stairwell],
        game: str | None = None,
        scope: str = "server",
        period: str = "all",
        sort: str = "rating",
        text: bool = False,
    ) -> None:
        async with Answer(interaction) as answer:
            # Before the page is made: who has come back is to find themselves on it.
            await note_presence(bot.club.membership, interaction)
            view = View(
                game, SCOPES[scope], PERIODS[period], SORTS[sort], "text" if text else "picture"
            )
            await show_privately(answer, view)

    async def look(answer: Answer, view: View, is_public: bool) -> Ranking | Overview:
        asker_id = None if is_public else answer.user.id
        return await bot.club.leaderboards.look(guild_id_of(answer.interaction), view, asker_id)

    async def page_of(answer: Answer, found: Ranking | Overview, is_public: bool) -> Page:
        width = await bot.board_width(guild_id_of(answer.interaction))
        if is_public:
            return await public_page(found, width)
        return await private_page(found, width, discord.utils.utcnow())

    async def checked(
        answer: Answer, found: Ranking | Overview, *, is_public: bool = False
    ) -> None:
        """Change a page that has been shown, should somebody on it have left, or another name."""
        for _ in range(MOST_ROUNDS):
            await bot.club.membership.check(guild_id_of(answer.interaction), found.names)
            before, found = found, await look(answer, found.view, is_public)
            if found == before:
                break
            await answer.update(await page_of(answer, found, is_public))

    async def show_privately(answer: Answer, view: View) -> None:
        found = await look(answer, view, False)
        await answer.private(await page_of(answer, found, False))
        await checked(answer, found)

    async def show(answer: Answer, view: View) -> None:
        found = await look(answer, view, False)
        await answer.update(await page_of(answer, found, False))
        await checked(answer, found)

    async def turned(answer: Answer, arguments: tuple[str, ...]) -> None:
        await show(answer, view_of(arguments))

    for verb in ("board-page", "board-own", "board-sort", "board-form"):
        bot.controls.handles(verb, arguments=6, updates=True)(turned)

    @bot.controls.handles("board-game", arguments=6, updates=True)
    async def game_chosen(answer: Answer, arguments: tuple[str, ...]) -> None:
        chosen = next(iter(values_of(answer.interaction)), "")
        await show(answer, with_game(view_of(arguments), chosen))

    @bot.controls.handles("board-period", arguments=6, updates=True)
    async def period_chosen(answer: Answer, arguments: tuple[str, ...]) -> None:
        chosen = next(iter(values_of(answer.interaction)), "")
        await show(answer, with_period(view_of(arguments), chosen))

    async def opened(answer: Answer, arguments: tuple[str, ...]) -> None:
        await note_presence(bot.club.membership, answer.interaction)
        await show_privately(answer, view_of(arguments))

    for verb in ("board-open", "board-live"):
        bot.controls.handles(verb, arguments=6)(opened)

    @bot.controls.handles("month", arguments=1)
    async def opened_from_summary(answer: Answer, arguments: tuple[str, ...]) -> None:
        await note_presence(bot.club.membership, answer.interaction)
        await show_privately(answer, View())

    @bot.controls.handles("board-here", arguments=6)
    async def shown_here(answer: Answer, arguments: tuple[str, ...]) -> None:
        _check_may_write(answer.interaction)
        found = await look(answer, view_of(arguments), True)
        await answer.public(await page_of(answer, found, True))
        await checked(answer, found, is_public=True)


def _check_may_write(interaction: discord.Interaction[Stairwell]) -> None:
    """Check that somebody could write here themselves.

    :raises Refusal: `not_allowed`.
    """
    rights = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (rights.send_messages_in_threads if in_thread else rights.send_messages):
        raise Refusal("not_allowed", "You may not write here, so I show it to you alone.")
