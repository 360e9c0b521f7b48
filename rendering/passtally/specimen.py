"""Every tile, height, marker and mark of Passtally, for its fixed palette."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from rendering.drawing.specimen import specimen_of
from rendering.passtally.painter import paint
from rendering.scenes.scene import Scene
from rules.notation import complete
from rules.passtally.game import Passtally
from rules.passtally.position import PasstallyPosition, TurnState
from rules.passtally.tiles import KINDS
from rules.passtally.tiling import Tiling
from rules.replay import Played


def specimen() -> Image.Image:
    """Return pictures of several scenes, one below another."""
    painted = [paint(scene, 600) for scene in _scenes()]
    width, height = painted[0].size
    together = Image.new("RGB", (width, height * len(painted)))
    for place, picture in enumerate(painted):
        together.paste(picture, (0, place * height))
    return specimen_of(together, (), ())


def _scenes() -> Iterator[Scene[PasstallyPosition]]:
    """A laid tile, a moved marker, the first step of a turn and the last but one of a tile."""
    game, options = Passtally(), {"players": 3}
    laid = list(_blocks())
    markers: dict[str, int] = {}
    for place, line in enumerate(Tiling.of(laid).lines()[:6]):
        markers[line.start] = markers[line.end] = 1 + place % 3
    piles = [["XX", "XA"], ["AB", "BB"], ["XB"]]
    first, second, third = (
        PasstallyPosition.set_up(3, piles, laid, markers, scores=(9, 9, 50), turn=TurnState(seat))
        for seat in (1, 2, 3)
    )
    for before, move in ((first, first.moves()[0]), (second, second.moves()[-1])):
        after = before.play(move)
        yield Scene(game, after, (Played(before, move, after),), options=options)
    for position, prefix in ((first, ()), (third, third.moves()[0][:2])):
        choices = complete(position, prefix).steps
        yield Scene(game, position, prefix=prefix, choices=choices, options=options)


def _blocks() -> Iterator[str]:
    """Six blocks of four cells, 1 to 6 high, of pairs of tiles laid crosswise."""
    for height in range(1, len(KINDS) + 1):
        left, right = ("ab", "cd", "ef")[height % 3]
        low, high = (1, 2) if height < 4 else (4, 5)
        for level in range(height):
            lying = ((left, low), (right, low)), ((left, high), (right, high))
            standing = ((left, low), (left, high)), ((right, low), (right, high))
            for place, (one, other) in enumerate(standing if level % 2 else lying):
                # Offset by half the kinds, so that each kind is visible on two blocks.
                kind = KINDS[(height + place * len(KINDS) // 2) % len(KINDS)]
                yield f"{kind}:{one[0]}{one[1]}-{other[0]}{other[1]}"
