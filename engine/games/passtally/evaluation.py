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


class Lines:
    """The lines of one board, with their ends and passes."""

    def __init__(self, tiling: Tiling) -> None:
        self._halves = list(tiling.halves)
        self._heights = list(tiling.heights)
        self._tops = list(tiling.tops)
        self._new_tile = len(tiling.laid) + 1
        self.ends = [0] * len(SPOTS)
        """The spot at the other end of each spot's line."""
        self.passes = [0] * len(SPOTS)
        """The passes of each spot's line."""
        self._ends_through: list[set[int]] = [set() for _ in tiling.heights]
        """Both ends of each line that goes through each cell."""
        for spot in range(len(SPOTS)):
            end, passes, cells = self._walk(spot)
            self.ends[spot] = end
            self.passes[spot] = passes
            if spot < end:
                for cell in cells:
                    self._ends_through[cell] |= {spot, end}

    def joined(self, markers: Markers) -> Joined:
        """Return the lines of each seat's markers."""
        ends, passes = self.ends, self.passes
        pairs: list[tuple[int, int]] = []
        for spots in markers:
            total = lines = 0
            for spot in spots:
                if spot < ends[spot] and ends[spot] in spots:
                    total += passes[spot]
                    lines += 1
            pairs.append((total, lines))
        return tuple(pairs)

    def joined_with_tile(self, kind: str, first: int, second: int, markers: Markers) -> Joined:
        """Return what `joined` would return after laying a tile, which must be legal."""
        ends, passes = self.ends, self.passes
        # The lines through the two cells keep their ends, but join them differently.
        open_ends = self._ends_through[first] | self._ends_through[second]
        pairs: list[tuple[int, int]] = []
        is_laid = False
        halves, heights, tops = self._halves, self._heights, self._tops
        before = halves[first], halves[second], heights[first], tops[first], tops[second]
        for spots in markers:
            total = lines = 0
            open_spots: list[int] = []
            for spot in spots:
                if spot in open_ends:
                    open_spots.append(spot)
                elif spot < ends[spot] and ends[spot] in spots:
                    total += passes[spot]
                    lines += 1
            while len(open_spots) > 1:
                if not is_laid:
                    is_laid = True
                    halves[first], halves[second] = halves_as_laid(kind, first, second)
                    heights[first] = heights[second] = before[2] + 1
                    tops[first] = tops[second] = self._new_tile
                end, counted, _ = self._walk(open_spots.pop())
                if end in open_spots:
                    open_spots.remove(end)
                    total += counted
                    lines += 1
            pairs.append((total, lines))
        if is_laid:
            halves[first], halves[second], heights[first], tops[first], tops[second] = before
            heights[second] = before[2]
        return tuple(pairs)

    def _walk(self, spot: int) -> tuple[int, int, list[int]]:
        """The other end of a spot's line, its passes, and its cells."""
        halves, heights, tops = self._halves, self._heights, self._tops
        cells: list[int] = []
        total = before = 0
        state = ENTRIES[spot]
        while state >= 0:
            cell = state >> 2
            cells.append(cell)
            tile = tops[cell]
            if tile != before:
                total += heights[cell]
                before = tile
            state = ONWARD[halves[cell]][state]
        return ~state, total, cells


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
        lines = Lines(position.board)
        markers = _markers(position.ring, position.players)
        mover = position.seat - 1
        values_of: dict[Joined, Values] = {}
        shares: list[float] = []
        for move in moves:
            joined = _joined_after(position, lines, markers, move)
            values = values_of.get(joined)
            if values is None:
                values = values_of[joined] = self._values_after_action(position, joined)
            shares.append(values[mover])
        priors = [exp(self.sharpness * share) for share in shares]
        total = sum(priors)
        here = self._values(position, position.scores, position.seat, lines.joined(markers))
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
        lines = Lines(position.board)
        markers = _markers(position.ring, position.players)
        mover = position.seat - 1
        best = max(position.scores)
        for move in position.moves():
            joined = _joined_after(position, lines, markers, move)
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


def _joined_after(
    position: PasstallyPosition, lines: Lines, markers: list[list[int]], move: Move
) -> Joined:
    """The lines of each seat's markers after a move of the seat in turn."""
    if len(move) == 3:
        pile, first, second = move
        kind = position.face_up[PILES.index(pile)]
        assert kind is not None
        return lines.joined_with_tile(kind, CELL_NUMBERS[first], CELL_NUMBERS[second], markers)
    mover = position.seat - 1
    own = [spot for spot in markers[mover] if len(move) == 1 or spot != SPOT_NUMBERS[move[0]]]
    own.append(SPOT_NUMBERS[move[-1]])
    return lines.joined([*markers[:mover], own, *markers[mover + 1 :]])
