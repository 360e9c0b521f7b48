"""The pages of a review: a chart of winning chances, and the biggest mistakes with better moves.

While a review is being made, the chart shows the progress.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Block, Button, Page, attachment
from club.computers.reviews import Review, ReviewProgress
from club.matches.match import Match
from language.texts import gettext
from presentation.analysis.reviews import (
    mistake_lines,
    mistakes_title,
    progress_bar,
    progress_words,
    review_note,
    review_picture,
    review_title,
)
from presentation.matches.players import players_words
from presentation.matches.results import result_words

PICTURE = "review.png"


async def review_page(match: Match, review: Review, width: int) -> Page:
    """Return the review of a finished match."""
    picture = attachment(
        await review_picture(match, review.values, review.mistakes, width), PICTURE
    )
    lines = [mistakes_title(review.mistakes, DISCORD)]
    lines += [_item(mistake_lines(match, each, DISCORD)) for each in review.mistakes]
    lines.append(f"-# {review_note()}")
    blocks: list[Block] = [_heading(match), picture, "\n".join(lines)]
    numbers = sorted(each.number for each in review.mistakes)
    buttons = tuple(
        Button(gettext("Go to move {number}", number=number), control("history", match.id, number))
        for number in numbers
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


def _heading(match: Match) -> str:
    players, result = players_words(match, DISCORD), result_words(match, DISCORD)
    return f"### {review_title(match)}\n{players}\n{result}"


def _item(lines: Sequence[str]) -> str:
    """Return an item of a list, with its other lines indented."""
    first, *others = lines
    return "\n".join((f"- {first}", *(f"  {line}" for line in others)))
