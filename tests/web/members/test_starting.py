"""Matches started on the web, under the same rules as on Discord."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import OWN_USER
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from tests.club.outbox.test_notices import Queue
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Town, direct_channel_of
from tests.web.forms import follow, forms_of, send, words_of
from tests.web.house import Answer, House, check_html, house_in


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[tuple[House, Town]]:
    """A club with the bot as an opponent."""
    pool, town = Pool(1, LocalSearches(256 * 2**20, patience=60.0)), Town()
    await pool.start()
    async with house_in(tmp_path, pool=pool, town=town) as house:
        await house.services.front_notes.put({OWN_USER: "99 Stairwell"})
        await house.publish()
        yield house, town
    await pool.close()


def value_of(page: Answer, name: str) -> str:
    """Return the value of an opponent in the form."""
    found = re.search(f'<option value="([^"]*)"[^>]*>{name}</option>', page.text)
    assert found is not None, page.text
    return found[1]


async def test_an_empty_account_plays_after_one_tap(place: tuple[House, Town]) -> None:
    house, _ = place
    cookie = await house.sign_in(ADA)
    page = await house.get("/me", Cookie=cookie)
    check_html(page.text)
    assert "/challenge" not in words_of(page)
    page = await send(house, page, "Skirt", cookie, opponent="bot1")
    check_html(page.text)
    (stored,) = await house.services.match_finder.of_person(None, ADA.user_id)
    assert (stored.guild_id, stored.rated, stored.pace) == (None, False, "none")
    assert stored.place.channel_id == direct_channel_of(ADA.user_id)
    assert [seat.level for seat in stored.seats if seat.user_id != ADA.user_id] == [1]
    assert await Queue(house.services).new()


async def test_level_and_options_are_chosen(place: tuple[House, Town]) -> None:
    house, _ = place
    cookie = await house.sign_in(ADA)
    page = await house.get("/start?game=passtally", Cookie=cookie)
    check_html(page.text)
    form = {"opponent": "bot2", "players": "3", "first": "1"}
    await send(house, page, "Start", cookie, **form)
    (stored,) = await house.services.match_finder.of_person(None, ADA.user_id)
    assert [seat.level for seat in stored.seats] == [None, 2, 2]
    again = await send(house, page, "Start", cookie, **form)
    assert again.status == 409
    assert "waiting for your first move" in words_of(again)


async def test_a_bot_without_messages_or_computers_is_refused(
    place: tuple[House, Town], house: House
) -> None:
    with_bot, town = place
    town.unreachable.add(ADA.user_id)
    form = {"game": "skirt", "opponent": "bot1"}
    answer = await with_bot.post("/start", form, Cookie=await with_bot.sign_in(ADA))
    assert answer.status == 409
    assert "I can't send you direct messages." in words_of(answer)
    page = await house.get("/me", Cookie=await house.sign_in(ADA))
    assert "Play the bot" not in words_of(page)
    assert (await house.post("/start", form, Cookie=await house.sign_in(ADA))).status == 409


async def test_a_member_of_a_shared_server_is_challenged(place: tuple[House, Town]) -> None:
    house, _ = place
    await house.services.win_match(ADA, BEN)
    cookie, queue = await house.sign_in(ADA), Queue(house.services)
    await queue.new()
    page = await house.get("/start?game=skirt", Cookie=cookie)
    opponent = value_of(page, "user 2") if "user 2" in page.text else value_of(page, BEN.name)
    page = await send(house, page, "Start", cookie, opponent=opponent, pace="3d", rated="1")
    assert "Your challenges" in words_of(page)
    (challenge,) = await house.services.challenges.open_of(ADA.user_id)
    assert (challenge.guild_id, challenge.channel_id) == (GUILD, CHANNEL)
    assert (challenge.pace, challenge.rated) == ("3d", True)
    assert [guest.user_id for guest in challenge.guests] == [BEN.user_id]
    assert await queue.new()
    form = next(each for each in forms_of(page) if each.action.endswith("/cancel"))
    assert (await house.post(form.action, {}, Cookie=await house.sign_in(BEN))).status == 404
    await house.post(form.action, {}, Cookie=cookie)
    assert (await house.services.challenges.find(challenge.id)).state == "cancelled"


@pytest.mark.parametrize("case", ["departed", "hidden", "stranger"])
async def test_only_members_who_see_a_channel_are_challenged(
    place: tuple[House, Town], case: str
) -> None:
    house, town = place
    await house.services.win_match(ADA, BEN)
    cookie = await house.sign_in(ADA)
    value = house.site.addresses.path("p", GUILD, BEN.user_id).rpartition("/")[2]
    if case == "departed":
        town.departed.add((GUILD, BEN.user_id))
    elif case == "hidden":
        town.hidden.add((BEN.user_id, CHANNEL))
    else:
        town.departed.add((GUILD, ADA.user_id))
    form = {"game": "skirt", "opponent": value}
    answer = await house.post("/start", form, Cookie=cookie)
    assert answer.status == (404 if case == "stranger" else 409), answer.text
    assert not await house.services.challenges.open_of(ADA.user_id)


async def test_the_form_is_reached_from_my_page(place: tuple[House, Town]) -> None:
    house, _ = place
    cookie = await house.sign_in(ADA)
    page = await follow(house, await house.get("/me", Cookie=cookie), "Find an opponent", cookie)
    assert "New match" in words_of(page)
    assert (await house.get("/start")).status == 403
