"""Why a move is good, in words: what every game has is said here, the rest by the game itself."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from engine import reasons as codes
from engine.facts import Reason
from engine.registry import ENGINES


def reasons_told(match: Match, reasons: Sequence[Reason], seat: int) -> str:
    """All of them in one or two short sentences: "It captures c7. It also threatens …".

    :param seat: whose move they are about.
    """
    if not reasons:
        return ""
    first, *others = (_phrase(match, each, seat) for each in reasons)
    if not others:
        return f"It {first}."
    return f"It {first}. It also {', and '.join(others)}."


def hardest_told(match: Match, reasons: Sequence[Reason], seat: int) -> str:
    """The first of them, if there is one, to follow on a move: ", which captures c7"."""
    return f", which {_phrase(match, reasons[0], seat)}" if reasons else ""


def places_to_mark(reasons: Sequence[Reason]) -> tuple[str, ...]:
    """What the picture beside the words marks, each place once."""
    return tuple(dict.fromkeys(cell for each in reasons for cell in each.cells))


def _phrase(match: Match, reason: Reason, seat: int) -> str:
    """What the move does, to follow on "It"."""
    match reason.code:
        case codes.WINS:
            return "wins at once" if reason.number == 1 else "wins next turn, whatever the reply"
        case codes.STOPS:
            other = match.players[2 - seat].seat_name
            if reason.number == 1:
                return f"stops {other} from winning at once with **{reason.line[0]}**"
            return f"stops {other} from winning in two turns, beginning with **{reason.line[0]}**"
        case codes.THREATENS:
            return f"threatens to win with **{reason.line[1]}**"
        case codes.ONLY_LEGAL:
            return "is the only legal move"
        case codes.ONLY_MOVE:
            return "is the only move that doesn't lose at once"
        case _:
            return ENGINES[match.game.key].facts.phrase(reason, seat)
