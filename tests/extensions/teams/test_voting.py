"""Voting on the turn of a whole channel in the browser, and what spectators see of the votes."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest

from club.matches.changes import Agreement
from club.matches.match import Match
from extensions.teams.club.teams import MAX_WORDS, Teams, Voter
from extensions.teams.club.votes import open_votes
from rules.notation import MAX_TEXT_LENGTH
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Town
from tests.extensions.teams.test_teams import TEAM, close, start, whole_turn
from tests.web.forms import forms_of, send, words_of
from tests.web.house import Answer, House, check_html, house_in
from tests.web.http.test_live import next_version
from tests.web.http.test_typed_texts import SWAN

OTHER = 17


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def house(tmp_path: Path, town: Town) -> AsyncIterator[House]:
    """A club whose server has listed pages, and whose members are known."""
    async with house_in(tmp_path, town=town) as house:
        await house.publish()
        yield house


def path_of(house: House, match: Match) -> str:
    return f"{house.site.play_path(match.id)}/vote"


async def ballot(house: House, match: Match, cookie: str, *texts: str) -> Answer:
    """Choose the moves of a turn on the board, tap by tap."""
    page = await house.get(path_of(house, match), Cookie=cookie)
    for text in texts:
        page = await send(house, page, "Type a move", cookie, move=text)
        assert page.status == 200, page.text
    return page


async def tap(house: House, page: Answer, place: str, cookie: str) -> Answer:
    """Tap a place of the board."""
    link = re.search(rf'<a href="([^"]*)" aria-label="{place},', page.text)
    assert link is not None, page.text
    return await house.get(link[1], Cookie=cookie)


async def vote(house: House, match: Match, cookie: str, *texts: str) -> Answer:
    return await send(house, await ballot(house, match, cookie, *texts), "Vote for", cookie)


async def test_members_vote_on_the_board_and_change_their_votes(house: House) -> None:
    match = await start(house.services)
    ada, ben = await house.sign_in(ADA), await house.sign_in(BEN)
    page = await house.page(house.match_path(match.id))
    assert "The Skirters is voting on this turn. No votes yet." in words_of(page)
    assert path_of(house, match) in page.links
    page = await tap(house, await ballot(house, match, ada), "a1", ada)
    check_html(page.text)
    for picture in page.boards:
        assert (await house.get(picture, Cookie=ada)).status == 200, picture
    page = await send(house, page, "Vote for a1", ada)
    assert "You voted for a1 ." in words_of(page)
    await vote(house, match, ben, "e1")
    page = await vote(house, match, ada, "e1")
    assert "You voted for e1 ." in words_of(page)
    assert "2 votes so far" in words_of(page)
    after = await close(house.services, match)
    assert [each.text for each in after.played] == ["e1"]


@pytest.mark.parametrize("game", ["passtally", "scala"])
async def test_a_whole_turn_is_chosen(house: House, game: str) -> None:
    match = await start(house.services, game=game)
    texts, cookie = whole_turn(match), await house.sign_in()
    unfinished = await ballot(house, match, cookie, *texts[:-1])
    assert not any("Vote for" in form.words for form in forms_of(unfinished))
    page = await vote(house, match, cookie, *texts)
    assert "You voted for" in words_of(page)
    assert open_votes(await house.services.matches.find(match.id))[0].moves == texts


async def test_votes_are_secret_until_the_close(house: House) -> None:
    match = await start(house.services)
    ada, ben = await house.sign_in(ADA), await house.sign_in(BEN)
    await house.services.personal_data.show_globally(BEN.user_id, False)
    path, board = house.match_path(match.id), path_of(house, match)
    pages = (path, f"{path}/0", f"{path}/match.txt", f"{path}/0/explore", f"{path}/0/card.png")

    async def seen() -> list[bytes]:
        house.site.pages.clear()
        answers = [await house.get(each) for each in pages]
        return [answers[0].body, *(each.body for each in answers[1:])]

    await vote(house, match, ada, "e1")
    before = await seen()
    page = await vote(house, match, ada, "a1")
    await send(house, page, "Say why", ada, words="near the corner")
    # Which turn someone votes for changes nothing for anyone else.
    assert await seen() == before
    voter = words_of(await house.get(board, Cookie=ben))
    assert "near the corner" not in voter
    assert "user 11" not in voter
    assert "1 vote so far" in voter
    await vote(house, match, ben, "d1")
    await close(house.services, match)
    house.site.pages.clear()
    closed = words_of(await house.page(path))
    assert "Votes: a1 1 ( user 11 : “near the corner”), d1 1" in closed
    assert "user 12" not in closed


async def test_the_number_of_votes_is_announced_to_open_pages(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.live.EVERY", 1e9)
    match = await start(house.services)
    ada, ben = await house.sign_in(ADA), await house.sign_in(BEN)
    public, board = house.match_path(match.id), path_of(house, match)
    url, own = house.url, house.site.play_path(match.id)
    async with (
        house.session.get(f"{url}{public}/live") as watching,
        house.session.get(f"{url}{own}/live", headers={"Cookie": ben}) as voting,
    ):
        for stream, path in ((watching, public), (voting, board)):
            version = await next_version(stream.content)
            assert f'data-version="{version}"' in (await house.get(path, Cookie=ben)).text
        await vote(house, match, ada, "e1")
        for stream, path in ((watching, public), (voting, board)):
            version = await next_version(stream.content)
            page = await house.get(path, Cookie=ben)
            assert f'data-version="{version}"' in page.text
            assert "1 vote so far" in words_of(page)


async def test_a_vote_that_comes_too_late_is_refused_with_the_current_board(house: House) -> None:
    match = await start(house.services)
    cookie = await house.sign_in()
    page = await ballot(house, match, cookie, "e1")
    await vote(house, match, await house.sign_in(BEN), "a1")
    await close(house.services, match)
    refused = await send(house, page, "Vote for e1", cookie)
    assert refused.status == 409
    assert "moved on" in words_of(refused)
    assert not any("Vote for" in form.words for form in forms_of(refused))


async def test_a_paused_match_keeps_its_votes_and_takes_none(house: House) -> None:
    match = await start(house.services)
    cookie = await house.sign_in()
    await vote(house, match, cookie, "e1")
    page = await ballot(house, match, cookie, "a1")
    await house.services.part(Teams).pause(match)
    refused = await send(house, page, "Vote for a1", cookie)
    assert refused.status == 409
    assert "You voted for e1 ." in words_of(refused)
    assert open_votes(await house.services.matches.find(match.id))[0].moves == ["e1"]


async def test_members_sign_up_and_leave_on_the_board(house: House) -> None:
    match = await start(house.services, voters="members")
    cookie, path = await house.sign_in(), path_of(house, match)
    page = await house.get(path, Cookie=cookie)
    assert "Only those who have signed up can vote" in words_of(page)
    page = await send(house, page, "Sign up", cookie)
    page = await send(house, page, "Leave the team", cookie)
    page = await send(house, page, "Sign up", cookie)
    # All members have voted then.
    await vote(house, match, cookie, "e1")
    assert (await house.services.matches.find(match.id)).played[0].text == "e1"


async def test_two_thirds_resign_on_the_board(house: House) -> None:
    match = await start(house.services)
    cookie = await house.sign_in()
    page = await house.get(path_of(house, match), Cookie=cookie)
    page = await send(house, page, "Vote to resign", cookie, wish="resign")
    assert "You voted to resign." in words_of(page)
    assert "Withdraw vote" in words_of(page)
    assert (await close(house.services, match)).is_over
    assert "The Skirters resigned" in words_of(
        await house.get(path_of(house, match), Cookie=cookie)
    )


async def test_only_those_who_see_the_channel_vote(house: House, town: Town) -> None:
    match = await start(house.services)
    path, cookie = path_of(house, match), await house.sign_in(CY)
    assert (await house.get(path)).status == 403
    reasons = {
        "too_new": "This match started before you joined the server",
        "departed": "In this match, only members of The Skirters can vote",
        "hidden": "In this match, only members of The Skirters can vote",
    }
    page = await ballot(house, match, cookie, "e1")
    for case, reason in reasons.items():
        town.joined = {CY.user_id: NOON + timedelta(seconds=1)} if case == "too_new" else {}
        town.departed = {(GUILD, CY.user_id)} if case == "departed" else set()
        town.hidden = {(CY.user_id, CHANNEL)} if case == "hidden" else set()
        refused = await send(house, page, "Vote for e1", cookie)
        assert (refused.status, reason in words_of(refused)) == (409, True), case
        house.services.now += timedelta(minutes=2)
        assert reason in words_of(await house.get(path, Cookie=cookie))
    assert open_votes(await house.services.matches.find(match.id)) == ()
    # Nobody learns of a match in a channel that isn't public.
    await house.publish(channels=())
    for each in (path, f"{house.site.play_path(match.id)}/live"):
        assert (await house.get(each, Cookie=cookie)).status == 404
    town.hidden = set()
    house.services.now += timedelta(minutes=2)
    assert (await house.get(path, Cookie=cookie)).status == 200


async def test_a_voter_who_no_longer_sees_the_channel_stops_following(
    house: House, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.live.VOTER_SECONDS", 0.0)
    match = await start(house.services)
    await house.publish(channels=())
    path = f"{house.site.play_path(match.id)}/live"
    headers = {"Cookie": await house.sign_in(CY)}
    async with house.session.get(house.url + path, headers=headers) as stream:
        await next_version(stream.content)
        # It is cut off, and the page would open it again.
        with pytest.raises(aiohttp.ClientPayloadError):
            await stream.content.read()
    town.hidden = {(CY.user_id, CHANNEL)}
    house.services.now += timedelta(minutes=2)
    async with house.session.get(house.url + path, headers=headers) as refused:
        assert refused.status == 404


async def test_a_process_without_discord_takes_votes_of_those_who_have_voted_there(
    house: House, town: Town
) -> None:
    match = await start(house.services)
    town.gone = {GUILD}
    path, cookie = path_of(house, match), await house.sign_in()
    unknown = await house.get(path, Cookie=cookie)
    assert unknown.status == 409
    assert "Vote once on Discord" in words_of(unknown)
    voter = Voter(ADA.user_id, ADA.name, GUILD, NOON - timedelta(days=9))
    await house.services.part(Teams).vote(match, voter, match.version, ["e1"])
    page = await vote(house, match, cookie, "a1")
    assert "You voted for a1 ." in words_of(page)


async def start_between_servers(house: House) -> Match:
    """Start a match of the server, which moves first, against another one."""
    players = (TEAM, Participant(OTHER, "Rookery", home=2, team_id=OTHER))
    places = [Place(GUILD, CHANNEL), Place(OTHER, 18)]
    terms = Terms("skirt", GAMES["skirt"].choose({}), "1d")
    return await house.services.part(Teams).start(Agreement(terms, places, players))


async def test_only_the_voting_server_learns_the_number_of_votes(
    house: House, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.http.live.EVERY", 0.05)
    match = await start_between_servers(house)
    ada, ben, cy = [await house.sign_in(each) for each in (ADA, BEN, CY)]
    town.departed = {(OTHER, ADA.user_id), (OTHER, BEN.user_id), (GUILD, CY.user_id)}
    board = path_of(house, match)
    live = f"{house.url}{house.site.play_path(match.id)}/live"
    async with (
        house.session.get(live, headers={"Cookie": ben}) as own,
        house.session.get(live, headers={"Cookie": cy}) as other,
    ):
        versions = [await next_version(stream.content) for stream in (own, other)]
        for version, cookie in zip(versions, (ben, cy), strict=True):
            page = await house.get(board, Cookie=cookie)
            assert f'data-version="{version}"' in page.text
        assert "No votes yet" in words_of(await house.get(board, Cookie=ben))
        await vote(house, match, ada, "e1")
        version = await next_version(own.content)
        page = await house.get(board, Cookie=ben)
        assert f'data-version="{version}"' in page.text
        assert "The Skirters is voting on this turn. 1 vote so far." in words_of(page)
        page = await house.get(board, Cookie=cy)
        assert f'data-version="{versions[1]}"' in page.text
        assert "The Skirters is voting on this turn." in words_of(page)
        assert "1 vote" not in words_of(page)
        await close(house.services, match)
        # The next version of the other server is that of its own turn.
        version = await next_version(other.content)
        page = await house.get(board, Cookie=cy)
        assert f'data-version="{version}"' in page.text
        assert "Rookery is voting on this turn. No votes yet." in words_of(page)


async def test_the_result_of_a_match_between_servers_shows_their_ratings(
    house: House, town: Town
) -> None:
    match = await start_between_servers(house)
    ada, ben = await house.sign_in(ADA), await house.sign_in(BEN)
    town.departed = {(OTHER, ADA.user_id), (GUILD, BEN.user_id)}
    for _ in range(3):
        for cookie in (ada, ben):
            await vote(house, match, cookie, *whole_turn(match))
            match = await close(house.services, match)
    page = await house.get(path_of(house, match), Cookie=ada)
    await send(house, page, "Vote to resign", ada, wish="resign")
    assert (await close(house.services, match)).is_over
    for cookie in (ada, ben):
        page = await house.get(path_of(house, match), Cookie=cookie)
        words = words_of(page)
        assert "Ratings: The Skirters 1500? → 1422? , Rookery 1500? → 1578? ." in words
        assert "1500? -78" in words.replace("−", "-")


async def test_a_member_of_two_servers_votes_for_one_of_them(house: House) -> None:
    services = house.services
    match = await start_between_servers(house)
    ada, ben = await house.sign_in(ADA), await house.sign_in(BEN)
    # Without a public page, since its places are in several servers.
    assert (await house.get(house.match_path(match.id))).status == 404
    await vote(house, match, ada, "e1")
    match = await close(services, match)
    page = await house.get(path_of(house, match), Cookie=ada)
    assert (page.status, "Rookery is voting" in words_of(page)) == (200, True)
    assert not any("Vote" in form.words for form in forms_of(page))
    texts = whole_turn(match)
    page = await vote(house, match, ben, *texts)
    assert "You voted for" in words_of(page)
    assert open_votes(await services.matches.find(match.id))[0].voter_id == BEN.user_id


async def test_my_page_leads_back_to_matches_with_votes(house: House, town: Town) -> None:
    match = await start(house.services)
    cookie = await house.sign_in()
    assert "Channel matches" not in words_of(await house.get("/me", Cookie=cookie))
    await vote(house, match, cookie, "e1")
    page = await house.get("/me", Cookie=cookie)
    assert "Channel matches Skirt" in words_of(page)
    (picture,) = (each for each in page.boards if each.startswith("/me/"))
    assert (await house.get(picture, Cookie=cookie)).status == 200
    assert (await house.get(picture, Cookie=await house.sign_in(BEN))).status == 200
    board = await house.get(house.site.play_path(match.id), Cookie=cookie)
    assert (board.status, board.headers["Location"]) == (303, path_of(house, match))
    town.hidden = {(ADA.user_id, CHANNEL)}
    house.services.now += timedelta(minutes=2)
    assert "Channel matches" not in words_of(await house.get("/me", Cookie=cookie))
    assert (await house.get(picture, Cookie=cookie)).status == 404


async def test_a_preview_says_which_team_is_voting_and_until_when(house: House) -> None:
    match = await start(house.services)
    page = await house.page(house.match_path(match.id))
    description = re.search(r'<meta name="description" content="([^"]*)">', page.text)
    assert description is not None
    assert description[1].endswith("The Skirters is voting until 2026-03-02 12:00Z.")
    assert "is voting until <t:1772452800" in json.dumps(page.card)


async def test_what_a_voter_types_arrives_whole_or_comes_back(tmp_path: Path) -> None:
    async with house_in(tmp_path, town=Town()) as house:
        await house.publish()
        match = await start(house.services)
        cookie, path = await house.sign_in(), f"{house.site.play_path(match.id)}/vote"
        page = await house.get(path, Cookie=cookie)
        page = await send(house, page, "Type a move", cookie, move="e1")
        page = await send(house, page, "Vote for", cookie)
        words = SWAN * MAX_WORDS
        page = await send(house, page, "Say why", cookie, words=words)
        assert f'value="{words}"' in page.text
        form = {"words": words, "version": "99"}
        page = await house.post(f"{path}/say", form, Cookie=cookie)
        assert (page.status, f'value="{words}"' in page.text) == (409, True)
        form = {"move": SWAN * MAX_TEXT_LENGTH, "version": "99"}
        page = await house.post(f"{path}/type", form, Cookie=cookie)
        assert (page.status, f'value="{form["move"]}"' in page.text) == (409, True)
