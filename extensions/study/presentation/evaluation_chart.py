"""The evaluation after each move of a match, as a chart with its turns below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from language.lists import row_of, sentences
from language.texts import gettext, ngettext, number, signed
from rendering.figures.chart import Axis, Chart, Curve, Mark, Tick, round_ticks
from rendering.text.text_table import MAX_ALT_TEXT


def evaluation_chart(
    title: str,
    note: str,
    values: Sequence[float],
    seats: tuple[str, str],
    marks: Mapping[int, str] | None = None,
    turns: Sequence[int] | None = None,
) -> Chart:
    """Return the evaluation of a match of two.

    :param values: before the first move and after each, from 1 (seat 1 wins) to -1 (seat 2 wins).
    :param seats: the names, the first above and the second below.
    :param marks: labels of marked moves, by their number from 1.
    :param turns: the number of each move's turn, also of moves without a value yet. By default,
        each move is a turn.
    """
    turns = range(1, len(values)) if turns is None else turns
    ticks = Tick(1, seats[0]), Tick(0, gettext("even")), Tick(-1, seats[1])
    curve = Curve(
        seats[0],
        tuple((float(move), value) for move, value in enumerate(values)),
        marks=_marks(values, marks or {}),
    )
    alt = _alt(title, values, seats, marks or {}, turns)
    return Chart(
        title, note, _across(turns), Axis(-1.06, 1.06, ticks), (curve,), ground=0.0, alt=alt
    )


def chances_chart(
    title: str,
    note: str,
    chances: Mapping[str, Sequence[float]],
    marks: Mapping[str, Mapping[int, str]] | None = None,
    turns: Sequence[int] | None = None,
) -> Chart:
    """Return each seat's winning chance, from 0 to 1, before the first move and after each.

    For matches of three, which need several curves.

    :param marks: labels of marked moves by seat and by their number from 1.
    :param turns: as in `evaluation_chart`.
    """
    move_count = max(map(len, chances.values())) - 1
    turns = range(1, move_count + 1) if turns is None else turns
    curves: list[Curve] = []
    for seat, values in chances.items():
        percent = [100 * value for value in values]
        points = tuple((float(move), value) for move, value in enumerate(percent))
        curves.append(Curve(seat, points, marks=_marks(percent, (marks or {}).get(seat, {}))))
    ticks = tuple(Tick(value, gettext("{share}%", share=value)) for value in (0, 25, 50, 75, 100))
    ends = row_of([f"{seat} {_share(values[-1])}" for seat, values in chances.items() if values])
    words = [
        gettext("{title}: winning chances over the match.", title=title),
        gettext("At the end: {chances}.", chances=ends)
        if move_count == len(turns)
        else ngettext(
            "After {known} of {count} turn: {chances}.",
            "After {known} of {count} turns: {chances}.",
            turns[-1],
            known=_turn(turns, move_count),
            chances=ends,
        ),
    ]
    for seat, labels in (marks or {}).items():
        for move, label in sorted(labels.items()):
            before, after = chances[seat][move - 1], chances[seat][move]
            words.append(
                gettext(
                    "Turn {number} ({label}): {seat} from {before} to {after}.",
                    number=turns[move - 1],
                    label=label,
                    seat=seat,
                    before=_share(before),
                    after=_share(after),
                )
            )
    alt = str(sentences(*words))[:MAX_ALT_TEXT]
    return Chart(title, note, _across(turns), Axis(-3, 103, ticks), tuple(curves), alt=alt)


def _across(turns: Sequence[int]) -> Axis:
    """Return the axis of the moves, with ticks where turns end."""
    ends = {0.0: 0, **{float(turn): move for move, turn in enumerate(turns, start=1)}}
    ticks = tuple(
        Tick(ends[each], f"{each:.0f}" if each else gettext("start"))
        for each in round_ticks(0, max(_turn(turns, len(turns)), 1), 7)
        if each in ends
    )
    return Axis(0, max(len(turns), 1), ticks)


def _turn(turns: Sequence[int], move_count: int) -> int:
    """Return the number of the turn in progress after some moves, 0 before the first."""
    return turns[move_count - 1] if move_count else 0


def _marks(values: Sequence[float], marks: Mapping[int, str]) -> tuple[Mark, ...]:
    return tuple(Mark(move, values[move], label) for move, label in sorted(marks.items()))


def _share(chance: float) -> str:
    """A chance as displayed: "53%"."""
    return gettext("{share}%", share=number(100 * chance))


def _alt(
    title: str,
    values: Sequence[float],
    seats: tuple[str, str],
    marks: Mapping[int, str],
    turns: Sequence[int],
) -> str:
    """Describe who was ahead after how many turns, and the marked moves."""
    after_turns = dict(zip(turns, values[1:], strict=False)).values()
    ahead = sum(value > 0.1 for value in after_turns), sum(value < -0.1 for value in after_turns)
    known = len(after_turns)
    words = [
        ngettext(
            "{title}: evaluation over {count} turn.",
            "{title}: evaluation over {count} turns.",
            known,
            title=title,
        )
        if len(values) > len(turns)
        else ngettext(
            "{title}: evaluation over {known} of {count} turn.",
            "{title}: evaluation over {known} of {count} turns.",
            turns[-1],
            title=title,
            known=known,
        ),
        gettext(
            "{first} was ahead after {ahead} of them, {second} after {behind}.",
            first=seats[0],
            ahead=ahead[0],
            second=seats[1],
            behind=ahead[1],
        ),
    ]
    for move, label in sorted(marks.items()):
        before, after = values[move - 1], values[move]
        words.append(
            gettext(
                "Turn {number} ({label}): from {before} to {after}.",
                number=turns[move - 1],
                label=label,
                before=signed(before, 1),
                after=signed(after, 1),
            )
        )
    return str(sentences(*words))[:MAX_ALT_TEXT]
