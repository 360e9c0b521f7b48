"""The pages of a review: a curve over the moves, what cost most, and what would have been better.

While it is being made the curve is shown as far as it is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.matches.cards import match_title
from bot.pages.matches.hint_pages import line_words
from bot.pages.matches.name_words import players_words
from bot.pages.matches.reason_words import hardest_told
from bot.pages.matches.result_words import result_words
from bot.pages.page import Block, Button, Page, Picture
from bot.pages.wording import called, plain
from club.computers.reviews import Mistake, Review, ReviewProgress
from club.matches.match import Match
from engine.search import Values
from presentation.phrases import versus
from presentation.pictures import drawn
from rendering.figures.chart import Chart, draw_chart
from rendering.figures.evaluation_chart import chances_chart, evaluation_chart
from rules.language import gettext, ngettext
from rules.listing import sentences

PICTURE = "review.png"

LONGEST_MARK = 12
"""Characters of a move beside its point of the curve."""


async def review_page(match: Match, review: Review, width: int) -> Page:
    """What the computer thinks of a match that is over."""
    picture = await _picture(match, review.values, review.mistakes, width)
    if review.mistakes:
        lines = [gettext("**The costliest moves**")]
        lines.extend(_mistake_words(match, each) for each in review.mistakes)
    else:
        lines = [gettext("No single move cost much.")]
    lines.append(gettext("-# From a short search of each position; a longer one may disagree."))
    blocks: list[Block] = [_heading(match), picture, "\n".join(lines)]
    numbers = sorted(each.number for each in review.mistakes)
    buttons = [
        Button(gettext("Go to move {number}", number=number), control("history", match.id, number))
        for number in numbers
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
    refresh = Button(gettext("Refresh"), control("reviewing", match.id))
    told = words or _progress_words(match, progress)
    if not values:
        return Page((told, (refresh,)))
    picture = await _picture(match, values, (), width)
    return Page((_heading(match), picture, told, (refresh,)))


def failed_review_page(match: Match) -> Page:
    """A review that didn't come about, and the way to another try."""
    words = gettext("Sorry, the review didn't work out. Please try again.")
    again = Button(gettext("Try again"), control("reviewing", match.id))
    return Page((words, (again,)))


def _progress_words(match: Match, progress: ReviewProgress) -> str:
    if not progress.done and progress.before:
        return ngettext(
            "Thinking about match {number} …, {count} ahead of you.",
            "Thinking about match {number} …, {count} ahead of you.",
            progress.before,
            number=match.id,
        )
    return ngettext(
        "Thinking about match {number} … {done} of {count} position",
        "Thinking about match {number} … {done} of {count} positions",
        progress.whole,
        number=match.id,
        done=progress.done,
    )


def _heading(match: Match) -> str:
    title = gettext("Review of {match}", match=match_title(match))
    return f"### {title}\n{players_words(match)}\n{result_words(match)}"


async def _picture(
    match: Match, values: Sequence[Values], mistakes: Sequence[Mistake], width: int
) -> Picture:
    chart = _chart(match, values, mistakes)
    return Picture(PICTURE, chart.alt, await drawn(draw_chart, chart, width))


def _chart(match: Match, values: Sequence[Values], mistakes: Sequence[Mistake]) -> Chart:
    title = gettext("{game} · match {number}", game=match.game.name, number=match.id)
    note = versus([called(player.name) for player in match.players])
    names = [gettext(player.seat_name) for player in match.players]
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
    """What a move cost, the best reply to it and why, what would have been better, why, and how
    that could have gone on; whole sentences in three lines."""
    played = match.played[mistake.number - 1]
    lost = round(100 * mistake.cost)
    cost = ngettext(
        "Move {number}, {name}: **{move}** lost {count} point of winning chance.",
        "Move {number}, {name}: **{move}** lost {count} points of winning chance.",
        lost,
        number=mistake.number,
        name=plain(match.players[played.seat - 1].name),
        move=played.text,
    )
    lines = [f"- {cost}"]
    answering = played.after.to_move
    if mistake.reply and answering is not None:
        reply = gettext("Best reply: **{move}**.", move=mistake.reply)
        lines.append(f"  {sentences(reply, hardest_told(match, mistake.reply_reasons, answering))}")
    better = gettext("Better: **{move}**.", move=mistake.line[0])
    after = line_words(match, played.before, mistake.line)
    then = gettext("Then {moves}.", moves=after) if after else ""
    why = hardest_told(match, mistake.reasons, played.seat)
    lines.append(f"  {sentences(better, why, then)}")
    return "\n".join(lines)
