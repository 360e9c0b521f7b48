"""A mini-tournament ("cup"): a small double round robin, two matches at a time per player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from club.members.blocks import check_not_blocked
from extensions.events.club.course import EventCourse, NextRound, Person, PlannedPairing
from extensions.events.club.formats.format import Format, Rules
from extensions.events.club.pairing.pairer import Pairer
from extensions.events.club.pairing.tables import everyone_twice, tables_of_three
from extensions.events.club.standings.table import Tables, round_robin_tables
from extensions.events.storage.entering import Entrant
from extensions.events.storage.rounds import Pairing, Round
from language.texts import N_
from rules.position import Game
from rules.registry import GAMES
from storage.database.transaction import Transaction


class Cup(Format):
    """A format that starts when it is full and has one round."""

    key = "cup"
    rules = Rules(
        min_entrants=3,
        default_max_entrants=4,
        max_entrants=6,
        pace="2d+4h<3d",
        days=21,
        entry_days=None,
    )
    unnamed = N_("{game} cup")
    sizes = N_("A cup takes {least} to {largest} players.")
    strikes_results = True

    def options(self, game: Game, choices: Mapping[str, int | None]) -> dict[str, int]:
        """Return the complete options, by default with the most players per board."""
        options = game.choose(dict(choices))
        for option in game.options:
            fuller = {**options, option.key: option.values[-1]}
            has_more_seats = len(game.seat_names(fuller)) > len(game.seat_names(options))
            if choices.get(option.key) is None and has_more_seats:
                options = fuller
        return options

    def usual_size(self, seats: int) -> int:
        """Return four for two-player games, else one table's worth of players."""
        return self.rules.default_max_entrants if seats == 2 else seats

    async def check_entering(self, tx: Transaction, course: EventCourse, person: Person) -> None:
        """Check that no entrants block each other, because a cup is too small to keep them apart.

        :raises Refusal: `blocks`, `not_available`.
        """
        names = {entrant.user_id: entrant.name for entrant in course.current_entrants}
        await check_not_blocked(tx, person.user_id, names)

    async def next_round(
        self, course: EventCourse, pairer: Pairer, now: datetime
    ) -> NextRound | None:
        """Return the only round, None after it.

        Two players meet once from each seat. At tables of three, everyone plays each seat once.
        """
        event = course.event
        if course.rounds or event.game is None:
            return None
        players = [entrant.number for entrant in course.current_entrants]
        game = GAMES[event.game]
        if len(game.seat_names(event.terms.options)) == 2:
            tables = [pair for pairs in everyone_twice(players) for pair in pairs]
        else:
            tables = list(tables_of_three(players))
        ends_at = now + timedelta(days=event.terms.days)
        planned = tuple(PlannedPairing(seats) for seats in tables)
        return NextRound(event.game, event.terms.options, ends_at, planned)

    def tables(
        self, entrants: Sequence[Entrant], rounds: Sequence[Round], pairings: Sequence[Pairing]
    ) -> Tables:
        """Return the only table."""
        return round_robin_tables(entrants, rounds, pairings)
