"""Solving puzzles: boards and comments on tries."""

from __future__ import annotations

from collections.abc import Sequence

from club.puzzles.puzzles import SolverPuzzle, TryResult
from engine.puzzles import Puzzle, Standing, main_line, standing
from language.lists import Listed, row_of, sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.puzzles.puzzle_words import (
    change,
    difficulty,
    seat_name,
    streak_words,
    task,
    title,
    turns_words,
)
from rendering import Scene
from rules.notation import read
from rules.position import Position
from rules.record import in_turns
from rules.registry import GAMES
from rules.replay import Played


def puzzle_title(puzzle: Puzzle) -> str:
    """ "Chess: Win in two"."""
    return gettext("{game}: {title}", game=GAMES[puzzle.game].name, title=title(puzzle))


def puzzle_facts(current: SolverPuzzle) -> str:
    """Return the key of a puzzle, its difficulty and whether it still counts."""
    facts = [gettext("Puzzle {key}", key=current.puzzle.key), difficulty(current)]
    if not current.counts:
        facts.append(gettext("already tried"))
    return " · ".join(facts)


def played_in(puzzle: Puzzle, texts: Sequence[str]) -> list[Played]:
    """Play moves from the start of a puzzle."""
    position, played = start_of(puzzle), list[Played]()
    for text in texts:
        move = read(position, text)
        played.append(Played(position, move, position.play(move)))
        position = played[-1].after
    return played


def puzzle_scene(puzzle: Puzzle, played: Sequence[Played] = ()) -> Scene:
    """Return the scene of a puzzle as its solver sees it."""
    start = start_of(puzzle)
    position = played[-1].after if played else start
    last = in_turns(played)[-1] if played else ()
    return Scene(GAMES[puzzle.game], position.seen_by(start.to_move), last=tuple(last))


def start_of(puzzle: Puzzle) -> Position:
    """Return the start position of a puzzle."""
    return GAMES[puzzle.game].decode(puzzle.start)


def so_far_words(puzzle: Puzzle, tries: Sequence[str], markup: Markup) -> str:
    """Return the task, or after a right move the reply to it."""
    if not tries:
        return task(puzzle, markup)
    now = standing(puzzle, tries)
    right = gettext("Yes, {move}.", move=markup.strong(tries[-1]))
    if now.position.is_mid_turn:
        return str(sentences(right, gettext("It's still your turn.")))
    return str(sentences(right, _reply_words(puzzle, now, markup), turns_words(now.turns_left)))


def wrong_words(move: str, words: Listed, markup: Markup) -> str:
    """Return the verdict on a wrong move, with the reason.

    :param words: the reason.
    """
    wrong = gettext("{move} isn't right.", move=markup.strong(move))
    return str(sentences(wrong, words))


def solved_lines(puzzle: Puzzle, result: TryResult, move: str, markup: Markup) -> list[str]:
    """Return the last move of a solution, and the effects of solving the puzzle."""
    facts = sentences(change(result, GAMES[puzzle.game], markup), streak_words(result))
    return [_praise(result, markup.strong(move)), str(facts)]


def solution_lines(puzzle: Puzzle, number: int, markup: Markup) -> tuple[str, str]:
    """Return a move of the solution in words, and all its moves with this one marked.

    :param number: the number of the move, from 1.
    """
    texts = main_line(puzzle)
    played = played_in(puzzle, texts)
    move = gettext(
        "Move {number} of {moves}: {seat} plays {move}.",
        number=number,
        moves=len(texts),
        seat=seat_name(puzzle, played[number - 1].seat),
        move=markup.strong(texts[number - 1]),
    )
    line = " ".join(
        markup.strong(each.text) if place == number else each.text
        for place, each in enumerate(played, start=1)
    )
    return move, line


def _reply_words(puzzle: Puzzle, now: Standing, markup: Markup) -> str:
    replies = in_turns(played_in(puzzle, now.moves))[-1]
    return gettext(
        "{seat} answers {moves}.",
        seat=seat_name(puzzle, replies[-1].seat),
        moves=row_of([markup.strong(each.text) for each in replies]),
    )


def _praise(result: TryResult, move: str) -> str:
    if result.outcome == "shown":
        return gettext("{move}. That's it.", move=move)
    if result.outcome == "solved":
        return gettext("{move}. Solved on the first try.", move=move)
    return gettext("{move}. Solved.", move=move)
