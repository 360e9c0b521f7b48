"""Moves that are made together: one, and the planned replies that follow it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from club.matches import conditional_replies
from club.matches.match import CONDITIONAL, Match
from rules.replay import Played
from storage.matches.conditional_lines import ConditionalLine


@dataclass(frozen=True, slots=True)
class Made:
    """A move and whose it is; `kind` is what the record calls it."""

    played: Played
    user_id: int
    kind: str = "move"

    @property
    def ends_turn(self) -> bool:
        """Whether another turn begins after it, if the match goes on."""
        return ends_turn(self.played)


def ends_turn(played: Played) -> bool:
    """Whether another turn begins after a move, if the match goes on."""
    before, after = played.before, played.after
    if played.left is not None:
        return after.to_move != before.to_move
    return after.to_move != before.to_move or not after.is_mid_turn


def with_replies(match: Match, first: Made, lines: Sequence[ConditionalLine]) -> list[Made]:
    """A move and the planned replies that follow it."""
    replies = conditional_replies.replies(match, first.played, lines)
    return [
        first,
        *(Made(each, match.players[each.seat - 1].user_id, CONDITIONAL) for each in replies),
    ]
