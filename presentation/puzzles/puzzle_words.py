"""Puzzles in words: tasks, difficulty and the effects of tries."""

from __future__ import annotations

from datetime import datetime

from club.puzzles.puzzle_ratings import rating_of
from club.puzzles.puzzles import PuzzleRecord, SolverPuzzle, TryResult
from club.puzzles.themes import themes_of
from engine.puzzles import Puzzle
from language.lists import listed
from language.texts import N_, gettext, lazy_pgettext, ngettext, number
from presentation.markup import Markup
from presentation.ratings import rating_words
from rules.position import Game
from rules.registry import GAMES

EVEN = 100
"""Maximum rating difference of a puzzle at the solver's level."""

FAR = 300
"""Minimum rating difference of a puzzle that is much harder or easier."""

GOALS = {"most points": N_("Find the turn that scores the most points.")}
"""The tasks of goals other than a win."""

NUMBERS = (
    lazy_pgettext("turns", "one"),
    lazy_pgettext("turns", "two"),
    lazy_pgettext("turns", "three"),
    lazy_pgettext("turns", "four"),
    lazy_pgettext("turns", "five"),
    lazy_pgettext("turns", "six"),
)


def title(puzzle: Puzzle) -> str:
    """ "Win in two"."""
    if puzzle.goal in GOALS:
        return gettext("The best turn")
    return ngettext(
        "Win in {number}", "Win in {number}", puzzle.turns, number=turn_count(puzzle.turns)
    )


def task(puzzle: Puzzle, markup: Markup) -> str:
    """Return the solver's seat and the task: "You are White. Win within two turns, …"."""
    seat = solver_of(puzzle)
    if puzzle.goal in GOALS:
        question = gettext(GOALS[puzzle.goal])
    elif puzzle.turns == 1:
        question = gettext("Win this turn.")
    else:
        question = gettext(
            "Win within {number} turns, whatever {seat} plays.",
            number=turn_count(puzzle.turns),
            seat=seat_name(puzzle, 3 - seat),
        )
    return gettext(
        "You are {seat}. {task}", seat=markup.strong(seat_name(puzzle, seat)), task=question
    )


def turns_words(left: int) -> str:
    """Return the number of turns left to win."""
    if left == 1:
        return gettext("Now win this turn.")
    return gettext("Now win within {number} turns.", number=turn_count(left))


def solver_of(puzzle: Puzzle) -> int:
    """Return the solver's seat."""
    seat = GAMES[puzzle.game].decode(puzzle.start).to_move
    assert seat is not None, f"nobody is to move in the puzzle {puzzle.key}"
    return seat


def seat_name(puzzle: Puzzle, seat: int) -> str:
    """Return the name of a seat: "White"."""
    game = GAMES[puzzle.game]
    return gettext(game.seat_names(game.choose({}))[seat - 1])


def difficulty(current: SolverPuzzle) -> str:
    """ "rated 1700, hard for you"."""
    rating = f"{current.rating.mu:.0f}"
    points = current.rating.mu - current.solver.mu
    if points >= FAR:
        return gettext("rated {rating}, very hard for you", rating=rating)
    if points > EVEN:
        return gettext("rated {rating}, hard for you", rating=rating)
    if points >= -EVEN:
        return gettext("rated {rating}, about your level", rating=rating)
    if points > -FAR:
        return gettext("rated {rating}, easy for you", rating=rating)
    return gettext("rated {rating}, very easy for you", rating=rating)


def change(result: TryResult, game: Game, markup: Markup) -> str:
    """Return the rating in a game before and after a first try."""
    before, after = result.before.mu, result.after.mu
    if not result.is_first:
        return ""
    return gettext(
        "Your rating in {game} puzzles: {before} → {after}.",
        game=game.name,
        before=f"{before:.0f}",
        after=markup.strong(f"{after:.0f}"),
    )


def streak_words(result: TryResult) -> str:
    """Return the streak in days, if it is more than one."""
    if result.streak < 2:
        return ""
    return ngettext("{count} day in a row.", "{count} days in a row.", result.streak)


def record_words(record: PuzzleRecord, now: datetime, markup: Markup) -> str:
    """Return a member's record in puzzles on one line, empty if they have tried none."""
    if not record.tried:
        return ""
    rated = [
        gettext(
            "{rating} in {game}",
            rating=markup.strong(rating_words(rating_of(each), now)),
            game=GAMES[each.game].name,
        )
        for each in record.ratings
        if each.game in GAMES
    ]
    solved = ngettext(
        "{solved} of {count} puzzle solved, {first} on the first try",
        "{solved} of {count} puzzles solved, {first} on the first try",
        record.tried,
        solved=markup.strong(number(record.solved)),
        first=record.at_first_try,
    )
    facts = [listed(rated), solved]
    if record.streak:
        days = ngettext("{count} day", "{count} days", record.streak)
        facts.append(gettext("streak: {days}", days=markup.strong(days)))
    title = markup.strong(gettext("Puzzles"))
    return gettext("{puzzles} · {facts}.", puzzles=title, facts=" · ".join(facts))


def themes_words(puzzle: Puzzle, markup: Markup) -> str:
    """Return the themes of the solution, if any."""
    return " · ".join(
        f"{markup.strong(gettext(theme.name))}: {gettext(theme.sentence)}"
        for theme in themes_of(puzzle)
    )


def turn_count(count: int) -> str:
    """Return a number in words or digits, as usual in the language."""
    return str(NUMBERS[count - 1] if 0 < count <= len(NUMBERS) else count)


def naming_words(markup: Markup) -> str:
    """Return the offer to name the solver on the card of the day."""
    return gettext(
        "Show your name on the daily puzzle's card when you solve it on the first try? You "
        "can change this in {command}.",
        command=markup.command("preferences"),
    )


def named_words(markup: Markup, *, is_named: bool) -> str:
    """Return whether the solver will be named on the cards of daily puzzles."""
    if is_named:
        return gettext(
            "I'll name you on the cards of daily puzzles that you solve on the first try. "
            "Change it with {command}.",
            command=markup.command("preferences"),
        )
    return gettext(
        "I won't name you on the cards of daily puzzles that you solve on the first try. "
        "Change it with {command}.",
        command=markup.command("preferences"),
    )


def looking_words() -> str:
    """Return the text shown while a refutation is computed."""
    return gettext("Looking for the reply…")
