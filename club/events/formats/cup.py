"""A cup: a handful of people, everybody against everybody on both seats, two matches at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from club.events.course import Course, NextRound, Person, Planned
from club.events.formats.format import Format, Rules
from club.events.pairing.pairer import Pairer
from club.events.pairing.round_robin import everybody_twice, tables_of_three
from club.events.standings.round_robin import round_robin_tables
from club.events.standings.table import Tables
from club.members.blocks import check_not_blocked
from rules.language import N_
from rules.position import Game
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.events.entrants import Entrant
from storage.events.rounds import Pairing, Round


class Cup(Format):
    """Begins when it is full; one round."""

    key = "cup"
    rules = Rules(least=3, most=4, largest=6, pace="2d+4h<3d", days=21, entry_days=None)
    unnamed = N_("{game} cup")
    sizes = N_("A cup can be for {least} to {largest} players.")

    def options(self, game: Game, chosen: Mapping[str, int | None]) -> dict[str, int]:
        """Return the complete options, with the fullest boards that there are by default."""
        options = game.choose(dict(chosen))
        for option in game.options:
            fuller = {**options, option.key: option.values[-1]}
            has_more_seats = len(game.seat_names(fuller)) > len(game.seat_names(options))
            if chosen.get(option.key) is None and has_more_seats:
                options = fuller
        return options

    def usual_size(self, seats: int) -> int:
        """Return four, or as many as sit at a table of three."""
        return self.rules.most if seats == 2 else seats

    async def check_entering(self, tx: Transaction, course: Course, person: Person) -> None:
        """Check that nobody blocks anybody: a cup is too small to keep two people apart.

        :raises Refusal: `blocks`, `not_available`.
        """
        names = {each.user_id: each.name for each in course.present}
        await check_not_blocked(tx, person.user_id, names)

    async def next_round(self, course: Course, pairer: Pairer, now: datetime) -> NextRound | None:
        """Return the one round, None after it.

        Two at a board meet on both seats. At tables of three everybody sits on each seat once.
        """
        event = course.event
        if course.rounds or event.game is None:
            return None
        players = [each.number for each in course.present]
        game = GAMES[event.game]
        if len(game.seat_names(event.terms.options)) == 2:
            tables = [pair for pairs in everybody_twice(players) for pair in pairs]
        else:
            tables = list(tables_of_three(players))
        ends_at = now + timedelta(days=event.terms.days)
        planned = tuple(Planned(seats) for seats in tables)
        return NextRound(event.game, event.terms.options, ends_at, planned)

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return the one table."""
        return round_robin_tables(entrants, rounds, pairings)
