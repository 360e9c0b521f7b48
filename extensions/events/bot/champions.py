"""The role of a server's champions, and its page of `/settings`.

The page needs Manage Server, and both the bot and the user must be able to give out the role.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import aiohttp
import discord

from bot.interface.answers import Answer
from bot.interface.context import deleted_in
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.front import Front
from bot.interface.languages import Languages
from bot.interface.markup import DISCORD
from bot.interface.permissions import EXTRAS, LACKING
from bot.pages.layout import Button, Page, RoleMenu, control, id_in
from bot.servers.settings import BUTTONS, SettingsPage, check_manages, settings_page
from club.club import Club
from club.references import Role
from club.servers.settings import SETTINGS, Setting
from extensions.events.storage import events as stored_events
from language.texts import N_, gettext, lazy_gettext, lazy_pgettext, written_in
from rules.refusal import Refusal
from storage.servers import settings
from storage.servers.settings import GuildSettings

log = logging.getLogger(__name__)

RECENT_EVENTS = 10
"""Number of recent events whose champions may still have the role."""


CHAMPION_ROLE: Setting[int | None] = Setting(
    "champion_role_id",
    N_("{time} {name} set the champions' role to {after} (before: {before})"),
    lambda role_id: lazy_pgettext("changed", "nothing") if role_id is None else Role(role_id),
)
"""The role of champions, or None."""

SETTINGS[CHAMPION_ROLE.field] = CHAMPION_ROLE
EXTRAS["manage_roles"] = N_("Manage Roles")


@BUTTONS.add
def champions_button(_settings: GuildSettings) -> Sequence[Button]:
    """Return the button of the page about the role."""
    return [Button(gettext("Champions…"), control("settings-champions"))]


@LACKING.add
def role_needs(asked: tuple[GuildSettings, discord.Permissions]) -> Sequence[str]:
    """Return what keeps the bot from giving out the role, for the host."""
    settings, rights = asked
    if settings.champion_role_id is None or rights.manage_roles:
        return []
    return [f"the champion role needs {EXTRAS['manage_roles']}"]


class Champions:
    """The roles of champions in all servers."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._store = club.store

    async def crown(self, guild_id: int, *, former_role: int | None = None) -> None:
        """Give the champion role to the current champions only. Repeating it changes nothing.

        :param former_role: the previous champion role, which is taken from everyone.
        :raises discord.DiscordServerError: if the result of a request is unknown.
        """
        with written_in(await self._languages.of_guild(guild_id)):
            await self._crown(guild_id, former_role)

    async def crown_or_log(self, guild_id: int, *, former_role: int | None = None) -> None:
        """Like `crown`, but log refusals of Discord, which are retried with the next champion."""
        try:
            await self.crown(guild_id, former_role=former_role)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("could not update champion roles in guild %s: %s", guild_id, error)

    async def _crown(self, guild_id: int, former_role: int | None) -> None:
        guild = self._client.get_guild(guild_id)
        async with self._store.read() as tx:
            role_id = (await settings.get(tx, guild_id)).champion_role_id
            champions = await stored_events.champions(tx, guild_id, RECENT_EVENTS)
        if guild is None or not champions or (role_id is None and former_role is None):
            return
        latest = champions[0].event_id
        current = {champion.user_id for champion in champions if champion.event_id == latest}
        roles = {role_id: current, former_role: set[int]()}
        for user_id in dict.fromkeys(champion.user_id for champion in champions):
            changes = {
                role: user_id in user_ids for role, user_ids in roles.items() if role is not None
            }
            await self._give(guild, user_id, changes)

    async def _give(self, guild: discord.Guild, user_id: int, changes: dict[int, bool]) -> None:
        """Give roles to a member, or take them away, if possible."""
        try:
            member = await guild.fetch_member(user_id)
            for role_id, is_champion in changes.items():
                has_role = member.get_role(role_id) is not None
                role = discord.Object(role_id)
                if is_champion and not has_role:
                    await member.add_roles(role, reason=gettext("Champion of the latest event"))
                elif has_role and not is_champion:
                    await member.remove_roles(role, reason=gettext("There is a new champion"))
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("could not change roles of user %s in guild %s: %s", user_id, guild.id, error)


class ChampionRolePage(SettingsPage, opened_by="settings-champions"):
    """Changes the role of champions."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._champions = Champions(front.client, front.club, front.languages)

    @on_control("settings-champion", updates=True)
    async def choose(self, answer: Answer) -> None:
        """Give champions another role, or none."""
        check_manages(answer.interaction)
        role_id = self._chosen_role(answer)
        changed = await self.change(answer, CHAMPION_ROLE, role_id)
        former_role = changed.before.champion_role_id
        if former_role != role_id:
            await self._champions.crown_or_log(changed.after.guild_id, former_role=former_role)

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with a menu, and what keeps the bot from giving the role."""
        return _page(settings, answer.interaction.guild)

    def _chosen_role(self, answer: Answer) -> int | None:
        """Return the id of the chosen role.

        :raises Refusal: `outdated`, `role`, `role_order`, `role_above`, `role_powers`,
            `permissions`.
        """
        value = next(iter(values_of(answer.interaction)), None)
        if value is None:
            return None
        guild, member = answer.interaction.guild, answer.user
        role_id = id_in(value)
        role = None if guild is None or role_id is None else guild.get_role(role_id)
        if guild is None or role is None or not isinstance(member, discord.Member):
            raise outdated()
        check_role(guild, member, role)
        return role.id


def check_role(guild: discord.Guild, member: discord.Member, role: discord.Role) -> None:
    """Check that a role can be used for champions.

    :raises Refusal: `role`, `permissions`, `role_order`, `role_above`, `role_powers`.
    """
    name = DISCORD.name(role.name)
    if role.is_default() or role.managed:
        raise Refusal(
            "role",
            lazy_gettext(
                "**{name}** can't be given to anyone. Choose a role that you created.",
                name=name,
            ),
        )
    _check_bot_gives(guild, role)
    if guild.owner_id != member.id and (
        role >= member.top_role or not member.guild_permissions.manage_roles
    ):
        raise Refusal(
            "role_above",
            lazy_gettext(
                "You can't give out **{name}** yourself, so I can't either. Choose a role "
                "below your own, or ask someone with **Manage Roles**.",
                name=name,
            ),
        )
    if role.permissions.value & discord.Permissions.elevated().value:
        raise Refusal(
            "role_powers",
            lazy_gettext(
                "**{name}** has moderator permissions, and anyone can win a cup. Choose a "
                "role without permissions.",
                name=name,
            ),
        )


def _check_bot_gives(guild: discord.Guild, role: discord.Role) -> None:
    """Check that the bot can give a role.

    :raises Refusal: `permissions`, `role_order`.
    """
    if not guild.me.guild_permissions.manage_roles:
        raise Refusal(
            "permissions",
            lazy_gettext(
                "I can't give roles: I'm missing **Manage Roles**. Give it to my role under Server "
                "Settings → Roles, then choose again."
            ),
        )
    if role >= guild.me.top_role:
        raise Refusal(
            "role_order",
            lazy_gettext(
                "I can only give roles below my own. Drag my role above **{name}** under Server "
                "Settings → Roles, then choose again.",
                name=DISCORD.name(role.name),
            ),
        )


def _page(settings: GuildSettings, guild: discord.Guild | None) -> Page:
    role_id = settings.champion_role_id
    role = None if guild is None or role_id is None else guild.get_role(role_id)
    if role_id is None:
        state = gettext(
            "Champions don't get a role. Choose one to give to the winner of each event."
        )
    elif deleted_in(guild, [role_id]):
        state = gettext("⚠️ The champions' role was deleted. Choose another one.")
    else:
        state = gettext(
            "The winner of an event gets {role} until the next event ends.",
            role=DISCORD.role(role_id),
        )
        if guild is not None and role is not None and not _can_give(guild, role):
            warning = gettext(
                "⚠️ I can't give it any more: I need **Manage Roles**, and my role must be above it."
            )
            state = f"{state}\n{warning}"
    menu = RoleMenu(
        control("settings-champion"),
        gettext("Role for champions (leave empty for none)"),
        None if role is None else role.id,
    )
    heading = gettext("Champions")
    return settings_page(f"## {heading}\n{state}", menu)


def _can_give(guild: discord.Guild, role: discord.Role) -> bool:
    return guild.me.guild_permissions.manage_roles and role < guild.me.top_role
