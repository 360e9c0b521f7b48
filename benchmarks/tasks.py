"""Count the clicks of several ways to challenge someone or to change settings.

Each way is tried in a simulated Discord. A click or tap chooses a command, an option, one of its
values or a menu entry, focuses a text field, or sends a command. Prefilled entries of a form aren't
counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
from discord import app_commands

from bot.pages.matches.challenge_form import GAME, OPPONENTS, OPTIONS, PACE, TERMS
from tests.bot.simulated import World, components_of, initial_entries, world_in

MENU, APPS, ENTRY = 1, 1, 1
"""Clicks that open a member's menu, open its Apps, and choose one of them."""

FOLDED = (3, 5, 6, 7, 8)
"""The types of components that must be opened before choosing."""


@dataclass
class ClickCounter:
    """A user of Discord, with the number of their clicks."""

    world: World
    actor: Any
    clicks: int = 0

    async def slash(self, name: str, **options: Any) -> Any:
        """Use a command. Each optional parameter takes one more click, which adds it."""
        command = self.world.bot.tree.get_command(name)
        assert isinstance(command, app_commands.Command)
        required = {each.name for each in command.parameters if each.required}
        self.clicks += 2 + sum(1 if option in required else 2 for option in options)
        return await self.actor.slash(self.world.channel, name, **options)

    async def entry(self, name: str, member: Any) -> Any:
        """Choose an entry of a member's menu."""
        self.clicks += MENU + APPS + ENTRY
        return await self.actor.context_menu(self.world.channel, name, member)

    async def click(self, page: Any, label: str) -> Any:
        """Click a button."""
        self.clicks += 1
        return await self.actor.click(page.response, label=label)

    async def choose(self, page: Any, verb: str, *values: Any) -> Any:
        """Choose from a menu. Opening it takes a click, as does closing it after several."""
        self.clicks += 1 + len(values) + (len(values) > 1)
        custom_id = next(
            each["custom_id"]
            for each in components_of(page.response)
            if each.get("custom_id", "").split("|")[1:2] == [verb]
        )
        return await self.actor.select(page.response, list(values), custom_id=custom_id)

    async def fill(self, form: Any, **entries: Any) -> Any:
        """Change these entries of a form and send it."""
        fields = {
            each["component"]["custom_id"]: each["component"] for each in form.modal["components"]
        }
        for key in entries:
            self.clicks += 2 if fields[key]["type"] in FOLDED else 1
        self.clicks += 1
        ready = initial_entries(form, self.world.ada, self.world.ben, self.world.cy)
        return await self.actor.submit_modal(form, {**ready, **entries})


Way = Callable[[ClickCounter], Awaitable[object]]

TERMS_CHOSEN: dict[str, Any] = {"options": "size 5", "pace": "3d", "rated": False}
ENTERED_TERMS: dict[str, Any] = {OPTIONS: "size 5", PACE: ["3d"], TERMS: []}


async def open_challenge(hand: ClickCounter) -> None:
    await hand.slash("challenge", game="skirt")


async def member(hand: ClickCounter) -> None:
    await hand.slash("challenge", game="skirt", opponent=hand.world.ben)


async def member_and_terms(hand: ClickCounter) -> None:
    await hand.slash("challenge", game="skirt", opponent=hand.world.ben, **TERMS_CHOSEN)


async def menu(hand: ClickCounter) -> None:
    await hand.fill(await hand.entry("Challenge", hand.world.ben))


async def menu_and_game(hand: ClickCounter) -> None:
    await hand.fill(await hand.entry("Challenge", hand.world.ben), **{GAME: "scala"})


async def menu_and_terms(hand: ClickCounter) -> None:
    await hand.fill(await hand.entry("Challenge", hand.world.ben), **ENTERED_TERMS)


async def open_profile(hand: ClickCounter) -> Any:
    page = await hand.slash("profile", member=hand.world.ben)
    hand.clicks = 0
    return page


async def profile(hand: ClickCounter) -> None:
    await hand.fill(await hand.click(await open_profile(hand), "Challenge"))


async def between_you(hand: ClickCounter) -> None:
    page = await hand.click(await open_profile(hand), "Between you")
    await hand.choose(page, "challenge", "skirt")


async def from_empty_match_list(hand: ClickCounter) -> None:
    page = await hand.slash("matches")
    hand.clicks = 0
    form = await hand.click(page, "Challenge someone")
    await hand.fill(form, **{OPPONENTS: [hand.world.ben]})


async def corrected_form(hand: ClickCounter) -> None:
    wrong = {**TERMS_CHOSEN, "options": "size 55"}
    refused = await hand.slash("challenge", game="skirt", opponent=hand.world.ben, **wrong)
    hand.clicks = 0
    await hand.fill(await hand.click(refused, "Edit"), **{OPTIONS: "size 5"})


async def reentered_form(hand: ClickCounter) -> None:
    wrong = {**TERMS_CHOSEN, "options": "size 55"}
    await hand.slash("challenge", game="skirt", opponent=hand.world.ben, **wrong)
    hand.clicks = 0
    await member_and_terms(hand)


async def settings(hand: ClickCounter) -> None:
    page = await hand.slash("settings")
    page = await hand.click(page, "Turn threads off")
    page = await hand.click(page, "Small")
    await hand.choose(page, "settings-pace", "3d")


async def daily_puzzle(hand: ClickCounter) -> None:
    page = await hand.slash("settings")
    page = await hand.click(page, "Daily puzzle …")
    await hand.choose(page, "settings-puzzle-channel", hand.world.channel)


async def daily_puzzle_in_full(hand: ClickCounter) -> None:
    page = await hand.slash("settings")
    page = await hand.click(page, "Daily puzzle …")
    page = await hand.choose(page, "settings-puzzle-channel", hand.world.channel)
    page = await hand.choose(page, "settings-puzzle-hour", "18:00")
    await hand.choose(page, "settings-puzzle-games", "skirt", "scala")


WAYS: dict[str, Way] = {
    "anyone, Skirt: /challenge": open_challenge,
    "Ben, Skirt: /challenge": member,
    "Ben, Skirt: his menu": menu,
    "Ben, Scala: his menu": menu_and_game,
    "Ben, Skirt: open list without matches": from_empty_match_list,
    "Ben, Skirt: his open profile": profile,
    "Ben, Skirt: his open profile, Between you": between_you,
    "Ben, Skirt, size, pace, unrated: /challenge": member_and_terms,
    "Ben, Skirt, size, pace, unrated: his menu": menu_and_terms,
    "a wrong size: /challenge again": reentered_form,
    "a wrong size: Edit": corrected_form,
    "threads, boards and pace: /settings": settings,
    "a daily puzzle: /settings": daily_puzzle,
    "a daily puzzle, hour, two games: /settings": daily_puzzle_in_full,
}


async def clicks_of(way: Way) -> int:
    """Try a way in a new server, and return its clicks."""
    with TemporaryDirectory() as folder:
        async with world_in(Path(folder)) as world:
            role = world.guild.create_role(
                "Admins", permissions=discord.Permissions(manage_guild=True)
            )
            root = world.guild.add_member(world.env.create_user("root"), roles=[role])
            hand = ClickCounter(world, root)
            await way(hand)
            return hand.clicks


def show() -> None:
    """Print the clicks of all ways."""
    for name, way in WAYS.items():
        print(f"{name:<60}{asyncio.run(clicks_of(way)):>5}")
