"""The clocks of a match, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from club.matches.match import Match, Player
from club.matches.seams import NEVER
from language.lists import sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.seat_words import SEAT_WORDS
from presentation.phrases import duration_words, pace_words
from storage.matches.match import Seat


def clock_words(match: Match, markup: Markup) -> str:
    """Return the deadline of the player to move, empty without a limit."""
    stored = match.stored
    is_stopped = stored.paused_until is not None and stored.paused_until >= NEVER
    if match.rules.are_missing or is_stopped:
        return gettext("Clocks stopped: this kind of match is switched off on this bot.")
    if stored.paused_until is not None:
        until = markup.relative(stored.paused_until)
        return gettext("Clocks paused until {time} at the latest.", time=until)
    if stored.deadline is None:
        return ""
    if match.team_to_move is not None:
        return SEAT_WORDS[-1].deadline(match, markup)
    if match.player_to_move is not None and stored.vacant_seat is not None:
        return _mover_words(match, markup.name(match.player_to_move.name), markup)
    words = gettext(
        "Move by {time} ({relative}).",
        time=markup.moment(stored.deadline),
        relative=markup.relative(stored.deadline),
    )
    return _with_absence(words, match, markup)


def away_lines(match: Match, away: Mapping[int, datetime], markup: Markup) -> list[str]:
    """Return until when players are away, except for one whose stopped clock says so.

    :param away: when they will be back, by user.
    """
    stopped = None if match.away_until is None else match.player_to_move
    return [
        gettext(
            "{name} is away until {time}.",
            name=markup.name(player.name),
            time=markup.moment(away[player.user_id]),
        )
        for player in match.playing
        if player.user_id in away and player != stopped
    ]


def nudge_lines(match: Match, nudging: Seat | None, markup: Markup) -> list[str]:
    """Return who has nudged the player to move, if anyone has.

    :param nudging: the seat that has.
    """
    if nudging is None or match.player_to_move is None:
        return []
    return [
        gettext(
            "{name} nudged {other}.",
            name=markup.name(nudging.name),
            other=markup.name(match.player_to_move.name),
        )
    ]


def turn_words(match: Match) -> str:
    """ "Turn 7, 3 days per turn."."""
    return gettext("Turn {number}, {pace}.", number=match.turn_number, pace=pace_words(match.pace))


def clock_lines(match: Match, markup: Markup) -> list[str]:
    """Return the number of the turn, the pace, and the time of each person still playing."""
    turn = turn_words(match)
    if match.pace.time is None:
        return [turn]
    people = [player for player in match.playing if not player.is_computer]
    return [turn, *(_time_words(match, player, markup) for player in people)]


def _time_words(match: Match, player: Player, markup: Markup) -> str:
    name = markup.name(player.name)
    stored = match.stored
    if player == match.player_to_move:
        return _mover_words(match, name, markup)
    allowance = match.pace.allowance(stored.seats[player.seat - 1].bank)
    time = duration_words(allowance or timedelta())
    return gettext("{name}: {time} for the next turn", name=name, time=time)


def _mover_words(match: Match, name: str, markup: Markup) -> str:
    stored = match.stored
    if stored.vacant_seat is not None and stored.deadline is not None:
        until = markup.moment(stored.deadline)
        return gettext("{name}'s seat waits until {time}.", name=name, time=until)
    if stored.deadline is None:
        words = [gettext("{name} to move.", name=name)]
        if stored.time_left is not None:
            remaining = duration_words(timedelta(seconds=stored.time_left))
            words.append(gettext("{time} left.", time=remaining))
        return str(sentences(*words, clock_words(match, markup)))
    words = gettext(
        "{name} to move by {time} ({relative}).",
        name=name,
        time=markup.moment(stored.deadline),
        relative=markup.relative(stored.deadline),
    )
    return _with_absence(words, match, markup)


def _with_absence(words: str, match: Match, markup: Markup) -> str:
    """Add the vacation of the player to move, and that their time off moves the deadline, if any.

    Their zone and hours stay private.
    """
    lines = [words]
    player = match.player_to_move
    if match.stored.runs_out_at is not None and player is not None:
        name = markup.name(player.name)
        lines.append(gettext("Extended to the end of {name}'s time off.", name=name))
    if match.away_until is not None:
        away = gettext("On vacation until {time}.", time=markup.moment(match.away_until))
        lines.append(away)
    return str(sentences(*lines))
