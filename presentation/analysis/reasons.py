"""Reasons for moves in words. Each game words its own facts."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from engine import reasons as codes
from engine.facts import Reason
from engine.registry import ENGINES
from language.lists import sentences
from language.texts import gettext
from presentation.markup import Markup, marked_up


def reason_words(match: Match, reasons: Sequence[Reason], seat: int, markup: Markup) -> str:
    """Return all reasons, a short sentence each: "It captures c7. It threatens …".

    :param seat: the seat of the move.
    """
    return str(sentences(*(_sentence(match, each, seat, markup) for each in reasons)))


def first_reason_words(match: Match, reasons: Sequence[Reason], seat: int, markup: Markup) -> str:
    """Return the first reason, if any, as a sentence: "It captures c7."."""
    return reason_words(match, reasons[:1], seat, markup)


def places_to_mark(reasons: Sequence[Reason]) -> tuple[str, ...]:
    """Return the places to mark in the picture."""
    return tuple(dict.fromkeys(cell for each in reasons for cell in each.cells))


def _sentence(match: Match, reason: Reason, seat: int, markup: Markup) -> str:
    """Return what the move does, as a sentence."""
    match reason.code:
        case codes.WINS if reason.number == 1:
            return gettext("It wins at once.")
        case codes.WINS:
            return gettext("It wins next turn against any reply.")
        case codes.STOPS if reason.number == 1:
            return gettext(
                "It stops {seat} from winning at once with {move}.",
                seat=gettext(match.players[2 - seat].seat_name),
                move=markup.strong(reason.line[0]),
            )
        case codes.STOPS:
            return gettext(
                "It stops {seat} from winning in two turns, starting with {move}.",
                seat=gettext(match.players[2 - seat].seat_name),
                move=markup.strong(reason.line[0]),
            )
        case codes.THREATENS:
            return gettext("It threatens to win with {move}.", move=markup.strong(reason.line[1]))
        case codes.ONLY_LEGAL:
            return gettext("It is the only legal move.")
        case codes.ONLY_MOVE:
            return gettext("It is the only move that doesn't lose at once.")
        case _:
            return marked_up(ENGINES[match.game.key].facts.sentence(reason, seat), markup)
