"""The page of a review: a curve over the moves, what cost most, and what would have been better."""

from __future__ import annotations

import asyncio

from bot.pages.control_ids import control
from bot.pages.matches.cards import game_words
from bot.pages.matches.hint_pages import line_words
from bot.pages.matches.result_words import result_words
from bot.pages.page import Block, Button, Page, Picture
from bot.pages.wording import plain
from club.computers.reviews import Mistake, Review
from club.matches.match import Match
from rendering.figures.chart import Chart, draw_chart
from rendering.figures.evaluation_chart import chances_chart, evaluation_chart

PICTURE = "review.png"

LONGEST_MARK = 12
"""Characters of a move beside its point of the curve."""


async def review_page(match: Match, review: Review, width: int) -> Page:
    """What the computer thinks of a match that is over."""
    title = f"{game_words(match.game, match.stored.options)} · match {match.id}"
    players = " vs ".join(f"{plain(each.name)} ({each.seat_name})" for each in match.players)
    chart = _chart(match, review)
    png = await asyncio.to_thread(draw_chart, chart, width)
    lines = ["**The costliest moves**", *(_mistake_words(match, each) for each in review.mistakes)]
    if not review.mistakes:
        lines = ["No single move cost much."]
    lines.append("-# From a short search of each position; a longer one may disagree.")
    blocks: list[Block] = [
        f"### Review of {title}\n{players}\n{result_words(match)}",
        Picture(PICTURE, chart.alt, png),
        "\n".join(lines),
    ]
    numbers = sorted(each.number for each in review.mistakes)
    buttons = [
        Button(f"Go to move {number}", control("history", match.id, number)) for number in numbers
    ]
    if buttons:
        blocks.append(tuple(buttons))
    return Page(tuple(blocks))


def _chart(match: Match, review: Review) -> Chart:
    title = f"{match.game.name} · match {match.id}"
    note = " vs ".join(player.name for player in match.players)
    names = [player.seat_name for player in match.players]
    if len(names) != 2:
        curves = {
            name: [values[seat] for values in review.values] for seat, name in enumerate(names)
        }
        return chances_chart(title, note, curves)
    marks = {each.number: _mark(match.played[each.number - 1].text) for each in review.mistakes}
    values = [first - second for first, second in review.values]
    return evaluation_chart(title, note, values, (names[0], names[1]), marks)


def _mark(text: str) -> str:
    return text if len(text) <= LONGEST_MARK else f"{text[: LONGEST_MARK - 1]}…"


def _mistake_words(match: Match, mistake: Mistake) -> str:
    """ "- Move 12, Ada: **f5-j7** lost 34 points of winning chance. Better: **c4-e6**, then …"."""
    played = match.played[mistake.number - 1]
    name = plain(match.players[played.seat - 1].name)
    words = (
        f"- Move {mistake.number}, {name}: **{played.text}** lost {100 * mistake.cost:.0f} points "
        f"of winning chance. Better: **{mistake.line[0]}**"
    )
    after = line_words(match, played.before, mistake.line)
    return f"{words}, then {after}." if after else f"{words}."
