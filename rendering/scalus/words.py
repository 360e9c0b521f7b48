"""The effects of moves and steps of Scalus, and Scalus as a text board and in words."""

from __future__ import annotations

from enum import Enum
from itertools import chain

from language.lists import Listed, listed, row_of
from language.texts import gettext
from rendering.scenes import words
from rendering.scenes.scene import Scene
from rendering.text.text_table import first_that_fits
from rules.position import Move
from rules.replay import Played
from rules.scalus.board import BITS, FIGURES, FILES, HEADQUARTERS, NO_PIVOT, RANKS, REACHING
from rules.scalus.position import Displacement, ScalusPosition


class StepKind(Enum):
    """The meaning of a step."""

    POINT = "point"
    LINE = "line"
    RECTANGLE = "rectangle"
    TRIANGLE = "triangle"
    CROSS = "cross"
    PIVOT = "pivot"
    NO_PIVOT = "no pivot"


def kind_of(step: str) -> StepKind:
    """Return the kind of `f9`, `line to e7`, `rectangle to f15`, `(e4)` or `()`."""
    if step == NO_PIVOT:
        return StepKind.NO_PIVOT
    if step.startswith("("):
        return StepKind.PIVOT
    kind, _, last = step.partition(REACHING)
    return StepKind(kind) if last else StepKind.POINT


def is_figure(step: str) -> bool:
    """Whether a step chooses a cross or a triangle, whose mark stands between points."""
    return step.startswith(FIGURES)


def point_of(step: str) -> str:
    """Return the point that a step names, or empty text."""
    return "" if is_figure(step) else step.rpartition(REACHING)[2].strip("()")


def planned_by(position: ScalusPosition, prefix: Move) -> Displacement | None:
    """Return the effect of a complete move, or None."""
    is_single = len(prefix) == 2 and kind_of(prefix[1]) is StepKind.POINT
    return position.displacement(prefix) if is_single or len(prefix) == 3 else None


def change_of(played: Played[ScalusPosition]) -> Displacement:
    """Return the effect of a move."""
    return played.before.displacement(played.move)


def text_board(scene: Scene[ScalusPosition]) -> str:
    """Return a line per file, file j first, with the ranks' numbers below, as in the picture."""
    position = scene.position
    characters = dict.fromkeys(BITS, ".")
    characters.update({name: "#" for points in HEADQUARTERS.values() for name in points})
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
        names = [f"{file}{rank}" for rank in range(1, RANKS + 1)]
        cells = words.stone_row(names, characters, marked, choices)
        # A bracket after the last rank would be one column too many.
        lines.append((file + cells)[: words.MAX_COLUMNS])
    numbers = [f"{rank:2}" for rank in range(1, RANKS + 1)]
    lines += [" " * 2 + " ".join(digits) for digits in zip(*numbers, strict=True)]
    legend = [f"X {scene.name_of(1)}", f"O {scene.name_of(2)}", gettext("# headquarters")]
    return words.text_board(scene, lines, [*legend, gettext(": left")] if left else legend)


def alt_text(scene: Scene[ScalusPosition]) -> str:
    """Return the move and all stones in sentences, by files if there are many."""
    sentences = [words.as_sentence("Scalus"), words.state(scene), *_figures(scene)]
    if planned := planned_by(scene.position, scene.prefix):
        sentences.append(gettext("It would move {ways}.", ways=_ways(planned)))
        if planned.captured:
            stones = " ".join(planned.captured)
            sentences.append(gettext("It would capture {stones}.", stones=stones))
    elif not scene.prefix:
        for played in scene.last:
            change = change_of(played)
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
        words.paragraph(
            *sentences, *words.stone_sentences(scene, scene.position.stones, naming), *places
        )
        for naming in (words.cells_in_full, words.cells_by_row)
    )


def _figures(scene: Scene[ScalusPosition]) -> list[str]:
    """Name the chosen cross or triangle, or that of the last turn."""
    position, steps = scene.position, scene.prefix
    if len(steps) > 1:
        figure = position.gloss(steps)
        return [gettext("Chosen group: {figure}.", figure=figure)] if figure else []
    turn = () if steps else scene.last
    figures = [played.before.gloss(played.move) for played in turn]
    return [gettext("Moved group: {figure}.", figure=each) for each in figures if each]


def _ways(change: Displacement) -> Listed:
    """ "a1 to b2, c3 to d4"."""
    ways = [
        gettext("{start} to {end}", start=start, end=end)
        for start, end in zip(change.starts, change.ends, strict=True)
        if start != end
    ]
    return row_of(ways)
