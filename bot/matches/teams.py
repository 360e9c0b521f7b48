"""`/channel-match`: a match that the whole channel plays against the bot, and its organisers."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands

from bot.interface import permissions
from bot.interface.answers import Answer
from bot.interface.arguments import id_in
from bot.interface.context import place_id_of, place_of
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.forms import ChoiceField, Form, FormEntries, TextField, TicksField
from bot.interface.front import FrontCog, command
from bot.interface.layout import Button, MenuChoice, Page, RoleMenu, control, text_page
from bot.interface.markup import DISCORD
from bot.interface.options import (
    GAME_CHOICES,
    GAME_WORDS,
    LEVEL_CHOICES,
    OPTIONS_WORDS,
    game_choice,
    options_for,
    options_in,
    pace_choice,
)
from bot.matches.offers import more_page
from bot.matches.votes import voter_of
from bot.servers.settings import SettingsPage, settings_page
from club.matches.computers import USUAL_LEVEL
from club.matches.match import Match
from club.matches.teams import MAX_NAME_LENGTH, NewTeamMatch, team_of
from club.paces import PACES, daily_pace, pace_of
from club.servers.settings import TEAM_ROLE
from engine.engine import LEVELS, level_numbered
from language.texts import N_, gettext, lazy_gettext
from presentation.matches.play import computer_name, level_words
from presentation.matches.teams import start_words
from presentation.phrases import pace_words
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import FIRST_GAME, GAMES, game_named
from storage.matches.match import Participant, Terms
from storage.matches.teams import Voters
from storage.servers.settings import GuildSettings

TEAM_PACES = ("10m", "1h", "1d", "3d", "7d")
"""The paces of votes besides the daily one."""

DAILY = "daily"
GAME, LEVEL, PACE, TERMS, NAME = "game", "level", "pace", "terms", "name"
SIGN_UP, QUICK = "sign-up", "quick"
"""The checkboxes of `TERMS`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match of the whole channel, as entered."""

    game: Game
    options: str = ""
    level: int = USUAL_LEVEL
    seat: int = 1
    pace: str = DAILY
    """A pace, or `DAILY`."""
    hour: int | None = None
    """The hour of the daily pace in UTC, or None for that of the server."""
    voters: Voters = "everyone"
    is_quick: bool = False
    name: str = ""
    """The name of the team, empty for that of the server."""


class ChannelMatchCommands(FrontCog):
    """Starts matches of whole channels, and lets their organisers pause and abort them."""

    @command(
        "channel-match",
        N_("Play against the bot as a channel, by vote"),
        is_for_servers=True,
        public=True,
    )
    @app_commands.describe(
        game=GAME_WORDS,
        level=N_("The bot's level (default: 2)"),
        options=OPTIONS_WORDS,
        seat=N_("Your seat (default: the first)"),
        pace=N_("Time per turn (default: daily at an hour)"),
        hour=N_("The hour at which daily votes close, in UTC (default: that of the daily puzzle)"),
        voters=N_("Who can vote (default: everyone here)"),
        quick=N_("Close a vote early once most of the last voters agree (default: no)"),
        name=N_("The name of your team (default: the server's)"),
    )
    @app_commands.choices(
        level=LEVEL_CHOICES,
        seat=[
            app_commands.Choice(name=N_("We move first"), value=1),
            app_commands.Choice(name=N_("We move second"), value=2),
        ],
    )
    @app_commands.choices(
        game=GAME_CHOICES,
        pace=[pace_choice(pace_of(text), text) for text in TEAM_PACES],
        voters=[
            app_commands.Choice(name=N_("Everyone here"), value="everyone"),
            app_commands.Choice(name=N_("Members who sign up"), value="members"),
        ],
    )
    async def channel_match(
        self,
        answer: Answer,
        game: str,
        level: int = USUAL_LEVEL,
        options: str | None = None,
        seat: int = 1,
        pace: str = DAILY,
        hour: app_commands.Range[int, 0, 23] | None = None,
        voters: str = "everyone",
        quick: bool = False,
        name: app_commands.Range[str, 1, MAX_NAME_LENGTH] | None = None,
    ) -> None:
        """Start a match of this channel against the bot."""
        chosen: Voters = "members" if voters == "members" else "everyone"
        wanted = Wanted(
            game_named(game), options or "", level, seat, pace, hour, chosen, quick, name or ""
        )
        await self._start(answer, wanted)

    @on_control("channel-match")
    async def open_form(self, answer: Answer, game: str) -> None:
        """Open the form for a match of this channel."""
        await self._check_may_start(answer)
        settings = await self.club.settings.of(place_of(answer.interaction).guild_id or 0)
        await answer.ask(_form(game if game in GAMES else FIRST_GAME.key, settings))

    @on_control("channel-matched")
    async def submit_form(self, answer: Answer) -> None:
        """Start the match entered into the form."""
        entries = FormEntries(answer.interaction)
        ticks, level = entries.choices(TERMS), entries.choice(LEVEL)
        wanted = Wanted(
            game_named(entries.choice(GAME)),
            level=int(level) if level in {str(each.number) for each in LEVELS} else USUAL_LEVEL,
            pace=entries.choice(PACE),
            voters="members" if SIGN_UP in ticks else "everyone",
            is_quick=QUICK in ticks,
            name=entries.text(NAME)[:MAX_NAME_LENGTH],
        )
        await self._start(answer, wanted)

    @on_control("sign-up")
    async def sign_up(self, answer: Answer, match: Match) -> None:
        """Sign up for the team of the server."""
        await self.club.teams.sign_up(match, voter_of(answer.interaction))
        count = len(await self.club.teams.members(match.id))
        words = gettext(
            "You're in: {count} signed up so far. Vote with the button on the board.", count=count
        )
        leave = Button(gettext("Leave the team"), control("sign-off", match.id))
        await answer.private(Page((words, (leave,))))

    @on_control("sign-off", updates=True)
    async def sign_off(self, answer: Answer, match: Match) -> None:
        """Leave the team."""
        await self.club.teams.sign_off(match, answer.user.id)
        await answer.update(text_page(gettext("You've left the team.")))

    @on_control("team-pause", updates=True)
    async def pause(self, answer: Answer, match: Match, is_on: bool) -> None:
        """Pause or resume the clock of a match."""
        self._check_may_organise(answer, match)
        if is_on:
            after, notice = await self.club.teams.pause(match), gettext("Clocks paused.")
        else:
            after, notice = await self.club.teams.resume(match), gettext("Clocks running again.")
        await answer.update(await more_page(self.club, answer, after, notice))
        await self.front.report_delivery(answer, match.id)

    @on_control("team-abort", updates=True)
    async def abort(self, answer: Answer, match: Match) -> None:
        """Abort a match that has barely begun."""
        self._check_may_organise(answer, match)
        guild_id = place_of(answer.interaction).guild_id
        await self.club.teams.abort(match, guild_id or 0)
        words = gettext("You aborted match {number}. It doesn't count.", number=match.id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match.id)

    async def _start(self, answer: Answer, wanted: Wanted) -> None:
        """Start a match, announce it in the channel, and show its board."""
        await self._check_may_start(answer)
        interaction, game = answer.interaction, wanted.game
        self.club.opponents.check_can_play(game)
        in_thread = isinstance(interaction.channel, discord.Thread)
        permissions.require(
            interaction.app_permissions, place_id_of(interaction), in_thread=in_thread
        )
        place = place_of(interaction)
        settings = await self.club.settings.for_new_play(place)
        options = options_for(game, options_in(game, wanted.options), 2)
        pace = wanted.pace
        if pace not in TEAM_PACES:
            pace = daily_pace(settings.puzzle_hour if wanted.hour is None else wanted.hour)
        new = NewTeamMatch(
            Terms(game.key, options, pace, rated=False),
            place,
            self._players(interaction, wanted, len(game.seat_names(options))),
            wanted.voters,
            wanted.is_quick,
        )
        match = await self.club.teams.start(new)
        async with answer.publicly():
            page = text_page("\n".join(start_words(match, DISCORD)))
        await answer.public(page)
        await self.front.report_delivery(answer, match.id)
        self.club.opponents.take_up(match)

    def _players(
        self, interaction: discord.Interaction, wanted: Wanted, seats: int
    ) -> list[Participant]:
        """Return the players, seat 1 first: the server's members, and computers elsewhere."""
        guild = interaction.guild
        assert guild is not None
        own_user, level = guild.me, level_numbered(wanted.level)
        players = [
            Participant(
                own_user.id, computer_name(own_user.display_name, level, number), level.number
            )
            for number in range(1, seats)
        ]
        name = " ".join((wanted.name or guild.name).split())[:MAX_NAME_LENGTH]
        players.insert(wanted.seat - 1, Participant(guild.id, name, team_id=guild.id))
        return players

    async def _check_may_start(self, answer: Answer) -> None:
        """Check that the user is an admin, or has the role for this.

        :raises Refusal: `not_allowed`, `guild_only`.
        """
        guild_id = place_of(answer.interaction).guild_id
        if guild_id is None:
            raise outdated()
        if answer.interaction.permissions.manage_guild:
            return
        role_id = (await self.club.settings.of(guild_id)).team_role_id
        user = answer.user
        has_role = isinstance(user, discord.Member) and any(
            each.id == role_id for each in user.roles
        )
        if not has_role:
            words = lazy_gettext(
                "Members with **Manage Server** start matches of the whole channel. In "
                "`/settings`, they can let others with a role do so."
            )
            raise Refusal("not_allowed", words)

    def _check_may_organise(self, answer: Answer, match: Match) -> None:
        """Check that the user manages a server that plays in a match.

        :raises Refusal: `not_allowed`, `other_server`.
        """
        team_of(match, voter_of(answer.interaction))
        if not answer.interaction.permissions.manage_guild:
            words = lazy_gettext("Only members with **Manage Server** can do that.")
            raise Refusal("not_allowed", words)


class TeamRolePage(SettingsPage, opened_by="settings-teams"):
    """Changes the role of members who may start matches of the whole channel."""

    @on_control("settings-team-role", updates=True)
    async def choose(self, answer: Answer) -> None:
        """Let members with another role start such matches, or only admins."""
        value = next(iter(values_of(answer.interaction)), None)
        role_id = None if value is None else id_in(value)
        if value is not None and role_id is None:
            raise outdated()
        await self.change(answer, TEAM_ROLE, role_id)

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with a menu of roles and a button to start a match."""
        role_id = settings.team_role_id
        if role_id is None:
            state = gettext(
                "Members with **Manage Server** can start matches that the whole channel plays "
                "against me. Choose a role to let others do so."
            )
        else:
            state = gettext(
                "Members with {role} or **Manage Server** can start matches that the whole "
                "channel plays against me.",
                role=DISCORD.role(role_id),
            )
        heading = gettext("Channel matches")
        label = gettext("Role for starting matches (leave empty for none)")
        menu = RoleMenu(control("settings-team-role"), label, role_id)
        start = Button(gettext("Start a match"), control("channel-match", FIRST_GAME.key))
        return settings_page(f"## {heading}\n{state}", menu, beside_back=(start,))


def _form(game: str, settings: GuildSettings) -> Form:
    """Return the form for a match of the whole channel.

    :param game: the key of the chosen game.
    """
    games = tuple(game_choice(key, chosen=key == game) for key in GAMES)
    levels = tuple(
        MenuChoice(level_words(level), str(level.number), chosen=level.number == USUAL_LEVEL)
        for level in LEVELS
    )
    daily = pace_words(pace_of(daily_pace(settings.puzzle_hour)))
    paces = (
        MenuChoice(f"{daily[:1].upper()}{daily[1:]}", DAILY, chosen=True),
        *(MenuChoice(pace_words(PACES[text]), text) for text in TEAM_PACES),
    )
    ticks = (
        MenuChoice(gettext("Only members who sign up vote"), SIGN_UP),
        MenuChoice(gettext("Close a vote early on a majority"), QUICK),
    )
    name = gettext("the server's name")
    return Form(
        control("channel-matched"),
        gettext("The whole channel plays"),
        (
            ChoiceField(GAME, gettext("Game"), games),
            ChoiceField(LEVEL, gettext("My level"), levels),
            ChoiceField(PACE, gettext("Time per turn"), paces),
            TicksField(TERMS, gettext("Terms"), ticks),
            TextField(
                NAME, gettext("Name of your team"), "", name, MAX_NAME_LENGTH, is_required=False
            ),
        ),
    )
