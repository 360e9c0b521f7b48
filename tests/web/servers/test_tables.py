"""Leaderboards and standings: links to players and matches, periods, and the visitor's own row."""

from __future__ import annotations

from tests.club.services import ADA, BEN, CY, GUILD
from tests.web.house import House, check_html
from tests.web.http.test_embeds import event_path


async def test_a_leaderboard_marks_the_row_of_its_visitor_only(house: House) -> None:
    await house.rank_ada()
    path = f"{house.site.server_path(GUILD)}/skirt"
    assert 'class="own"' not in (await house.page(path)).text
    for person, is_marked in ((ADA, True), (BEN, False)):
        answer = await house.get(path, Cookie=await house.sign_in(person))
        check_html(answer.text)
        assert ('class="own"' in answer.text) == is_marked
        assert answer.headers["Cache-Control"] == "no-store"
    # Others still get the public page.
    assert 'class="own"' not in (await house.page(path)).text


async def test_a_leaderboard_has_a_page_for_each_period(house: House) -> None:
    await house.rank_ada()
    path = f"{house.site.server_path(GUILD)}/skirt"
    page = await house.page(path)
    assert {f"{path}/year", f"{path}/month"} <= page.links
    month = await house.page(f"{path}/month")
    assert house.site.player_path(GUILD, ADA.user_id) in month.links
    assert (await house.get(f"{path}/week")).status == 404


async def test_standings_link_to_players_and_matches(house: House) -> None:
    path = await event_path(house, [ADA, BEN, CY])
    page = await house.page(path)
    assert house.site.player_path(GUILD, ADA.user_id) in page.links
    table = page.text.partition("<table")[2].partition("</table>")[0]
    assert f'href="{house.match_path(1)}"' in table
    own = await house.get(path, Cookie=await house.sign_in(BEN))
    check_html(own.text)
    assert own.text.count('class=" own"') == 1
