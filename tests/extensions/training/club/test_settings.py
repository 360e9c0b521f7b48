"""The settings of daily puzzles, and the keys of their posts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.outbox.queue import payload_of
from club.servers.settings import Setting
from extensions.training.club.daily import (
    PUZZLE_CHANNEL,
    PUZZLE_GAMES,
    PUZZLE_HOUR,
    puzzle_over_post,
    puzzle_post,
)
from extensions.training.storage.daily import DailyPuzzle
from rules.refusal import Refusal
from tests.club.servers.test_settings import change
from tests.club.services import CHANNEL, GUILD, NOON, Services


@pytest.mark.parametrize(
    ("code", "setting", "value"), [("hour", PUZZLE_HOUR, 24), ("game", PUZZLE_GAMES, ("chess",))]
)
async def test_a_value_outside_the_choices_is_refused(
    services: Services, code: str, setting: Setting[Any], value: object
) -> None:
    with pytest.raises(Refusal) as refusal:
        await change(services, setting, value)
    assert refusal.value.code == code


@pytest.mark.usefixtures("with_sample_puzzles")
async def test_puzzles_of_a_game_without_any_cannot_be_posted(services: Services) -> None:
    await change(services, PUZZLE_GAMES, ("skirt",))
    with pytest.raises(Refusal) as refusal:
        await change(services, PUZZLE_GAMES, ("skirt", "passtally"))
    assert refusal.value.code == "game"


async def test_the_first_puzzle_is_posted_at_the_next_chosen_hour(services: Services) -> None:
    await change(services, PUZZLE_HOUR, 15)
    await change(services, PUZZLE_CHANNEL, 5)
    settings = await services.settings.of(GUILD)
    assert settings.puzzle_at == services.now + timedelta(hours=3)
    await change(services, PUZZLE_HOUR, 9)
    settings = await services.settings.of(GUILD)
    assert settings.puzzle_at == services.now + timedelta(hours=21)


def test_the_keys_of_its_posts_differ_and_are_short_enough_for_discord() -> None:
    longest = 2**63 - 1
    daily = DailyPuzzle(longest, "2026-10-31", CHANNEL, "skirt", "skirt-001", NOON)
    days = ("2026-10-31", "2026-11-01", "2027-10-31")
    posts = [*(puzzle_post(longest, CHANNEL, day, NOON) for day in days)]
    posts.append(puzzle_over_post(daily, NOON))
    assert {each.kind: payload_of(each) for each in (posts[0].post, posts[-1].post)} == {
        "puzzle": {"day": days[0]},
        "puzzle over": {"day": days[0]},
    }
    keys = [each.key for each in posts]
    assert len(set(keys)) == len(keys)
    assert max(map(len, keys)) <= 25
