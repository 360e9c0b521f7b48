"""A player's move and the planned replies recorded with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from club.matches import conditional_replies
from club.matches.match import CONDITIONAL, Match
from rules.replay import Played
from storage.matches.conditional_lines import ConditionalLine
from storage.matches.records import RecordKind


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A move and the user who made it. `kind` is stored in the record."""

    played: Played
    user_id: int
    kind: RecordKind = "move"

    @property
    def ends_turn(self) -> bool:
        """Whether the move ends its turn."""
        return ends_turn(self.played)


def ends_turn(played: Played) -> bool:
    """Whether a move ends its turn."""
    before, after = played.before, played.after
    if played.left is not None:
        return after.to_move != before.to_move
    return after.to_move != before.to_move or not after.is_mid_turn


def with_replies(
    match: Match, first: PlayerMove, lines: Sequence[ConditionalLine]
) -> list[PlayerMove]:
    """Return a move and the planned replies that follow it."""
    replies = conditional_replies.planned_replies(match, first.played, lines)
    return [
        first,
        *(PlayerMove(each, match.players[each.seat - 1].user_id, CONDITIONAL) for each in replies),
    ]
