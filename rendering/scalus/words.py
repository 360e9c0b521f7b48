"""Scalus as a text board and in words."""

from __future__ import annotations

from itertools import chain

from rendering.scalus.shown import change_of, planned_by, point_of
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.scalus.board import FILES, HEADQUARTERS, RANKS
from rules.scalus.position import Displacement, ScalusPosition


def text_board(scene: Scene[ScalusPosition]) -> str:
    """A file a line, file j first, the ranks' numbers below: as the picture is drawn."""
    position = scene.position
    characters = {name: "#" for points in HEADQUARTERS.values() for name in points}
    left: set[str] = set()
    if scene.prefix:
        planned = planned_by(position, scene.prefix)
        marked = set(planned.ends if planned else scene.prefix[:1])
    else:
        changes = [change_of(played) for played in scene.last]
        marked = set(chain.from_iterable(change.ends for change in changes))
        left = set(chain.from_iterable(change.starts for change in changes)) - marked
    characters.update(dict.fromkeys(left, ":"))
    for seat, character in ((1, "X"), (2, "O")):
        characters.update(dict.fromkeys(position.stones(seat), character))
    choices = set(map(point_of, scene.choices))
    lines: list[str] = []
    for file in reversed(FILES):
        cells = [
            words.TextCell(characters.get(name, "."), name in marked, name in choices)
            for name in (f"{file}{rank}" for rank in range(1, RANKS + 1))
        ]
        # A bracket that closes behind the last rank would be one column too many.
        lines.append((file + words.row_of(cells))[: words.MOST_COLUMNS])
    numbers = [f"{rank:2}" for rank in range(1, RANKS + 1)]
    lines += [" " * 2 + " ".join(digits) for digits in zip(*numbers, strict=True)]
    legend = ["X Black", "O White", "# headquarters"]
    return words.text_board(scene, lines, [*legend, ": left"] if left else legend)


def alt_text(scene: Scene[ScalusPosition]) -> str:
    """What a move does and all stones, in sentences; where they are too many, by files."""
    sentences = [f"Scalus. {words.state(scene)}"]
    if planned := planned_by(scene.position, scene.prefix):
        sentences.append(f"It would move {_told(planned, 'capture')}.")
    elif not scene.prefix:
        changes = map(change_of, scene.last)
        sentences += [f"The last turn moved {_told(change, 'captured')}." for change in changes]
    places = "; ".join(
        f"{scene.name_of(seat)}'s headquarters are {' and '.join(points)}"
        for seat, points in HEADQUARTERS.items()
    )
    return first_that_fits(
        *(
            " ".join([*sentences, *_stones_told(scene, listed), f"{places}."])
            for listed in (words.cells_in_full, words.cells_by_row)
        )
    )


def _told(change: Displacement, verb: str) -> str:
    ways = [
        f"{start} to {end}"
        for start, end in zip(change.starts, change.ends, strict=True)
        if start != end
    ]
    captured = f" and {verb} {' '.join(change.captured)}" if change.captured else ""
    return ", ".join(ways) + captured


def _stones_told(scene: Scene[ScalusPosition], listed: words.Listing) -> list[str]:
    return [
        words.stones(scene.name_of(seat), scene.position.stones(seat), listed) for seat in (1, 2)
    ]
