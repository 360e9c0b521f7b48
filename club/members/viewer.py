"""Viewers and their permissions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storage.events.events import Event
from storage.matches.challenges import Challenge
from storage.matches.stored_match import StoredMatch
from storage.matches.terms import Place


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user in a place.

    Whatever they may not see is treated as if it did not exist.
    """

    guild_id: int | None
    """The server of the request, None outside of one."""
    place_id: int
    """The channel or thread of the request."""
    user_id: int
    sees: Callable[[Place], bool]
    """Whether they can see a place. Unknown and deleted places count as hidden."""
    is_direct: bool = False
    """Whether the place is their direct messages with the bot."""

    def may_know_of(self, match: StoredMatch) -> bool:
        """Whether they play in a match, or can see its channel in their server."""
        return self.has_played(match) or self.sees_match(match)

    def has_played(self, match: StoredMatch) -> bool:
        """Whether they play in a match, or have left it."""
        return any(seat.user_id == self.user_id for seat in match.seats)

    def sees_match(self, match: StoredMatch) -> bool:
        """Whether they can see the channel of a match in their server."""
        return any(self.sees(place) for place in match.places if place.guild_id == self.guild_id)

    def may_know_of_challenge(self, challenge: Challenge) -> bool:
        """Whether they can see the channel of a challenge in their server, or are named in it.

        Outside its server, only a rematch between servers can be answered.
        """
        people = {challenge.challenger_id, *(guest.user_id for guest in challenge.guests)}
        if challenge.guild_id == self.guild_id:
            return self.user_id in people or self.sees(challenge.place)
        return self.user_id in people and challenge.rematch_of is not None

    def may_know_of_event(self, event: Event) -> bool:
        """Whether they can see an event's channel."""
        return self.sees(Place(event.guild_id, event.channel_id, event.channel_id))
