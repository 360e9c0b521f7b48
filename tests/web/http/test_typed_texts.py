"""What people type in forms arrives whole, and comes back with every refusal."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from rules.notation import MAX_TEXT_LENGTH
from tests.web.house import Answer, House
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
    for template in Path().glob("**/web/templates/*.html"):
        for form in _FORM.findall(template.read_text(encoding="utf-8")):
            fields = _FIELD.findall(form)
            assert not any("<textarea" in each and "maxlength" not in each for each in fields)
            names |= {
                re.findall(r'name="([^"]*)"', each)[0]
                for each in fields
                if not re.search(r'type="(hidden|checkbox|radio|time)"', each)
            }
    assert names == set(TYPED)


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
