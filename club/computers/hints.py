"""The conditions for hints, and the work spent on one."""

from __future__ import annotations

from club.matches.match import Match, Player
from club.matches.refusals import check_runs, not_your_turn, player_in
from language.texts import N_
from rules.refusal import Refusal

SHARE = 1 / 4
"""Work for a hint as a share of the strongest level's, about a second."""


def check_may_be_hinted(match: Match, user_id: int) -> Player:
    """Check that a user may have a hint, on their own turn against computers only.

    :raises Refusal: `not_yours`, `left`, `match_over`, `with_people`, `not_your_turn`.
    """
    player = player_in(match, user_id)
    check_runs(match)
    if not match.is_against_computers(player):
        raise Refusal(
            "with_people",
            N_(
                "Match {id} is with other people, so it has no hints. You get hints only in "
                "matches against me alone."
            ),
            id=match.id,
        )
    if match.player_to_move != player:
        raise not_your_turn(match)
    return player
