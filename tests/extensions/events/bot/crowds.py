"""Events with more than the three members of the simulated server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import Any

from club.audit import Admin
from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.storage.events import Event
from tests.bot.simulated import World
from tests.extensions.events.bot.cups import SOON, end_round

ORGANISER = Admin(999, "Olga")
SWEEPS = timedelta(hours=36)


def crowd(world: World, count: int) -> list[Any]:
    """Return `count` members: Ada, Ben, Cy, Player 4 …"""
    people = [world.ada, world.ben, world.cy][:count]
    for number in range(len(people) + 1, count + 1):
        user = world.env.create_user(f"p{number}", global_name=f"Player {number}")
        people.append(world.guild.add_member(user))
    return people


async def start_event(world: World, format: str, people: Sequence[Any], **wishes: Any) -> Event:
    """Start an event of these members, who join in this order."""
    club = world.bot.club
    if format != "tour":
        wishes.setdefault("game", "skirt")
    await world.env.settle()
    with world.env.time_context():
        persons = [Person(each.id, _name_of(world, each.id)) for each in people]
        event = await club.part(Events).open(
            Opening(world.guild.id, world.channel.id, format, persons[0], EventOptions(**wishes))
        )
        for each in persons[1:]:
            event = await club.part(Events).join(event.id, each)
        if event.state == "open":
            event = await club.part(Events).organising.close_entries(event.id, ORGANISER)
    await world.pass_time(SOON)
    return event


def _name_of(world: World, user_id: int) -> str:
    return world.env.backend.users[user_id].global_name or ""


async def end_all(world: World, event_id: int) -> None:
    """End all matches of an event's latest round. The earlier entrants win."""
    await end_round(world, event_id)
    await world.pass_time(SOON)


async def pass_days(world: World, days: float) -> None:
    """Let days pass, with regular chores."""
    for _ in range(ceil(timedelta(days=days) / SWEEPS)):
        await world.pass_time(SWEEPS)
