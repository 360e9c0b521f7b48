"""A worker process that pairs one round of a Swiss tournament: JSON in, JSON out.

It uses the FIDE Dutch system of `py4swiss`. If that finds no pairing without rematches and without
blocked pairs, it gives up colours first, then blocks, then rematches, but never a second bye.

Pairing 64 players takes half a second, mostly in C++ code that holds the GIL.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TypedDict

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.matching_computer import ComputerDutchOptimality
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration


class History(TypedDict):
    """A player's results so far, with one entry per round."""

    opponents: list[int]
    """Indices of the opponents in the list of players, from 1, or 0 for none."""
    firsts: list[bool]
    """Whether they moved first, if they had an opponent."""
    points: list[int]
    """Results in half points."""
    plays: bool
    """Whether they play in this round."""


class Request(TypedDict):
    """The input of a pairing."""

    players: list[History]
    """The histories of all players, highest seed first."""
    rounds: int
    """Rounds of the whole tournament."""
    apart: list[tuple[int, int]]
    """Pairs of players to keep apart if possible."""
    top_seed_begins: bool
    """Whether the top seed moves first on board 1 of round 1."""


Pair = tuple[int, int]
"""The player who moves first, and the opponent or 0 for a bye."""

# Weights in `_match`. Each outweighs the sum of all later ones, for up to 128 players.
_PAIRED, _NEW, _APART, _CLOSE = 1 << 28, 1 << 21, 1 << 14, 200


def pair(request: Request) -> list[Pair]:
    """Return the pairs of the next round, leaders first. No one gets a second bye.

    :raises ValueError: if a bye is needed and every player has already had one.
    """
    try:
        return _dutch(request)
    except PairingError:
        return _match(request)


def _dutch(request: Request) -> list[Pair]:
    players = request["players"]
    absent = {place for place, each in enumerate(players, 1) if not each["plays"]}
    trf = ParsedTrf(
        player_sections=[_section(place, each) for place, each in enumerate(players, 1)],
        x_section=XSection(
            number_of_rounds=request["rounds"],
            zeroed_ids=absent,
            configuration=XSectionConfiguration(first_round_color=request["top_seed_begins"]),
            forbidden_pairs={_sorted(pair) for pair in request["apart"]},
        ),
    )
    return [(each.white, each.black) for each in DutchEngine.generate_pairings(trf)]


def _section(place: int, player: History) -> PlayerSection:
    results = [
        _result(opponent, is_first, points)
        for opponent, is_first, points in zip(
            player["opponents"], player["firsts"], player["points"], strict=True
        )
    ]
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=place,
        points_times_ten=5 * sum(player["points"]),
        rank=place,
        results=results,
    )


def _result(opponent: int, is_first: bool, points: int) -> RoundResult:
    """Return a result for the library. Forfeits count as played, to avoid rematches."""
    if opponent == 0:
        token = (
            ResultToken.ZERO_POINT_BYE,
            ResultToken.HALF_POINT_BYE,
            ResultToken.PAIRING_ALLOCATED_BYE,
        )[points]
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)
    color = ColorToken.WHITE if is_first else ColorToken.BLACK
    token = (ResultToken.LOSS, ResultToken.DRAW, ResultToken.WIN)[points]
    return RoundResult(id=opponent, color=color, result=token)


def _match(request: Request) -> list[Pair]:
    """Pair by maximum weight matching.

    It minimises rematches, then pairs to keep apart, then differences in points.
    """
    players = request["players"]
    places = [place for place, each in enumerate(players, 1) if each["plays"]]
    apart = {_sorted(each) for each in request["apart"]}
    has_bye = len(places) % 2 == 1
    vertices = [*places, 0] if has_bye else places
    computer = ComputerDutchOptimality(len(vertices), DynamicUint(2 * _PAIRED))
    for _ in vertices:
        computer.add_vertex()
    for higher, one in enumerate(vertices):
        for lower, other in enumerate(vertices[:higher]):
            weight = (
                _bye_weight(players[other - 1]) if one == 0 else _weight(players, other, one, apart)
            )
            computer.set_edge_weight(higher, lower, DynamicUint(weight))
    computer.compute_matching()
    mates = computer.get_matching()
    pairs: list[Pair] = []
    for vertex, mate in enumerate(mates):
        if mate == vertex:
            raise ValueError("each of an odd number of players has had a bye")
        if vertex < mate:
            pairs.append(_seat(players, vertices[vertex], vertices[mate]))
    pairs.sort(key=lambda each: (-_most_points(players, each), each))
    return sorted(pairs, key=lambda each: each[1] == 0)


def _weight(players: list[History], one: int, other: int, apart: set[Pair]) -> int:
    first, second = players[one - 1], players[other - 1]
    weight = _PAIRED
    if other not in first["opponents"]:
        weight += _NEW
    if (one, other) not in apart:
        weight += _APART
    difference = sum(first["points"]) - sum(second["points"])
    return weight + max(0, _CLOSE - difference * difference)


def _bye_weight(player: History) -> int:
    """Return the weight of a bye: 0 after an earlier bye, else higher for fewer points."""
    byes = zip(player["opponents"], player["points"], strict=True)
    if any(opponent == 0 and points == 2 for opponent, points in byes):
        return 0
    return _PAIRED + _NEW + _APART + max(0, _CLOSE - 5 * sum(player["points"]))


def _seat(players: list[History], one: int, other: int) -> Pair:
    """Return a pair. The player who has moved first less often, or longer ago, is first."""
    if 0 in (one, other):
        return one or other, 0

    def firsts(place: int) -> tuple[int, list[bool]]:
        player = players[place - 1]
        byes = [
            is_first
            for opponent, is_first in zip(player["opponents"], player["firsts"], strict=True)
            if opponent
        ]
        return 2 * sum(byes) - len(byes), byes[::-1]

    return (one, other) if firsts(one) <= firsts(other) else (other, one)


def _most_points(players: list[History], pair: Pair) -> int:
    return max(sum(players[place - 1]["points"]) for place in pair if place)


def _sorted(pair: Iterable[int]) -> Pair:
    one, other = sorted(pair)
    return one, other


def main() -> None:
    """Read a request and write the pairs."""
    request: Any = json.load(sys.stdin)
    json.dump(pair(request), sys.stdout)


if __name__ == "__main__":
    main()
