"""The evaluation of Passtally: the points so far, and those that each seat would score now.

To score a move quickly, the lines are flat tables. The result is that of
`PasstallyPosition.passes`, but a tile is laid, counted and taken off again without a new position,
and only the lines of markers through its two cells are followed again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from math import exp, sqrt
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

Joined = tuple[tuple[int, int], ...]
"""The passes of each seat's lines and the number of these lines."""


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

    def joined_between(self, spots: Sequence[int]) -> tuple[int, int]:
        """Return the passes and the number of the lines between these spots."""
        ends, passes = self._ends, self._passes
        total = lines = 0
        for spot in spots:
            if spot < ends[spot] and ends[spot] in spots:
                total += passes[spot]
                lines += 1
        return total, lines

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
        pairs: list[tuple[int, int]] = []
        for (total, lines), spots in zip(cut.joined, cut.open_spots, strict=True):
            open_spots = spots.copy()
            while len(open_spots) > 1:
                end, counted = self._walk(open_spots.pop())
                if end in open_spots:
                    open_spots.remove(end)
                    total += counted
                    lines += 1
            pairs.append((total, lines))
        halves[first], halves[second], heights[first], tops[first], tops[second] = before
        heights[second] = before[2]
        return tuple(pairs)

    def _cut(self, ends: int) -> _Cut:
        """Cut the lines with these ends, which are bits."""
        open_spots = [[spot for spot in spots if ends >> spot & 1] for spots in self.markers]
        joined = tuple(
            self.joined_between([spot for spot in spots if spot not in others]) if others else pair
            for spots, others, pair in zip(self.markers, open_spots, self.joined, strict=True)
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


class PasstallyGuide(Guide[PasstallyPosition]):
    """Points so far, and expected points of the present lines."""

    exploration = 1.0
    fpu_reduction = 0.0
    sharpness = 12.0
    """How strongly a move's weight grows with its share of the win."""
    others = 0.9
    """The value of a point to be scored by another seat, relative to the seat in turn.

    It is lower because lines may change before that seat's turn.
    """
    line = 0.5
    """The value in points of a line between two markers, even without passes."""
    spread = 6.0
    """The lead in points that wins 73 of 100 matches at the beginning."""

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
                values = values_of[joined] = self._values_after_action(position, joined)
            shares.append(values[mover])
        priors = [exp(self.sharpness * share) for share in shares]
        total = sum(priors)
        here = self._values(position, position.scores, position.seat, lines.joined)
        return Assessment(here, [prior / total for prior in priors])

    def _values_after_action(self, position: PasstallyPosition, joined: Joined) -> Values:
        """The expected shares after an action of the seat in turn."""
        mover = position.seat - 1
        scores, in_turn = position.scores, position.seat
        if position.actions_left == 1:
            gained = scores[mover] + points(joined[mover][0])
            scores = (*scores[:mover], gained, *scores[mover + 1 :])
            in_turn = in_turn % position.players + 1
        return self._values(position, scores, in_turn, joined)

    def _values(
        self, position: PasstallyPosition, scores: tuple[int, ...], in_turn: int, joined: Joined
    ) -> Values:
        """The shares of the win for these scores and lines, with this seat in turn."""
        tiles_left = min(position.tiles_left) / PILE_SIZE
        points_left = 1 - max(scores) / WINNING_SCORE
        spread = self.spread * sqrt(max(0.05, min(tiles_left, points_left)))
        expected: list[float] = []
        for seat, (score, (passes, lines)) in enumerate(zip(scores, joined, strict=True), 1):
            promised = _SMOOTH_POINTS[min(passes, MIN_PASSES[-1])] + self.line * lines
            expected.append(score + (promised if seat == in_turn else self.others * promised))
        best = max(expected)
        weights = [
            0.0 if seat in position.resigned else exp((each - best) / spread)
            for seat, each in enumerate(expected, 1)
        ]
        total = sum(weights)
        return tuple(weight / total for weight in weights)

    def winning_move(self, position: PasstallyPosition) -> Move | None:
        if not _may_end_now(position):
            return None
        lines = Lines(position.board, _markers(position.ring, position.players))
        mover = position.seat - 1
        best = max(position.scores)
        for move in position.moves():
            joined = _joined_after(position, lines, move)
            if position.scores[mover] + points(joined[mover][0]) >= best:
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


def _may_end_now(position: PasstallyPosition) -> bool:
    """Whether the next action is the last of a round and may end the match."""
    playing = [seat for seat in range(1, position.players + 1) if seat not in position.resigned]
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
