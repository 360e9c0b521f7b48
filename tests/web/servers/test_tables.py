"""Leaderboards and standings: links to players and matches, periods, and the visitor's own row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.club.ratings.test_leaderboards import save, standings_of
from tests.club.services import ADA, BEN, GUILD
from tests.web.forms import words_of
from tests.web.house import House, check_html


@pytest.mark.parametrize("name", ["skirt", "skirt/month"])
async def test_a_leaderboard_marks_the_row_of_its_visitor_only(house: House, name: str) -> None:
    await house.rank_ada()
    path = f"{house.site.server_path(GUILD)}/{name}"
    assert 'class="own"' not in (await house.page(path)).text
    for person, is_marked in ((ADA, True), (BEN, False)):
        answer = await house.get(path, Cookie=await house.sign_in(person))
        check_html(answer.text)
        assert ('class="own"' in answer.text) == is_marked
        assert answer.headers["Cache-Control"] == "no-store"
    # Others still get the public page.
    assert 'class="own"' not in (await house.page(path)).text


async def test_the_page_of_a_server_names_the_best_players(house: House) -> None:
    await save(house.services, *standings_of(*range(1700, 1500, -1)))
    page = await house.page(house.site.server_path(GUILD))
    assert "Skirt 1. player 1 1700 2. player 2 1699" in words_of(page)


async def test_a_leaderboard_shows_changes_this_month(house: House) -> None:
    one, two, three = standings_of(1700, 1600, 1500)
    months = [
        replace(one, period="2026-03", matches=4, mu_before=1686),
        replace(two, period="2026-03"),
    ]
    await save(house.services, one, two, three, *months)
    words = words_of(await house.page(f"{house.site.server_path(GUILD)}/skirt"))
    assert "1700 4–1–5 +14" in words
    assert "1600 4–1–5 new" in words
    assert "1500 4–1–5 3 players." in words


async def test_the_pages_of_a_leaderboard_lead_to_those_before_and_after(house: House) -> None:
    await save(house.services, *standings_of(*range(1800, 1500, -1)))
    path = f"{house.site.server_path(GUILD)}/skirt"
    pages = [await house.page(f"{path}?page={number}") for number in (1, 2)]
    links = [
        {each for each in page.links if "page=" in each and "lang" not in each} for page in pages
    ]
    assert links == [{f"{path}?page=2"}, {f"{path}?page=1", f"{path}?page=3"}]


async def test_a_leaderboard_has_a_page_for_each_period(house: House) -> None:
    await house.rank_ada()
    path = f"{house.site.server_path(GUILD)}/skirt"
    page = await house.page(path)
    assert {f"{path}/year", f"{path}/month"} <= page.links
    month = await house.page(f"{path}/month")
    assert house.site.player_path(GUILD, ADA.user_id) in month.links
    assert (await house.get(f"{path}/week")).status == 404
