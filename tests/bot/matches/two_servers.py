"""A match between two people in different servers."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from club.audit import Admin
from club.matches.changes import Agreement, begin
from club.servers.settings import LANGUAGE, OTHER_SERVERS
from extensions.installed import NAMES
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.bot.simulated import World, menus_of

BOSS = Admin(99, "Boss")
SOON = timedelta(minutes=6)


async def choose(member: Any, page: Any, verb: str, *values: str) -> Any:
    menu = next(each for each in menus_of(page) if each["custom_id"].startswith(f"sw|{verb}|"))
    return (await member.select(page, list(values), custom_id=menu["custom_id"])).response


class TwoServers:
    """A match between Ada and Zoe, whose server speaks German."""

    def __init__(self, world: World) -> None:
        self.world = world
        guild = world.env.create_guild("Anderer Verein")
        self.other = guild.create_text_channel("spiele")
        self.zoe: Any = guild.add_member(world.env.create_user("Zoe"))
        self.guild = guild

    async def start_match(self) -> None:
        world, club = self.world, self.world.bot.club
        await world.env.settle()
        with world.env.time_context():
            for guild_id in (world.guild.id, self.guild.id):
                await club.settings.change(guild_id, OTHER_SERVERS, True, BOSS)
            await club.settings.change(self.guild.id, LANGUAGE, "de", BOSS)
            places = [
                Place(world.guild.id, world.channel.id, world.channel.id),
                Place(self.guild.id, self.other.id, self.other.id),
            ]
            ada = Participant(world.ada.id, "Ada", home=1)
            zoe = Participant(self.zoe.id, "Zoe", home=2)
            terms = Terms("skirt", GAMES["skirt"].choose({}), "3d")
            agreement = Agreement(terms, places, [ada, zoe], from_pool="pool" in NAMES)
            await club.store.write(lambda tx: begin(tx, agreement, Random(1), club.clock()))
        await world.pass_time(SOON)

    async def stop_playing_out(self) -> None:
        """Stop the other server's members from playing with other servers."""
        with self.world.env.time_context():
            await self.world.bot.club.settings.change(self.guild.id, OTHER_SERVERS, False, BOSS)

    @property
    def threads(self) -> dict[int, Any]:
        """The thread of each player, by user."""
        return {
            self.world.ada.id: self.world.channel.threads[-1],
            self.zoe.id: self.other.threads[-1],
        }
