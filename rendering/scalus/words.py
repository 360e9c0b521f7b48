"""Scalus as a text board and in words."""

from __future__ import annotations

from itertools import chain

from rendering.scalus.effects import change_of, planned_by, point_of
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.alt_text import first_that_fits
from rules.language import gettext
from rules.listing import Listed, listed, row_of
from rules.scalus.board import FILES, HEADQUARTERS, RANKS
from rules.scalus.position import Displacement, ScalusPosition


def text_board(scene: Scene[ScalusPosition]) -> str:
    """Return a line per file, file j first, with the ranks' numbers below, as in the picture."""
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
        # A bracket after the last rank would be one column too many.
        lines.append((file + words.row_of(cells))[: words.MAX_COLUMNS])
    numbers = [f"{rank:2}" for rank in range(1, RANKS + 1)]
    lines += [" " * 2 + " ".join(digits) for digits in zip(*numbers, strict=True)]
    legend = [f"X {scene.name_of(1)}", f"O {scene.name_of(2)}", gettext("# headquarters")]
    return words.text_board(scene, lines, [*legend, gettext(": left")] if left else legend)


def alt_text(scene: Scene[ScalusPosition]) -> str:
    """Return the move and all stones in sentences, by files if there are many."""
    sentences = [words.as_sentence("Scalus"), words.state(scene)]
    if planned := planned_by(scene.position, scene.prefix):
        sentences.append(gettext("It would move {ways}.", ways=_ways(planned)))
        if planned.captured:
            stones = " ".join(planned.captured)
            sentences.append(gettext("It would capture {stones}.", stones=stones))
    elif not scene.prefix:
        for change in map(change_of, scene.last):
            sentences.append(gettext("The last turn moved {ways}.", ways=_ways(change)))
            if change.captured:
                stones = " ".join(change.captured)
                sentences.append(gettext("It captured {stones}.", stones=stones))
    places = [
        gettext(
            "{seat}'s headquarters are {points}.",
            seat=scene.name_of(seat),
            points=listed(points),
        )
        for seat, points in HEADQUARTERS.items()
    ]
    return first_that_fits(
        *(
            words.paragraph(*sentences, *_stone_sentences(scene, naming), *places)
            for naming in (words.cells_in_full, words.cells_by_row)
        )
    )


def _ways(change: Displacement) -> Listed:
    """ "a1 to b2, c3 to d4"."""
    ways = [
        gettext("{start} to {end}", start=start, end=end)
        for start, end in zip(change.starts, change.ends, strict=True)
        if start != end
    ]
    return row_of(ways)


def _stone_sentences(scene: Scene[ScalusPosition], naming: words.Listing) -> list[str]:
    return [
        words.stones(scene.name_of(seat), scene.position.stones(seat), naming) for seat in (1, 2)
    ]
