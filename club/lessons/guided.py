"""Guided matches: the learner and the remarks on the latest moves."""

from __future__ import annotations

from club.matches.match import Match, Player

LEVEL = 1
"""The level of a learner's opponent."""


def learner_of(match: Match) -> Player | None:
    """Return the learner in a match, or None if it isn't guided."""
    if not match.guided:
        return None
    return next((each for each in match.players if not each.is_computer), None)


def remarks_for_learner(match: Match) -> tuple[str, ...]:
    """Return remarks for the learner on the moves shown on the current card."""
    learner = learner_of(match)
    if learner is None or not match.played:
        return ()
    moves = match.played[match.first_unshown_ply(len(match.played)) :]
    return tuple(
        remark.text_for(learner.seat)
        for played in moves
        if played.left is None
        for remark in played.before.remarks(played.move)
    )
