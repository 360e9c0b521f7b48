"""Guided matches: who learns in one, and what they are told about the latest moves."""

from __future__ import annotations

from club.matches.match import Match, Player

LEVEL = 1
"""Whom a learner plays against."""


def learner_of(match: Match) -> Player | None:
    """Who learns the game in a match, None where it isn't guided."""
    if not match.guided:
        return None
    return next((each for each in match.players if not each.is_computer), None)


def remarks_for_learner(match: Match) -> tuple[str, ...]:
    """What befell whom in the moves that the present card tells, in words for the learner."""
    learner = learner_of(match)
    if learner is None or not match.played:
        return ()
    told = match.played[match.first_unshown_ply(len(match.played)) :]
    return tuple(
        remark.said_to(learner.seat)
        for played in told
        if played.left is None
        for remark in played.before.remarks(played.move)
    )
