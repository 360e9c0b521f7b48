"""What lessons and puzzles add to My page and servers' pages, and their link previews."""

from __future__ import annotations

from dataclasses import replace

import pytest

from club import calendar
from engine.puzzles import puzzles
from extensions.training.storage import daily, lessons
from extensions.training.storage.daily import DailyPuzzle
from rules.registry import GAMES
from tests.club.services import ADA, CHANNEL, GUILD, NOON
from tests.web.forms import words_of
from tests.web.house import PRIVATE_CHANNEL, House, check_html
from tests.web.http.test_embeds import check_cards
from tests.web.servers.test_pages import check_trails

LONG_AGO = "2026-01-01"


async def test_practice_shows_progress(house: House) -> None:
    cookie = await house.sign_in(ADA)
    page = await house.get("/me", Cookie=cookie)
    first = GAMES["scala"].lessons[0]
    assert f"Start: Scala · {first.title}" in words_of(page)
    async with house.services.store.write() as tx:
        await lessons.finish(tx, ADA.user_id, "skirt", GAMES["skirt"].lessons[0].key, NOON)
    page = await house.get("/me", Cookie=cookie)
    check_html(page.text)
    following = GAMES["skirt"].lessons[1]
    assert f"Continue: Skirt · {following.title}" in words_of(page)
    assert f"/learn/skirt/{following.key}" in page.links
    assert f"1/{len(GAMES['skirt'].lessons)}" in words_of(page)
    assert "Daily puzzle" in words_of(page)


def puzzle_of_today(house: House) -> DailyPuzzle:
    closes_at = house.services.now + calendar.DAY
    day, key = house.services.now.date().isoformat(), puzzles("scala")[0].key
    return DailyPuzzle(GUILD, day, CHANNEL, "scala", key, closes_at, message_id=5)


@pytest.mark.parametrize(
    ("changes", "is_linked"),
    [({}, True), ({"message_id": None}, False), ({"channel_id": PRIVATE_CHANNEL}, False)],
)
async def test_a_server_links_to_its_puzzle_only_if_the_puzzle_has_a_page(
    house: House, changes: dict[str, int | None], is_linked: bool
) -> None:
    async with house.services.store.write() as tx:
        await daily.add(tx, replace(puzzle_of_today(house), **changes))
    server = house.site.server_path(GUILD)
    path = f"{server}/puzzle"
    assert (path in (await house.page(server)).links) == is_linked
    assert (await house.get(path)).status == (200 if is_linked else 404)


async def test_each_kind_of_page_has_a_card_valid_in_discord_and_a_wide_picture(
    house: House,
) -> None:
    today = puzzle_of_today(house)
    async with house.services.store.write() as tx:
        await daily.add(tx, today)
        await daily.add(tx, replace(today, day=LONG_AGO, closes_at=house.services.now))
    server = house.site.server_path(GUILD)
    paths = [
        "/learn",
        "/learn/scala",
        f"/learn/scala/{GAMES['scala'].lessons[0].key}",
        "/puzzles",
        f"/puzzles/{today.puzzle}",
        f"{server}/puzzle",
        f"{server}/puzzle/{LONG_AGO}",
    ]
    assert await check_cards(house, paths) == {"puzzles", "s"}


async def test_pages_lead_back_to_those_above_them(house: House) -> None:
    trails = {
        f"/learn/scala/{GAMES['scala'].lessons[0].key}": ["/learn", "/learn/scala"],
        f"/puzzles/{puzzles('scala')[0].key}": ["/puzzles", "/puzzles?game=scala"],
    }
    await check_trails(house, trails)


async def test_other_pages_lead_to_lessons_and_puzzles(house: House) -> None:
    home, rules = await house.page("/"), await house.page("/rules/scala")
    assert {"/learn", "/puzzles", "/learn/scala"} <= home.links
    assert {"/learn", "/learn/scala", "/puzzles?game=scala"} <= rules.links
