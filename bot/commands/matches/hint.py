"""`/hint` and the Hint button: help against the computer, for nobody else's eyes."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.autocomplete import offering
from bot.interactions.interaction_context import guild_id_of
from bot.interactions.match_option import match_choices, match_of_control, match_of_turn
from bot.pages.matches.hint_pages import hint_page
from bot.pages.page import text_page
from bot.pages.refusals import refusal_words
from club.computers.hints import SHARE, check_may_be_hinted
from club.matches.match import Match
from club.matches.match_finder import has_turn
from club.matches.matches import stale
from engine.pool import SearchFailed

if TYPE_CHECKING:
    from bot.process.client import Stairwell

log = logging.getLogger(__name__)


def add(bot: Stairwell) -> None:
    """Give the bot the command and the control."""

    @bot.tree.command(name="hint", description="What I would play, in a match against me alone")
    @app_commands.describe(match="Which match, where it is your turn in several")
    async def hint(interaction: discord.Interaction[Stairwell], match: str | None = None) -> None:
        async with Answer(interaction) as answer:
            await hinted(answer, await match_of_turn(bot, interaction, match))

    @hint.autocomplete("match")
    @offering
    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        user_id = interaction.user.id
        running = await bot.club.match_finder.of_person(guild_id_of(interaction), user_id)
        fitting = [
            match
            for match in running
            if has_turn(match, user_id)
            and all(seat.level is not None for seat in match.seats if seat.user_id != user_id)
        ]
        return match_choices(fitting, typed)

    @bot.controls.handles("hint", arguments=1)
    async def clicked(answer: Answer, arguments: tuple[str, ...]) -> None:
        await hinted(answer, await match_of_control(bot, answer.interaction, arguments[0]))

    async def hinted(answer: Answer, match: Match) -> None:
        check_may_be_hinted(match, answer.user.id)
        bot.club.opponents.check_can_play(match.game)
        await answer.private(text_page("Thinking …"))
        bot.club.background.begin(partial(show, answer, match))

    async def show(answer: Answer, match: Match) -> None:
        ticket = bot.club.opponents.appraised(match, match.position, SHARE)
        if ticket.before:
            await answer.update(text_page(f"Thinking …, {ticket.before} before you."))
        try:
            choice = await ticket
        except SearchFailed:
            log.exception("no hint for match %s", match.id)
            words = "Sorry, I found nothing this time. Please try again."
            await answer.update(text_page(words))
            return
        present = await bot.club.matches.find(match.id)
        if present.stored.version != match.stored.version:
            await answer.update(text_page(refusal_words(stale(present))))
            return
        width = await bot.board_width(match.stored.guild_id)
        await answer.update(await hint_page(match, choice, width))
