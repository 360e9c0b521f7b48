"""The confirmation prompts for resigning and aborting a match, for any front."""

from __future__ import annotations

from club.matches.match import Match, Player
from language.lists import listed, sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.phrases import game_words


def resign_words(match: Match, player: Player, markup: Markup) -> str:
    """Return the confirmation prompt for resigning, with the consequences."""
    question = gettext(
        "Do you want to resign {game}, match {number}?",
        game=game_words(match.game, match.options),
        number=match.id,
    )
    words = [question, _after_resigning(match, player, markup)]
    if match.may_be_aborted:
        words.append(
            gettext("It has barely started, so you can abort it instead. Then it doesn't count.")
        )
    return str(sentences(*words))


def abort_words(match: Match) -> str:
    """Return the confirmation prompt for aborting a match."""
    return gettext(
        "Do you want to abort {game}, match {number}? It won't count.",
        game=game_words(match.game, match.options),
        number=match.id,
    )


def _after_resigning(match: Match, player: Player, markup: Markup) -> str:
    others = [markup.name(each.name) for each in match.playing if each != player]
    if len(others) == 1:
        return gettext("If you do, {name} wins.", name=others[0])
    if match.is_last_person(player):
        return gettext("If you do, {names} win.", names=listed(others))
    return gettext("{names} will keep playing without you.", names=listed(others))
