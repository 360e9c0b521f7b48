"""Vacant seats on the web: the page for members, the forms, and who may see it."""

from __future__ import annotations

from pathlib import Path

from club.club import OWN_USER
from club.matches.match import Match
from storage.matches.match import Participant
from tests.bot.clubs import a_pool
from tests.club.matches.test_vacancies import DORA, move, silent
from tests.club.services import ADA, BEN, CHANNEL, CY, Town
from tests.web.house import Answer, House, check_html, house_in

MIA = Participant(16, "Mia")


async def seat_page(house: House, person: Participant, match: Match) -> Answer:
    cookie = await house.sign_in(person)
    answer = await house.get(f"{house.site.play_path(match.id)}/seat", Cookie=cookie)
    if answer.status == 200:
        check_html(answer.text)
    return answer


async def send(house: House, person: Participant, match: Match, act: str) -> Answer:
    cookie = await house.sign_in(person)
    path = f"{house.site.play_path(match.id)}/seat"
    answer = await house.post(path, {"act": act}, Cookie=cookie)
    # Nobody follows the match, so its page would stay cached for some seconds.
    house.site.pages.clear()
    return answer


async def board_of(house: House, person: Participant, match: Match) -> str:
    cookie = await house.sign_in(person)
    answer = await house.get(house.site.play_path(match.id), Cookie=cookie)
    assert answer.status == 200
    check_html(answer.text)
    return answer.text


async def test_a_member_finds_an_offered_seat_on_the_page_of_the_match(tmp_path: Path) -> None:
    async with house_in(tmp_path, town=Town()) as house:
        await house.publish()
        match = await silent(house.services)
        path = house.match_path(match.id)
        assert "Take the seat" not in (await house.page(path)).text
        assert (await send(house, BEN, match, "offer")).status == 303
        shown = await house.page(path)
        assert f"{house.site.play_path(match.id)}/seat" in shown.links
        assert "Take the seat" in (await seat_page(house, DORA, match)).text
        taken = await send(house, DORA, match, "take")
        assert taken.headers["Location"] == house.site.play_path(match.id)
        assert "plays for <bdi>Ada</bdi>, unrated." in await board_of(house, BEN, match)
        assert "Take the seat" not in (await house.page(path)).text
        await move(house.services, await house.services.matches.find(match.id))


async def test_the_one_who_left_takes_the_seat_back(tmp_path: Path) -> None:
    async with house_in(tmp_path, town=Town()) as house:
        match = await silent(house.services)
        assert "Take it back" in await board_of(house, ADA, match)
        await send(house, BEN, match, "offer")
        await send(house, DORA, match, "take")
        assert "Take it back" in (await seat_page(house, ADA, match)).text
        assert (await send(house, ADA, match, "back")).status == 303
        after = await house.services.matches.find(match.id)
        assert after.player_to_move is not None
        assert after.player_to_move.user_id == ADA.user_id


async def test_the_others_agree_on_a_computer(tmp_path: Path) -> None:
    async with a_pool() as pool, house_in(tmp_path, pool=pool) as house:
        await house.services.front_notes.put({OWN_USER: "99 Stairwell"})
        match = await silent(house.services)
        assert "Decide on the seat" in await board_of(house, CY, match)
        assert "Computer, level 5" in (await seat_page(house, CY, match)).text
        await send(house, CY, match, "1")
        page = (await seat_page(house, BEN, match)).text
        assert "<bdi>Cy</bdi> would let the computer play on (level 1)." in page
        assert (await send(house, BEN, match, "1")).status == 303
        after = await house.services.matches.find(match.id)
        assert after.seats[0].level == 1


async def test_a_level_that_doesnt_exist_changes_nothing(tmp_path: Path) -> None:
    async with a_pool() as pool, house_in(tmp_path, pool=pool) as house:
        await house.services.front_notes.put({OWN_USER: "99 Stairwell"})
        match = await silent(house.services)
        assert (await send(house, BEN, match, "17")).status == 409
        assert (await send(house, BEN, match, "all")).status == 404
        assert await house.services.matches.find(match.id) == match


async def test_those_who_cant_see_the_channel_find_no_page(tmp_path: Path) -> None:
    town = Town()
    town.hidden.add((MIA.user_id, CHANNEL))
    async with house_in(tmp_path, town=town) as house:
        match = await silent(house.services)
        await send(house, BEN, match, "offer")
        assert (await seat_page(house, MIA, match)).status == 404
        assert (await send(house, MIA, match, "take")).status == 404
        assert (await house.services.matches.find(match.id)).vacancy is not None


async def test_a_second_click_says_who_was_faster(tmp_path: Path) -> None:
    async with house_in(tmp_path, town=Town()) as house:
        match = await silent(house.services)
        await send(house, BEN, match, "offer")
        await send(house, DORA, match, "take")
        late = await send(house, MIA, match, "take")
        assert late.status == 409
        assert "has already taken this seat." in late.text
