"""Conditional moves on the web: entering, saving, listing and removing lines."""

from __future__ import annotations

from random import Random

import pytest

from club.matches.match import Match
from extensions.study.club.study import Study
from extensions.study.presentation.conditional_moves import beginning_of
from presentation.matches.lines import code_of
from rules.registry import GAMES
from storage.matches.match import Participant
from tests.club.services import ADA, BEN, CY
from tests.web.house import Answer, House, check_html


async def enter_line(house: House, match_id: int, moves: int = 2) -> tuple[Match, str, list[str]]:
    """Return a match, and the code and texts of a line of first legal moves in it."""
    match = await house.services.matches.find(match_id)
    line = beginning_of(match, match.players[0])
    for _ in range(moves):
        line = line.with_move(line.position.moves()[0])
    return match, code_of(line.moves), [played.text for played in line.moves]


async def get(house: House, match_id: int, path: str = "", person: Participant = ADA) -> Answer:
    cookie = await house.sign_in(person)
    return await house.get(f"{house.site.play_path(match_id)}/lines{path}", Cookie=cookie)


async def post(
    house: House, match_id: int, path: str = "", person: Participant = ADA, **form: object
) -> Answer:
    cookie = await house.sign_in(person)
    sent = {name: str(value) for name, value in form.items()}
    return await house.post(f"{house.site.play_path(match_id)}/lines{path}", sent, Cookie=cookie)


async def waiting(house: House, game: str = "scala") -> int:
    """Start a match in which Ada waits for Ben."""
    return await house.services.start_match(BEN, ADA, game=game)


async def saved_lines(house: House, match_id: int) -> list[list[str]]:
    match = await house.services.matches.find(match_id)
    player = match.player_of(ADA.user_id)
    assert player is not None
    return [
        line.texts for line in await house.services.part(Study).conditional_moves.of(match, player)
    ]


@pytest.mark.parametrize(
    "game",
    [game if game == "skirt" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES],
)
async def test_a_line_is_entered_by_taps_and_saved(house: House, game: str) -> None:
    match_id, random = await waiting(house, game), Random(game)
    cookie = await house.sign_in()
    page = await get(house, match_id)
    assert "None yet." in page.text
    path = f"{house.site.play_path(match_id)}/lines"
    await house.check_small_board(page, cookie)
    while 'name="code"' not in page.text:
        check_html(page.text)
        choices = [link for link in page.links if link.startswith(f"{path}/")]
        taps = sorted(link for link in choices if ".png" not in link)
        page = await house.get(random.choice(taps), Cookie=cookie)
        assert page.status == 200
    code = page.text.partition('name="code" value="')[2].partition('"')[0]
    match = await house.services.matches.find(match_id)
    answer = await post(house, match_id, version=match.version, code=code)
    assert (answer.status, answer.headers["Location"]) == (303, path)
    (texts,) = await saved_lines(house, match_id)
    listed = await get(house, match_id)
    assert all(text in listed.text for text in texts)


async def test_a_saved_line_is_played_but_a_removed_one_is_not(house: House) -> None:
    match_id = await waiting(house)
    match, code, texts = await enter_line(house, match_id)
    await post(house, match_id, version=match.version, code=code)
    page = await get(house, match_id)
    number = page.text.partition('name="line" value="')[2].partition('"')[0]
    # Not even the opponent can remove it.
    await post(house, match_id, "/remove", BEN, line=number)
    assert await saved_lines(house, match_id) == [texts]
    assert (await post(house, match_id, "/remove", line=number)).status == 303
    assert await saved_lines(house, match_id) == []
    await post(house, match_id, version=match.version, code=code)
    after = await house.services.matches.play(match_id, BEN.user_id, texts[0])
    assert [played.text for played in after.played] == texts


async def test_only_their_player_sees_lines(house: House) -> None:
    match_id = await waiting(house)
    match, code, texts = await enter_line(house, match_id)
    await post(house, match_id, version=match.version, code=code)
    assert texts[1] in (await get(house, match_id)).text
    assert texts[1] not in (await get(house, match_id, person=BEN)).text
    for path in ("", f"/{match.version}/{code}/start", f"/{match.version}/{code}/wide/start.png"):
        assert (await get(house, match_id, path, CY)).status == 404
    assert (await post(house, match_id, person=CY, version=match.version, code=code)).status == 404
    assert (await post(house, match_id, "/remove", CY, line=1)).status == 404


async def test_a_line_is_refused_after_a_move(house: House) -> None:
    match_id = await waiting(house)
    match, code, texts = await enter_line(house, match_id)
    await house.services.matches.play(match_id, BEN.user_id, texts[0])
    answer = await post(house, match_id, version=match.version, code=code)
    assert answer.status == 409
    assert "has moved on" in answer.text
    page = await get(house, match_id, f"/{match.version}/{code}/start")
    assert page.status == 200
    assert "has moved on" in page.text
    picture = f"/{match.version}/{code}/wide/start.png"
    assert (await get(house, match_id, picture)).status == 404


async def test_a_player_whose_turn_it_is_moves_first(house: House) -> None:
    match_id = await waiting(house)
    match, code, _ = await enter_line(house, match_id)
    page = await get(house, match_id, person=BEN)
    assert "your turn. Make your move first" in page.text
    assert 'class="choice"' not in page.text
    assert 'class="act"' not in page.text
    answer = await post(house, match_id, person=BEN, version=match.version, code=code)
    assert answer.status == 409


async def test_forged_lines_are_refused(house: House) -> None:
    match_id = await waiting(house)
    match = await house.services.matches.find(match_id)
    for code in ("1", "0", "!", "é", "9" * 70, ""):
        answer = await post(house, match_id, version=match.version, code=code)
        assert answer.status == 409, code
        if code:
            assert (await get(house, match_id, f"/{match.version}/{code}/z9")).status == 200
    assert await saved_lines(house, match_id) == []


async def test_the_lines_of_a_finished_match_redirect_to_its_board(house: House) -> None:
    match_id = await house.services.win_match()
    answer = await get(house, match_id)
    assert (answer.status, answer.headers["Location"]) == (303, house.site.play_path(match_id))
    assert (await post(house, match_id, version=1, code="0")).status == 409
