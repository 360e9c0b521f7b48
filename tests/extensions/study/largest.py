"""The pages of studying with as much as they may hold, for `test_largest_pages.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.interface.markup import DISCORD
from bot.interface.move_entry import ButtonEntry
from extensions.study.bot import conditional_moves, explore, guessing, kept_lines, reviews
from extensions.study.club.conditional_moves import MAX_LINE_LENGTH, MAX_LINES
from extensions.study.club.guessing import Chances, Guessing, Verdict
from extensions.study.club.kept_lines import MAX_LINES as MAX_KEPT
from extensions.study.club.kept_lines import MAX_NAME_LENGTH, OpenLine
from extensions.study.club.reviews import MAX_MISTAKES, Mistake, Review, ReviewProgress
from extensions.study.storage.conditional_moves import ConditionalLine
from extensions.study.storage.kept_lines import KeptLine
from presentation.matches.history import history_of
from rules.registry import GAMES
from tests.bot.interface.test_largest_pages import Scene, longest_line
from tests.bot.largest import NAME, NOON, NUMBER, WIDTH, filled, match


def scenes() -> Iterator[Scene]:
    for game in GAMES:
        yield from scenes_of_reviews(game)
        yield from scenes_of_lines(game)
        yield from scenes_of_guesses(game)


def scenes_of_reviews(game: str) -> Iterator[Scene]:
    over = match(game, "over")
    values = (1.0, *[0.0] * (len(over.players) - 1))
    plies = [ply for ply, each in enumerate(over.played[:-1], 1) if each.before.moves()]
    mistakes = tuple(
        Mistake(ply, 0.5, (over.played[ply - 1].text,)) for ply in plies[-MAX_MISTAKES:]
    )
    review = Review((values,) * (over.ply + 1), mistakes)
    yield partial(reviews.review_page, over, review, WIDTH)
    yield partial(reviews.review_under_way_page, over, ReviewProgress(over.ply))
    yield partial(reviews.failed_review_page, over)


def scenes_of_lines(game: str) -> Iterator[Scene]:
    running, past = match(game), history_of(match(game, "over"), DISCORD)
    for history in (history_of(running, DISCORD), past):
        for length in (0, MAX_LINE_LENGTH):
            line = longest_line(history, 1, length)
            yield partial(explore.exploring_page, history, 1, line, WIDTH)
    player = running.players[2 - (running.to_move or 0)]
    texts = [move.text for move in longest_line(past, 1, MAX_LINE_LENGTH).moves]
    kept = filled(KeptLine, name=(NAME * 2)[:MAX_NAME_LENGTH], texts=texts)
    lines = tuple(OpenLine(replace(kept, id=number), 1, tuple(texts)) for number in range(MAX_KEPT))
    yield partial(kept_lines.kept_lines_page, running, player.user_id, lines, NAME)
    planned = [
        ConditionalLine(number, NUMBER, player.seat, running.ply, texts, NOON)
        for number in range(MAX_LINES)
    ]
    for notice in ("", NAME * 9):
        yield partial(conditional_moves.lines_page, running, player, planned, notice)
    line = longest_line(history_of(running, DISCORD), running.ply, 3)
    entry = ButtonEntry(line.position, line.steps)
    yield partial(conditional_moves.entering_page, running, player, line, entry, WIDTH)


def scenes_of_guesses(game: str) -> Iterator[Scene]:
    over = match(game, "over")
    guess = Guessing(over, 1, 9, 90, 9)
    yield partial(guessing.seats_page, over, searches=True)
    yield partial(guessing.guess_page, guess)
    yield partial(guessing.waiting_page, guess, over.played[guess.ply].move)
    text = over.played[guess.ply].text
    judged = Verdict(text, text, Chances(0.5, 0.25), Chances(0.25, 0.5))
    yield partial(guessing.verdict_page, guess, judged)
    yield partial(guessing.result_page, guess)
