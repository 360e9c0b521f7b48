"""Texts on pages name Discord for its controls, and only link to existing pages."""

from __future__ import annotations

import pytest

from tests.web.house import House
from web.http.markup import HtmlMarkup


@pytest.mark.parametrize(("path", "words"), [("", "1"), ("/m/x", '<a href="/m/x">1</a>')])
async def test_a_match_is_linked_if_it_has_a_page(house: House, path: str, words: str) -> None:
    match = await house.services.matches.find(await house.services.start_match())
    assert HtmlMarkup(house.services.now, lambda _match: path).board(match.stored) == words
