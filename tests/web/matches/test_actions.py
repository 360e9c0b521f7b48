"""Offers, hints, resigning, aborting and rematches on the web."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from club.audit import Admin
from club.matches.match import Match
from club.servers.settings import CHANNELS
from storage.matches.match import Participant
from tests.bot.clubs import a_pool
from tests.club.outbox.test_notices import Queue
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD
from tests.web.house import Answer, House, check_html, house_in
from web.http.limits import Limits

COMPUTER = Participant(99, "Stairwell", level=1)


async def match_of(house: House, match_id: int) -> Match:
    return await house.services.matches.find(match_id)


async def page(house: House, person: Participant, match_id: int, path: str = "") -> str:
    """Return the page of a player's board."""
    cookie = await house.sign_in(person)
    answer = await house.get(f"{house.site.play_path(match_id)}{path}", Cookie=cookie)
    assert answer.status == 200, answer.text
    check_html(answer.text)
    return answer.text


async def send(
    house: House, person: Participant, match_id: int, path: str, **form: object
) -> Answer:
    """Send a form of the board, for its current state unless `form` contains another."""
    match = await match_of(house, match_id)
    sent = {"version": match.version, "stands_at": match.stands_at, **form}
    cookie = await house.sign_in(person)
    path = f"{house.site.play_path(match_id)}/{path}"
    return await house.post(path, {name: str(sent[name]) for name in sent}, Cookie=cookie)


async def act(house: House, person: Participant, match_id: int, path: str, **form: object) -> Match:
    """Send a form that must succeed and post to the channel, and return the match."""
    queue = Queue(house.services)
    await queue.new()
    answer = await send(house, person, match_id, path, **form)
    assert answer.status == 303, answer.text
    assert answer.headers["Location"] == house.site.play_path(match_id)
    assert await queue.new()
    return await match_of(house, match_id)


async def test_a_draw_is_offered_and_accepted(house: House) -> None:
    asker, other = BEN, ADA
    match_id = await house.services.start_match(game="scala")
    match = await act(house, asker, match_id, "ask", kind="draw")
    assert f"<bdi>{asker.name}</bdi></strong> offers a draw." in await page(house, other, match_id)
    own = await page(house, asker, match_id)
    assert f"Waiting for <bdi>{other.name}</bdi> to answer." in own
    assert "Withdraw" in own
    assert "Accept draw" not in own
    assert 'value="draw"' not in own
    (offer,) = match.offers
    match = await act(house, other, match_id, "answer", offer=offer.id, reply="yes")
    assert match.result is not None
    assert match.result["winners"] == []
    assert 'value="resign"' not in await page(house, asker, match_id)


async def test_an_offer_is_declined_or_withdrawn(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    match = await act(house, ADA, match_id, "ask", kind="draw")
    match = await act(house, BEN, match_id, "answer", offer=match.offers[0].id, reply="no")
    assert match.offers == ()
    match = await act(house, BEN, match_id, "ask", kind="draw")
    match = await act(house, BEN, match_id, "answer", offer=match.offers[0].id, reply="no")
    assert match.offers == ()


async def test_a_take_back_is_requested_and_accepted(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    match = await house.services.play_turns(match_id, 1)
    own = match.played[0].text
    assert f"Ask to take back {own}" in await page(house, ADA, match_id)
    match = await act(house, ADA, match_id, "ask", kind="take back")
    match = await act(house, BEN, match_id, "answer", offer=match.offers[0].id, reply="yes")
    assert match.ply == 0


async def test_clocks_are_paused_and_resumed(house: House) -> None:
    match_id = await house.services.start_match(game="scala", pace="3d")
    for kind, is_paused in (("pause", True), ("resume", False)):
        match = await act(house, ADA, match_id, "ask", kind=kind)
        match = await act(house, BEN, match_id, "answer", offer=match.offers[0].id, reply="yes")
        assert (match.paused_until is not None) == is_paused


async def test_resigning_requires_confirmation(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    await house.services.play_turns(match_id, 1)
    assert f'href="{house.site.play_path(match_id)}/resign"' in await page(house, BEN, match_id)
    question = await page(house, BEN, match_id, "/resign")
    assert "Do you want to resign" in question
    assert "Keep playing" in question
    assert not (await match_of(house, match_id)).is_over
    match = await act(house, BEN, match_id, "resign")
    assert match.result is not None
    assert match.result["winners"] == [1]


async def test_a_match_that_has_barely_started_can_be_aborted(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    question = await page(house, BEN, match_id, "/abort")
    assert 'value="1">\n<button class="quiet-button danger">Abort' in question
    assert (await act(house, BEN, match_id, "abort")).is_aborted


async def test_forms_from_before_a_move_are_refused(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    before = await match_of(house, match_id)
    await act(house, ADA, match_id, "ask", kind="draw")
    offer = (await match_of(house, match_id)).offers[0].id
    await house.services.play_turns(match_id, 1)
    for path, form in (
        ("ask", {"kind": "pause", "stands_at": before.stands_at}),
        ("answer", {"offer": offer, "reply": "yes"}),
        ("answer", {"offer": "9" * 30, "reply": "yes"}),
        ("resign", {"version": before.version}),
        ("abort", {"version": before.version}),
        ("hint", {"version": before.version}),
    ):
        answer = await send(house, BEN, match_id, path, **form)
        assert answer.status == 409, path
        assert 'class="notice error" role="alert"' in answer.text
        check_html(answer.text)
    after = await match_of(house, match_id)
    assert not after.is_over
    assert after.offers == ()


async def test_only_players_act(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    for path in ("ask", "answer", "hint", "resign", "abort"):
        assert (await send(house, CY, match_id, path, kind="draw")).status == 404
        board = f"{house.site.play_path(match_id)}/{path}"
        assert (await house.get(board, Cookie=await house.sign_in(CY))).status == 404
        assert (await house.post(board, {})).status == 403
    match = await match_of(house, match_id)
    assert (match.offers, match.is_over) == ((), False)


async def test_only_allowed_actions_are_offered(house: House) -> None:
    skirt = await house.services.start_match(game="skirt")
    text = await page(house, ADA, skirt)
    assert 'value="draw"' not in text
    assert "take back" not in text.lower()
    assert "/hint" not in text
    assert (await send(house, ADA, skirt, "ask", kind="draw")).status == 409
    assert (await send(house, ADA, skirt, "ask", kind="a favour")).status == 404
    assert (await send(house, ADA, skirt, "hint")).status == 409
    await house.services.play_turns(skirt, 1)
    assert (await send(house, ADA, skirt, "abort")).status == 409
    await house.services.matches.resign(skirt, ADA.user_id)
    for person in (ADA, BEN):
        text = await page(house, person, skirt)
        assert not any(f"/{form}" in text for form in ("ask", "answer", "hint", "resign", "lines"))


async def test_opening_a_forms_address_redirects_to_the_board(house: House) -> None:
    match_id = await house.services.start_match()
    cookie, path = await house.sign_in(), house.site.play_path(match_id)
    for form in ("ask", "answer", "hint"):
        answer = await house.get(f"{path}/{form}", Cookie=cookie)
        assert (answer.status, answer.headers["Location"]) == (303, path)


async def test_a_hint_is_entered_on_the_board(tmp_path: Path) -> None:
    limits = Limits(burst=1000, sign_ins=1000, hints=1, hints_per_second=0)
    async with a_pool() as pool, house_in(tmp_path, limits, pool=pool) as house:
        match_id = await house.services.start_match(ADA, COMPUTER, game="skirt")
        assert "/hint" in await page(house, ADA, match_id)
        answer = await send(house, ADA, match_id, "hint")
        assert answer.status == 200, answer.text
        check_html(answer.text)
        assert "I would play <strong>" in answer.text
        assert 'class="button">Play ' in answer.text
        assert (await send(house, ADA, match_id, "hint")).status == 429
        people = await house.services.start_match(BEN, ADA, game="skirt")
        assert "/hint" not in await page(house, BEN, people)
        assert (await send(house, BEN, people, "hint")).status == 409


async def test_a_rematch_is_requested_and_accepted(house: House) -> None:
    former = await house.services.win_match(ADA, BEN)
    queue = Queue(house.services)
    await queue.new()
    answer = await send(house, BEN, former, "rematch")
    assert answer.headers["Location"] == house.site.play_path(former)
    assert [post.kind for post in await queue.new()] == ["invitation"]
    challenge = await house.services.rematches.current(former)
    assert challenge is not None
    assert "You asked for a rematch." in await page(house, BEN, former)
    accept = f"/me/challenges/{challenge.id}/accept"
    assert accept in await page(house, ADA, former)
    answer = await house.post(accept, {}, Cookie=await house.sign_in(ADA))
    rematch = await house.services.challenges.find(challenge.id)
    assert rematch.match_id is not None
    assert answer.headers["Location"] == house.site.play_path(rematch.match_id)
    for person in (ADA, BEN):
        text = await page(house, person, former)
        assert f'href="{house.site.play_path(rematch.match_id)}">The rematch has started' in text
        assert "/rematch" not in text
    assert (await send(house, ADA, former, "rematch")).status == 409


async def test_a_rematch_starts_only_where_the_server_plays(house: House) -> None:
    former = await house.services.win_match(ADA, BEN)
    elsewhere = (CHANNEL + 1,)
    await house.services.settings.change(GUILD, CHANNELS, elsewhere, Admin(1, "Root"))
    answer = await send(house, BEN, former, "rematch")
    assert answer.status == 409
    assert "This server plays its matches in" in answer.text
    assert await house.services.rematches.current(former) is None


async def test_only_players_of_a_finished_match_can_request_a_rematch(house: House) -> None:
    running, former = await house.services.start_match(), await house.services.win_match()
    assert "/rematch" not in await page(house, ADA, running)
    assert (await send(house, ADA, running, "rematch")).status == 409
    assert "/rematch" in await page(house, ADA, former)
    assert (await send(house, CY, former, "rematch")).status == 404


async def test_a_waiting_player_nudges_the_other_once(house: House) -> None:
    match_id = await house.services.start_match(game="skirt", pace="1d")
    assert "Nudge" not in await page(house, BEN, match_id)
    house.services.now += timedelta(hours=13)
    assert "Nudge Ada" in await page(house, BEN, match_id)
    await act(house, BEN, match_id, "nudge")
    words = await page(house, BEN, match_id)
    assert "nudged <bdi>Ada</bdi>" in words
    assert "Nudge Ada" not in words
    assert (await send(house, BEN, match_id, "nudge")).status == 409
