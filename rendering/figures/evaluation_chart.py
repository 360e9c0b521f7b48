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
) -> Chart:
    """The evaluation of a match of two.

    :param values: before the first move and after each; 1 is won for seat 1, -1 for seat 2.
    :param seats: what the game calls them: the first stands above, the second below.
    :param marks: labels of moves to point out, by their number from 1.
    """
    ticks = Tick(1, seats[0]), Tick(0, "even"), Tick(-1, seats[1])
    curve = Curve(
        seats[0],
        tuple((float(number), value) for number, value in enumerate(values)),
        marks=_marks(values, marks or {}),
    )
    across = _moves(len(values) - 1)
    alt = _alt(title, values, seats, marks or {})
    return Chart(title, note, across, Axis(-1.06, 1.06, ticks), (curve,), ground=0.0, alt=alt)


def chances_chart(title: str, note: str, chances: Mapping[str, Sequence[float]]) -> Chart:
    """How likely each seat was to win, from 0 to 1, before the first move and after each.

    For matches of three, where a single curve can't say it.
    """
    curves = tuple(
        Curve(seat, tuple((float(number), 100 * value) for number, value in enumerate(values)))
        for seat, values in chances.items()
    )
    ticks = tuple(Tick(value, f"{value:.0f} %") for value in (0, 25, 50, 75, 100))
    across = _moves(max(map(len, chances.values())) - 1)
    ends = ", ".join(f"{seat} {values[-1]:.0%}" for seat, values in chances.items() if values)
    alt = f"{title}: chances over the moves. At the end: {ends}."[:MOST_ALT_TEXT]
    return Chart(title, note, across, Axis(-3, 103, ticks), curves, alt=alt)


def _moves(count: int) -> Axis:
    numbers = round_ticks(0, max(count, 1), 7)
    ticks = tuple(
        Tick(each, f"{each:.0f}" if each else "start") for each in numbers if each % 1 == 0
    )
    return Axis(0, max(count, 1), ticks)


def _marks(values: Sequence[float], marks: Mapping[int, str]) -> tuple[Mark, ...]:
    return tuple(Mark(number, values[number], label) for number, label in sorted(marks.items()))


def _alt(
    title: str, values: Sequence[float], seats: tuple[str, str], marks: Mapping[int, str]
) -> str:
    """Who was ahead after how many moves, and what the marked moves did."""
    after_moves = values[1:]
    ahead = sum(value > 0.1 for value in after_moves), sum(value < -0.1 for value in after_moves)
    sentences = [
        f"{title}: evaluation over {len(after_moves)} move{'' if len(after_moves) == 1 else 's'}.",
        f"{seats[0]} was ahead after {ahead[0]} of them, {seats[1]} after {ahead[1]}.",
    ]
    for number, label in sorted(marks.items()):
        before, after = values[number - 1], values[number]
        sentences.append(f"Move {number} ({label}): from {before:+.1f} to {after:+.1f}.")
    return " ".join(sentences)[:MOST_ALT_TEXT]
