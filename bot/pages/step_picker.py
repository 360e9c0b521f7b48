"""The buttons for entering a move step by step.

`choices` returns the rows of buttons. A page may add one more row of up to five below them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple, TypeVar
from unicodedata import east_asian_width

from bot.pages.layout import (
    MAX_COMPONENTS,
    MAX_CONTROL_LENGTH,
    MAX_IN_ROW,
    MAX_LABEL_LENGTH,
    Block,
    Button,
    control,
)
from language.texts import N_, gettext
from presentation.move_entry import named_move
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

MAX_ROWS, MAX_ROWS_BELOW_FLAT_BOARD = 5, 7
"""Maximum number of rows of choices, which a phone shows at once with the board.

With more, rows or files are chosen first, and single steps are offered instead of whole moves.
"""

LINE_WIDTH, BUTTON_WIDTH, LETTER_WIDTH = 274, 36, 7
"""Pixels of a line of buttons on a phone 390 pixels wide, of an empty button, and of a letter."""

TEXT_WIDTH, MAX_TEXT_LINES = 34, 2
"""Letters of a line of text on such a phone, and lines of news that leave room for all rows."""

LINES = {"column": N_("Row {name}"), "line": N_("Line {name}"), "row": N_("Row {name}")}
"""The name of a horizontal line of cells, by `MoveInput.lettered`."""

ButtonRow = tuple[Button, ...]

CELL = re.compile("([a-z])([0-9]+)")


@dataclass(frozen=True, slots=True)
class Room:
    """The room for choices on a page."""

    components: int
    """The total number of rows and buttons that Discord accepts."""
    rows: int
    """The number of rows that a phone shows."""

    @classmethod
    def beside(cls, position: Position) -> Room:
        """Return the room beside the board of a position."""
        return cls(ROOM, max_rows(position))

    def without(self, lines: Sequence[ButtonRow]) -> Room:
        """Return the room that some rows leave."""
        components = self.components - len(lines) - sum(map(len, lines))
        return Room(components, self.rows - len(lines))

    @property
    def capacity(self) -> int:
        """The number of buttons that fit in full rows."""
        return min(MAX_CHOICES, self.components * MAX_IN_ROW // (MAX_IN_ROW + 1))


def max_rows(position: Position) -> int:
    """Return the maximum number of rows of choices beside the board of a position."""
    return MAX_ROWS_BELOW_FLAT_BOARD if position.input.is_flat else MAX_ROWS


class StepVerbs(NamedTuple):
    """The verbs of the controls for entering a move, which one method handles (`on_steps`).

    It takes their last argument as `SentSteps`.
    """

    at: str
    group: str
    play: str
    ask: str = ""
    """That of the button which opens the form for typing the move, empty without one."""
    typed: str = ""
    """That of the form."""
    example: str = N_("as you would type it for /move")
    """An example of notation."""

    @property
    def all(self) -> tuple[str, ...]:
        """All verbs, by their places."""
        return self[: TYPED + 1] if self.ask else self[:ASK]


ASK, TYPED = 3, 4
"""The places of verbs in `StepVerbs`."""


@dataclass(frozen=True, slots=True)
class SentSteps:
    """The steps in a control of `StepControls`."""

    steps: Move
    group: str | None = None
    """The chosen row or line of the next step, if there are more than buttons."""
    plays: bool = False
    """Whether the move ends at these steps, although it could continue."""
    typed: str | None = None
    """The move as typed, if it was."""

    @classmethod
    def read(cls, text: str, place: int, typed: str) -> SentSteps:
        """Return the steps in the last argument of a control.

        :param place: that of the control's verb in `StepVerbs`.
        :param typed: the text in its form, if it is one.
        """
        if place == TYPED:
            return cls((), typed=typed)
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
    return move_label(N_("Play {move}"), named_move(position, move))


def move_label(message: str, move: str) -> str:
    """Return a message about a `{move}` as a label, with a long move cut."""
    excess = len(gettext(message, move=move)) - MAX_LABEL_LENGTH
    return gettext(message, move=move if excess <= 0 else f"{move[: -excess - 1]}…")


def room_below(position: Position, ready: ButtonRow, news: str) -> Room:
    """Return the room for choices below the board of a position and a row of buttons.

    :param news: the text above the board if there are such buttons.
    """
    room = Room.beside(position).without(_lines(ready))
    if not ready:
        return room
    is_long = _label_width(news) > TEXT_WIDTH * MAX_TEXT_LINES
    return replace(room, rows=max(1, room.rows - (2 if is_long else 1)))


def that_fit(position: Position, ready: ButtonRow) -> ButtonRow:
    """Return the buttons for which there is room in a line, or below a flat board in several."""
    return ready if position.input.is_flat else next(iter(_lines(ready)), ())


def next_part_prompt(position: Position, prefix: Move, room: Room) -> str:
    """Return the question for buttons that all lead several steps on, empty for others."""
    steps = _in_order(position, complete(position, prefix).steps)
    if not 0 < len(steps) <= MAX_CHOICES:
        return ""
    if any(
        len(each) == len(prefix) + 1 for each in _expand_few(position, prefix, steps, room.rows)
    ):
        return ""
    return gettext("Choose the next part of your move") if prefix else gettext("Choose your move")


def choices(
    position: Position, prefix: Move, group: str | None, controls: StepControls, room: Room
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
        chosen = group_steps(position, steps)[group]
        return [*_step_rows(position, prefix, chosen, controls, room)]
    suggested = _suggested_buttons(position, prefix, controls)
    choice_rows = position.input.choice_rows(prefix)
    if choice_rows:
        rows = [
            tuple(_choice(position, prefix, each, controls).button for each in row)
            for row in choice_rows
        ]
    elif not suggested:
        return [*_step_rows(position, prefix, steps, controls, room)]
    else:
        room = room.without(_lines(suggested))
        rows = _step_rows(position, prefix, steps, controls, room)
    suggested_ids = {button.control for button in suggested}
    others = [tuple(each for each in row if each.control not in suggested_ids) for row in rows]
    return [line for row in (suggested, *others) for line in _lines(row)]


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
    position: Position, prefix: Move, steps: Sequence[str], controls: StepControls, room: Room
) -> list[ButtonRow]:
    """Return the rows for these steps, or first for their lines."""
    groups = group_steps(position, steps)
    longer = _expand_few(position, prefix, steps, room.rows)
    buttons = [_choice(position, prefix, each, controls) for each in longer]
    if len(groups) > 1 and (len(steps) > room.capacity or len(_lines(buttons)) > room.rows):
        return _by_groups(position, prefix, groups, controls, room)
    return _rows(buttons, room)


def _suggested_buttons(
    position: Position, prefix: Move, controls: StepControls
) -> tuple[Button, ...]:
    """Return the moves suggested by the game after these steps, as buttons."""
    return tuple(
        _suggested_button(position, move, _choice(position, prefix, move, controls))
        for move in position.input.suggested(prefix)[:MAX_IN_ROW]
    )


def _suggested_button(position: Position, move: Move, choice: _Choice) -> Button:
    """Return the button of a suggested move, with what it gains."""
    label = f"{choice.label} · {position.input.gain(move)}"
    return Button(_cut(label), choice.control, "primary")


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
    room: Room,
) -> list[ButtonRow]:
    """Return the rows or files, with short ones expanded to their steps if there is room.

    Groups of equal length are treated the same.
    """

    def expanded_to(longest: int) -> list[_Choice]:
        buttons: list[_Choice] = []
        for name, steps in groups.items():
            if len(steps) > longest:
                label = _group_label(position, prefix, name, steps)
                buttons.append(_Choice(label, controls.group((*prefix, name)), "group", "group"))
                continue
            longer = [(*prefix, step) for step in steps]
            buttons.extend(_choice(position, prefix, each, controls) for each in longer)
        return buttons

    buttons = expanded_to(0)
    for length in sorted({len(each) for each in groups.values()}):
        more = expanded_to(length)
        if len(more) > room.capacity or len(_lines(more)) > room.rows:
            break
        buttons = more
    return _rows(buttons, room)


def _expand_few(
    position: Position, prefix: Move, steps: Sequence[str], most_rows: int
) -> list[Move]:
    """Return the next steps, with complete moves instead of those of a kind if few result."""
    longer = [(*prefix, step) for step in steps]

    def fits(moves: Sequence[Move]) -> bool:
        return len(_filled([_label(position, prefix, move) for move in moves])) <= most_rows

    expanded = _expand_kinds(position, longer)
    if fits(expanded):
        return expanded
    # Otherwise, as many of the steps with the fewest continuations as there is room for.
    whole = {each: [move for move in expanded if move[: len(each)] == each] for each in longer}
    few = dict[Move, list[Move]]()
    for each in sorted(longer, key=lambda each: len(whole[each])):
        more = few | {each: whole[each]}
        if not fits([move for step in longer for move in more.get(step, [step])]):
            break
        few = more
    return [move for step in longer for move in few.get(step, [step])]


def _expand_kinds(position: Position, longer: list[Move]) -> list[Move]:
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


def _rows(buttons: Sequence[_Choice], room: Room) -> list[ButtonRow]:
    """Arrange buttons in rows that fit on a phone.

    Lines of the board, or at least kinds of steps, get separate rows if that adds only a few.
    """
    rows = _lines(buttons)
    most = room.rows if any(button.is_cell for button in buttons) else len(rows) * 3 // 2
    for key in (attrgetter("line"), attrgetter("kind")):
        apart = [row for _, line in groupby(buttons, key) for row in _lines(list(line))]
        if len(apart) <= min(most, room.rows) and len(apart) + len(buttons) <= room.components:
            rows = apart
            break
    if len(rows) + len(buttons) > room.components:
        rows = [tuple(buttons[at : at + MAX_IN_ROW]) for at in range(0, len(buttons), MAX_IN_ROW)]
    return [tuple(each.button for each in row) for row in rows]


_Labelled = TypeVar("_Labelled", "_Choice", Button)


def _lines(buttons: Sequence[_Labelled]) -> list[tuple[_Labelled, ...]]:
    """Return the lines in which a phone shows some buttons of a row."""
    ends = list(accumulate(map(len, _filled([button.label for button in buttons])), initial=0))
    return [tuple(buttons[first:last]) for first, last in pairwise(ends)]


def _filled(labels: Sequence[str]) -> list[list[str]]:
    """Return the lines of labels that a phone shows in order, each as full as possible."""
    lines: list[list[str]] = []
    left = 0
    for label in labels:
        width = BUTTON_WIDTH + LETTER_WIDTH * _label_width(label)
        if not lines or width > left or len(lines[-1]) == MAX_IN_ROW:
            lines.append([])
            left = LINE_WIDTH
        lines[-1].append(label)
        left -= width
    return lines


def _label_width(label: str) -> int:
    """Return the width of a label in Latin characters."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in label)


def _choice(position: Position, prefix: Move, longer: Move, controls: StepControls) -> _Choice:
    """Return the button that leads from a prefix to a longer one."""
    step, control = longer[len(prefix)], controls.at(longer)
    if len(longer) == len(prefix) + 1:
        label = _label(position, prefix, longer)
        is_cell = CELL.fullmatch(step.strip(BRACKETS)) is not None
        line = f"{_kind(step)} {_line(position, step) if is_cell else ''}"
        icon = controls.icon(position, prefix, step)
        return _Choice(label, control, _kind(step), line, is_cell, icon)
    # Without an icon, because three such labels just fit side by side on a phone.
    return _Choice(_label(position, prefix, longer), control, _kind(step), step)


def _label(position: Position, prefix: Move, longer: Move) -> str:
    """Return the label of the button that leads from a prefix to a longer one."""
    if len(longer) == len(prefix) + 1:
        return _cut(position.input.label(prefix, longer[-1]))
    return _cut(position.input.continuation(prefix, longer))


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


def _group_label(position: Position, prefix: Move, group: str, steps: Sequence[str]) -> str:
    """Return the label of a group of steps: "Row b", or its first and last step."""
    cells = [step.strip(BRACKETS) for step in steps]
    if "." not in group and all(CELL.fullmatch(cell) for cell in cells):
        return gettext(LINES[position.input.lettered], name=group)
    first, last = (position.input.label(prefix, step) for step in (steps[0], steps[-1]))
    return first if len(steps) == 1 else gettext("{first} to {last}", first=first, last=last)
