"""Conditional lines being entered, move by move, for any front."""

from __future__ import annotations

from club.matches.conditional_lines import MAX_LINE_LENGTH, Step, seen_from
from club.matches.match import Match, Player
from language.texts import gettext
from presentation.analysis.tried_lines import TriedLine, continues
from rendering import Scene
from rules.position import Move


def beginning_of(match: Match, player: Player) -> TriedLine:
    """Return an empty line from the position as the player may see it."""
    return TriedLine(match.position, seen_from(match, player))


def steps_of(line: TriedLine) -> list[Step]:
    """Return the moves of a line with their seats."""
    return [Step(played.seat, played.text) for played in line.moves]


def may_grow(line: TriedLine) -> bool:
    """Whether the rules and the length of a conditional line allow another move."""
    return continues(line) and len(line.moves) < MAX_LINE_LENGTH


def may_be_saved(line: TriedLine, player: Player) -> bool:
    """Whether a line ends with a move of the player who plans it."""
    return bool(line.moves) and line.moves[-1].seat == player.seat


def end_words(line: TriedLine) -> str:
    """Return why a line can't grow, empty if the match would be over."""
    if line.is_stopped:
        return gettext("That move reveals something hidden, so the line ends here.")
    return gettext("Lines can't be longer than this.") if continues(line) else ""


def planned_scene(
    match: Match, line: TriedLine, prefix: Move = (), choices: tuple[str, ...] = ()
) -> Scene:
    """Return the board after a line, and the steps of its next move."""
    return Scene(
        game=match.game,
        position=line.position.seen_by(None),
        last=line.moves[-1:],
        prefix=prefix,
        choices=choices,
        options=match.options,
    )
