"""A line of moves entered from a position: in Explore, in conditional moves, in votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from club.matches.match import Match
from club.references import Command
from language.texts import lazy_gettext
from presentation.move_entry import MoveEntry
from presentation.steps import choices_number, encode_choices, next_choice
from rendering import Scene
from rules.position import Move, Position
from rules.refusal import Refusal
from rules.replay import Played

MAX_CODE_LENGTH = 60
"""Maximum length of the code of a line. Controls on Discord have about as much room."""


@dataclass(frozen=True, slots=True)
class TriedLine:
    """Moves tried from a position."""

    truth: Position
    """The full position now, including hidden parts."""
    position: Position
    """The visible position now, which is complete once the match is over."""
    moves: tuple[Played, ...] = ()
    is_stopped: bool = False
    """Whether the last move reveals something hidden, so that the line can't continue."""
    seat: int | None = None
    """The viewer's seat in a running match, or None for a spectator."""
    steps: Move = ()
    """The steps so far of the next move."""

    @property
    def entry(self) -> MoveEntry:
        """The next move being entered."""
        return MoveEntry(self.position, self.steps)

    def with_move(self, move: Move) -> TriedLine:
        """Return the line with one more legal move."""
        truth, position = self.truth.play(move), self.position.play(move)
        visible = truth if self.position == self.truth else truth.seen_by(self.seat)
        return TriedLine(
            truth,
            position,
            (*self.moves, Played(self.position, move, position)),
            position != visible and position.outcome is None,
            self.seat,
        )


def open_line(match: Match) -> TriedLine:
    """Return an empty line from the current position of a match, as everyone sees it."""
    position = match.position.seen_by(None)
    return TriedLine(position, position)


def code_of(moves: Sequence[Played]) -> str:
    """Return moves as a short text, which `line_of` reads."""
    return encode_choices([_choice(played) for played in moves])


def _choice(played: Played) -> tuple[int, int]:
    moves = list(played.before.moves())
    return moves.index(played.move), len(moves)


def continues(line: TriedLine) -> bool:
    """Whether the line has a next move."""
    return not line.is_stopped and line.position.to_move is not None


def has_room(line: TriedLine) -> bool:
    """Whether the code of the line stays short enough with any next move."""
    count = len(line.position.moves())
    choices = [*map(_choice, line.moves), (count - 1, count)]
    return len(encode_choices(choices)) <= MAX_CODE_LENGTH


def follow(line: TriedLine, code: str) -> TriedLine:
    """Return the line continued by the moves of a code.

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
        line = line.with_move(moves[index])
    return line


def grow(line: TriedLine, steps: Move) -> TriedLine:
    """Return the line after these steps of its next move were chosen.

    Forced steps are added, and a complete move is tried immediately, since it can be undone.

    :raises Refusal: `outdated` if no move begins with these steps.
    """
    if not steps:
        return replace(line, steps=())
    entry = _entry_after(line, steps).with_forced_steps()
    return _with_entry(line, entry, is_decided=entry.is_complete)


def tap(line: TriedLine, steps: Move) -> TriedLine:
    """Return the line after these steps of its next move were chosen on a board.

    A complete move is tried immediately, unless its piece can be turned.

    :raises Refusal: `outdated` if no move begins with these steps.
    """
    entry = _entry_after(line, steps).with_piece_placed()
    return _with_entry(line, entry, is_decided=bool(steps) and entry.plays(entry.steps))


def end_move(line: TriedLine, steps: Move) -> TriedLine:
    """Return the line after its next move was ended at these steps.

    :raises Refusal: `outdated` if they are not a move.
    """
    entry = _entry_after(line, steps)
    if not entry.is_whole:
        raise _outdated()
    return line.with_move(steps)


def _entry_after(line: TriedLine, steps: Move) -> MoveEntry:
    entry = MoveEntry(line.position, steps)
    if line.is_stopped or not entry.is_valid:
        raise _outdated()
    return entry


def _with_entry(line: TriedLine, entry: MoveEntry, *, is_decided: bool) -> TriedLine:
    return line.with_move(entry.steps) if is_decided else replace(line, steps=entry.steps)


def _outdated() -> Refusal:
    return Refusal(
        "outdated",
        lazy_gettext(
            "These moves can't be tried any more. {command} shows the match as it is.",
            command=Command("history"),
        ),
    )


def planned_scene(match: Match, line: TriedLine) -> Scene:
    """Return the board after a line."""
    return Scene(
        game=match.game,
        position=line.position.seen_by(None),
        last=line.moves[-1:],
        options=match.options,
    )
