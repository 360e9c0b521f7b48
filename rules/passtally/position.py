"""Passtally's position: who is to decide, what is legal, what follows, and how a match ends.

Its tables are in `passtally_tiles`, the tiles on the board and the lines through them in
`passtally_board`, the reading of typed moves in `passtally_notation`, the reasons of refusals in
`passtally_refusals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Self

from rules.passtally.board import Board, Line
from rules.passtally.notation import steps_of
from rules.passtally.refusals import explain, unreadable
from rules.passtally.tiles import (
    CELL_NUMBERS,
    OPPOSITE,
    ORIENTED_MOVES,
    PILES,
    PLACE_MOVES,
    SEAT_NAMES,
    SIDE_NAMES,
    SIDES,
    SPOT_NUMBERS,
    SPOTS,
    UNKNOWN,
    looks_the_same_turned,
    marker_moves,
    of_oriented_places,
    points,
)
from rules.position import Move, Outcome, Position
from rules.refusal import Refusal

ACTIONS = 2
WINNING_SCORE = 50

PLACING_ORDER = {
    2: (1, 2, 2, 1, 1, 2, 2, 1),
    3: (1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1),
}
"""By number of players, the seat of each marker placement (rules: passtally, "Set-up")."""


@dataclass(frozen=True, slots=True)
class PasstallyPosition(Position):
    """A position of Passtally, built by `Passtally.start`, `Passtally.decode` or `arranged`.

    A move is a spot while the markers are placed (`("N3",)`), then either a marker's way
    (`("N3", "E1")`) or a tile (`("2", "c3", "d3")`: the pile, the cell of the first half, the cell
    of the second). A turn is two moves.
    """

    players: int
    piles: tuple[tuple[str, ...], ...]
    """The kinds left in each pile, the face-up tile first; `UNKNOWN` for one that is not seen."""
    board: Board
    ring: tuple[int, ...]
    """By spot number, the seat whose marker is there, else 0."""
    scores: tuple[int, ...]
    seat: int
    """Who moves; once the match is over, who moved last."""
    actions_left: int
    """1 or 2 in a turn; 0 while the markers are placed and once the match is over."""
    round: int
    """From 1; 0 while the markers are placed."""
    placements: int = 0
    """While the markers are placed, how many entries of `PLACING_ORDER` are done."""
    sides: str = ""
    """While the markers are placed, the sides that were chosen."""
    resigned: tuple[int, ...] = ()
    """The seats that take no more turns, in order."""
    ended: str | None = None
    """How the match ended: `fifty`, `pile_used_up`, `piles_used_up`, `no_place`."""

    @property
    def to_move(self) -> int | None:
        return None if self.ended else self.seat

    @property
    def is_mid_turn(self) -> bool:
        if self.ended:
            return False
        if not self.placing_markers:
            return self.actions_left < ACTIONS
        due = PLACING_ORDER[self.players][: self.placements]
        # A seat that has left owes the markers that it has not placed.
        placed = [
            seat
            for number, seat in enumerate(due)
            if due[:number].count(seat) < self.ring.count(seat)
        ]
        return placed[-1:] == [self.seat]

    def may_be_taken_back(self, move: Move) -> bool:
        """A tile never, not even the last of its pile (rules: passtally, "Turn")."""
        return len(move) < 3

    @property
    def placing_markers(self) -> bool:
        """The markers are still being placed."""
        return self.round == 0

    @property
    def last_round(self) -> bool:
        """The match ends with the current round at the latest (rules: passtally, "End")."""
        return not self.placing_markers and (
            max(self.scores) >= WINNING_SCORE or not all(self.piles)
        )

    @property
    def face_up(self) -> tuple[str | None, ...]:
        """By pile, the kind of the tile that may be taken; None where the pile is used up."""
        return tuple(pile[0] if pile else None for pile in self.piles)

    @property
    def tiles_left(self) -> tuple[int, ...]:
        """By pile, the number of tiles left, the face-up one included."""
        return tuple(len(pile) for pile in self.piles)

    @property
    def markers(self) -> dict[str, int]:
        """The seat of the marker on each occupied spot, by the spot's name, in the ring's order."""
        return {spot: owner for spot, owner in zip(SPOTS, self.ring, strict=True) if owner}

    @property
    def open_sides(self) -> str:
        """While the markers are placed, the sides on which the next may go.

        Rules: passtally, "Set-up": the first of each pair of rounds chooses a side for all, the
        second round goes to the side opposite.
        """
        pair, second_of_pair = divmod(self.placements // self.players, 2)
        if len(self.sides) > pair:
            return OPPOSITE[self.sides[pair]] if second_of_pair else self.sides[pair]
        used = {*self.sides, *(OPPOSITE[side] for side in self.sides)}
        return "".join(side for side in SIDES if side not in used)

    def lines(self) -> tuple[Line, ...]:
        """The 12 lines that join the spots in pairs."""
        return self.board.lines()

    def passes(self, seat: int) -> int:
        """The passes of all lines with both ends at this seat's markers."""
        return _passes(self.board, self.ring, seat)

    @property
    def outcome(self) -> Outcome | None:
        if self.ended is None:
            return None
        return _outcome(self.ended, self.scores, self.resigned)

    def moves(self) -> Sequence[Move]:
        if self.ended:
            return ()
        if self.placing_markers:
            sides = self.open_sides
            return sorted(
                (spot,)
                for spot, owner in zip(SPOTS, self.ring, strict=True)
                if not owner and spot[0] in sides
            )
        moves: list[Move] = []
        places = self.board.places
        for number, kind in enumerate(self.face_up):
            if kind is None or kind == UNKNOWN:
                continue
            if looks_the_same_turned(kind):
                moves.extend(compress(PLACE_MOVES[number], places))
            else:
                moves.extend(compress(ORIENTED_MOVES[number], of_oriented_places(places)))
        moves.extend(marker_moves(self.ring, self.seat))
        return moves

    def play(self, move: Move) -> Self:
        """The position after a move out of `moves()`.

        On a position as `seen_by` gives it, the tile that a tile move turns up stays `UNKNOWN`,
        and `moves()` lists nothing for its pile.
        """
        if len(move) == 1:
            return self._with_marker_placed(move[0])
        if len(move) == 2:
            ring = list(self.ring)
            ring[SPOT_NUMBERS[move[0]]] = 0
            ring[SPOT_NUMBERS[move[1]]] = self.seat
            return self._after_action(self.piles, self.board, tuple(ring))
        number = PILES.index(move[0])
        pile = self.piles[number]
        board = self.board.lay(pile[0], CELL_NUMBERS[move[1]], CELL_NUMBERS[move[2]])
        piles = (*self.piles[:number], pile[1:], *self.piles[number + 1 :])
        return self._after_action(piles, board, self.ring)

    def without(self, seat: int) -> Self:
        """The position in which this seat takes no more turns; its markers and points stay.

        Where it was to move, its turn ends at once and scores nothing. A round is complete once
        the last of the other seats has had its turn, and a seat that is out can't win. Where one
        seat is left the match is decided, which is not this method's business: that seat would
        play on alone.

        :raises ValueError: where there is no such seat, or nobody would be left.
        """
        if not 1 <= seat <= self.players:
            raise ValueError(f"there is no seat {seat}")
        if self.ended or seat in self.resigned:
            return self
        resigned = tuple(sorted((*self.resigned, seat)))
        if len(resigned) == self.players:
            raise ValueError("nobody would be left")
        position = replace(self, resigned=resigned)
        if seat != self.seat:
            return position
        return position._next_placement() if self.placing_markers else position._next_turn()

    def seen_by(self, seat: int | None) -> Self:
        """What anybody may know: every tile under a face-up one is `UNKNOWN` until the end."""
        if self.ended:
            return self
        return replace(
            self, piles=tuple(pile[:1] + (UNKNOWN,) * len(pile[1:]) for pile in self.piles)
        )

    def explain(self, move: Move) -> Refusal:
        return explain(self, move)

    def parse(self, text: str) -> Move:
        steps = steps_of(text)
        if steps is None:
            raise unreadable(self)
        if len(steps) == 3 and steps[0] in PILES and steps[1] in CELL_NUMBERS:
            kind = self.face_up[PILES.index(steps[0])]
            if kind and looks_the_same_turned(kind):
                return (steps[0], *sorted(steps[1:]))
        return steps

    def text(self, move: Move) -> str:
        return f"{move[0]}:{move[1]}-{move[2]}" if len(move) == 3 else "-".join(move)

    def spellings(self, move: Move) -> tuple[Move, ...]:
        """Of a tile that looks the same turned, its cells in either order."""
        if len(move) == 3 and looks_the_same_turned(self.face_up[PILES.index(move[0])] or UNKNOWN):
            pile, first, second = move
            return move, (pile, second, first)
        return (move,)

    def beginning(self, prefix: Move) -> str:
        if len(prefix) > 1 and prefix[0].isdigit():
            return f"{prefix[0]}:{'-'.join(prefix[1:])}"
        return "-".join(prefix)

    def label(self, prefix: Move, step: str) -> str:
        if self.placing_markers or prefix:
            return step
        return (
            f"tile {step}: {self.piles[int(step) - 1][0]}" if step.isdigit() else f"marker {step}"
        )

    def prompt(self, prefix: Move) -> str:
        if self.ended:
            return "The match is over"
        if prefix in self.moves():
            return "The move is complete"
        if self.placing_markers:
            sides = [SIDE_NAMES[side] for side in self.open_sides]
            return f"Choose a free spot at the {' or '.join(sides)}"
        if not prefix:
            return "Take a tile from a pile or choose a marker to move"
        first, *cells = prefix
        if first not in PILES:
            return "Choose the spot that the marker goes to"
        if cells:
            return "Choose the cell of the second half"
        kind = self.face_up[PILES.index(first)] or UNKNOWN
        which = "lower or left" if looks_the_same_turned(kind) else "first"
        return f"Choose the cell of the {which} half of {kind}"

    def encode(self) -> str:
        """Twelve fields with blanks between; an empty one is written `-`.

        Players, seat, actions left, round, placements done, sides chosen, seats resigned, scores,
        the 24 spots in the ring's order (a seat or `.`), the piles, the tiles laid, the way it
        ended: `2 1 1 3 0 - - 4,0 1..2… XA,?/BB/XX XX:c3-d3 -`.
        """
        fields = (
            str(self.players),
            str(self.seat),
            str(self.actions_left),
            str(self.round),
            str(self.placements),
            self.sides,
            ",".join(str(seat) for seat in self.resigned),
            ",".join(str(score) for score in self.scores),
            "".join(str(owner) if owner else "." for owner in self.ring),
            "/".join(",".join(pile) for pile in self.piles),
            ",".join(laid.text for laid in self.board.laid),
            self.ended or "",
        )
        return " ".join(field or "-" for field in fields)

    def _with_marker_placed(self, spot: str) -> Self:
        ring = list(self.ring)
        ring[SPOT_NUMBERS[spot]] = self.seat
        chosen = spot[0] if len(self.open_sides) > 1 else ""
        return replace(self, ring=tuple(ring), sides=self.sides + chosen)._next_placement()

    def _next_placement(self) -> Self:
        """Passes the decision to the next seat that places a marker, or begins the first turn."""
        order = PLACING_ORDER[self.players]
        for placements in range(self.placements + 1, len(order)):
            if order[placements] not in self.resigned:
                return replace(self, placements=placements, seat=order[placements])
        return replace(
            self,
            placements=0,
            sides="",
            seat=self._playing_seats[0],
            actions_left=ACTIONS,
            round=1,
        )

    def _after_action(
        self, piles: tuple[tuple[str, ...], ...], board: Board, ring: tuple[int, ...]
    ) -> Self:
        """Goes on with the second action, or scores the turn and ends it."""
        ended = ended_at_once(piles, board)
        turn_is_over = self.actions_left == 1 or ended is not None
        scores = self.scores
        if turn_is_over:
            gained = points(_passes(board, ring, self.seat))
            scores = (
                *scores[: self.seat - 1],
                scores[self.seat - 1] + gained,
                *scores[self.seat :],
            )
        position = type(self)(
            players=self.players,
            piles=piles,
            board=board,
            ring=ring,
            scores=scores,
            seat=self.seat,
            actions_left=0 if ended else self.actions_left - 1,
            round=self.round,
            resigned=self.resigned,
            ended=ended,
        )
        return position._next_turn() if turn_is_over and not ended else position

    def _next_turn(self) -> Self:
        """Passes the turn on; a last round that is complete ends the match."""
        later = [seat for seat in self._playing_seats if seat > self.seat]
        if later:
            return replace(self, seat=later[0], actions_left=ACTIONS)
        if self.last_round:
            fifty = max(self.scores) >= WINNING_SCORE
            return replace(self, actions_left=0, ended="fifty" if fifty else "pile_used_up")
        return replace(
            self, seat=self._playing_seats[0], actions_left=ACTIONS, round=self.round + 1
        )

    @property
    def _playing_seats(self) -> list[int]:
        return [seat for seat in range(1, self.players + 1) if seat not in self.resigned]


def _passes(board: Board, ring: tuple[int, ...], seat: int) -> int:
    return board.passes_between([spot for spot, owner in enumerate(ring) if owner == seat])


def ended_at_once(piles: Sequence[Sequence[str]], board: Board) -> str | None:
    """What ends a match in the middle of a turn (rules: passtally, "End"), None if nothing does."""
    if not any(piles):
        return "piles_used_up"
    return None if board.has_a_place else "no_place"


ENDINGS = {
    "fifty": f"{WINNING_SCORE} points were reached and the last round is complete",
    "pile_used_up": "A pile is used up and the last round is complete",
    "piles_used_up": "All three piles are used up",
    "no_place": "No tile can be laid anywhere on the board",
}
"""By the code of `PasstallyPosition.ended`, why the match is over."""


def _outcome(ended: str, scores: tuple[int, ...], resigned: tuple[int, ...]) -> Outcome:
    """Most points win, among equals the seat that is earlier in turn order."""
    playing = [seat for seat in range(1, len(scores) + 1) if seat not in resigned]
    best = max(scores[seat - 1] for seat in playing)
    winner, *equals = [seat for seat in playing if scores[seat - 1] == best]
    tally = ", ".join(
        f"{SEAT_NAMES[seat - 1]} {score}{'' if seat in playing else ' (left)'}"
        for seat, score in enumerate(scores, start=1)
    )
    words = f"{ENDINGS[ended]}: {tally}."
    if equals:
        first, *others = (SEAT_NAMES[seat - 1] for seat in (winner, *equals))
        words += f" {first} is equal with {' and '.join(others)}, and earlier in turn order."
    return Outcome((winner,), ended, words, scores)
