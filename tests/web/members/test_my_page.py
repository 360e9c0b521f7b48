"""A member's own page: their matches, and answers to challenges."""

from __future__ import annotations

from datetime import timedelta

from rules.registry import GAMES
from storage.matches.match import Place, Terms
from storage.members import membership
from storage.members.membership import Member
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON
from tests.web.forms import words_of
from tests.web.house import House, check_html


async def challenge_ada(house: House) -> int:
    """Let Ben challenge Ada, and return the challenge's id."""
    terms = Terms("skirt", GAMES["skirt"].choose({}))
    challenge = await house.services.challenges.make(
        terms, Place(GUILD, CHANNEL), BEN, [ADA], seat=1
    )
    return challenge.id


async def test_matches_waiting_for_the_member_come_first(house: House) -> None:
    cookie = await house.sign_in(ADA)
    assert "Find an opponent" in (await house.get("/me", Cookie=cookie)).text
    waiting = await house.services.start_match(BEN, ADA)
    own = await house.services.start_match(ADA, CY)
    foreign = await house.services.start_match(BEN, CY)
    page = await house.get("/me", Cookie=cookie)
    check_html(page.text)
    at = [page.text.find(house.site.play_path(number)) for number in (own, waiting, foreign)]
    assert 0 < at[0] < at[1]
    assert at[2] == -1
    assert 'title="Your turn">1<' in page.text
    assert "noindex" in page.text


async def test_alike_matches_are_told_apart_and_little_time_is_marked(house: House) -> None:
    cookie = await house.sign_in(ADA)
    numbers = [await house.services.start_match(ADA, BEN) for _ in range(2)]
    words = words_of(await house.get("/me", Cookie=cookie))
    for number in numbers:
        assert f"vs Ben · match {number}" in words
    timed = await house.services.start_match(ADA, CY, pace="3d")
    page = await house.get("/me", Cookie=cookie)
    assert "vs Cy ·" not in words_of(page)
    assert 'class="chip "' in page.text
    deadline = (await house.services.matches.find(timed)).stored.deadline
    assert deadline is not None
    for left, urgency in ((23, "soon"), (14, "urgent")):
        house.services.now = deadline - timedelta(hours=left)
        page = await house.get("/me", Cookie=cookie)
        assert f'class="chip {urgency}">deadline <time' in page.text


async def test_only_players_get_small_boards(house: House) -> None:
    number = await house.services.start_match(ADA, BEN)
    ada, cy = await house.sign_in(ADA), await house.sign_in(CY)
    page = await house.get("/me", Cookie=ada)
    picture = next(link for link in page.links if link.startswith("/me/board/"))
    answer = await house.get(picture, Cookie=ada)
    assert answer.status == 200
    assert answer.headers["Cache-Control"].startswith("private")
    assert (await house.get(picture, Cookie=cy)).status == 404
    assert (await house.get(picture)).status == 403
    key = house.site.play_path(number).rpartition("/")[2]
    later = await house.get(f"/me/board/{key}/999.png", Cookie=ada)
    assert later.headers["Cache-Control"] == "no-store"


async def test_accepting_a_challenge_starts_the_match_and_updates_its_card(house: House) -> None:
    number = await challenge_ada(house)
    cookie = await house.sign_in(ADA)
    path = f"/me/challenges/{number}/accept"
    assert path in (await house.get("/me", Cookie=cookie)).text
    answer = await house.post(path, {}, Cookie=cookie)
    assert answer.status == 303
    challenge = await house.services.challenges.find(number)
    assert challenge.match_id is not None
    assert answer.headers["Location"] == house.site.play_path(challenge.match_id)
    again = await house.post(path, {}, Cookie=cookie)
    assert again.status == 409


async def test_declining_a_challenge_closes_it(house: House) -> None:
    number = await challenge_ada(house)
    cookie = await house.sign_in(ADA)
    answer = await house.post(f"/me/challenges/{number}/decline", {}, Cookie=cookie)
    assert (answer.status, answer.headers["Location"]) == (303, "/me")
    assert (await house.services.challenges.find(number)).state == "declined"
    assert "/decline" not in (await house.get("/me", Cookie=cookie)).text


async def test_only_the_challenged_member_can_answer(house: House) -> None:
    number = await challenge_ada(house)
    for person in (BEN, CY):
        cookie = await house.sign_in(person)
        assert f"/challenges/{number}/accept" not in (await house.get("/me", Cookie=cookie)).text
        for verb in ("accept", "decline"):
            answer = await house.post(f"/me/challenges/{number}/{verb}", {}, Cookie=cookie)
            assert answer.status == 404
    assert (await house.services.challenges.find(number)).state == "open"
    assert (await house.post(f"/me/challenges/{number}/accept", {})).status == 403


async def test_leaving_a_server_hides_its_challenges(house: House) -> None:
    number = await challenge_ada(house)
    async with house.services.store.write() as tx:
        await membership.save(tx, [Member(GUILD, ADA.user_id, ADA.name, False, NOON)])
    cookie = await house.sign_in(ADA)
    assert f"/challenges/{number}/" not in (await house.get("/me", Cookie=cookie)).text
    answer = await house.post(f"/me/challenges/{number}/accept", {}, Cookie=cookie)
    assert answer.status == 404


async def test_an_expired_challenge_is_refused_kindly(house: House) -> None:
    number = await challenge_ada(house)
    cookie = await house.sign_in(ADA)
    house.services.now += timedelta(hours=25)
    answer = await house.post(f"/me/challenges/{number}/accept", {}, Cookie=cookie)
    assert answer.status == 409
