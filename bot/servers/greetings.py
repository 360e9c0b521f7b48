"""The bot's introduction to a server it has just joined.

It goes through the outbox, whose keys prevent duplicates, even after a restart.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import discord

from bot.interface.delivery import Posting, delivers
from bot.interface.messages import post_once
from bot.pages.layout import Button, Page, Picture, control
from club.matches.match import Match
from club.outbox import posts
from club.outbox import queue as outbox
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import GreetingPost
from club.parts import Parts
from engine.engine import LEVELS
from language.lists import listed
from language.texts import gettext
from presentation.pictures import draw_in_thread
from rendering.glimpses import all_games
from rules.position import Game
from rules.registry import FIRST_GAME, GAMES

GREETING_MARK = control("help-open")
"""The control that identifies a greeting."""

PICTURE = "games.png"

FOR_CHANNELS = Parts[Game, Button]()
"""Buttons for admins, to start something with everyone in a channel."""

NEWS = timedelta(days=1)
"""Time after joining in which the bot introduces itself, less than the outbox keeps keys."""


async def greeting_page(can_play: Callable[[Game], bool]) -> Page:
    """Return the introduction with buttons to get started.

    :param can_play: whether the bot can play a game itself.
    """
    words = "\n".join(
        (
            gettext("## Hello! Shall we play?"),
            gettext(
                "Little-known board games to play here on Discord, against each other or against "
                "me, in minutes or over days. There's nothing to set up; `/help` gets you started."
            ),
        )
    )
    playing: list[Button] = []
    if can_play(FIRST_GAME):
        easiest = control("begin", FIRST_GAME.key, LEVELS[0].number)
        playing.append(Button(gettext("Play {game}", game=FIRST_GAME.name), easiest, "success"))
    buttons = (
        *playing,
        Button(gettext("Look around"), GREETING_MARK, "primary"),
        *(FOR_CHANNELS.of(FIRST_GAME) if playing else ()),
        Button(gettext("Set up"), control("settings-open")),
    )
    return Page((words, await picture_of_all(), buttons))


async def picture_of_all() -> Picture:
    """Draw the boards of all games in one picture."""
    names = listed([game.name for game in GAMES.values()])
    alt = gettext("A board of each game: {games}.", games=names)
    return Picture(PICTURE, alt, await draw_in_thread(all_games))


@delivers(GreetingPost)
class Greetings:
    """The greetings of all servers."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._club = posting.club
        self._seen: set[int] = set()

    async def queue_due(self) -> None:
        """Queue the greetings of servers that the bot has joined recently, once each."""
        for guild in self._client.guilds:
            if guild.id not in self._seen and not guild.unavailable:
                await self.queue(guild)

    async def queue(self, guild: discord.Guild) -> None:
        """Queue the greeting of a server, if the bot has joined recently and can post."""
        channel, now = _channel_of(guild), self._club.clock()
        joined_at = None if guild.me is None else guild.me.joined_at
        if channel is not None and joined_at is not None and now - joined_at <= NEWS:
            greeting = posts.greeting(guild.id, channel.id, now)
            await self._club.store.write(lambda tx: outbox.enqueue(tx, greeting))
        self._seen.add(guild.id)

    def forget(self, guild_id: int) -> None:
        """Forget a server, so that it is greeted again if the bot rejoins."""
        self._seen.discard(guild_id)

    async def deliver(self, claim: Claim[GreetingPost], match: Match | None) -> Conclusion:
        """Send a greeting, if the bot can still post there."""
        post = claim.post
        guild = self._client.get_guild(post.guild_id)
        system_channel = None if guild is None else _channel_of(guild)
        if system_channel is None or system_channel.id != post.channel_id:
            return sent(claim)
        channel = self._client.get_partial_messageable(
            system_channel.id, guild_id=system_channel.guild.id
        )
        page = await greeting_page(self._club.opponents.can_play)
        message_id = await post_once(self._client, claim, channel, page, GREETING_MARK)
        return sent(claim, message_id)


def _channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, if the bot can post pictures there."""
    channel = guild.system_channel
    if channel is None:
        return None
    rights = channel.permissions_for(guild.me)
    return channel if rights.view_channel and rights.send_messages and rights.attach_files else None
