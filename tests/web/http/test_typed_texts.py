"""What people type in forms arrives whole, and comes back with every refusal."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from rules.notation import MAX_TEXT_LENGTH
from tests.club.services import ADA, BEN, CY
from tests.extensions.study.web.test_exploring import keep_line
from tests.web.house import GENEROUS, Answer, House, check_html, house_in
from web.http.private import TYPED

SWAN = "\N{SWAN}"
"""A character of four bytes, which a form sends as twelve."""

_FORM = re.compile(r'<form method="post".*?</form>', re.S)
_FIELD = re.compile(r"<(?:input|textarea)[^>]*>")


def typed_in(page: Answer) -> str:
    """Return the text that a page gives back for copying."""
    text = re.search(r"<textarea[^>]*readonly>(.*?)</textarea>", page.text, re.S)
    assert text is not None, page.text
    return html.unescape(text[1])


def test_every_field_that_people_type_in_is_known() -> None:
    names = set[str]()
    for template in Path("web/templates").glob("*.html"):
        for form in _FORM.findall(template.read_text(encoding="utf-8")):
            fields = _FIELD.findall(form)
            assert not any("<textarea" in each and "maxlength" not in each for each in fields)
            names |= {
                re.findall(r'name="([^"]*)"', each)[0]
                for each in fields
                if not re.search(r'type="(hidden|checkbox|radio)"', each)
            }
    assert names == set(TYPED)


async def test_the_longest_name_of_a_line_is_kept(house: House) -> None:
    match_id = await house.services.start_match(BEN, ADA, game="skirt")
    cookie = await house.sign_in()
    path = await keep_line(house, match_id, cookie, SWAN * 60)
    assert SWAN * 60 in (await house.get(path, Cookie=cookie)).text
    answer = await house.post(path.replace("/start", "/keep"), {"name": SWAN * 61}, Cookie=cookie)
    assert (answer.status, typed_in(answer)) == (409, SWAN * 61)
    check_html(answer.text)


@pytest.mark.parametrize("version", ["", "7"], ids=["illegal", "outdated"])
async def test_a_refused_move_stays_in_its_field(house: House, version: str) -> None:
    match_id = await house.services.start_match()
    typed, cookie = SWAN * MAX_TEXT_LENGTH, await house.sign_in()
    path = house.site.play_path(match_id)
    match = await house.services.matches.find(match_id)
    form = {"move": typed, "version": version or str(match.version)}
    page = await house.post(path, form, Cookie=cookie)
    assert page.status == 409
    assert f'value="{typed}"' in page.text


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
