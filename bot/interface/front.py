"""The context of commands and controls, and the base class of their handlers."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands
from discord.app_commands import AppCommandContext, AppInstallationType
from discord.ext import commands

from bot.interface.answers import Answer, LateAnswers
from bot.interface.context import place_of, viewer_of
from bot.interface.controls import Controls, number_in
from bot.interface.delivery import Courier
from bot.interface.languages import Languages
from bot.interface.layout import text_page
from club.club import Club
from club.matches.finding import MatchFinder
from club.matches.match import Match
from language.texts import gettext

IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ANYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)

BY_SERVER = AppInstallationType(guild=True, user=False)
BY_ANYONE = AppInstallationType(guild=True, user=True)

SERVER_COMMANDS = frozenset({"cup", "end", "event", "leaderboard", "settings", "versus"})
"""The commands about a server, its members or its admins. All others are personal."""

Method = TypeVar("Method", bound=Callable[..., Any])


class PulledCards(Protocol):
    """Cards of matches where the bot can only answer interactions."""

    async def show(self, answer: Answer, match: Match, *, force: bool = False) -> bool:
        """Post a card as an answer if the last one is outdated. Return whether it was posted."""
        ...

    async def take_click(self, answer: Answer, match: Match) -> None:
        """Note a click on a card."""
        ...


@dataclass(slots=True)
class Front:
    """The club and the Discord client that shows it."""

    client: discord.Client
    club: Club
    languages: Languages
    courier: Courier
    pulled_cards: PulledCards
    show_leaderboards: Callable[[], Awaitable[object]]
    """Update the live leaderboards that have changed."""
    store_public_channels: Callable[[], Awaitable[object]]
    """Store which channels everyone can read, if that has changed."""
    command_ids: dict[str, int] = field(default_factory=dict[str, int])
    """The known ids of commands, by name."""
    late_answers: LateAnswers = field(default_factory=LateAnswers)

    @property
    def own_user(self) -> discord.ClientUser | None:
        """The bot's own user, None before login."""
        return self.client.user

    async def report_delivery(
        self, answer: Answer, match_id: int, loaded_match: Match | None = None
    ) -> None:
        """Deliver the posts of a match, and tell the user about any problems.

        :param loaded_match: the match, if just loaded or changed.
        """
        takes_posts = place_of(answer.interaction).takes_posts
        if not takes_posts:
            # This card shouldn't wait for messages to others.
            await self.show_pulled(answer, match_id, loaded_match)
        actor = viewer_of(answer.interaction)
        trouble = await self.courier.deliver_match(match_id, loaded_match, actor)
        if trouble is not None:
            words = gettext(
                "Match {number} is saved, but there's a problem. {trouble}",
                number=match_id,
                trouble=trouble,
            )
            await answer.private(text_page(words))
        if takes_posts:
            await self.show_pulled(answer, match_id, loaded_match)

    async def show_pulled(
        self,
        answer: Answer,
        match_id: int,
        loaded_match: Match | None = None,
        *,
        force: bool = False,
    ) -> bool:
        """Post the card of a match as an answer, if the bot can't post it by itself.

        :param force: post it even if the last card is up to date.
        :returns: whether it was posted.
        """
        if place_of(answer.interaction).kind == "server":
            return False
        match = loaded_match or await self.club.matches.find(match_id)
        is_posted = await self.pulled_cards.show(answer, match, force=force)
        if is_posted and place_of(answer.interaction).takes_posts:
            # This strips the former card of its controls.
            await self.courier.deliver_match(match_id)
        return is_posted

    def mention_of(self, command: str) -> str:
        """Return a command as a clickable mention, or its name if its id is unknown.

        :param command: its name, after that of its group if it has one.
        """
        command_id = self.command_ids.get(command.partition(" ")[0])
        return f"`/{command}`" if command_id is None else f"</{command}:{command_id}>"

    async def board_width(self, guild_id: int | None) -> int:
        """Return the width of a server's boards in pixels."""
        return (await self.club.settings.of(guild_id or 0)).board_width


_ENTRY = "__context_menu_entry__"


def in_context_menu(name: str) -> Callable[[Method], Method]:
    """Offer a method in Discord's menu of a member or a message, by the type of its parameter.

    :param name: the entry, marked for translation, at most 32 characters in every language.
    """

    def mark(method: Method) -> Method:
        setattr(method, _ENTRY, name)
        return method

    return mark


class FrontCog(commands.Cog):
    """A class of commands, and of methods marked by `on_control`, that act on a front.

    Cogs let commands be methods and work without discord.py's `Bot` class.
    """

    def __init__(self, front: Front) -> None:
        self.front = front
        self.club = front.club

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Register the commands, entries of context menus and controls."""
        for command in self.get_app_commands():
            is_personal = command.name not in SERVER_COMMANDS
            command.allowed_contexts = ANYWHERE if is_personal else IN_SERVERS
            command.allowed_installs = BY_ANYONE if is_personal else BY_SERVER
            tree.add_command(command)
        for name, method in inspect.getmembers(type(self), inspect.isfunction):
            entry: str | None = getattr(method, _ENTRY, None)
            if entry is not None:
                tree.add_command(
                    app_commands.ContextMenu(
                        name=app_commands.locale_str(entry),
                        callback=getattr(self, name),
                        allowed_contexts=IN_SERVERS,
                        allowed_installs=BY_SERVER,
                    )
                )
        controls.collect(self)

    async def match_of(self, answer: Answer, number: str) -> Match:
        """Return the match with the number in a control.

        :raises Refusal: `number`, `unknown_match`.
        """
        match = await match_numbered(self.club.match_finder, answer.interaction, number)
        await self.front.pulled_cards.take_click(answer, match)
        return match


async def match_numbered(finder: MatchFinder, interaction: discord.Interaction, text: str) -> Match:
    """Return the match with the number in an option or a control.

    :raises Refusal: `number`, `unknown_match`.
    """
    return await finder.find_visible(viewer_of(interaction), number_in(text, "match"))
