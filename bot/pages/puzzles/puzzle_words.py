"""What is said of a puzzle: what is to be found, how hard it is, what a try has changed."""

from __future__ import annotations

from datetime import datetime

from bot.pages.community.rating_words import rating_words
from bot.pages.wording import counted, listed
from club.puzzles.puzzle_ratings import rating_of
from club.puzzles.puzzles import Given, PuzzleRecord, Tried
from engine.puzzles import Puzzle
from rules.position import Game
from rules.registry import GAMES

EVEN = 100
"""Points by which a puzzle may be rated higher or lower than a solver and is still about right for
them."""

FAR = 300
"""Points from which it is much harder or easier."""

GOALS = {"most passes": "Find the turn that makes the most passes."}
"""What is to be found, by the goal of a puzzle, where it isn't a win."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def title(puzzle: Puzzle) -> str:
    """ "Win in two"."""
    if puzzle.goal in GOALS:
        return "The best turn"
    return f"Win in {turn_count(puzzle.turns)}"


def task(puzzle: Puzzle) -> str:
    """What is to be found, and by whom: "You are White. Win within two turns, …"."""
    seat = solver_of(puzzle)
    asked = GOALS.get(puzzle.goal)
    if asked is None and puzzle.turns == 1:
        asked = "Win this turn."
    elif asked is None:
        others = listed([seat_name(puzzle, each) for each in (1, 2) if each != seat])
        asked = f"Win within {turn_count(puzzle.turns)} turns, whatever {others} does."
    return f"You are **{seat_name(puzzle, seat)}**. {asked}"


def turns_words(left: int) -> str:
    """How many turns there are to win in, once the first are made."""
    return "Now win this turn." if left == 1 else f"Now win within {turn_count(left)} turns."


def solver_of(puzzle: Puzzle) -> int:
    """The seat that is to solve it."""
    seat = GAMES[puzzle.game].decode(puzzle.start).to_move
    assert seat is not None, f"nobody is to move in the puzzle {puzzle.key}"
    return seat


def seat_name(puzzle: Puzzle, seat: int) -> str:
    """What the game of a puzzle calls a seat: "White"."""
    game = GAMES[puzzle.game]
    return game.seat_names(game.choose({}))[seat - 1]


def difficulty(given: Given) -> str:
    """ "rated 1700, hard for you"."""
    points = given.rating.mu - given.solver.mu
    if points >= FAR:
        words = "very hard for you"
    elif points > EVEN:
        words = "hard for you"
    elif points >= -EVEN:
        words = "about your level"
    elif points > -FAR:
        words = "easy for you"
    else:
        words = "very easy for you"
    return f"rated {given.rating.mu:.0f}, {words}"


def change(tried: Tried, game: Game) -> str:
    """What a first try has done to the rating in a game, before and after."""
    before, after = tried.before.mu, tried.after.mu
    if not tried.is_first:
        return ""
    return f"Your rating in {game.name} puzzles: {before:.0f} → **{after:.0f}**."


def streak_words(tried: Tried) -> str:
    """Days in a row, where there are several."""
    return f"{tried.streak} days in a row." if tried.streak > 1 else ""


def record_words(record: PuzzleRecord, now: datetime) -> str:
    """What somebody has made of puzzles, a line; nothing where they have tried none."""
    if not record.tried:
        return ""
    rated = [
        f"**{rating_words(rating_of(each), now)}** in {GAMES[each.game].name}"
        for each in record.ratings
        if each.game in GAMES
    ]
    solved = (
        f"**{record.solved}** of {counted(record.tried, 'puzzle')} solved, "
        f"{record.at_first_try} at the first try"
    )
    facts = [listed(rated), solved]
    if record.streak:
        facts.append(f"streak: **{counted(record.streak, 'day')}**")
    return f"**Puzzles** · {' · '.join(facts)}."


def turn_count(count: int) -> str:
    """ "two"."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
