"""A member's time zone and time off on the web, and what others see of them."""

from __future__ import annotations

from tests.club.services import ADA, BEN, NOON
from tests.web.forms import words_of
from tests.web.house import House, check_html


async def test_a_zone_and_time_off_are_set_on_the_web(house: House) -> None:
    cookie = await house.sign_in(ADA)
    assert 'href="/me/day"' in (await house.get("/me", Cookie=cookie)).text
    page = await house.post("/me/day/zone", {"city": "Berln"}, Cookie=cookie)
    check_html(page.text)
    assert "I don't know the city “Berln”. Did you mean Berlin?" in words_of(page)
    page = await house.post("/me/day/off", {"begin": "22:00", "end": "08:00"}, Cookie=cookie)
    assert "Set your time zone first." in words_of(page)
    await house.post("/me/day/zone", {"city": "Berlin"}, Cookie=cookie)
    form = {"begin": "22:00", "end": "08:00", "day6": "1"}
    await house.post("/me/day/off", form, Cookie=cookie)
    page = await house.get("/me/day", Cookie=cookie)
    check_html(page.text)
    words = words_of(page)
    assert "Your turns never run out between 22:00 and 08:00." in words
    assert "Days off: Sunday." in words
    await house.post("/me/day/forget", {}, Cookie=cookie)
    assert "Set your time zone" in words_of(await house.get("/me/day", Cookie=cookie))


async def test_a_time_offers_cities_with_that_time(house: House) -> None:
    cookie = await house.sign_in(ADA)
    page = await house.post("/me/day/zone", {"city": f"{NOON:%H:%M}"}, Cookie=cookie)
    check_html(page.text)
    assert 'value="Europe/London"' in page.text
    assert "Tokyo" not in page.text


async def test_an_opponent_sees_only_that_a_deadline_was_moved(house: House) -> None:
    await house.services.own_days.set_zone(ADA.user_id, "Asia/Tokyo")
    await house.services.own_days.set_time_off(ADA.user_id, "20:00", "06:00", ())
    match_id = await house.services.start_match(ADA, BEN, pace="1d")
    page = await house.get(house.site.play_path(match_id), Cookie=await house.sign_in(BEN))
    words = words_of(page)
    assert "Extended to the end of Ada" in words
    assert "Tokyo" not in page.text
    assert "20:00" not in page.text
