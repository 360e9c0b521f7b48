"""Preferences that are turned on and off on the web."""

from __future__ import annotations

from tests.club.services import ADA
from tests.web.forms import send, words_of
from tests.web.house import House, check_html


async def test_nudges_are_turned_off_and_on_again(house: House) -> None:
    cookie = await house.sign_in(ADA)
    assert 'href="/me/preferences"' in (await house.get("/me", Cookie=cookie)).text
    page = await house.get("/me/preferences", Cookie=cookie)
    check_html(page.text)
    assert "The others can nudge you once half of your time is used up." in words_of(page)
    page = await send(house, page, "Nudges off", cookie)
    check_html(page.text)
    assert "The others can't nudge you." in words_of(page)
    assert not (await house.services.preferences.of(ADA.user_id)).gets_nudges
    await send(house, page, "Nudges on", cookie)
    assert (await house.services.preferences.of(ADA.user_id)).gets_nudges


async def test_confirming_is_switched_where_the_board_follows_it(house: House) -> None:
    cookie = await house.sign_in(ADA)
    page = await send(
        house, await house.get("/me/preferences", Cookie=cookie), "Skip confirming", cookie
    )
    assert "without asking again" in words_of(page)
    assert not (await house.services.preferences.of(ADA.user_id)).confirms


async def test_an_unknown_switch_has_no_page(house: House) -> None:
    cookie = await house.sign_in(ADA)
    page = await house.post("/me/preferences/is_admin", {"on": "1"}, Cookie=cookie)
    assert page.status == 404
