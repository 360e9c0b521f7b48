"""Uploading and removing the application's emojis."""

from __future__ import annotations

import logging
from functools import cache

import pytest
from PIL import Image

from bot.pages import emojis
from bot.pages.emojis import Emojis, EmojiUpload
from rendering import GAME, Icon, icons
from tests.bot.simulated import World, components_of, text_of

TILE = "passtally_XA"
DRAWN = cache(icons)


@pytest.fixture(autouse=True)
def cached_icons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the pictures once for all tests."""
    monkeypatch.setattr(emojis, "icons", DRAWN)


async def check(club: World) -> bool:
    """Make the bot check its emojis."""
    with club.env.time_context():
        return await club.bot.emoji_upload.check()


def names(club: World) -> list[str]:
    """The names of the application's emojis, oldest first."""
    return [each.name for each in club.env.backend.application_emojis.values()]


def uploads(club: World) -> int:
    requests = [each for each in club.env.http_requests if each.path.endswith("/emojis")]
    return sum(each.method == "POST" for each in requests)


async def test_each_picture_is_uploaded_once(club: World) -> None:
    assert await check(club)
    uploaded = names(club)
    assert len(uploaded) == len(DRAWN()) == len(set(uploaded))
    await club.restart()
    assert await check(club)
    assert names(club) == uploaded
    assert uploads(club) == len(uploaded)


async def test_a_changed_picture_gets_a_new_emoji(
    club: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await check(club)
    (old,) = [name for name in names(club) if TILE in name]
    changed = {**DRAWN(), Icon("passtally", "XA"): Image.new("RGBA", (128, 128), (255, 0, 0, 255))}
    monkeypatch.setattr(emojis, "icons", lambda: changed)
    await check(club)
    emoji = club.bot.application_emojis.of(Icon("passtally", "XA"))
    assert emoji is not None
    assert [name for name in names(club) if TILE in name] == [old, emoji.name]


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_if_discord_fails_texts_omit_emojis_until_the_next_check(
    club: World, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    club.env.inject_error(method, "/applications/*/emojis", status=500)
    assert not await check(club)
    assert [each.levelno for each in caplog.records if "emojis" in each.message] == [
        logging.WARNING
    ]
    help_page = (await club.ada.slash(club.channel, "help")).response
    assert "<:sw_" not in text_of(help_page)
    assert await check(club)
    help_page = (await club.ada.slash(club.channel, "help")).response
    assert "<:sw_skirt_game_" in text_of(help_page)


async def test_names_show_pieces_and_buttons_show_tiles(club: World) -> None:
    await check(club)
    place = await club.start_match("passtally")
    heading = text_of(place.last_message)
    assert "<:sw_passtally_seat1_" in heading
    assert "Ada (Amber) vs" in heading
    for _ in range(8):
        await club.make_a_move(place)
    panel = (await club.ada.click(place.last_message, label="Play")).response
    tiles = [each for each in components_of(panel) if "emoji" in each and each["type"] == 2]
    assert tiles
    assert all("passtally" in each["emoji"]["name"] and each["label"] for each in tiles)


async def have_one_refused(club: World) -> None:
    """Open a panel with an emoji that Discord refuses."""
    place = await club.start_match("passtally")
    club.env.inject_error(
        "POST",
        "/interactions/*/callback",
        message="components.0.emoji.id: Invalid emoji",
        status=400,
        code=50035,
    )
    panel = await club.ada.click(place.last_message, label="Play")
    assert "Place a marker on any free spot" in text_of(panel.response)
    assert club.bot.application_emojis.doubted.is_set()


async def test_a_refused_emoji_does_not_block_a_panel_and_stays_away(club: World) -> None:
    await check(club)
    await have_one_refused(club)
    await check(club)
    assert club.bot.application_emojis.of(Icon("skirt", GAME)) is None
    assert club.bot.application_emojis.doubted.is_set()


async def test_once_a_deleted_emoji_is_uploaded_again_all_return(club: World) -> None:
    await check(club)
    await have_one_refused(club)
    del club.env.backend.application_emojis[next(iter(club.env.backend.application_emojis))]
    assert await check(club)
    assert len(names(club)) == len(DRAWN())
    assert club.bot.application_emojis.of(Icon("skirt", GAME)) is not None
    assert not club.bot.application_emojis.doubted.is_set()


async def test_processes_share_the_uploaded_emojis(club: World) -> None:
    await check(club)
    other = Emojis()
    assert await EmojiUpload(club.bot, other, uploads=False).check()
    icon = Icon("scala", GAME)
    assert other.of(icon) == club.bot.application_emojis.of(icon) is not None
