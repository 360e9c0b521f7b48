"""Matches of whole channels: signing up, what organisers can do, and who may start them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.interface.answers import Answer
from bot.interface.context import deleted_in, guild_id_of, place_of
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.matches.offers import more_page
from bot.pages.layout import Block, Button, Page, RoleMenu, control, id_in, text_page
from bot.servers.settings import BETWEEN_SERVERS, VISIBILITY, SettingsPage, settings_page
from club.matches.match import Match
from club.references import Role
from club.servers.settings import SETTINGS, Setting
from extensions.teams.bot.votes import voter_of
from extensions.teams.club.homes import without_channel
from extensions.teams.club.teams import Teams, team_of
from language.texts import N_, gettext, lazy_gettext, lazy_pgettext
from rules.refusal import Refusal
from rules.registry import FIRST_GAME
from storage.servers.settings import GuildSettings

TEAM_ROLE: Setting[int | None] = Setting(
    "team_role_id",
    N_("{time} {name} set the role for starting channel matches to {after} (before: {before})"),
    lambda role_id: lazy_pgettext("changed", "nothing") if role_id is None else Role(role_id),
)
"""The role of members who may start matches of the whole channel, or None."""

SETTINGS[TEAM_ROLE.field] = TEAM_ROLE


@BETWEEN_SERVERS.add
def channel_matches_note(_settings: GuildSettings) -> Sequence[str]:
    """Return what other servers see in channel matches."""
    return [gettext("In channel matches it sees the name of the server too.")]


class TeamControls(FrontCog):
    """Signs members up for teams, and lets organisers pause and abort matches."""

    @on_control("sign-up")
    async def sign_up(self, answer: Answer, match: Match) -> None:
        """Sign up for the team of the server."""
        count = await self.club.part(Teams).sign_up(match, voter_of(answer.interaction))
        words = gettext(
            "You're in. Signed up so far: {count}. Vote with **Vote** on the board.", count=count
        )
        leave = Button(gettext("Leave the team"), control("sign-off", match.id))
        await answer.private(Page((words, (leave,))))

    @on_control("sign-off", updates=True)
    async def sign_off(self, answer: Answer, match: Match) -> None:
        """Leave the team."""
        after = await self.club.part(Teams).sign_off(match, answer.user.id)
        await answer.update(text_page(gettext("You've left the team.")))
        await self.front.report_delivery(answer, match.id, after)

    @on_control("team-pause", updates=True)
    async def pause(self, answer: Answer, match: Match, is_on: bool) -> None:
        """Pause or resume the clock of a match."""
        self._check_may_organise(answer, match)
        if is_on:
            after, notice = await self.club.part(Teams).pause(match), gettext("Clocks paused.")
        else:
            after, notice = (
                await self.club.part(Teams).resume(match),
                gettext("Clocks running again."),
            )
        await answer.update(await more_page(self.club, answer, after, notice))
        await self.front.report_delivery(answer, match.id)

    @on_control("team-abort", updates=True)
    async def abort(self, answer: Answer, match: Match) -> None:
        """Abort a match that has barely begun."""
        self._check_may_organise(answer, match)
        guild_id = place_of(answer.interaction).guild_id
        await self.club.part(Teams).abort(match, guild_id or 0)
        words = gettext("You aborted match {number}. It doesn't count.", number=match.id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match.id)

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
        deleted = deleted_in(answer.interaction.guild, settings.references)
        role_id = settings.without(deleted).team_role_id
        if role_id is None:
            state = gettext(
                "Members with **Manage Server** can start channel matches. Choose a role to let "
                "others start them too."
            )
            if settings.team_role_id is not None:
                state = f"{state}\n{_deleted_role_words()}"
        else:
            state = gettext(
                "Members with {role} or **Manage Server** can start channel matches.",
                role=DISCORD.role(role_id),
            )
        lost = await without_channel(self.club.homes, guild_id_of(answer.interaction))
        heading = gettext("Channel matches")
        label = gettext("Role for starting channel matches (leave empty for none)")
        menu = RoleMenu(control("settings-team-role"), label, role_id)
        start = Button(gettext("Start a match"), control("channel-match", FIRST_GAME.key))
        blocks = [block for match_id in lost for block in _moving_blocks(match_id)]
        return settings_page(f"## {heading}\n{state}", menu, *blocks, beside_back=(start,))


@VISIBILITY.add
def visibility(shown: tuple[GuildSettings, Collection[int]]) -> list[tuple[str, Button]]:
    """Return who may start matches of the whole channel."""
    settings, deleted = shown
    title, role_id = DISCORD.strong(gettext("Channel matches")), settings.team_role_id
    if role_id is None or role_id in deleted:
        words = gettext("{title}: admins can start them.", title=title)
        if role_id is not None:
            words = f"{words}\n{_deleted_role_words()}"
    else:
        role = DISCORD.role(role_id)
        words = gettext("{title}: admins and {role} can start them.", title=title, role=role)
    return [(words, Button(gettext("Channel matches…"), control("settings-teams")))]


def _deleted_role_words() -> str:
    return gettext("⚠️ The role for starting channel matches was deleted. Choose another one.")


def _moving_blocks(match_id: int) -> tuple[Block, Block]:
    """Return the question where to go on with a match whose channel was deleted."""
    words = gettext(
        "The channel of match {number} was deleted. Your server loses the match unless you "
        "continue it in another channel.",
        number=match_id,
    )
    button = Button(gettext("Continue here"), control("team-move", match_id), "primary")
    return words, (button,)
