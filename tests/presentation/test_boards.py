"""Entering moves on a board, where every legal move can be chosen."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from presentation.boards import Board, board_of
from presentation.move_entry import MoveEntry
from rendering import Scene, place_of
from rules.position import Game, Move, Position
from rules.registry import GAMES

WIDTH = 900
ALL = {"patterns": 1}


def board(game: Game, position: Position, prefix: Move = ()) -> tuple[MoveEntry, Board]:
    entry = MoveEntry(position, prefix, partial(place_of, game)).with_piece_placed()
    return entry, board_of(entry.on(Scene(game, position)), entry, WIDTH)


def next_steps(drawn: Board) -> set[Move]:
    reached = {spot.steps for spot in drawn.spots if spot.steps is not None}
    return reached | {steps for _, steps in drawn.beside}


@pytest.mark.parametrize(("key", "options"), [*((key, {}) for key in GAMES), ("scalus", ALL)])
def test_every_move_can_be_chosen_on_the_board(key: str, options: dict[str, int]) -> None:
    game, random = GAMES[key], Random(5)
    position: Position = game.start(game.deal(game.choose(options), random))
    for _ in range(40):
        moves = position.moves()
        if not moves:
            break
        move = random.choice(moves)
        reached, todo = set[Move](), [MoveEntry(position).with_piece_placed().steps]
        while move not in reached and todo:
            steps = todo.pop()
            reached.add(steps)
            _, drawn = board(game, position, steps)
            onward = next_steps(drawn) - reached
            shared = {each for each in onward if each == move[: len(each)]}
            # Turning a tile keeps the pile and the first cell.
            todo += shared or [each for each in onward if each[:2] == move[:2]]
        assert move in reached
        position = position.play(move)


@pytest.mark.parametrize("key", GAMES)
def test_going_back_and_choosing_again_leads_to_other_steps(key: str) -> None:
    game, random = GAMES[key], Random(7)
    position: Position = game.start(game.deal(game.choose({}), random))
    for _ in range(20):
        move = random.choice(position.moves())
        entry, drawn = board(game, position, move)
        assert entry.is_whole
        assert len(entry.before) < len(move)
        assert entry.at(entry.before).with_piece_placed().steps != move or not entry.before
        for spot in drawn.spots:
            assert spot.steps != move
            if spot.steps is not None:
                assert spot.words.startswith(spot.place.title or spot.place.name)
        position = position.play(move)


def test_a_tile_turns_in_place_through_all_orientations() -> None:
    game = GAMES["passtally"]
    position: Position = game.start(game.deal(game.choose({}), Random(1)))
    while len(position.moves()[0]) == 1:
        position = position.play(position.moves()[0])
    entry, drawn = board(game, position, ("1", "c3"))
    ways = {move for move in position.moves() if move[:2] == ("1", "c3")}
    turns = [entry.steps]
    while (turned := position.input.turned(turns[-1])) not in turns:
        assert turned is not None
        turns.append(turned)
    assert set(turns) == ways
    by_name = {spot.place.name: spot for spot in drawn.spots}
    assert by_name["c3"].steps == turns[1]
    assert by_name[entry.steps[2]].steps == turns[1]
    assert by_name["2"].steps == ("2",)


def test_a_tile_is_turned_once_it_is_placed() -> None:
    game = GAMES["passtally"]
    position: Position = game.start(game.deal(game.choose({}), Random(1)))
    while len(position.moves()[0]) == 1:
        position = position.play(position.moves()[0])
    entry = MoveEntry(position, ("1", "c3"))
    assert (entry.turned, entry.chosen) == (None, "1:c3")
    placed = entry.with_piece_placed()
    assert placed.turned is not None
    assert placed.chosen == placed.text


def test_a_groups_last_tapped_end_is_its_pivot_unless_another_is_tapped() -> None:
    game = GAMES["scalus"]
    start = game.start(game.choose({}))
    _, drawn = board(game, start, ("d4",))
    by_name = {spot.place.name: spot for spot in drawn.spots}
    assert by_name["d7"].steps == ("d4", "line to d7", "(d7)")
    entry, drawn = board(game, start, ("d4", "line to d7", "(d7)"))
    assert entry.is_whole
    assert entry.question.startswith("Choose the pivot")
    assert entry.before == ("d4",)
    pivots = {spot.place.name: spot.steps for spot in drawn.spots if spot.is_choice}
    assert pivots == {end: ("d4", "line to d7", f"({end})") for end in ("d4", "d5", "d6")}
    assert not entry.plays(entry.steps)
    assert entry.plays(("d4", "line to d7", "(d4)"))


def test_the_ends_of_a_group_are_tapped_in_either_order() -> None:
    game = GAMES["scalus"]
    _, drawn = board(game, game.start(game.choose({})), ("d7",))
    by_name = {spot.place.name: spot for spot in drawn.spots}
    assert by_name["d4"].steps == ("d4", "line to d7", "(d4)")
    assert by_name["d4"].words == "d4, Black's stone, enters d4-d7(d4)"
    assert by_name["f4"].steps == ("f4",)


def test_a_figure_has_a_place_of_its_own_between_stones_with_its_name() -> None:
    game = GAMES["scalus"]
    start = game.start(game.choose(ALL))
    entry, drawn = board(game, start, ("d4",))
    by_title = {spot.place.title: spot for spot in drawn.spots if spot.place.title}
    names = {"triangle of 3 e4 d5", "triangle of 6 f4 d6", "triangle of 10 g4 d7"}
    assert by_title.keys() == names
    six = by_title["triangle of 6 f4 d6"]
    assert (six.steps, six.is_choice) == (("d4", "triangle to f6"), True)
    assert six.words == "triangle of 6 f4 d6, selectable"
    assert not drawn.beside or all("triangle" not in label for label, _ in drawn.beside)
    entry, drawn = board(game, start, ("d4", "triangle to f6"))
    assert entry.question == "Choose the pivot of the triangle of 6, the stone that stays"
    whole = entry.at(next(iter(entry.choices.values())))
    assert whole.named == f"{whole.text} (triangle of 6)"


def test_the_last_place_of_a_single_move_enters_it() -> None:
    game = GAMES["scala"]
    start = game.start(game.choose({}))
    entry, drawn = board(game, start)
    single = {spot.place.name: spot for spot in drawn.spots if spot.enters}
    assert single
    for name, spot in single.items():
        assert [spot.steps] == [move for move in start.moves() if move[-1] == name]
        assert spot.words == f"{name}, empty, enters {spot.enters}"
        assert not spot.is_choice
    several = {move[-1] for move in start.moves()} - single.keys()
    assert not several & entry.shortcuts.keys()


def test_a_board_without_confirmation_enters_one_step_per_tap() -> None:
    game = GAMES["scalus"]
    start = game.start(game.choose({}))
    entry = MoveEntry(start, ("d4",))
    assert entry.choices["line to d7"] == ("d4", "line to d7")
    assert not MoveEntry(start).shortcuts
