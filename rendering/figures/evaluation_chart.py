"""The evaluation after each move of a match, as a chart."""

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
    moves: int | None = None,
) -> Chart:
    """Return the evaluation of a match of two.

    :param values: before the first move and after each, from 1 (seat 1 wins) to -1 (seat 2 wins).
    :param seats: the names, the first above and the second below.
    :param marks: labels of marked moves, by their number from 1.
    :param moves: the total number of moves, if the last ones have no value yet.
    """
    ticks = Tick(1, seats[0]), Tick(0, gettext("even")), Tick(-1, seats[1])
    curve = Curve(
        seats[0],
        tuple((float(move), value) for move, value in enumerate(values)),
        marks=_marks(values, marks or {}),
    )
    across = _moves(len(values) - 1 if moves is None else moves)
    alt = _alt(title, values, seats, marks or {}, moves)
    return Chart(title, note, across, Axis(-1.06, 1.06, ticks), (curve,), ground=0.0, alt=alt)


def chances_chart(
    title: str,
    note: str,
    chances: Mapping[str, Sequence[float]],
    marks: Mapping[str, Mapping[int, str]] | None = None,
    moves: int | None = None,
) -> Chart:
    """Return each seat's winning chance, from 0 to 1, before the first move and after each.

    For matches of three, which need several curves.

    :param marks: labels of marked moves by seat and by their number from 1.
    :param moves: the total number of moves, if the last ones have no value yet.
    """
    curves: list[Curve] = []
    for seat, values in chances.items():
        percent = [100 * value for value in values]
        points = tuple((float(move), value) for move, value in enumerate(percent))
        curves.append(Curve(seat, points, marks=_marks(percent, (marks or {}).get(seat, {}))))
    ticks = tuple(Tick(value, gettext("{share}%", share=value)) for value in (0, 25, 50, 75, 100))
    move_count = max(map(len, chances.values())) - 1
    across = _moves(move_count if moves is None else moves)
    ends = row_of([f"{seat} {_share(values[-1])}" for seat, values in chances.items() if values])
    words = [
        gettext("{title}: winning chances over the match.", title=title),
        gettext("At the end: {chances}.", chances=ends)
        if moves in (None, move_count)
        else ngettext(
            "After {known} of {count} move: {chances}.",
            "After {known} of {count} moves: {chances}.",
            moves,
            known=move_count,
            chances=ends,
        ),
    ]
    for seat, labels in (marks or {}).items():
        for move, label in sorted(labels.items()):
            before, after = chances[seat][move - 1], chances[seat][move]
            words.append(
                gettext(
                    "Move {number} ({label}): {seat} from {before} to {after}.",
                    number=move,
                    label=label,
                    seat=seat,
                    before=_share(before),
                    after=_share(after),
                )
            )
    alt = str(sentences(*words))[:MAX_ALT_TEXT]
    return Chart(title, note, across, Axis(-3, 103, ticks), tuple(curves), alt=alt)


def _moves(count: int) -> Axis:
    numbers = round_ticks(0, max(count, 1), 7)
    ticks = tuple(
        Tick(each, f"{each:.0f}" if each else gettext("start")) for each in numbers if each % 1 == 0
    )
    return Axis(0, max(count, 1), ticks)


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
    moves: int | None,
) -> str:
    """Describe who was ahead after how many moves, and the marked moves."""
    after_moves = values[1:]
    ahead = sum(value > 0.1 for value in after_moves), sum(value < -0.1 for value in after_moves)
    move_count = len(after_moves)
    words = [
        ngettext(
            "{title}: evaluation over {count} move.",
            "{title}: evaluation over {count} moves.",
            move_count,
            title=title,
        )
        if moves in (None, move_count)
        else ngettext(
            "{title}: evaluation over {known} of {count} move.",
            "{title}: evaluation over {known} of {count} moves.",
            moves,
            title=title,
            known=move_count,
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
                "Move {number} ({label}): from {before} to {after}.",
                number=move,
                label=label,
                before=signed(before, 1),
                after=signed(after, 1),
            )
        )
    return str(sentences(*words))[:MAX_ALT_TEXT]
