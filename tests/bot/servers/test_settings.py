"""The settings of admins: channels, threads, the size of boards."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from club.audit import Admin
from club.servers.settings import CHANNELS, SETTINGS
from storage.servers.settings import REFERENCES
from tests.bot.simulated import World, components_of, labels_of, reply_text


async def test_server_managers_see_the_settings(world: World) -> None:
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    assert settings.ephemeral
    assert "matches can be started in any channel" in reply_text(settings)
    assert labels_of(settings.response)[:5] == [
        "Turn threads off",
        "Forum…",
        "Small",
        "✓ Medium",
        "Large",
    ]


async def test_each_control_is_directly_below_its_setting(world: World) -> None:
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    parts = [
        each["content"] if each["type"] == 10 else control_in(each)
        for each in next(components_of(settings.response))["components"]
    ]
    for words, control in zip(parts[::2], parts[1::2], strict=True):
        lines = [line for line in words.splitlines() if line.startswith("**")]
        assert lines[0].startswith(f"**{control}"), parts


def control_in(row: Any) -> str:
    """Return the setting that the first control of a row changes."""
    verb = row["components"][0]["custom_id"].split("|")[1]
    return {
        "settings-channels": "Channels",
        "settings-threads": "Threads",
        "settings-width": "Boards",
        "settings-pace": "Default pace",
        "settings-others": "Other servers",
        "settings-posts": "More",
    }[verb]


async def test_matches_can_be_restricted_to_chosen_channels(world: World) -> None:
    admin = world.admin()
    other = world.guild.create_text_channel("chess")
    settings = await admin.slash(world.channel, "settings")
    menu = next(each for each in components_of(settings.response) if each["type"] == 8)
    await admin.select(settings.response, [other], custom_id=menu["custom_id"])
    refusal = await world.ada.slash(world.channel, "challenge", game="skirt")
    assert f"plays its matches in {other.mention}" in reply_text(refusal)
    allowed = await world.ada.slash(other, "challenge", game="skirt")
    assert not allowed.ephemeral
    again = await admin.slash(world.channel, "settings")
    assert other.mention in reply_text(again)
    await admin.select(again.response, [other, world.channel], custom_id=menu["custom_id"])
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    again = await admin.slash(world.channel, "settings")
    menu = next(each for each in components_of(again.response) if each["type"] == 8)
    assert [each["id"] for each in menu["default_values"]] == [world.channel.id]


async def test_threads_can_be_turned_off(world: World) -> None:
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    changed = await admin.click(settings.response, label="Turn threads off")
    assert "matches stay in the channel" in reply_text(changed)
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    await world.ben.click(challenge.response, label="Accept")
    assert world.channel.threads == []


async def test_boards_use_the_configured_size(world: World) -> None:
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    again = await admin.click(settings.response, label="✓ Medium")
    assert labels_of(again.response) == labels_of(settings.response)
    await admin.click(settings.response, label="Large")
    place = await world.start_match("skirt", options="size 4")
    assert place.last_message is not None
    png = await place.last_message.attachments[0].read()
    assert Image.open(io.BytesIO(png)).width == 1200


async def test_other_members_can_neither_see_nor_use_the_settings(world: World) -> None:
    assert "settings" not in world.ada.available_commands(world.channel)
    admin = world.admin()
    settings = await admin.slash(world.channel, "settings")
    assert settings.response is not None
    control = world.control_of(settings.response, "Turn threads off")
    place = await world.start_match("skirt")
    refusal = await world.click_anyway(world.ada, place.last_message, control)
    assert "Only members with **Manage Server**" in reply_text(refusal)


async def test_everything_chosen_that_was_deleted_is_said_to_be_gone(world: World) -> None:
    ids = await choose_everything(world)
    for field, each in ids.items():
        if field.endswith("role_id"):
            world.env.backend.delete_role(world.guild.id, each)
        else:
            world.env.backend.delete_channel(each)
    await world.env.settle()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    admin = world.admin()
    for is_unavailable in (True, False):
        # During an outage of the server, nothing is known to be gone.
        guild.unavailable = is_unavailable
        texts = await texts_of_settings(world, admin)
        dead = {field for field, each in ids.items() if str(each) in " ".join(texts.values())}
        assert dead == (set(ids) if is_unavailable else set())
        gone = {page for page, text in texts.items() if "deleted" in text}
        assert gone == (set() if is_unavailable else set(texts) - {"Language…", "Other servers…"})
        challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
        assert ("plays its matches in" in reply_text(challenge)) == is_unavailable


async def choose_everything(world: World) -> dict[str, int]:
    """Choose a new channel or role for everything that has one, and return their ids."""
    boss, guild, settings = Admin(9, "Boss"), world.guild, world.bot.club.settings
    fields = [each for each in REFERENCES if each in SETTINGS]
    ids: dict[str, int] = {
        each: guild.create_role(each).id
        if each.endswith("role_id")
        else guild.create_text_channel(each).id
        for each in (*fields, "channels", "leaderboard")
    }
    ids["forum_id"] = guild.create_forum_channel("forum").id
    await world.env.settle()
    with world.env.time_context():
        for field in fields:
            await settings.change(guild.id, SETTINGS[field], ids[field], boss)
        await settings.change(guild.id, CHANNELS, (ids["channels"],), boss)
        await world.bot.club.live_leaderboards.move(guild.id, ids["leaderboard"], boss)
    return ids


async def texts_of_settings(world: World, admin: Any) -> dict[str, str]:
    """Return the texts of all pages of settings, by the button that opens each."""
    settings = await admin.slash(world.channel, "settings")
    texts = {"": reply_text(settings)}
    for label in labels_of(settings.response):
        if label.endswith("…"):
            again = await admin.slash(world.channel, "settings")
            texts[label] = reply_text(await admin.click(again.response, label=label))
    return texts
