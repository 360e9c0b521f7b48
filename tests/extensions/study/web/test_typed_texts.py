"""Notes and names of lines typed on the web, which no refusal loses."""

from __future__ import annotations

from pathlib import Path

from extensions.study.club.notes import MAX_NOTE_LENGTH
from extensions.study.club.study import Study
from tests.club.services import ADA, BEN, CY
from tests.extensions.study.web.test_exploring import keep_line
from tests.web.house import GENEROUS, House, check_html, house_in
from tests.web.http.test_typed_texts import SWAN, typed_in
from web.http.limits import Limits


async def test_a_note_of_the_greatest_length_is_kept(house: House) -> None:
    match_id = await house.services.start_match()
    cookie, path = await house.sign_in(), f"{house.site.play_path(match_id)}/note"
    for note in (SWAN * MAX_NOTE_LENGTH, "\r\n".join("a" * (MAX_NOTE_LENGTH // 2))):
        assert (await house.post(path, {"note": note}, Cookie=cookie)).status == 303
        kept = await house.services.part(Study).notes.of(match_id, ADA.user_id)
        assert kept == note.replace("\r\n", "\n")


async def test_a_note_that_is_too_long_stays_in_its_field(house: House) -> None:
    match_id = await house.services.start_match()
    path, note = f"{house.site.play_path(match_id)}/note", SWAN * (MAX_NOTE_LENGTH + 1)
    page = await house.post(path, {"note": note}, Cookie=await house.sign_in())
    assert page.status == 409
    check_html(page.text)
    assert f">{note}</textarea>" in page.text


async def test_a_text_comes_back_after_too_many_requests(tmp_path: Path) -> None:
    async with house_in(tmp_path, Limits(burst=1, per_second=0)) as house:
        form = {"note": SWAN * MAX_NOTE_LENGTH}
        await house.get("/")
        refused = await house.post("/play/1/note", form)
        assert (refused.status, typed_in(refused)) == (429, form["note"])


async def test_the_longest_name_of_a_line_is_kept(house: House) -> None:
    match_id = await house.services.start_match(BEN, ADA, game="skirt")
    cookie = await house.sign_in()
    path = await keep_line(house, match_id, cookie, SWAN * 60)
    assert SWAN * 60 in (await house.get(path, Cookie=cookie)).text
    answer = await house.post(path.replace("/start", "/keep"), {"name": SWAN * 61}, Cookie=cookie)
    assert (answer.status, typed_in(answer)) == (409, SWAN * 61)
    check_html(answer.text)


async def test_a_text_comes_back_with_any_error(house: House) -> None:
    match_id = await house.services.start_match()
    path, form = f"{house.site.play_path(match_id)}/note", {"note": f"</textarea>{SWAN}"}
    signed_out = await house.post(path, form)
    assert (signed_out.status, typed_in(signed_out)) == (403, form["note"])
    check_html(signed_out.text)
    stranger = await house.post(path, form, Cookie=await house.sign_in(CY))
    assert (stranger.status, typed_in(stranger)) == (404, form["note"])


async def test_a_form_of_another_site_gets_nothing_back(tmp_path: Path) -> None:
    async with house_in(tmp_path, GENEROUS) as house:
        elsewhere = {"Sec-Fetch-Site": "cross-site"}
        refused = await house.post("/play/1/note", {"note": "x"}, **elsewhere)
        assert refused.status == 403
        assert "<textarea" not in refused.text
