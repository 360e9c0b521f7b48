"""`/leaderboard` and the controls of leaderboards. Looking is private, until somebody shows it."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, values_of
from bot.interactions.interaction_context import guild_id_of, note_presence
from bot.pages.community.leaderboard_pages import (
    private_page,
    public_page,
    with_game,
    with_period,
)
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
from presentation.community.leaderboard_words import SORT_HEADINGS
from rules.language import N_, lazy_gettext
from rules.refusal import Refusal

SCOPE_CHOICES = [
    app_commands.Choice(name=N_("this server"), value="server"),
    app_commands.Choice(name=N_("all servers"), value="everywhere"),
]
PERIOD_CHOICES = [
    app_commands.Choice(name=N_("all time"), value="all"),
    app_commands.Choice(name=N_("this year"), value="year"),
    app_commands.Choice(name=N_("this month"), value="month"),
]
SORT_CHOICES = [app_commands.Choice(name=name, value=each) for each, name in SORT_HEADINGS.items()]


class LeaderboardCommands(FrontCog):
    """Shows leaderboards, checked against who is still there."""

    @app_commands.command(
        name="leaderboard", description=N_("See who plays best (only you see it)")
    )
    @app_commands.describe(
        game=N_("The game (default: the top players of every game)"),
        scope=N_("This server, or all servers together"),
        period=N_("All time, this year or this month"),
        sort=N_("Sort order"),
        text=N_("Show it as text instead of a picture"),
    )
    @app_commands.choices(
        game=GAME_CHOICES, scope=SCOPE_CHOICES, period=PERIOD_CHOICES, sort=SORT_CHOICES
    )
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        scope: str = "server",
        period: str = "all",
        sort: str = "rating",
        text: bool = False,
    ) -> None:
        """Show the leaderboard that the options choose."""
        async with Answer(interaction) as answer:
            view = View(
                game, SCOPES[scope], PERIODS[period], SORTS[sort], "text" if text else "picture"
            )
            await self._open(answer, view)

    @on_control("board-page", "board-own", "board-sort", "board-form", arguments=6, updates=True)
    async def turn(self, answer: Answer, *view: str) -> None:
        """Show what a button names: another page, one's own, another order or form."""
        await self._show(answer, view_of(view))

    @on_control("board-game", arguments=6, updates=True)
    async def choose_game(self, answer: Answer, *view: str) -> None:
        """Show the same of the game chosen in the menu."""
        chosen = next(iter(values_of(answer.interaction)), "")
        await self._show(answer, with_game(view_of(view), chosen))

    @on_control("board-period", arguments=6, updates=True)
    async def choose_period(self, answer: Answer, *view: str) -> None:
        """Show the same of the time chosen in the menu."""
        chosen = next(iter(values_of(answer.interaction)), "")
        await self._show(answer, with_period(view_of(view), chosen))

    @on_control("board-open", "board-live", arguments=6)
    async def open_from_post(self, answer: Answer, *view: str) -> None:
        """Show privately what a public leaderboard shows, to be looked through."""
        await self._open(answer, view_of(view))

    @on_control("month", arguments=1)
    async def open_from_summary(self, answer: Answer, month: str) -> None:
        """Show the overview beside the summary of a month."""
        await self._open(answer, View())

    @on_control("board-here", arguments=6)
    async def show_here(self, answer: Answer, *view: str) -> None:
        """Show a private leaderboard to the channel."""
        _check_may_write(answer.interaction)
        found = await self._look(answer, view_of(view), is_public=True)
        await answer.public(await self._page(answer, found, is_public=True))
        await self._check(answer, found, is_public=True)

    async def _open(self, answer: Answer, view: View) -> None:
        # Before the page is made: who has come back is to find themselves on it.
        await note_presence(self.club.membership, answer.interaction)
        found = await self._look(answer, view)
        await answer.private(await self._page(answer, found))
        await self._check(answer, found)

    async def _show(self, answer: Answer, view: View) -> None:
        found = await self._look(answer, view)
        await answer.update(await self._page(answer, found))
        await self._check(answer, found)

    async def _look(
        self, answer: Answer, view: View, *, is_public: bool = False
    ) -> Ranking | Overview:
        asker_id = None if is_public else answer.user.id
        return await self.club.leaderboards.look(guild_id_of(answer.interaction), view, asker_id)

    async def _page(
        self, answer: Answer, found: Ranking | Overview, *, is_public: bool = False
    ) -> Page:
        width = await self.front.board_width(guild_id_of(answer.interaction))
        if is_public:
            async with answer.publicly():
                return await public_page(found, width)
        return await private_page(found, width, discord.utils.utcnow())

    async def _check(
        self, answer: Answer, found: Ranking | Overview, *, is_public: bool = False
    ) -> None:
        """Change a page that has been shown, should somebody on it have left, or another name."""
        for _ in range(MOST_ROUNDS):
            await self.club.membership.check(guild_id_of(answer.interaction), found.names)
            before, found = found, await self._look(answer, found.view, is_public=is_public)
            if found == before:
                break
            await answer.update(await self._page(answer, found, is_public=is_public))


def _check_may_write(interaction: discord.Interaction) -> None:
    """Check that somebody could write here themselves.

    :raises Refusal: `not_allowed`.
    """
    rights = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (rights.send_messages_in_threads if in_thread else rights.send_messages):
        words = lazy_gettext("You can't post in this channel, so only you can see this.")
        raise Refusal("not_allowed", words)
