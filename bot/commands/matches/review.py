"""`/review` and the Review button: a match that is over, as the computer sees it."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.autocomplete import offering
from bot.interactions.interaction_context import check_seen, guild_id_of, number_in, place_id_of
from bot.interactions.match_option import match_choices, match_of_control, matches_to_look_back_at
from bot.pages.matches.review_pages import review_page
from bot.pages.page import Page, text_page
from club.computers.reviews import Progress, Review, check_can_be_reviewed
from club.matches.match import Match

if TYPE_CHECKING:
    from bot.process.client import Stairwell

TOLD_EVERY = 3.0
"""Seconds between two words of how far it has come."""


def add(bot: Stairwell) -> None:
    """Give the bot the command and the control."""

    @bot.tree.command(name="review", description="How a match stood after each move, by my lights")
    @app_commands.describe(
        match="Which match that is over; the latest one here if you leave it out"
    )
    async def review(interaction: discord.Interaction[Stairwell], match: str | None = None) -> None:
        async with Answer(interaction) as answer:
            shown = await bot.club.match_finder.shown(
                guild_id_of(interaction), place_id_of(interaction), number_in(match, "match")
            )
            await reviewed(answer, shown)

    @review.autocomplete("match")
    @offering
    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        found = await matches_to_look_back_at(bot, interaction)
        return match_choices([match for match in found if match.state != "running"], typed)

    @bot.controls.handles("review", arguments=1)
    async def clicked(answer: Answer, arguments: tuple[str, ...]) -> None:
        await reviewed(answer, await match_of_control(bot, answer.interaction, arguments[0]))

    async def reviewed(answer: Answer, match: Match) -> None:
        check_seen(answer.interaction, match)
        check_can_be_reviewed(match)
        kept = await bot.club.reviews.kept(match.id)
        if kept is not None:
            await answer.private(await page(match, kept))
            return
        progress = bot.club.reviews.begin(match)
        await answer.private(text_page(_thinking_words(match, progress)))
        bot.club.background.begin(partial(follow, answer, match, progress))

    async def follow(answer: Answer, match: Match, progress: Progress) -> None:
        """Tell how far a review has come, and show it when it is there."""
        while not progress.finished.is_set():
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(progress.finished.wait(), TOLD_EVERY)
            if not progress.finished.is_set():
                await answer.update(text_page(_thinking_words(match, progress)))
        if progress.review is None:
            words = "Sorry, the review did not come about. Please try again."
            await answer.update(text_page(words))
        else:
            await answer.update(await page(match, progress.review))

    async def page(match: Match, review: Review) -> Page:
        return await review_page(match, review, await bot.board_width(match.stored.guild_id))


def _thinking_words(match: Match, progress: Progress) -> str:
    return f"Thinking about match {match.id} … {progress.done} of {progress.whole} positions"
