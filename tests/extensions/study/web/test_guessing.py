"""Guessing the moves of finished matches on the web, signed in or not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from club.matches.match import Match
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from extensions.study.club.reviews import Review
from extensions.study.storage import reviews as stored_reviews
from extensions.study.web import guessing
from tests.club.services import BEN, CY, GUILD
from tests.web.forms import follow, send, words_of
from tests.web.house import Answer, House, check_html, house_in

TYPED = "Play this move"


async def finished(house: House, rounds: int = 5) -> Match:
    """A public rated match that Ben resigned."""
    match_id = await house.services.start_match()
    await house.services.play_turns(match_id, rounds)
    await house.services.matches.resign(match_id, BEN.user_id)
    return await house.services.matches.find(match_id)


async def open_seat(house: House, match: Match, seat: str = "Ada", cookie: str = "") -> Answer:
    """Follow the links from the page of a match to the first move of a seat."""
    page = await house.get(house.match_path(match.id), Cookie=cookie)
    page = await follow(house, page, "Guess the moves", cookie)
    check_html(page.text)
    assert "Whose moves do you want to guess?" in words_of(page)
    return await follow(house, page, seat, cookie)


async def test_a_visitor_guesses_a_match_and_nothing_is_stored(house: House) -> None:
    match = await finished(house, rounds=2)
    page = await open_seat(house, match, "Ben")
    for number, ply in enumerate((1, 3)):
        words = words_of(page)
        assert f"Guess {number + 1} of 2 · {10 * number} points so far" in words
        assert f"Ada played {match.played[ply - 1].text} . What did Ben play as Black ?" in words
        page = await send(house, page, TYPED, move=match.played[ply].text)
        check_html(page.text)
        assert f"Yes, Ben played {match.played[ply].text} . You get 10 points." in words_of(page)
        page = await follow(house, page, "See the result" if number else "Next move")
        check_html(page.text)
    result = "You scored 20 of 20 points as Black . Moves guessed right: 2 of 2."
    assert result in words_of(page)


async def test_a_move_is_entered_on_the_board(house: House) -> None:
    match = await finished(house)
    page = await open_seat(house, match)
    await house.check_small_board(page)
    path = f"{house.match_path(match.id)}/guess/1.0.0.0"
    steps = "/".join(match.played[0].move)
    page = await house.get(f"{path}?steps={steps}")
    page = await send(house, page, f"Play {match.played[0].text}")
    assert "You get 10 points." in words_of(page)
    await house.check_small_board(page)


async def test_a_member_is_among_the_best_of_the_month(house: House) -> None:
    match, cookie = await finished(house, rounds=1), await house.sign_in(CY)
    page = await house.get(f"{house.match_path(match.id)}/guess", Cookie=cookie)
    assert "counts for the month's best players" in words_of(page)
    page = await follow(house, page, "Ada", cookie)
    leaderboard = f"{house.site.server_path(GUILD)}/{match.game.key}"
    assert "best this month" not in (await house.page(leaderboard)).text
    await send(house, page, TYPED, cookie, move=match.played[0].text)
    # Only the first guess counts.
    await send(house, page, "Show me", cookie)
    house.site.pages.clear()
    page = await house.page(leaderboard)
    assert "Guess the moves: best this month 1. Cy : 10 points in 1 match" in words_of(page)


async def test_a_visitor_can_look_and_a_bad_text_is_refused(house: House) -> None:
    match = await finished(house)
    page = await send(house, await open_seat(house, match), TYPED, move="to the left")
    assert page.status == 409
    assert "“to the left” isn't" in words_of(page)
    page = await send(house, page, "Show me")
    assert f"Ada played {match.played[0].text} . You get 0 points." in words_of(page)
    address = f"{house.match_path(match.id)}/guess/1.0.0.0/moves?typed=a"
    assert match.position.text(match.played[0].before.moves()[0]) in (await house.get(address)).text


async def test_made_up_addresses_are_refused(house: House) -> None:
    path = f"{house.match_path((await finished(house)).id)}/guess"
    for code in ("1.9.0.0", "7.0.0.0", "1.1.99.0", "1"):
        page = await house.get(f"{path}/{code}")
        assert page.status == 409
        assert "These guesses don't fit match 1." in words_of(page)
    assert (await house.get(f"{path}/x")).status == 404
    assert (await house.get(f"{path}/1.0.0.0?steps=x")).status == 400
    for picture in ("1/99/look/wide/start", "3/0/look/wide/start", "1/0/choose/wide/x"):
        assert (await house.get(f"{path}/{picture}.png")).status == 404


async def test_only_finished_public_matches_can_be_guessed(house: House) -> None:
    running_id = await house.services.start_match()
    match = await house.services.play_turns(running_id)
    path = house.match_path(match.id)
    assert "Guess the moves" not in (await house.page(path)).text
    page = await house.get(f"{path}/guess")
    assert "You can guess its moves when it's over." in words_of(page)
    assert (await house.get(f"{path}/guess/1/0/look/wide/start.png")).status == 404
    over = await finished(house)
    await house.publish(channels=())
    assert (await house.get(f"{house.match_path(over.id)}/guess")).status == 404


async def test_surprise_me_leads_to_a_public_match_of_the_server(house: House) -> None:
    match = await finished(house)
    page = await house.get(f"{house.match_path(match.id)}/guess")
    page = await follow(house, page, "Surprise me")
    assert page.status == 303
    assert page.headers["Location"] == f"{house.match_path(match.id)}/guess"


async def test_members_guesses_are_searched_and_visitors_see_stored_reviews(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "SEARCH_SECONDS", 60.0)
    pool = Pool(1, LocalSearches(256 * 2**20, patience=60.0))
    await pool.start()
    async with house_in(tmp_path, pool=pool) as house:
        await house.publish()
        match, cookie = await finished(house), await house.sign_in()
        other = match.position.text(
            next(each for each in match.played[0].before.moves() if each != match.played[0].move)
        )
        page = await open_seat(house, match, cookie=cookie)
        page = await send(house, page, TYPED, cookie, move=other)
        assert f"Your move {other} : winning chance" in words_of(page)
        page = await send(house, await open_seat(house, match), TYPED, move=other)
        assert f"Your move {other} wasn't judged." in words_of(page)
        assert "The move played" not in words_of(page)
        review = Review(((0.5, 0.5), (0.4, 0.6), *[(0.5, 0.5)] * 9), ())
        async with house.services.store.write() as tx:
            await stored_reviews.keep(tx, match.id, asdict(review), house.services.now)
        page = await send(house, await open_seat(house, match), TYPED, move=match.played[0].text)
        assert "winning chance 40% (10 percentage points lost) You get 5 points." in words_of(page)
    await pool.close()
