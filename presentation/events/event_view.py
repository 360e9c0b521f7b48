"""An event with everything its pages show, loaded at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from club.events.standings.table import Standings
from presentation.events.names import match_words
from presentation.markup import Markup, display_name
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing, Round
from storage.matches.stored_match import StoredMatch


@dataclass(frozen=True, slots=True)
class EventView:
    """An event with its rows, standings and matches."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    pairings: tuple[Pairing, ...]
    matches: Mapping[int, StoredMatch]
    """The matches of the pairings, by number."""
    standings: Standings

    @property
    def taking_part(self) -> tuple[Entrant, ...]:
        """The current entrants."""
        return tuple(each for each in self.entrants if each.is_in)

    @property
    def awaited(self) -> tuple[Entrant, ...]:
        """The entrants who still have to confirm, before it starts."""
        if self.event.state != "open":
            return ()
        return tuple(
            each for each in self.entrants if each.asked_at is not None and each.left_at is None
        )

    @property
    def champions(self) -> tuple[Entrant, ...]:
        """The winners of a finished event, in a league those of its first division."""
        if self.event.state != "over":
            return ()
        return tuple(
            each for each in self.taking_part if each.place == 1 and each.division in (None, 1)
        )

    def entrant(self, user_id: int) -> Entrant | None:
        """Return the current or former entry of a user."""
        return next((each for each in self.entrants if each.user_id == user_id), None)

    def name_of(self, number: int, markup: Markup) -> str:
        """Return the name of an entrant."""
        return markup.name(next(each.name for each in self.entrants if each.number == number))

    def plain_versus(self, pairing: Pairing) -> str:
        """Return the names of a pairing without markup."""
        by_number = {each.number: display_name(each.name) for each in self.entrants}
        return " – ".join(by_number[number] for number in pairing.seats)

    def versus_words(self, pairing: Pairing, markup: Markup) -> str:
        """ "Ada – Ben"."""
        return " – ".join(self.name_of(number, markup) for number in pairing.seats)

    def match_link(self, pairing: Pairing, markup: Markup) -> str:
        """Return a link to the board of a pairing's match, if any."""
        match = self.matches.get(pairing.match_id or 0)
        return "" if match is None else markup.board(match, match_words(pairing))
