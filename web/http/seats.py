"""Pages on which people act for a seat that isn't theirs alone, such as that of a team."""

from __future__ import annotations

from club.matches.match import Match
from club.matches.reasons import unknown_match
from storage.matches.match import Participant
from web.http.site import Site


class SeatPages:
    """By default, there are none."""

    def path(self, site: Site, match: Match) -> str:
        """Return the path of the page for a match, empty if there is none."""
        return ""

    async def place_of(self, site: Site, match: Match, person: Participant) -> int | None:
        """Return the number of the place from which someone acts, None if that isn't known.

        :raises Refusal: if they don't certainly see the match.
        """
        raise unknown_match(match.id)

    async def may_act(self, site: Site, match: Match, person: Participant) -> bool:
        """Whether someone sees the channel of a match, as a member of its server."""
        return False

    async def running_of(self, site: Site, person: Participant) -> list[Match]:
        """Return the running matches in which someone acts, besides those in which they play."""
        return []


SEAT_PAGES = [SeatPages()]
"""The last ones count."""
