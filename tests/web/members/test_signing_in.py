"""Signing in by a link, sessions, and forged requests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from club.members.sessions import LINK_TIME, Device
from storage.members import preferences
from tests.club.services import ADA, BEN
from tests.web.forms import words_of
from tests.web.house import COOKIE, PUBLIC, House, check_html, house_in
from web.http.limits import Limits
from web.http.sessions import device_of


async def test_a_link_names_the_account_and_its_button_signs_in(house: House) -> None:
    token = await house.link()
    page = await house.page(f"/in/{token}")
    assert "Ada" in page.text
    assert "Set-Cookie" not in page.headers
    answer = await house.post("/in", {"token": token})
    assert (answer.status, answer.headers["Location"]) == (303, "/me")
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    assert (await house.get("/me", Cookie=cookie)).status == 200


async def test_the_cookie_is_limited_to_this_site_and_30_days(house: House) -> None:
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


async def test_members_see_only_their_own_page(house: House) -> None:
    ada, ben = await house.sign_in(ADA), await house.sign_in(BEN)
    for cookie, name, other in ((ada, "Ada", "Ben"), (ben, "Ben", "Ada"), (ada, "Ada", "Ben")):
        page = await house.get("/me", Cookie=cookie)
        assert name in page.text
        assert other not in page.text
        assert page.headers["Cache-Control"] == "no-store"


async def test_forms_on_other_sites_do_nothing(house: House) -> None:
    cookie = await house.sign_in()
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
    cookie = await house.sign_in()
    async with house.session.post(
        f"{house.url}/me/sign-out",
        headers={"Origin": PUBLIC, "Cookie": cookie},
        allow_redirects=False,
    ) as answer:
        assert answer.status == 303
    assert (await house.get("/me", Cookie=cookie)).status == 403


async def test_sessions_are_listed_and_ended_one_by_one_or_all(house: House) -> None:
    first, second = await house.sign_in(), await house.sign_in()
    other = await house.sign_in(BEN)
    page = await house.get("/me/sessions", Cookie=first)
    assert words_of(page).count("just now") == 4
    check_html(page.text)
    assert page.text.count("signed in") >= 2
    sessions = await house.services.web_sessions.of_user(ADA.user_id)
    assert len(sessions) == 2
    own, number = sorted(each.id for each in sessions)
    lines = dict(re.findall(r'<p id="session-(\d+)">(.*?)</p>', page.text))
    assert "This browser" in lines[str(own)]
    assert "This browser" not in lines[str(number)]
    for stranger in ("", other):
        await house.post(f"/me/sessions/{number}/end", {}, Cookie=stranger)
    assert (await house.get("/me", Cookie=second)).status == 200
    ended = await house.post(f"/me/sessions/{number}/end", {}, Cookie=first)
    assert ended.headers["Location"] == "/me/sessions"
    assert (await house.get("/me", Cookie=second)).status == 403
    assert (await house.post("/me/sessions/end", {}, Cookie=first)).status == 303
    assert (await house.get("/me", Cookie=first)).status == 403
    assert (await house.get("/me", Cookie=other)).status == 200


async def test_deleting_ones_data_ends_sessions_and_links(house: House) -> None:
    cookie, token = await house.sign_in(), await house.link()
    await house.services.personal_data.remove(ADA.user_id)
    assert (await house.get("/me", Cookie=cookie)).status == 403
    assert (await house.post("/in", {"token": token})).status == 409


async def test_a_browsers_cookie_is_never_reused_for_another_account(house: House) -> None:
    """A planted cookie doesn't become a session, and signing in ends the previous one."""
    planted = f"{COOKIE}=planted"
    answer = await house.post("/in", {"token": await house.link()}, Cookie=planted)
    own = answer.headers["Set-Cookie"].partition(";")[0]
    assert own != planted
    assert (await house.get("/me", Cookie=planted)).status == 403
    answer = await house.post("/in", {"token": await house.link(BEN)}, Cookie=own)
    assert answer.status == 303
    assert (await house.get("/me", Cookie=own)).status == 403


async def test_links_lead_only_to_pages_of_this_site(house: House) -> None:
    token = await house.link(match_id=17)
    form = {"token": token, "next": "https://elsewhere.example", "path": "//elsewhere.example"}
    answer = await house.post("/in?next=//elsewhere.example", form)
    assert answer.headers["Location"] == house.site.play_path(17)


async def test_a_signed_in_member_is_redirected_and_the_link_used_up(
    house: House,
) -> None:
    cookie, token = await house.sign_in(), await house.link()
    onward = await house.get(f"/in/{token}", Cookie=cookie)
    assert (onward.status, onward.headers["Location"]) == (303, "/me")
    assert (await house.post("/in", {"token": token})).status == 409
    of_ben = await house.link(BEN)
    page = await house.get(f"/in/{of_ben}", Cookie=cookie)
    assert page.status == 200
    assert "Ben" in page.text


async def test_public_pages_set_no_cookie_and_are_the_same_for_everyone(house: House) -> None:
    cookie = await house.sign_in()
    with_cookie, without = await house.get("/", Cookie=cookie), await house.get("/")
    assert with_cookie.body == without.body
    assert with_cookie.headers["Cache-Control"] == without.headers["Cache-Control"] == "no-cache"
    assert "Set-Cookie" not in with_cookie.headers


async def test_errors_are_explained_in_the_members_language(house: House) -> None:
    cookie = await house.sign_in()
    person = preferences.Preferences(ADA.user_id, language="de")
    await house.services.store.write(lambda tx: preferences.save(tx, person))
    for path in ("/nothing", "/play/x", "/rules/chess", "/s/x?page=0", "/me/challenges/0/accept"):
        answer = await house.get(path, "ja", Cookie=cookie)
        assert answer.status >= 400
        assert '<html lang="de">' in answer.text, path
        assert "Diese Seite" in answer.text or "muss eine Zahl" in answer.text, answer.text
        assert '<html lang="ja">' in (await house.get(path, "ja")).text
    form = await house.post("/me/sign-out", {}, Cookie=cookie, **{"Sec-Fetch-Site": "cross-site"})
    assert '<html lang="de">' in form.text
    assert "Formular" in form.text


async def test_requests_with_links_are_limited(tmp_path: Path) -> None:
    limits = Limits(sign_ins=3, sign_ins_per_second=0)
    async with house_in(tmp_path, limits) as house:
        answers = [await house.post("/in", {"token": str(each)}) for each in range(5)]
        assert [each.status for each in answers] == [409, 409, 409, 429, 429]
        assert (await house.get("/")).status == 200


async def test_neither_logs_nor_the_database_contain_tokens(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    caplog.set_level(0)
    token = await house.link()
    cookie = (await house.sign_in(BEN)).partition("=")[2]

    async def fail(_token: str) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(house.services.web_sessions, "find_unused_link", fail)
        answer = await house.get(f"/in/{token}", Cookie=f"{COOKIE}={cookie}")
        assert answer.status == 500
    for path in (f"/in/{token}", f"/in/{token}/x", "/me"):
        await house.get(path, Cookie=f"{COOKIE}={cookie}")
    assert "/in/{token} failed" in caplog.text
    stored = _content_of(tmp_path)
    for secret in (token, cookie):
        assert secret not in caplog.text
        assert secret.encode() not in stored


def _content_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


async def test_a_links_address_is_not_leaked_to_other_sites(house: House) -> None:
    page = await house.get(f"/in/{await house.link()}")
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert page.headers["Cache-Control"] == "no-store"
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    assert '<meta name="robots" content="noindex">' in page.text


async def test_oversized_or_unreadable_forms_are_refused(house: House) -> None:
    assert (await house.post("/in", {"token": "x" * 20_000})).status == 413
    many = {f"field{number}": "" for number in range(50)}
    assert (await house.post("/in", many)).status == 400


async def test_only_forms_accept_posts(house: House) -> None:
    cookie = await house.sign_in()
    for path in ("/", "/me", "/rules/scala"):
        assert (await house.post(path, {}, Cookie=cookie)).status == 405
    assert (await house.get("/me/sign-out", Cookie=cookie)).status == 405


def test_devices_are_named_by_browser_and_system() -> None:
    android = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
    assert device_of(android) == Device("Chrome", "Android")
    assert device_of(iphone) == Device("Safari", "iPhone")
    assert device_of("") == Device()
