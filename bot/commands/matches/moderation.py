"""`/end`: a match that is stuck, ended by who moderates the place."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.autocomplete import offering
from bot.interactions.interaction_context import (
    check_seen,
    guild_id_of,
    moderates,
    number_in,
    place_id_of,
)
from bot.interactions.match_option import match_choices
from bot.pages.page import text_page
from rules.refusal import Refusal

if TYPE_CHECKING:
    from bot.process.client import Stairwell

LONGEST_REASON = 200

log = logging.getLogger(__name__)


def add(bot: Stairwell) -> None:
    """Give the bot the command."""

    @bot.tree.command(name="end", description="End a stuck match as aborted, for moderators")
    @app_commands.describe(match="Which match", reason="Why; everybody can read it")
    @app_commands.default_permissions(manage_messages=True)
    async def end(
        interaction: discord.Interaction[Stairwell],
        match: str,
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        async with Answer(interaction) as answer:
            number = number_in(match, "match") or 0
            meant = await bot.club.match_finder.of_guild(guild_id_of(interaction), number)
            check_seen(interaction, meant)
            if not moderates(interaction, meant.stored.channel_id):
                raise Refusal(
                    "not_allowed",
                    "Ending a match is for moderators: it takes **Manage Messages** in the "
                    "channel of the match. Players can use `/resign`, `/draw` or `/abort`.",
                )
            moderator = interaction.user
            await bot.club.matches.end(
                meant.id, moderator.display_name, reason, moderator_id=moderator.id
            )
            log.info("match %s ended by user %s: %r", meant.id, moderator.id, reason)
            await answer.private(text_page(f"Match {meant.id} is ended. It counts for nobody."))
            await bot.report_delivery(answer, meant.id)

    @end.autocomplete("match")
    @offering
    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        return match_choices(await bot.club.match_finder.in_place(place_id_of(interaction)), typed)
