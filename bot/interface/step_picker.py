"""The buttons for entering a move step by step.

`choices` returns the rows of buttons. A page may add one more row of up to five below them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple
from unicodedata import east_asian_width

from bot.interface.layout import (
    MAX_COMPONENTS,
    MAX_CONTROL_LENGTH,
    MAX_IN_ROW,
    MAX_LABEL_LENGTH,
    Block,
    Button,
    control,
)
from language.texts import N_, gettext
from presentation.steps import STEP_SEPARATOR, join_steps, split_steps
from rendering import Icon
from rules.notation import complete
from rules.position import Move, Position

BRACKETS = "()+"
"""Characters that may surround the name of a cell in a step."""

MAX_CHOICES = 25
"""Maximum number of buttons. With more steps, rows or files are chosen first."""

MAX_WHOLE_MOVES = 22
"""Maximum number of complete moves offered as buttons instead of single steps."""

ROOM = MAX_COMPONENTS - 3 - (1 + MAX_IN_ROW)
"""Total number of rows and buttons, besides a page's container, text, picture and last row."""

WIDTHS = ((2, 5), (4, 4), (7, 3), (12, 2))
"""Maximum length of labels, and how many such buttons fit side by side on a 390-pixel phone.

Buttons with longer labels get a row each.
"""
LINES = {"column": N_("Row {name}"), "line": N_("Line {name}"), "row": N_("Row {name}")}
"""The name of a horizontal line of cells, by `MoveInput.lettered`."""

ButtonRow = tuple[Button, ...]

CELL = re.compile("([a-z])([0-9]+)")


class StepVerbs(NamedTuple):
    """The verbs of the controls for entering a move, which one method can handle in this order.

    It takes their last argument as `SentSteps`.
    """

    at: str
    group: str
    play: str


@dataclass(frozen=True, slots=True)
class SentSteps:
    """The steps in a control of `StepControls`."""

    steps: Move
    group: str | None = None
    """The chosen row or line of the next step, if there are more than buttons."""
    plays: bool = False
    """Whether the move ends at these steps, although it could continue."""

    @classmethod
    def read(cls, text: str, place: int) -> SentSteps:
        """Return the steps in the last argument of a control.

        :param place: that of the control's verb in `StepVerbs`.
        """
        if place == 1:
            steps, group = split_group(text)
            return cls(split_steps(steps), group)
        return cls(split_steps(text), plays=place == 2)


@dataclass(frozen=True, slots=True)
class StepControls:
    """The controls of a page for entering a move."""

    key: tuple[object, ...]
    """Their first arguments."""
    verbs: StepVerbs
    game: str
    """The key of the game, for pictures of its pieces."""

    def at(self, steps: Move) -> str:
        """Return the control for an incomplete move."""
        return control(self.verbs.at, *self.key, join_steps(steps))

    def group(self, steps: Move) -> str:
        """Return the control that shows one row or line of the next steps.

        :param steps: the steps so far, then the name of the row or line, for `split_group`.
        """
        return control(self.verbs.group, *self.key, join_steps(steps))

    def play(self, steps: Move) -> str:
        """Return the control that plays a complete move."""
        return control(self.verbs.play, *self.key, join_steps(steps))

    def icon(self, position: Position, prefix: Move, step: str) -> Icon | None:
        """Return the icon of the piece that a step takes, if its look matters."""
        piece = position.input.piece(prefix, step)
        return None if piece is None else Icon(self.game, piece)

    def has_room(self, position: Position) -> bool:
        """Whether a control can carry any move of a position."""
        longest = max(len(join_steps(move)) for move in position.moves())
        return len(self.group(())) + longest <= MAX_CONTROL_LENGTH


def split_group(text: str) -> tuple[str, str]:
    """Split the argument of a group control into its joined steps and the group's name."""
    steps, _, group = text.rpartition(STEP_SEPARATOR)
    return steps, group


def play_label(position: Position, move: Move) -> str:
    """Return the label of the button that plays a complete move."""
    return move_label(N_("Play {move}"), position.text(move))


def move_label(message: str, move: str) -> str:
    """Return a message about a `{move}` as a label, with a long move cut."""
    excess = len(gettext(message, move=move)) - MAX_LABEL_LENGTH
    return gettext(message, move=move if excess <= 0 else f"{move[: -excess - 1]}…")


def next_part_prompt(position: Position, prefix: Move) -> str:
    """Return the question for buttons that all lead several steps on, empty for others."""
    steps = _in_order(position, complete(position, prefix).steps)
    if not 0 < len(steps) <= MAX_CHOICES:
        return ""
    longer = [(*prefix, step) for step in steps]
    if any(len(each) == len(prefix) + 1 for each in _expand_few(position, longer)):
        return ""
    return gettext("Choose the next part of your move") if prefix else gettext("Choose your move")


def choices(
    position: Position, prefix: Move, group: str | None, controls: StepControls
) -> list[Block]:
    """Return the rows of buttons for the next step.

    :param group: the chosen row or file, if there are more steps than buttons.
    """
    steps = _in_order(position, complete(position, prefix).steps)
    if not steps:
        return []
    board = _board(position, prefix, steps, controls)
    if board:
        return board
    if group is not None and group in group_steps(position, steps):
        return [*_step_rows(position, prefix, group_steps(position, steps)[group], controls, ROOM)]
    suggested = _suggested_buttons(position, prefix, controls)
    choice_rows = position.input.choice_rows(prefix)
    if choice_rows:
        rows = [
            tuple(_choice(position, prefix, each, controls).button for each in row)
            for row in choice_rows
        ]
    elif not suggested:
        return [*_step_rows(position, prefix, steps, controls, ROOM)]
    else:
        rows = _step_rows(position, prefix, steps, controls, ROOM - 1 - len(suggested))
    suggested_ids = {button.control for button in suggested}
    others = [tuple(each for each in row if each.control not in suggested_ids) for row in rows]
    return [row for row in (suggested, *others) if row]


def group_steps(position: Position, steps: Sequence[str]) -> dict[str, list[str]]:
    """Group steps by their line of the board, else by their first letter, at most 25 per group."""
    by_line: dict[str, list[str]] = {}
    for step in _in_order(position, steps):
        by_line.setdefault(_line(position, step), []).append(step)
    groups: dict[str, list[str]] = {}
    for line, members in by_line.items():
        parts = [members[at : at + MAX_CHOICES] for at in range(0, len(members), MAX_CHOICES)]
        for number, part in enumerate(parts, start=1):
            groups[line if len(parts) == 1 else f"{line}.{number}"] = part
    return groups


def _step_rows(
    position: Position, prefix: Move, steps: Sequence[str], controls: StepControls, room: int
) -> list[ButtonRow]:
    """Return the rows for these steps, or first for their lines.

    :param room: the total number of rows and buttons that fit.
    """
    if len(steps) > _capacity(room):
        return _by_groups(position, prefix, group_steps(position, steps), controls, room)
    longer = [(*prefix, step) for step in steps]
    buttons = [_choice(position, prefix, each, controls) for each in _expand_few(position, longer)]
    return _rows(buttons, room)


def _capacity(room: int) -> int:
    """Return the number of buttons that fit in full rows."""
    return min(MAX_CHOICES, room * MAX_IN_ROW // (MAX_IN_ROW + 1))


def _suggested_buttons(
    position: Position, prefix: Move, controls: StepControls
) -> tuple[Button, ...]:
    """Return the moves suggested by the game after these steps, as buttons."""
    return tuple(
        replace(_choice(position, prefix, move, controls).button, style="primary")
        for move in position.input.suggested(prefix)[:MAX_IN_ROW]
    )


@dataclass(frozen=True, slots=True)
class _Choice:
    """A button with its sort keys."""

    label: str
    control: str
    kind: str
    """A key shared by steps that look alike."""
    line: str
    """A key shared by steps on one line of the board, and by moves with the same first step."""
    is_cell: bool = False
    """Whether it is a cell of the board."""
    icon: Icon | None = None
    """The piece that the step takes."""

    @property
    def button(self) -> Button:
        return Button(self.label, self.control, icon=self.icon)


def _board(
    position: Position, prefix: Move, steps: Sequence[str], controls: StepControls
) -> list[Block] | None:
    """Return the whole board as buttons, if it is small and square and most cells can be chosen.

    Other cells are disabled.
    """
    lines = position.input.cell_rows
    if not lines or len(lines) > MAX_IN_ROW or len(lines[0]) > MAX_IN_ROW:
        return None
    by_cell = {step.strip(BRACKETS): step for step in steps}
    cells = {cell for line in lines for cell in line}
    if len(steps) <= MAX_IN_ROW or len(by_cell) < len(steps) or not cells >= by_cell.keys():
        return None
    return [
        tuple(
            Button(
                position.input.label(prefix, by_cell[cell]) if cell in by_cell else cell,
                controls.at((*prefix, by_cell.get(cell, cell))),
                disabled=cell not in by_cell,
            )
            for cell in line
        )
        for line in lines
    ]


def _by_groups(
    position: Position,
    prefix: Move,
    groups: dict[str, list[str]],
    controls: StepControls,
    room: int,
) -> list[ButtonRow]:
    """Return the rows or files, with short ones expanded to their steps if there is room.

    Groups of equal length are treated the same.
    """
    longest, most = 0, _capacity(room)
    for length in sorted({len(each) for each in groups.values()}):
        if sum(len(each) if len(each) <= length else 1 for each in groups.values()) > most:
            break
        longest = length
    buttons: list[_Choice] = []
    for name, steps in groups.items():
        if len(steps) > longest:
            label, control = _group_label(position, name, steps), controls.group((*prefix, name))
            buttons.append(_Choice(label, control, "group", "group"))
            continue
        longer = [(*prefix, step) for step in steps]
        buttons.extend(_choice(position, prefix, each, controls) for each in longer)
    return _rows(buttons, room)


def _expand_few(position: Position, longer: list[Move]) -> list[Move]:
    """Replace the prefixes of each kind with complete moves if few buttons result."""
    kinds: dict[str, list[Move]] = {}
    for each in longer:
        kinds.setdefault(_kind(each[-1]), []).append(each)
    moves = position.moves()
    for kind, beginnings in kinds.items():
        length, prefixes = len(beginnings[0]), set(beginnings)
        whole = [move for move in moves if move[:length] in prefixes]
        count = sum(map(len, kinds.values())) - len(beginnings) + len(whole)
        if count <= MAX_WHOLE_MOVES and not prefixes & set(whole):
            order = {each: number for number, each in enumerate(beginnings)}
            kinds[kind] = sorted(
                whole, key=lambda move: (order[move[:length]], _sort_key(move[length:]))
            )
    return [each for group in kinds.values() for each in group]


def _rows(buttons: Sequence[_Choice], room: int) -> list[ButtonRow]:
    """Arrange buttons in rows that fit on a phone.

    Lines, or at least kinds, of steps get separate rows if that adds only a few. Cells of one line
    of the board stay together.

    :param room: the total number of rows and buttons that fit.
    """
    columns = _columns(buttons)
    while columns < MAX_IN_ROW and _height(len(buttons), columns) + len(buttons) > room:
        columns += 1
    rows = _split(buttons, columns)
    most = len(rows) * 3 // 2
    keys = (attrgetter("line"), attrgetter("kind"))
    if any(each.is_cell for each in buttons):
        rows, most, keys = _pack(buttons, room), len(buttons), keys[:1]
    for key in keys:
        lines = [list(each) for _, each in groupby(buttons, key)]
        apart = [row for line in lines for row in _split(line, _line_width(line))]
        if len(apart) <= most and len(apart) + len(buttons) <= room:
            rows = apart
            break
    return [tuple(each.button for each in row) for row in rows]


def _pack(buttons: Sequence[_Choice], room: int) -> list[Sequence[_Choice]]:
    """Return rows in which short lines of the board share a row unbroken, if there is room.

    Otherwise all rows are full.
    """
    rows: list[list[_Choice]] = [[]]
    for _, line in groupby(buttons, attrgetter("line")):
        for part in _split(list(line), MAX_IN_ROW):
            if len(rows[-1]) + len(part) > MAX_IN_ROW:
                rows.append([])
            rows[-1].extend(part)
    if len(rows) + len(buttons) <= room:
        return list(rows)
    return _split(buttons, MAX_IN_ROW)


def _line_width(line: Sequence[_Choice]) -> int:
    """Return how many buttons of a line go side by side. Cells use Discord's maximum."""
    return MAX_IN_ROW if all(each.is_cell for each in line) else _columns(line)


def _columns(buttons: Sequence[_Choice]) -> int:
    """Return how many of these buttons fit side by side on a phone."""
    longest = max(_label_width(each.label) for each in buttons)
    return next((most for length, most in WIDTHS if longest <= length), 1)


def _label_width(label: str) -> int:
    """Return the width of a label in Latin characters."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in label)


def _split(line: Sequence[_Choice], columns: int) -> list[Sequence[_Choice]]:
    """Split a line into rows of nearly equal length."""
    height = _height(len(line), columns)
    ends = [len(line) * number // height for number in range(height + 1)]
    return [line[first:last] for first, last in pairwise(ends)]


def _height(count: int, columns: int) -> int:
    return -(-count // columns)


def _choice(position: Position, prefix: Move, longer: Move, controls: StepControls) -> _Choice:
    """Return the button that leads from a prefix to a longer one."""
    step, control = longer[len(prefix)], controls.at(longer)
    if len(longer) == len(prefix) + 1:
        label = position.input.label(prefix, step)
        is_cell = CELL.fullmatch(step.strip(BRACKETS)) is not None
        line = f"{_kind(step)} {_line(position, step) if is_cell else ''}"
        icon = controls.icon(position, prefix, step)
        return _Choice(_cut(label), control, _kind(step), line, is_cell, icon)
    # Without an icon, because three such labels just fit side by side on a phone.
    return _Choice(_cut(position.input.continuation(prefix, longer)), control, _kind(step), step)


def _cut(label: str) -> str:
    """Cut a label to Discord's limit."""
    return label if len(label) <= MAX_LABEL_LENGTH else f"{label[: MAX_LABEL_LENGTH - 1]}…"


def _line(position: Position, step: str) -> str:
    """Return the horizontal line of a step's cell, by letter or number, else its first letter."""
    cell = CELL.fullmatch(step.strip(BRACKETS))
    if cell is None:
        return next((each for each in step if each.isalnum()), step[:1])
    return cell[2] if position.input.lettered == "column" else cell[1]


def _board_key(position: Position, step: str) -> tuple[int, int]:
    """Return a sort key for cells by position, top line first; zeros for other steps."""
    cell = CELL.fullmatch(step.strip(BRACKETS))
    if cell is None:
        return 0, 0
    letter, number = ord(cell[1]), int(cell[2])
    if position.input.lettered == "column":
        return -number, letter
    return (-letter if position.input.lettered == "row" else letter), number


def _kind(step: str) -> str:
    """Return the pattern of a step: `a0` for `c3`, `(c3)` and `+c10`, `0` for `2`."""
    bare = step.strip(BRACKETS)
    return re.sub("[a-z]+", "a", re.sub("[A-Z]+", "A", re.sub("[0-9]+", "0", bare)))


def _in_order(position: Position, steps: Sequence[str]) -> list[str]:
    """Sort steps by kind, and cells by their position on the board."""
    kinds = list(dict.fromkeys(map(_kind, steps)))
    return sorted(
        steps,
        key=lambda step: (kinds.index(_kind(step)), _board_key(position, step), _sort_key((step,))),
    )


def _sort_key(move: Move) -> list[list[tuple[str, int]]]:
    """Return a sort key with c2 before c10."""
    buttons = (re.findall("([^0-9]*)([0-9]*)", step.strip(BRACKETS)) for step in move)
    return [[(words, int(digits or 0)) for words, digits in parts] for parts in buttons]


def _group_label(position: Position, group: str, steps: Sequence[str]) -> str:
    """Return the label of a group of steps: "Row b", or its first and last step."""
    cells = [step.strip(BRACKETS) for step in steps]
    if "." not in group and all(CELL.fullmatch(cell) for cell in cells):
        return gettext(LINES[position.input.lettered], name=group)
    if len(steps) == 1:
        return steps[0]
    return gettext("{first} to {last}", first=steps[0], last=steps[-1])
