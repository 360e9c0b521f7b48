"""The private pages on which somebody tries moves from a position of a match.

Nothing is kept in memory: the controls carry the match, the ply, and the line of moves tried.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from bot.pages.control_ids import control
from bot.pages.matches.history_pages import picture_of
from bot.pages.matches.playthrough import FILE, Course, scene_of
from bot.pages.matches.step_picker import (
    Growing,
    advanced,
    asked,
    asking,
    choices,
    joined,
    play_label,
    retreated,
)
from bot.pages.page import Block, Button, Page
from rules.language import gettext, lazy_gettext, ngettext
from rules.listing import listed, sentences
from rules.notation import complete
from rules.position import Move, Position
from rules.record import in_turns
from rules.refusal import Refusal
from rules.replay import Played

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

MOST_TOLD = 8
"""Of the moves tried, how many are told."""


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
    """Whose eyes it is seen with while the match goes on; None for a spectator's."""

    def with_tried(self, move: Move) -> TriedLine:
        """The line with one more move, out of `moves()` of its position."""
        truth, seen = self.truth.play(move), self.position.play(move)
        known = truth if self.position == self.truth else truth.seen_by(self.seat)
        return TriedLine(
            truth,
            seen,
            (*self.tried, Played(self.position, move, seen)),
            seen != known and seen.outcome is None,
            self.seat,
        )


def first_line(course: Course, ply: int, user_id: int | None = None) -> TriedLine:
    """The line without any move yet, as somebody may see it."""
    truth, seat = course.position(ply), course.seats.get(user_id or 0)
    return TriedLine(truth, truth if course.is_over else truth.seen_by(seat), seat=seat)


def code_of(tried: Sequence[Played]) -> str:
    """Moves as a short text: a number in base 36, of which each move takes as much as there were
    choices. `line_of` reads it."""
    number = 0
    for played in reversed(tried):
        moves = list(played.before.moves())
        number = number * (len(moves) + 1) + moves.index(played.move) + 1
    return _in_base_36(number)


def line_of(course: Course, ply: int, code: str, user_id: int | None = None) -> TriedLine:
    """The line that a code stands for, as somebody may see it.

    :raises Refusal: `outdated` where it stands for none.
    """
    return followed(first_line(course, ply, user_id), code)


def followed(line: TriedLine, code: str) -> TriedLine:
    """The line that goes on as a code says.

    :raises Refusal: `outdated` where it says nothing of this line.
    """
    if not code or set(code) - set(DIGITS):
        raise _outdated()
    number = int(code, 36)
    while number:
        moves = line.position.moves()
        number, place = divmod(number, len(moves) + 1)
        if place == 0 or line.is_stopped:
            raise _outdated()
        line = line.with_tried(moves[place - 1])
    return line


def grown(line: TriedLine, prefix: Move) -> tuple[TriedLine, Move]:
    """The line and the steps of its next move after a choice: steps that leave none are added,
    and a move that is whole is tried at once, for it can be undone.

    :raises Refusal: `outdated` where no move begins so.
    """
    if not prefix:
        return line, prefix
    prefix = advanced(line.position, prefix)
    completion = complete(line.position, prefix)
    if line.is_stopped or not (completion.steps or completion.whole):
        raise _outdated()
    return (line, prefix) if completion.steps else (line.with_tried(prefix), ())


def ended(line: TriedLine, prefix: Move) -> tuple[TriedLine, Move]:
    """The same after the choice to leave the move at these steps.

    :raises Refusal: `outdated` where they are no move.
    """
    if line.is_stopped or not complete(line.position, prefix).whole:
        raise _outdated()
    return line.with_tried(prefix), ()


def check_can_explore(course: Course) -> None:
    """Check that there is all that trying moves needs: a file of a match that went on doesn't say
    what was hidden then.

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
    """What a position is told from others by, should the match have been taken back and gone
    another way since."""
    return f"{crc32(position.encode().encode()) & 0xFFFF:04x}"


def check_mark(course: Course, ply: int, mark: str) -> None:
    """Check that the moves were tried from this position.

    :raises Refusal: `taken_back`.
    """
    if not 0 <= ply <= course.last_ply or mark_of(course.position(ply)) != mark:
        raise Refusal(
            "taken_back",
            lazy_gettext(
                "Moves were taken back and the match has gone another way, so these no longer "
                "fit. `/history` shows it as it is now."
            ),
        )


async def exploring_page(
    course: Course, ply: int, line: TriedLine, prefix: Move, group: str | None, width: int
) -> Page:
    """The board after the moves tried, and the controls for one more.

    :param prefix: the steps of the next move, as far as they are chosen.
    :param group: the row or file chosen, where there are more choices than buttons.
    """
    key = course.source, ply, mark_of(course.position(ply))
    code, position = code_of(line.tried), line.position
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("try", *key, code, joined(steps)),
        group=lambda steps: control("trygroup", *key, code, joined(steps)),
    )
    goes_on = not line.is_stopped and position.to_move is not None
    is_too_long = goes_on and not growing.has_room(position)
    turn = in_turns((*course.played[:ply], *line.tried))
    scene = dataclasses.replace(
        scene_of(course, position, turn[-1] if turn else []),
        prefix=prefix,
        choices=completion.steps if goes_on and not is_too_long else (),
    )
    words = _words(course, ply, line)
    if is_too_long:
        words.append(
            gettext("This line can't get any longer: undo some of it to try something else.")
        )
    elif goes_on:
        whose = scene.name_of(position.to_move or 0)
        words.append(asking(whose, position, prefix, asked(position, prefix)))
    blocks: list[Block] = ["\n".join(words), await picture_of(scene, width)]
    last: list[Button] = []
    if goes_on and not is_too_long:
        blocks.extend(choices(position, prefix, group, growing))
        if completion.whole:
            made = control("trymove", *key, code, joined(prefix))
            last.append(Button(play_label(position, prefix), made, "success"))
    if prefix or group is not None:
        last.append(Button(gettext("Back"), growing.at(retreated(position, prefix, group))))
    elif line.tried:
        last.append(Button(gettext("Undo"), control("try", *key, code_of(line.tried[:-1]), "")))
    last.append(Button(gettext("Back to the match"), control("step", course.source, ply)))
    blocks.append(tuple(last))
    if course.document is not None:
        blocks.append(course.document)
    return Page(tuple(blocks))


def _words(course: Course, ply: int, line: TriedLine) -> list[str]:
    number = course.turn_number(ply)
    if number:
        since = gettext("**Only you see this**: moves tried after turn {number}.", number=number)
    else:
        since = gettext("**Only you see this**: moves tried from the beginning.")
    lines = [f"### {course.title}", since]
    seats = [gettext(name) for name in course.game.seat_names(course.options)]
    if line.tried:
        told = [f"{seats[each.seat - 1]} **{each.text}**" for each in line.tried[-MOST_TOLD:]]
        more = "… " if len(line.tried) > MOST_TOLD else ""
        lines.append(f"{more}{' · '.join(told)}")
    outcome = line.position.outcome
    if line.is_stopped:
        lines.append(
            gettext(
                "That move reveals what nobody may see while the match goes on, so the line ends "
                "here."
            )
        )
    elif outcome is not None:
        winners = [seats[seat - 1] for seat in outcome.winners]
        if winners:
            names = listed(winners)
            end = ngettext(
                "**{seats} would win.**", "**{seats} would win.**", len(winners), seats=names
            )
        else:
            end = gettext("**That would be a draw.**")
        lines.append(str(sentences(end, outcome.words)))
    return lines


def _in_base_36(number: int) -> str:
    digits = DIGITS[number % 36]
    while number := number // 36:
        digits = DIGITS[number % 36] + digits
    return digits


def _outdated() -> Refusal:
    return Refusal(
        "outdated",
        lazy_gettext("These moves can't be tried any more. `/history` shows the match as it is."),
    )
