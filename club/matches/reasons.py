"""Why matches end, with changes that end them early, and why players are refused.

A reason is stored as a code with values and put into words in the reader's language.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from club import audit
from club.audit import Admin
from club.matches import changes
from club.matches.match import Match, MatchChange, Player
from club.matches.seams import kind_in, kind_of, not_installed
from club.matches.turns import PlayerMove
from club.references import BoardOf, Command, Name, Names
from language.lists import Listed, all_of
from language.texts import N_, lazy_gettext
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Cause, leave
from storage.database.transaction import Transaction
from storage.matches.match import Result, StoredMatch

log = logging.getLogger(__name__)

RESIGNED = "resign"
OUT_OF_TIME = "time"
LEFT_EVENT = "left"
"""A player left, or was taken out of, the match's event."""

GONE = "gone"
"""The server of a team has removed the bot."""

NO_CHANNEL = "channel"
"""The channel of a team was deleted."""

AGREED = "agreement"
STOPPED = "stopped"
"""The players agreed to end a match without a result."""

SILENT = "silent"
"""In a match without a time limit, the player to move neither moved nor answered for a month."""

CALLED_OFF = "abort"
ABSENT = "absent"
MODERATED = "moderator"
"""Ended by a moderator, with a reason they have typed."""

ENDINGS: dict[str, str] = {
    RESIGNED: N_("{seat} resigned."),
    OUT_OF_TIME: N_("{seat} ran out of time."),
    SILENT: N_("{seat} hadn't moved for a month."),
    CALLED_OFF: N_("{seat} aborted the match."),
    **dict.fromkeys((LEFT_EVENT, GONE, NO_CHANNEL), N_("{seat} is out of the match.")),
}
"""Why a match ended because of one seat. Extensions say more about their reasons."""

EVENT_REFUSALS: dict[str, str] = {}
"""Why players of an event's match may not do something: `abort`, `pause` or `stop`."""

WORDS = "words"
"""The key of a result stored as a sentence, without a code."""


def ending_of(match: StoredMatch, names: Sequence[str] | None = None) -> Listed:
    """Return sentences on why a match ended, to follow the result.

    :param names: the players' names by seat, by default the names of the seats.
    """
    result, game = match.result, GAMES[match.game]
    assert result is not None
    values, reason = result["values"], result["reason"]
    seat_names = game.seat_names(match.options)

    def seat(number: int) -> Listed:
        return names[number - 1] if names else lazy_gettext(seat_names[number - 1])

    if WORDS in values:
        return str(values[WORDS])
    if reason in ENDINGS:
        return lazy_gettext(ENDINGS[reason], seat=seat(values["seat"]))
    if reason == AGREED:
        return lazy_gettext("The players agreed on it.")
    if reason == STOPPED:
        return lazy_gettext("The players agreed to end it.")
    if reason == ABSENT:
        absent = all_of([seat(each) for each in values["seats"]])
        return lazy_gettext("{seats} never made a first move.", seats=absent)
    if reason == MODERATED and not values["name"]:
        return lazy_gettext("Ended by a moderator: {reason}", reason=values["why"])
    if reason == MODERATED:
        return lazy_gettext(
            "Ended by {name} (moderator): {reason}",
            name=values["name"],
            reason=values["why"],
        )
    scores = None if result["scores"] is None else tuple(result["scores"])
    return game.ending(tuple(result["winners"]), reason, scores, values).text


def is_typed(result: Result) -> bool:
    """Whether the sentence contains typed text, which a front has to escape."""
    return result["reason"] == MODERATED or WORDS in result["values"]


@dataclass(frozen=True, slots=True)
class EndOf:
    """The end of a match, in words."""

    match: StoredMatch

    def __str__(self) -> str:
        return str(ending_of(self.match))


def leave_change(
    match: Match, player: Player, cause: Cause, *, reason: str | None = None
) -> MatchChange:
    """Return a change by which a player leaves a match, which ends unless others play on.

    :param reason: why it ends then, by default the cause.
    """
    others = [each.seat for each in match.playing if each != player]
    # Computers don't play on alone, so the last person to leave loses to all of them.
    if len(others) > 1 and not match.is_last_person(player):
        kind = "resign" if cause == "resigns" else "time out"
        departure = PlayerMove(leave(match.position, player.seat, cause), player.user_id, kind)
        return lambda tx, now: changes.record(tx, match, departure, now=now)
    if reason is None:
        reason = RESIGNED if cause == "resigns" else OUT_OF_TIME
    result = Result(winners=others, reason=reason, scores=None, values={"seat": player.seat})
    return lambda tx, now: changes.end(tx, match, "over", result, now)


def abort_change(match: Match, reason: str, **values: Any) -> MatchChange:
    """Return a change that aborts a match.

    :param values: values for the reason's words.
    """
    result = Result(winners=[], reason=reason, scores=None, values=values)
    log.info("aborting match %s (%s): %r", match.id, reason, values)
    return lambda tx, now: changes.end(tx, match, "aborted", result, now)


def moderation_change(match: Match, name: str, why: str, admin: Admin | None) -> MatchChange:
    """Return a change that aborts a match for a moderator and adds it to the server's audit log.

    :param admin: the moderator, or None if unknown.
    """
    admin_values = {} if admin is None else {"user_id": admin.user_id}
    abort = abort_change(match, MODERATED, name=name, why=why, **admin_values)

    async def change(tx: Transaction, now: datetime) -> Match:
        ended = await abort(tx, now)
        if admin is not None:
            for guild_id in match.stored.guild_ids:
                await audit.note(tx, guild_id, admin, now, audit.MATCH, None, match.id)
        return ended

    return change


def player_in(match: Match, user_id: int) -> Player:
    """Return a user's seat in a match they still play in.

    :raises Refusal: `not_yours`, `left`.
    """
    player = match.player_of(user_id)
    if player is None:
        kind_in(match.stored.seats).check_may("play")
        raise Refusal(
            "not_yours",
            N_("Only {names} can play in this match. Start one of your own with {challenge}."),
            names=Names(tuple(each.name for each in match.players)),
            challenge=Command("challenge"),
        )
    if not player.is_playing:
        words = N_("You've left match {id}. The others are still playing.")
        raise Refusal("left", words, id=match.id)
    return player


def check_runs(match: Match) -> None:
    """Check that a match is not over.

    :raises Refusal: `match_over`.
    """
    if match.is_over:
        raise Refusal(
            "match_over", N_("Match {id} is over: {end}"), id=match.id, end=EndOf(match.stored)
        )


def check_of_no_event(match: Match, deed: str) -> None:
    """Check that a match isn't part of an event, whose rounds can't wait for it.

    :param deed: what a player wants to do, a key of `EVENT_REFUSALS`.
    :raises Refusal: `event`, `not_installed`.
    """
    if match.stored.event_id is not None:
        if deed not in EVENT_REFUSALS:
            raise not_installed()
        raise Refusal("event", EVENT_REFUSALS[deed], id=match.id)


def too_late_to_abort(match_id: int) -> Refusal:
    """Return the refusal to abort a match after its second turn."""
    return Refusal(
        "too_late",
        N_(
            "It's too late to abort match {id}, since two turns have been played. You can offer "
            "a draw or resign."
        ),
        id=match_id,
    )


def unknown_match(match_id: int, *, in_server: bool = False) -> Refusal:
    """Return the refusal for a match that doesn't exist or is hidden from the user.

    :param in_server: whether the user is in a server, where they only reach its matches.
    """
    words = N_("You have no match {id}. See your matches with {matches}.")
    if in_server:
        words = N_("There is no match {id} in this server. See your matches with {matches}.")
    return Refusal("unknown_match", words, id=match_id, matches=Command("matches"))


def not_your_turn(match: Match) -> Refusal:
    """Return the refusal for a player who is not to move, naming the one who is."""
    current = match.player_to_move
    assert current is not None
    words = kind_of(match.seats[current.seat - 1]).not_your_turn
    if current.is_computer:
        words = N_("It's not your turn in match {id}: {name} ({seat}) is thinking.")
    return Refusal(
        "not_your_turn",
        words,
        id=match.id,
        name=Name(current.name),
        seat=lazy_gettext(current.seat_name),
    )


def check_has_draws(match: Match) -> None:
    """Check that players may agree on a draw in a match.

    :raises Refusal: `no_draws`.
    """
    if not match.game.has_draws:
        words = N_("Someone always wins at {game}, so you can't offer a draw. Nothing has changed.")
        raise Refusal("no_draws", words, game=match.game.name)


def stale(match: Match) -> Refusal:
    """Return the refusal for an outdated control, with a link to the current board."""
    board = BoardOf(match.stored)
    if match.is_over:
        end = EndOf(match.stored)
        words = N_("Match {id} is over: {end} {board}")
        return Refusal("stale", words, id=match.id, end=end, board=board)
    computer = match.computer_to_move
    if computer is not None:
        name = Name(computer.name)
        words = N_(
            "Match {id} has moved on. {name} is thinking, and a new board will come with its move."
        )
        return Refusal("stale", words, id=match.id, name=name)
    words = N_("Match {id} has moved on. The current board: {board}")
    return Refusal("stale", words, id=match.id, board=board)


def check_version(match: Match, version: int | None) -> None:
    """Check that a player saw the current version of a match.

    :param version: the version that they saw, or None if any will do.
    :raises Refusal: `stale`.
    """
    if version is not None and version != match.version:
        raise stale(match)
