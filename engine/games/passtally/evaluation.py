"""The evaluation of Passtally: the points so far, and those expected from turns still to come.

To score a move quickly, the lines are flat tables. The result is that of
`PasstallyPosition.passes`, but a tile is laid, counted and taken off again without a new position,
and only the lines of markers through its two cells are followed again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from math import exp, sqrt
from operator import mul
from random import Random
from typing import NamedTuple

from engine.search import Values
from engine.tree_search import Assessment, Guide
from rules.passtally.board import (
    CELL_NUMBERS,
    COPIES,
    ENTRIES,
    KINDS,
    MAX_ROUNDS_WITHOUT_TILE,
    MIN_PASSES,
    ONWARD,
    PILE_SIZE,
    PILES,
    SPOT_NUMBERS,
    SPOTS,
    UNKNOWN,
    VICTORY_POINTS,
    WINNING_SCORE,
    Tiling,
    halves_as_laid,
    points,
)
from rules.passtally.position import PasstallyPosition
from rules.position import Move

Markers = Sequence[Sequence[int]]
"""The spots (numbers) of each seat's markers."""

Joined = tuple[int, ...]
"""The passes of each seat's lines."""


class _Cut(NamedTuple):
    """The lines of markers, except those that a tile would cut."""

    joined: Joined
    open_spots: list[list[int]]
    """The spots of each seat's markers on the lines cut. Empty if no seat has two."""


class Lines:
    """The lines of one board, with their ends and passes, and the markers that they join."""

    def __init__(self, tiling: Tiling, markers: Markers) -> None:
        self.markers = markers
        self._halves = list(tiling.halves)
        self._heights = list(tiling.heights)
        self._tops = list(tiling.tops)
        self._new_tile = len(tiling.laid) + 1
        self._ends = [-1] * len(SPOTS)
        """The spot at the other end of each spot's line."""
        self._passes = [0] * len(SPOTS)
        """The passes of each spot's line."""
        self._ends_through = [0] * len(tiling.heights)
        """Both ends of each line that goes through each cell, as bits."""
        for spot in range(len(SPOTS)):
            if self._ends[spot] < 0:
                states, end = tiling.walk(spot)
                self._ends[spot], self._ends[end] = end, spot
                self._passes[spot] = self._passes[end] = tiling.passes_along(states)
                for state in states:
                    self._ends_through[state >> 2] |= 1 << spot | 1 << end
        self._cuts: dict[int, _Cut] = {}
        """By the ends of the lines cut, as bits."""
        self.joined: Joined = tuple(map(self.joined_between, markers))
        """The lines of each seat's markers."""

    def joined_between(self, spots: Sequence[int]) -> int:
        """Return the passes of the lines between these spots."""
        ends, passes = self._ends, self._passes
        total = 0
        for spot in spots:
            if spot < ends[spot] and ends[spot] in spots:
                total += passes[spot]
        return total

    def joined_with_tile(self, kind: str, first: int, second: int) -> Joined:
        """Return what `joined` would be after laying a tile, which must be legal."""
        # The lines through the two cells keep their ends, but join them differently.
        ends = self._ends_through[first] | self._ends_through[second]
        cut = self._cuts.get(ends)
        if cut is None:
            cut = self._cuts[ends] = self._cut(ends)
        if not cut.open_spots:
            return cut.joined
        halves, heights, tops = self._halves, self._heights, self._tops
        before = halves[first], halves[second], heights[first], tops[first], tops[second]
        halves[first], halves[second] = halves_as_laid(kind, first, second)
        heights[first] = heights[second] = before[2] + 1
        tops[first] = tops[second] = self._new_tile
        joined: list[int] = []
        for total, spots in zip(cut.joined, cut.open_spots, strict=True):
            open_spots = spots.copy()
            while len(open_spots) > 1:
                end, counted = self._walk(open_spots.pop())
                if end in open_spots:
                    open_spots.remove(end)
                    total += counted
            joined.append(total)
        halves[first], halves[second], heights[first], tops[first], tops[second] = before
        heights[second] = before[2]
        return tuple(joined)

    def _cut(self, ends: int) -> _Cut:
        """Cut the lines with these ends, which are bits."""
        open_spots = [[spot for spot in spots if ends >> spot & 1] for spots in self.markers]
        joined = tuple(
            self.joined_between([spot for spot in spots if spot not in others]) if others else total
            for spots, others, total in zip(self.markers, open_spots, self.joined, strict=True)
        )
        return _Cut(joined, open_spots if max(map(len, open_spots)) > 1 else [])

    def _walk(self, spot: int) -> tuple[int, int]:
        """The other end of a spot's line, and its passes."""
        halves, heights, tops = self._halves, self._heights, self._tops
        total = before = 0
        state = ENTRIES[spot]
        while state >= 0:
            cell = state >> 2
            tile = tops[cell]
            if tile != before:
                total += heights[cell]
                before = tile
            state = ONWARD[halves[cell]][state]
        return ~state, total


def _points_between(passes: int) -> float:
    """The points for these passes, interpolated between the steps of the score board."""
    step = bisect_right(MIN_PASSES, passes)
    if step == len(MIN_PASSES):
        return float(VICTORY_POINTS[step])
    least = MIN_PASSES[step - 1] if step else 0
    way = (passes - least) / (MIN_PASSES[step] - least)
    return VICTORY_POINTS[step] + way * (VICTORY_POINTS[step + 1] - VICTORY_POINTS[step])


_SMOOTH_POINTS = tuple(_points_between(passes) for passes in range(MIN_PASSES[-1] + 1))


Features = tuple[float, float, float, float]
"""A seat's points, turns to come in this round, points of its present lines, and seats before it.

The first three are divided by the square root of how much of the match is left. The last is
multiplied by it, because its effect in points shrinks with what is left.
"""

TURN = 5.0
"""The value in points of a turn still to come in this round, whatever the present lines."""

PROMISE = 0.5
"""The value of a point of the present lines.

It is low because lines change before they score, and a turn without lines finds some.
"""

DELAY = 1.5
"""The points that each seat gains on the seat before it in a whole match.

Each turn finds longer lines than the turn before, and the last seat has the last turn.
"""

SPREAD = 7.5
"""The lead in points that wins 73 of 100 matches at the beginning.

These four numbers are a rounded fit to self-play. Two and three players share them.
"""

WEIGHTS = 1 / SPREAD, TURN / SPREAD, PROMISE / SPREAD, DELAY / SPREAD
"""The weights of the features, as logarithms of odds of winning."""

LEAST_LEFT = 0.05
"""The share of the match that counts as left in the last round."""


def features(
    position: PasstallyPosition, scores: Sequence[int], first: int, joined: Joined
) -> dict[int, Features]:
    """Return the features of each seat that hasn't left, for these scores and lines.

    :param first: the first seat whose turn of this round isn't over.
    """
    playing = _playing_seats(position)
    left = min(min(position.tiles_left) / PILE_SIZE, 1 - max(scores) / WINNING_SCORE)
    is_last_round = left <= 0
    if first > playing[-1] and not is_last_round:
        first = 1
    root = sqrt(max(LEAST_LEFT, left))
    seats: dict[int, Features] = {}
    for before, seat in enumerate(playing):
        turns = promised = 0.0
        if seat >= first:
            turns = 1.0
        if seat >= first or not is_last_round:
            promised = _SMOOTH_POINTS[min(joined[seat - 1], MIN_PASSES[-1])]
        seats[seat] = scores[seat - 1] / root, turns / root, promised / root, before * root
    return seats


def features_of(position: PasstallyPosition) -> dict[int, Features]:
    """Return the features of each seat that hasn't left, as the board is now."""
    lines = Lines(position.board, _markers(position.ring, position.players))
    return features(position, position.scores, _first_to_play(position), lines.joined)


def _first_to_play(position: PasstallyPosition) -> int:
    """The first seat whose turn of this round isn't over."""
    return 1 if position.placing_markers else position.seat


def _values_after_action(position: PasstallyPosition, joined: Joined) -> Values:
    """The expected shares after an action of the seat in turn."""
    mover = position.seat - 1
    scores, first = position.scores, _first_to_play(position)
    if position.actions_left == 1:
        gained = scores[mover] + points(joined[mover])
        scores = (*scores[:mover], gained, *scores[mover + 1 :])
        first += 1
    return _values(position, scores, first, joined)


def _values(
    position: PasstallyPosition, scores: tuple[int, ...], first: int, joined: Joined
) -> Values:
    """The shares of the win for these scores and lines."""
    expected = {
        seat: sum(map(mul, WEIGHTS, each))
        for seat, each in features(position, scores, first, joined).items()
    }
    best = max(expected.values())
    weights = [0.0] * position.players
    for seat, value in expected.items():
        weights[seat - 1] = exp(value - best)
    total = sum(weights)
    return tuple(weight / total for weight in weights)


class PasstallyGuide(Guide[PasstallyPosition]):
    """Points so far, and those expected from turns to come and the present lines."""

    exploration = 0.2
    """Low, because moves differ less in value where lines that haven't scored count half."""
    fpu_reduction = 0.0
    sharpness = 28.0
    """How strongly a move's weight grows with its share of the win."""

    def assess(
        self, position: PasstallyPosition, moves: Sequence[Move], random: Random
    ) -> Assessment:
        lines = Lines(position.board, _markers(position.ring, position.players))
        mover = position.seat - 1
        values_of: dict[Joined, Values] = {}
        shares: list[float] = []
        for move in moves:
            joined = _joined_after(position, lines, move)
            values = values_of.get(joined)
            if values is None:
                values = values_of[joined] = _values_after_action(position, joined)
            shares.append(values[mover])
        priors = [exp(self.sharpness * share) for share in shares]
        total = sum(priors)
        here = _values(position, position.scores, _first_to_play(position), lines.joined)
        return Assessment(here, [prior / total for prior in priors])

    def winning_move(self, position: PasstallyPosition) -> Move | None:
        if not _may_end_now(position):
            return None
        lines = Lines(position.board, _markers(position.ring, position.players))
        mover = position.seat - 1
        best = max(position.scores)
        for move in position.moves():
            joined = _joined_after(position, lines, move)
            if position.scores[mover] + points(joined[mover]) >= best:
                outcome = position.play(move).outcome
                if outcome is not None and outcome.winners == (position.seat,):
                    return move
        return None

    def reveal(self, position: PasstallyPosition, random: Random) -> PasstallyPosition:
        if position.ended or UNKNOWN not in position.face_up:
            return position
        unseen: dict[str, int] = dict.fromkeys(KINDS, COPIES)
        for laid in position.board.laid:
            unseen[laid.kind] -= 1
        for pile in position.piles:
            for kind in pile:
                if kind != UNKNOWN:
                    unseen[kind] -= 1
        drawn = [kind for kind, count in unseen.items() for _ in range(max(count, 0))]
        piles = list(position.piles)
        for number, pile in enumerate(piles):
            if pile[:1] == (UNKNOWN,):
                kind = drawn.pop(int(random.random() * len(drawn)))
                piles[number] = (kind, *pile[1:])
        return replace(position, piles=tuple(piles))


def _markers(ring: tuple[int, ...], players: int) -> list[list[int]]:
    markers: list[list[int]] = [[] for _ in range(players)]
    for spot, owner in enumerate(ring):
        if owner:
            markers[owner - 1].append(spot)
    return markers


def _playing_seats(position: PasstallyPosition) -> list[int]:
    return [seat for seat in range(1, position.players + 1) if seat not in position.resigned]


def _may_end_now(position: PasstallyPosition) -> bool:
    """Whether the next action is the last of a round and may end the match."""
    playing = _playing_seats(position)
    if position.actions_left != 1 or position.seat != playing[-1]:
        return False
    most = max(*position.scores, position.scores[position.seat - 1] + VICTORY_POINTS[-1])
    return (
        position.last_round
        or position.rounds_without_tile == MAX_ROUNDS_WITHOUT_TILE
        or min(position.tiles_left) == 1
        or most >= WINNING_SCORE
    )


def _joined_after(position: PasstallyPosition, lines: Lines, move: Move) -> Joined:
    """The lines of each seat's markers after a move of the seat in turn."""
    if len(move) == 3:
        pile, first, second = move
        kind = position.piles[PILES.index(pile)][0]
        return lines.joined_with_tile(kind, CELL_NUMBERS[first], CELL_NUMBERS[second])
    mover = position.seat - 1
    left = SPOT_NUMBERS[move[0]]
    own = [spot for spot in lines.markers[mover] if spot != left]
    own.append(SPOT_NUMBERS[move[-1]])
    return (*lines.joined[:mover], lines.joined_between(own), *lines.joined[mover + 1 :])
