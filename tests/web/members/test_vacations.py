"""A vacation on the web: the same days and refusals as with `/vacation`."""

from __future__ import annotations

from club.paces import DAY, HOUR
from tests.club.services import ADA, BEN
from tests.web.forms import send, words_of
from tests.web.house import House, check_html


async def test_days_are_taken_and_returned_on_the_web(house: House) -> None:
    match_id = await house.services.start_match(ADA, BEN, pace="1d")
    before = (await house.services.matches.find(match_id)).stored.deadline
    cookie = await house.sign_in(ADA)
    assert 'href="/me/vacation"' in (await house.get("/me", Cookie=cookie)).text
    page = await house.get("/me/vacation", Cookie=cookie)
    check_html(page.text)
    assert "You aren't on vacation." in words_of(page)
    assert "You have 14 of 14 days left" in words_of(page)
    page = await send(house, page, "Take days off", cookie, days="3")
    check_html(page.text)
    assert "You're on vacation until" in words_of(page)
    assert "You have 11 of 14 days left" in words_of(page)
    after = (await house.services.matches.find(match_id)).stored.deadline
    assert before is not None
    assert after == before + 3 * DAY
    house.services.now += HOUR
    page = await send(house, page, "I'm back", cookie)
    check_html(page.text)
    assert "Days returned: 2." in words_of(page)
    assert "You have 13 of 14 days left" in words_of(page)


async def test_days_are_refused_as_on_discord_and_stay_typed(house: House) -> None:
    cookie = await house.sign_in(ADA)
    page = await house.post("/me/vacation/take", {"days": "15"}, Cookie=cookie)
    check_html(page.text)
    assert "You have 14 of 14 days of vacation left" in words_of(page)
    assert 'value="15"' in page.text
    page = await house.post("/me/vacation/take", {"days": "0"}, Cookie=cookie)
    assert "A vacation is at least one whole day." in words_of(page)
    page = await house.post("/me/vacation/take", {"days": "a week"}, Cookie=cookie)
    assert "“a week” isn't a number of days. Enter one from 1 to 14." in words_of(page)
    page = await house.post("/me/vacation/end", {}, Cookie=cookie)
    assert "You aren't on vacation." in words_of(page)


async def test_nobody_is_offered_days_that_are_used_up(house: House) -> None:
    cookie = await house.sign_in(ADA)
    await house.post("/me/vacation/take", {"days": "14"}, Cookie=cookie)
    page = await house.get("/me/vacation", Cookie=cookie)
    assert "You have 0 of 14 days left" in words_of(page)
    assert "Take days off" not in page.text


async def test_another_site_cant_take_days(house: House) -> None:
    cookie = await house.sign_in(ADA)
    page = await house.post(
        "/me/vacation/take", {"days": "3"}, Cookie=cookie, **{"Sec-Fetch-Site": "cross-site"}
    )
    assert page.status == 403
    assert (await house.services.vacations.status(ADA.user_id)).until is None
