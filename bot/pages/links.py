"""Web addresses of what the club speaks of, as Discord opens them."""

from __future__ import annotations

from storage.matches.challenges import Challenge
from storage.matches.matches import StoredMatch


def link_to(match: StoredMatch) -> str:
    """The web address of a match's present board."""
    return address(match.guild_id, match.place_id, match.card_message_id)


def link_to_card(challenge: Challenge) -> str:
    """The web address of a challenge's card."""
    return address(challenge.guild_id, challenge.channel_id, challenge.message_id)


def address(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The web address of a channel, or of a message in it."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"
