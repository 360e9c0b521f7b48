"""The scenes of Passtally with approved pictures, and their positions."""

from __future__ import annotations

from dataclasses import replace

from rendering import Scene
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition, TurnState
from tests.rendering.staging import scene_of, with_partial_move

PASSTALLY = Passtally()


def passtally_scene(position: PasstallyPosition, *texts: str) -> Scene[PasstallyPosition]:
    return scene_of(PASSTALLY, position, *texts, players=position.players)


def _markers(*spots: str) -> dict[str, int]:
    """The seats of the markers by spot, from the spots of each seat."""
    return {spot: seat for seat, own in enumerate(spots, start=1) for spot in own.split()}


PASSTALLY_START = PASSTALLY.start(
    {"players": 3, "deck": [["XA", *["XX"] * 13], ["BB", *["AB"] * 13], ["XB", *["AA"] * 13]]}
)
PASSTALLY_LAID = (
    *("XX:c3-d3", "XX:e3-f3", "XB:d3-e3", "AB:a6-b6", "AA:b5-a5", "XA:c4-c5", "BB:d4-d5"),
    *("XB:c4-d4", "AB:b2-a2", "XA:c2-c1", "AA:d1-e1", "BB:e2-f2", "AB:a3-b3", "XA:f5-e5"),
)
PASSTALLY_PILES = (("XA", "BB", "AA"), ("AB", "XX"), ("BB", "AB", "XA"))
PASSTALLY_MIDDLE = PasstallyPosition.set_up(
    2,
    PASSTALLY_PILES,
    PASSTALLY_LAID,
    _markers("N3 S3 E3 W3", "N5 S5 E5 W5"),
    scores=(17, 12),
    turn=TurnState(round=6),
)
PASSTALLY_TOWERS = PasstallyPosition.set_up(
    3,
    (("XA", "BB"), ("AB", "XB"), ("XX", "AA", "BB", "XA")),
    [
        *("AA:a1-b1", "BB:a2-b2", "XA:a1-a2", "XB:b1-b2", "AB:a1-b1", "XX:a2-b2", "BB:a1-a2"),
        *("AA:b1-b2", "XB:a2-b2", "XA:c2-d2", "AB:c1-d1", "AA:c1-c2", "BB:d2-d1", "XA:d1-c1"),
        *("AA:e2-f2", "XX:e3-f3", "AB:e2-e3", "XA:d4-d5", "BB:b4-c4", "XB:a5-b5"),
    ],
    _markers("N1 E4 S6 W4", "N2 E5 S4 W5", "N6 E1 S2 W2"),
    scores=(44, 39, 41),
    turn=TurnState(seat=3, round=14),
)
PASSTALLY_LINES_OF_ALL = PasstallyPosition.set_up(
    3,
    PASSTALLY_PILES,
    PASSTALLY_LAID,
    _markers("N4 E4 S6 E3", "W1 W4 W5 W6", "W2 W3 S3 S4"),
    scores=(17, 12, 9),
    turn=TurnState(round=6),
)
PASSTALLY_BEFORE_THE_END = PasstallyPosition.set_up(
    3,
    (("XA", "BB"), (), ("XX", "AA", "BB", "XA")),
    PASSTALLY_LAID,
    _markers("N1 E4 S6 W3", "N2 E5 S4 W5", "N6 E1 S2 W2"),
    scores=(48, 51, 46),
    turn=TurnState(seat=3, round=14),
)

SCENES: dict[str, Scene[PasstallyPosition]] = {
    "passtally_start": with_partial_move(passtally_scene(PASSTALLY_START), ()),
    "passtally_last_turn": passtally_scene(PASSTALLY_MIDDLE, "E3-E4", "2:d6-c6"),
    "passtally_mid_turn": passtally_scene(PASSTALLY_MIDDLE, "3:d3-d4"),
    "passtally_towers": passtally_scene(PASSTALLY_TOWERS, "1:f3-f2", "2:b6-c6"),
    "passtally_lines_of_all": passtally_scene(PASSTALLY_LINES_OF_ALL, "2:f6-e6"),
    "passtally_first_step": with_partial_move(passtally_scene(PASSTALLY_MIDDLE), ()),
    "passtally_marker": with_partial_move(passtally_scene(PASSTALLY_MIDDLE), ("S3",)),
    "passtally_whole_marker": with_partial_move(passtally_scene(PASSTALLY_MIDDLE), ("S3", "S2")),
    "passtally_first_cell": with_partial_move(passtally_scene(PASSTALLY_MIDDLE), ("1",)),
    "passtally_second_cell": with_partial_move(passtally_scene(PASSTALLY_TOWERS), ("1", "e5")),
    "passtally_whole_tile": with_partial_move(passtally_scene(PASSTALLY_MIDDLE), ("1", "d1", "c1")),
    "passtally_last_round": passtally_scene(replace(PASSTALLY_BEFORE_THE_END, seat=2), "E5-E6"),
    "passtally_finished": passtally_scene(PASSTALLY_BEFORE_THE_END, "1:f2-f3", "3:c5-d5"),
}
