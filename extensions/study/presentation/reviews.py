"""Reviews in words and as a chart: winning chances and the biggest mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from engine.search import Values
from extensions.study.club.reviews import Mistake, ReviewProgress
from extensions.study.presentation.evaluation_chart import chances_chart, evaluation_chart
from language.lists import sentences
from language.texts import gettext, ngettext
from presentation.markup import Markup, display_name
from presentation.matches.hints import line_words, reason_words
from presentation.matches.match import match_title, short_title
from presentation.move_entry import named_move
from presentation.phrases import versus
from presentation.pictures import DEFAULT_WIDTH, Picture, draw_in_thread
from rendering.figures.chart import Chart, draw_chart
from rules.notation import read
from rules.record import in_turns

BAR = 10
"""Characters of a progress bar."""

MAX_LABEL_LENGTH = 12
"""Maximum length of a move's label in the chart."""


def review_title(match: Match) -> str:
    """ "Review of Chess · match 12"."""
    return gettext("Review of {match}", match=match_title(match))


async def review_picture(
    match: Match,
    values: Sequence[Values],
    mistakes: Sequence[Mistake],
    width: int = DEFAULT_WIDTH,
) -> Picture:
    """Draw the winning chances so far, with the mistakes marked."""
    chart = review_chart(match, values, mistakes)
    return Picture(chart.alt, await draw_in_thread(draw_chart, chart, width))


def mistakes_title(mistakes: Sequence[Mistake], markup: Markup) -> str:
    """Return the heading of the mistakes, or a sentence if there are none."""
    if not mistakes:
        return gettext("No big mistakes.")
    return markup.strong(gettext("Biggest mistakes"))


def review_note() -> str:
    """Return a note on how reliable a review is."""
    return gettext("This is a quick analysis. A deeper one may differ.")


def turn_of(match: Match, mistake: Mistake) -> int:
    """Return the number of the turn that a mistake is part of."""
    return len(in_turns(match.played[: mistake.number]))


def mistake_lines(match: Match, mistake: Mistake, markup: Markup) -> list[str]:
    """Return what a move cost, its best reply and a better move, with reasons."""
    played = match.played[mistake.number - 1]
    points_lost = round(100 * mistake.cost)
    lines = [
        ngettext(
            "Turn {number}, {name}: {move} cost {count} percentage point of winning chance.",
            "Turn {number}, {name}: {move} cost {count} percentage points of winning chance.",
            points_lost,
            number=turn_of(match, mistake),
            name=markup.name(match.players[played.seat - 1].name),
            move=named_move(played.before, played.move, markup),
        )
    ]
    answering = played.after.to_move
    if mistake.reply and answering is not None:
        best = named_move(played.after, read(played.after, mistake.reply), markup)
        reply = gettext("Best reply: {move}.", move=best)
        reason = reason_words(match, mistake.reply_reasons[:1], answering, markup)
        lines.append(str(sentences(reply, reason)))
    move = named_move(played.before, read(played.before, mistake.line[0]), markup)
    better = gettext("Better: {move}.", move=move)
    moves = line_words(match, played.before, mistake.line, markup)
    continuation = gettext("Then {moves}.", moves=moves) if moves else ""
    reason = reason_words(match, mistake.reasons[:1], played.seat, markup)
    return [*lines, str(sentences(better, reason, continuation))]


def progress_words(match: Match, progress: ReviewProgress) -> str:
    """Return the progress of a review, or the number of searches before it."""
    if not progress.searched_count and progress.count_ahead:
        return ngettext(
            "Thinking about match {number}… ({count} ahead of you)",
            "Thinking about match {number}… ({count} ahead of you)",
            progress.count_ahead,
            number=match.id,
        )
    return ngettext(
        "Thinking about match {number}… {done} of {count} position",
        "Thinking about match {number}… {done} of {count} positions",
        progress.total,
        number=match.id,
        done=progress.searched_count,
    )


def progress_bar(progress: ReviewProgress) -> str:
    """Return the progress of a review as ten characters."""
    full = BAR * progress.searched_count // max(1, progress.total)
    return "▰" * full + "▱" * (BAR - full)


def review_chart(match: Match, values: Sequence[Values], mistakes: Sequence[Mistake]) -> Chart:
    """Return the winning chances as a chart, with the mistakes marked."""
    title = short_title(match)
    note = versus([display_name(player.name) for player in match.players])
    names = [gettext(player.seat_name) for player in match.players]
    marks: dict[str, dict[int, str]] = {name: {} for name in names}
    for mistake in mistakes:
        played = match.played[mistake.number - 1]
        marks[names[played.seat - 1]][mistake.number] = _mark(played.text, mistake.cost)
    turns = [number for number, turn in enumerate(in_turns(match.played), 1) for _ in turn]
    if len(names) != 2:
        curves = {name: [each[seat] for each in values] for seat, name in enumerate(names)}
        return chances_chart(title, note, curves, marks, turns)
    first, second = names
    evaluation = [each[0] - each[1] for each in values]
    both = marks[first] | marks[second]
    return evaluation_chart(title, note, evaluation, (first, second), both, turns)


def _mark(text: str, cost: float) -> str:
    """Return a move with its loss in percentage points: "f5-j7 −34"."""
    move = text if len(text) <= MAX_LABEL_LENGTH else f"{text[: MAX_LABEL_LENGTH - 1]}…"
    return f"{move} −{100 * cost:.0f}"
