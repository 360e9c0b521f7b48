"""Matches outside of servers, which are unrated and slow or without a clock."""

from __future__ import annotations

from collections.abc import Sequence

from club.clocks.pace import PRIVATE_PACES
from club.references import Command, CommandOption
from language.texts import N_
from rules.refusal import Refusal
from storage.matches.terms import Participant, Place, Terms


def check_private(terms: Terms, place: Place, guests: Sequence[Participant], seats: int) -> None:
    """Check that a match can be played outside of a server.

    :raises Refusal: `pace`, `alone`.
    """
    if terms.pace not in PRIVATE_PACES:
        raise Refusal(
            "pace", N_("Outside of servers, matches have no clock, or seven days per turn.")
        )
    computers = [guest for guest in guests if guest.level is not None]
    if place.is_direct and len(computers) < seats - 1:
        raise Refusal(
            "alone",
            N_(
                "Only the two of us are here. Play me with the option {option}, find an opponent "
                "with {pool}, or challenge people in a server or a group chat."
            ),
            option=CommandOption("level"),
            pool=Command("pool"),
        )
