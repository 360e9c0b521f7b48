"""Standings of each kind of event, for tests and approved pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from extensions.events.presentation.crosstable import (
    PAGE_ROWS,
    Cell,
    Crosstable,
    CrosstableRow,
    Mark,
    draw_crosstable,
)

NAMES = (
    "Ada Lovelace",
    "山田太郎",
    "👑 Queen ★",
    "**bold** _x_ `c`",
    "Sofia Kovalevskaya-Corvin-Krukovskaya",
    "שלום עולם",
    "漢" * 32,
    "\u200b\u2060",
    "김철수 𝓐𝓵 \U000e0080\u0378",
    "Ægir Þórsson",
    "Ben",
    "Zoë",
)

WON, DRAWN, LOST = Mark("1", "won"), Mark("½", "drawn"), Mark("0", "lost")
PLAYING, OWN, BYE, FORFEIT = (
    Mark("", "open"),
    Mark("", "own"),
    Mark("+", "won"),
    Mark("−", "missed"),
)

_PAIRS = ((WON, WON), (WON, DRAWN), (LOST, WON), (PLAYING, DRAWN), (LOST, LOST), (PLAYING, PLAYING))


def round_robin(count: int, *, matches: int = 2, own: int = 0) -> Crosstable:
    """A round robin of `count` players, with some matches finished."""
    rows = tuple(
        CrosstableRow(
            place,
            NAMES[place - 1],
            f"{count - place}½" if place % 2 else str(count - place),
            tuple(
                Cell((OWN,))
                if place == other
                else Cell()
                if place + other > count + 3
                else Cell(_PAIRS[(place * 5 + other) % len(_PAIRS)][:matches])
                for other in range(1, count + 1)
            ),
            (f"{3 * (count - place)}.25",),
            is_own=place == own,
            is_out=place == count,
            tag="out" if place == count else "",
        )
        for place in range(1, count + 1)
    )
    return Crosstable(
        "Scalus league, season 2",
        "division 1",
        rows,
        tuple(str(number) for number in range(1, count + 1)),
        ("SB",),
        small_print="Each pair plays twice, once on each seat. SB: Sonneborn–Berger.",
    )


def swiss_page(page: int = 0, own: int = 0) -> Crosstable:
    """A page of ten out of 64 players, in the sixth of seven rounds."""
    results = (WON, WON, DRAWN, LOST, BYE, FORFEIT, PLAYING)

    def row(place: int) -> CrosstableRow:
        cells = tuple(
            Cell((results[(place + number * 3) % 7],), "" if number == 4 else str(1 + place % 13))
            for number in range(6)
        )
        return CrosstableRow(
            place,
            NAMES[place % 12],
            f"{6 - place // 10}",
            (*cells, Cell()),
            (f"{24 - place // 4}", f"{5 - place // 16}"),
            is_own=place == own,
        )

    first = PAGE_ROWS * page + 1
    is_elsewhere = own and not first <= own < first + PAGE_ROWS
    return Crosstable(
        "Skirt open",
        "64 players · round 6 of 7",
        tuple(row(place) for place in range(first, min(64, first + PAGE_ROWS - 1) + 1)),
        tuple(str(number) for number in range(1, 8)),
        ("BH", "wins"),
        own=row(own) if is_elsewhere else None,
        small_print=f"Page {page + 1} of 7. Small numbers: the opponent's place. BH: Buchholz, the "
        "weakest opponent left out.",
    )


def with_promotions(table: Crosstable) -> Crosstable:
    """The table with the first player promoted and the last but one relegated."""
    rows = list(table.rows)
    rows[0], rows[-2] = replace(rows[0], goes="up"), replace(rows[-2], goes="down")
    return replace(table, rows=tuple(rows), small_print="Arrows: who goes up or down.")


_CUP = round_robin(4)
CROSSTABLES = {
    "crosstable_cup": replace(
        _CUP,
        title="Scala cup 3",
        note="won by Ada Lovelace",
        rows=tuple(replace(row, is_out=False, tag="") for row in _CUP.rows),
        is_over=True,
    ),
    "crosstable_league": with_promotions(round_robin(7, own=4)),
    "crosstable_twelve": round_robin(12, own=2),
    "crosstable_swiss": swiss_page(own=37),
    "crosstable_last_page": swiss_page(6),
    "crosstable_three_seats": Crosstable(
        "Passtally cup 1",
        "3 tables · round 2",
        tuple(
            CrosstableRow(
                1 + place // 2 * 2,
                NAMES[place],
                str(9 - 2 * place),
                (Cell((first,)), Cell((second,)), Cell((PLAYING,))),
                (str(4 - place),),
            )
            for place, (first, second) in enumerate(
                [
                    (Mark("1st", "won"), Mark("2nd", "drawn")),
                    (Mark("2nd", "drawn"), Mark("1st", "won")),
                    (Mark("3rd", "lost"), Mark("2nd", "drawn")),
                ]
            )
        ),
        ("1", "2", "3"),
        ("wins",),
    ),
    "crosstable_tour": Crosstable(
        "Autumn tour",
        "game 3 of 5: Scalus",
        tuple(
            CrosstableRow(
                place,
                NAMES[place - 1],
                str(31 - 4 * place),
                (
                    Cell((Mark(str(12 - place), "won" if place == 1 else "drawn"),)),
                    Cell((Mark("2", "lost"),)) if place % 3 else Cell(),
                    Cell((PLAYING,)),
                    Cell(),
                    Cell(),
                ),
            )
            for place in range(1, 10)
        ),
        ("Scala", "Scalas", "Scalus", "Skirt", "Passtally"),
    ),
    "crosstable_empty": Crosstable("Scala cup 4", "3 seats left", ()),
}

FIGURES = {name: partial(draw_crosstable, table) for name, table in CROSSTABLES.items()}
