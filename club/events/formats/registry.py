"""The formats that there are. A further one is a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from club.events.course import Course, NextRound, Rules
from club.events.formats import cup, ladder, league, swiss, tour
from club.events.standings.standings import Standings
from rules.language import N_
from storage.database.transaction import Transaction
from storage.events.events import Format

RULES: Mapping[Format, Rules] = {
    "cup": cup.RULES,
    "league": league.RULES,
    "tour": tour.RULES,
    "ladder": ladder.RULES,
    "swiss": swiss.RULES,
}

SIZES: Mapping[Format, str] = {
    "cup": N_("A cup can be for {least} to {largest} players."),
    "league": N_("A league can be for {least} to {largest} players."),
    "tour": N_("A tour can be for {least} to {largest} players."),
    "ladder": N_("A ladder can be for {least} to {largest} players."),
    "swiss": N_("A Swiss tournament can be for {least} to {largest} players."),
}
"""By format, why another size is refused."""

NEXT_ROUND: Mapping[Format, Callable[[Course, datetime], NextRound | None]] = {
    "cup": cup.next_round,
    "league": league.next_round,
    "tour": tour.next_round,
}
"""What is to come after all rounds so far, None where the event is over. A ladder has one round,
which begins with it; a Swiss tournament is paired by a worker."""

FOLLOWING: Mapping[
    Format, Callable[[Transaction, Course, Standings, datetime], Awaitable[None]]
] = {"league": league.open_next}
"""What comes of the end of an event, in the transaction that ends it."""
