"""Whose turn it is and what was played last, in words."""

from __future__ import annotations

from club.lessons.guided import learner_of, remarks_for_learner
from club.matches.match import CONDITIONAL, Match
from language.lists import sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.players import player_words
from presentation.matches.results import result_words

MAX_REMARKS = 6
"""Maximum number of remarks per turn and answer in a guided match."""


def prompt(match: Match) -> str:
    """Return the decision of the seat to move."""
    return match.position.input.prompt(())


def to_move_words(match: Match, markup: Markup) -> str:
    """Mention the player to move, with their decision, or explain that a computer is thinking."""
    player = match.player_to_move
    assert player is not None
    if player.is_computer:
        return mover_words(match, markup)
    name = player_words(player, match.game, markup, mentioned=True)
    return gettext("{name} to move. {prompt}.", name=name, prompt=prompt(match))


def mover_words(match: Match, markup: Markup) -> str:
    """Return who is to move, for spectators: without a mention or a prompt."""
    player = match.player_to_move
    assert player is not None
    name = player_words(player, match.game, markup)
    if player.is_computer:
        return gettext("{name} is thinking.", name=name)
    return gettext("{name} to move.", name=name)


def last_turn_words(match: Match, markup: Markup) -> str:
    """Return what was played since the previous card, empty before the first move."""
    if not match.played:
        return ""
    begin = match.first_unshown_ply(len(match.played))
    words: list[str] = []
    first = begin
    while first < len(match.played):
        end = first + len(match.turn_from(first))
        words.append(turn_words(match, first, end, markup))
        first = end
    if any(offer.ply >= begin for offer in match.declined if offer.ply <= len(match.played)):
        words.append(gettext("The draw offer was declined."))
    return str(sentences(*words))


def turn_words(match: Match, first: int, end: int, markup: Markup) -> str:
    """Return the moves of a turn from ply `first` up to `end`, exclusive."""
    turn = match.played[first:end]
    name = markup.name(match.players[turn[0].seat - 1].name)
    if turn[0].left is not None:
        if turn[0].cause == "times out":
            return gettext("{name} ran out of time. The others keep playing.", name=name)
        return gettext("{name} left the match. The others keep playing.", name=name)
    words = turn[0].before.describe([each.move for each in turn], name)
    planned = None
    if match.record[first].kind == CONDITIONAL:
        planned = gettext("It was a conditional move.")
    return str(sentences(words, planned))


def next_turn_words(match: Match, ply: int, markup: Markup) -> str:
    """Return what came after `ply` moves: the next turn, or the result."""
    if ply < len(match.played):
        turn = turn_words(match, ply, ply + len(match.turn_from(ply)), markup)
        return gettext("Then: {turn}", turn=turn)
    if match.is_over:
        return result_words(match, markup)
    return gettext("The board is below.")


def guide_lines(match: Match, markup: Markup) -> list[str]:
    """Return remarks on the latest moves for the learner in a guided match."""
    learner, remarks = learner_of(match), remarks_for_learner(match)
    if learner is None or not remarks:
        return []
    whom = markup.strong(gettext("For {name}:", name=markup.name(learner.name)))
    first = gettext("{learner} {remark}", learner=whom, remark=remarks[0])
    return [first, *(str(remark) for remark in remarks[1:MAX_REMARKS])]
