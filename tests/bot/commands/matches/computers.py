"""What the stories with computer opponents share: matches to begin, the bot itself."""

from __future__ import annotations

from typing import Any

from simcord.builders import UserHandle

from club.matches.match import Match
from tests.bot.simulated import World, reply_text


def itself(world: World) -> Any:
    """The bot as somebody to be challenged."""
    return UserHandle(world.env, world.env.backend.bot_user)


async def challenged(
    world: World,
    member: Any,
    game: str = "skirt",
    options: str | None = "size 4",
    level: int | None = 1,
    **more: Any,
) -> Any:
    """The answer to somebody who challenges the bot."""
    chosen = {"options": options, "level": level, **more}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    return await member.slash(
        world.channel, "challenge", game=game, opponent=itself(world), **chosen
    )


async def begun(world: World, **chosen: Any) -> Any:
    """Ada, who moves first, plays against the bot; where they play."""
    await challenged(world, world.ada, **{"seat": 1, **chosen})
    return world.place() if world.opens_threads else world.channel


async def match_of(world: World, match_id: int = 1) -> Match:
    """A match as it stands."""
    return await world.bot.club.matches.find(match_id)


async def first_move(world: World, match_id: int = 1) -> str:
    """The first of the moves that there are."""
    match = await match_of(world, match_id)
    return match.position.text(match.position.moves()[0])


def cards(place: Any) -> list[Any]:
    """The board cards of a place."""
    return [message for message in place.history() if message.attachments]


async def moved(world: World, place: Any, member: Any, text: str | None = None) -> Any:
    """A move of somebody, the first that there is unless they say which; the answer to them."""
    return await member.slash(place, "move", move=text or await first_move(world))


async def resigned(place: Any, member: Any) -> str:
    """Somebody resigns; what they are asked before."""
    more = await member.click(cards(place)[-1], label="More")
    asked = await member.click(more.response, label="Resign")
    question = reply_text(asked)
    await member.click(asked.response, label="Resign")
    return question
