"""Reviews on the web: the curve, the moves that mattered, and who may see and start them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from club.matches.match import Match
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from extensions.study.club.reviews import Mistake, Review
from extensions.study.storage import reviews as stored_reviews
from tests.club.services import ADA, BEN, CY
from tests.web.forms import follow, send, words_of
from tests.web.house import PRIVATE_CHANNEL, House, check_html, house_in


async def over(house: House) -> Match:
    """Return a match of a few moves, which Ben has resigned."""
    services = house.services
    match = await services.matches.find(await services.start_match(ADA, BEN))
    for _ in range(4):
        user_id = match.player_to_move.user_id if match.player_to_move else 0
        move = match.position.text(match.position.moves()[0])
        await services.matches.make_move(match, user_id, move, match.version)
        match = await services.matches.find(match.id)
    await services.matches.resign(match, BEN.user_id, match.version)
    return await services.matches.find(match.id)


async def with_review(house: House) -> Match:
    """Return a finished match whose review has one mistake, its third move."""
    match = await over(house)
    better = match.played[2].before
    line = (better.text(better.moves()[-1]),)
    review = Review(((0.5, 0.5),) * 3 + ((0.2, 0.8),) * 2, (Mistake(3, 0.3, line),))
    async with house.services.store.write() as tx:
        await stored_reviews.keep(tx, match.id, asdict(review), house.services.now)
    return match


async def test_a_finished_match_leads_to_its_review_and_to_exploring(house: House) -> None:
    match, cookie = await with_review(house), await house.sign_in(ADA)
    page = await house.get(house.site.play_path(match.id), Cookie=cookie)
    check_html(page.text)
    for label in ("Rematch", "Explore from here", "Your note"):
        assert label in words_of(page)
    assert words_of(page).count("wins") == 1
    assert "Winner" not in words_of(page)
    page = await follow(house, page, "Review", cookie)
    check_html(page.text)
    assert "Ada : " in words_of(page)
    assert "cost 30 percentage points of winning chance." in words_of(page)
    path = house.match_path(match.id)
    assert {f"{path}/3", f"{path}/2/explore"} <= page.links
    assert len(page.boards) == 2
    for picture in page.boards:
        assert (await house.get(picture, Cookie=cookie)).status == 200


async def test_everyone_sees_the_review_of_a_public_match(house: House) -> None:
    match = await with_review(house)
    page = await house.page(f"{house.match_path(match.id)}/review")
    assert "Biggest mistakes" in words_of(page)
    for picture in page.boards:
        assert (await house.get(picture)).status == 200


async def test_visitors_can_only_see_reviews(house: House) -> None:
    match = await over(house)
    path = f"{house.match_path(match.id)}/review"
    page = await house.page(path)
    assert "sign in with a link from /web on Discord" in words_of(page)
    assert (await house.post(path, {})).status == 403
    running = await house.services.start_match(ADA, CY)
    assert (await house.get(f"{house.match_path(running)}/review")).status == 404


async def test_only_players_see_the_review_of_a_hidden_match(house: House) -> None:
    match = await with_review(house)
    await house.publish(channels=(PRIVATE_CHANNEL,))
    assert (await house.get(f"{house.match_path(match.id)}/review")).status == 404
    path = f"{house.site.play_path(match.id)}/review"
    page = await house.get(path, Cookie=await house.sign_in(ADA))
    assert "Biggest mistakes" in words_of(page)
    assert "Go to turn" not in words_of(page)
    for hidden in (path, f"{path}.png", f"{path}/3.png"):
        assert (await house.get(hidden, Cookie=await house.sign_in(CY))).status == 404


async def test_a_member_starts_a_review(tmp_path: Path) -> None:
    pool = Pool(1, LocalSearches(256 * 2**20, patience=60.0))
    await pool.start()
    async with house_in(tmp_path, pool=pool) as house:
        await house.publish()
        match, cookie = await over(house), await house.sign_in(ADA)
        path = f"{house.match_path(match.id)}/review"
        page = await send(house, await house.get(path, Cookie=cookie), "Review this match", cookie)
        while "Thinking about match" in words_of(page):
            page = await house.get(path, Cookie=cookie)
        assert "This is a quick analysis." in words_of(page)
    await pool.close()
