"""Lines of moves tried from a position of a match, and their descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from club.matches.match import Match
from club.references import Command
from language.lists import listed, sentences
from language.texts import gettext, lazy_gettext, ngettext
from presentation.markup import Markup
from presentation.matches.history import MatchHistory, scene_of
from presentation.move_entry import MoveEntry
from presentation.steps import choices_number, encode_choices, next_choice
from rendering import Scene
from rules.position import Move, Outcome, Position
from rules.record import in_turns
from rules.refusal import Refusal
from rules.replay import Played

MAX_CODE_LENGTH = 60
"""Maximum length of the code of a line. Controls on Discord have about as much room."""

MAX_REPEATED = 8
"""Maximum number of tried moves listed in words, latest first."""


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


def first_line(history: MatchHistory, ply: int, user_id: int | None = None) -> TriedLine:
    """Return an empty line from a position, as a user may see it."""
    truth, seat = history.position(ply), history.seats.get(user_id or 0)
    return TriedLine(truth, truth if history.is_over else truth.seen_by(seat), seat=seat)


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


def line_of(history: MatchHistory, ply: int, code: str, user_id: int | None = None) -> TriedLine:
    """Return the line of a code, as a user may see it.

    :raises Refusal: `outdated` if the code is invalid.
    """
    return follow(first_line(history, ply, user_id), code)


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


def line_with(line: TriedLine, texts: Sequence[str]) -> TriedLine:
    """Return the line continued by moves as texts, as far as they are legal and can be shown."""
    for text in texts:
        move = next(
            (each for each in line.position.moves() if line.position.text(each) == text), None
        )
        if move is None or not continues(line) or not has_room(line):
            break
        line = line.with_move(move)
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


def _outdated() -> Refusal:
    return Refusal(
        "outdated",
        lazy_gettext(
            "These moves can't be tried any more. {command} shows the match as it is.",
            command=Command("history"),
        ),
    )
