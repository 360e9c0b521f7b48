"""The context of commands and controls, and the base class of their handlers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import AppCommandContext, AppInstallationType
from discord.ext import commands

from bot.interface.answers import Answer, LateAnswers
from bot.interface.context import place_of, viewer_of
from bot.interface.controls import Controls
from bot.interface.delivery import Courier
from bot.interface.languages import Languages
from bot.interface.options import Autocomplete
from bot.pages.layout import text_page
from club.club import Club
from club.matches.match import Match
from language.texts import gettext

IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ANYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)

BY_SERVER = AppInstallationType(guild=True, user=False)
BY_ANYONE = AppInstallationType(guild=True, user=True)

IS_FREE = "is_free"
"""The extra of a command that has no rate limit."""

Method = Callable[..., Coroutine[Any, Any, None]]
"""A method of a cog that takes an answer, and the options of a command or the clicked object."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command that names something, such as a match by its number."""

    name: str
    description: str
    """Marked for translation."""
    find: Callable[[FrontCog, Answer, str | None], Awaitable[object]]
    """Return what the text of the option names, or what is meant without it."""
    suggest: Autocomplete[FrontCog]
    is_required: bool = False

    def in_signature(self, signature: inspect.Signature) -> inspect.Signature:
        """Return a method's signature as discord.py sees it, with the text of the option."""
        parameter = signature.parameters[self.name].replace(annotation=str)
        if not self.is_required:
            parameter = parameter.replace(annotation=str | None, default=None)
        parameters = {**signature.parameters, self.name: parameter}
        return signature.replace(parameters=[*parameters.values()])


def command(
    name: str,
    description: str,
    option: Option | None = None,
    *,
    group: app_commands.Group | None = None,
    public: bool | Callable[[discord.Interaction], bool] = False,
    is_free: bool = False,
    is_for_servers: bool = False,
) -> Callable[[Method], app_commands.Command[Any, ..., None]]:
    """Make a method a slash command. Its parameters after the answer are the options.

    :param description: marked for translation.
    :param option: an option that the method takes as what it names, such as a match.
    :param group: the group it belongs to, which says itself where it can be used.
    :param public: whether everyone in the channel sees the answer, possibly by the interaction.
    :param is_free: whether it has no rate limit, because it leads to the user's next move or makes
        it.
    :param is_for_servers: whether it is about a server, its members or its admins. All others are
        personal, and can be used anywhere.
    """

    def declare(method: Method) -> app_commands.Command[Any, ..., None]:
        callback = _answering(method, public, option)
        if option is not None:
            app_commands.describe(**{option.name: option.description})(callback)
            app_commands.autocomplete(**{option.name: option.suggest})(callback)
        if group is not None:
            return group.command(name=name, description=description)(callback)
        declared = app_commands.command(
            name=name, description=description, extras={IS_FREE: is_free}
        )(callback)
        declared.allowed_contexts = IN_SERVERS if is_for_servers else ANYWHERE
        declared.allowed_installs = BY_SERVER if is_for_servers else BY_ANYONE
        return declared

    return declare


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
        can_post = place_of(answer.interaction).can_post
        if not can_post:
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
        if can_post:
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
        if loaded_match is None and place_of(answer.interaction).kind == "server":
            # A server can have invited the bot during a match, but not as it starts.
            return False
        match = loaded_match or await self.club.matches.find(match_id)
        is_posted = await self.pulled_cards.show(answer, match, force=force)
        if is_posted and place_of(answer.interaction).can_post:
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
    """Offer a method in the menus of members or of messages, depending on its parameter's type.

    :param name: the entry, marked for translation, at most 32 characters in every language.
    """

    def mark(method: Method) -> Method:
        callback = _answering(method)
        setattr(callback, _ENTRY, name)
        return callback

    return mark


def _answering(
    method: Method,
    public: bool | Callable[[discord.Interaction], bool] = False,
    option: Option | None = None,
) -> Method:
    """Return a callback for discord.py that gives the method an answer to the interaction."""

    @functools.wraps(method)
    async def callback(
        cog: FrontCog, interaction: discord.Interaction, *values: Any, **options: Any
    ) -> None:
        is_public = public(interaction) if callable(public) else public
        async with Answer(interaction, public=is_public) as answer:
            if option is not None:
                options[option.name] = await option.find(cog, answer, options[option.name])
            await method(cog, answer, *values, **options)

    # discord.py would look up the names of types in this module.
    signature = inspect.signature(method, eval_str=True)
    declared: Any = callback
    declared.__signature__ = signature if option is None else option.in_signature(signature)
    return declared


class FrontCog(commands.Cog):
    """A class of commands, and of methods marked by `on_control`, that act on a front.

    Cogs let commands be methods and work without discord.py's `Bot` class.
    """

    def __init__(self, front: Front) -> None:
        self.front = front
        self.club = front.club

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Register the commands, entries of context menus and controls."""
        for each in self.get_app_commands():
            tree.add_command(each)
        for name, entry in _context_menu_entries(type(self)):
            tree.add_command(
                app_commands.ContextMenu(
                    name=app_commands.locale_str(entry),
                    callback=getattr(self, name),
                    allowed_contexts=IN_SERVERS,
                    allowed_installs=BY_SERVER,
                )
            )
        controls.collect(self)


@functools.cache
def _context_menu_entries(cog: type[FrontCog]) -> tuple[tuple[str, str], ...]:
    """The names of a cog's methods for Discord's menus, with their entries."""
    methods = inspect.getmembers(cog, inspect.isfunction)
    return tuple(
        (name, getattr(method, _ENTRY)) for name, method in methods if hasattr(method, _ENTRY)
    )
