"""Notes typed on the web, which no refusal loses."""

from __future__ import annotations

from pathlib import Path

from extensions.study.club.notes import MAX_NOTE_LENGTH
from extensions.study.club.study import study_of
from tests.club.services import ADA
from tests.web.house import House, check_html, house_in
from tests.web.http.test_typed_texts import SWAN, typed_in
from web.http.limits import Limits


async def test_a_note_of_the_greatest_length_is_kept(house: House) -> None:
    match_id = await house.services.start_match()
    cookie, path = await house.sign_in(), f"{house.site.play_path(match_id)}/note"
    for note in (SWAN * MAX_NOTE_LENGTH, "\r\n".join("a" * (MAX_NOTE_LENGTH // 2))):
        assert (await house.post(path, {"note": note}, Cookie=cookie)).status == 303
        kept = await study_of(house.services).notes.of(match_id, ADA.user_id)
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
