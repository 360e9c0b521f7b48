"""The finder's proofs, compared with exhaustive search."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.puzzles.library import Node
from engine.puzzles.refuting import WinRefuter, WorkExceeded
from engine.registry import ENGINES
from engine.search import any_winning_move
from making.puzzles.finding import FINDERS
from making.puzzles.forced import ForcedWins
from making.puzzles.kinds import Planner, WinFinder
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES
from rules.replay import random_play
from rules.scala.position import ScalaPosition
from rules.scalus.position import ScalusPosition
from tests.engine.known_wins import KNOWN, is_won, wins_at_once, wins_next

BY_FORCE = ("scala", "scalus", "skirt")


def win_finder(game: str) -> WinFinder[Any]:
    finder = FINDERS[game]
    assert isinstance(finder, WinFinder)
    return finder


def late_positions(game: str, seed: int) -> list[Position]:
    random = Random(seed)
    rules = GAMES[game]
    start = rules.start(rules.deal(rules.choose({}), random))
    return [played.before for played in random_play(start, random)][-25:]


@pytest.mark.parametrize("game", BY_FORCE)
@pytest.mark.parametrize("seed", range(2))
def test_no_immediate_win_is_overlooked(game: str, seed: int) -> None:
    exact = win_finder(game).refuter.immediate_win
    for position in late_positions(game, seed):
        win = exact(position)
        assert (win is None) == (any_winning_move(position) is None)
        if win is not None:
            assert is_won(position.play(win), position.to_move or 0)


def test_a_win_by_blocking_every_turn_is_detected() -> None:
    """In Scala: the opponent's only stone is at the edge and loses its last way out."""
    o = ["a7", "a8", "b5", "b6", "b7", "c6", "c8", "d5"]
    position = ScalaPosition.set_up(o, ["a6"], 1)
    assert ENGINES["scala"].search.winning_move(position) is None
    win = win_finder("scala").refuter.immediate_win(position)
    assert win is not None
    assert win == ("d5", "c4")
    after = position.play(win)
    assert after.outcome is not None
    assert after.outcome.reason == "no_move"


def test_a_win_by_capturing_every_stone_is_detected() -> None:
    position = ScalusPosition.set_up(["d4", "d5"], ["d6"], 1)
    assert any_winning_move(position) is not None
    assert win_finder("scalus").refuter.immediate_win(position) is not None


def test_the_quick_search_for_threats_in_scalus_finds_the_same_moves() -> None:
    finder = win_finder("scalus")
    assert isinstance(finder, ForcedWins)
    for text in KNOWN["scalus"]["in two"]:
        position = GAMES["scalus"].decode(text)
        assert finder.threats(position) == ForcedWins.threats(finder, position)


@pytest.mark.parametrize("game", BY_FORCE)
@pytest.mark.parametrize("number", range(3))
def test_exactly_the_moves_that_win_in_two_are_found(game: str, number: int) -> None:
    position = GAMES[game].decode(KNOWN[game]["in two"][number])
    seat = position.to_move
    assert seat is not None
    winning = {move for move in position.moves() if wins_next(position.play(move), seat)}
    planner = win_finder(game).planner(seat, None)
    assert set(planner.wins(position, 2)) == winning
    assert (planner.win(position, 1) is None) == (not wins_at_once(position, seat))
    assert planner.win(position, 2) in winning


@pytest.mark.parametrize("game", BY_FORCE)
def test_a_plan_has_an_answer_to_every_reply(game: str) -> None:
    for text in KNOWN[game]["in two"][:3]:
        position = GAMES[game].decode(text)
        seat = position.to_move
        assert seat is not None
        node, length = win_finder(game).planner(seat, None).plan(position, 2, is_main_line=True)
        assert length <= 2
        for step in node:
            after = position.play(read(position, step.move))
            for reply in after.moves() if after.to_move != seat else ():
                then = after.play(reply)
                assert after.text(reply) in step.answers or wins_at_once(then, seat)


def test_a_search_over_its_budget_is_aborted() -> None:
    position = GAMES["scala"].decode(KNOWN["scala"]["in two"][0])
    seat = position.to_move
    assert seat is not None
    with pytest.raises(WorkExceeded):
        win_finder("scala").planner(seat, 0).win(position, 2)


def moves_of(node: Node) -> set[str]:
    return {step.move for step in node}


def test_an_endgame_is_searched_to_its_end() -> None:
    """In Scalas: only Red has a cube left, and one of the cells gives more tops."""
    position = GAMES["scalas"].decode(
        "5 1 1,0 - a1:B a4:B a5:BBR b1:BBB b2:BR b3:B b4:BRR b5:BB c1:B c2:RRR c3:RR c4:RR "
        "c5:BBB d1:RR d2:RRR d3:RRR d4:RR d5:BBB e2:RB e3:RBB e4:RB e5:BB"
    )
    planner = Planner(WinRefuter(ENGINES["scalas"].search, lambda _: None, to_the_end=True), 1)
    node, length = planner.plan(position, 1, is_main_line=True)
    assert length == 1
    winning = [move for move in position.moves() if is_won(position.play(move), 1)]
    assert moves_of(node) == {position.text(move) for move in winning}
