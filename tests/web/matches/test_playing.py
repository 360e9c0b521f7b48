"""The board on which members play."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from random import Random

import pytest

from club.matches.match import Match
from presentation.matches.match import match_scene
from presentation.steps import join_steps
from rendering import layout
from rules.position import Move
from rules.registry import GAMES
from tests.club.services import ADA, BEN, CY
from tests.web.house import House, check_html


async def play(house: House, cookie: str, match_id: int, **form: str):
    """Send the form of a board, for its current version unless `form` contains another."""
    match = await house.services.matches.find(match_id)
    path = house.site.play_path(match_id)
    return await house.post(path, {"version": str(match.version), **form}, Cookie=cookie)


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_played_on_the_board(house: House, game: str) -> None:
    match_id = await house.services.start_match(game=game)
    cookies = {each.user_id: await house.sign_in(each) for each in (ADA, BEN)}
    # Passtally's players place three markers each before they lay tiles.
    await house.services.play_turns(match_id)
    path, random = house.site.play_path(match_id), Random(3)
    for _ in range(2):
        match = await house.services.matches.find(match_id)
        assert match.player_to_move is not None
        cookie = cookies[match.player_to_move.user_id]
        move: Move = random.choice(match.position.moves())
        for length in range(len(move) + 1):
            steps = join_steps(move[:length])
            page = await house.get(f"{path}?steps={steps.replace(' ', '%20')}", Cookie=cookie)
            assert page.status == 200
            for picture in (each for each in page.links if each.split("?")[0].endswith(".png")):
                assert (await house.get(picture, Cookie=cookie)).status == 200, picture
        answer = await play(house, cookie, match_id, steps=join_steps(move))
        assert (answer.status, answer.headers["Location"]) == (303, path)
        after = await house.services.matches.find(match_id)
        assert after.played[match.ply].move == move


async def test_a_head_start_is_named_and_counted_on_the_page_of_a_match(house: House) -> None:
    match_id = await house.services.start_match(game="passtally", options={"head-start": 3})
    page = await house.get(house.site.play_path(match_id), Cookie=await house.sign_in(ADA))
    assert "Passtally (head start 3)" in page.text
    assert "Scores: Amber 3, Teal 0." in page.text


async def test_a_clock_with_little_time_stands_out(house: House) -> None:
    match_id = await house.services.start_match(pace="1d")
    path, cookie = house.site.play_path(match_id), await house.sign_in(ADA)
    assert 'class="clock"' in (await house.get(path, Cookie=cookie)).text
    house.services.now += timedelta(hours=20)
    assert 'class="clock short"' in (await house.get(path, Cookie=cookie)).text


async def test_the_last_tap_plays_a_move_unless_the_member_confirms_moves(house: House) -> None:
    match_id = await house.services.start_match()
    cookie = await house.sign_in(ADA)
    move = (await house.services.matches.find(match_id)).position.moves()[0]
    plays = f'data-plays="{join_steps(move)}"'
    for confirms in (True, False):
        await house.services.preferences.turn(ADA.user_id, "confirms", is_on=confirms)
        page = await house.get(house.site.play_path(match_id), Cookie=cookie)
        assert (plays in page.text) == (not confirms)


async def test_only_players_get_pictures_of_the_board_and_nobody_shares_them(
    house: House,
) -> None:
    match_id = await house.services.start_match(ADA, BEN)
    ada, cy = await house.sign_in(ADA), await house.sign_in(CY)
    page = await house.get(house.site.play_path(match_id), Cookie=ada)
    picture = next(iter(page.boards))
    answer = await house.get(picture, Cookie=ada)
    assert answer.headers["Cache-Control"].startswith("private")
    assert (await house.get(picture)).status == 403
    assert (await house.get(picture, Cookie=cy)).status == 404


async def test_the_page_names_every_cell(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    cookie = await house.sign_in()
    page = await house.get(house.site.play_path(match_id), Cookie=cookie)
    match = await house.services.matches.find(match_id)
    first = match.position.moves()[0][0]
    seat = match.players[0].seat_name
    assert f'aria-label="{first}, {seat}&#39;s stone, selectable"' in page.text
    check_html(page.text)
    cells = layout(match_scene(match), 900).places
    assert len(re.findall(r"<[ag] [^>]*aria-label=", page.text)) == 2 * len(cells)


async def test_the_question_follows_the_chosen_steps(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    cookie, path = await house.sign_in(ADA), house.site.play_path(match_id)
    step = (await house.services.matches.find(match_id)).position.moves()[0][0]
    page = await house.get(f"{path}?steps={step}", Cookie=cookie)
    assert f"<strong>{step}</strong>: Choose where it goes</p>" in page.text


async def test_only_players_have_the_board(house: House) -> None:
    match_id = await house.services.start_match()
    path = house.site.play_path(match_id)
    assert (await house.get(path)).status == 403
    assert (await house.post(path, {})).status == 403
    cookie = await house.sign_in(CY)
    assert (await house.get(path, Cookie=cookie)).status == 404
    assert (await play(house, cookie, match_id, move="a1-b2")).status == 404
    assert (await house.get("/play/nothing", Cookie=cookie)).status == 404


async def test_refused_input_is_kept_with_its_reason(house: House) -> None:
    match_id = await house.services.start_match()
    cookie = await house.sign_in()
    answer = await play(house, cookie, match_id, move='zz"<9')
    assert answer.status == 409
    assert 'value="zz&#34;&lt;9"' in answer.text
    # The reason is below the field, and not above the board too.
    _, _, after = answer.text.partition('value="zz&#34;&lt;9"')
    assert after.count('class="notice error" role="alert"') == answer.text.count("notice error")
    assert 'aria-describedby="refusal"' in after
    assert 'id="refusal"' in after


async def test_a_stale_version_is_refused_with_the_current_board(house: House) -> None:
    match_id = await house.services.start_match()
    cookie = await house.sign_in()
    match = await house.services.play_turns(match_id)
    while match.player_to_move is None or match.player_to_move.user_id != ADA.user_id:
        move = match.position.moves()[0]
        assert match.player_to_move is not None
        user_id = match.player_to_move.user_id
        match = await house.services.matches.play(match_id, user_id, move)
    steps = join_steps(match.position.moves()[0])
    answer = await play(house, cookie, match_id, steps=steps, version=str(match.version - 1))
    assert answer.status == 409
    assert "moved on" in answer.text
    assert f'value="{match.version}"' in answer.text


async def test_two_moves_at_once_make_one_move_and_one_refusal(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    cookie = await house.sign_in()
    match = await house.services.matches.find(match_id)
    one, *_, other = match.position.moves()
    answers = await asyncio.gather(
        *(
            play(house, cookie, match_id, steps=join_steps(move), version=str(match.version))
            for move in (one, other)
        )
    )
    assert sorted(each.status for each in answers) == [303, 409]
    assert (await house.services.matches.find(match_id)).ply == 1


async def test_forged_forms_change_nothing(house: House) -> None:
    match_id = await house.services.start_match(game="scalus")
    cookie, random = await house.sign_in(), Random(9)
    match = await house.services.matches.find(match_id)
    moves = set(match.position.moves())
    parts = [*{step for move in moves for step in move}, "", "..", "z99", "()", "<b>", "%00", "é"]
    path = house.site.play_path(match_id)
    for _ in range(30):
        steps = tuple(random.choice(parts) for _ in range(random.randint(0, 4)))
        if steps in moves:
            steps = (*steps, "a1")
        version = random.choice([str(match.version), "0", "-1", "x", "9" * 30, ""])
        form = {"steps": join_steps(steps), "version": version}
        answer = await house.post(path, form, Cookie=cookie)
        assert answer.status == 409, (form, answer.text)
    assert (await house.services.matches.find(match_id)).version == match.version


async def test_invalid_steps_show_the_board_from_the_start(house: House) -> None:
    match_id = await house.services.start_match()
    cookie = await house.sign_in()
    page = await house.get(f"{house.site.play_path(match_id)}?steps=z9/..", Cookie=cookie)
    assert page.status == 200
    assert "Choose your move again" in page.text


async def test_a_second_action_says_so_with_the_first_one(house: House) -> None:
    match_id = await house.services.start_match(game="passtally")
    match = await house.services.matches.find(match_id)
    # Its players place three markers each before they lay tiles.
    while not (match.played and len(match.played[-1].move) == 3):
        assert match.player_to_move is not None
        user_id, move = match.player_to_move.user_id, match.position.moves()[0]
        match = await house.services.matches.play(match_id, user_id, move)
    text = await board_text(house, match)
    assert f"So far this turn: <strong>{match.played[-1].text}</strong>" in text
    assert "Action 2 of 2: take a tile" in text


async def test_a_player_who_leaves_is_no_move_of_the_turn_so_far(house: House) -> None:
    match_id = await house.services.start_match(ADA, BEN, CY, game="passtally")
    match = await house.services.matches.find(match_id)
    while not (match.played and len(match.played[-1].move) == 3):
        assert match.player_to_move is not None
        user_id, move = match.player_to_move.user_id, match.position.moves()[0]
        match = await house.services.matches.play(match_id, user_id, move)
    match = await house.services.matches.resign(match_id, CY.user_id)
    text = await board_text(house, match)
    assert "Action 2 of 2: take a tile" in text
    assert "resigns" not in text


async def board_text(house: House, match: Match) -> str:
    """The board of the player to move, as HTML."""
    assert match.player_to_move is not None
    person = next(each for each in (ADA, BEN) if each.user_id == match.player_to_move.user_id)
    cookie = await house.sign_in(person)
    return (await house.get(house.site.play_path(match.id), Cookie=cookie)).text
