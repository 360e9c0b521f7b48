"""Lines of moves that someone tries from a position of a match, and what is said of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from club.references import Command
from presentation.markup import Markup
from presentation.matches.playthrough import FILE, Course, scene_of
from presentation.steps import choices_number, encoded_choices, next_choice
from rendering import Scene
from rules.language import gettext, lazy_gettext, ngettext
from rules.listing import listed, sentences
from rules.notation import advanced, complete
from rules.position import Move, Outcome, Position
from rules.record import in_turns
from rules.refusal import Refusal
from rules.replay import Played

MOST_REPEATED = 8
"""The latest of the moves tried that are repeated in words."""


@dataclass(frozen=True, slots=True)
class TriedLine:
    """Moves tried from a position."""

    truth: Position
    """The position now, with all that is dealt in it."""
    position: Position
    """The position now, as it may be seen: of a match that is over, everything."""
    tried: tuple[Played, ...] = ()
    is_stopped: bool = False
    """The last move turns up what may not be seen yet, so what would follow can't be tried."""
    seat: int | None = None
    """The seat that looks while the match goes on; None for a spectator."""

    def with_tried(self, move: Move) -> TriedLine:
        """The line with one more move, out of `moves()` of its position."""
        truth, seen = self.truth.play(move), self.position.play(move)
        visible = truth if self.position == self.truth else truth.seen_by(self.seat)
        return TriedLine(
            truth,
            seen,
            (*self.tried, Played(self.position, move, seen)),
            seen != visible and seen.outcome is None,
            self.seat,
        )


def first_line(course: Course, ply: int, user_id: int | None = None) -> TriedLine:
    """The line without any move yet, as a user may see it."""
    truth, seat = course.position(ply), course.seats.get(user_id or 0)
    return TriedLine(truth, truth if course.is_over else truth.seen_by(seat), seat=seat)


def code_of(tried: Sequence[Played]) -> str:
    """Moves as a short text. `line_of` reads it."""
    return encoded_choices([_choice(played) for played in tried])


def _choice(played: Played) -> tuple[int, int]:
    moves = list(played.before.moves())
    return moves.index(played.move), len(moves)


def line_of(course: Course, ply: int, code: str, user_id: int | None = None) -> TriedLine:
    """The line that a code stands for, as a user may see it.

    :raises Refusal: `outdated` if it stands for none.
    """
    return follow(first_line(course, ply, user_id), code)


def follow(line: TriedLine, code: str) -> TriedLine:
    """The line continued by the moves of a code.

    :raises Refusal: `outdated` if the code doesn't fit the line.
    """
    number = choices_number(code)
    if number is None:
        raise _outdated()
    while number:
        moves = line.position.moves()
        number, index = next_choice(number, len(moves))
        if index is None or line.is_stopped:
            raise _outdated()
        line = line.with_tried(moves[index])
    return line


def grow(line: TriedLine, prefix: Move) -> tuple[TriedLine, Move]:
    """The line and the steps of its next move after a choice.

    Steps that leave no choice are added, and a move that is whole is tried at once, since it can
    be undone.

    :raises Refusal: `outdated` if no move begins so.
    """
    if not prefix:
        return line, prefix
    prefix = advanced(line.position, prefix)
    completion = complete(line.position, prefix)
    if line.is_stopped or not (completion.steps or completion.whole):
        raise _outdated()
    return (line, prefix) if completion.steps else (line.with_tried(prefix), ())


def end_move(line: TriedLine, prefix: Move) -> tuple[TriedLine, Move]:
    """The line and no steps, after the choice to end the move at these steps.

    :raises Refusal: `outdated` if they are no move.
    """
    if line.is_stopped or not complete(line.position, prefix).whole:
        raise _outdated()
    return line.with_tried(prefix), ()


def check_can_explore(course: Course) -> None:
    """Check that the course has all that trying moves needs.

    A file of a match that went on leaves out what was hidden then.

    :raises Refusal: `unfinished`.
    """
    if course.source == FILE and not course.is_over:
        raise Refusal(
            "unfinished",
            lazy_gettext(
                "This match was still running when it was exported, and the file leaves out what "
                "was hidden then. You can try moves in the match itself."
            ),
        )


def mark_of(position: Position) -> str:
    """A short mark of a position, to notice that a match was taken back and went another way."""
    return f"{crc32(position.encode().encode()) & 0xFFFF:04x}"


def check_mark(course: Course, ply: int, mark: str) -> None:
    """Check that the moves were tried from this position.

    :raises Refusal: `taken_back`.
    """
    if not 0 <= ply <= course.last_ply or mark_of(course.position(ply)) != mark:
        raise Refusal(
            "taken_back",
            lazy_gettext(
                "The match has changed since then (moves were taken back), so these moves no "
                "longer apply. {command} shows it as it is now.",
                command=Command("history"),
            ),
        )


def line_scene(course: Course, ply: int, line: TriedLine) -> Scene:
    """The board after the moves tried, the last turn marked."""
    turns = in_turns((*course.played[:ply], *line.tried))
    return scene_of(course, line.position, turns[-1] if turns else [])


def with_steps(scene: Scene, prefix: Move, steps: Sequence[str]) -> Scene:
    """The scene with the chosen and the possible steps of the next move."""
    return dataclasses.replace(scene, prefix=prefix, choices=tuple(steps))


def tried_line_lines(course: Course, ply: int, line: TriedLine, markup: Markup) -> list[str]:
    """From where moves are tried, which, and what they lead to."""
    note, number = markup.strong(gettext("Only you see this")), course.turn_number(ply)
    if number:
        since = gettext("{note}: moves tried after turn {number}.", note=note, number=number)
    else:
        since = gettext("{note}: moves tried from the start.", note=note)
    lines = [since]
    seats = [gettext(name) for name in course.game.seat_names(course.options)]
    if line.tried:
        moves = [
            f"{seats[each.seat - 1]} {markup.strong(each.text)}"
            for each in line.tried[-MOST_REPEATED:]
        ]
        more = "… " if len(line.tried) > MOST_REPEATED else ""
        lines.append(f"{more}{' · '.join(moves)}")
    outcome = line.position.outcome
    if line.is_stopped:
        lines.append(
            gettext(
                "That move reveals what nobody may see while the match is running, so the "
                "line ends here."
            )
        )
    elif outcome is not None:
        lines.append(_outcome_words(outcome, seats, markup))
    return lines


def _outcome_words(outcome: Outcome, seats: Sequence[str], markup: Markup) -> str:
    winners = [seats[seat - 1] for seat in outcome.winners]
    if winners:
        end = ngettext(
            "{seats} would win.", "{seats} would win.", len(winners), seats=listed(winners)
        )
    else:
        end = gettext("That would be a draw.")
    return str(sentences(markup.strong(end), outcome.words))


def _outdated() -> Refusal:
    return Refusal(
        "outdated",
        lazy_gettext(
            "These moves can't be tried any more. {command} shows the match as it is.",
            command=Command("history"),
        ),
    )
