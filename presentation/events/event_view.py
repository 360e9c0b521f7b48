"""An event with all that its pages show, as it stood at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from club.events.standings.table import Standings
from presentation.events.names import match_words
from presentation.markup import Markup, display_name
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing, Round
from storage.matches.matches import StoredMatch


@dataclass(frozen=True, slots=True)
class EventView:
    """An event, and what belongs to it."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    pairings: tuple[Pairing, ...]
    matches: Mapping[int, StoredMatch]
    """The matches of the pairings, by number."""
    standings: Standings

    @property
    def taking_part(self) -> tuple[Entrant, ...]:
        """The entrants who are still in it."""
        return tuple(each for each in self.entrants if each.is_in)

    @property
    def awaited(self) -> tuple[Entrant, ...]:
        """Before it begins, the entrants who were asked whether they are still in."""
        if self.event.state != "open":
            return ()
        return tuple(
            each for each in self.entrants if each.asked_at is not None and each.left_at is None
        )

    @property
    def champions(self) -> tuple[Entrant, ...]:
        """The winners once it is over; in a league, those of its first division."""
        if self.event.state != "over":
            return ()
        return tuple(
            each for each in self.taking_part if each.place == 1 and each.division in (None, 1)
        )

    def entrant(self, user_id: int) -> Entrant | None:
        """Someone in it, or who was."""
        return next((each for each in self.entrants if each.user_id == user_id), None)

    def name_of(self, number: int, markup: Markup) -> str:
        """The name of an entrant."""
        return markup.name(next(each.name for each in self.entrants if each.number == number))

    def plain_versus(self, pairing: Pairing) -> str:
        """The names of a pairing as typed, for a field without markup."""
        by_number = {each.number: display_name(each.name) for each in self.entrants}
        return " – ".join(by_number[number] for number in pairing.seats)

    def versus_words(self, pairing: Pairing, markup: Markup) -> str:
        """ "Ada – Ben"."""
        return " – ".join(self.name_of(number, markup) for number in pairing.seats)

    def match_link(self, pairing: Pairing, markup: Markup) -> str:
        """The match of a pairing as a link to its board; empty if it has none."""
        match = self.matches.get(pairing.match_id or 0)
        return "" if match is None else markup.board(match, match_words(pairing))
