"""`/review` and the Review button: a match that is over, as the computer sees it."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import Choices, choices_of_matches, empty_where_it_fails
from bot.interactions.controls import on_control
from bot.interactions.interaction_context import guild_id_of, place_id_of
from bot.interactions.match_option import match_to_show
from bot.pages.matches.review_pages import review_page
from bot.pages.page import Page, text_page
from club.computers.reviews import Review, ReviewProgress, check_can_be_reviewed
from club.matches.match import Match

TOLD_EVERY = 3.0
"""Seconds between two words of how far it has come."""


class ReviewCommands(FrontCog):
    """Reviews matches, thought out besides, and kept."""

    @app_commands.command(name="review", description="Review a finished match")
    @app_commands.describe(match="Which finished match; the latest one here if you leave it out")
    async def review(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Review the match named, or the latest one here."""
        async with Answer(interaction) as answer:
            shown = await match_to_show(self.club.match_finder, interaction, match)
            await self._review(answer, shown)

    @review.autocomplete("match")
    @empty_where_it_fails
    async def matches_that_are_over(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Matches of who asks, and of the place, that can be reviewed."""
        found = await self.club.match_finder.to_look_back_at(
            guild_id_of(interaction), place_id_of(interaction), interaction.user.id
        )
        return choices_of_matches([match for match in found if match.state != "running"], typed)

    @on_control("review", arguments=1)
    async def review_of_card(self, answer: Answer, number: str) -> None:
        """Review the match of a card."""
        await self._review(answer, await self.match_of(answer, number))

    async def _review(self, answer: Answer, match: Match) -> None:
        check_can_be_reviewed(match)
        kept = await self.club.reviews.kept(match.id)
        if kept is not None:
            await answer.private(await self._page(match, kept))
            return
        progress = self.club.reviews.begin(match)
        await answer.private(text_page(_thinking_words(match, progress)))
        self.club.background.begin(partial(self._follow, answer, match, progress))

    async def _follow(self, answer: Answer, match: Match, progress: ReviewProgress) -> None:
        """Tell how far a review has come, and show it when it is there."""
        while not progress.finished.is_set():
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(progress.finished.wait(), TOLD_EVERY)
            if not progress.finished.is_set():
                await answer.update(text_page(_thinking_words(match, progress)))
        if progress.review is None:
            words = "Sorry, the review didn't work out. Please try again."
            await answer.update(text_page(words))
        else:
            await answer.update(await self._page(match, progress.review))

    async def _page(self, match: Match, review: Review) -> Page:
        return await review_page(match, review, await self.front.board_width(match.stored.guild_id))


def _thinking_words(match: Match, progress: ReviewProgress) -> str:
    return f"Thinking about match {match.id} … {progress.done} of {progress.whole} positions"
