"""The optional role for champions."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.simulated import World, components_of, reply_text
from tests.extensions.events.bot.cups import SOON, play_all, start_cup

NOTHING = discord.Permissions()
MANAGER = discord.Permissions(manage_guild=True, manage_roles=True)


def admin_of(world: World, permissions: discord.Permissions = MANAGER) -> Any:
    role = world.guild.create_role("Admins", permissions=permissions)
    return world.guild.add_member(world.env.create_user("olga", global_name="Olga"), roles=[role])


def order_roles(world: World, *names: str) -> None:
    """Order roles, the highest first. The bot's own is called "TestBot"."""
    roles = world.env.backend.get_guild(world.guild.id).roles
    by_name = {role.name: role for role in roles.values()}
    for place, name in enumerate(reversed(names), start=1):
        world.env.backend.edit_role(world.guild.id, by_name[name].id, {"position": place})


async def choose_role(world: World, admin: Any, *roles: Any) -> Any:
    """Choose a role, or none, in the settings."""
    settings = await admin.slash(world.channel, "settings")
    page = await admin.click(settings.response, label="Champions…")
    menu = next(each for each in components_of(page.response) if each["type"] == 6)
    return await admin.select(page.response, list(roles), custom_id=menu["custom_id"])


def has_role(world: World, member: Any, role: Any) -> bool:
    return role.id in world.env.backend.get_member(world.guild.id, member.id).role_ids


async def test_the_role_passes_from_one_champion_to_the_next(club: World) -> None:
    champion = club.guild.create_role("Champion")
    admin = admin_of(club)
    order_roles(club, "TestBot", "Admins", "Champion")
    await club.env.settle()
    assert f"The winner of an event gets <@&{champion.id}>" in reply_text(
        await choose_role(club, admin, champion)
    )
    await start_cup(club)
    await play_all(club, winner=club.ada)
    await club.pass_time(SOON)
    assert has_role(club, club.ada, champion)
    await start_cup(club)
    await play_all(club, winner=club.ben)
    await club.pass_time(SOON)
    assert has_role(club, club.ben, champion)
    assert not has_role(club, club.ada, champion)
    await choose_role(club, admin)
    assert not has_role(club, club.ben, champion)


@pytest.mark.parametrize(
    ("order", "rights", "words"),
    [
        (("Champion", "TestBot", "Admins"), NOTHING, "Drag my role above **Champion**"),
        (("TestBot", "Champion", "Admins"), NOTHING, "You can't give out **Champion** yourself"),
        (
            ("TestBot", "Admins", "Champion"),
            discord.Permissions(ban_members=True),
            "without permissions",
        ),
    ],
)
async def test_an_unassignable_role_is_refused_with_advice(
    club: World, order: tuple[str, ...], rights: discord.Permissions, words: str
) -> None:
    role = club.guild.create_role("Champion", permissions=rights)
    admin = admin_of(club)
    order_roles(club, *order)
    await club.env.settle()
    assert words in reply_text(await choose_role(club, admin, role))
    settings = await club.bot.club.settings.of(club.guild.id)
    assert settings.champion_role_id is None


async def test_the_choice_of_a_role_needs_permissions_of_the_bot_and_the_admin(club: World) -> None:
    role = club.guild.create_role("Champion")
    admin = admin_of(club)
    order_roles(club, "TestBot", "Admins", "Champion")
    refusal = await choose_role(club, admin, club.guild.default_role)
    assert "can't be given to anyone" in reply_text(refusal)
    settings = await admin.slash(club.channel, "settings")
    control = club.control_of(settings.response, "Champions…")
    await club.ada.slash(club.channel, "cup", game="skirt")
    message = club.channel.history()[0]
    refusal = await club.click_anyway(club.ada, message, control)
    assert "Only members with **Manage Server**" in reply_text(refusal)
    own = club.guild.roles["TestBot"]
    club.env.backend.edit_role(club.guild.id, own.id, {"permissions": 0})
    await club.env.settle()
    assert "I'm missing **Manage Roles**" in reply_text(await choose_role(club, admin, role))
