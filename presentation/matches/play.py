"""A player's turn in words: the move just made, the replies, who is next, first moves to try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from club.matches.match import CONDITIONAL, Match
from engine.engine import Level
from engine.opponent import sensible_moves
from engine.registry import ENGINES
from language.lists import sentences
from language.texts import gettext, ngettext
from presentation.markup import MAX_NAME_LENGTH, Markup
from presentation.matches.match import kind_note, prompt
from presentation.phrases import game_words
from rendering.scenes.scene import Shifts
from rules.position import Move
from rules.record import in_turns
from rules.replay import Played

MAX_SUGGESTIONS = 3
"""Maximum number of suggested moves."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move for a newcomer, with a number on the board."""

    move: Move
    label: str
    """Its number and what it does, or its notation if that is short."""
    shifts: Shifts


def suggestions_for(match: Match) -> list[Suggestion]:
    """Return a few promising moves of different ideas, deterministically."""
    game, position = match.game.key, match.position
    return [
        Suggestion(
            move,
            f"{number} {position.action(move) or position.text(move)}",
            ENGINES[game].facts.shifts(position, move),
        )
        for number, move in enumerate(sensible_moves(game, position, MAX_SUGGESTIONS), 1)
    ]


def computer_name(name: str, level: Level, number: int = 1) -> str:
    """Return the name of a computer in a match.

    :param name: the name of the bot.
    :param number: distinguishes several computers of one level.
    """
    which = level.name if number == 1 else f"{level.name} {number}"
    return f"{name[: MAX_NAME_LENGTH - len(which) - 1]} {which}"


def level_words(level: Level) -> str:
    """Return a level for a list: number, name and strength."""
    return gettext(
        "{number} {name}: {sentence}",
        number=level.number,
        name=level.name,
        sentence=gettext(level.sentence),
    )


def thinking_words(match: Match, before: int, markup: Markup) -> str:
    """Return who is thinking, and how many searches are queued before theirs."""
    player = match.computer_to_move
    assert player is not None
    name = markup.name(player.name)
    if not before:
        return gettext("{name} is thinking.", name=name)
    return ngettext(
        "{name} is thinking ({count} ahead of you).",
        "{name} is thinking ({count} ahead of you).",
        before,
        name=name,
    )


def heading_words(match: Match, words: str) -> str:
    """Return a text about a match, after its game and number."""
    return gettext(
        "{game} · match {number}: {said}",
        game=game_words(match.game, match.options),
        number=match.id,
        said=words,
    )


def move_again_words(match: Match, user_id: int, markup: Markup) -> str:
    """Return the latest move of a player who moves again, and the planned replies to it."""
    own, *replies = _since_own(match, user_id)
    if not replies:
        return gettext("You played {move}. It's your turn again.", move=markup.strong(own.text))
    return str(sentences(_own_words(own, markup), *_reply_words(match, replies, markup)))


def played_words(
    match: Match, user_id: int, searches_before: int, markup: Markup, *, offered_draw: bool
) -> str:
    """Return the latest move of a player, the planned replies to it, and who moves next.

    :param searches_before: the number of searches queued before the computer's.
    """
    own, *replies = _since_own(match, user_id)
    words = [_own_words(own, markup), *_reply_words(match, replies, markup)]
    current = match.player_to_move
    if match.is_over or current is None:
        return str(sentences(*words, gettext("The match is over.")))
    if match.offer("draw") is not None:
        words.append(gettext("You offered a draw."))
    elif offered_draw and replies:
        words.append(
            gettext(
                "Your opponent's reply came first, so your draw offer wasn't "
                "sent. You can offer a draw now."
            )
        )
    if current.user_id == user_id:
        words.append(gettext("It's your turn again. {prompt}.", prompt=prompt(match)))
    else:
        words.append(waiting_words(match, searches_before, markup))
    return str(sentences(*words))


def skipping_words(markup: Markup) -> str:
    """Return the offer to skip confirming moves, which is made once."""
    return gettext(
        "{button} plays this move, and from now on your last click plays your move. Change "
        "this with {command}.",
        button=markup.strong(gettext("Skip confirming")),
        command=markup.command("preferences"),
    )


def waiting_words(match: Match, searches_before: int, markup: Markup) -> str:
    """Return whom a match is waiting for: "Waiting for ada …"."""
    current = match.player_to_move
    assert current is not None
    if current.is_computer:
        return thinking_words(match, searches_before, markup)
    return gettext("Waiting for {name}…", name=markup.name(current.name))


def computers_answers(match: Match, ply: int) -> tuple[Played, ...]:
    """Return the computers' moves from ply `ply` up to the next move of a person."""
    return tuple(
        takewhile(lambda each: match.players[each.seat - 1].is_computer, match.played[ply:])
    )


def answers_words(match: Match, ply: int, markup: Markup) -> str:
    """Return the computers' answers to the move before ply `ply`."""
    turns = in_turns(computers_answers(match, ply))
    return str(sentences(*(_moves_words(match, turn, markup) for turn in turns)))


def answered_and_next_words(
    match: Match, user_id: int, ply: int, searches_before: int, markup: Markup
) -> str:
    """Return the move before ply `ply`, the computers' answers and whose turn it is."""
    current = match.player_to_move
    if match.is_over or current is None:
        after = gettext("The match is over.")
    elif current.user_id == user_id:
        after = gettext("It's your turn.")
    else:
        after = waiting_words(match, searches_before, markup)
    own = _own_words(match.played[ply - 1], markup)
    return str(sentences(own, answers_words(match, ply, markup), after))


def _moves_words(match: Match, turn: Sequence[Played], markup: Markup) -> str:
    """Return what one player's moves of a turn did."""
    name = markup.name(match.players[turn[0].seat - 1].name)
    return str(turn[0].before.describe([each.move for each in turn], name))


def _own_words(own: Played, markup: Markup) -> str:
    return gettext("You played {move}.", move=markup.strong(own.text))


def _reply_words(match: Match, replies: list[Played], markup: Markup) -> list[str]:
    texts = [
        gettext(
            "{name} replied with {moves}.",
            name=markup.name(match.players[reply.seat - 1].name),
            moves=markup.strong(reply.text),
        )
        for reply in replies
    ]
    note = kind_note(CONDITIONAL)
    return [str(sentences(text, note)) for text in texts]


def _since_own(match: Match, user_id: int) -> tuple[Played, ...]:
    """Return the latest move a player made themselves, and the replies it triggered."""
    first = len(match.played) - 1
    while first > 0 and (
        match.record[first].kind == CONDITIONAL or match.record[first].user_id != user_id
    ):
        first -= 1
    return match.played[first:]
