"""Server settings: validation, storage and auditing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.audit import Admin
from club.servers.settings import (
    AllowedChannels,
    BoardWidth,
    Change,
    DefaultPace,
    MatchForum,
    PuzzleChannel,
    PuzzleGames,
    PuzzleHour,
    ServerLanguage,
    SummaryChannel,
    Threads,
)
from rules.refusal import Refusal
from storage.matches.match import Place
from tests.club.services import CHANNEL, GUILD, Services

ROOT = Admin(1, "Root")


async def change_settings(services: Services, change: Change) -> None:
    await services.settings.change(GUILD, change, ROOT)


async def test_an_unconfigured_server_has_the_defaults(services: Services) -> None:
    settings = await services.settings.of(GUILD)
    assert (settings.channels, settings.threads, settings.board_width) == ((), True, 900)


async def test_a_change_is_stored_and_audited(services: Services) -> None:
    await change_settings(services, AllowedChannels((3, 4)))
    assert (await services.settings.of(GUILD)).channels == (3, 4)
    (change,) = await services.audit.of_guild(GUILD, 5)
    assert (change.name, change.what, change.before, change.after) == (
        "Root",
        "channels",
        [],
        [3, 4],
    )


async def test_a_choice_that_changes_nothing_is_not_audited(services: Services) -> None:
    await change_settings(services, Threads(True))
    assert await services.audit.of_guild(GUILD, 5) == ()


@pytest.mark.parametrize(
    ("code", "make"),
    [
        ("width", lambda: BoardWidth(901)),
        ("pace", lambda: DefaultPace("never")),
        ("hour", lambda: PuzzleHour(24)),
        ("game", lambda: PuzzleGames(("chess",))),
    ],
)
def test_a_value_outside_the_choices_is_refused(code: str, make: type[Change]) -> None:
    with pytest.raises(Refusal) as refusal:
        make()
    assert refusal.value.code == code


async def test_play_starts_only_in_the_allowed_channels(services: Services) -> None:
    assert await services.settings.for_new_play(Place(GUILD, CHANNEL))
    await change_settings(services, AllowedChannels((CHANNEL + 1, CHANNEL + 2)))
    assert await services.settings.for_new_play(Place(GUILD, CHANNEL + 2))
    with pytest.raises(Refusal, match=f"#{CHANNEL + 1} and #{CHANNEL + 2}"):
        await services.settings.for_new_play(Place(GUILD, CHANNEL))


async def test_play_also_starts_in_the_posts_of_the_forum(services: Services) -> None:
    await change_settings(services, AllowedChannels((CHANNEL + 1,)))
    post = Place(GUILD, CHANNEL + 3, parent_id=CHANNEL + 2)
    with pytest.raises(Refusal):
        await services.settings.for_new_play(post)
    await change_settings(services, MatchForum(CHANNEL + 2))
    assert (await services.settings.for_new_play(post)).forum_id == CHANNEL + 2
    (change, *_) = await services.audit.of_guild(GUILD, 5)
    assert (change.what, change.before, change.after) == ("forum_id", None, CHANNEL + 2)


async def test_the_first_summary_covers_the_current_month(services: Services) -> None:
    await change_settings(services, SummaryChannel(5))
    assert (await services.settings.of(GUILD)).summary_month == "2026-02"
    await change_settings(services, SummaryChannel(None))
    assert (await services.settings.of(GUILD)).summary_month is None


async def test_the_first_puzzle_is_posted_at_the_next_chosen_hour(services: Services) -> None:
    await change_settings(services, PuzzleHour(15))
    await change_settings(services, PuzzleChannel(5))
    settings = await services.settings.of(GUILD)
    assert services.settings.next_puzzle_at(settings) == services.now + timedelta(hours=3)
    await change_settings(services, PuzzleHour(9))
    settings = await services.settings.of(GUILD)
    assert services.settings.next_puzzle_at(settings) == services.now + timedelta(hours=21)


async def test_a_servers_language_is_used_at_once(services: Services) -> None:
    assert await services.languages.of_guild(GUILD) is None
    await change_settings(services, ServerLanguage("de"))
    assert await services.languages.of_guild(GUILD) == "de"
