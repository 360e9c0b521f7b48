"""`/profile`: profiles and head-to-head records, always private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import discord
from discord import app_commands

from bot.challenges.making import Proposal, proposal_button
from bot.interface.answers import Answer
from bot.interface.context import guild_id_of, person, place_of, viewer_of
from bot.interface.controls import on_control, values_of
from bot.interface.front import FrontCog, command, in_context_menu
from bot.interface.markup import DISCORD
from bot.interface.options import game_choice
from bot.pages.layout import (
    MAX_OPTIONS,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    Picture,
    control,
    id_in,
    text_page,
    with_link,
)
from bot.pages.listing import fitted
from bot.ratings.leaderboards import OVERVIEW
from club.ratings.leaderboards import SCOPES, Scope
from club.ratings.profiles import FAVOURITE, MAX_LISTED, PastMatch, Profile, Versus
from language.texts import N_, gettext, lazy_gettext, pgettext
from presentation.markup import short_name
from presentation.matches.match import match_line
from presentation.ratings.leaderboards import SCOPE_WORDS
from presentation.ratings.profiles import (
    UNDER_NAME,
    UNDER_RATINGS,
    ViewedPlayer,
    profile_words,
    ratings_picture,
    result_line,
    versus_lines,
    versus_title,
)
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, StoredMatch

PICTURE = "ratings.png"


class Headings(NamedTuple):
    """The headings of a profile's matches."""

    running: str
    results: str


HEADINGS = {
    True: Headings(N_("In progress in this server"), N_("Latest results in this server")),
    False: Headings(N_("Matches in progress"), N_("Latest results")),
}
"""The headings, by whether the profile is viewed in a server."""


@dataclass(frozen=True, slots=True)
class ViewedProfile:
    """A profile with everything else on its page."""

    profile: Profile
    name: str
    """The player's current name."""
    viewer_id: int
    is_followed: bool
    """Whether the viewer follows the player."""
    under_name: Sequence[str] = ()
    """The lines below their name."""
    under_ratings: Sequence[str] = ()

    @property
    def is_own(self) -> bool:
        """Whether players view their own profile."""
        return self.profile.user_id == self.viewer_id


async def profile_page(viewed: ViewedProfile, width: int, now: datetime) -> Page:
    """Return the profile of a player.

    :param width: the width of its picture.
    """
    profile, name = viewed.profile, viewed.name
    words = profile_words(profile, name, now, DISCORD)
    note = f"-# {words.note}" if words.note else ""
    lines = [f"### {words.title}", *viewed.under_name, *words.lines, note, *words.facts]
    lines += viewed.under_ratings
    text = "\n".join(filter(None, lines))
    blocks: list[Block] = [text]
    if profile.histories:
        picture = await ratings_picture(profile, name, now, width)
        blocks.append(Picture(PICTURE, picture.alt, picture.data))
    if len(profile.standings) > 1:
        blocks.append(_game_menu(profile))
    room = MAX_TEXT_LENGTH - len(text)
    headings = HEADINGS[profile.in_server]
    own_id = viewed.viewer_id if viewed.is_own else None
    running = _running(headings, profile.running, own_id, room // 2)
    results = _results(headings, profile.results, profile.user_id, room - len(running))
    blocks += [each for each in (running, results, _buttons(viewed)) if each]
    return Page(tuple(blocks))


def versus_page(versus: Versus, name: str) -> Page:
    """Return the viewer's head-to-head record against another player.

    :param name: the other's current name.
    """
    lines = [f"### {versus_title(name, DISCORD)}", *versus_lines(versus, DISCORD)]
    room = MAX_TEXT_LENGTH - len("\n".join(lines))
    headings = HEADINGS[True]
    running = _running(headings, versus.running, versus.user_id, room // 2)
    results = _results(headings, versus.results, versus.user_id, room - len(running))
    menu = challenge_menu(versus.other_id, name)
    return Page(("\n".join(lines), *(each for each in (running, results) if each), menu))


def challenge_menu(user_id: int, name: str) -> Menu:
    """Return the menu of the games to which a player can be challenged."""
    games = tuple(game_choice(key) for key in list(GAMES)[:MAX_OPTIONS])
    placeholder = gettext("Challenge {name} to…", name=short_name(name))
    return Menu(control("challenge", user_id), placeholder, games)


class ProfileCommands(FrontCog):
    """Shows profiles and head-to-head records."""

    @command("profile", N_("See a member's ratings and results"))
    @app_commands.describe(
        member=N_("The member (default: you)"),
        versus=N_("Show your results against them instead (default: no)"),
    )
    async def profile(
        self, answer: Answer, member: discord.User | None = None, versus: bool = False
    ) -> None:
        """Show the profile of a member in their most played game, or their record against you."""
        user = member or answer.user
        if not versus:
            await self._show(answer, user)
            return
        if user.id == answer.user.id:
            words = lazy_gettext("You can't play against yourself. Choose someone else.")
            raise Refusal("yourself", words)
        opponent = await self._note_presence(_present(answer.interaction, user))
        await answer.private(await self._versus_page(answer, opponent))

    @in_context_menu(N_("Profile"))
    async def profile_of_chosen(self, answer: Answer, member: discord.User) -> None:
        """Show the profile of the member whose menu was opened."""
        await self._show(answer, member)

    async def _show(self, answer: Answer, user: discord.User | discord.Member) -> None:
        player = await self._player(answer.interaction, user)
        page = await self._profile_page(answer, player, "server", FAVOURITE)
        await answer.private(page)

    @on_control("profile", updates=True)
    async def choose_scope(self, answer: Answer, user_id: str, scope: str, game: str) -> None:
        """Show the profile in this server, or in all servers."""
        player = await self._member(answer, user_id)
        chosen_scope = SCOPES.get(scope, "server")
        await answer.update(await self._profile_page(answer, player, chosen_scope, _game(game)))

    @on_control("profile-game", updates=True)
    async def choose_game(self, answer: Answer, user_id: str, scope: str) -> None:
        """Show the profile in the game chosen in the menu, or in all games."""
        player = await self._member(answer, user_id)
        game = _game(next(iter(values_of(answer.interaction)), ""))
        chosen_scope = SCOPES.get(scope, "server")
        await answer.update(await self._profile_page(answer, player, chosen_scope, game))

    @on_control("versus")
    async def versus_of_profile(self, answer: Answer, user_id: str) -> None:
        """Show the user's head-to-head record against the profile's member."""
        opponent = await self._member(answer, user_id)
        await answer.private(await self._versus_page(answer, opponent))

    @on_control("follow-player", updates=True)
    async def follow(self, answer: Answer, user_id: str, scope: str, game: str) -> None:
        """Follow the profile's member."""
        player = await self._member(answer, user_id)
        await self.club.follows.follow_player(answer.user.id, player)
        await self.choose_scope(answer, user_id, scope, game)
        words = gettext(
            "I'll message you the results of {name}'s matches in channels you can see.",
            name=DISCORD.name(player.name),
        )
        await answer.private(text_page(words))

    @on_control("unfollow-player", updates=True)
    async def unfollow(self, answer: Answer, user_id: str, scope: str, game: str) -> None:
        """Stop following the profile's member."""
        await self.club.follows.unfollow_player(answer.user.id, id_in(user_id) or 0)
        await self.choose_scope(answer, user_id, scope, game)

    async def _profile_page(
        self, answer: Answer, player: Participant, scope: Scope, game: str | None
    ) -> Page:
        viewer = viewer_of(answer.interaction)
        guild_id, viewer_id = viewer.guild_id, viewer.user_id
        profile = await self.club.profiles.of(viewer, player.user_id, scope=scope, game=game)
        seen = ViewedPlayer(self.club, viewer, player.user_id)
        under_name = [words(DISCORD) for words in await UNDER_NAME.of(seen)]
        under_ratings = [words(DISCORD) for words in await UNDER_RATINGS.of(seen)]
        width, now = await self.front.board_width(guild_id), discord.utils.utcnow()
        is_followed = await self.club.follows.has_player(viewer_id, player.user_id)
        viewed = ViewedProfile(
            profile, player.name, viewer_id, is_followed, under_name, under_ratings
        )
        page = await profile_page(viewed, width, now)
        if guild_id is None:
            return page
        address = await self.club.pages.player_address(guild_id, player.user_id)
        return with_link(page, gettext("On the web"), address)

    async def _versus_page(self, answer: Answer, opponent: Participant) -> Page:
        record = await self.club.profiles.versus(viewer_of(answer.interaction), opponent.user_id)
        return versus_page(record, opponent.name)

    async def _player(
        self, interaction: discord.Interaction, user: discord.User | discord.Member
    ) -> Participant:
        """Return whose profile to show: outside of servers, only the user's own.

        :raises Refusal: `guild_only`, `bot`, `not_here`.
        """
        if user.id == interaction.user.id and place_of(interaction).guild_id is None:
            return person(user)
        return await self._note_presence(_present(interaction, user))

    async def _note_presence(self, member: discord.Member) -> Participant:
        """Return a present member, and record their membership for the page's controls."""
        await self.club.membership.note_seen(
            member.guild.id, member.id, member.display_name, is_new=True
        )
        return person(member)

    async def _member(self, answer: Answer, user_id: str) -> Participant:
        """Return the member of a control.

        :raises Refusal: `not_here`.
        """
        number = id_in(user_id) or 0
        if number == answer.user.id and place_of(answer.interaction).guild_id is None:
            return person(answer.user)
        name = await self.club.membership.name_of(guild_id_of(answer.interaction), number)
        if name is None:
            words = lazy_gettext("This person isn't a member of this server. Choose a member.")
            raise Refusal("not_here", words)
        return Participant(number, name)


def _buttons(viewed: ViewedProfile) -> tuple[Button, ...]:
    """Return the buttons below a profile."""
    profile = viewed.profile
    user_id, game = profile.user_id, _chosen(profile)
    buttons: list[Button] = []
    if profile.in_server:
        other = "server" if profile.scope == "everywhere" else "everywhere"
        label = gettext(SCOPE_WORDS[other])
        buttons.append(Button(label, control("profile", user_id, other, game)))
    if not viewed.is_own:
        verb, label = (
            ("unfollow", gettext("Unfollow"))
            if viewed.is_followed
            else ("follow", gettext("Follow"))
        )
        proposal = Proposal(opponents=(user_id,))
        buttons += [
            Button(gettext("Between you"), control("versus", user_id)),
            Button(label, control(f"{verb}-player", user_id, profile.scope, game)),
            proposal_button(pgettext("button", "Challenge"), proposal),
        ]
    return tuple(buttons)


def _running(
    headings: Headings, running: Sequence[StoredMatch], user_id: int | None, room: int
) -> str:
    lines = [f"- {match_line(match, user_id, DISCORD)}" for match in running]
    return _section(gettext(headings.running), lines, room, MAX_LISTED)


def _results(headings: Headings, results: Sequence[PastMatch], user_id: int, room: int) -> str:
    lines = [f"- {result_line(result, user_id, DISCORD)}" for result in results]
    return _section(gettext(headings.results), lines, room)


def _section(heading: str, lines: Sequence[str], room: int, at_most: int | None = None) -> str:
    """Return a heading with as many lines as fit, empty without lines."""
    title = f"### {heading}"
    return "\n".join((title, *fitted(lines, room - len(title), at_most))) if lines else ""


def _chosen(profile: Profile) -> str:
    return profile.game or OVERVIEW


def _game_menu(profile: Profile) -> Menu:
    choices = [MenuChoice(gettext("All games"), OVERVIEW, chosen=profile.game is None)]
    choices += [
        game_choice(standing.game, chosen=standing.game == profile.game)
        for standing in profile.standings
    ]
    verb = control("profile-game", profile.user_id, profile.scope)
    return Menu(verb, gettext("Rating curve"), tuple(choices))


def _game(text: str) -> str | None:
    """Return the game of a control, or None for all games."""
    if text == OVERVIEW:
        return None
    return text if text in GAMES else FAVOURITE


def _present(
    interaction: discord.Interaction, user: discord.User | discord.Member
) -> discord.Member:
    """Check that a user can play in this server, and return the member.

    :raises Refusal: `guild_only`, `bot`, `not_here`.
    """
    guild_id_of(interaction)
    if user.bot:
        words = lazy_gettext("{member} is a bot and has no profile.", member=user.mention)
        raise Refusal("bot", words)
    if not isinstance(user, discord.Member):
        words = lazy_gettext("This person isn't a member of this server. Choose a member.")
        raise Refusal("not_here", words)
    return user
