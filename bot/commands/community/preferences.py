"""`/preferences`: how somebody is told of their turns, and how they play, in all servers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated
from bot.interactions.languages import spoken_by
from bot.pages.community.preferences_page import preferences_page
from rules.language import N_
from storage.members.people import Notice

NOTICES: dict[str, Notice] = {"mention": "mention", "direct": "direct", "none": "none"}


class PreferenceCommands(FrontCog):
    """Takes what people wish for themselves."""

    @app_commands.command(
        name="preferences", description=N_("Set your notifications and how you enter moves")
    )
    async def preferences(self, interaction: discord.Interaction) -> None:
        """Show what somebody wishes, with buttons to change it."""
        async with Answer(interaction) as answer:
            person = await self.club.preferences.of(interaction.user.id)
            await answer.private(preferences_page(person))

    @on_control("notify", arguments=1, updates=True)
    async def choose_notice(self, answer: Answer, chosen: str) -> None:
        """Tell somebody of their turns in another way from now on."""
        notice = NOTICES.get(chosen)
        if notice is None:
            raise outdated()
        person = await self.club.preferences.be_told(answer.user.id, notice)
        await self._note_language(answer)
        await answer.update(preferences_page(person))

    @on_control("digest", arguments=1, updates=True)
    async def choose_digest(self, answer: Answer, state: str) -> None:
        """Begin or end the daily digest."""
        person = await self.club.preferences.take_digest(answer.user.id, state == "on")
        await self._note_language(answer)
        await answer.update(preferences_page(person))

    @on_control("confirming", arguments=1, updates=True)
    async def choose_confirming(self, answer: Answer, state: str) -> None:
        """Ask before a move is played, or play it with the last click."""
        person = await self.club.preferences.confirm_moves(answer.user.id, state == "on")
        await answer.update(preferences_page(person))

    @on_control("naming", arguments=1, updates=True)
    async def choose_naming(self, answer: Answer, state: str) -> None:
        """Name somebody on the cards of daily puzzles, or not."""
        person = await self.club.daily_puzzles.be_named(answer.user.id, state == "on")
        await answer.update(preferences_page(person))

    async def _note_language(self, answer: Answer) -> None:
        """Remember the language of who may be written to, when nothing says it any more."""
        seen = spoken_by(answer.interaction.locale)
        await self.club.languages.note_seen(answer.user.id, seen)
