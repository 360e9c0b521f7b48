"""Signing in by a link, and everything that must not sign anyone in."""

from __future__ import annotations

import asyncio

from club.pages.web_sessions import LINK_TIME
from tests.club.services import ADA, BEN
from tests.web.house import COOKIE, PUBLIC, House


async def test_a_link_names_the_account_and_its_button_signs_in(house: House) -> None:
    token = await house.link()
    page = await house.page(f"/in/{token}")
    assert "Ada" in page.text
    assert "Set-Cookie" not in page.headers
    answer = await house.post("/in", {"token": token})
    assert (answer.status, answer.headers["Location"]) == (303, "/me")
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    assert (await house.get("/me", Cookie=cookie)).status == 200


async def test_the_cookie_is_for_this_site_alone_and_lasts_30_days(house: House) -> None:
    answer = await house.post("/in", {"token": await house.link()})
    name, *flags = answer.headers["Set-Cookie"].split("; ")
    assert name.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=2592000"} <= set(flags)
    assert not any(each.startswith("Domain") for each in flags)


async def test_a_link_works_once(house: House) -> None:
    token = await house.link()
    assert (await house.post("/in", {"token": token})).status == 303
    again = await house.post("/in", {"token": token})
    assert again.status == 409
    assert "Set-Cookie" not in again.headers
    assert "Ada" not in (await house.get(f"/in/{token}")).text


async def test_a_link_redeemed_twice_at_once_begins_one_session(house: House) -> None:
    token = await house.link()
    answers = await asyncio.gather(*(house.post("/in", {"token": token}) for _ in range(8)))
    assert sorted(each.status for each in answers) == [303] + [409] * 7
    assert len(await house.services.web_sessions.of_user(ADA.user_id)) == 1


async def test_a_link_works_for_two_minutes(house: House) -> None:
    token = await house.link()
    house.services.now += LINK_TIME
    page = await house.get(f"/in/{token}")
    assert page.status == 409
    assert "/web" in page.text
    assert (await house.post("/in", {"token": token})).status == 409


async def test_pages_for_members_explain_how_to_sign_in(house: House) -> None:
    for cookie in ("", f"{COOKIE}=", f"{COOKIE}=wrong", "session=wrong"):
        page = await house.get("/me", Cookie=cookie)
        assert page.status == 403
        assert "/web" in page.text
        assert page.headers["Cache-Control"] == "no-store"


async def test_a_member_sees_their_own_page_and_nobody_elses(house: House) -> None:
    ada, ben = await house.signed_in(ADA), await house.signed_in(BEN)
    for cookie, name, other in ((ada, "Ada", "Ben"), (ben, "Ben", "Ada"), (ada, "Ada", "Ben")):
        page = await house.get("/me", Cookie=cookie)
        assert name in page.text
        assert other not in page.text
        assert page.headers["Cache-Control"] == "no-store"


async def test_forms_of_other_sites_do_nothing(house: House) -> None:
    cookie = await house.signed_in()
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": PUBLIC},
        {"Sec-Fetch-Site": "", "Origin": PUBLIC},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": f"{PUBLIC}.elsewhere.example"},
        {},
    ):
        async with house.session.post(
            f"{house.url}/me/sign-out", headers={**headers, "Cookie": cookie}
        ) as answer:
            assert answer.status == 403, headers
        assert (await house.get("/me", Cookie=cookie)).status == 200


async def test_old_browsers_name_the_origin_only(house: House) -> None:
    cookie = await house.signed_in()
    async with house.session.post(
        f"{house.url}/me/sign-out",
        headers={"Origin": PUBLIC, "Cookie": cookie},
        allow_redirects=False,
    ) as answer:
        assert answer.status == 303
    assert (await house.get("/me", Cookie=cookie)).status == 403
