"""What games with stones draw alike: a board with its places, stones, marks, icons and specimen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from rendering.drawing import palette
from rendering.drawing.canvas import Spot, Sprite
from rendering.drawing.encoding import specimen_of
from rendering.drawing.palette import Colour
from rendering.drawing.pieces import (
    GAME,
    Emblem,
    Icons,
    Tone,
    assembled,
    faint_stone,
    seat_icon,
    stone,
)
from rendering.scenes.heading import put_heading
from rendering.scenes.scene import (
    EmptyBoard,
    Layout,
    Place,
    Scene,
    Shape,
    changed_by,
    in_reading_order,
    stone_words,
)
from rendering.text.lettering import write

Looks = Mapping[int, tuple[Tone, Emblem]]
"""The tone and emblem of each seat's stones."""


@dataclass(frozen=True, eq=False)
class StoneBoard(EmptyBoard):
    """An empty board and the places on it, in pixels."""

    cell: float
    """The size of a cell: its side, the distance of its corners, or the gap between points."""
    middles: Mapping[str, Spot]
    """The middle of each place, by its name."""
    name_size: float
    """Size of the letters in a place."""
    stone: float
    """The radius of a stone."""
    shape: Callable[[Spot], Shape]
    """Returns the outline of the place around a middle."""


def stone_layout(
    scene: Scene,
    board: StoneBoard,
    owners: Mapping[str, int],
    changed: Iterable[str],
    contents: Callable[[str, str], str],
) -> Layout:
    """Return the places of a scene.

    :param owners: the seat of each stone, by its place.
    :param changed: the places that the last turn changed.
    :param contents: returns what is on a place, from its name and the words for its stone, if any.
    """
    last = changed_by(scene, [*changed])

    def places() -> Sequence[Place]:
        words = {seat: stone_words(scene, seat) for seat in {*owners.values()}}
        return in_reading_order(
            (middle, Place(name, board.shape(middle), contents(name, stone), name in last))
            for name, middle in board.middles.items()
            for stone in (words[owners[name]] if name in owners else "",)
        )

    return Layout(board.width, board.height, places)


def put_stones(
    picture: Image.Image,
    board: StoneBoard,
    looks: Looks,
    owners: Mapping[str, int],
    is_faint: Callable[[str], bool] = lambda name: False,
) -> None:
    """Put stones on their places, the faint ones translucent."""
    for name, seat in owners.items():
        sprite = faint_stone if is_faint(name) else stone
        sprite(board.stone, *looks[seat]).paste_on(picture, board.middles[name])


def put_name(picture: Image.Image, board: StoneBoard, name: str, ink: Colour) -> None:
    """Write the name of a choice on its place, larger than on the empty board."""
    size = board.name_size * 1.08
    write(picture, board.middles[name], name, size, ink, weight="ExtraBold")


def choice_ink(tone: Tone) -> Colour:
    """Return the colour of choices on a stone."""
    return palette.CHOICE if tone == "light" else palette.CHOICE_BRIGHT


def last_ink(tone: Tone) -> Colour:
    """Return the colour of the last turn's marks on a stone."""
    return palette.LAST if tone == "light" else palette.LAST_BRIGHT


def put_stone_heading(
    picture: Image.Image, scene: Scene, looks: Looks, news: str, room: float = 1.0
) -> None:
    """Write the heading with the stone of the seat to move or of the winner."""
    seat = scene.leader
    icon = stone(17 * picture.width / 900, *looks[seat]) if seat else None
    put_heading(picture, scene, icon, news, room=room)


def stone_icons(ground: Sprite, looks: Looks, radius: float, pair: tuple[float, int, int]) -> Icons:
    """Return the stone of each seat on a ground, and both together for the game.

    :param pair: the radius of the two stones, and how far the second is to the right and below the
        middle.
    """
    small, right, down = pair
    seats = {
        seat_icon(seat): assembled(ground, stone(radius, *look)) for seat, look in looks.items()
    }
    first, second = (stone(small, *looks[seat]) for seat in (1, 2))
    return {**seats, GAME: assembled(ground, (first, -right, -down), (second, right, down))}


def stone_specimen(board: StoneBoard, looks: Looks, *further: Sprite) -> Image.Image:
    """Return the board with stones, faint ones, and whatever else may be on it."""
    sprites = [
        *(stone(board.stone, *look) for look in looks.values()),
        *(faint_stone(board.stone, *look) for look in looks.values()),
        *further,
    ]
    return specimen_of(board.layer, list(board.middles.values()), sprites)
