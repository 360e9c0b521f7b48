"""Sentences on moves of Passtally: refusals, remarks, descriptions and endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from language.lists import Listed, all_of, any_of, row_of, sentences
from language.texts import N_, Text, lazy_ngettext, lazy_pgettext
from language.texts import lazy_gettext as _
from rules.notation import examples, match_over
from rules.passtally.board import (
    CELL_NUMBERS,
    CELLS,
    MAX_ROUNDS_WITHOUT_TILE,
    PILES,
    PLACES,
    PLACES_AT,
    SIDE_NAMES,
    SIDES,
    SPOT_NUMBERS,
    SPOTS,
    UNKNOWN,
    WINNING_SCORE,
    Tiling,
    reach,
    seat_name,
)
from rules.passtally.moves import Table, is_a_number, is_a_step
from rules.position import Move, Outcome, Position
from rules.refusal import Refusal, quoted
from rules.teaching import Remark


def refusal(position: Position, table: Table, steps: Move) -> Refusal:
    """Return the refusal of steps, which can be any strings but a legal move."""
    seat = position.to_move
    if seat is None:
        return match_over()
    if not steps:
        return Refusal("incomplete", sentences(_("The move is empty."), _example(position)))
    if not all(map(is_a_step, steps)):
        words = _("“{typed}” isn't a move in Passtally.", typed=quoted(" ".join(steps)))
        return Refusal("unreadable", sentences(words, _example(position)))
    first, *others = steps
    if table.placing_markers:
        return _placement(table, seat, first, others)
    if is_a_number(first):
        return _tile(position, table, first, others)
    if any(step in SPOT_NUMBERS for step in steps) or first[0] in SIDES:
        return _marker(position, table.ring, seat, first, others)
    return _cells_without_a_pile(position, steps)


def _placement(table: Table, seat: int, spot: str, others: Sequence[str]) -> Refusal:
    where = _spots_to_choose(table)
    if is_a_number(spot) or others:
        words = _("Markers are still being placed. Type one spot.")
        return Refusal("placement_first", sentences(words, where))
    if spot not in SPOT_NUMBERS:
        return _unknown_spot(spot, where)
    if spot[0] not in table.open_sides:
        words = _(
            "{spot} is on the wrong side. This marker goes to the {sides}.",
            spot=spot,
            sides=_sides(table.open_sides),
        )
        return Refusal("wrong_side", sentences(words, where))
    owner = table.ring[SPOT_NUMBERS[spot]]
    if owner == seat:
        words = _("{spot} is taken by your own marker.", spot=spot)
    else:
        words = _("{spot} is taken by {seat}'s marker.", spot=spot, seat=seat_name(owner))
    return Refusal("spot_taken", sentences(words, where))


def _marker(
    position: Position, ring: tuple[int, ...], seat: int, first: str, others: Sequence[str]
) -> Refusal:
    own = [spot for spot, owner in zip(SPOTS, ring, strict=True) if owner == seat]
    yours = _("Your markers are on {spots}.", spots=row_of(own))
    for spot in (first, *others):
        if spot not in SPOT_NUMBERS:
            return _unknown_spot(spot, yours)
    if len(others) > 1:
        words = _(
            "To move a marker, type two spots: from and to. Your second action is a separate move."
        )
        return Refusal("too_many_steps", sentences(words, _example(position)))
    start = SPOT_NUMBERS[first]
    owner = ring[start]
    if owner == 0 and not others:
        words = _("All markers are placed. Move one of them, or lay a tile.")
        return Refusal("placement_over", sentences(words, _example(position)))
    if owner == 0:
        words = _("There is no marker on {spot}.", spot=first)
        return Refusal("empty_spot", sentences(words, yours))
    if owner != seat:
        words = _("{seat}'s marker is on {spot}.", spot=first, seat=seat_name(owner))
        return Refusal("not_your_marker", sentences(words, yours))
    where = _("From {spot} it can go to {spots}.", spot=first, spots=_reached(ring, start))
    if not others:
        words = _("Type the marker's new spot.")
        return Refusal("incomplete", sentences(words, where))
    target = others[0]
    if target == first:
        words = _("The marker is already on {spot}. Staying there isn't an action.", spot=first)
        return Refusal("same_spot", sentences(words, where))
    owner = ring[SPOT_NUMBERS[target]]
    if owner:
        if owner == seat:
            words = _(
                "Your own marker is on {spot}. You can jump over markers, but not land on them.",
                spot=target,
            )
        else:
            words = _(
                "{seat}'s marker is on {spot}. You can jump over markers, but not land on them.",
                spot=target,
                seat=seat_name(owner),
            )
        return Refusal("landing_taken", sentences(words, where))
    words = _("{spot} is more than 2 free spots away from {start}.", spot=target, start=first)
    return Refusal("too_far", sentences(words, where))


def _tile(position: Position, table: Table, pile: str, cells: Sequence[str]) -> Refusal:
    filled = [name for name, kind in zip(PILES, table.face_up, strict=True) if kind]
    piles_left = lazy_ngettext(
        "There are tiles in pile {piles}.",
        "There are tiles in piles {piles}.",
        len(filled),
        piles=row_of(filled),
    )
    if pile not in PILES:
        words = _("The piles are numbered 1 to 3.")
        return Refusal("no_such_pile", sentences(words, piles_left))
    if pile not in filled:
        return Refusal("pile_empty", sentences(_("Pile {pile} is used up.", pile=pile), piles_left))
    if table.face_up[PILES.index(pile)] == UNKNOWN:
        words = _(
            "You can't know which tile is face up on pile {pile} now. Take one from another "
            "pile, or move a marker.",
            pile=pile,
        )
        return Refusal("unknown_tile", words)
    example = examples(position, [move for move in position.moves() if move[0] == pile])
    for cell in cells:
        if cell not in CELL_NUMBERS:
            words = _("{cell} isn't a cell of the board, a1 to f6.", cell=quoted(cell))
            return Refusal("off_board", sentences(words, example))
    if len(cells) > 2:
        words = _("A tile covers two cells. Your second action is a separate move.")
        return Refusal("too_many_steps", sentences(words, example))
    if not cells:
        words = _("Type the two cells that the tile covers.")
        return Refusal("incomplete", sentences(words, example))
    if len(cells) < 2:
        words = _("Type {cell} and the other cell that the tile covers.", cell=cells[0])
        return Refusal("incomplete", sentences(words, example))
    first, second = map(CELL_NUMBERS.__getitem__, cells)
    return _tile_on(position, table.tiling, pile, first, second, example)


def _tile_on(
    position: Position, tiling: Tiling, pile: str, first: int, second: int, example: Listed
) -> Refusal:
    one, other = CELLS[first], CELLS[second]
    neighbours = sorted(
        CELLS[cell] for place in PLACES_AT[first] for cell in PLACES[place] if cell != first
    )
    free = [cell for cell in neighbours if tiling.may_lay(first, CELL_NUMBERS[cell])]
    where = example
    if free:
        where = _("A tile can cover {cell} and {cells}.", cell=one, cells=any_of(free))
    if other not in neighbours:
        words = _(
            "{cell} and {other} don't share an edge. Beside {cell} are {cells}.",
            cell=one,
            other=other,
            cells=row_of(neighbours),
        )
        return Refusal("cells_not_adjacent", sentences(words, where))
    heights = tiling.heights[first], tiling.heights[second]
    if heights[0] != heights[1]:
        words = _(
            "{cell} has height {height} and {other} has {other_height}. Both must be at the "
            "same height.",
            cell=one,
            height=heights[0],
            other=other,
            other_height=heights[1],
        )
        return Refusal("heights_differ", sentences(words, where))
    if not tiling.may_lay(first, second):
        words = _(
            "{cell} and {other} show the same tile. A tile must lie on two different ones.",
            cell=one,
            other=other,
        )
        return Refusal("one_tile_below", sentences(words, where))
    canonical = position.text((pile, *sorted((one, other))))
    words = _("This tile looks the same rotated by 180°. Type {move}.", move=canonical)
    return Refusal("other_order", words)


def _cells_without_a_pile(position: Position, move: Move) -> Refusal:
    for cell in move:
        if cell not in CELL_NUMBERS:
            words = _("Cells are a1 to f6, spots N1 to N6, E1 to E6, S1 to S6 and W1 to W6.")
            return Refusal("off_board", sentences(words, _example(position)))
    words = _("Type the tile's pile first, then its two cells.")
    return Refusal("incomplete", sentences(words, _example(position)))


def _unknown_spot(spot: str, where: Text) -> Refusal:
    words = _(
        "{spot} isn't a spot. Spots are N1 to N6, E1 to E6, S1 to S6 and W1 to W6.",
        spot=quoted(spot),
    )
    return Refusal("unknown_spot", sentences(words, where))


def _spots_to_choose(table: Table) -> Text:
    if len(table.open_sides) > 1:
        # No seat has a marker on a side that can still be chosen.
        return _("Choose any spot at the {sides}.", sides=_sides(table.open_sides))
    spots = [
        spot
        for spot, owner in zip(SPOTS, table.ring, strict=True)
        if not owner and spot[0] in table.open_sides
    ]
    return _("Choose {spots}.", spots=any_of(spots))


def _sides(open_sides: str) -> Listed:
    """ "left" or "top, right, bottom or left"."""
    return any_of([_(SIDE_NAMES[side]) for side in open_sides])


def _reached(ring: tuple[int, ...], spot: int) -> Listed:
    return row_of(sorted(SPOTS[target] for target in reach(ring, spot)))


def _example(position: Position) -> Listed:
    """A legal tile move and a legal marker move."""
    moves = position.moves()
    return examples(position, [moves[0], moves[-1]])


def scored(seat: int, passes: int, points: int) -> Remark:
    """Describe the score of a turn."""
    words = _passes(passes)
    return Remark(
        "scored",
        seat,
        lazy_ngettext(
            "Your lines made {passes} this turn, worth {count} point.",
            "Your lines made {passes} this turn, worth {count} points.",
            points,
            passes=words,
        ),
        lazy_ngettext(
            "{seat}'s lines made {passes} this turn, worth {count} point.",
            "{seat}'s lines made {passes} this turn, worth {count} points.",
            points,
            seat=seat_name(seat),
            passes=words,
        ),
    )


def stacked(seat: int, cells: tuple[str, str], height: int) -> Remark:
    """Describe a tile laid on others."""
    return Remark(
        "stacked",
        seat,
        _(
            "Your tile on {first} and {second} is at height {height}, so a line that runs "
            "through it counts {height} there.",
            first=cells[0],
            second=cells[1],
            height=height,
        ),
        _(
            "{seat}'s tile on {first} and {second} is at height {height}, so a line that runs "
            "through it counts {height} there.",
            seat=seat_name(seat),
            first=cells[0],
            second=cells[1],
            height=height,
        ),
    )


def lines_broken(seat: int, before: int, after: int) -> Remark:
    """Describe how a seat's lines lost passes by another seat's move."""
    now, then = _passes(after), _passes(before)
    return Remark(
        "lines_broken",
        seat,
        _("Your lines were broken. They had {before}, now {after}.", after=now, before=then),
        _(
            "{seat}'s lines were broken. They had {before}, now {after}.",
            seat=seat_name(seat),
            after=now,
            before=then,
        ),
    )


def _passes(count: int) -> Text:
    if count == 0:
        return _("no passes")
    return lazy_ngettext("{count} pass", "{count} passes", count)


def described(name: str, moves: Sequence[Move], gained: int, scores: Sequence[int]) -> Listed:
    """Describe tiles laid, markers placed or moved, and points scored.

    :param gained: the points of the turn.
    :param scores: all points after it, seat 1 first.
    """
    if not gained:
        return _actions(name, moves)
    points = lazy_ngettext(
        "+{count} point, now {scores}.",
        "+{count} points, now {scores}.",
        gained,
        scores=":".join(map(str, scores)),
    )
    return sentences(_actions(name, moves), points)


def _actions(name: str, moves: Sequence[Move]) -> Text:
    if len(moves[0]) == 1:
        return lazy_ngettext(
            "{name} placed a marker on {spots}.",
            "{name} placed markers on {spots}.",
            len(moves),
            name=name,
            spots=all_of([spot for (spot,) in moves]),
        )
    tiles = sum(len(move) == 3 for move in moves)
    markers = len(moves) - tiles
    if not markers:
        return lazy_ngettext("{name} laid a tile.", "{name} laid {count} tiles.", tiles, name=name)
    if not tiles:
        return lazy_ngettext(
            "{name} moved a marker.", "{name} moved markers {count} times.", markers, name=name
        )
    return _("{name} laid a tile and moved a marker.", name=name)


ENDINGS = {
    "fifty": N_("{points} points were reached and the last round is complete: {scores}."),
    "pile_used_up": N_("A pile is used up and the last round is complete: {scores}."),
    "piles_used_up": N_("All three piles are used up: {scores}."),
    "no_place": N_("No tile can be laid anywhere on the board: {scores}."),
    "no_tile": N_("Nobody laid a tile in {rounds} rounds in a row: {scores}."),
}
"""The reason for the end of a match, by the code of `PasstallyPosition.ended`."""


@dataclass(frozen=True, slots=True)
class PasstallyOutcome(Outcome):
    """An ending of `ENDINGS`. The values include the seats that have `left`, if any."""

    @property
    def text(self) -> Text:
        scores = self.scores or ()
        left = self.values.get("left", ())
        tally = row_of(
            [
                _score(seat, score, is_playing=seat not in left)
                for seat, score in enumerate(scores, start=1)
            ]
        )
        words = _(
            ENDINGS[self.reason],
            points=WINNING_SCORE,
            rounds=MAX_ROUNDS_WITHOUT_TILE,
            scores=tally,
        )
        (winner,) = self.winners
        equals = [
            seat
            for seat, score in enumerate(scores, start=1)
            if score == scores[winner - 1] and seat != winner and seat not in left
        ]
        if not equals:
            return words
        tie = _(
            "{seat} ties with {others}, but is earlier in turn order.",
            seat=seat_name(winner),
            others=all_of([seat_name(seat) for seat in equals]),
        )
        return lazy_pgettext("sentences", "{first} {next}", first=words, next=tie)


def _score(seat: int, score: int, *, is_playing: bool) -> Text:
    if is_playing:
        return _("{seat} {score}", seat=seat_name(seat), score=score)
    return _("{seat} {score} (left)", seat=seat_name(seat), score=score)
