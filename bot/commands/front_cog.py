"""The base class of classes of commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands.contexts import ANYWHERE, BY_ANYONE, BY_SERVER, IN_SERVERS, SERVER_COMMANDS
from bot.commands.front import Front
from bot.interactions.answers import Answer
from bot.interactions.controls import Controls
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import viewer_of
from club.finding.match_finder import MatchFinder
from club.matches.match import Match

_ENTRY = "__context_menu_entry__"

Method = TypeVar("Method", bound=Callable[..., Any])


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
