"""`/preferences`: notifications and how to enter moves, in all servers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated
from bot.interactions.languages import spoken_by
from bot.pages.community.preferences_page import preferences_page
from language.texts import N_
from storage.members.people import Notice

NOTICES: dict[str, Notice] = {"mention": "mention", "direct": "direct", "none": "none"}


class PreferenceCommands(FrontCog):
    """Shows and changes personal preferences."""

    @app_commands.command(
        name="preferences", description=N_("Set your notifications and how you enter moves")
    )
    async def preferences(self, interaction: discord.Interaction) -> None:
        """Show the user's preferences with buttons to change them."""
        async with Answer(interaction) as answer:
            person = await self.club.preferences.of(interaction.user.id)
            await answer.private(preferences_page(person))

    @on_control("notify", arguments=1, updates=True)
    async def choose_notice(self, answer: Answer, chosen: str) -> None:
        """Change how the user is notified of turns."""
        notice = NOTICES.get(chosen)
        if notice is None:
            raise outdated()
        person = await self.club.preferences.set_notice(answer.user.id, notice)
        await self._note_language(answer)
        await answer.update(preferences_page(person))

    @on_control("digest", arguments=1, updates=True)
    async def choose_digest(self, answer: Answer, state: str) -> None:
        """Turn the daily digest on or off."""
        person = await self.club.preferences.set_digest(answer.user.id, state == "on")
        await self._note_language(answer)
        await answer.update(preferences_page(person))

    @on_control("confirming", arguments=1, updates=True)
    async def choose_confirming(self, answer: Answer, state: str) -> None:
        """Turn confirmation of moves on or off."""
        person = await self.club.preferences.set_move_confirmation(answer.user.id, state == "on")
        await answer.update(preferences_page(person))

    @on_control("naming", arguments=1, updates=True)
    async def choose_naming(self, answer: Answer, state: str) -> None:
        """Set whether to name the user on the cards of daily puzzles."""
        person = await self.club.daily_puzzles.set_named_as_solver(answer.user.id, state == "on")
        await answer.update(preferences_page(person))

    async def _note_language(self, answer: Answer) -> None:
        """Store the user's Discord language, for direct messages."""
        code = spoken_by(answer.interaction.locale)
        await self.club.languages.note_seen(answer.user.id, code)
