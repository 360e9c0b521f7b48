"""`/end`: lets a moderator of its channel end a stuck match."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog, match_numbered
from bot.interactions.answers import Answer
from bot.interactions.entries.autocomplete import Choices, empty_on_failure
from bot.interactions.entries.match_option import choices_of_matches
from bot.interactions.interaction_context import moderates, place_id_of
from bot.pages.page import text_page
from language.texts import N_, gettext, lazy_gettext
from rules.refusal import Refusal

MAX_REASON_LENGTH = 200

log = logging.getLogger(__name__)


class ModerationCommands(FrontCog):
    """Ends stuck matches."""

    @app_commands.command(name="end", description=N_("For moderators: end a match that is stuck"))
    @app_commands.describe(match=N_("The match"), reason=N_("The reason (everyone can read it)"))
    @app_commands.default_permissions(manage_messages=True)
    async def end(
        self,
        interaction: discord.Interaction,
        match: str,
        reason: app_commands.Range[str, 1, MAX_REASON_LENGTH],
    ) -> None:
        """End a match for a moderator of its channel."""
        async with Answer(interaction) as answer:
            target = await match_numbered(self.club.match_finder, interaction, match)
            if not moderates(interaction, target.stored):
                raise Refusal(
                    "not_allowed",
                    lazy_gettext(
                        "Only moderators can end a match: you need **Manage Messages** in the "
                        "channel of the match. Players can use `/resign`, `/draw` or `/abort`."
                    ),
                )
            moderator = interaction.user
            await self.club.matches.end(
                target.id, moderator.display_name, reason, moderator_id=moderator.id
            )
            log.info("match %s ended by user %s: %r", target.id, moderator.id, reason)
            words = gettext("You ended match {number}. It doesn't count.", number=target.id)
            await answer.private(text_page(words))
            await self.front.report_delivery(answer, target.id)

    @end.autocomplete("match")
    @empty_on_failure
    async def local_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the running matches of the place."""
        running = await self.club.match_finder.in_place(place_id_of(interaction))
        return choices_of_matches(running, typed)
