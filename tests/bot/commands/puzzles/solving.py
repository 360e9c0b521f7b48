"""What the stories about puzzles share: moves made in them."""

from __future__ import annotations

from typing import Any

from tests.bot.simulated import World, labels_of, step


async def given(world: World, game: str | None = "scala", actor: Any = None) -> Any:
    """A puzzle that somebody asks for; its page."""
    chosen = {} if game is None else {"game": game}
    asked = await (actor or world.ada).slash(world.channel, "puzzle", **chosen)
    assert asked.ephemeral
    return asked.response


async def tried(world: World, page: Any, *steps: str, actor: Any = None) -> Any:
    """The page after somebody has chosen these steps and played the move."""
    who = actor or world.ada
    for each in steps:
        page = (await step(who, page, each)).response
    label = next(label for label in labels_of(page) if label.startswith("Play "))
    return (await who.click(page, label=label)).response
