"""Both searches on a solved game."""

from __future__ import annotations

from random import Random

import pytest

from engine.alpha_beta import AlphaBeta
from engine.search import Search
from engine.tree_search import VISITS_PER_RESULT, TreeSearch
from tests.engine.heaps import Heap, TakeAny

TREE = TreeSearch(TakeAny())
HALVED = TreeSearch(TakeAny(), contenders=2)
EACH_SEARCH = pytest.mark.parametrize(
    "search", [TREE, HALVED, AlphaBeta(TakeAny())], ids=["tree", "halved", "alpha"]
)


@EACH_SEARCH
@pytest.mark.parametrize("stones", [1, 2, 4, 5, 7, 8, 10, 11])
def test_a_win_is_proven_and_its_line_leaves_a_multiple_of_three(
    search: Search[Heap], stones: int
) -> None:
    finding = search.find(Heap(stones), 3000, Random(1))
    assert finding.is_proven
    assert finding.values == (1.0, 0.0)
    assert (stones - int(finding.move[0])) % 3 == 0


@EACH_SEARCH
@pytest.mark.parametrize("stones", [3, 6, 9])
def test_a_loss_is_proven(search: Search[Heap], stones: int) -> None:
    finding = search.find(Heap(stones, seat=2), 3000, Random(1))
    assert finding.is_proven
    assert finding.values == (1.0, 0.0)


@EACH_SEARCH
def test_a_line_is_a_sequence_of_legal_moves(search: Search[Heap]) -> None:
    position = Heap(20)
    line = search.find(position, 60, Random(1)).line
    assert len(line) > 1
    for move in line:
        assert move in position.moves()
        position = position.play(move)


@EACH_SEARCH
@pytest.mark.parametrize("work", [1, 7, 50])
def test_the_work_budget_is_respected_and_counted(search: Search[Heap], work: int) -> None:
    finding = search.find(Heap(40), work, Random(1))
    assert 1 <= finding.work <= work + 2


def test_rounds_at_the_root_keep_the_only_winning_move() -> None:
    for stones in (4, 5, 7, 8, 10, 11):
        finding = HALVED.find(Heap(stones), 30 * stones, Random(stones))
        assert (stones - int(finding.move[0])) % 3 == 0
        assert finding.move == finding.line[0]


def test_with_too_little_work_for_rounds_the_tree_decides() -> None:
    for work in range(1, 5):
        assert HALVED.find(Heap(40), work, Random(3)) == TREE.find(Heap(40), work, Random(3))


def test_among_three_seats_each_wants_its_own_win() -> None:
    # With one or two stones the seat to move wins, and with three the next seat does.
    finding = TREE.find(Heap(2, players=3, seat=3), 100, Random(1))
    assert finding.values == (0.0, 0.0, 1.0)
    finding = TREE.find(Heap(3, players=3), 200, Random(1))
    assert finding.is_proven
    assert finding.values[0] == 0.0
    assert sum(finding.values) == 1.0


def test_chance_outcomes_are_averaged_and_prove_nothing() -> None:
    # Taking two leaves one, with which the next seat wins, or two again. So the value v of two
    # stones solves v = 1 - (1 + v) / 2. Taking one of three leaves two.
    for stones, move, value in ((2, ("2",), 1 / 3), (3, ("1",), 2 / 3)):
        finding = TREE.find(Heap(stones, hides=True), 3000, Random(1))
        assert finding.move == move
        assert not finding.is_proven
        assert finding.values[0] == pytest.approx(value, abs=0.1)


def test_another_result_of_chance_is_drawn_only_for_many_simulations() -> None:
    drawn: list[Heap] = []

    class Noting(TakeAny):
        def reveal(self, position: Heap, random: Random) -> Heap:
            revealed = super().reveal(position, random)
            if revealed != position and position.seat == 2:
                drawn.append(revealed)
            return revealed

    # Only the first move of the eight seats leaves seat 2 with an unknown number.
    heap = Heap(8, players=8, hides=True)
    TreeSearch(Noting()).find(heap, VISITS_PER_RESULT, Random(1))
    assert len(drawn) == 1
    TreeSearch(Noting()).find(heap, 30 * VISITS_PER_RESULT, Random(1))
    assert {heap.stones for heap in drawn} == {1, 2}


def test_an_immediate_win_is_preferred_to_a_later_one() -> None:
    for search in (TREE, AlphaBeta(TakeAny())):
        assert search.find(Heap(2), 500, Random(1)).line == (("2",),)
