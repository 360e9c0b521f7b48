"""Scalas's cubes as icons."""

from __future__ import annotations

from rendering.drawing.icons import GAME, Icons, assembled, seat_icon
from rendering.scalas.pieces import LOOKS, cube


def icons() -> Icons:
    """Return the cube of each seat, and both together for the game."""
    seats = {
        seat_icon(seat): assembled(cube((60, 34), 56, colour))
        for seat, colour in enumerate(LOOKS, start=1)
    }
    red, blue = (cube((42, 24), 40, colour) for colour in LOOKS)
    return {**seats, GAME: assembled((red, -20, -18), (blue, 20, 18))}
