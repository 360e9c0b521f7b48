"""Ratings over time as a chart and as a monospaced table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from language.dates import day_words, month_name, short_day_words, short_month_name
from language.lists import sentences
from language.texts import gettext
from rendering.figures.chart import MAX_CURVES, Axis, Chart, Curve, Mark, Tick, round_ticks
from rendering.figures.parts import Tile
from rendering.text.text_table import MAX_ALT_TEXT

_MAX_DATES = 6


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match, as a point of a curve."""

    at: datetime
    points: float
    deviation: float
    """Its uncertainty, shown as a band around a single curve."""


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A person's ratings in a game, drawn as one curve."""

    game: str
    """The name of the game."""
    ratings: tuple[RatingPoint, ...]
    """The ratings, oldest first."""


def rating_chart(
    title: str,
    note: str,
    histories: Sequence[RatingHistory],
    now: datetime,
    tiles: tuple[Tile, ...] = (),
) -> Chart:
    """Return a person's ratings in one game or several, up to now.

    :param title: the person's name.
    :param histories: most important first. Those without a match or a colour are left out.
    """
    drawn_histories = [history for history in histories if history.ratings][:MAX_CURVES]
    if not drawn_histories:
        upwards = Axis(1400, 1600, _points(1400, 1600))
        return Chart(title, note, Axis(0, 1, ()), upwards, (), tiles=tiles)
    start = min(history.ratings[0].at for history in drawn_histories)
    now = max(now, *(history.ratings[-1].at for history in drawn_histories))
    start = min(start, now - timedelta(days=1))
    is_alone = len(drawn_histories) == 1
    lowest, highest = _bounds(drawn_histories, is_alone=is_alone)
    curves = tuple(_curve(history, start, now, is_alone=is_alone) for history in drawn_histories)
    days = _days(now, start)
    ticks = tuple(Tick(_days(at, start), label) for at, label in dates(start, now))
    across = Axis(0, days, tuple(tick for tick in ticks if 0 <= tick.at <= days))
    upwards = Axis(lowest, highest, _points(lowest, highest))
    alt = _alt(title, note, tiles, drawn_histories)
    return Chart(title, note, across, upwards, curves, tiles=tiles, alt=alt)


def _days(at: datetime, start: datetime) -> float:
    return (at - start).total_seconds() / 86400


def _bounds(histories: Sequence[RatingHistory], *, is_alone: bool) -> tuple[float, float]:
    """The range of the axis, at least 200, with all points, any band, and a margin."""
    values = [rated.points for history in histories for rated in history.ratings]
    if is_alone:
        values += [rated.points + rated.deviation for rated in histories[0].ratings]
        values += [rated.points - rated.deviation for rated in histories[0].ratings]
    lowest, highest = min(values), max(values)
    margin = max((200 - (highest - lowest)) / 2, (highest - lowest) * 0.1)
    return lowest - margin, highest + margin


def _points(lowest: float, highest: float) -> tuple[Tick, ...]:
    return tuple(Tick(value, f"{value:.0f}") for value in round_ticks(lowest, highest))


def _curve(history: RatingHistory, start: datetime, now: datetime, *, is_alone: bool) -> Curve:
    points = [(_days(rating.at, start), rating.points) for rating in history.ratings]
    if not is_alone:
        return Curve(history.game, tuple(points))
    spread = tuple(rating.deviation for rating in history.ratings)
    best = max(points, key=lambda point: point[1])
    marks = [Mark(*points[-1], f"{points[-1][1]:.0f}")]
    if best[1] >= points[-1][1] + 20:
        marks.append(Mark(*best, f"{best[1]:.0f}"))
    words = gettext("likely range") if len(points) > 1 else ""
    return Curve(gettext("rating"), tuple(points), spread, words, tuple(marks))


def dates(start: datetime, end: datetime) -> Iterator[tuple[datetime, str]]:
    """Return up to six round dates between two times, with their labels.

    These are years, first days of months, or days. The first of January is labelled with its year.
    """
    first, last = start.astimezone(UTC).date(), end.astimezone(UTC).date()
    for months in (1, 2, 3, 6, 12, 24, 48, 96, 192):
        days = list(_first_days(first, last, months))
        if len(days) <= _MAX_DATES:
            break
    if len(days) >= 3:
        for day in days:
            named_by = short_month_name if len(days) > 4 else month_name
            label = str(day.year) if day.month == 1 else named_by(day.month)
            yield datetime(day.year, day.month, 1, tzinfo=UTC), label
        return
    span = (last - first).days
    step = next(each for each in (1, 2, 3, 7, 14, 21) if span / each <= _MAX_DATES - 1)
    for count in range(span // step + 1):
        day = last - timedelta(days=count * step)
        at = datetime(day.year, day.month, day.day, tzinfo=UTC)
        if at >= start:
            yield at, short_day_words(day)


def _first_days(first: date, last: date, months: int) -> Iterator[date]:
    """The first days of every `months`-th month, counted from January, between two days."""
    number = -(-(first.year * 12 + first.month - 1 + (first.day > 1)) // months) * months
    while date(number // 12, number % 12 + 1, 1) <= last:
        yield date(number // 12, number % 12 + 1, 1)
        number += months


def _day(at: datetime) -> str:
    return day_words(at.astimezone(UTC).date())


def _alt(title: str, note: str, tiles: Sequence[Tile], histories: Sequence[RatingHistory]) -> str:
    words = [gettext("{title}, {note}.", title=title, note=note)]
    words += [gettext("{who}: {value}.", who=tile.label, value=tile.value) for tile in tiles]
    for history in histories:
        first, last = history.ratings[0], history.ratings[-1]
        best = max(history.ratings, key=lambda rated: rated.points)
        worst = min(history.ratings, key=lambda rated: rated.points)
        words.append(
            gettext(
                "{game}: {first} on {first_day}, {last} on {last_day}; highest {best} on "
                "{best_day}, lowest {worst} on {worst_day}.",
                game=history.game,
                first=f"{first.points:.0f}",
                first_day=_day(first.at),
                last=f"{last.points:.0f}",
                last_day=_day(last.at),
                best=f"{best.points:.0f}",
                best_day=_day(best.at),
                worst=f"{worst.points:.0f}",
                worst_day=_day(worst.at),
            )
        )
    return str(sentences(*words))[:MAX_ALT_TEXT]
