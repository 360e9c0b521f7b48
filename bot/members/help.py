"""`/help`: pages about the games, the commands, and managing a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.interface import permissions
from bot.interface.answers import Answer
from bot.interface.context import place_of
from bot.interface.controls import Controls, on_control, outdated, values_of
from bot.interface.front import FrontCog, command
from bot.interface.layout import (
    MAX_OPTIONS,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    Page,
    choice_button,
    control,
)
from bot.interface.markup import DISCORD
from bot.interface.options import game_choice
from bot.servers.greetings import channel_match_button, picture_of_all
from bot.servers.settings import check_manages
from engine.engine import LEVELS
from language.lists import listed
from language.texts import N_, gettext, ngettext, pgettext
from presentation.phrases import game_facts
from rendering import GAME, Icon
from rules.position import Game
from rules.registry import FIRST_GAME, GAMES

MAX_OTHER_GAMES = 12
"""Maximum number of games described below the one with buttons. The menu has the rest."""

FIRST = ("challenge", "cup", "learn", "puzzle", "move", "next", "matches", "board", "rules")
"""The commands listed first, if available."""

COMMANDS, SERVER = "commands", "server"
"""The names of pages other than those of games, which are named by key."""


def is_page(name: str) -> bool:
    """Whether there is a page with this name."""
    return name in (COMMANDS, SERVER) or name in GAMES


async def games_page(key: str, can_play: Callable[[Game], bool], *, manages: bool) -> Page:
    """Return the page of games, with buttons to start one and a menu to choose another.

    :param key: the key of the game with the buttons.
    :param can_play: whether the bot can play a game itself.
    :param manages: whether the user may change the server's settings.
    """
    game, others = GAMES[key], [each for each in GAMES.values() if each.key != key]
    words = ngettext(
        "{count} little-known game. Play me right away, or challenge someone here.",
        "{count} little-known games. Play me right away, or challenge someone here.",
        len(GAMES),
    )
    blocks: list[Block] = [
        "\n".join((gettext("## Board games, turn by turn"), words)),
        await picture_of_all(),
        _introduction(game),
        _buttons(game, plays=can_play(game), manages=manages),
    ]
    if others:
        choices = tuple(game_choice(each.key) for each in others[:MAX_OPTIONS])
        blocks.append("\n".join(_introduction(each) for each in others[:MAX_OTHER_GAMES]))
        blocks.append(Menu(control("help-game"), gettext("Choose another game"), choices))
    return Page((*blocks, _tabs(key, manages=manages)))


def commands_page(
    commands: Mapping[str, str], mention_of: Callable[[str], str], *, manages: bool
) -> Page:
    """Return the page of commands for everyone.

    :param commands: the translated descriptions of commands, by name.
    """
    first = [name for name in FIRST if name in commands]
    others = [name for name in commands if name not in first]

    def lines(names: Sequence[str]) -> str:
        return "\n".join(f"{mention_of(name)} {commands[name]}" for name in names)

    text = "\n".join(
        (
            gettext("## What you can do"),
            lines(first),
            gettext("### Also"),
            lines(others),
            gettext(
                "-# **Play** on a board lets you move by clicking, and **More** has everything "
                "else about the match."
            ),
        )
    )
    return Page((text[:MAX_TEXT_LENGTH], _tabs(COMMANDS, manages=manages)))


def server_page(
    commands: Mapping[str, str], mention_of: Callable[[str], str], missing: Sequence[str]
) -> Page:
    """Return the page of commands for managing a server.

    :param missing: the permissions the bot lacks in this channel.
    """
    if missing:
        names = listed([f"**{name}**" for name in missing])
        state = gettext(
            "Missing permissions in this channel: {permissions}. You can allow them in the "
            "channel's settings.",
            permissions=names,
        )
    else:
        state = gettext("I have all the permissions I need in this channel.")
    descriptions = "\n".join(f"{mention_of(name)} {words}" for name, words in commands.items())
    text = "\n".join(
        (
            gettext("## For admins of this server"),
            gettext(
                "No setup needed: matches can start in any channel I can post in, each in its "
                "own thread. You can change that in the settings, and turn on a live "
                "leaderboard, a monthly summary and a daily puzzle there. `/event open` opens "
                "a league or another event."
            ),
            descriptions,
            state,
        )
    )
    buttons = (
        Button(gettext("Set up"), control("settings-open"), "primary"),
        channel_match_button(FIRST_GAME),
    )
    return Page((text, buttons, _tabs(SERVER, manages=True)))


class HelpCommands(FrontCog):
    """Shows the pages of the help."""

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Register the commands and controls, and keep the command tree."""
        super().add_to(tree, controls)
        self._tree = tree

    @command("help", N_("See the games, and start one with a click"))
    @on_control("help-open")
    async def help(self, answer: Answer) -> None:
        """Show the games."""
        await answer.private(await self._page(answer, FIRST_GAME.key))

    @on_control("help-game", updates=True)
    async def choose_game(self, answer: Answer) -> None:
        """Show the buttons of the game chosen in the menu."""
        await answer.update(await self._page(answer, next(iter(values_of(answer.interaction)), "")))

    @on_control("help", updates=True)
    async def turn(self, answer: Answer, name: str) -> None:
        """Show another page."""
        await answer.update(await self._page(answer, name))

    async def _page(self, answer: Answer, name: str) -> Page:
        interaction = answer.interaction
        has_bot = place_of(interaction).guild_id is not None
        manages = has_bot and interaction.permissions.manage_guild
        if not is_page(name):
            raise outdated()
        if name == COMMANDS:
            return commands_page(self._descriptions(False), self.front.mention_of, manages=manages)
        if name == SERVER:
            check_manages(interaction)
            in_thread = isinstance(interaction.channel, discord.Thread)
            missing = permissions.missing_names(interaction.app_permissions, in_thread=in_thread)
            return server_page(self._descriptions(True), self.front.mention_of, missing)
        return await games_page(name, self.club.opponents.can_play, manages=manages)

    def _descriptions(self, is_restricted: bool) -> Mapping[str, str]:
        """Return the descriptions of the commands for everyone, or of the restricted ones."""
        return {
            _starting_name(command): gettext(command.description)
            for command in self._tree.get_commands()
            if isinstance(command, app_commands.Command | app_commands.Group)
            and (command.default_permissions is not None) is is_restricted
        }


def _introduction(game: Game) -> str:
    facts = game_facts(game)
    small = f"\n-# {facts}" if facts else ""
    icon = DISCORD.icon(Icon(game.key, GAME)) or game.icon
    heading = f"{icon} **{game.name}**"
    if game is FIRST_GAME:
        advice = gettext("start here")
        heading = f"{heading} · {advice}"
    return f"{heading}\n{gettext(game.summary)}{small}"


def _buttons(game: Game, *, plays: bool, manages: bool) -> tuple[Button, ...]:
    buttons: list[Button] = []
    if plays:
        easiest = control("begin", game.key, LEVELS[0].number)
        buttons.append(Button(gettext("Play the bot"), easiest, "success"))
    if game.lessons:
        buttons.append(Button(gettext("Learn"), control("learn", game.key), "primary"))
    buttons.append(Button(pgettext("button", "Challenge"), control("seek", game.key)))
    if plays and manages:
        buttons.append(channel_match_button(game))
    return tuple(buttons)


def _tabs(current: str, *, manages: bool) -> tuple[Button, ...]:
    tabs = [(gettext("The games"), current if current in GAMES else FIRST_GAME.key)]
    tabs.append((gettext("What you can do"), COMMANDS))
    if manages:
        tabs.append((gettext("Manage the server"), SERVER))
    return tuple(
        choice_button(label, control("help", name), chosen=name == current) for label, name in tabs
    )


def _starting_name(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> str:
    """Return the name to type for a command or group.

    For a group, it is that of the first subcommand without options.
    """
    if isinstance(command, app_commands.Command):
        return command.name
    plain = [
        each
        for each in command.commands
        if isinstance(each, app_commands.Command) and not each.parameters
    ]
    return plain[0].qualified_name if plain else command.name
