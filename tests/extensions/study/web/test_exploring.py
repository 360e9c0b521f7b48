"""The board on which visitors try moves from a position of a match."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import takewhile
from random import Random
from urllib.parse import unquote

import pytest

from club.matches.match import Match
from extensions.study.presentation.explore import first_line, line_of, line_scene
from presentation.markup import PLAIN
from presentation.matches.history import history_of
from presentation.matches.lines import code_of, has_room
from rendering import draw
from rules.position import Move
from rules.registry import GAMES
from tests.club.services import ADA, BEN, CY
from tests.web.house import PRIVATE_CHANNEL, Answer, House, check_html

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
_HREF = re.compile(r'href="(/m/[^"]*/explore/[^"]*)"')
_BUTTON = re.compile(r'class="button" href="([^"]*)"')
_TURN = re.compile(r'href="([^"]*)">↻')


def links_of(page: Answer) -> list[str]:
    """The addresses of further boards."""
    return [unescape(link) for link in _HREF.findall(page.text)]


def code_in(page: Answer) -> str:
    """The code of the moves on a board, from its picture."""
    match = re.search(r'src="/m/[^"]*/explore/\d+/([0-9a-z]+)/wide/', page.text)
    assert match is not None, page.text
    return match[1]


def steps_of(link: str) -> Move:
    """The steps in an address."""
    return tuple(unquote(link.rpartition("/")[2]).split("~"))


def common_steps(steps: Move, move: Move) -> int:
    """The number of leading steps that two moves share."""
    pairs = zip(steps, move, strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


async def tap(house: House, path: str, move: Move) -> str:
    """Tap a move, and return the address of the board after it."""
    before = code_in(await house.get(path))
    for _ in range(len(move) + 5):
        page = await house.get(path)
        assert page.status == 200, (path, page.text)
        if code_in(page) != before:
            return path
        button, turn = _BUTTON.search(page.text), _TURN.search(page.text)
        nearest = max(links_of(page), key=lambda link: common_steps(steps_of(link), move))
        if button is not None and steps_of(path) == move:
            path = button[1]
        elif turn is not None and common_steps(steps_of(nearest), move) == common_steps(
            steps_of(path), move
        ):
            path = turn[1]
        else:
            path = nearest
    raise AssertionError(move)


async def test_a_phones_board_matches_the_layout_of_its_picture(house: House) -> None:
    match_id = await house.services.start_match(game="scalus")
    await house.check_small_board(await house.get(f"{house.match_path(match_id)}/0/explore"))


async def test_the_question_beside_a_board_names_the_player_to_move(house: House) -> None:
    match_id = await house.services.start_match(game="scalus")
    page = await house.page(f"{house.match_path(match_id)}/0/explore")
    question = re.search(r'class="question"[^>]*>([^<]*)<', page.text)
    assert question is not None
    assert question[1].startswith("Black: ")


async def finished_match(house: House, game: str) -> Match:
    return await house.services.matches.find(await house.services.win_match(game=game))


async def start_private_match(house: House) -> int:
    """Start a match in a channel that not everyone can read."""
    match_id = await house.services.start_match(game="scala")
    await house.publish(channels=(PRIVATE_CHANNEL,))
    return match_id


@EVERY_GAME
async def test_a_tapped_line_matches_its_moves_played_by_the_rules(house: House, game: str) -> None:
    match = await finished_match(house, game)
    history = history_of(match, PLAIN)
    path = f"{house.match_path(match.id)}/0/explore"
    for played in match.played[:4]:
        path = await tap(house, path, played.move)
        page = await house.page(path)
        assert unescape(page.text).count(f"<strong>{played.text}</strong>")
    line = line_of(history, 0, code_in(await house.get(path)))
    tapped = match.played[:4]
    assert [each.move for each in line.moves] == [each.move for each in tapped]
    assert line.position == tapped[-1].after


@pytest.mark.parametrize("game", ["scala", "passtally"])
async def test_every_link_and_picture_of_a_board_works(house: House, game: str) -> None:
    match = await finished_match(house, game)
    page = await house.page(f"{house.match_path(match.id)}/3/explore")
    random = Random(4)
    for _ in range(3):
        for picture in (each for each in page.links if ".png" in each):
            answer = await house.get(picture)
            assert answer.body.startswith(b"\x89PNG")
        links = [link for link in links_of(page) if ".png" not in link]
        page = await house.page(random.choice(links))


async def test_each_ply_links_to_its_board_and_back(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    match = await house.services.play_turns(match_id)
    path = house.match_path(match_id)
    for address, ply in ((path, match.ply), (f"{path}/2", 2), (f"{path}/0", 0)):
        page = await house.page(address)
        assert f"{path}/{ply}/explore" in page.links
        board = await house.page(f"{path}/{ply}/explore", "de")
        assert f"{path}/{ply}" in board.links
        assert '<meta name="robots" content="noindex">' in board.text


async def test_moves_are_undone_one_by_one_or_all_at_once(house: House) -> None:
    match = await finished_match(house, "scala")
    start = f"{house.match_path(match.id)}/0/explore"
    one = await tap(house, start, match.played[0].move)
    two = await tap(house, one, match.played[1].move)
    page = await house.page(two)
    undo = re.search(r'href="([^"]*)">Undo<', page.text)
    assert undo is not None
    assert code_in(await house.get(undo[1])) == code_in(await house.get(one))
    assert f'href="{start}">Undo all<' in page.text


async def test_a_line_stops_at_hidden_information(house: House) -> None:
    match_id = await house.services.start_match(game="passtally")
    match = await house.services.play_turns(match_id)
    tile = next(move for move in match.position.moves() if len(move) == 3)
    start = f"{house.match_path(match_id)}/{match.ply}/explore"
    path = await tap(house, start, tile)
    page = await house.page(path)
    assert "would reveal something" in page.text
    assert 'class="choice"' not in page.text
    # The picture shows the pile face down.
    line = first_line(history_of(match, PLAIN), match.ply).with_move(tile)
    picture = await house.get(next(link for link in page.links if "/wide/" in link))
    history = history_of(match, PLAIN)
    assert picture.body == draw(line_scene(history, match.ply, line), 900)
    revealed = replace(line, position=line.truth)
    assert picture.body != draw(line_scene(history, match.ply, revealed), 900)
    assert picture.headers["Cache-Control"] == "no-cache"
    further = path.replace(path.rpartition("/")[0].rpartition("/")[2], code_in(page))
    steps = f"{further.rpartition('/')[0]}/{'~'.join(tile)}"
    assert (await house.get(steps)).status == 400


async def test_private_matches_have_no_board(house: House) -> None:
    match_id = await start_private_match(house)
    path = f"{house.match_path(match_id)}/0/explore"
    for address in (path, f"{path}/0/0/start", f"{path}/0/0/wide/start.png"):
        assert (await house.get(address)).status == 404


async def test_forged_addresses_get_an_error_message(house: House) -> None:
    match = await finished_match(house, "scalus")
    path = f"{house.match_path(match.id)}/0/explore"
    for code in ("zz9", "-1", "A", "0x", "z" * 60, "z" * 61, "1" * 500, "%00", "é", "<b>"):
        for end in ("start", "wide/start.png"):
            answer = await house.get(f"{path}/0/{code}/{end}")
            assert answer.status in (200, 400), (code, answer.status)
            assert answer.status == 200 or "fit the match" in answer.text
    parts = [*{step for move in match.played[0].before.moves() for step in move}, "", "..", "z99"]
    random = Random(9)
    for _ in range(20):
        steps = "~".join(random.choice(parts) for _ in range(random.randint(2, 4)))
        for end in (f"{steps}~zz", f"wide/{steps}~zz.png"):
            answer = await house.get(f"{path}/0/0/{end}")
            assert answer.status == 400, (end, answer.status)
    assert (await house.get(f"{path}/0/0/huge/start.png")).status == 404
    assert (await house.get(f"{path}/7/0/start")).status == 400
    assert (await house.get(f"{path}/x/0/start")).status == 404
    assert (await house.get(f"{house.match_path(match.id)}/{match.ply + 1}/explore")).status == 404


async def test_a_line_starting_from_taken_back_moves_is_refused(house: House) -> None:
    services = house.services
    match_id = await services.start_match()
    match = await services.play_turns(match_id, 1)
    page = await house.page(f"{house.match_path(match_id)}/{match.ply}/explore")
    link = next(link for link in links_of(page) if "start" not in link)
    mover = match.players[match.played[-1].seat - 1]
    other = ADA if mover.user_id == BEN.user_id else BEN
    await services.offers.make(match_id, mover.user_id, "take back")
    match = await services.offers.make(match_id, other.user_id, "take back")
    assert match.player_to_move is not None
    again = match.position.moves()[-1]
    await services.matches.play(match_id, match.player_to_move.user_id, again)
    house.site.pages.clear()
    answer = await house.get(link)
    assert answer.status == 400
    assert "taken back" in answer.text


async def test_exploring_stops_at_the_end_of_the_game(house: House) -> None:
    services, random = house.services, Random(1)
    match_id = await services.start_match(game="scalas")
    match = await services.matches.find(match_id)
    while match.player_to_move is not None:
        move = random.choice(match.position.moves())
        match = await services.matches.play(match_id, match.player_to_move.user_id, move)
    path = house.match_path(match_id)
    assert f"{path}/{match.ply}/explore" not in (await house.page(path)).links
    assert (await house.get(f"{path}/{match.ply}/explore")).status == 404
    before = f"{path}/{match.ply - 1}/explore"
    end = await house.page(await tap(house, before, match.played[-1].move))
    assert "would win" in end.text or "would be a draw" in end.text
    assert 'class="choice"' not in end.text


async def keep_line(house: House, match_id: int, cookie: str, name: str) -> str:
    """Keep a line of two moves from the current position, and return the address of its board."""
    match = await house.services.matches.find(match_id)
    line = first_line(history_of(match, PLAIN), match.ply)
    for _ in range(2):
        line = line.with_move(line.position.moves()[0])
    number = match.record[-1].number if match.record else 0
    start = f"{house.match_path(match_id)}/{match.ply}/explore/{number}/{code_of(line.moves)}"
    answer = await house.post(f"{start}/keep", {"name": name}, Cookie=cookie)
    assert (answer.status, answer.headers["Location"]) == (303, f"{start}/start"), answer.text
    return answer.headers["Location"]


async def test_a_kept_line_opens_where_it_leaves_the_match_and_is_planned(house: House) -> None:
    match_id = await house.services.start_match(BEN, ADA, game="skirt")
    cookie = await house.sign_in()
    path = await keep_line(house, match_id, cookie, "<calm>")
    page = await house.get(path, Cookie=cookie)
    check_html(page.text)
    assert "<strong>&lt;calm&gt;</strong>: a1 · a2-b2" in page.text
    assert "Next: <strong>a1</strong>" in page.text
    # Nobody else sees it.
    for other in (await house.sign_in(BEN), ""):
        assert "calm" not in (await house.get(path, Cookie=other)).text
    lines = f"{house.match_path(match_id)}/0/lines"
    assert (await house.post(f"{lines}/share", {"line": "1"}, Cookie=cookie)).status == 409
    planned = await house.post(f"{lines}/plan", {"line": "1"}, Cookie=cookie)
    assert planned.headers["Location"] == f"{house.site.play_path(match_id)}/lines"
    board = await house.get(house.site.play_path(match_id), Cookie=cookie)
    assert "Your line “&lt;calm&gt;” says <strong>a1</strong>." in board.text
    match = await house.services.matches.play(match_id, BEN.user_id, "a1")
    assert [each.text for each in match.played] == ["a1", "a2-b2"]
    page = await house.get(path, Cookie=cookie)
    (opened,) = (each for each in page.links if "/2/explore/" in each and each.endswith("/0/start"))
    assert (await house.get(opened, Cookie=cookie)).status == 200
    removed = await house.post(f"{lines}/remove", {"line": "1"}, Cookie=cookie)
    page = await house.get(removed.headers["Location"], Cookie=cookie)
    assert "calm" not in page.text


async def test_everyone_sees_a_line_shared_after_the_match(house: House) -> None:
    match_id, cookie = await house.services.start_match(game="skirt"), await house.sign_in()
    await keep_line(house, match_id, cookie, "secret name")
    await house.services.play_turns(match_id, 2)
    await house.services.matches.resign(match_id, BEN.user_id)
    path = house.match_path(match_id)
    share = f"{path}/0/lines/share"
    assert "1 shared line" not in (await house.page(path)).text
    # Only Ada herself can share it.
    other = await house.sign_in(BEN)
    assert (await house.post(share, {"line": "1"}, Cookie=other)).status == 409
    assert (await house.post(share, {"line": "1"}, Cookie=cookie)).status == 303
    assert "Stop sharing" in (await house.get(f"{path}/0/explore", Cookie=cookie)).text
    house.site.pages.clear()
    assert "1 shared line" in (await house.page(path)).text
    page = await house.page(f"{path}/0/explore")
    assert "<bdi>Ada</bdi>, " in page.text
    assert "secret name" not in page.text
    await house.services.personal_data.show_globally(ADA.user_id, False)
    house.site.pages.clear()
    assert "<bdi>Hidden player</bdi>, " in (await house.page(f"{path}/0/explore")).text
    assert (await house.post(share, {"line": "1"}, Cookie=cookie)).status == 303
    house.site.pages.clear()
    assert "Hidden player</bdi>, " not in (await house.page(f"{path}/0/explore")).text


async def test_lines_are_kept_with_a_name_and_shared_by_people_of_the_server(house: House) -> None:
    match_id = await house.services.start_match(game="skirt")
    cookie = await house.sign_in(CY)
    path = await keep_line(house, match_id, cookie, "mine")
    for name in ("", " ", "n" * 61):
        keep = path.replace("/start", "/keep")
        assert (await house.post(keep, {"name": name}, Cookie=cookie)).status == 409
    none = f"{house.match_path(match_id)}/0/explore/0/0/keep"
    assert (await house.post(none, {"name": "none"}, Cookie=cookie)).status == 400
    assert (await house.post(path.replace("/start", "/keep"), {"name": "mine"})).status == 403
    await house.services.play_turns(match_id, 2)
    await house.services.matches.resign(match_id, BEN.user_id)
    answer = await house.post(
        f"{house.match_path(match_id)}/0/lines/share", {"line": "1"}, Cookie=cookie
    )
    assert answer.status == 409
    assert "played a match in this server" in answer.text


async def test_a_line_at_its_maximum_length_explains_why_it_ends(house: House) -> None:
    match = await finished_match(house, "skirt")
    line, random = first_line(history_of(match, PLAIN), 0), Random(2)
    while has_room(line):
        line = line.with_move(random.choice(line.position.moves()))
    path = f"{house.match_path(match.id)}/0/explore/0/{code_of(line.moves)}/start"
    page = await house.page(path)
    assert "get any longer" in page.text
    assert 'class="choice"' not in page.text
    assert len(line.moves) > 20
