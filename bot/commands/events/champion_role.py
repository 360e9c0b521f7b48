"""The page of `/settings` for the role of champions.

It needs Manage Server, and both the bot and the user must be able to give out the role.
"""

from __future__ import annotations

import discord

from bot.commands.community.settings import change_settings, check_manages
from bot.commands.front import Front
from bot.commands.front_cog import FrontCog
from bot.delivery.events.champions import Champions
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.entries.numbers import id_in
from bot.interactions.interaction_context import guild_id_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page, RoleMenu
from club.settings.changes import ChampionRole
from language.texts import gettext, lazy_gettext
from rules.refusal import Refusal
from storage.members.guild_settings import GuildSettings


class ChampionRoleControls(FrontCog):
    """Changes the role of champions."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._champions = Champions(front.client, front.club, front.languages)

    @on_control("settings-champions", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the setting for the champion role from the main settings page."""
        check_manages(answer.interaction)
        current = await self.club.settings.of(guild_id_of(answer.interaction))
        await answer.update(_page(current, answer.interaction.guild))

    @on_control("settings-champion", arguments=0, updates=True)
    async def choose(self, answer: Answer) -> None:
        """Give champions another role, or none."""
        check_manages(answer.interaction)
        role_id = self._chosen_role(answer)
        guild_id = guild_id_of(answer.interaction)
        changed = await change_settings(self.club, answer, ChampionRole(role_id))
        former_role = changed.before.champion_role_id
        await answer.update(_page(changed.after, answer.interaction.guild))
        if former_role != role_id:
            await self._champions.crown_or_log(guild_id, former_role=former_role)

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
    elif role is None:
        state = gettext("⚠️ The champions' role was deleted. Choose another one.")
    else:
        state = gettext(
            "The winner of an event gets {role} until the next event ends.",
            role=role.mention,
        )
        if guild is not None and not _can_give(guild, role):
            warning = gettext(
                "⚠️ I can't give it any more: I need **Manage Roles**, and my role must be above it."
            )
            state = f"{state}\n{warning}"
    menu = RoleMenu(
        control("settings-champion"),
        gettext("Role for champions (leave empty for none)"),
        None if role is None else role.id,
    )
    buttons = (Button(gettext("Back to settings"), control("settings-back")),)
    heading = gettext("Champions")
    return Page((f"## {heading}\n{state}", menu, buttons))


def _can_give(guild: discord.Guild, role: discord.Role) -> bool:
    return guild.me.guild_permissions.manage_roles and role < guild.me.top_role
