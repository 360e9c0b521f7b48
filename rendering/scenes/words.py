"""Common parts of text boards and alt texts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from wcwidth import width

from language.lists import Listed, and_more, some_of
from language.lists import sentences as together
from language.texts import gettext, ngettext
from rendering.scenes.scene import Scene
from rendering.text.text_table import broken, fitted

MAX_COLUMNS = 39
"""Characters of a line that a phone shows unbroken. Only boards may need more."""

_MAX_CELLS = 30
"""Maximum number of cells in a sentence."""


@dataclass(frozen=True, slots=True)
class TextCell:
    """A cell of a text board, with its character and marks."""

    character: str
    is_marked: bool = False
    is_choice: bool = False


def row_of(cells: Sequence[TextCell]) -> str:
    """Return cells two characters apart, with marks in brackets and empty choices as `*`."""
    line = [" "] * (2 * len(cells) + 1)
    for place, cell in enumerate(cells):
        at = 2 * place + 1
        is_stone = cell.character.isalnum()
        line[at] = "*" if cell.is_choice and not is_stone else cell.character
        if cell.is_marked or (cell.is_choice and is_stone):
            line[at - 1] = "|" if line[at - 1] == "]" else "["
            line[at + 1] = "]"
    return "".join(line)


def stone_row(
    names: Iterable[str],
    characters: Mapping[str, str],
    marked: Collection[str],
    choices: Collection[str],
) -> str:
    """Return a row of places, blank where there is no character."""
    return row_of(
        [TextCell(characters.get(name, " "), name in marked, name in choices) for name in names]
    )


def text_board(scene: Scene, rows: Iterable[str], legend: Sequence[str]) -> str:
    """Return the rows between a line with the seat to move and a legend.

    :param legend: its unbreakable parts.
    """
    head = [scene.status]
    if scene.news:
        head.append(scene.news if scene.prefix else f"[ ] {scene.news}")
    choice = [gettext("* choice")] if scene.choices else []
    lines = [*_head(head), "", *(row.rstrip() for row in rows), "", *joined([*legend, *choice])]
    return "\n".join(lines)


def joined(parts: Iterable[str], between: str = "   ") -> list[str]:
    """Return parts side by side, on as many lines as needed."""
    lines: list[str] = []
    for part in parts:
        if lines and width(lines[-1] + between + part) <= MAX_COLUMNS:
            lines[-1] += between + part
        else:
            lines.append(part)
    return lines


def _head(parts: Sequence[str]) -> list[str]:
    """The parts on one line, or each on up to two lines, cut off if necessary."""
    lines: list[str] = []
    for part in joined(parts, " · "):
        broken_up = broken(part, lambda line: width(line) <= MAX_COLUMNS)
        if len(broken_up) > 2:
            broken_up[1:] = [f"{broken_up[1]}…"]
        lines += [fitted(line, MAX_COLUMNS) for line in broken_up]
    return lines


def paragraph(*sentences: Listed) -> str:
    """Join sentences."""
    return str(together(*sentences))


def as_sentence(label: str) -> str:
    """Return a few words as a sentence: "Scala.", "Placing markers."."""
    return gettext("{status}.", status=label)


def board_words(game: str, size: int) -> str:
    """ "Skirt, 6 cells on a side." """
    return ngettext(
        "{game}, {count} cell on a side.", "{game}, {count} cells on a side.", size, game=game
    )


def state(scene: Scene) -> str:
    """Return sentences on the state of a scene.

    They are about the seat to move or the result, the last turn, and the half-entered move.
    """
    outcome = scene.position.outcome
    sentences: list[Listed] = [as_sentence(scene.status)]
    if outcome:
        sentences.append(outcome.words)
    if scene.last:
        seat = scene.name_of(scene.last[-1].seat)
        sentences.append(gettext("Last turn: {seat} {moves}.", seat=seat, moves=scene.last_text))
    if scene.prefix:
        steps = scene.position.input.beginning(scene.prefix)
        sentences.append(gettext("Chosen so far: {steps}.", steps=steps))
    if scene.choices:
        sentences.append(gettext("Choices: {cells}.", cells=_most_of_choices(scene)))
    if scene.marked:
        sentences.append(gettext("Marked: {cells}.", cells=_abridged(scene.marked)))
    return paragraph(*sentences)


def _most_of_choices(scene: Scene) -> Listed:
    labels = [scene.position.input.label(scene.prefix, step) for step in scene.choices]
    if any(" " in label for label in labels):
        return some_of(labels, _MAX_CELLS)
    return _abridged(labels)


def _abridged(cells: Sequence[str]) -> Listed:
    text, more = " ".join(cells[:_MAX_CELLS]), len(cells) - _MAX_CELLS
    return and_more(text, more) if more > 0 else text


def cells_in_full(cells: Iterable[str]) -> str:
    """Return cells by name: "a1 a3 c4"."""
    return " ".join(cells)


def cells_by_row(cells: Iterable[str]) -> str:
    """Return cells with each letter once: "a 1 3, c 4"."""
    by_letter: dict[str, list[str]] = {}
    for cell in cells:
        by_letter.setdefault(cell[0], []).append(cell[1:])
    return ", ".join(" ".join([letter, *by_letter[letter]]) for letter in sorted(by_letter))


Listing = Callable[[Iterable[str]], str]
"""`cells_in_full` or `cells_by_row`."""


def stone_sentences(
    scene: Scene, cells: Callable[[int], Sequence[str]], listed: Listing = cells_in_full
) -> list[str]:
    """Return a sentence on the stones of each seat.

    :param cells: returns the places of a seat's stones.
    """
    return [stones(scene.name_of(seat), cells(seat), listed) for seat in (1, 2)]


def stones(name: str, cells: Sequence[str], listed: Listing = cells_in_full) -> str:
    """ "White has 3 stones: a1 a3 c4." """
    if not cells:
        return gettext("{seat} has no stones.", seat=name)
    return ngettext(
        "{seat} has {count} stone: {cells}.",
        "{seat} has {count} stones: {cells}.",
        len(cells),
        seat=name,
        cells=listed(cells),
    )
