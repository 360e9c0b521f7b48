"""A position of Passtally: the seat to move, its legal moves, and their results.

`rules.passtally.board` has the board, its tiles and lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress
from typing import Self

from language.lists import Listed
from rules.passtally.board import (
    CELL_NUMBERS,
    CELLS,
    EXCHANGED,
    HEAD_STARTS,
    KINDS,
    MAX_ROUNDS_WITHOUT_TILE,
    ORIENTED_MOVES,
    PILES,
    PLACE_MOVES,
    SPOT_NUMBERS,
    SPOTS,
    UNKNOWN,
    WINNING_SCORE,
    Line,
    Tiling,
    ended_at_once,
    looks_the_same_turned,
    marker_moves,
    of_oriented_places,
    points,
    points_at_start,
    turned_cell,
)
from rules.passtally.moves import PLACING_ORDER, PasstallyInput, Placing, Table, beginning_of
from rules.passtally.words import (
    ENDINGS,
    PasstallyOutcome,
    described,
    lines_broken,
    refusal,
    scored,
    stacked,
)
from rules.position import Move, Outcome, Position, View
from rules.refusal import Refusal
from rules.teaching import Remark

ACTIONS = 2
"""Number of moves in a turn, once the markers are placed."""

MARKERS = 4
"""Number of markers of each seat."""


@dataclass(frozen=True, slots=True)
class TurnState:
    """The state of a match after the markers are placed."""

    seat: int = 1
    """The seat to move."""
    actions_left: int = ACTIONS
    round: int = 1
    rounds_without_tile: int = 1
    """Rounds in a row without a tile, including the present one."""


FIRST_TURN = TurnState()


@dataclass(frozen=True, slots=True)
class PasstallyPosition(Position):
    """A position of Passtally, built by `Passtally` or `set_up`.

    A move is a spot while the markers are placed (`("N3",)`), then either a marker's way
    (`("N3", "E1")`) or a tile (`("2", "c3", "d3")`: the pile, the cell of the first half, the cell
    of the second). A turn is two moves.
    """

    players: int
    piles: tuple[tuple[str, ...], ...]
    """The kinds left in each pile, the face-up tile first. `UNKNOWN` if hidden."""
    board: Tiling
    ring: tuple[int, ...]
    """For each spot, by number: the seat whose marker is there, or 0."""
    victory_points: tuple[int, ...]
    """The points of each seat, seat 1 first."""
    seat: int
    """The seat to move, or the last one to have moved if the match is over."""
    actions_left: int
    """1 or 2 during a turn, 0 while markers are placed and after the match."""
    round: int
    """The number of the round, from 1. It is 0 while markers are placed."""
    placing: Placing | None = None
    """The progress of placing the markers, None after the last."""
    resigned: tuple[int, ...] = ()
    """The seats that have left, in order."""
    ended: str | None = None
    """How the match ended, as a code of `rules.passtally.words.ENDINGS`."""
    rounds_without_tile: int = 1
    """Rounds in a row without a tile, including the present one."""

    @classmethod
    def set_up(
        cls,
        players: int,
        piles: Sequence[Sequence[str]],
        laid: Sequence[str],
        markers: Mapping[str, int],
        *,
        scores: Sequence[int] = (),
        turn: TurnState = FIRST_TURN,
    ) -> Self:
        """Return a position set up by hand, after the markers are placed.

        :param piles: the kinds left in each pile, the face-up tile first.
        :param laid: the tiles on the board in the order laid, like `XA:c3-d3`.
        :param markers: the seat of the marker on each occupied spot.
        :param scores: the points of each seat, default 0.
        :param turn: the first turn of the match by default.
        :raises ValueError: if the position is impossible.
        """
        if not set(markers) <= set(SPOTS):
            raise ValueError("a marker is on no spot")
        tiling = Tiling.of(laid)
        ended = ended_at_once(piles, tiling)
        return cls(
            players=players,
            piles=tuple(tuple(pile) for pile in piles),
            board=tiling,
            ring=tuple(markers.get(spot, 0) for spot in SPOTS),
            victory_points=tuple(scores) or (0,) * players,
            seat=turn.seat,
            actions_left=0 if ended else turn.actions_left,
            round=turn.round,
            ended=ended,
            rounds_without_tile=turn.rounds_without_tile,
        ).checked()

    @property
    def seats(self) -> int:
        return self.players

    @property
    def scores(self) -> tuple[int, ...]:
        return self.victory_points

    @property
    def to_move(self) -> int | None:
        return None if self.ended else self.seat

    @property
    def follower(self) -> int | None:
        if self.ended:
            return None
        if self.placing is not None:
            return self.placing.follower(self.resigned)
        playing = self._playing_seats
        return playing[(playing.index(self.seat) + 1) % len(playing)]

    @property
    def is_mid_turn(self) -> bool:
        if self.ended:
            return False
        if self.placing is None:
            return self.actions_left < ACTIONS
        return self.placing.last_seat(self.ring) == self.seat

    def may_be_taken_back(self, move: Move) -> bool:
        """Whether it moves a marker, because a tile stays (rules: passtally, "Turn")."""
        return len(move) < 3

    @property
    def placing_markers(self) -> bool:
        """Whether markers are still being placed."""
        return self.placing is not None

    @property
    def last_round(self) -> bool:
        """Whether the match ends by the end of this round (rules: passtally, "End")."""
        return not self.placing_markers and (
            max(self.scores) >= WINNING_SCORE or not all(self.piles)
        )

    @property
    def face_up(self) -> tuple[str | None, ...]:
        """The kind of the tile that can be taken from each pile, or None if it is used up."""
        return tuple(pile[0] if pile else None for pile in self.piles)

    @property
    def tiles_left(self) -> tuple[int, ...]:
        """The number of tiles left in each pile, including the face-up one."""
        return tuple(len(pile) for pile in self.piles)

    @property
    def markers(self) -> dict[str, int]:
        """The seat of the marker on each occupied spot, by name, in the ring's order."""
        return {spot: owner for spot, owner in zip(SPOTS, self.ring, strict=True) if owner}

    @property
    def open_sides(self) -> str:
        """The sides for the next marker, while markers are placed."""
        return self.placing.open_sides if self.placing else ""

    def lines(self) -> tuple[Line, ...]:
        """The 12 lines that join the spots in pairs."""
        return self.board.lines()

    def passes(self, seat: int) -> int:
        """Return the passes of all lines between two markers of this seat."""
        return _passes(self.board, self.ring, seat)

    @property
    def outcome(self) -> Outcome | None:
        if self.ended is None:
            return None
        # `max` takes the first, because on equal points the seat earlier in turn order wins.
        winner = max(self._playing_seats, key=lambda seat: self.scores[seat - 1])
        values = {"left": list(self.resigned)} if self.resigned else {}
        return PasstallyOutcome((winner,), self.ended, self.scores, values)

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
        """Return the position after a move out of `moves()`.

        In a position from `seen_by`, the next tile of a pile stays `UNKNOWN`, and `moves()` lists
        nothing for that pile.
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
        """Return the position without this seat, whose markers and points stay.

        If it was to move, its turn ends at once and scores nothing. A round is complete once the
        last remaining seat has had its turn, and a seat that has left can't win. If one seat is
        left, the caller has to end the match, or that seat would continue alone.

        :raises ValueError: if there is no such seat, or no player would be left.
        """
        if not 1 <= seat <= self.players:
            raise ValueError(f"there is no seat {seat}")
        if self.ended or seat in self.resigned:
            return self
        resigned = tuple(sorted((*self.resigned, seat)))
        if len(resigned) == self.players:
            raise ValueError("no player would be left")
        position = replace(self, resigned=resigned)
        if seat != self.seat:
            return position
        if self.placing is None:
            turn, ended = position._next_turn(self.piles, self.scores, self.rounds_without_tile)
            return replace(
                position,
                seat=turn.seat,
                actions_left=turn.actions_left,
                round=turn.round,
                ended=ended,
                rounds_without_tile=turn.rounds_without_tile,
            )
        return position._placing_on(self.placing.skipped(resigned), self.ring)

    def seen_by(self, seat: int | None) -> Self:
        """Return the position as everyone sees it.

        Tiles below a face-up one are `UNKNOWN` until the end.
        """
        if self.ended:
            return self
        return replace(
            self, piles=tuple(pile[:1] + (UNKNOWN,) * len(pile[1:]) for pile in self.piles)
        )

    def explain(self, move: Move) -> Refusal:
        return refusal(self, self._table, move)

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        if self.placing_markers:
            return ()
        after = self.play(move)
        remarks: list[Remark] = []
        if len(move) == 3 and (height := after.board.cell(move[1]).height) > 1:
            remarks.append(stacked(self.seat, (move[1], move[2]), height))
        for seat in range(1, self.players + 1):
            before, now = self.passes(seat), after.passes(seat)
            if seat != self.seat and now < before:
                remarks.append(lines_broken(seat, before, now))
        gained = after.scores[self.seat - 1] - self.scores[self.seat - 1]
        if gained:
            remarks.append(scored(self.seat, after.passes(self.seat), gained))
        return tuple(remarks)

    def describe(self, moves: Sequence[Move], name: str) -> Listed:
        after = self
        for move in moves:
            after = after.play(move)
        gained = after.scores[self.seat - 1] - self.scores[self.seat - 1]
        return described(name, moves, gained, after.scores)

    def text(self, move: Move) -> str:
        return beginning_of(move)

    @property
    def input(self) -> PasstallyInput:
        return PasstallyInput(self, self._table)

    @property
    def _table(self) -> Table:
        return Table(self.board, self.ring, self.face_up, self.open_sides)

    def views(self) -> Iterator[View]:
        """Yield the position rotated and mirrored, whatever the order of its piles.

        Mirroring swaps the halves A and B.
        """
        seat = self.seat
        owners = {0: ".", seat: "M"}
        laid = [(name, self.board.cell(name)) for name in CELLS]
        for mirrors in (False, True):
            kinds = [kind or "-" for kind in self.face_up]
            if mirrors:
                # A mirrored tile has its halves reversed.
                kinds = [kind.translate(EXCHANGED)[::-1] for kind in kinds]
            tiles = sorted(min(kind, kind[::-1]) for kind in kinds)
            for quarter in range(4):
                turn = partial(turned_cell, mirrors=mirrors, quarter=quarter)
                ring = [""] * len(SPOTS)
                for spot, owner in enumerate(self.ring):
                    place = (29 - spot if mirrors else spot) + 6 * quarter
                    ring[place % len(SPOTS)] = owners.get(owner, "O")
                tops = dict.fromkeys(CELLS, "")
                for name, cell in laid:
                    if cell.height:
                        half = cell.half
                        if mirrors != quarter % 2:
                            half = half.translate(EXCHANGED)
                        other = turn(cell.other_half) if cell.other_half else ""
                        tops[turn(name)] = f"{cell.height}{half}{other}"
                yield *tiles, *ring, *tops.values()

    def encode(self) -> str:
        """Return twelve or thirteen fields separated by blanks, with `-` for an empty one.

        They are: players, seat, actions left, round, placements done, sides chosen, seats that
        left, scores, the 24 spots in the ring's order (a seat or `.`), the piles, the tiles laid,
        and the ending, as in `2 1 1 3 0 - - 4,0 1..2… XA,?/BB/XX XX:c3-d3 -`. The number of rounds
        without a tile follows unless it is one.
        """
        fields = (
            str(self.players),
            str(self.seat),
            str(self.actions_left),
            str(self.round),
            str(self.placing.done if self.placing else 0),
            self.placing.sides if self.placing else "",
            ",".join(str(seat) for seat in self.resigned),
            ",".join(str(score) for score in self.scores),
            "".join(str(owner) if owner else "." for owner in self.ring),
            "/".join(",".join(pile) for pile in self.piles),
            ",".join(laid.text for laid in self.board.laid),
            self.ended or "",
        )
        text = " ".join(field or "-" for field in fields)
        return text if self.rounds_without_tile == 1 else f"{text} {self.rounds_without_tile}"

    def _with_marker_placed(self, spot: str) -> Self:
        assert self.placing is not None
        ring = list(self.ring)
        ring[SPOT_NUMBERS[spot]] = self.seat
        return self._placing_on(self.placing.after(spot[0], self.resigned), tuple(ring))

    def _placing_on(self, placing: Placing | None, ring: tuple[int, ...]) -> Self:
        """Pass the turn to the next seat that places a marker, or start the first turn."""
        if placing is not None:
            return replace(self, ring=ring, placing=placing, seat=placing.seat)
        return replace(
            self,
            ring=ring,
            placing=None,
            seat=self._playing_seats[0],
            actions_left=ACTIONS,
            round=1,
        )

    def _after_action(
        self, piles: tuple[tuple[str, ...], ...], tiling: Tiling, ring: tuple[int, ...]
    ) -> Self:
        """Continue with the second action, or score the turn and end it."""
        ended = ended_at_once(piles, tiling)
        scores = self.scores
        if self.actions_left == 1 or ended:
            gained = points(_passes(tiling, ring, self.seat))
            scores = (
                *scores[: self.seat - 1],
                scores[self.seat - 1] + gained,
                *scores[self.seat :],
            )
        rounds_without_tile = self.rounds_without_tile if tiling is self.board else 0
        if ended:
            turn = TurnState(self.seat, 0, self.round, rounds_without_tile)
        elif self.actions_left > 1:
            turn = TurnState(self.seat, self.actions_left - 1, self.round, rounds_without_tile)
        else:
            turn, ended = self._next_turn(piles, scores, rounds_without_tile)
        return type(self)(
            players=self.players,
            piles=piles,
            board=tiling,
            ring=ring,
            victory_points=scores,
            seat=turn.seat,
            actions_left=turn.actions_left,
            round=turn.round,
            resigned=self.resigned,
            ended=ended,
            rounds_without_tile=turn.rounds_without_tile,
        )

    def _next_turn(
        self, piles: tuple[tuple[str, ...], ...], scores: tuple[int, ...], rounds_without_tile: int
    ) -> tuple[TurnState, str | None]:
        """Return the turn after this one, and the code of the ending if there is no next one."""
        playing = self._playing_seats
        for seat in playing:
            if seat > self.seat:
                return TurnState(seat, ACTIONS, self.round, rounds_without_tile), None
        ended = None
        if max(scores) >= WINNING_SCORE:
            ended = "fifty"
        elif not all(piles):
            ended = "pile_used_up"
        elif rounds_without_tile == MAX_ROUNDS_WITHOUT_TILE:
            ended = "no_tile"
        if ended:
            return TurnState(self.seat, 0, self.round, rounds_without_tile), ended
        return TurnState(playing[0], ACTIONS, self.round + 1, rounds_without_tile + 1), None

    def checked(self) -> Self:
        """Check that the position is possible, and return it.

        :raises ValueError: if it is impossible.
        """
        if self.players not in PLACING_ORDER:
            raise ValueError("Passtally has 2 or 3 players")
        seats = range(1, self.players + 1)
        resigned = self.resigned
        kinds = {*KINDS, UNKNOWN}
        at_once = ended_at_once(self.piles, self.board)
        sound = (
            self.seat in seats
            and list(resigned) == sorted({*resigned} & {*seats})
            and len(resigned) < self.players
            and len(self.scores) == self.players
            and min(self.scores) >= 0
            and len(self.ring) == len(SPOTS)
            and {*self.ring} <= {0, *seats}
            and max(self.ring.count(seat) for seat in seats) <= MARKERS
            and len(self.piles) == len(PILES)
            and all(set(pile) <= kinds for pile in self.piles)
            and 0 <= self.rounds_without_tile <= min(max(1, self.round), MAX_ROUNDS_WITHOUT_TILE)
            and (self.round > 0 if self.placing is None else self._is_placing_soundly())
        )
        if not sound:
            raise ValueError("there is no such position of Passtally")
        if self.ended is None:
            going_on = self.placing_markers or self.actions_left in range(1, ACTIONS + 1)
            consistent = at_once is None and going_on and self.seat not in resigned
        elif self.ended in ("piles_used_up", "no_place"):
            consistent = at_once == self.ended and self.actions_left == 0
        else:
            is_last = self.rounds_without_tile == MAX_ROUNDS_WITHOUT_TILE
            if self.ended != "no_tile":
                is_last = self.ended in ENDINGS
            consistent = is_last and self.last_round == (self.ended != "no_tile")
            consistent = consistent and at_once is None and self.actions_left == 0
        if not consistent:
            raise ValueError("the end of the match does not fit the position")
        return self

    def _is_placing_soundly(self) -> bool:
        placing = self.placing
        return (
            placing is not None
            and placing.players == self.players
            and placing.fits(self.ring, self.resigned)
            and placing.seat == self.seat
            and self.round == 0
            and self.actions_left == 0
            and self.rounds_without_tile == 1
            and not (self.board.laid or self.ended)
            and self.scores in [points_at_start(each, self.players) for each in HEAD_STARTS]
            and bool(self.moves())
        )

    @property
    def _playing_seats(self) -> list[int]:
        return [seat for seat in range(1, self.players + 1) if seat not in self.resigned]


def _passes(tiling: Tiling, ring: tuple[int, ...], seat: int) -> int:
    return tiling.passes_between([spot for spot, owner in enumerate(ring) if owner == seat])
