"""Discord's markup: escaped Markdown, mentions, timestamps, links."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import discord

from bot.interface.context import deleted_in
from bot.pages.emojis import emoji_of
from language.texts import gettext
from presentation.markup import DiscordText, Markup, discord_link
from rendering import Icon
from storage.challenges.challenges import Challenge
from storage.matches.match import StoredMatch


class DiscordMarkup(DiscordText):
    """Discord's Markdown in messages.

    :param reader: the server and user id of the only reader. Links to the boards of matches with
        several places lead to theirs.
    :param strangers: users who are not in the place, and can't be mentioned there.
    :param is_deleted: whether a channel or role was deleted, and can't be mentioned any more.
    """

    def __init__(
        self,
        reader: tuple[int | None, int] | None = None,
        strangers: Collection[int] = frozenset(),
        is_deleted: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._reader = reader
        self._strangers = strangers
        self._is_deleted = is_deleted

    def mention(self, user_id: int, name: str) -> str:
        return self.name(name) if user_id in self._strangers else f"<@{user_id}>"

    def channel(self, channel_id: int) -> str:
        return gettext("#deleted") if self._is_deleted(channel_id) else f"<#{channel_id}>"

    def role(self, role_id: int) -> str:
        return gettext("@deleted") if self._is_deleted(role_id) else f"<@&{role_id}>"

    def icon(self, icon: Icon) -> str:
        emoji = emoji_of(icon)
        return "" if emoji is None else str(emoji)

    def board(self, match: StoredMatch, safe: str = "") -> str:
        link = board_address(match.seen_from(*self._reader) if self._reader else match)
        return self.link(safe, link) if safe else link

    def card(self, challenge: Challenge) -> str:
        return card_address(challenge)

    def link(self, safe: str, address: str) -> str:
        return discord_link(safe, address)


DISCORD: Markup = DiscordMarkup()


def markup_in(guild: discord.Guild | None) -> Markup:
    """Return the markup for channels and roles of a server that may have been deleted."""
    return DiscordMarkup(is_deleted=lambda each: bool(deleted_in(guild, [each])))


def code_block(text: str) -> str:
    """Return a text as it is, to be copied."""
    # A space without width keeps its own back-ticks from ending the block.
    text = text.replace("``", "`\u200b`")
    return f"```\n{text}\n```"


def markup_for(user_id: int, guild_id: int | None) -> Markup:
    """Return the markup for one reader, whose links lead to boards that they can see.

    :param guild_id: the server where they read it.
    """
    return DiscordMarkup((guild_id, user_id))


def markup_at(match: StoredMatch, number: int) -> Markup:
    """Return the markup for a place of a match. It only mentions those who play from there."""
    strangers = {seat.user_id for seat in match.seats if seat.home != number}
    return DiscordMarkup(strangers=strangers)


def mentioned_in(text: str, user_ids: Iterable[int]) -> tuple[int, ...]:
    """Return those of some users whom a text mentions, and doesn't only name or count."""
    return tuple(user_id for user_id in user_ids if DISCORD.mention(user_id, "") in text)


def board_address(match: StoredMatch) -> str:
    """Return the web address of a match's current board."""
    return address(match.place.guild_id, match.place.id, match.place.card_message_id)


def card_address(challenge: Challenge) -> str:
    """Return the web address of a challenge's card."""
    return address(challenge.guild_id, challenge.channel_id, challenge.message_id)


def address(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """Return the web address of a channel, or of a message in it."""
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"
