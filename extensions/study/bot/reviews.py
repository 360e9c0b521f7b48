"""`/review` and the Review button: computer reviews of finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import discord

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import Front, FrontCog, command
from bot.interface.markup import DISCORD
from bot.matches.cards import RESULT_BUTTONS, Card
from bot.matches.finding import match_option, recent_matches
from bot.pages.layout import Block, Button, Page, attachment, control
from club.matches.finding import MatchFinder
from club.matches.match import Match
from club.members.membership import Viewer
from club.references import Command
from extensions.study.club.reviews import Review, ReviewProgress
from extensions.study.club.study import Study
from extensions.study.presentation.reviews import (
    mistake_lines,
    mistakes_title,
    progress_bar,
    progress_words,
    review_note,
    review_picture,
    review_title,
    turn_of,
)
from language.texts import N_, gettext
from presentation.matches.match import players_words, result_words
from rules.refusal import Refusal
from storage.matches.match import StoredMatch


async def match_to_review(finder: MatchFinder, viewer: Viewer, match_id: int | None) -> Match:
    """Return the match to review: the numbered one, or the latest finished one with moves.

    Matches of the place are preferred, then the viewer's own in this server. If none of the
    place's matches is finished, its latest is returned.

    :raises Refusal: `unknown_match`, `none_over`.
    """
    if match_id is not None:
        return await finder.find_visible(viewer, match_id)
    here = await finder.recent_here(viewer)
    own = here or await finder.recent(viewer)
    finished = (match for match in own if match.state != "running" and match.ply)
    match = next(finished, here[0] if here else None)
    if match is None:
        words = N_(
            "There are no finished matches in this channel, and you have none in this "
            "server. See your matches with {matches}."
        )
        if viewer.guild_id is None:
            words = N_("None of your matches are over yet. See them with {matches}.")
        raise Refusal("none_over", words, matches=Command("matches"))
    return await finder.find_visible(viewer, match.id)


async def finished_matches(
    finder: MatchFinder, interaction: discord.Interaction
) -> list[StoredMatch]:
    """Suggest finished matches of the user and of the place."""
    recent = await recent_matches(finder, interaction)
    return [match for match in recent if match.state != "running"]


MATCH_TO_REVIEW = match_option(
    N_("The finished match (default: the latest in this channel)"),
    match_to_review,
    finished_matches,
)
"""The option for the match to review: the named one, or the latest finished one here or of the
user."""

PICTURE = "review.png"

REPORT_INTERVAL = 2.0
"""Seconds between progress reports."""


@RESULT_BUTTONS.add
def review_button(card: Card) -> Sequence[Button]:
    """Return the button to review a match."""
    if not card.has_engine or not card.match.played:
        return ()
    return [Button(gettext("Review"), control("review", card.match.id))]


async def review_page(match: Match, review: Review, width: int) -> Page:
    """Return the review of a finished match."""
    picture = attachment(
        await review_picture(match, review.values, review.mistakes, width), PICTURE
    )
    lines = [mistakes_title(review.mistakes, DISCORD)]
    lines += [_item(mistake_lines(match, mistake, DISCORD)) for mistake in review.mistakes]
    lines.append(f"-# {review_note()}")
    blocks: list[Block] = [_heading(match), picture, "\n".join(lines)]
    latest_first = sorted(review.mistakes, key=lambda each: each.number, reverse=True)
    plies = {turn_of(match, mistake): mistake.number for mistake in latest_first}
    buttons = tuple(
        Button(gettext("Go to turn {number}", number=turn), control("history", match.id, ply))
        for turn, ply in sorted(plies.items())
    )
    return Page((*blocks, buttons) if buttons else tuple(blocks))


def review_under_way_page(match: Match, progress: ReviewProgress, words: str = "") -> Page:
    """Return the progress of a review.

    The picture only comes with the result, because one that is replaced every two seconds would
    mostly be loading.

    :param words: a text to show instead of the number of positions.
    """
    refresh = Button(gettext("Refresh"), control("reviewing", match.id))
    lines = [words or progress_words(match, progress)]
    if progress.searched_count:
        lines.append(progress_bar(progress))
    return Page(("\n".join(lines), (refresh,)))


def failed_review_page(match: Match) -> Page:
    """Return the page of a failed review, with a button to retry."""
    words = gettext("Sorry, the review failed. Please try again.")
    retry = Button(gettext("Try again"), control("reviewing", match.id))
    return Page((words, (retry,)))


class ReviewCommands(FrontCog):
    """Shows reviews, which are computed in the background and stored.

    Progress is reported by editing the answer. If that has ended, because this process was stopped
    or Discord accepts no more edits, a button on the page continues.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._updating: list[tuple[int, int]] = []
        """The messages being updated, by `_key`, with duplicates if requested twice."""

    @command("review", N_("Review a finished match"), MATCH_TO_REVIEW)
    @on_control("review")
    async def review(self, answer: Answer, match: Match) -> None:
        """Review the named match, or the latest finished one here, or else the user's."""
        review = await self.club.part(Study).reviews.of(match)
        await answer.private(await self._page(match, review))
        if isinstance(review, ReviewProgress):
            self.club.background.begin(partial(self._show_progress, answer, match, review))

    @on_control("reviewing", updates=True)
    async def refresh(self, answer: Answer, match: Match) -> None:
        """Show the progress of the review on this page, restarting a lost review."""
        review = await self.club.part(Study).reviews.of(match)
        await answer.update(await self._page(match, review))
        if isinstance(review, ReviewProgress) and _key(answer, match) not in self._updating:
            self.club.background.begin(partial(self._show_progress, answer, match, review))

    async def _show_progress(self, answer: Answer, match: Match, progress: ReviewProgress) -> None:
        """Show the progress of a review as it advances, and finally its result."""
        key = _key(answer, match)
        self._updating.append(key)
        try:
            page = await self._outcome(answer, match, progress)
        except asyncio.CancelledError:
            words = gettext("I'm restarting. Press **Refresh** in a minute and I'll continue.")
            await answer.update(await self._page(match, progress, words))
            raise
        finally:
            self._updating.remove(key)
        await answer.update(page)

    async def _outcome(self, answer: Answer, match: Match, progress: ReviewProgress) -> Page:
        """Update the answer while there is time, and return its last page."""
        last_progress = progress.searched_count, progress.count_ahead
        while answer.can_change_for > 2 * REPORT_INTERVAL:
            await progress.wait(REPORT_INTERVAL)
            if progress.is_finished:
                if progress.review is None:
                    return failed_review_page(match)
                return await self._page(match, progress.review)
            if last_progress != (progress.searched_count, progress.count_ahead):
                last_progress = progress.searched_count, progress.count_ahead
                await answer.update(await self._page(match, progress))
        words = gettext("This is taking longer than usual. Press **Refresh** to check progress.")
        return await self._page(match, progress, words)

    async def _page(self, match: Match, review: Review | ReviewProgress, words: str = "") -> Page:
        if isinstance(review, ReviewProgress):
            return review_under_way_page(match, review, words)
        return await review_page(match, review, await self.front.board_width(match.guild_id))


def _heading(match: Match) -> str:
    players, result = players_words(match, DISCORD), result_words(match, DISCORD)
    return f"### {review_title(match)}\n{players}\n{result}"


def _item(lines: Sequence[str]) -> str:
    """Return an item of a list, with its other lines indented."""
    first, *others = lines
    return "\n".join((f"- {first}", *(f"  {line}" for line in others)))


def _key(answer: Answer, match: Match) -> tuple[int, int]:
    """Return the user and match of a review being followed."""
    return answer.user.id, match.id
