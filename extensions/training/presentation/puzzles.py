"""Puzzles in words and pictures: tasks, difficulty and the effects of tries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.puzzles import Puzzle, Standing, main_line, refuting, standing
from engine.serving.pool import Choice
from extensions.training.club.puzzles import PuzzleRecord, SolverPuzzle, TryResult, rating_of
from extensions.training.club.themes import themes_of
from language.lists import Listed, listed, row_of, sentences
from language.texts import N_, gettext, lazy_pgettext, ngettext, number
from presentation.markup import Markup
from presentation.members.privacy import HOLDINGS
from presentation.phrases import labelled, rating_words
from presentation.steps import choices_number, encode_choices, next_choice, outdated
from rendering import Scene
from rules.notation import read
from rules.position import Game, Position
from rules.record import in_turns
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Played

HOLDINGS.update(
    lessons=lambda count: ngettext("{count} lesson started", "{count} lessons started", count),
    puzzles=lambda count: ngettext("{count} puzzle started", "{count} puzzles started", count),
    puzzle_ratings=lambda count: ngettext(
        "{count} puzzle rating, by game", "{count} puzzle ratings, by game", count
    ),
    daily_puzzles=lambda count: ngettext(
        "{count} daily puzzle tried", "{count} daily puzzles tried", count
    ),
)


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

START = "0"
"""The code of no moves yet."""


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
    seat = start_of(puzzle).to_move
    assert seat is not None, f"nobody is to move in the puzzle {puzzle.key}"
    return seat


def seat_name(puzzle: Puzzle, seat: int) -> str:
    """Return the name of a seat: "White"."""
    return gettext(GAMES[puzzle.game].seat_names(options_of(puzzle))[seat - 1])


def options_of(puzzle: Puzzle) -> dict[str, int]:
    """Return options of a match with as many players as the puzzle."""
    return GAMES[puzzle.game].choose({}, seats=start_of(puzzle).seats)


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
            rating=markup.strong(rating_words(rating_of(rating), now)),
            game=GAMES[rating.game].name,
        )
        for rating in record.ratings
        if rating.game in GAMES
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


def record_facts(record: PuzzleRecord, now: datetime) -> list[tuple[str, str]]:
    """Return a member's record in puzzles as values with labels, none if they have tried none."""
    if not record.tried:
        return []
    facts = [
        (rating_words(rating_of(rating), now), GAMES[rating.game].name)
        for rating in record.ratings
        if rating.game in GAMES
    ]
    facts.append((f"{number(record.solved)}/{number(record.tried)}", gettext("solved")))
    if record.streak:
        days = ngettext("{count} day", "{count} days", record.streak)
        facts.append((days, gettext("streak")))
    return facts


def themes_words(puzzle: Puzzle, markup: Markup) -> str:
    """Return the themes of the solution, if any."""
    return " · ".join(
        labelled(markup.strong(gettext(theme.name)), gettext(theme.sentence))
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


def refutation_words(puzzle: Puzzle, refutation: Choice, markup: Markup) -> str:
    """Return what follows a wrong move: "White answers c7 and wins."

    :param refutation: the result of `engine.serving.tasks.refute`.
    """
    numbers = {reason.code: reason.number or 0 for reason in refutation.reasons}
    if refuting.POINTS in numbers and refuting.BETTER in numbers:
        own, best = numbers[refuting.POINTS], numbers[refuting.BETTER]
        return ngettext(
            "After that your turn scores at most {count} point. The best turn scores {best}.",
            "After that your turn scores at most {count} points. The best turn scores {best}.",
            own,
            best=best,
        )
    other = seat_name(puzzle, 3 - solver_of(puzzle))
    reply = markup.strong(refutation.line[1]) if len(refutation.line) > 1 else ""
    if refuting.LOST in numbers:
        return gettext("That ends the match without a win for you.")
    if refuting.LOSES in numbers:
        if numbers[refuting.LOSES] == 1:
            return gettext("{seat} answers {move} and wins.", seat=other, move=reply)
        return gettext(
            "{seat} answers {move}, and you can't stop {seat} from winning next turn.",
            seat=other,
            move=reply,
        )
    escapes = numbers.get(refuting.ESCAPES, 0)
    if not escapes:
        return gettext("That was your last chance to win, and it doesn't win.")
    if escapes == 1:
        if not reply:
            return gettext("After that you can't win next turn.")
        return gettext(
            "{seat} answers {move}, and you can't win next turn.", seat=other, move=reply
        )
    number = turn_count(escapes)
    if not reply:
        return gettext("After that you can't win within {number} more turns.", number=number)
    return gettext(
        "{seat} answers {move}, and you can't win within {number} more turns.",
        seat=other,
        move=reply,
        number=number,
    )


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
    return Scene(
        GAMES[puzzle.game],
        position.seen_by(start.to_move),
        last=tuple(last),
        options=options_of(puzzle),
    )


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


def solved_lines(puzzle: Puzzle, result: TryResult | None, move: str, markup: Markup) -> list[str]:
    """Return the last move of a solution, and the effects of solving the puzzle.

    :param result: None for a visitor, whose tries aren't rated.
    """
    if result is None:
        return [gettext("{move}. Solved.", move=markup.strong(move))]
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


def code_of(puzzle: Puzzle, tries: Sequence[str]) -> str:
    """Return moves as a short text, which `tries_in` reads.

    :param tries: right moves, as canonical texts.
    """
    choices: list[tuple[int, int]] = []
    for count, text in enumerate(tries):
        position = standing(puzzle, tries[:count]).position
        texts = [position.text(move) for move in position.moves()]
        choices.append((texts.index(text), len(texts)))
    return encode_choices(choices)


def tries_in(puzzle: Puzzle, code: str) -> tuple[str, ...]:
    """Return the moves of a code.

    :raises Refusal: `outdated` if it is invalid or leaves nothing to solve.
    """
    number, tries = choices_number(code), tuple[str, ...]()
    if number is None:
        raise outdated_puzzle()
    while number:
        now = standing(puzzle, tries)
        moves = now.position.moves()
        number, index = next_choice(number, len(moves))
        if index is None:
            raise outdated_puzzle()
        tries = (*tries, now.position.text(moves[index]))
        if not _is_open(standing(puzzle, tries)):
            raise outdated_puzzle()
    return tries


def outdated_puzzle() -> Refusal:
    """Return the refusal of a control that no longer fits its puzzle."""
    return outdated("puzzle")


def _reply_words(puzzle: Puzzle, now: Standing, markup: Markup) -> str:
    replies = in_turns(played_in(puzzle, now.moves))[-1]
    return gettext(
        "{seat} answers {moves}.",
        seat=seat_name(puzzle, replies[-1].seat),
        moves=row_of([markup.strong(reply.text) for reply in replies]),
    )


def _praise(result: TryResult, move: str) -> str:
    if result.outcome == "shown":
        return gettext("{move}. That's it.", move=move)
    if result.outcome == "solved":
        return gettext("{move}. Solved on the first try.", move=move)
    return gettext("{move}. Solved.", move=move)


def _is_open(now: Standing) -> bool:
    return not now.solved and now.wrong is None
