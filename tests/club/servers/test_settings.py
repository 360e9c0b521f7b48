"""Server settings: validation, storage and auditing."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from club.audit import Admin
from club.references import Channels
from club.servers.settings import (
    BOARD_WIDTH,
    CHANNELS,
    FORUM,
    LANGUAGE,
    PACE,
    SETTINGS,
    SUMMARY_CHANNEL,
    THREADS,
    Setting,
    Value,
    channel_words,
)
from rules.refusal import Refusal
from storage.database.store import Store
from storage.matches.match import Place
from storage.servers.settings import SettingField
from tests.club.services import CHANNEL, GUILD, Services, Town

ROOT = Admin(1, "Root")


async def change(services: Services, setting: Setting[Value], value: Value) -> None:
    await services.settings.change(GUILD, setting, value, ROOT)


def test_every_setting_is_a_field_that_admins_set() -> None:
    assert set(SETTINGS) <= set(get_args(SettingField))


@pytest.mark.whole
def test_no_field_lacks_a_setting() -> None:
    assert set(get_args(SettingField)) <= set(SETTINGS)


async def test_an_unconfigured_server_has_the_defaults(services: Services) -> None:
    settings = await services.settings.of(GUILD)
    assert (settings.channels, settings.threads, settings.board_width) == ((), True, 900)


async def test_a_change_is_stored_and_audited(services: Services) -> None:
    await change(services, CHANNELS, (3, 4))
    assert (await services.settings.of(GUILD)).channels == (3, 4)
    (entry,) = await services.audit.of_guild(GUILD, 5)
    assert (entry.name, entry.what, entry.before, entry.after) == (
        "Root",
        "channels",
        [],
        [3, 4],
    )


async def test_a_choice_that_changes_nothing_is_not_audited(services: Services) -> None:
    await change(services, THREADS, True)
    assert await services.audit.of_guild(GUILD, 5) == ()


def test_the_audit_log_has_a_sentence_about_turning_a_switch_off() -> None:
    assert THREADS.sentence(True) == THREADS.logged
    assert THREADS.sentence(False) == THREADS.logged_off != THREADS.logged
    assert CHANNELS.sentence(()) == CHANNELS.logged


def test_the_audit_log_names_the_channel_for_posts() -> None:
    assert str(channel_words(None)) == "nowhere"
    assert channel_words(CHANNEL) == Channels((CHANNEL,))


@pytest.mark.parametrize(("pixels", "words"), [(600, "small"), (500, "500 pixels wide")])
def test_the_audit_log_names_the_width_of_boards(pixels: int, words: str) -> None:
    assert str(BOARD_WIDTH.words(pixels)) == words


@pytest.mark.parametrize(
    ("code", "setting", "value"),
    [
        ("width", BOARD_WIDTH, 901),
        ("pace", PACE, "never"),
    ],
)
async def test_a_value_outside_the_choices_is_refused(
    services: Services, code: str, setting: Setting[Any], value: object
) -> None:
    with pytest.raises(Refusal) as refusal:
        await change(services, setting, value)
    assert refusal.value.code == code


async def test_play_starts_only_in_the_allowed_channels(services: Services) -> None:
    assert await services.settings.for_new_play(Place(GUILD, CHANNEL))
    await change(services, CHANNELS, (CHANNEL + 1, CHANNEL + 2))
    assert await services.settings.for_new_play(Place(GUILD, CHANNEL + 2))
    with pytest.raises(Refusal, match=f"#{CHANNEL + 1} and #{CHANNEL + 2}"):
        await services.settings.for_new_play(Place(GUILD, CHANNEL))


async def test_play_starts_anywhere_once_all_allowed_channels_were_deleted(store: Store) -> None:
    town = Town()
    services = Services(store, town=town)
    await change(services, CHANNELS, (CHANNEL + 1, CHANNEL + 2))
    town.deleted_ids = {CHANNEL + 1}
    with pytest.raises(Refusal, match=f"in #{CHANNEL + 2}\\."):
        await services.settings.for_new_play(Place(GUILD, CHANNEL))
    town.deleted_ids = {CHANNEL + 1, CHANNEL + 2}
    assert await services.settings.for_new_play(Place(GUILD, CHANNEL))
    assert (await services.settings.of(GUILD)).channels == (CHANNEL + 1, CHANNEL + 2)


async def test_play_also_starts_in_the_posts_of_the_forum(services: Services) -> None:
    await change(services, CHANNELS, (CHANNEL + 1,))
    post = Place(GUILD, CHANNEL + 3, parent_id=CHANNEL + 2)
    with pytest.raises(Refusal):
        await services.settings.for_new_play(post)
    await change(services, FORUM, CHANNEL + 2)
    assert (await services.settings.for_new_play(post)).forum_id == CHANNEL + 2
    (entry, *_) = await services.audit.of_guild(GUILD, 5)
    assert (entry.what, entry.before, entry.after) == ("forum_id", None, CHANNEL + 2)


async def test_the_first_summary_covers_the_current_month(services: Services) -> None:
    await change(services, SUMMARY_CHANNEL, 5)
    assert (await services.settings.of(GUILD)).summary_month == "2026-02"
    await change(services, SUMMARY_CHANNEL, None)
    assert (await services.settings.of(GUILD)).summary_month is None


async def test_a_servers_language_is_used_at_once(services: Services) -> None:
    assert await services.languages.of_guild(GUILD) is None
    await change(services, LANGUAGE, "de")
    assert await services.languages.of_guild(GUILD) == "de"
