"""Pairs one round of a Swiss tournament, in a process of its own: JSON in, JSON out.

By the Dutch system of FIDE as `py4swiss` has it, while that finds a pairing in which nobody meets
twice and nobody meets whom they are to be kept from. Where it finds none, the colours are let go
first, then those kept apart, then meetings that are repeated; never a second bye.

It takes half a second for 64 players, most of it in C++ that holds the interpreter.
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
    """What a player has had so far, a round an entry."""

    opponents: list[int]
    """Their places in the list of players, from 1; 0 without one."""
    firsts: list[bool]
    """Whether they moved first, where they had an opponent."""
    points: list[int]
    """In halves."""
    plays: bool
    """Whether they are to be paired."""


class Request(TypedDict):
    """What a pairing depends on."""

    players: list[History]
    """The highest seed first."""
    rounds: int
    """Of the whole tournament."""
    apart: list[tuple[int, int]]
    """Those who are to be kept from each other, if that is possible."""
    top_seed_begins: bool
    """Who has the first move on the first board of the first round."""


Pair = tuple[int, int]
"""Who moves first, and the other; 0 for a bye."""

# What counts in `_matched`, each more than everything after it together, for up to 128 players.
_PAIRED, _NEW, _APART, _CLOSE = 1 << 28, 1 << 21, 1 << 14, 200


def pair(request: Request) -> list[Pair]:
    """The pairing of the next round, the leaders' board first.

    Nobody who has had a bye is left over again: it fails where there is nobody else.

    :raises ValueError: where an odd number plays and each of them has had a bye.
    """
    try:
        return _dutch(request)
    except PairingError:
        return _matched(request)


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
    """Matches that were forfeited count as played, so that nobody meets twice."""
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


def _matched(request: Request) -> list[Pair]:
    """A pairing with as few repeated meetings as there can be, then as few of those who are to be
    kept apart, then of players with points as much alike as possible; by a maximum weight
    matching."""
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
    found: list[Pair] = []
    for vertex, mate in enumerate(mates):
        if mate == vertex:
            raise ValueError("each of an odd number of players has had a bye")
        if vertex < mate:
            found.append(_seated(players, vertices[vertex], vertices[mate]))
    found.sort(key=lambda each: (-_most_points(players, each), each))
    return sorted(found, key=lambda each: each[1] == 0)


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
    """None for who has had one; the more, the fewer points."""
    had = zip(player["opponents"], player["points"], strict=True)
    if any(opponent == 0 and points == 2 for opponent, points in had):
        return 0
    return _PAIRED + _NEW + _APART + max(0, _CLOSE - 5 * sum(player["points"]))


def _seated(players: list[History], one: int, other: int) -> Pair:
    """Whoever has moved first less often does; on as many, whoever did so longer ago."""
    if 0 in (one, other):
        return one or other, 0

    def firsts(place: int) -> tuple[int, list[bool]]:
        player = players[place - 1]
        had = [
            is_first
            for opponent, is_first in zip(player["opponents"], player["firsts"], strict=True)
            if opponent
        ]
        return 2 * sum(had) - len(had), had[::-1]

    return (one, other) if firsts(one) <= firsts(other) else (other, one)


def _most_points(players: list[History], pair: Pair) -> int:
    return max(sum(players[place - 1]["points"]) for place in pair if place)


def _sorted(pair: Iterable[int]) -> Pair:
    one, other = sorted(pair)
    return one, other


def main() -> None:
    """Read a request, write the pairs."""
    request: Any = json.load(sys.stdin)
    json.dump(pair(request), sys.stdout)


if __name__ == "__main__":
    main()
