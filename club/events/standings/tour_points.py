"""The points of a tour: by place in each game's group, and for taking part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from club.events.standings import results
from club.events.standings.scores import group_scores, places, struck
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing, Round

BY_PLACE = (10, 6, 4)
"""Half points of a tour for the first places of a group; every other place has 2."""
TOOK_PART = 4
"""Half points of a tour for whoever took part in a round."""
TAKES_PART = results.PLAYED | {results.FORFEIT_WIN}
"""What someone gets who took part: they played a match to its end, or their opponent never came."""


def tour_points(
    entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
) -> dict[int, dict[int, tuple[int, bool]]]:
    """Return half points for the place in the group and for taking part, and whether that place
    was the first, by entrant and round. Rounds that run give no points yet."""
    out = struck(entrants, pairings, rounds)
    found: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
    for each in rounds:
        if each.over_at is None:
            continue
        of_round = [pairing for pairing in pairings if pairing.round == each.number]
        for division in sorted({pairing.division for pairing in of_round}):
            own = [pairing for pairing in of_round if pairing.division == division]
            numbers = {number for pairing in own for number in pairing.seats}
            members = [one for one in entrants if one.number in numbers]
            ranked = group_scores(members, own, out)
            placed = places({number: score.key for number, score in ranked.items()})
            took_part = {
                number
                for pairing in own
                for number, outcome in zip(pairing.seats, pairing.outcomes or (), strict=True)
                if outcome in TAKES_PART
            }
            for number, place in placed.items():
                by_place = BY_PLACE[place - 1] if place <= len(BY_PLACE) else 2
                points = by_place + TOOK_PART if number in took_part else 0
                found[number][each.number] = points, place == 1 and number in took_part
    return found
