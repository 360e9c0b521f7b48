"""`/leaderboard` and the controls of leaderboards. They are private until shown to the channel."""

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
from bot.pages.page import Page, with_link
from club.ratings.leaderboards import (
    MAX_ROUNDS,
    PERIODS,
    SCOPES,
    SORTS,
    Overview,
    Ranking,
    View,
)
from language.texts import N_, gettext, lazy_gettext
from presentation.community.leaderboard_words import SORT_HEADINGS
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
    """Shows leaderboards, checked for members who have left."""

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
        """Show the leaderboard chosen by the options."""
        async with Answer(interaction) as answer:
            view = View(
                game, SCOPES[scope], PERIODS[period], SORTS[sort], "text" if text else "picture"
            )
            await self._open(answer, view)

    @on_control("board-page", "board-own", "board-sort", "board-form", arguments=6, updates=True)
    async def turn(self, answer: Answer, *view: str) -> None:
        """Show the view of a button: another page, order or form."""
        await self._show(answer, view_of(view))

    @on_control("board-game", arguments=6, updates=True)
    async def choose_game(self, answer: Answer, *view: str) -> None:
        """Show the view for the game chosen in the menu."""
        value = next(iter(values_of(answer.interaction)), "")
        await self._show(answer, with_game(view_of(view), value))

    @on_control("board-period", arguments=6, updates=True)
    async def choose_period(self, answer: Answer, *view: str) -> None:
        """Show the view for the period chosen in the menu."""
        value = next(iter(values_of(answer.interaction)), "")
        await self._show(answer, with_period(view_of(view), value))

    @on_control("board-open", "board-live", arguments=6)
    async def open_from_post(self, answer: Answer, *view: str) -> None:
        """Open a public leaderboard privately, for browsing."""
        await self._open(answer, view_of(view))

    @on_control("month", arguments=1)
    async def open_from_summary(self, answer: Answer, month: str) -> None:
        """Show the overview, from a monthly summary."""
        await self._open(answer, View())

    @on_control("board-here", arguments=6)
    async def post_in_channel(self, answer: Answer, *view: str) -> None:
        """Post a private leaderboard in the channel."""
        _check_may_write(answer.interaction)
        board = await self._load(answer, view_of(view), is_public=True)
        await answer.public(await self._page(answer, board, is_public=True))
        await self._check(answer, board, is_public=True)

    async def _open(self, answer: Answer, view: View) -> None:
        # This comes first so that the page includes a member who has rejoined.
        await note_presence(self.club.membership, answer.interaction)
        board = await self._load(answer, view)
        await answer.private(await self._page(answer, board))
        await self._check(answer, board)

    async def _show(self, answer: Answer, view: View) -> None:
        board = await self._load(answer, view)
        await answer.update(await self._page(answer, board))
        await self._check(answer, board)

    async def _load(
        self, answer: Answer, view: View, *, is_public: bool = False
    ) -> Ranking | Overview:
        viewer_id = None if is_public else answer.user.id
        return await self.club.leaderboards.load(guild_id_of(answer.interaction), view, viewer_id)

    async def _page(
        self, answer: Answer, board: Ranking | Overview, *, is_public: bool = False
    ) -> Page:
        guild_id = guild_id_of(answer.interaction)
        width = await self.front.board_width(guild_id)
        address = await self.club.pages.server_address(guild_id)
        if is_public:
            async with answer.publicly():
                page = await public_page(board, width)
                return with_link(page, gettext("On the web"), address)
        page = await private_page(board, width, discord.utils.utcnow())
        return with_link(page, gettext("On the web"), address)

    async def _check(
        self, answer: Answer, board: Ranking | Overview, *, is_public: bool = False
    ) -> None:
        """Update a page after it was shown, if members have left or changed their names."""
        for _ in range(MAX_ROUNDS):
            await self.club.membership.check(guild_id_of(answer.interaction), board.names)
            former, board = board, await self._load(answer, board.view, is_public=is_public)
            if board == former:
                break
            await answer.update(await self._page(answer, board, is_public=is_public))


def _check_may_write(interaction: discord.Interaction) -> None:
    """Check that the user could post in the channel themselves.

    :raises Refusal: `not_allowed`.
    """
    rights = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (rights.send_messages_in_threads if in_thread else rights.send_messages):
        words = lazy_gettext("You can't post in this channel, so only you can see this.")
        raise Refusal("not_allowed", words)
