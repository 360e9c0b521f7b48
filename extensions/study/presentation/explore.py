"""Trying moves from a position of a match: their board and their description."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from club.references import Command
from language.lists import listed, sentences
from language.texts import gettext, lazy_gettext, ngettext
from presentation.markup import Markup
from presentation.matches.history import MatchHistory, scene_of
from presentation.matches.lines import (
    TriedLine,
    follow,
)
from rendering import Scene
from rules.position import Outcome, Position
from rules.record import in_turns
from rules.refusal import Refusal

MAX_REPEATED = 8
"""Maximum number of tried moves listed in words, latest first."""


def first_line(history: MatchHistory, ply: int, user_id: int | None = None) -> TriedLine:
    """Return an empty line from a position, as a user may see it."""
    truth, seat = history.position(ply), history.seats.get(user_id or 0)
    return TriedLine(truth, truth if history.is_over else truth.seen_by(seat), seat=seat)


def line_of(history: MatchHistory, ply: int, code: str, user_id: int | None = None) -> TriedLine:
    """Return the line of a code, as a user may see it.

    :raises Refusal: `outdated` if the code is invalid.
    """
    return follow(first_line(history, ply, user_id), code)


def check_can_explore(history: MatchHistory) -> None:
    """Check that the history has everything needed for trying moves.

    A file exported from a running match lacks its hidden parts.

    :raises Refusal: `unfinished`.
    """
    if history.file is not None and not history.is_over:
        raise Refusal(
            "unfinished",
            lazy_gettext(
                "This match wasn't over when it was saved, so hidden information isn't in the "
                "file. You can try moves in the match itself."
            ),
        )


def mark_of(position: Position) -> str:
    """Return a short hash of what everyone sees of a position, to notice take-backs."""
    return f"{crc32(position.seen_by(None).encode().encode()) & 0xFFFF:04x}"


def check_mark(history: MatchHistory, ply: int, mark: str) -> None:
    """Check that the moves were tried from this position.

    :raises Refusal: `taken_back`.
    """
    if not 0 <= ply <= history.last_ply or mark_of(history.position(ply)) != mark:
        raise Refusal(
            "taken_back",
            lazy_gettext(
                "The match has changed since then (moves were taken back), so these moves no "
                "longer apply. {command} shows it as it is now.",
                command=Command("history"),
            ),
        )


def line_scene(history: MatchHistory, ply: int, line: TriedLine) -> Scene:
    """Return the board after the tried moves, with the last turn marked."""
    turns = in_turns((*history.played[:ply], *line.moves))
    return scene_of(history, line.position, turns[-1] if turns else [])


def tried_line_lines(history: MatchHistory, ply: int, line: TriedLine, markup: Markup) -> list[str]:
    """Return the starting point, the tried moves and their outcome for one user, a line each."""
    note, number = markup.strong(gettext("Only you see this")), history.turn_number(ply)
    if number:
        since = gettext("{note}: trying moves after turn {number}.", note=note, number=number)
    else:
        since = gettext("{note}: trying moves from the start.", note=note)
    return [since, *tried_words(history, line, markup)]


def tried_words(history: MatchHistory, line: TriedLine, markup: Markup) -> list[str]:
    """Return the tried moves and their outcome, a line each."""
    lines: list[str] = []
    seats = [gettext(name) for name in history.game.seat_names(history.options)]
    if line.moves:
        moves = [
            f"{seats[move.seat - 1]} {markup.strong(move.text)}"
            for move in line.moves[-MAX_REPEATED:]
        ]
        more = "… " if len(line.moves) > MAX_REPEATED else ""
        lines.append(f"{more}{' · '.join(moves)}")
    outcome = line.position.outcome
    if line.is_stopped:
        lines.append(
            gettext(
                "That move would reveal something that is hidden until the match is over, so "
                "the line ends here."
            )
        )
    elif outcome is not None:
        lines.append(_outcome_words(outcome, seats, markup))
    return lines


def full_words() -> str:
    """Explain that a line has reached its maximum length."""
    return gettext("This line can't get any longer. Undo some moves to try something else.")


def _outcome_words(outcome: Outcome, seats: Sequence[str], markup: Markup) -> str:
    winners = [seats[seat - 1] for seat in outcome.winners]
    if winners:
        end = ngettext(
            "{seats} would win.", "{seats} would win.", len(winners), seats=listed(winners)
        )
    else:
        end = gettext("That would be a draw.")
    return str(sentences(markup.strong(end), outcome.words))
