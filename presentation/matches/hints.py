"""Hints: a suggested move with reasons, its continuation and the winning chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from club.matches.match import Match
from engine import reasons as codes
from engine.facts import Reason
from engine.opponent import Choice
from engine.reasons import WINS
from engine.registry import ENGINES
from language.lists import row_of, sentences
from language.texts import gettext
from presentation.markup import Markup, marked_up
from presentation.matches.match import match_scene, match_title, with_seat
from presentation.move_entry import named_move
from presentation.pictures import DEFAULT_WIDTH, Picture, scene_picture
from rules.notation import read
from rules.position import Position

MAX_LINE_LENGTH = 8
"""Maximum number of moves shown from the expected line."""


def reason_words(match: Match, reasons: Sequence[Reason], seat: int, markup: Markup) -> str:
    """Return all reasons, a short sentence each: "It captures c7. It threatens …".

    :param seat: the seat of the move.
    """
    return str(sentences(*(_sentence(match, reason, seat, markup) for reason in reasons)))


def places_to_mark(reasons: Sequence[Reason]) -> tuple[str, ...]:
    """Return the places to mark in the picture."""
    return tuple(dict.fromkeys(cell for reason in reasons for cell in reason.cells))


def hint_title(match: Match) -> str:
    """ "Hint for Chess · match 12"."""
    return gettext("Hint for {match}", match=match_title(match))


def hint_lines(match: Match, choice: Choice, markup: Markup) -> list[str]:
    """Return the suggested move, the winning chances, the reasons and the continuation."""
    assert match.position.to_move is not None
    move = named_move(match.position, read(match.position, choice.move), markup)
    suggestion = gettext("I would play {move}.", move=move)
    reasons = reason_words(match, choice.reasons, match.position.to_move, markup)
    if choice.reasons and choice.reasons[0].code == WINS:
        lines = [str(sentences(suggestion, reasons))]
    else:
        lines = [str(sentences(suggestion, expectation_words(choice)))]
        if reasons:
            label = markup.strong(gettext("Why?"))
            lines.append(gettext("{why} {reasons}", why=label, reasons=reasons))
    moves = line_words(match, match.position, choice.line, markup)
    if moves:
        lines.append(gettext("Possible continuation: {moves}.", moves=moves))
    return lines


async def hint_picture(match: Match, choice: Choice, width: int = DEFAULT_WIDTH) -> Picture:
    """Draw the suggested move, with the places named by its reasons marked."""
    move = read(match.position, choice.move)
    marked = tuple(place for place in places_to_mark(choice.reasons) if place not in move)
    return await scene_picture(replace(match_scene(match), prefix=move, marked=marked), width)


def expectation_words(choice: Choice) -> str:
    """Return the mover's winning chances in a sentence or two."""
    if choice.is_proven and choice.value == 1:
        return gettext("It wins against any reply.")
    if choice.is_proven and choice.value == 0:
        return gettext("You're losing: whatever you play, your opponents can win.")
    if choice.is_proven and len(set(choice.values)) == 1:
        return gettext("It leads to a draw if nobody makes a mistake.")
    even = 1 / len(choice.values)
    if choice.value >= 1 - (1 - even) / 4:
        outlook = gettext("You're far ahead.")
    elif choice.value >= even + 0.08:
        outlook = gettext("You're ahead.")
    elif choice.value > even - 0.08:
        outlook = gettext("It's about even.")
    elif choice.value > even / 4:
        outlook = gettext("You're behind.")
    else:
        outlook = gettext("You're far behind.")
    chance = gettext("Winning chance: {share}%.", share=f"{100 * choice.value:.0f}")
    return str(sentences(outlook, chance))


def line_words(match: Match, position: Position, line: Sequence[str], markup: Markup) -> str:
    """Return an expected line after its first move: "f5 (Black), g6 (White)"."""
    moves: list[str] = []
    position = position.seen_by(position.to_move)
    for number, text in enumerate(line[: MAX_LINE_LENGTH + 1]):
        assert position.to_move is not None
        if number:
            seat_name = match.players[position.to_move - 1].seat_name
            moves.append(with_seat(markup.strong(text), seat_name))
        position = position.play(read(position, text))
        if position.to_move is None:
            break
    return str(row_of(moves))


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
            return gettext("It's the only legal move.")
        case codes.ONLY_MOVE:
            return gettext("It's the only move that doesn't lose at once.")
        case _:
            return marked_up(ENGINES[match.game.key].facts.sentence(reason, seat), markup)
