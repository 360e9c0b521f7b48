"""`/help`: pages about the games, the commands, and managing a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.interface import permissions
from bot.interface.answers import Answer
from bot.interface.context import place_of
from bot.interface.controls import Controls, on_control, outdated
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.options import ABOUT_GAME
from bot.pages.layout import (
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Page,
    Picture,
    TextWithButton,
    TextWithPicture,
    choice_button,
    control,
)
from bot.servers.greetings import FOR_CHANNELS
from bot.servers.settings import check_manages
from engine.engine import LEVELS
from language.lists import listed
from language.texts import N_, gettext, pgettext
from presentation.phrases import first_sentence
from presentation.pictures import draw_in_thread
from rendering import GAME, Icon
from rendering.glimpses import game_board
from rules.position import Game
from rules.registry import FIRST_GAME, GAMES

AT_FIRST = 2
"""Number of commands that are listed before a group is opened."""

GAMES_AT_ONCE = 5
"""Number of games on a page, which Discord's limit of components allows."""

GAMES_PAGE, COMMANDS, SERVER = "games", "commands", "server"
"""The names of pages other than those of groups."""

GROUPS: Mapping[str, tuple[str, list[str]]] = {
    "play": (N_("To play"), ["challenge", "rules", "web"]),
    "during": (
        N_("During a match"),
        ["move", "next", "match", "hint", "draw", "takeback", "pause", "resign", "abort"],
    ),
    "back": (
        N_("To look back"),
        ["matches", "history", "leaderboard", "profile"],
    ),
    "you": (N_("You"), ["preferences", "vacation", "privacy", "block", "help"]),
}
"""The headings and commands of the groups. A command in none of them belongs to the first."""


def add_to_help(command: str, group: str, *, before: str) -> None:
    """Add a command of an extension to a group, before one of the core."""
    commands = GROUPS[group][1]
    commands.insert(commands.index(before), command)


async def games_page(can_play: Callable[[Game], bool], *, manages: bool, first: int = 0) -> Page:
    """Return a page of games, each with its board, a sentence and buttons.

    :param can_play: whether the bot can play a game itself.
    :param manages: whether the user may change the server's settings.
    :param first: the number of the page's first game, from 0.
    """
    games = [*GAMES.values()]
    blocks: list[Block] = [
        "\n".join(
            (
                gettext("## Board games, turn by turn"),
                gettext("Play me, or challenge someone."),
            )
        )
    ]
    for game in games[first : first + GAMES_AT_ONCE]:
        picture = Picture(
            f"{game.key}.png",
            gettext("A board of {game}.", game=game.name),
            await draw_in_thread(game_board, game),
        )
        blocks.append(TextWithPicture(_introduction(game), picture))
        blocks.append(_buttons(game, plays=can_play(game)))
    form = control("propose", FIRST_GAME.key, "", "usual", "r00", "")
    others = [Button(gettext("Challenge someone"), form)]
    if manages and can_play(FIRST_GAME):
        others += FOR_CHANNELS.of(FIRST_GAME)
    if len(games) > GAMES_AT_ONCE:
        following = first + GAMES_AT_ONCE
        if following >= len(games):
            following = 0
        others.append(Button(gettext("More games"), control("help-games", following)))
    return Page((*blocks, tuple(others), _tabs(GAMES_PAGE, manages=manages)))


def commands_page(
    commands: Mapping[str, str], mention_of: Callable[[str], str], *, manages: bool
) -> Page:
    """Return the first commands of each group for everyone, with buttons to the others.

    :param commands: the translated descriptions of commands, by name.
    """
    groups = [
        TextWithButton(
            _group_text(key, commands, mention_of, AT_FIRST),
            Button(pgettext("commands", "More"), control("help", key)),
        )
        for key in GROUPS
    ]
    heading = gettext("## What you can do")
    return Page((heading, *groups, _tabs(COMMANDS, manages=manages)))


def group_page(
    key: str, commands: Mapping[str, str], mention_of: Callable[[str], str], *, manages: bool
) -> Page:
    """Return the commands of a group, as in `commands_page`."""
    text = _group_text(key, commands, mention_of)
    return Page((text[:MAX_TEXT_LENGTH], _tabs(key, manages=manages)))


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
    text = "\n".join(
        (
            gettext("## For admins of this server"),
            gettext(
                "No setup needed: matches can start in any channel I can post in, each in its "
                "own thread. In the settings you can change that, and turn on a live "
                "leaderboard, a monthly summary and more."
            ),
            *_lines(list(commands), commands, mention_of),
            state,
        )
    )
    buttons = (
        Button(gettext("Set up"), control("settings-open"), "primary"),
        *FOR_CHANNELS.of(FIRST_GAME),
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
        await answer.private(await self._page(answer, GAMES_PAGE))

    @on_control("help", updates=True)
    async def turn(self, answer: Answer, name: str) -> None:
        """Show another page."""
        await answer.update(await self._page(answer, name))

    @on_control("help-games", updates=True)
    async def turn_to_games(self, answer: Answer, first: int) -> None:
        """Show another page of games."""
        if first not in range(0, len(GAMES), GAMES_AT_ONCE):
            raise outdated()
        await answer.update(await self._games_page(answer, first))

    async def _games_page(self, answer: Answer, first: int = 0) -> Page:
        manages = _manages(answer)
        return await games_page(self.club.opponents.can_play, manages=manages, first=first)

    async def _page(self, answer: Answer, name: str) -> Page:
        interaction = answer.interaction
        manages = _manages(answer)
        if name == SERVER:
            check_manages(interaction)
            in_thread = isinstance(interaction.channel, discord.Thread)
            missing = permissions.missing_names(interaction.app_permissions, in_thread=in_thread)
            return server_page(self._descriptions(True), self.front.mention_of, missing)
        mention_of = self.front.mention_of
        if name == COMMANDS:
            return commands_page(self._descriptions(False), mention_of, manages=manages)
        if name in GROUPS:
            return group_page(name, self._descriptions(False), mention_of, manages=manages)
        if name == GAMES_PAGE:
            return await self._games_page(answer)
        raise outdated()

    def _descriptions(self, is_restricted: bool) -> Mapping[str, str]:
        """Return the descriptions of the commands for everyone, or of the restricted ones."""
        return {
            _starting_name(command): gettext(command.description)
            for command in self._tree.get_commands()
            if isinstance(command, app_commands.Command | app_commands.Group)
            and (command.default_permissions is not None) is is_restricted
        }


def _manages(answer: Answer) -> bool:
    """Whether the user may change the settings of this server, which has the bot."""
    has_bot = place_of(answer.interaction).guild_id is not None
    return has_bot and answer.interaction.permissions.manage_guild


def _introduction(game: Game) -> str:
    icon = DISCORD.icon(Icon(game.key, GAME)) or game.icon
    heading = f"{icon} **{game.name}**"
    if game is FIRST_GAME:
        advice = gettext("start here")
        heading = f"{heading} · {advice}"
    return f"{heading}\n{first_sentence(game)}"


def _buttons(game: Game, *, plays: bool) -> tuple[Button, ...]:
    start = control("begin", game.key, LEVELS[0].number) if plays else control("seek", game.key)
    return (Button(pgettext("a game", "Play"), start, "success"), *ABOUT_GAME.of(game))


def _group_text(
    key: str,
    commands: Mapping[str, str],
    mention_of: Callable[[str], str],
    at_most: int | None = None,
) -> str:
    """Return the heading of a group and its commands.

    :param at_most: the number of commands at most, or None for all.
    """
    heading, names = GROUPS[key]
    by_word = {name.split()[0]: name for name in commands}
    if key == next(iter(GROUPS)):
        grouped = {name for _, others in GROUPS.values() for name in others}
        names = (*names, *(word for word in by_word if word not in grouped))
    available = [by_word[name] for name in names if name in by_word]
    lines = _lines(available[:at_most], commands, mention_of)
    title = gettext(heading)
    return "\n".join((f"### {title}", *lines))


def _lines(
    names: Sequence[str], commands: Mapping[str, str], mention_of: Callable[[str], str]
) -> list[str]:
    return [f"{mention_of(name)} {commands[name]}" for name in names]


def _tabs(current: str, *, manages: bool) -> tuple[Button, ...]:
    tabs = [(gettext("The games"), GAMES_PAGE), (gettext("What you can do"), COMMANDS)]
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
