"""The pages of a review: a curve over the moves, what cost most, and what would have been better.

While it is being made the curve is shown as far as it is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.drawing import drawn
from bot.pages.matches.cards import game_words
from bot.pages.matches.hint_pages import line_words
from bot.pages.matches.reason_words import hardest_told
from bot.pages.matches.result_words import result_words
from bot.pages.page import Block, Button, Page, Picture
from bot.pages.wording import plain
from club.computers.reviews import Mistake, Review, ReviewProgress
from club.matches.match import Match
from engine.search import Values
from rendering.figures.chart import Chart, draw_chart
from rendering.figures.evaluation_chart import chances_chart, evaluation_chart

PICTURE = "review.png"

LONGEST_MARK = 12
"""Characters of a move beside its point of the curve."""


async def review_page(match: Match, review: Review, width: int) -> Page:
    """What the computer thinks of a match that is over."""
    picture = await _picture(match, review.values, review.mistakes, width)
    lines = ["**The costliest moves**", *(_mistake_words(match, each) for each in review.mistakes)]
    if not review.mistakes:
        lines = ["No single move cost much."]
    lines.append("-# From a short search of each position; a longer one may disagree.")
    blocks: list[Block] = [_heading(match), picture, "\n".join(lines)]
    numbers = sorted(each.number for each in review.mistakes)
    buttons = [
        Button(f"Go to move {number}", control("history", match.id, number)) for number in numbers
    ]
    if buttons:
        blocks.append(tuple(buttons))
    return Page(tuple(blocks))


async def review_under_way_page(
    match: Match, progress: ReviewProgress, width: int, words: str = ""
) -> Page:
    """How far a review has come: the curve up to there, and how much there is to it.

    :param words: what else is to be said, in place of how many positions are done.
    """
    values = progress.values
    refresh = Button("Refresh", control("reviewing", match.id))
    told = words or _progress_words(match, progress)
    if not values:
        return Page((told, (refresh,)))
    picture = await _picture(match, values, (), width)
    return Page((_heading(match), picture, told, (refresh,)))


def failed_review_page(match: Match) -> Page:
    """A review that didn't come about, and the way to another try."""
    words = "Sorry, the review didn't work out. Please try again."
    return Page((words, (Button("Try again", control("reviewing", match.id)),)))


def _progress_words(match: Match, progress: ReviewProgress) -> str:
    if not progress.done and progress.before:
        return f"Thinking about match {match.id} …, {progress.before} ahead of you."
    return f"Thinking about match {match.id} … {progress.done} of {progress.whole} positions"


def _heading(match: Match) -> str:
    title = f"{game_words(match.game, match.stored.options)} · match {match.id}"
    players = " vs ".join(f"{plain(each.name)} ({each.seat_name})" for each in match.players)
    return f"### Review of {title}\n{players}\n{result_words(match)}"


async def _picture(
    match: Match, values: Sequence[Values], mistakes: Sequence[Mistake], width: int
) -> Picture:
    chart = _chart(match, values, mistakes)
    return Picture(PICTURE, chart.alt, await drawn(draw_chart, chart, width))


def _chart(match: Match, values: Sequence[Values], mistakes: Sequence[Mistake]) -> Chart:
    title = f"{match.game.name} · match {match.id}"
    note = " vs ".join(player.name for player in match.players)
    names = [player.seat_name for player in match.players]
    marks: dict[str, dict[int, str]] = {name: {} for name in names}
    for each in mistakes:
        played = match.played[each.number - 1]
        marks[names[played.seat - 1]][each.number] = _mark(played.text, each.cost)
    moves = len(match.played)
    if len(names) != 2:
        curves = {name: [each[seat] for each in values] for seat, name in enumerate(names)}
        return chances_chart(title, note, curves, marks, moves)
    first, second = names
    evaluation = [each[0] - each[1] for each in values]
    both = marks[first] | marks[second]
    return evaluation_chart(title, note, evaluation, (first, second), both, moves)


def _mark(text: str, cost: float) -> str:
    """A move and what it cost, in points of winning chance: "f5-j7 −34"."""
    shown = text if len(text) <= LONGEST_MARK else f"{text[: LONGEST_MARK - 1]}…"
    return f"{shown} −{100 * cost:.0f}"


def _mistake_words(match: Match, mistake: Mistake) -> str:
    """ "- Move 12, Ada: **f5-j7** lost 34 points of winning chance. It allowed **g6**, which …
    Better: **c4-e6**, which … Then …"."""
    played = match.played[mistake.number - 1]
    name = plain(match.players[played.seat - 1].name)
    words = (
        f"- Move {mistake.number}, {name}: **{played.text}** lost {100 * mistake.cost:.0f} points "
        f"of winning chance."
    )
    answering = played.after.to_move
    if mistake.reply and answering is not None:
        does = hardest_told(match, mistake.reply_reasons, answering)
        words += f" It allowed **{mistake.reply}**{does}."
    words += f"\n  Better: **{mistake.line[0]}**"
    why = hardest_told(match, mistake.reasons, played.seat)
    after = line_words(match, played.before, mistake.line)
    if not after:
        return f"{words}{why}."
    return f"{words}{why}. Then {after}." if why else f"{words}, then {after}."
