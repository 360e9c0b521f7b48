"""`/pool`: looking for opponents, who are paired every few minutes."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions import permissions
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.interaction_context import person, place_of
from bot.interactions.languages import spoken_by
from bot.pages.discord_markup import DISCORD
from bot.pages.matches.pool_page import REACHES, pool_page, wish_in
from bot.pages.page import Page, text_page
from language.texts import N_, gettext, lazy_gettext
from presentation.matches.pool_words import ended_words, kept_words
from rules.refusal import Refusal
from storage.matches.terms import direct_messages
from storage.pool.entries import Wish


class PoolCommands(FrontCog):
    """Shows and changes a member's search for opponents."""

    @app_commands.command(name="pool", description=N_("Find someone to play"))
    async def pool(self, interaction: discord.Interaction) -> None:
        """Show who is waiting, and the member's own search."""
        async with Answer(interaction) as answer:
            await answer.private(await self._page(answer))

    @on_control("pool", arguments=0)
    async def open_pool(self, answer: Answer) -> None:
        """Show the pool when its button on a card is clicked."""
        await answer.private(await self._page(answer))

    @on_control("pool-join", arguments=1, updates=True)
    async def join(self, answer: Answer, state: str) -> None:
        """Start the search, or extend it."""
        await self._join(answer, _wish(state))
        await answer.update(await self._page(answer))

    @on_control("pool-leave", arguments=0, updates=True)
    async def leave(self, answer: Answer) -> None:
        """End the search. Running matches continue."""
        await self.club.player_pool.leave(answer.user.id)
        notice = gettext("You've stopped looking. Matches in progress continue.")
        await answer.update(await self._page(answer, notice=notice))

    @on_control("pool-games", arguments=1, updates=True)
    async def choose_games(self, answer: Answer, state: str) -> None:
        """Choose the games."""
        await self._choose(
            answer, replace(_wish(state), games=tuple(values_of(answer.interaction)))
        )

    @on_control("pool-pace", arguments=1, updates=True)
    async def choose_pace(self, answer: Answer, state: str) -> None:
        """Choose the fastest and the slowest pace."""
        fastest, _, slowest = _value(answer).partition("-")
        await self._choose(answer, replace(_wish(state), fastest=fastest, slowest=slowest))

    @on_control("pool-most", arguments=1, updates=True)
    async def choose_limit(self, answer: Answer, state: str) -> None:
        """Choose how many matches to play at a time."""
        value = _value(answer)
        if not (value.isascii() and value.isdigit() and len(value) == 1):
            raise outdated()
        await self._choose(answer, replace(_wish(state), most=int(value)))

    @on_control("pool-reach", arguments=1, updates=True)
    async def choose_reach(self, answer: Answer, state: str) -> None:
        """Choose whether to play people from other servers."""
        reach = REACHES.get(_value(answer))
        if reach is None:
            raise outdated()
        await self._choose(answer, replace(_wish(state), reach=reach))

    @on_control("pool-keep", arguments=0, updates=True)
    async def keep_looking(self, answer: Answer) -> None:
        """Extend a search, from the direct message about its end."""
        entry = await self.club.player_pool.renew(answer.user.id)
        words = ended_words(DISCORD) if entry is None else kept_words(DISCORD, entry)
        await answer.update(text_page(words))

    @on_control("pool-end", arguments=0, updates=True)
    async def end(self, answer: Answer) -> None:
        """End a search, from the direct message about its end."""
        await self.club.player_pool.leave(answer.user.id)
        await answer.update(text_page(ended_words(DISCORD)))

    async def _choose(self, answer: Answer, wish: Wish) -> None:
        """Change the search at once if there is one, else show the choices so far."""
        guild_id = place_of(answer.interaction).guild_id
        view = await self.club.player_pool.view(answer.user.id, guild_id)
        if view.entry is not None:
            await self._join(answer, wish)
            await answer.update(await self._page(answer))
        else:
            await answer.update(await self._page(answer, wish))

    async def _join(self, answer: Answer, wish: Wish) -> None:
        interaction, place = answer.interaction, place_of(answer.interaction)
        if place.is_private:
            words = lazy_gettext(
                "Opponents couldn't see your match in a private thread. Use {pool} in a channel "
                "that more people can see.",
                pool=self.front.mention_of("pool"),
            )
            raise Refusal("private_thread", words)
        if place.guild_id is not None:
            in_thread = isinstance(interaction.channel, discord.Thread)
            permissions.require(interaction.app_permissions, place.id, in_thread=in_thread)
            await self.club.settings.for_new_play(place)
            if wish.reach != "direct":
                await self.club.player_pool.join(person(interaction.user), place, wish)
                return
        channel_id = await self._direct_channel(interaction)
        if place.guild_id is None:
            # This also holds in a group chat, where the bot can't post matches.
            place = direct_messages(channel_id)
        await self.club.player_pool.join(
            person(interaction.user), place, wish, direct_channel_id=channel_id
        )
        # Cards in direct messages are in the user's language.
        await self.club.languages.note_seen(interaction.user.id, spoken_by(interaction.locale))

    async def _direct_channel(self, interaction: discord.Interaction) -> int:
        """Return the channel of a user's direct messages.

        :raises Refusal: `no_messages`.
        """
        try:
            channel = await self.front.client.create_dm(discord.Object(interaction.user.id))
        except discord.Forbidden:
            words = lazy_gettext(
                "I can't send you direct messages. Allow them in the privacy settings of a server "
                "that we share, and try again."
            )
            raise Refusal("no_messages", words) from None
        return channel.id

    async def _page(self, answer: Answer, wish: Wish | None = None, notice: str = "") -> Page:
        guild_id = place_of(answer.interaction).guild_id
        view = await self.club.player_pool.view(answer.user.id, guild_id)
        return pool_page(view, wish, notice)


def _wish(state: str) -> Wish:
    """Return the wish in a control.

    :raises Refusal: `outdated`.
    """
    wish = wish_in(state)
    if wish is None:
        raise outdated()
    return wish


def _value(answer: Answer) -> str:
    return next(iter(values_of(answer.interaction)), "")
