"""What the stories about puzzles share: sample puzzles, and moves made in them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.simulated import World, labels_of, step
from tests.sample_puzzles import forget_read, ship


@pytest.fixture(autouse=True)
def puzzles(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Let the samples be all puzzles that there are."""
    ship(monkeypatch, tmp_path_factory.mktemp("puzzles"))
    yield
    monkeypatch.undo()
    forget_read()


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
