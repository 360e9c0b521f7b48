"""`/channel-match`: a match that the whole channel plays against the bot or a member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.challenges.making import ChallengeMaker
from bot.interface.answers import Answer
from bot.interface.context import place_of, viewer_of
from bot.interface.controls import on_control, outdated
from bot.interface.front import command
from bot.interface.markup import DISCORD
from bot.interface.options import (
    GAME_CHOICES,
    GAME_WORDS,
    LEVEL_CHOICES,
    OPTIONS_WORDS,
    game_choice,
    options_in,
    pace_choice,
)
from bot.matches.cards import AGAIN
from bot.matches.match_lists import BELOW_LISTS, OTHER_LISTS, MatchList
from bot.pages.forms import ChoiceField, Form, FormEntries, TextField, TicksField
from bot.pages.layout import (
    MAX_TEXT_LENGTH,
    Block,
    Button,
    MenuChoice,
    Page,
    control,
    text_page,
)
from bot.pages.listing import listing
from bot.servers.greetings import FOR_CHANNELS
from bot.servers.settings import check_manages
from club.club import Club
from club.matches.changes import Agreement
from club.matches.computers import USUAL_LEVEL
from club.matches.match import Match
from club.paces import PACES, daily_pace, pace_of
from engine.engine import LEVELS
from extensions.teams.club.homes import move_team
from extensions.teams.club.invitations import Invitations
from extensions.teams.club.teams import MAX_NAME_LENGTH, Teams, daily_hour
from extensions.teams.club.votes import voting_of
from extensions.teams.presentation import accepted_words, invitation_words, start_words, team_words
from extensions.teams.storage.teams import Voters
from language.texts import N_, gettext, lazy_gettext
from language.typed import name_in
from presentation.matches.play import level_words
from presentation.phrases import pace_words
from rules.position import Game
from rules.record import options_text
from rules.refusal import Refusal
from rules.registry import FIRST_GAME, GAMES, game_named
from storage.challenges.challenges import Challenge, TeamTerms
from storage.matches import match_lists
from storage.matches.match import Participant, Terms
from storage.servers.settings import GuildSettings

TEAM_PACES = ("10m", "1h", "1d", "3d", "7d")
"""The paces of votes besides the daily one."""

MAX_ACCEPTED = 5
"""Maximum number of buttons to accept invitations, one row."""

DAILY = "daily"
GAME, LEVEL, PACE, TERMS, NAME = "game", "level", "pace", "terms", "name"
SIGN_UP, QUICK, SERVERS = "sign-up", "quick", "servers"
"""The checkboxes of `TERMS`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match of the whole channel, as entered."""

    game: Game
    options: str = ""
    level: int | None = None
    """The bot's level, or None for the usual one."""
    seat: int = 1
    pace: str = DAILY
    """A pace, or `DAILY`."""
    hour: int | None = None
    """The hour of the daily pace in UTC, or None for that of the server."""
    voters: Voters = "everyone"
    is_quick: bool = False
    name: str = ""
    """The name of the team, empty for that of the server."""
    is_for_servers: bool = False
    """Whether teams of other servers play, in place of the bot."""


class ChannelMatchCommands(ChallengeMaker):
    """Starts matches of whole channels."""

    @command(
        "channel-match",
        N_("Start a match in which the whole channel votes on each turn"),
        is_for_servers=True,
        public=True,
    )
    @app_commands.describe(
        game=GAME_WORDS,
        opponent=N_("A member to play against (default: the bot)"),
        other_server=N_("Invite another server to play against yours (default: no)"),
        level=N_("The bot's level (default: 2)"),
        options=OPTIONS_WORDS,
        seat=N_("Which side moves first (default: yours)"),
        pace=N_("Time per turn (default: until the same hour every day)"),
        hour=N_("The hour at which daily votes close, in UTC (default: the server's usual hour)"),
        voters=N_("Who can vote (default: everyone in this channel)"),
        quick=N_("Close a vote early if most of last turn's voters agree (default: no)"),
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
            app_commands.Choice(name=N_("Everyone in this channel"), value="everyone"),
            app_commands.Choice(name=N_("Members who sign up"), value="members"),
        ],
    )
    async def channel_match(
        self,
        answer: Answer,
        game: str,
        opponent: discord.User | None = None,
        other_server: bool = False,
        level: int | None = None,
        options: str | None = None,
        seat: int = 1,
        pace: str = DAILY,
        hour: app_commands.Range[int, 0, 23] | None = None,
        voters: str = "everyone",
        quick: bool = False,
        name: app_commands.Range[str, 1, MAX_NAME_LENGTH] | None = None,
    ) -> None:
        """Start a match of this channel, or challenge a member to it."""
        chosen: Voters = "members" if voters == "members" else "everyone"
        wanted = Wanted(
            game_named(game),
            options or "",
            level,
            seat,
            pace,
            hour,
            chosen,
            quick,
            name or "",
            other_server,
        )
        if opponent is not None and other_server:
            words = lazy_gettext("Choose a member or another server to play against, not both.")
            raise Refusal("both", words)
        await self._start(answer, wanted, [] if opponent is None else [opponent])

    @on_control("channel-match")
    async def open_form(self, answer: Answer, game: str) -> None:
        """Open the form for a match of this channel."""
        await self._ask(answer, game if game in GAMES else FIRST_GAME.key)

    @on_control("channel-again")
    async def open_form_again(self, answer: Answer, match: Match) -> None:
        """Open the form with the terms of a match."""
        await self._ask(answer, match.game.key, match)

    @on_control("channel-matched")
    async def submit_form(self, answer: Answer, former: str, options: str) -> None:
        """Start the match entered into the form.

        :param former: the game that the form was opened for, by its key.
        :param options: the options of that game.
        """
        entries = FormEntries(answer.interaction)
        ticks, level = entries.choices(TERMS), entries.choice(LEVEL)
        wanted = Wanted(
            game_named(entries.choice(GAME)),
            options if entries.choice(GAME) == former else "",
            level=int(level) if level in {str(each.number) for each in LEVELS} else None,
            pace=entries.choice(PACE),
            voters="members" if SIGN_UP in ticks else "everyone",
            is_quick=QUICK in ticks,
            name=entries.text(NAME)[:MAX_NAME_LENGTH],
            is_for_servers=SERVERS in ticks,
        )
        await self._start(answer, wanted)

    @on_control("invitations")
    async def show_invitations(self, answer: Answer) -> None:
        """List the invitations of other servers."""
        await self._check_may_start(answer)
        guild_id = place_of(answer.interaction).guild_id or 0
        invitations = await self.club.part(Invitations).open_to(guild_id)
        hour = daily_hour(await self.club.settings.of(guild_id), self.club.clock())
        await answer.private(_invitations_page(invitations, hour))

    @on_control("invited")
    async def accept_invitation(self, answer: Answer, challenge_id: int) -> None:
        """Accept an invitation for the server, which plays in this channel."""
        await self._check_may_start(answer)
        interaction = answer.interaction
        await self.settings_of_place(interaction)
        assert interaction.guild is not None
        name = _team_name(interaction.guild.name)
        place = place_of(interaction)
        challenge = await self.club.part(Invitations).accept(challenge_id, name, place)
        match = None
        if challenge.match_id is not None:
            match = await self.club.matches.find(challenge.match_id)
        async with answer.publicly():
            heading, line = accepted_words(challenge, name, DISCORD)
            page = text_page(f"### {heading}\n{line}")
        await answer.public(page)
        await self.front.courier.deliver_challenge(challenge.id)
        if match is not None:
            await self.front.report_delivery(answer, match.id)

    @on_control("team-move", updates=True)
    async def move_team(self, answer: Answer, match_id: int) -> None:
        """Go on with a match in this channel, after that of the server's team was deleted."""
        interaction = answer.interaction
        check_manages(interaction)
        await self.settings_of_place(interaction)
        await move_team(self.club.homes, match_id, place_of(interaction))
        words = gettext("Match {number} continues in this channel.", number=match_id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match_id)

    async def _ask(self, answer: Answer, game: str, former: Match | None = None) -> None:
        """Open the form, as `_form` returns it."""
        await self._check_may_start(answer)
        settings = await self.club.settings.of(place_of(answer.interaction).guild_id or 0)
        await answer.ask(_form(game, daily_hour(settings, self.club.clock()), former))

    async def _start(
        self, answer: Answer, wanted: Wanted, opponents: Sequence[discord.abc.User] = ()
    ) -> None:
        """Start a match, or challenge a member to it.

        :param opponents: the member, if any. The bot plays the other seats.
        """
        await self._check_may_start(answer)
        interaction, game = answer.interaction, wanted.game
        settings = await self.settings_of_place(interaction)
        options = game.choose(options_in(game, wanted.options), seats=2)
        seats = len(game.seat_names(options))
        pace = wanted.pace
        if pace not in TEAM_PACES:
            usual = daily_hour(settings, self.club.clock())
            pace = daily_pace(usual if wanted.hour is None else wanted.hour)
        terms = Terms(game.key, options, pace)
        team = _team(interaction, wanted, pace_of(pace).hour)
        if wanted.is_for_servers:
            await self.make(answer, terms, (), seat=wanted.seat, team=team)
            return
        own_user = self.front.own_user
        assert own_user is not None
        users = [*opponents, *[own_user] * (seats - 1 - len(opponents))]
        level = wanted.level if own_user in users or wanted.level else None
        guests = self.guests(interaction, users, level)
        if any(guest.level is None and guest.user_id != answer.user.id for guest in guests):
            challenge = await self.make(answer, terms, guests, seat=wanted.seat, team=team)
            await self.begin(answer, challenge)
            return
        await self._begin_at_once(answer, terms, guests, wanted.seat, team)

    async def _begin_at_once(
        self,
        answer: Answer,
        terms: Terms,
        guests: Sequence[Participant],
        seat: int,
        team: TeamTerms,
    ) -> None:
        """Start a match against the bot or the user, and announce it in the channel."""
        place = place_of(answer.interaction)
        if any(guest.level is not None for guest in guests):
            self.club.opponents.check_can_play(GAMES[terms.game])
        guild_id = place.guild_id or 0
        players = list(guests)
        players.insert(seat - 1, Participant(guild_id, team["name"], team_id=guild_id))
        match = await self.club.part(Teams).start(Agreement(terms, [place], players, team=team))
        async with answer.publicly():
            heading, line = start_words(match, DISCORD)
            page = text_page(f"### {heading}\n{line}")
        await answer.public(page)
        await self.front.report_delivery(answer, match.id)
        self.club.opponents.take_up(match)

    async def _check_may_start(self, answer: Answer) -> None:
        """Check that the user is an admin, or has the role for this.

        :raises Refusal: `not_allowed`, `guild_only`.
        """
        guild_id = place_of(answer.interaction).guild_id
        if guild_id is None:
            raise outdated()
        settings = await self.club.settings.of(guild_id)
        if not may_start_team_matches(answer.interaction, settings):
            words = lazy_gettext(
                "Only members with **Manage Server** can start channel matches. In `/settings`, "
                "they can allow a role to start them too."
            )
            raise Refusal("not_allowed", words)


@FOR_CHANNELS.add
def channel_match_button(game: Game) -> list[Button]:
    """Return a button that opens the form for a match of the whole channel."""
    return [Button(gettext("Play as a channel"), control("channel-match", game.key))]


@AGAIN.add
def play_again(match: Match) -> list[Button]:
    """Return the button that opens the form with the terms of a match."""
    return [Button(gettext("Play again"), control("channel-again", match.id), "primary")]


@OTHER_LISTS.add
async def open_to_votes(shown: tuple[Club, discord.Interaction]) -> list[MatchList]:
    """Return the running matches of the server in which a user can vote."""
    club, interaction = shown
    viewer, user = viewer_of(interaction), interaction.user
    joined_at = user.joined_at if isinstance(user, discord.Member) else None
    guild_id = viewer.guild_id
    if guild_id is None or joined_at is None:
        return []
    running = await club.store.read(lambda tx: match_lists.running_of(tx, guild_id, guild_id))
    open_matches = [
        match.seen_from(guild_id)
        for match in running
        if joined_at <= match.created_at
        and not viewer.has_played(match)
        and viewer.sees_match(match)
    ]
    return [(gettext("Channel matches"), open_matches)] if open_matches else []


@BELOW_LISTS.add
async def invitations(shown: tuple[Club, discord.Interaction]) -> list[Block]:
    """Return a button to the invitations of other servers, for users who can accept them."""
    club, interaction = shown
    guild_id = place_of(interaction).guild_id
    if guild_id is None:
        return []
    settings = await club.settings.of(guild_id)
    if not settings.plays_out or not may_start_team_matches(interaction, settings):
        return []
    return [(Button(gettext("Invitations of other servers"), control("invitations")),)]


def may_start_team_matches(interaction: discord.Interaction, settings: GuildSettings) -> bool:
    """Whether the user is an admin, or has the role for starting matches of a whole channel."""
    user, role_id = interaction.user, settings.team_role_id
    has_role = isinstance(user, discord.Member) and any(role.id == role_id for role in user.roles)
    return interaction.permissions.manage_guild or has_role


def _team(interaction: discord.Interaction, wanted: Wanted, hour: int | None) -> TeamTerms:
    """Return the team of the server as wanted.

    :param hour: the hour at which its daily votes close.
    """
    assert interaction.guild is not None
    return TeamTerms(
        name=_team_name(name_in(wanted.name or "") or interaction.guild.name),
        voters=wanted.voters,
        is_quick=wanted.is_quick,
        hour=hour,
        is_for_servers=wanted.is_for_servers,
    )


def _team_name(name: str) -> str:
    return " ".join(name.split())[:MAX_NAME_LENGTH]


def _voters_words(invitation: Challenge) -> str:
    team = invitation.team
    return "" if team is None else team_words(team["voters"], is_quick=team["is_quick"])


def _invitations_page(invitations: Sequence[Challenge], hour: int) -> Page:
    """Return the list of invitations, with buttons to accept them.

    :param hour: the hour in UTC at which the daily votes of this server would close.
    """
    if not invitations:
        words = gettext(
            "No server is looking for another one at the moment. Invite one with "
            "`/channel-match` and the option `other_server`."
        )
        return text_page(words)
    lines = [
        f"- {invitation_words(invitation, DISCORD)}\n  {_voters_words(invitation)}"
        for invitation in invitations
    ]
    note = gettext(
        "Your server will play in this channel. Its daily votes close at {hour} UTC.",
        hour=f"{hour:02}:00",
    )
    title = gettext("Invitations of other servers")
    text = listing(title, lines, MAX_TEXT_LENGTH - len(note))
    buttons = tuple(
        Button(
            gettext("Accept {number}", number=invitation.id),
            control("invited", invitation.id),
            "success",
        )
        for invitation in invitations[:MAX_ACCEPTED]
    )
    return Page((text, f"-# {note}", buttons))


def _form(game: str, hour: int, former: Match | None = None) -> Form:
    """Return the form for a match of the whole channel.

    :param game: the key of the chosen game.
    :param hour: the hour in UTC at which daily votes usually close.
    :param former: a match whose terms are chosen, or None for the usual ones.
    """
    level, pace, options, chosen = USUAL_LEVEL, DAILY, "", set[str]()
    if former is not None:
        team, terms = voting_of(former).teams[0], former.stored.terms
        level = next((seat.level for seat in former.stored.seats if seat.level), level)
        pace = terms.pace if terms.pace in TEAM_PACES else DAILY
        options = options_text(GAMES[game], terms.options)
        is_chosen = {
            SIGN_UP: team.voters == "members",
            QUICK: team.is_quick,
            SERVERS: former.stored.is_of_servers,
        }
        chosen = {tick for tick, is_ticked in is_chosen.items() if is_ticked}
    games = tuple(game_choice(key, chosen=key == game) for key in GAMES)
    levels = tuple(
        MenuChoice(level_words(each), str(each.number), chosen=each.number == level)
        for each in LEVELS
    )
    daily = pace_words(pace_of(daily_pace(hour)))
    paces = tuple(
        MenuChoice(words, text, chosen=text == pace)
        for words, text in (
            (f"{daily[:1].upper()}{daily[1:]}", DAILY),
            *((pace_words(PACES[text]), text) for text in TEAM_PACES),
        )
    )
    ticks = tuple(
        MenuChoice(words, tick, chosen=tick in chosen)
        for words, tick in (
            (gettext("Only members who sign up can vote"), SIGN_UP),
            (gettext("Close early if most of last turn's voters agree"), QUICK),
            (gettext("Against another server, not the bot"), SERVERS),
        )
    )
    name = gettext("the server's name")
    return Form(
        control("channel-matched", game, options),
        gettext("Start a channel match"),
        (
            ChoiceField(GAME, gettext("Game"), games),
            ChoiceField(LEVEL, gettext("The bot's level"), levels),
            ChoiceField(PACE, gettext("Time per turn"), paces),
            TicksField(TERMS, gettext("Terms"), ticks),
            TextField(
                NAME, gettext("Name of your team"), "", name, MAX_NAME_LENGTH, is_required=False
            ),
        ),
    )
