"""All that a page about an event is made from, as it stood at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.pages.links import link_to
from bot.pages.wording import called, plain
from club.events.standings.standings import Standings
from rules.language import gettext
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
    """Those of the pairings, by number."""
    standings: Standings

    @property
    def taking_part(self) -> tuple[Entrant, ...]:
        """Those who are in it."""
        return tuple(each for each in self.entrants if each.is_in)

    @property
    def awaited(self) -> tuple[Entrant, ...]:
        """Those whose answer is awaited whether they are still in; once it has begun, nobody's."""
        if self.event.state != "open":
            return ()
        return tuple(
            each for each in self.entrants if each.asked_at is not None and each.left_at is None
        )

    @property
    def champions(self) -> tuple[Entrant, ...]:
        """Those who have won it, once it is over; of a league, its first division."""
        if self.event.state != "over":
            return ()
        return tuple(
            each for each in self.taking_part if each.place == 1 and each.division in (None, 1)
        )

    def entrant(self, user_id: int) -> Entrant | None:
        """Somebody in it, or who was."""
        return next((each for each in self.entrants if each.user_id == user_id), None)

    def name_of(self, number: int) -> str:
        """The name of an entrant as inert text."""
        return plain(next(each.name for each in self.entrants if each.number == number))

    def plain_versus(self, pairing: Pairing) -> str:
        """The names of a pairing where nothing in them can do harm, as in a menu."""
        by_number = {each.number: called(each.name) for each in self.entrants}
        return " – ".join(by_number[number] for number in pairing.seats)

    def versus_words(self, pairing: Pairing) -> str:
        """ "Ada – Ben"."""
        return " – ".join(self.name_of(number) for number in pairing.seats)

    def link_of(self, pairing: Pairing) -> str | None:
        """The web address of its match's board, where there is one."""
        match = self.matches.get(pairing.match_id or 0)
        return None if match is None else link_to(match)


def match_words(pairing: Pairing) -> str:
    """ "match 12", to be made a link of."""
    return gettext("match {number}", number=pairing.match_id)
