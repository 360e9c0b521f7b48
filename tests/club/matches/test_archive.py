"""Lists of finished matches: filters, pages and visibility."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.calendar import bounds_of
from club.matches import finding as club_archive
from club.matches.finding import (
    ArchivePage,
    month_in,
    month_text,
    turns_in,
    turns_text,
)
from rules.refusal import Refusal
from storage.matches import archive as stored_archive
from storage.matches.archive import ArchiveFilter
from storage.matches.match import StoredMatch
from tests.club.services import ADA, BEN, CY, GUILD, NOON, Services


def numbers(page: ArchivePage) -> list[int]:
    return [match.id for match in page.matches]


async def listed(
    services: Services, guild_id: int | None = GUILD, size: int = 9, **narrowed: Any
) -> list[int]:
    wanted = ArchiveFilter(**narrowed)
    return numbers(await services.archive.page(guild_id, wanted, lambda _: True, size))


async def test_the_latest_end_comes_first_and_running_matches_are_left_out(
    services: Services,
) -> None:
    early = await services.start_match()
    late = await services.win_match()
    await services.start_match()
    await services.play_turns(early)
    await services.matches.resign(early, ADA.user_id)
    assert await listed(services) == [early, late]
    assert await listed(services, guild_id=GUILD + 1) == []


async def test_aborted_matches_are_left_out(services: Services) -> None:
    match_id = await services.start_match()
    await services.matches.abort(match_id, ADA.user_id)
    assert await listed(services) == []


async def test_a_list_is_narrowed_by_each_field_and_by_all(services: Services) -> None:
    skirt = await services.win_match(ADA, BEN)
    scala = await services.win_match(BEN, ADA, game="scala")
    other = await services.win_match(CY, ADA)
    services.now += timedelta(days=31)
    april = await services.win_match(BEN, CY)
    assert await listed(services, player_id=ADA.user_id) == [other, scala, skirt]
    assert await listed(services, player_id=ADA.user_id, opponent_id=CY.user_id) == [other]
    assert await listed(services, game="scala") == [scala]
    assert await listed(services, player_id=ADA.user_id, result="won") == [skirt]
    assert await listed(services, player_id=ADA.user_id, result="lost") == [other, scala]
    assert await listed(services, result="decisive") == [april, other, scala, skirt]
    assert await listed(services, result="drawn") == []
    assert await listed(services, ended=bounds_of("2026-03")) == [other, scala, skirt]
    assert await listed(services, ended=bounds_of("2026-04")) == [april]
    assert await listed(services, ended=bounds_of("2025-04")) == []
    assert await listed(services, turns=(1, 20)) == [april, other, scala, skirt]
    assert await listed(services, turns=(20, None)) == []
    assert await listed(services, event_id=1) == []
    assert await listed(
        services,
        player_id=ADA.user_id,
        opponent_id=BEN.user_id,
        game="scala",
        result="lost",
        turns=(6, 20),
        ended=bounds_of("2026-03"),
    ) == [scala]


async def test_a_draw_is_drawn_for_both_and_not_decisive(services: Services) -> None:
    match_id = await services.start_match(game="scala")
    match = await services.play_turns(match_id, 1)
    assert match.player_to_move is not None
    other = ADA if match.player_to_move.user_id == BEN.user_id else BEN
    await services.offers.make(match_id, match.player_to_move.user_id, "draw")
    await services.offers.make(match_id, other.user_id, "draw")
    assert await listed(services, result="drawn") == [match_id]
    assert await listed(services, player_id=ADA.user_id, result="drawn") == [match_id]
    assert await listed(services, player_id=ADA.user_id, result="lost") == []
    assert await listed(services, result="decisive") == []


async def test_a_page_stays_the_same_when_other_matches_end(services: Services) -> None:
    ids = [await services.win_match() for _ in range(5)]

    async def page(before: int | None) -> ArchivePage:
        return await services.archive.page(GUILD, ArchiveFilter(), lambda _: True, 2, before)

    first = await page(None)
    second = await page(first.older)
    third = await page(second.older)
    pages = [numbers(each) for each in (first, second, third)]
    assert pages == [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]]
    assert third.older is None
    await services.win_match()
    assert await page(first.older) == second


async def test_hidden_matches_fill_no_room_on_a_page(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_archive, "BATCH_SIZE", 1)
    ids = [await services.win_match() for _ in range(4)]

    def sees(match: StoredMatch) -> bool:
        return match.id not in ids[1:3]

    page = await services.archive.page(GUILD, ArchiveFilter(), sees, 2)
    assert numbers(page) == [ids[3], ids[0]]


async def test_a_long_search_goes_on_on_the_next_page(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_archive, "MAX_BATCHES", 1)
    monkeypatch.setattr(stored_archive, "MAX_SEARCHED", 2)
    scala = await services.win_match(game="scala")
    for _ in range(3):
        await services.win_match()
    wanted = ArchiveFilter(turns=(1, 9), result="decisive", channel_id=None)
    later = await services.archive.page(GUILD, wanted, lambda match: match.game == "scala", 9)
    assert later.matches == ()
    assert later.older is not None
    page = await services.archive.page(
        GUILD, wanted, lambda match: match.game == "scala", 9, later.older
    )
    assert numbers(page) == [scala]


def test_turns_and_months_are_read_as_written() -> None:
    assert turns_in("20-60") == turns_in(" 20 – 60 ") == turns_in("２０ー６０") == (20, 60)
    assert turns_in("20-") == (20, None)
    assert turns_in("-60") == (0, 60)
    assert turns_in("20") == (20, 20)
    for turns in ((20, 60), (20, None), (0, 60)):
        assert turns_in(turns_text(turns)) == turns
    assert month_text(month_in("2026-10", NOON)) == "2026-10"
    assert month_in("２０２６−１０", NOON) == month_in("2026-10", NOON)


@pytest.mark.parametrize("text", ["", "-", "60-20", "many", "20--60", "12345-", "٢٠-"])
def test_a_wrong_number_of_turns_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal, match="turns") as refusal:
        turns_in(text)
    assert "20-60" in refusal.value.words


@pytest.mark.parametrize("text", ["2026-13", "2026-1", "October", "1026-10", "2026-00"])
def test_a_wrong_month_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        month_in(text, NOON)
    assert "2026-03" in refusal.value.words
