"""The table of who sees a match, in `docs/privacy.md`, as the bot and the web pages decide it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.interface.context import GuildUnavailable, sees_place, viewer_of
from club.matches.changes import Agreement, begin
from rules.refusal import Refusal
from storage.matches.match import Participant, Place, Terms, direct_messages
from tests.additions import additions
from tests.bot.clubs import check_requests
from tests.bot.forums import forum_in, start_match_in_post
from tests.bot.matches.test_following import hide
from tests.bot.private_threads import private_thread_in
from tests.bot.servers.test_web_pages import WEB, allow_pages
from tests.bot.simulated import World, reply_text, world_in

PAGE = Path(__file__).parents[3] / "docs" / "privacy.md"

HEADING = "## Who sees a match"

VIEWERS = (
    "a player",
    "a member who sees it",
    "a member who sees only its parent",
    "a moderator",
    "a visitor of the web",
)

USUAL = "counts for “Usually played”"

NOT_APPLICABLE = "–"

GROUP_CHAT = 555


@dataclass
class Scene:
    """A match in a place, and where to ask about it from within."""

    match_id: int
    inside: Any = None


@dataclass
class House:
    """A server with web pages and a member for each column of the table."""

    world: World
    insider: Any
    neighbour: Any
    moderator: Any
    elsewhere: Any

    async def begin(self, place: Place) -> int:
        """Start a match of Ada and Ben, and return its number."""
        world = self.world
        players = [Participant(world.ada.id, "Ada"), Participant(world.ben.id, "Ben")]
        agreement = Agreement(Terms("skirt", {"size": 4}), [place], players)
        async with world.bot.club.store.write() as tx:
            match = await begin(tx, agreement, Random(1), world.bot.club.clock())
        return match.id

    async def scene(self, name: str) -> Scene:
        """Set the scene of a row."""
        world, guild_id = self.world, self.world.guild.id
        channel = world.channel
        if name == "a public channel or a thread of one":
            return Scene(await self.begin(Place(guild_id, channel.id, channel.id)), channel)
        if name == "a channel restricted to a role":
            channel = await self._restricted()
            return Scene(await self.begin(Place(guild_id, channel.id, channel.id)), channel)
        if name == "a private thread":
            thread = await private_thread_in(world, world.ada, world.ben, self.insider)
            place = Place(guild_id, thread.id, channel.id, is_private=True)
            return Scene(await self.begin(place), thread)
        if name == "a post in a forum":
            forum = await forum_in(world)
            post = await start_match_in_post(world, forum)
            hide(world, forum, self.neighbour)
            return Scene(1, post)
        if name == "direct messages with the bot":
            return Scene(await self.begin(direct_messages(777)))
        if name == "a group chat":
            return Scene(await self.begin(Place(None, GROUP_CHAT, kind="group chat")))
        if name == "a deleted channel":
            channel = world.guild.create_text_channel("gone")
            await world.env.settle()
            scene = Scene(await self.begin(Place(guild_id, channel.id, channel.id)))
            cached: Any = world.bot.get_channel(channel.id)
            with world.env.time_context():
                await cached.delete()
            await world.env.settle()
            return scene
        assert name == "a server that Discord hasn't loaded yet"
        scene = Scene(await self.begin(Place(guild_id, channel.id, channel.id)), channel)
        await world.bot.public_channels.store_changes()
        guild = world.bot.get_guild(guild_id)
        assert guild is not None
        guild.unavailable = True
        return scene

    async def _restricted(self) -> Any:
        world = self.world
        team = world.guild.create_role("Team")
        restricted = world.guild.create_text_channel(
            "team",
            overwrites={
                world.guild.default_role: discord.PermissionOverwrite(view_channel=False),
                team: discord.PermissionOverwrite(view_channel=True),
            },
        )
        backend = world.env.backend
        backend.add_member_role(world.guild.id, self.insider.id, team.id)
        await world.env.settle()
        return restricted

    async def shows(self, member: Any, channel: Any, match_id: int) -> bool:
        """Whether a member who asks in a channel is shown the board."""
        answer = await member.slash(channel, "match", match=str(match_id))
        return "There is no match" not in reply_text(answer)

    async def shows_in_group_chat(self, user: Any, match_id: int) -> bool:
        """Whether a user who asks in the group chat is shown the board."""
        interaction: Any = discord.Interaction(
            data=in_group_chat(user), state=self.world.bot._connection
        )
        try:
            await self.world.bot.club.match_finder.find_visible(viewer_of(interaction), match_id)
        except Refusal:
            return False
        return True

    async def gets_results(self, member: Any, match_id: int) -> bool:
        """Whether a follower gets the result by message."""
        match = (await self.world.bot.club.matches.find(match_id)).stored
        try:
            with self.world.env.time_context():
                return await sees_place(self.world.bot, member.id, match.place)
        except GuildUnavailable:
            return False

    async def has_page(self, match_id: int) -> bool:
        """Whether the match has a web page."""
        await self.world.bot.public_channels.store_changes()
        return await self.world.bot.club.pages.match(match_id) is not None


def in_group_chat(user: Any) -> Any:
    """An interaction of a user in the group chat, as Discord sends it."""
    return {
        "id": "1",
        "application_id": "2",
        "type": 2,
        "token": "t",
        "version": 1,
        "channel_id": str(GROUP_CHAT),
        "channel": {"id": str(GROUP_CHAT), "type": 3, "recipients": []},
        "user": {
            "id": str(user.id),
            "username": "u",
            "discriminator": "0",
            "avatar": None,
            "global_name": "U",
        },
        "context": 2,
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"1": str(user.id)},
        "attachment_size_limit": 1000,
        "app_permissions": "0",
        "data": {"id": "3", "name": "match", "type": 1},
    }


def table() -> dict[str, dict[str, str]]:
    """The cells of the table in the docs, by place and viewer."""
    section = PAGE.read_text().split(f"{HEADING}\n")[1].split("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    assert tuple(rows[0][1:]) == (*VIEWERS, USUAL)
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with world_in(tmp_path, web_url=WEB) as world:
        await allow_pages(world, "private")
        manages = discord.Permissions(manage_threads=True)
        role = world.guild.create_role("Moderators", permissions=manages)
        moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
        neighbour = world.guild.add_member(world.env.create_user("nia"))
        elsewhere = world.guild.create_text_channel("elsewhere")
        await world.env.settle()
        yield House(world, world.cy, neighbour, moderator, elsewhere)
        check_requests(world)


@pytest.mark.parametrize("place", table())
async def test_the_table_of_who_sees_a_match_is_true(house: House, place: str) -> None:
    row, scene = table()[place], await house.scene(place)
    number, elsewhere = scene.match_id, house.elsewhere
    assert row["a player"] == "yes"
    assert await house.shows(house.world.ada, elsewhere, number)
    members = {
        "a member who sees it": house.insider,
        "a member who sees only its parent": house.neighbour,
        "a moderator": house.moderator,
    }
    for viewer, member in members.items():
        cell = row[viewer]
        if cell == NOT_APPLICABLE:
            continue
        assert cell in ("yes", "no", "only there"), (place, viewer)
        seen = await house.shows(member, elsewhere, number)
        assert seen == (cell == "yes"), (place, viewer)
        assert await house.gets_results(member, number) == seen, (place, viewer)
        if cell == "only there":
            assert (
                await house.shows_in_group_chat(member, number)
                if scene.inside is None
                else await house.shows(member, scene.inside, number)
            ), (place, viewer)
    # A server's pages stay as they were during an outage.
    assert row["a visitor of the web"] in ("yes", "no", "as before")
    assert await house.has_page(number) == (row["a visitor of the web"] != "no"), place
    assert row[USUAL] in ("yes", "no", "later")
    for extension in additions("uses"):
        assert await extension.counts(house.world, number) == (row[USUAL] == "yes"), place


def test_the_table_has_all_places() -> None:
    assert len(table()) == 8
