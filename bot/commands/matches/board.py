"""Looking at a match: `/board` and the Text board button. Both are private to the asker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.autocomplete import offering
from bot.interactions.interaction_context import check_seen, guild_id_of, number_in, place_id_of
from bot.interactions.match_option import match_choices, match_of_control
from bot.pages.matches.cards import board_page, text_board_page

if TYPE_CHECKING:
    from bot.process.client import Stairwell


def add(bot: Stairwell) -> None:
    """Give the bot the commands and the control."""

    @bot.tree.command(name="board", description="Show the board of a match, only to you")
    @app_commands.describe(
        match="Which match; the latest one here if you leave it out",
        text="Show it in letters instead of as a picture",
    )
    async def board(
        interaction: discord.Interaction[Stairwell],
        match: str | None = None,
        text: bool = False,
    ) -> None:
        async with Answer(interaction) as answer:
            shown = await bot.club.match_finder.shown(
                guild_id_of(interaction), place_id_of(interaction), number_in(match, "match")
            )
            check_seen(interaction, shown)
            if text:
                await answer.private(text_board_page(shown))
            else:
                width = await bot.board_width(shown.stored.guild_id)
                page = await board_page(shown, width)
                await answer.private(page)

    @board.autocomplete("match")
    @offering
    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        own = await bot.club.match_finder.of_person(guild_id_of(interaction), interaction.user.id)
        here = await bot.club.match_finder.in_place(place_id_of(interaction))
        known = {match.id: match for match in (*own, *here)}
        return match_choices(list(known.values()), typed)

    @bot.controls.handles("text", arguments=2)
    async def text_board(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of_control(bot, answer.interaction, arguments[0])
        await answer.private(text_board_page(match))
