"""Opening and trying puzzles."""

from __future__ import annotations

from typing import Any

from tests.bot.simulated import World, choose_step, labels_of


async def open_puzzle(world: World, game: str | None = "scala", actor: Any = None) -> Any:
    """Open a puzzle, by default for Ada, and return its page."""
    chosen = {} if game is None else {"game": game}
    puzzle = await (actor or world.ada).slash(world.channel, "puzzle", **chosen)
    assert puzzle.ephemeral
    return puzzle.response


async def try_move(world: World, page: Any, *steps: str, actor: Any = None) -> Any:
    """Choose steps and play the move, by default as Ada, and return the next page."""
    who = actor or world.ada
    for each in steps:
        page = (await choose_step(who, page, each)).response
    label = next(label for label in labels_of(page) if label.startswith("Play "))
    return (await who.click(page, label=label)).response
