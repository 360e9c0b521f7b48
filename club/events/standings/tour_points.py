"""The points of a tour, by place in each group and for taking part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from club.events.standings import results
from club.events.standings.scores import group_scores, places, struck_results
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing, Round

POINTS_BY_PLACE = (10, 6, 4)
"""Half points for the first places of a group. Every other place gets 2."""
PARTICIPATION_POINTS = 4
"""Half points for taking part in a round."""
PARTICIPATION_OUTCOMES = results.PLAYED_OUTCOMES | {results.FORFEIT_WIN}
"""Results that count as taking part: a finished match, or an opponent who never moved."""


def tour_points(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> dict[int, dict[int, tuple[int, bool]]]:
    """Return half points and whether the group was won, by entrant and finished round."""
    struck = struck_results(entrants)
    points_of: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    for each in rounds:
        if each.over_at is None:
            continue
        of_round = [pairing for pairing in pairings if pairing.round == each.number]
        for division in sorted({pairing.division for pairing in of_round}):
            own = [pairing for pairing in of_round if pairing.division == division]
            numbers = {number for pairing in own for number in pairing.seats}
            members = [one for one in entrants if one.number in numbers]
            ranked = group_scores(members, own, struck)
            placed = places({number: score.key for number, score in ranked.items()})
            participants = {
                number
                for pairing in own
                for number, outcome in zip(pairing.seats, pairing.outcomes or (), strict=True)
                if outcome in PARTICIPATION_OUTCOMES
            }
            for number, place in placed.items():
                place_points = POINTS_BY_PLACE[place - 1] if place <= len(POINTS_BY_PLACE) else 2
                points = place_points + PARTICIPATION_POINTS if number in participants else 0
                points_of[number][each.number] = points, place == 1 and number in participants
    return points_of
