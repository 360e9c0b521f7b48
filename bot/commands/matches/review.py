"""`/review` and the Review button: a match that is over, as the computer sees it."""

from __future__ import annotations

import asyncio
from functools import partial

import discord
from discord import app_commands

from bot.commands.front import Front
from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import Choices, choices_of_matches, empty_where_it_fails
from bot.interactions.controls import on_control
from bot.interactions.interaction_context import guild_id_of, place_id_of
from bot.interactions.match_option import match_to_review
from bot.pages.matches.review_pages import (
    failed_review_page,
    review_page,
    review_under_way_page,
)
from bot.pages.page import Page
from club.computers.reviews import Review, ReviewProgress
from club.matches.match import Match
from rules.language import N_, gettext

TOLD_EVERY = 2.0
"""Seconds between two looks at how far it has come."""


class ReviewCommands(FrontCog):
    """Reviews matches, thought out besides, and kept.

    How far a review has come is told by editing the answer. Where that has ended, because this
    process was stopped or because Discord takes no more edits, a button of the page goes on.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._being_told: list[tuple[int, int]] = []
        """Who is being told, as `_told` has it; somebody who asks twice is there twice."""

    @app_commands.command(name="review", description=N_("Review a finished match"))
    @app_commands.describe(match=N_("The finished match (default: the latest one here)"))
    async def review(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Review the match named, or the latest one here that is over, or else of who asks."""
        async with Answer(interaction) as answer:
            meant = await match_to_review(self.club.match_finder, interaction, match)
            await self._review(answer, meant)

    @review.autocomplete("match")
    @empty_where_it_fails
    async def matches_that_are_over(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Matches of who asks, and of the place, that can be reviewed."""
        found = await self.club.match_finder.recent(
            guild_id_of(interaction), place_id_of(interaction), interaction.user.id
        )
        return choices_of_matches([match for match in found if match.state != "running"], typed)

    @on_control("review", arguments=1)
    async def review_of_card(self, answer: Answer, number: str) -> None:
        """Review the match of a card."""
        await self._review(answer, await self.match_of(answer, number))

    @on_control("reviewing", arguments=1, updates=True)
    async def look_again(self, answer: Answer, number: str) -> None:
        """Show how far the review on this page has come by now; begin it anew where it has been
        lost, as after a restart."""
        match = await self.match_of(answer, number)
        found = await self.club.reviews.of(match)
        await answer.update(await self._page(match, found))
        if isinstance(found, ReviewProgress) and _told(answer, match) not in self._being_told:
            self.club.background.begin(partial(self._follow, answer, match, found))

    async def _review(self, answer: Answer, match: Match) -> None:
        found = await self.club.reviews.of(match)
        await answer.private(await self._page(match, found))
        if isinstance(found, ReviewProgress):
            self.club.background.begin(partial(self._follow, answer, match, found))

    async def _follow(self, answer: Answer, match: Match, progress: ReviewProgress) -> None:
        """Show how far a review has come whenever that is more, and what has come of it."""
        told = _told(answer, match)
        self._being_told.append(told)
        try:
            page = await self._outcome(answer, match, progress)
        except asyncio.CancelledError:
            words = gettext("I'm restarting. Press **Refresh** in a minute and I'll continue.")
            await answer.update(await self._page(match, progress, words))
            raise
        finally:
            self._being_told.remove(told)
        await answer.update(page)

    async def _outcome(self, answer: Answer, match: Match, progress: ReviewProgress) -> Page:
        """The last page that this answer is to show."""
        shown = progress.done, progress.before
        while answer.can_change_for > 2 * TOLD_EVERY:
            await progress.finished(within=TOLD_EVERY)
            if progress.is_finished:
                if progress.review is None:
                    return failed_review_page(match)
                return await self._page(match, progress.review)
            if shown != (progress.done, progress.before):
                shown = progress.done, progress.before
                await answer.update(await self._page(match, progress))
        words = gettext("This is taking longer than usual. Press **Refresh** to check progress.")
        return await self._page(match, progress, words)

    async def _page(self, match: Match, found: Review | ReviewProgress, words: str = "") -> Page:
        width = await self.front.board_width(match.guild_id)
        if isinstance(found, ReviewProgress):
            return await review_under_way_page(match, found, width, words)
        return await review_page(match, found, width)


def _told(answer: Answer, match: Match) -> tuple[int, int]:
    """Who is told of the review of which match."""
    return answer.user.id, match.id
