"""The places on the picture of a scene, for boards to tap and for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rendering.drawing.canvas import Box, Point
from rendering.scenes.scene import Scene
from rules.language import gettext


@dataclass(frozen=True, slots=True)
class Circle:
    """A round place, in pixels of the picture."""

    middle: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A place with straight sides."""

    corners: tuple[Point, ...]


Shape = Circle | Polygon


@dataclass(frozen=True, slots=True)
class Place:
    """A cell, or another part of the picture that a step can choose."""

    name: str
    shape: Shape
    contents: str
    """Its contents in words, such as "White's stone"."""
    is_last: bool = False
    """Whether the last turn changed it."""
    is_piece: bool = False
    """Whether it is a piece beside the board, to be dragged onto it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a picture, and the places on it in reading order."""

    width: int
    height: int
    places: tuple[Place, ...]


def box(bounds: Box) -> Polygon:
    """Return a rectangle with these bounds."""
    left, top, right, bottom = bounds
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def square(middle: Point, half: float) -> Polygon:
    """Return a square around a point."""
    x, y = middle
    return box((x - half, y - half, x + half, y + half))


def in_reading_order(places: Iterable[tuple[Point, Place]]) -> tuple[Place, ...]:
    """Return places line by line, each with its middle."""
    ordered = sorted(places, key=lambda each: (each[0][1], each[0][0]))
    return tuple(place for _, place in ordered)


def changed_by(scene: Scene, names: Sequence[str]) -> frozenset[str]:
    """Return the places changed by the last turn, or none while a move is being entered."""
    return frozenset() if scene.prefix else frozenset(names)


def stone_words(scene: Scene, seat: int) -> str:
    """ "White's stone"."""
    return gettext("{seat}'s stone", seat=scene.name_of(seat))
