"""The engine's knowledge of Passtally: counts of lines, and no hidden tiles."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.engine import LEVELS
from engine.games.passtally.evaluation import Joined, Lines, PasstallyGuide, features_of
from engine.opponent import best_move, choose, greedy_move
from engine.tree_search import TreeSearch
from rules.passtally.board import CELL_NUMBERS, COPIES, KINDS, PILES, UNKNOWN
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition, TurnState
from rules.replay import random_play

GAME = Passtally()
GUIDE = PasstallyGuide()


def positions(players: int, seed: int) -> list[PasstallyPosition]:
    """All positions of a random match."""
    random = Random(seed)
    start = GAME.start(GAME.deal({"players": players}, random))
    reached = [played.before for played in random_play(start, random)]
    assert all(isinstance(position, PasstallyPosition) for position in reached)
    return [each for each in reached if isinstance(each, PasstallyPosition)]


def joined_lines(position: PasstallyPosition) -> Joined:
    """The counts of `Lines`, computed by the rules."""
    owners = position.markers
    lines = [
        (owners[line.start], line.passes)
        for line in position.lines()
        if line.start in owners and owners[line.start] == owners.get(line.end)
    ]
    return tuple(
        sum(passes for owner, passes in lines if owner == seat)
        for seat in range(1, position.players + 1)
    )


def marker_numbers(position: PasstallyPosition) -> list[list[int]]:
    return [
        [spot for spot, owner in enumerate(position.ring) if owner == seat]
        for seat in range(1, position.players + 1)
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_line_counts_agree_with_the_rules_before_and_after_each_tile(players: int) -> None:
    for position in positions(players, 5)[players * 4 :: 3]:
        lines = Lines(position.board, marker_numbers(position))
        assert lines.joined == joined_lines(position)
        for pile, *cells in [move for move in position.moves() if len(move) == 3][::7]:
            kind = position.face_up[PILES.index(pile)]
            assert kind is not None
            first, second = (CELL_NUMBERS[cell] for cell in cells)
            after = position.play((pile, *cells))
            assert lines.joined_with_tile(kind, first, second) == joined_lines(after)
        assert tuple(map(lines.joined_between, lines.markers)) == joined_lines(position)


def reshuffled(position: PasstallyPosition, random: Random) -> PasstallyPosition:
    """The same visible position, with the hidden tiles reshuffled."""
    hidden = [kind for pile in position.piles for kind in pile[1:]]
    random.shuffle(hidden)
    fields = position.encode().split(" ")
    piles = [[*pile[:1], *(hidden.pop() for _ in pile[1:])] for pile in position.piles]
    fields[9] = "/".join(",".join(pile) for pile in piles)
    return GAME.decode(" ".join(fields))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("ply", [0, 6, 13, 20, 27])
def test_deals_indistinguishable_to_the_seat_give_the_same_move(players: int, ply: int) -> None:
    position = positions(players, 3)[ply]
    other = reshuffled(position, Random(1))
    assert other != position
    assert other.seen_by(position.seat) == position.seen_by(position.seat)
    for level in LEVELS[:2]:
        chosen = choose("passtally", position.encode(), level.number, 9)
        assert chosen == choose("passtally", other.encode(), level.number, 9)
    assert best_move("passtally", position, 60, 1) == best_move("passtally", other, 60, 1)
    greedy = greedy_move("passtally", position, Random(1))
    assert greedy == greedy_move("passtally", other, Random(1))


def test_revealed_tiles_are_sampled_from_the_unseen_ones() -> None:
    random = Random(4)
    position = positions(2, 8)[20].seen_by(1)
    tile = next(move for move in position.moves() if len(move) == 3)
    after = position.play(tile)
    assert UNKNOWN in after.face_up
    visible = Counter(laid.kind for laid in after.board.laid)
    visible.update(kind for pile in after.piles for kind in pile if kind != UNKNOWN)
    drawn: Counter[str] = Counter()
    for _ in range(300):
        revealed = GUIDE.reveal(after, random)
        assert isinstance(revealed, PasstallyPosition)
        kind = revealed.face_up[PILES.index(tile[0])]
        assert kind is not None
        drawn[kind] += 1
        assert revealed.seen_by(1) == revealed
        assert revealed.tiles_left == after.tiles_left
    assert set(drawn) == {kind for kind in KINDS if visible[kind] < COPIES}


def test_no_tile_is_sampled_if_none_is_revealed() -> None:
    position = positions(2, 8)[20].seen_by(1)
    marker = next(move for move in position.moves() if len(move) == 2)
    after = position.play(marker)
    assert GUIDE.reveal(after, Random(1)) is after


def test_a_seat_that_left_has_an_expected_value_of_zero() -> None:
    position = positions(3, 2)[25].without(2)
    choice = best_move("passtally", position, 40, 1)
    assert choice.values[1] == 0.0
    assert sum(choice.values) == pytest.approx(1.0)


STRAIGHT = {"N3": 1, "S4": 1, "N5": 2, "S2": 2}
"""A line of each seat through one cell of the tile on c3 and e3."""


def values_of(position: PasstallyPosition) -> tuple[float, ...]:
    """The values of a position without any search."""
    return GUIDE.assess(position, position.moves(), Random(1)).values


def with_equal_lines(turn: TurnState, *, tiles: int, scores: tuple[int, ...]) -> PasstallyPosition:
    """A position in which the line of each seat passes one tile."""
    laid = ["XX:c3-d3", "XX:e3-f3"]
    return PasstallyPosition.set_up(
        2, [["XX"] * tiles] * 3, laid, STRAIGHT, scores=scores, turn=turn
    )


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("placed", [0, 3])
def test_at_the_beginning_later_seats_are_expected_to_win_more_often(
    players: int, placed: int
) -> None:
    values = values_of(positions(players, 4)[placed])
    assert list(values) == sorted(set(values))


def test_a_seat_is_worth_more_while_its_turn_of_the_round_is_to_come() -> None:
    before = with_equal_lines(TurnState(seat=1, round=4), tiles=9, scores=(6, 6))
    after = with_equal_lines(TurnState(seat=2, round=4), tiles=9, scores=(6, 6))
    assert 0.5 < values_of(before)[1] < values_of(after)[1]
    paid = with_equal_lines(TurnState(seat=2, round=4), tiles=9, scores=(10, 6))
    assert values_of(paid)[1] == pytest.approx(values_of(before)[1], abs=0.05)


def test_in_the_last_round_lines_only_count_for_seats_with_a_turn_to_come() -> None:
    turn = TurnState(seat=2, round=9)
    for scores, counts in (((50, 45), False), ((49, 45), True)):
        seats = features_of(with_equal_lines(turn, tiles=4, scores=scores))
        assert (seats[1][2] > 0) == counts
        assert seats[2][2] > 0


def test_a_seat_that_left_delays_nobody() -> None:
    position = positions(3, 2)[25]
    everyone = features_of(position)
    assert everyone[1][3] == 0 < everyone[2][3] < everyone[3][3]
    remaining = features_of(position.without(2))
    assert remaining[1][3] == 0 < remaining[3][3] < everyone[3][3]


@pytest.mark.parametrize(("rounds", "is_a_win"), [(9, False), (10, True)])
def test_completing_the_tenth_round_without_a_tile_wins_for_the_leader(
    rounds: int, is_a_win: bool
) -> None:
    piles = [["XX"] * 3] * 3
    markers = {"N3": 1, "S3": 1, "E3": 1, "W3": 1, "N5": 2, "S5": 2, "E5": 2, "W5": 2}
    turn = TurnState(seat=2, actions_left=1, round=12, rounds_without_tile=rounds)
    position = PasstallyPosition.set_up(2, piles, [], markers, scores=(3, 4), turn=turn)
    move = GUIDE.winning_move(position)
    assert (move is not None) == is_a_win
    assert move is None or position.play(move).ended == "no_tile"


def test_with_less_work_fewer_moves_compete_at_the_root() -> None:
    position = positions(2, 1)[12]
    for work, contenders in ((129, 16), (128, 8), (49, 8), (48, 4), (17, 4), (16, 2), (4, 0)):
        expected = TreeSearch(GUIDE, contenders=contenders).find(position, work, Random(1))
        assert TreeSearch(GUIDE, contenders=16).find(position, work, Random(1)) == expected
    finding = TreeSearch(GUIDE, contenders=16).find(position, 128, Random(1))
    assert finding != TreeSearch(GUIDE).find(position, 128, Random(1))
