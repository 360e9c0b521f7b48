"""How fast someone answers, on the page of a player and on a challenge."""

from __future__ import annotations

from club.paces import HOUR
from club.ratings.rhythm import MIN_TURNS
from rules.registry import GAMES
from storage.matches.match import Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD
from tests.web.forms import send, words_of
from tests.web.house import House, check_html

ELSEWHERE = CHANNEL + 1


async def play(house: House) -> None:
    """Let Ada and Ben play a match, with two hours for each turn."""
    services = house.services
    match_id = await services.start_match(ADA, BEN, pace="3d")
    for _ in range(2 * MIN_TURNS):
        services.now += 2 * HOUR
        match = await services.matches.find(match_id)
        assert match.player_to_move is not None
        move = match.position.moves()[0]
        await services.matches.play(match_id, match.player_to_move.user_id, move)


async def page_of_ada(house: House) -> str:
    house.site.pages.clear()
    return words_of(await house.get(house.site.player_path(GUILD, ADA.user_id)))


async def test_a_public_page_counts_only_public_matches(house: House) -> None:
    await house.publish()
    await house.rank_ada()
    await play(house)
    assert "Usually answers within 3 hours (3 days per turn)" in await page_of_ada(house)
    await house.publish(channels=(ELSEWHERE,))
    assert "Usually answers" not in await page_of_ada(house)


async def test_a_challenge_says_how_fast_the_challenger_answers(house: House) -> None:
    await play(house)
    terms = Terms("skirt", GAMES["skirt"].choose({}), "3d")
    for guest in (BEN, CY):
        await house.services.challenges.make(terms, Place(GUILD, CHANNEL), ADA, [guest])
    words = "Ada usually answers within 3 hours at this pace."
    page = await house.get("/me", Cookie=await house.sign_in(BEN))
    check_html(page.text)
    assert words in words_of(page)
    # It isn't known what Cy sees of a channel that not everyone can see.
    await house.publish(channels=(ELSEWHERE,))
    cookie = await house.sign_in(CY)
    assert words not in words_of(await house.get("/me", Cookie=cookie))
    await house.publish()
    assert words in words_of(await house.get("/me", Cookie=cookie))


async def test_a_member_hides_their_answer_times_on_the_web(house: House) -> None:
    await house.publish()
    await house.rank_ada()
    await play(house)
    cookie = await house.sign_in(ADA)
    page = await house.get("/me/preferences", Cookie=cookie)
    page = await send(house, page, "Hide answer times", cookie)
    assert "Nobody can see how fast you usually answer." in words_of(page)
    assert "Usually answers" not in await page_of_ada(house)
