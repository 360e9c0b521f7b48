"""What is usually played, on the pages of matches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from extensions.study.club.study import Study
from tests.club.services import ADA, BEN, CY, GUILD, Town
from tests.web.house import PRIVATE_CHANNEL, House, house_in


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """The web pages of a town, whose channels everyone can see."""
    async with house_in(tmp_path, town=Town()) as house:
        yield house


async def finish(house: House, guild_id: int) -> int:
    """Play a match that begins with a1, won by its first player."""
    services = house.services
    match_id = await services.start_match(game="skirt", guild_id=guild_id)
    match = await services.matches.find(match_id)
    await services.matches.make_move(match, ADA.user_id, "a1")
    await services.play_turns(match_id)
    await services.matches.resign(match_id, BEN.user_id)
    return match_id


async def test_usual_moves_are_shown_with_links_to_public_matches_only(house: House) -> None:
    await house.publish()
    public_id, hidden_id = await finish(house, GUILD), await finish(house, GUILD + 1)
    await house.services.part(Study).usual_moves.count_due()
    path = house.match_path(public_id)
    for page in (await house.page(f"{path}/0"), await house.page(f"{path}/0/explore")):
        assert "Usually played here: <strong>a1</strong> (2 matches, 100% won)." in page.text
        assert "Matches with this position" not in page.text
    assert "Usually played" not in (await house.page(path)).text
    other_id = await finish(house, GUILD)
    await house.services.part(Study).usual_moves.count_due()
    house.site.pages.clear()
    for page in (await house.page(f"{path}/0"), await house.page(f"{path}/0/explore")):
        assert "Usually played here: <strong>a1</strong> (3 matches, 100% won)." in page.text
        assert f"match {other_id}</a>." in page.text
        assert f"match {hidden_id}" not in page.text


async def test_a_match_is_no_example_of_what_is_usual_in_itself(house: House) -> None:
    await house.publish()
    path = house.match_path(await finish(house, GUILD))
    await house.services.part(Study).usual_moves.count_due()
    for page in (await house.page(f"{path}/0"), await house.page(f"{path}/0/explore")):
        assert "Usually played" not in page.text
        assert "Matches with this position" not in page.text


async def test_a_players_board_shows_them_in_the_first_turns_to_both_sides(house: House) -> None:
    await house.publish()
    public_id = await finish(house, GUILD)
    await house.services.part(Study).usual_moves.count_due()
    match_id = await house.services.start_match(ADA, BEN, game="skirt")
    cookies = [await house.sign_in(each) for each in (ADA, BEN)]
    path = house.site.play_path(match_id)
    for cookie in cookies:
        page = await house.get(path, Cookie=cookie)
        assert "Usually played here: <strong>a1</strong> (1 match, 100% won)." in page.text
        assert house.match_path(public_id) in page.links
    # Without public pages, players find their own matches.
    await house.publish(channels=(PRIVATE_CHANNEL,))
    cy = await house.services.start_match(CY, BEN, game="skirt")
    own = await house.get(path, Cookie=cookies[0])
    assert house.site.play_path(public_id) in own.links
    others = await house.get(house.site.play_path(cy), Cookie=await house.sign_in(CY))
    assert "1 match, 100% won" in others.text
    assert "Matches with this position" not in others.text
    await house.services.play_turns(match_id, 5)
    assert "Usually played" not in (await house.get(path, Cookie=cookies[0])).text


async def test_a_position_of_several_public_matches_leads_to_all_of_them(house: House) -> None:
    await house.publish()
    first = await finish(house, GUILD)
    await finish(house, GUILD + 1)
    await house.services.part(Study).usual_moves.count_due()
    start = f"{house.match_path(first)}/0"
    assert "All matches with this position" not in (await house.page(start)).text
    second, third = await finish(house, GUILD), await finish(house, GUILD)
    await house.services.win_match(game="scala")
    await house.services.part(Study).usual_moves.count_due()
    house.site.pages.clear()
    for path in (start, f"{start}/explore"):
        (address,) = (each for each in (await house.page(path)).links if "position=" in each)
    page = await house.page(address)
    assert "reached this position or an equivalent one" in page.text
    assert page.text.count('class="cover"') == 3
    assert {house.match_path(each) for each in (first, second, third)} <= page.links
    assert any(".txt?" in link and "position=" in link for link in page.links)
