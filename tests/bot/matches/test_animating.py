"""Animations: progress, size limits, and how many run at once."""

from __future__ import annotations

import asyncio
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from presentation.pictures import MAX_CONCURRENT, Animations
from rendering import Scene
from rules.registry import GAMES
from rules.replay import random_play
from tests.bot.matches.test_history import play_on, play_out
from tests.bot.simulated import World, alt_of, labels_of, reply_text
from tests.discord.waiting import SOON

PLENTY = 10 * 2**20


def scenes_of(key: str, most: int) -> list[Scene]:
    """The first boards of a random match."""
    game = GAMES[key]
    start = game.start(game.deal(game.choose({}), Random(1)))
    scenes = [Scene(game, start.seen_by(None))]
    for played in random_play(start, Random(1)):
        scenes.append(Scene(game, played.after.seen_by(None), last=(played,)))
    return scenes[:most]


def frames_in(world: World, message: Any) -> int:
    data = world.env.backend.cdn.get(message.attachments[0].url)
    assert data is not None
    return getattr(Image.open(BytesIO(data)), "n_frames", 1)


async def test_a_match_is_animated_privately(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_out(world)
    page = (await world.cy.slash(place, "history")).response
    messages = len(place.history())
    before = len(world.env.http_requests)
    animation = await world.cy.click(page, label="Animation")
    assert animation.ephemeral
    assert animation.response.attachments[0].filename == "stairwell-1-skirt.gif"
    assert frames_in(world, animation.response) == len(match.played) + 1
    assert f"animated: {len(match.played) + 1} boards. Ada (White) vs Ben" in alt_of(
        animation.response
    )
    assert len(place.history()) == messages
    # The reply announces the drawing at once, and is later replaced by the file.
    requests = world.env.http_requests[before:]
    assert [request.method for request in requests] == ["POST", "PATCH"]
    assert "Drawing… " in str(requests[0].json)


async def test_an_animation_of_a_running_match_shows_it_so_far(world: World) -> None:
    place = await world.start_match("passtally")
    await play_on(world, 12)
    page = (await world.ada.slash(place, "history")).response
    await world.restart()
    for _ in range(2):
        animation = await world.ada.click(page, label="Animation")
        assert frames_in(world, animation.response) == 13


async def test_a_file_is_animated(world: World) -> None:
    file = ("match.txt", b"Game: Skirt\n1. a1\n2. b1-b2\n")
    page = (await world.ada.slash(world.channel, "history", file=file)).response
    animation = await world.ada.click(page, label="Animation")
    assert animation.response.attachments[0].filename == "stairwell-file-skirt.gif"
    assert frames_in(world, animation.response) == 3
    # The page with the file can still be stepped through.
    page = (await world.ada.click(page, label="◀ Previous")).response
    assert "Animation" in labels_of(page)


async def test_an_animation_over_the_servers_size_limit_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_on(world, 3)
    page = (await world.cy.slash(place, "history")).response
    monkeypatch.setattr("bot.matches.history.MAX_ANIMATION_SIZE", 1000)
    refusal = await world.cy.click(page, label="Animation")
    assert "This server's file size limit is too small" in reply_text(refusal)


async def test_the_waiting_user_sees_the_progress() -> None:
    texts: list[str] = []

    async def tell(words: str) -> None:
        texts.append(words)

    scenes = scenes_of("scalus", 60)
    # Without a pause between checks, most of them find no progress.
    await Animations(pause=0).make(scenes, PLENTY, tell)
    numbers = [int(words.removeprefix("Drawing… ").split()[0]) for words in texts]
    assert texts[0] == "Drawing… 0 of 60 boards"
    assert numbers == sorted(set(numbers))


async def test_only_a_few_animations_run_at_once_and_the_others_wait() -> None:
    animations = Animations(pause=0.01)
    scenes = scenes_of("skirt", 15)
    at_work: set[int] = set()
    most = 0
    texts: list[list[str]] = [[] for _ in range(MAX_CONCURRENT + 2)]

    async def make(number: int) -> bytes:
        async def tell(words: str) -> None:
            nonlocal most
            texts[number].append(words)
            if words.startswith("Drawing"):
                at_work.add(number)
                most = max(most, len(at_work))

        try:
            return await animations.make(scenes, PLENTY, tell)
        finally:
            at_work.discard(number)

    files = await asyncio.gather(*(make(number) for number in range(len(texts))))
    assert len(set(files)) == 1
    assert most <= MAX_CONCURRENT
    waiting = [each for each in texts if any("Waiting for" in words for words in each)]
    assert len(waiting) == 2


async def test_an_abandoned_animation_frees_its_slot() -> None:
    start = asyncio.Event()

    async def tell(words: str) -> None:
        start.set()

    animations = Animations(pause=0.01)
    scenes = scenes_of("scalus", 200)
    for _ in range(MAX_CONCURRENT):
        start.clear()
        work = asyncio.create_task(animations.make(scenes, PLENTY, tell))
        await start.wait()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
    assert await asyncio.wait_for(animations.make(scenes_of("skirt", 2), PLENTY, tell), SOON)


async def test_a_failed_animation_frees_its_slot() -> None:
    async def tell(words: str) -> None:
        """Ignore the progress."""

    animations = Animations()
    for _ in range(MAX_CONCURRENT + 1):
        with pytest.raises(ValueError):
            await animations.make(scenes_of("skirt", 2), 100, tell)
    assert await animations.make(scenes_of("skirt", 2), PLENTY, tell)
