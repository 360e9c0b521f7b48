"""What is drawn: a scene, the places on its picture, and a game's `Painter`.

A scene is a position, the last turn, and the present choices. Places are for boards to tap and for
screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Generic

from cachetools import LRUCache
from PIL import Image

from language.lists import all_of
from language.texts import gettext
from rendering.drawing.canvas import Box, Point
from rendering.drawing.pieces import Icons
from rules.position import Game, Move
from rules.replay import P, P_co, Played

BYTES_PER_PIXEL = 4
"""Pillow's for RGB too."""


Shifts = tuple[tuple[str, str], ...]
"""The places that a move takes pieces from and to, once for each, alike for a placed piece."""


@dataclass(frozen=True, slots=True)
class Ended:
    """An end of a match that isn't by the rules."""

    winners: tuple[int, ...]
    is_aborted: bool = False


@dataclass(frozen=True, slots=True)
class Scene(Generic[P_co]):
    """The input of a match's picture, text board and alt text.

    Generic in the game's position class.
    """

    game: Game
    position: P_co
    """The position as its viewer may see it, without a half-entered move."""
    last: tuple[Played[P_co], ...] = ()
    """The moves of the last turn, oldest first, for marks and captured stones."""
    prefix: Move = ()
    """The steps chosen so far of a half-entered move."""
    choices: tuple[str, ...] = ()
    """The possible next steps, marked on the board."""
    options: Mapping[str, int] = field(default_factory=dict[str, int])
    """The options of the match, if they are not the defaults."""
    ended: Ended | None = None
    """How the match ended if not by the rules, such as by resignation."""
    has_heading: bool = True
    """Whether there is a heading above the board."""
    has_names: bool = True
    """Whether stones to choose show their names instead of their emblems."""
    is_small: bool = False
    """Whether the picture is drawn for a phone, with fewer and larger things."""
    marked: tuple[str, ...] = ()
    """Places mentioned in the words."""
    suggested: tuple[Shifts, ...] = ()
    """Suggested moves, to be numbered from 1."""

    def name_of(self, seat: int) -> str:
        """Return the game's name of a seat, in the current language: "White"."""
        return gettext(self.game.seat_names(self.game.choose(self.options))[seat - 1])

    @property
    def status(self) -> str:
        """Return the seat to move or the result: "White to move", "O wins"."""
        winners = self.winners
        if winners is None:
            assert self.position.to_move is not None
            return gettext("{seat} to move", seat=self.name_of(self.position.to_move))
        if not winners:
            is_aborted = self.ended is not None and self.ended.is_aborted
            return gettext("Aborted") if is_aborted else gettext("Draw")
        names = all_of([self.name_of(seat) for seat in winners])
        if len(winners) > 1:
            return gettext("{seats} win", seats=names)
        return gettext("{seat} wins", seat=names)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Return the winning seats, none in a draw, or None while the match is running."""
        if self.position.outcome is not None:
            return self.position.outcome.winners
        return None if self.ended is None else self.ended.winners

    @property
    def leader(self) -> int | None:
        """The seat in the heading: the winner, or the one to move."""
        winners = self.winners
        return self.position.to_move if winners is None else next(iter(winners), None)

    @property
    def news(self) -> str:
        """Return the half-entered move or the last turn: "White a3-c5"."""
        if self.prefix:
            if self.choices:
                return f"{self.position.input.beginning(self.prefix)}-…"
            return self.position.text(self.prefix)
        if not self.last:
            return ""
        return f"{self.name_of(self.last[-1].seat)} {self.last_text}"

    @property
    def last_text(self) -> str:
        """The moves of the last turn in their notation."""
        return ", ".join(played.text for played in self.last)


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
    title: str = ""
    """Its name in words, if its name is the step that chooses it."""


def raised(place: Place, by: int) -> Place:
    """Return a place this much higher on its picture."""
    shape = place.shape
    if isinstance(shape, Circle):
        x, y = shape.middle
        return replace(place, shape=replace(shape, middle=(x, y - by)))
    return replace(place, shape=Polygon(tuple((x, y - by) for x, y in shape.corners)))


@dataclass(frozen=True, eq=False)
class EmptyBoard:
    """A board without pieces, in pixels. Its size is known before it is drawn."""

    width: int
    height: int
    draw: Callable[[], Image.Image]

    @property
    def layer(self) -> Image.Image:
        """The picture, drawn when it is used and not kept. Shared between threads, so copy it."""
        return LAYERS.of(self)


class Layers:
    """The pictures of empty boards of all games, least recently used dropped first.

    Drawing one takes tenths of a second, and most servers have a few games at one width.
    """

    def __init__(self, max_bytes: int) -> None:
        self._kept = LRUCache[EmptyBoard, Image.Image](max_bytes, getsizeof=_bytes_of)
        self._lock = Lock()

    def limit(self, max_bytes: int) -> None:
        """Drop all pictures, and keep up to this many bytes from now on."""
        with self._lock:
            self._kept = LRUCache[EmptyBoard, Image.Image](max_bytes, getsizeof=_bytes_of)

    def of(self, board: EmptyBoard) -> Image.Image:
        """Return the picture of a board."""
        with self._lock:
            layer = self._kept.get(board)
        if layer is None:
            layer = board.draw()
            with self._lock, suppress(ValueError):
                # ValueError: larger than the whole cache.
                self._kept[board] = layer
        return layer


def _bytes_of(layer: Image.Image) -> int:
    return layer.width * layer.height * BYTES_PER_PIXEL


LAYERS = Layers(32 * 2**20)
"""Shared by all games. About ten boards of 900 pixels fit."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a picture, and the places on it in reading order."""

    width: int
    height: int
    find_places: Callable[[], Sequence[Place]]

    @property
    def places(self) -> tuple[Place, ...]:
        """The places, which take longer to find than the size."""
        return tuple(self.find_places())


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


@dataclass(frozen=True, slots=True)
class Painter(Generic[P]):
    """Draws and describes the positions of one game. All functions are thread-safe."""

    paint: Callable[[Scene[P], int], Image.Image]
    """The picture (RGB) at a width in pixels, the caller's own copy."""
    specimen: Callable[[], Image.Image]
    """A picture (RGB) of every piece, mark and shade of the game, for its fixed palette."""
    text_board: Callable[[Scene[P]], str]
    """The position in monospace, in lines of up to 60 characters and below 1900 in all."""
    alt_text: Callable[[Scene[P]], str]
    """The position in words for a screen reader, up to 1024 characters."""
    layout: Callable[[Scene[P], int], Layout]
    """The places on the picture at a width, one for every step that can be chosen."""
    place_of: Callable[[str], str]
    """The name of the place that a step chooses."""
    icons: Callable[[], Icons]
    """Small pictures of each seat's piece, of the game and of other things that choices name."""
    heading: float = 56.0
    """Height that only the heading uses, in a picture 900 wide. A scene without one is lower."""
