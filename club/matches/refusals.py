"""Refusals about matches, and the checks that raise them."""

from __future__ import annotations

from club.matches.endings import EndOf
from club.matches.match import Match, Player
from club.references import BoardOf, Command, Name, Names
from language.texts import N_, lazy_gettext
from rules.refusal import Refusal


def player_in(match: Match, user_id: int) -> Player:
    """Return a user's seat in a match they still play in.

    :raises Refusal: `not_yours`, `left`.
    """
    player = match.player_of(user_id)
    if player is None and match.teams:
        words = N_("The members of a server play this match together. They vote on its board.")
        raise Refusal("voted_on", words)
    if player is None:
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


def check_of_no_event(match: Match, words: str) -> None:
    """Check that a match isn't part of an event, whose rounds can't wait for it.

    :param words: the message of the refusal, with the placeholder `id`.
    :raises Refusal: `event`.
    """
    if match.stored.event_id is not None:
        raise Refusal("event", words, id=match.id)


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
    words = N_("It's not your turn in match {id}: {name} ({seat}) is to move.")
    if current.is_computer:
        words = N_("It's not your turn in match {id}: {name} ({seat}) is thinking.")
    elif current.is_team:
        words = N_("It's not your turn in match {id}: {name} ({seat}) is voting.")
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
