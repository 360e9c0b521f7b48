"""The audit log, which shows admins the changes by admins and moderators."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, get_args

import discord

from bot.servers.audit import audit_line
from club.audit import Admin
from club.servers.settings import THREADS
from language.texts import COMPLETE, written_in
from storage.servers.audit import AuditCode, Change
from tests.bot.matches.agreeing import start_small_match
from tests.bot.simulated import World, components_of, labels_of, reply_text
from tests.club.services import GUILD, NOON


async def open_audit(world: World, admin: Any) -> Any:
    """Open the audit log as an admin, from the settings."""
    settings = await admin.slash(world.channel, "settings")
    return await admin.click(settings.response, label="Change log…")


async def test_the_audit_log_shows_the_admin_the_change_and_the_old_value(world: World) -> None:
    admin = world.admin()
    assert "Nothing has been changed in the past year." in reply_text(
        await open_audit(world, admin)
    )
    settings = await admin.slash(world.channel, "settings")
    await admin.click(settings.response, label="Turn threads off")
    settings = await admin.slash(world.channel, "settings")
    await admin.click(settings.response, label="Large")
    menu = next(each for each in components_of(settings.response) if each["type"] == 8)
    await admin.select(settings.response, [world.channel], custom_id=menu["custom_id"])
    pace = next(each for each in components_of(settings.response) if each["type"] == 3)
    await admin.select(settings.response, ["1d"], custom_id=pace["custom_id"])
    words = reply_text(await open_audit(world, admin))
    entries = [line.partition(" **root** ")[2] for line in words.splitlines() if "root" in line]
    assert entries == [
        "set the pace to 1 day per turn (before: 3 days per turn)",
        f"allowed matches in {world.channel.mention} (before: any channel)",
        "set the board size to large (before: medium)",
        "turned threads off",
    ]
    page = await admin.click(settings.response, label="Leaderboards…")
    live, summary = (each for each in components_of(page.response) if each["type"] == 8)
    await admin.select(page.response, [world.channel], custom_id=live["custom_id"])
    await admin.select(page.response, [world.channel], custom_id=summary["custom_id"])
    words = reply_text(await open_audit(world, admin))
    where = f"{world.channel.mention} (before: nowhere)"
    assert f"put the live leaderboard in {where}" in words
    assert f"put the monthly summary in {where}" in words


async def test_a_match_ended_by_a_moderator_is_logged(world: World) -> None:
    place = await start_small_match(world)
    mia = world.staff("Mia", manage_messages=True)
    await mia.slash(place, "end", match="1", reason="both have left us")
    admin = world.admin()
    assert "**Mia** ended match 1" in reply_text(await open_audit(world, admin))


async def test_a_long_audit_log_has_pages(world: World) -> None:
    admin = world.admin()
    for number in range(12):
        by = Admin(admin.id, "root")
        with world.env.time_context():
            await world.bot.club.settings.change(world.guild.id, THREADS, number % 2 == 1, by)
    latest = await open_audit(world, admin)
    assert reply_text(latest).count("**root**") == 10
    assert labels_of(latest.response) == ["Back to settings", "Older"]
    older = await admin.click(latest.response, label="Older")
    assert reply_text(older).count("**root**") == 2
    assert labels_of(older.response) == ["Back to settings", "Newest"]
    again = await admin.click(older.response, label="Newest")
    assert reply_text(again) == reply_text(latest)


async def test_only_admins_can_read_the_audit_log(world: World) -> None:
    place = await world.start_match("skirt")
    refusal = await world.click_anyway(world.ada, place.last_message, "sw|settings-audit|0")
    assert "Only members with **Manage Server**" in reply_text(refusal)


async def test_an_admin_can_export_and_anonymise_their_changes(world: World) -> None:
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    await admin.click(settings.response, label="Turn threads off")
    data = world.bot.club.personal_data
    assert (await data.of(admin.id)).counts["changes_as_admin"] == 1
    page = await admin.slash(world.channel, "privacy")
    assert "1 change as an admin or moderator" in reply_text(page)
    (change,) = json.loads(await data.export(admin.id))["changes_as_admin"]
    assert (change["what"], change["before"], change["after"]) == ("threads", True, False)
    await data.remove(admin.id)
    assert (await data.of(admin.id)).is_empty
    words = reply_text(await open_audit(world, admin))
    assert "**Deleted player** turned threads off" in words
    assert "root" not in words


async def test_audit_entries_are_kept_for_a_year(club: World) -> None:
    admin = club.admin()
    settings = await admin.slash(club.channel, "settings")
    await admin.click(settings.response, label="Turn threads off")
    await club.pass_time(timedelta(days=364))
    assert "turned threads off" in reply_text(await open_audit(club, admin))
    await club.pass_time(timedelta(days=2))
    assert "Nothing has been changed" in reply_text(await open_audit(club, admin))


async def test_markup_in_a_name_is_escaped(world: World) -> None:
    role = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    admin: Any = world.guild.add_member(
        world.env.create_user("wild", global_name="**@everyone**"), roles=[role]
    )
    settings = await admin.slash(world.channel, "settings")
    await admin.click(settings.response, label="Turn threads off")
    words = reply_text(await open_audit(world, admin))
    assert "@everyone" not in words
    assert "\\*\\*" in words


def test_every_change_has_a_sentence_in_every_language() -> None:
    values: dict[str, tuple[Any, Any]] = {
        "channels": ([], [8]),
        "board_width": (600, 900),
        "pace": ("3d", "1d"),
        "puzzle_hour": (6, 7),
        "puzzle_games": ([], ["skirt"]),
        "leaderboard_game": (None, "skirt"),
        "language": (None, "de"),
        "zone": (None, "Europe/Berlin"),
        "pages": ("off", "listed"),
        "match": (None, 3),
        "something else": (None, None),
    }
    of_event = {"event": 1, "match": 2}
    codes = [*get_args(AuditCode), "something else"]
    changes: list[Change] = []
    for code in codes:
        before, after = values.get(code, (None, of_event if code.startswith("event ") else 8))
        changes.append(Change(GUILD, NOON, 1, "Ada", code, before, after, 1))
    for language in COMPLETE:
        with written_in(language):
            lines = [audit_line(each) for each in changes]
        assert len(set(lines)) == len(codes)
        assert not any("{" in line or "None" in line for line in lines), lines
