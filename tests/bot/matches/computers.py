"""Matches against the bot, for the tests of computer opponents."""

from __future__ import annotations

from typing import Any

from simcord.builders import UserHandle

from club.matches.match import Match
from tests.bot.simulated import World, reply_text


def bot_member(world: World) -> Any:
    """The bot as a member who can be challenged."""
    return UserHandle(world.env, world.env.backend.bot_user)


async def challenge_bot(
    world: World,
    member: Any,
    game: str = "skirt",
    options: str | None = "size 4",
    level: int | None = 1,
    **more: Any,
) -> Any:
    """Challenge the bot, and return the reply."""
    chosen = {"options": options, "level": level, **more}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    return await member.slash(
        world.channel, "challenge", game=game, opponent=bot_member(world), **chosen
    )


async def start_match(world: World, **chosen: Any) -> Any:
    """Start a match in which Ada moves first against the bot, and return its place."""
    await challenge_bot(world, world.ada, **{"seat": 1, **chosen})
    return world.place() if world.opens_threads else world.channel


async def match_of(world: World, match_id: int = 1) -> Match:
    """A match in its current state."""
    return await world.bot.club.matches.find(match_id)


async def first_move(world: World, match_id: int = 1) -> str:
    """The first legal move."""
    match = await match_of(world, match_id)
    return match.position.text(match.position.moves()[0])


def cards(place: Any) -> list[Any]:
    """The board cards of a place."""
    return [message for message in place.history() if message.attachments]


async def make_move(world: World, place: Any, member: Any, text: str | None = None) -> Any:
    """Make a move, by default the first legal one, and return the reply."""
    return await member.slash(place, "move", move=text or await first_move(world))


async def resign(place: Any, member: Any) -> str:
    """Resign, and return the question that asks for confirmation."""
    more = await member.click(cards(place)[-1], label="More")
    confirmation = await member.click(more.response, label="Resign")
    question = reply_text(confirmation)
    await member.click(confirmation.response, label="Resign")
    return question
