"""What leads to a match to study, and back from there."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

from tests.club.services import BEN, GUILD
from tests.web.house import PRIVATE_CHANNEL, House
from tests.web.matches.test_archive import path_in
from tests.web.servers.test_pages import check_trails


async def test_the_front_page_shows_a_match_of_last_month_worth_a_look(house: House) -> None:
    match_id = await house.services.start_match()
    await house.services.play_turns(match_id, 6)
    await house.services.matches.resign(match_id, BEN.user_id)
    assert "Worth a look" not in (await house.page("/")).text
    house.services.now += timedelta(days=31)
    house.site.pages.clear()
    page = await house.page("/")
    assert "Worth a look" in page.text
    assert "<bdi>Ada</bdi> (White) wins. <bdi>Ben</bdi> resigned." in page.text
    assert house.match_path(match_id) in page.links
    await house.publish(channels=(PRIVATE_CHANNEL,))
    house.site.pages.clear()
    assert "Worth a look" not in (await house.page("/")).text


async def test_explore_leads_back_to_the_pages_above_it(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    path, server = house.match_path(match_id), house.site.server_path(GUILD)
    await check_trails(house, {f"{path}/0/explore": [server, f"{server}/scala", f"{path}/0"]})


async def test_a_wrong_position_in_the_archive_is_explained(house: House) -> None:
    for path in (path_in(house), f"{path_in(house)}.txt"):
        answer = await house.get(f"{path}?position=7")
        assert answer.status == 400
        assert "“7” isn't a position's key" in unescape(answer.text)
