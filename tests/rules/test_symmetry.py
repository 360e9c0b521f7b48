"""Alike positions under the symmetries of each game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.passtally.position import PasstallyPosition, TurnState
from rules.position import View
from rules.registry import GAMES
from rules.replay import random_play
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.position import ScalusPosition
from rules.skirt.position import SkirtPosition
from rules.symmetry import key_of, likeness

Turn = Callable[[str], str]


def in_scala(mirrors: bool, flips: bool) -> Turn:
    def turned(cell: str) -> str:
        column = "kjihgfedcba"["abcdefghijk".index(cell[0])] if mirrors else cell[0]
        return f"{column}{15 - int(cell[1:]) if flips else cell[1:]}"

    return turned


def in_scalus(mirrors: bool, flips: bool) -> Turn:
    def turned(cell: str) -> str:
        file = "jihgfedcba"["abcdefghij".index(cell[0])] if mirrors else cell[0]
        return f"{file}{20 - int(cell[1:]) if flips else cell[1:]}"

    return turned


@pytest.mark.parametrize("mirrors", [False, True])
def test_scala_may_be_mirrored_and_played_from_the_other_end(mirrors: bool) -> None:
    o, x = ["f12", "e12", "g10"], ["f11", "h9"]
    twin = ScalaPosition.set_up(o, x, 1)
    here = in_scala(mirrors, True)
    swapped = ScalaPosition.set_up(map(here, x), map(here, o), 2)
    assert likeness(swapped) == likeness(twin)
    assert likeness(ScalaPosition.set_up(o, x, 2)) != likeness(twin)


@pytest.mark.parametrize("mirrors", [False, True])
def test_scalus_may_be_mirrored_and_played_from_the_other_end(mirrors: bool) -> None:
    black, white = ["d4", "d5", "g15"], ["h12", "a19"]
    twin = ScalusPosition.set_up(black, white, 2)
    here = in_scalus(mirrors, True)
    swapped = ScalusPosition.set_up(map(here, white), map(here, black), 1)
    assert likeness(swapped) == likeness(twin)
    assert likeness(ScalusPosition.set_up(black, white, 1)) != likeness(twin)
    all_patterns = ScalusPosition.set_up(black, white, 2, all_patterns=True)
    assert likeness(all_patterns) != likeness(twin)


def test_skirt_may_be_turned_and_the_colours_exchanged() -> None:
    # A corner and the outer cell next to it, seen from each of the six corners of size 4.
    corners = ["a1 a2", "a4 b5", "d7 e6", "g4 g3", "g1 f1", "d1 c1"]
    positions: list[SkirtPosition] = []
    for corner in corners:
        one, other = corner.split()
        positions.append(SkirtPosition.set_up(4, [one], [other], 1))
        positions.append(SkirtPosition.set_up(4, [other], [one], 2))
    assert len({likeness(each) for each in positions}) == 1
    other = SkirtPosition.set_up(4, ["a2"], ["a1"], 1)
    assert likeness(other) != likeness(positions[0])


def test_scalas_positions_may_be_rotated_mirrored_or_have_their_colours_swapped() -> None:
    twin = ScalasPosition.set_up(5, {"a1": "RB", "b1": "R"}, (3, 4), 1)
    for towers in (
        {"a5": "RB", "a4": "R"},
        {"e5": "RB", "d5": "R"},
        {"e1": "RB", "e2": "R"},
        {"e1": "RB", "d1": "R"},
    ):
        assert likeness(ScalasPosition.set_up(5, towers, (3, 4), 1)) == likeness(twin)
    swapped = ScalasPosition.set_up(5, {"a1": "BR", "a2": "B"}, (4, 3), 2)
    assert likeness(swapped) == likeness(twin)
    assert likeness(ScalasPosition.set_up(5, {"a1": "RB", "b1": "R"}, (4, 3), 1)) != likeness(twin)


PILES = (("XA", "?"), ("BB", "?"), ("AB", "?"))


def passtally(piles: object, laid: list[str], markers: dict[str, int], seat: int = 1) -> View:
    turn = TurnState(seat)
    position = PasstallyPosition.set_up(2, piles, laid, markers, turn=turn)  # pyright: ignore[reportArgumentType]
    assert GAMES["passtally"].decode(position.encode()) == position
    return likeness(position)


def test_passtally_may_be_turned_mirrored_and_the_piles_and_seats_exchanged() -> None:
    twin = passtally(PILES, ["XA:a6-b6", "AB:c3-c4"], {"N1": 1, "E6": 2})
    # A quarter turn clockwise, which takes the top edge to the right.
    turned = passtally(PILES[::-1], ["XA:f6-f5", "AB:c4-d4"], {"E1": 1, "S6": 2})
    assert turned == twin
    assert passtally(PILES, ["XA:a6-b6", "AB:c3-c4"], {"N1": 2, "E6": 1}, seat=2) == twin
    # In the mirror, A becomes B and the halves of a tile swap.
    mirrored = (("XB", "?"), ("AA", "?"), ("AB", "?"))
    assert passtally(mirrored, ["XB:f6-e6", "AB:d4-d3"], {"N6": 1, "W1": 2}) == twin
    assert passtally(PILES, ["XA:a6-b6", "AB:c3-c4"], {"N1": 1, "E5": 2}) != twin


def test_the_key_is_equal_for_alike_positions_and_tells_the_middle_of_a_turn() -> None:
    starts = {
        game.key: game.start(game.deal(game.choose({}), Random(1))) for game in GAMES.values()
    }
    keys = {key_of(key, position) for key, position in starts.items()}
    assert len(keys) == len(GAMES)
    assert all(-(2**63) <= key < 2**63 for key in keys)
    one = SkirtPosition.set_up(4, ["a1"], ["a2"], 1)
    other = SkirtPosition.set_up(4, ["g4"], ["g3"], 1)
    assert key_of("skirt", one) == key_of("skirt", other)
    start = starts["passtally"]
    assert key_of("passtally", start) != key_of("passtally", start.play(start.moves()[0]))


@pytest.mark.parametrize("key", GAMES)
def test_positions_of_whole_matches_have_views_and_keys(key: str) -> None:
    game, random = GAMES[key], Random(3)
    start = game.start(game.deal(game.choose({}), random))
    positions = [start, *(played.after for played in random_play(start, random))]
    keys = [key_of(key, position) for position in positions]
    assert keys == [key_of(key, game.decode(position.encode())) for position in positions]
    assert len(set(keys)) > len(keys) // 2
