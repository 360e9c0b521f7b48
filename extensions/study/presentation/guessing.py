"""Guessing the moves of a finished match in words: tasks, verdicts and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from club.club import Club
from club.matches.match import Match
from extensions.study.club.guessing import MAX_POINTS, Chances, Guessing, Verdict
from extensions.study.club.study import Study
from extensions.study.storage.guessing import GuesserTotal
from language.lists import listed, sentences
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.matches.match import match_scene
from presentation.phrases import game_words
from presentation.ratings.leaderboards import UNDER_TABLE
from rendering import Scene


def guess_title(match: str) -> str:
    """ "Guess the moves: Skirt · match 12".

    :param match: the title of the match.
    """
    return gettext("Guess the moves: {match}", match=match)


def seat_question() -> str:
    """Return the question of the first page, with the rules."""
    question = gettext("Whose moves do you want to guess?")
    explained = gettext(
        "You see each position as they saw it and enter your own move. Then you see what they "
        "played."
    )
    return str(sentences(question, explained))


def points_rule(*, searches: bool) -> str:
    """Return how guesses earn points.

    :param searches: whether a computer opponent judges them.
    """
    if searches:
        return gettext(
            "The best move earns 10 points. You get one point less for every 2 percentage points "
            "of winning chance that your move loses."
        )
    return gettext("The move that was played earns 10 points.")


def month_rule() -> str:
    """Return which guesses count for the best of the month."""
    return gettext(
        "Your first guess of each move counts for the month's best players, once you've guessed "
        "them all. Matches you played in don't count."
    )


@UNDER_TABLE.add
async def best_of_month(
    board: tuple[Club, int, str | None],
) -> Sequence[Callable[[Markup], Sequence[str]]]:
    """Return those who have guessed best in a server this month."""
    club, guild_id, game = board
    best = await club.part(Study).move_guesses.best(guild_id, game)
    return [partial(best_lines, best)]


def best_lines(best: Sequence[GuesserTotal], markup: Markup) -> list[str]:
    """Return the best of the month, a line each with a heading, or nothing without any."""
    if not best:
        return []
    return [
        markup.strong(gettext("Guess the moves: best this month")),
        *(
            gettext(
                "{place}. {name}: {points} in {matches}",
                place=place,
                name=markup.name(each.name),
                points=ngettext("{count} point", "{count} points", each.points),
                matches=ngettext("{count} match", "{count} matches", each.matches),
            )
            for place, each in enumerate(best, start=1)
        ),
    ]


def progress_words(guessing: Guessing) -> str:
    """ "Guess 3 of 12 · 17 points so far"."""
    count = len(guessing.plies)
    place = gettext("Guess {number} of {count}", number=guessing.judged + 1, count=count)
    points = ngettext("{count} point so far", "{count} points so far", guessing.points)
    return f"{place} · {points}"


def task_words(guessing: Guessing, markup: Markup) -> str:
    """Return the last turn and the task: "Ben played a4. What did Ada play as White?"."""
    match = guessing.match
    player = match.players[guessing.seat - 1]
    turn = [each for each in match.turn_until(guessing.ply) if each.left is None]
    last = ""
    if turn:
        moves = listed([markup.strong(move.text) for move in turn])
        name = markup.name(match.players[turn[0].seat - 1].name)
        last = gettext("{name} played {moves}.", name=name, moves=moves)
    question = gettext(
        "What did {name} play as {seat}?",
        name=markup.name(player.name),
        seat=markup.strong(gettext(player.seat_name)),
    )
    return str(sentences(last, question))


def waiting_words(guess: str, markup: Markup) -> str:
    """Return the text while a guess is judged."""
    return gettext("Your move is {move}. Thinking…", move=markup.strong(guess))


def verdict_lines(guessing: Guessing, verdict: Verdict, markup: Markup) -> list[str]:
    """Return what was played, the chances after both moves, and the points, a line each.

    :param guessing: the state before the guess.
    """
    name = markup.name(guessing.match.players[guessing.seat - 1].name)
    played = markup.strong(verdict.played)
    if verdict.is_found:
        lines = [gettext("Yes, {name} played {move}.", name=name, move=played)]
    else:
        lines = [gettext("{name} played {move}.", name=name, move=played)]
    if verdict.guess and not verdict.is_found:
        lines.append(
            _judged_words(gettext("Your move"), verdict.guess, verdict.guess_chances, markup)
        )
    if verdict.played_chances is not None:
        label = gettext("The move played")
        lines.append(_judged_words(label, verdict.played, verdict.played_chances, markup))
    points = ngettext("You get {count} point.", "You get {count} points.", verdict.points)
    return [*lines, markup.strong(points)]


def result_words(guessing: Guessing, markup: Markup) -> str:
    """Return the result of all guesses: "You scored **93 of 120 points** as White …"."""
    return gettext(
        "You scored {points} as {seat}. {found}",
        points=markup.strong(_points_words(guessing)),
        seat=markup.strong(_seat_name(guessing)),
        found=_found_words(guessing),
    )


def posted_words(guessing: Guessing, name: str, markup: Markup) -> str:
    """Return the result for everyone, which doesn't say which match it is.

    :param name: the guesser's name.
    """
    match = guessing.match
    return gettext(
        "{name} guessed {seat}'s moves in a match of {game} and scored {points}. {found}",
        name=markup.strong(markup.name(name)),
        seat=markup.strong(_seat_name(guessing)),
        game=game_words(match.game, match.options),
        points=markup.strong(_points_words(guessing)),
        found=_found_words(guessing),
    )


def _judged_words(label: str, move: str, chances: Chances | None, markup: Markup) -> str:
    """ "Your move **a1**: winning chance 48% (6 percentage points lost)"."""
    values = {"label": label, "move": markup.strong(move)}
    if chances is None:
        return gettext("{label} {move} wasn't judged.", **values)
    share = f"{100 * chances.value:.0f}"
    lost = round(100 * chances.loss)
    if not lost:
        return gettext("{label} {move}: winning chance {share}%", share=share, **values)
    return ngettext(
        "{label} {move}: winning chance {share}% ({count} percentage point lost)",
        "{label} {move}: winning chance {share}% ({count} percentage points lost)",
        lost,
        share=share,
        **values,
    )


def _points_words(guessing: Guessing) -> str:
    most = MAX_POINTS * guessing.judged
    return ngettext(
        "{points} of {count} point", "{points} of {count} points", most, points=guessing.points
    )


def _found_words(guessing: Guessing) -> str:
    return gettext(
        "Moves guessed right: {found} of {count}.", found=guessing.found, count=guessing.judged
    )


def _seat_name(guessing: Guessing) -> str:
    return gettext(guessing.match.players[guessing.seat - 1].seat_name)


def seat_scene(match: Match, seat: int, ply: int) -> Scene:
    """Return the board of a finished match after some moves, as a seat saw it then."""
    at_ply = match if ply == match.ply else match.at(ply)
    return replace(match_scene(at_ply), position=at_ply.position.seen_by(seat))
