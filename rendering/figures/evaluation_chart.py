"""How a match stood after each of its moves, as a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rendering.figures.chart import Axis, Chart, Curve, Mark, Tick, round_ticks
from rendering.text.alt_text import MOST_ALT_TEXT


def evaluation_chart(
    title: str,
    note: str,
    values: Sequence[float],
    seats: tuple[str, str],
    marks: Mapping[int, str] | None = None,
    moves: int | None = None,
) -> Chart:
    """The evaluation of a match of two.

    :param values: before the first move and after each; 1 is won for seat 1, -1 for seat 2.
    :param seats: what the game calls them: the first stands above, the second below.
    :param marks: labels of moves to point out, by their number from 1.
    :param moves: how many there are, where some of the last have no value yet.
    """
    ticks = Tick(1, seats[0]), Tick(0, "even"), Tick(-1, seats[1])
    curve = Curve(
        seats[0],
        tuple((float(number), value) for number, value in enumerate(values)),
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
    """How likely each seat was to win, from 0 to 1, before the first move and after each.

    For matches of three, where a single curve can't say it.

    :param marks: by seat, labels of moves to point out, by their number from 1.
    :param moves: how many there are, where some of the last have no value yet.
    """
    curves: list[Curve] = []
    for seat, values in chances.items():
        percent = [100 * value for value in values]
        points = tuple((float(number), value) for number, value in enumerate(percent))
        curves.append(Curve(seat, points, marks=_marks(percent, (marks or {}).get(seat, {}))))
    ticks = tuple(Tick(value, f"{value:.0f} %") for value in (0, 25, 50, 75, 100))
    known = max(map(len, chances.values())) - 1
    across = _moves(known if moves is None else moves)
    ends = ", ".join(f"{seat} {values[-1]:.0%}" for seat, values in chances.items() if values)
    where = "At the end" if moves in (None, known) else f"After {_counted(known, moves)}"
    sentences = [f"{title}: chances over the moves. {where}: {ends}."]
    for seat, labels in (marks or {}).items():
        for number, label in sorted(labels.items()):
            before, after = chances[seat][number - 1], chances[seat][number]
            sentences.append(f"Move {number} ({label}): {seat} from {before:.0%} to {after:.0%}.")
    alt = " ".join(sentences)[:MOST_ALT_TEXT]
    return Chart(title, note, across, Axis(-3, 103, ticks), tuple(curves), alt=alt)


def _moves(count: int) -> Axis:
    numbers = round_ticks(0, max(count, 1), 7)
    ticks = tuple(
        Tick(each, f"{each:.0f}" if each else "start") for each in numbers if each % 1 == 0
    )
    return Axis(0, max(count, 1), ticks)


def _marks(values: Sequence[float], marks: Mapping[int, str]) -> tuple[Mark, ...]:
    return tuple(Mark(number, values[number], label) for number, label in sorted(marks.items()))


def _counted(known: int, moves: int | None) -> str:
    """How many moves the curve shows: "7 moves", "3 of 7 moves"."""
    whole = known if moves is None else moves
    words = f"{whole} move{'' if whole == 1 else 's'}"
    return words if known == whole else f"{known} of {words}"


def _alt(
    title: str,
    values: Sequence[float],
    seats: tuple[str, str],
    marks: Mapping[int, str],
    moves: int | None,
) -> str:
    """Who was ahead after how many moves, and what the marked moves did."""
    after_moves = values[1:]
    ahead = sum(value > 0.1 for value in after_moves), sum(value < -0.1 for value in after_moves)
    sentences = [
        f"{title}: evaluation over {_counted(len(after_moves), moves)}.",
        f"{seats[0]} was ahead after {ahead[0]} of them, {seats[1]} after {ahead[1]}.",
    ]
    for number, label in sorted(marks.items()):
        before, after = values[number - 1], values[number]
        sentences.append(f"Move {number} ({label}): from {before:+.1f} to {after:+.1f}.")
    return " ".join(sentences)[:MOST_ALT_TEXT]
