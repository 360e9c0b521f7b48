"""Viewing a match: `/board` and the Text board button, always private."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.autocomplete import Choices, empty_on_failure
from bot.interactions.entries.match_option import choices_of_matches, match_to_show
from bot.interactions.interaction_context import place_id_of, place_of
from bot.pages.matches.cards import board_page, text_board_page
from bot.pages.page import Page
from club.matches.match import Match
from language.texts import N_


class BoardCommands(FrontCog):
    """Shows boards."""

    @app_commands.command(
        name="board", description=N_("See the board of a match (only you see it)")
    )
    @app_commands.describe(
        match=N_("The match (default: the latest in this channel)"),
        text=N_("Show it as text instead of a picture"),
    )
    async def board(
        self, interaction: discord.Interaction, match: str | None = None, text: bool = False
    ) -> None:
        """Show a match of this server."""
        async with Answer(interaction) as answer:
            target = await match_to_show(self.club.match_finder, interaction, match)
            if text:
                await answer.private(text_board_page(target))
            else:
                await answer.private(await self._page(target))

    @board.autocomplete("match")
    @empty_on_failure
    async def own_and_local_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest matches in progress: the user's and those in this place."""
        finder = self.club.match_finder
        own = await finder.of_person(place_of(interaction).guild_id, interaction.user.id)
        local = await finder.in_place(place_id_of(interaction))
        by_id = {match.id: match for match in (*own, *local)}
        return choices_of_matches(list(by_id.values()), typed)

    @app_commands.command(
        name="match", description=N_("Show a match with working buttons, wherever you are")
    )
    @app_commands.describe(match=N_("The match (default: the latest in this channel)"))
    async def match(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Post a match's card where the bot can only answer, else show it privately."""
        async with Answer(interaction, public=not place_of(interaction).takes_posts) as answer:
            target = await match_to_show(self.club.match_finder, interaction, match)
            if not await self.front.show_pulled(answer, target.id, target, force=True):
                await answer.private(await self._page(target))

    match.autocomplete("match")(own_and_local_matches)

    async def _page(self, match: Match) -> Page:
        width = await self.front.board_width(match.guild_id)
        can_review = self.club.opponents.can_play(match.game)
        number = match.stored.place.number
        return await board_page(match, width, place=number, can_review=can_review)

    @on_control("text", arguments=2)
    async def show_text_board(self, answer: Answer, number: str, ply: str) -> None:
        """Show the current board of a card as text."""
        await answer.private(text_board_page(await self.match_of(answer, number)))
