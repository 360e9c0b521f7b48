"""The public pages: their contents, addresses, languages and headers."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image

from club.ratings.leaderboards import View as Board
from club.servers.pages import Addresses
from rules.registry import GAMES
from tests.club.services import ADA, BEN, CY, GUILD
from tests.web.forms import words_of
from tests.web.house import PUBLIC, SERVER, Answer, House
from web.http.templating import shared_file


def heading_of(page: Answer) -> str:
    """Return the text of a page's heading."""
    match = re.search(r"<h1[^>]*>(.*?)</h1>", page.text)
    assert match is not None, page.text
    return unescape(re.sub(r"<[^>]*>", "", match[1]))


async def test_the_front_page_shows_all_games_and_the_listed_servers(house: House) -> None:
    page = await house.page("/")
    assert all(f">{game.name}</a>" in page.text for game in GAMES.values())
    assert house.site.server_path(GUILD) in page.links
    assert (await house.get("/games.png?lang=en")).headers["Content-Type"] == "image/png"


async def test_the_front_page_leads_to_a_first_match_in_three_steps(house: House) -> None:
    page = await house.page("/", "de")
    assert re.findall(r"<h3>(\d)\. (.*?)</h3>", page.text) == [
        ("1", "Bot hinzufügen"),
        ("2", "Spiel aussuchen"),
        ("3", "Ziehen"),
    ]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
async def test_each_page_leads_to_the_one_about_privacy(house: House, language: str) -> None:
    assert "/privacy" in (await house.page("/rules/skirt", language)).links
    page = await house.page("/privacy", language)
    assert "<code>/privacy</code>" in page.text


@pytest.mark.parametrize(("game", "language"), zip(GAMES, cycle(["en", "de", "ja"])))
async def test_the_rules_of_each_game_have_pictures(house: House, game: str, language: str) -> None:
    page = await house.page(f"/rules/{game}", language)
    assert f'<html lang="{language}">' in page.text
    assert {f"/rules/{other}" for other in GAMES if other != game} <= page.links
    pictures = [link for link in page.links if ".png" in link]
    assert f"/rules/{game}/0.png?lang={language}" in pictures
    assert all(f'src="{picture}" alt=""' not in page.text for picture in pictures)
    for path, width, height in re.findall(
        r'<img class="board" src="([^"]*)"[^>]* width="(\d+)" height="(\d+)"', page.text
    )[:2]:
        picture = Image.open(BytesIO((await house.get(unescape(path))).body))
        assert picture.size == (int(width), int(height))


async def test_a_match_shows_its_players_its_state_and_its_moves(house: House) -> None:
    match_id = await house.services.start_match()
    match = await house.services.play_turns(match_id)
    page = await house.page(house.match_path(match_id))
    assert "<bdi>Ada</bdi>" in page.text
    assert "<bdi>Ben</bdi>" in page.text
    assert SERVER.replace("'", "&#39;") in page.text
    assert all(each.text in page.text for each in match.played)
    assert f"{house.match_path(match_id)}/{match.ply - 1}" in page.links
    picture = await house.get(next(iter(page.boards)))
    assert picture.body.startswith(b"\x89PNG")


async def test_a_match_states_its_turn_and_its_last_move_once(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    match = await house.services.play_turns(match_id)
    path, ply = house.match_path(match_id), match.ply
    current, before = (await house.page(path)).text, (await house.page(f"{path}/{ply - 1}")).text
    assert re.findall(r"[Tt]urn \d+", current) == [f"Turn {ply + 1}"]
    assert re.findall(r"[Tt]urn \d+ of \d+", before) == [f"Turn {ply - 1} of {ply}"]
    moves = [len(re.findall("</bdi> (?:moved|played) ", page)) for page in (current, before)]
    assert moves == [1, 1]


def state_of(page: Answer) -> str:
    """Return the state of the match on a page, and on the plate of the player to move."""
    found = re.findall(r'<p class="(?:verdict|plate moving)"[^>]*>(.*?)</p>', page.text)
    assert heading_of(page) in ("Scala: Ada vs Ben", "Scala: Ada gegen Ben")
    return " ".join(unescape(re.sub(r"<[^>]*>", "", each)) for each in found)


async def test_the_heading_of_a_match_names_its_players(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    await house.services.play_turns(match_id)
    path = house.match_path(match_id)
    assert state_of(await house.page(path)).startswith("Ada O")
    assert "to move" in state_of(await house.page(path))
    assert "am Zug" in state_of(await house.page(path, "de"))
    assert state_of(await house.page(f"{path}/1")).startswith("Turn 1 of 6")
    await house.services.matches.resign(match_id, ADA.user_id)
    house.site.pages.clear()
    over = await house.page(path)
    assert state_of(over) == "Ben (X) wins."
    assert "<p><bdi>Ada</bdi> resigned.</p>" in over.text


async def test_each_ply_has_a_page_with_its_board(house: House) -> None:
    match_id = await house.services.start_match()
    match = await house.services.play_turns(match_id)
    path = house.match_path(match_id)
    pictures: set[str] = set()
    for ply in range(match.ply + 1):
        page = await house.page(f"{path}/{ply}")
        pictures |= page.boards
    assert len(pictures) == match.ply + 1
    assert (await house.get(f"{path}/{match.ply + 1}")).status == 404


async def test_the_board_after_a_take_back_has_a_new_address(
    house: House,
) -> None:
    services = house.services
    match_id = await services.start_match()
    match = await services.play_turns(match_id, 1)
    path = house.match_path(match_id)
    before = [await house.page(f"{path}/{ply}") for ply in range(match.ply + 1)]
    mover = match.players[match.played[-1].seat - 1]
    other = ADA if mover.user_id == BEN.user_id else BEN
    await services.offers.make(match_id, mover.user_id, "take back")
    match = await services.offers.make(match_id, other.user_id, "take back")
    assert match.player_to_move is not None
    again = match.position.moves()[-1]
    await services.matches.play(match_id, match.player_to_move.user_id, again)
    house.site.pages.clear()
    after = await house.page(f"{path}/{match.ply + 1}")
    assert before[match.ply + 1].boards.isdisjoint(after.boards)


async def test_a_match_can_be_saved_as_text_or_animation(house: House) -> None:
    match_id = await house.services.win_match()
    path = house.match_path(match_id)
    record = await house.get(f"{path}/match.txt")
    assert "Ada" in record.text
    assert record.headers["Content-Disposition"] == (
        f'attachment; filename="stairwell-{match_id}-skirt.txt"'
    )
    assert (await house.get(f"{path}/match.txt?lang=ja", "de")).body == record.body
    assert (await house.get(f"{path}/match.gif")).body.startswith(b"GIF")


async def test_leaderboards_and_players_are_linked(house: House) -> None:
    await house.rank_ada()
    server = house.site.server_path(GUILD)
    page = await house.page(server)
    assert f"{server}/skirt" in page.links
    board = await house.page(f"{server}/skirt")
    player = house.site.player_path(GUILD, ADA.user_id)
    assert player in board.links
    profile = await house.page(player)
    assert '<h1>Ada</h1>\n<ul class="tiles">' in profile.text
    assert house.match_path(9) in profile.links
    picture = Image.open(BytesIO((await house.get(f"{player}/ratings.png?lang=en")).body))
    assert f'width="{picture.width}" height="{picture.height}"' in profile.text
    assert (await house.get(f"{server}/skirt.png?lang=en")).body.startswith(b"\x89PNG")


async def test_players_beside_a_board_have_their_ratings(house: House) -> None:
    await house.rank_ada()
    board = await house.services.leaderboards.board(GUILD, Board(game="skirt"))
    (points,) = [str(row.value) for row in board.rows if row.user_id == ADA.user_id]
    running = await house.page(house.match_path(await house.services.start_match()))
    assert f"<span>{points}</span>" in running.text
    over = await house.page(house.match_path(await house.services.win_match(ADA, BEN)))
    assert re.search(rf"<span>{points}\?? \+\d+</span>", over.text)
    await house.services.personal_data.show_globally(ADA.user_id, False)
    house.site.pages.clear()
    running = await house.page(house.match_path(await house.services.start_match()))
    assert points not in running.text


async def test_plates_show_the_time_of_both_players(house: House) -> None:
    match_id = await house.services.start_match(pace="2d+6h<3d")
    await house.services.play_turns(match_id, 1)
    page = await house.page(house.match_path(match_id))
    assert "Ben Black 2 days 6 hours Ada White to move in 2 days" in words_of(page)
    await house.services.matches.resign(match_id, BEN.user_id)
    house.site.pages.clear()
    assert "Ben Black Ada White" in words_of(await house.page(house.match_path(match_id)))


async def test_pages_lead_back_to_those_above_them(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    path, server = house.match_path(match_id), house.site.server_path(GUILD)
    trails = {
        path: [server, f"{server}/scala"],
        "/rules/scala": ["/#games"],
    }
    await check_trails(house, trails)


async def check_trails(house: House, trails: dict[str, list[str]]) -> None:
    for below, above in trails.items():
        trail = (await house.page(below)).text.partition('<nav class="trail"')[2]
        assert re.findall('href="([^"]*)"', trail.partition("</nav>")[0]) == above


async def test_the_language_follows_the_browser_or_the_address(house: House) -> None:
    assert '<html lang="de">' in (await house.page("/", "de-AT,en;q=0.5")).text
    assert '<html lang="ja">' in (await house.page("/", "fr,ja;q=0.3")).text
    assert '<html lang="en">' in (await house.page("/", "fr")).text
    chosen = await house.page("/?lang=ja", "de")
    assert '<html lang="ja">' in chosen.text
    assert "/rules/scala?lang=ja" in chosen.links


async def test_cached_content_is_not_sent_again(house: House) -> None:
    first = await house.get("/rules/scala")
    again = await house.get("/rules/scala", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")


async def test_a_board_at_its_address_never_changes(house: House) -> None:
    match_id = await house.services.start_match()
    page = await house.page(house.match_path(match_id))
    picture = next(iter(page.boards))
    assert "immutable" in (await house.get(picture)).headers["Cache-Control"]
    without_mark = await house.get(f"{house.match_path(match_id)}/0.png")
    assert without_mark.headers["Cache-Control"] == "no-cache"


async def test_missing_pages_show_a_message(house: House) -> None:
    for path in (
        *(house.match_path(77), house.site.addresses.path("e", 77), house.site.server_path(77)),
        *("/nothing", "/rules/chess", "/rules/scala/99.png", "/m/x", "/m", "/p/x", "/e/x", "/s/x"),
        *("/m/../../etc/passwd", "/static/x/..%2f..%2fapp.py", "/static/x/site.py", "/%00"),
    ):
        answer = await house.get(path, "de")
        assert answer.status == 404, path
        assert "Seite nicht gefunden" in answer.text
        assert 'aria-current="page"' not in answer.text


async def test_a_trailing_slash_leads_to_the_same_page(house: House) -> None:
    for path, target in (
        ("/rules/scala/?lang=de", "/rules/scala?lang=de"),
        ("/status//", "/status"),
        ("//evil.example/", "/evil.example"),
        ("/%5Cevil.example/", "/%5Cevil.example"),
    ):
        answer = await house.get(path)
        assert (answer.status, answer.headers["Location"]) == (308, target)


async def test_a_pages_headers_can_be_requested_alone(house: House) -> None:
    page = await house.get("/rules/scala")
    async with house.session.head(f"{house.url}/rules/scala") as answer:
        assert (answer.status, await answer.read()) == (200, b"")
        assert answer.headers["ETag"] == page.headers["ETag"]
        assert answer.headers["Content-Length"] == str(len(page.body))


async def test_an_unknown_language_is_ignored(house: House) -> None:
    page = await house.page("/?lang=xx", "de")
    assert '<html lang="de">' in page.text
    assert "/rules/scala" in page.links


async def test_a_forged_address_leads_nowhere(house: House) -> None:
    match_id = await house.services.start_match()
    others = Addresses(b"another secret")
    assert (await house.get(others.path("m", match_id))).status == 404
    as_event = house.match_path(match_id).replace("/m/", "/e/")
    assert (await house.get(as_event)).status == 404


async def test_a_list_page_must_be_a_number(house: House) -> None:
    server = house.site.server_path(GUILD)
    assert (await house.get(f"{server}/skirt?page=2")).status == 200
    for wrong in ("0", "-1", "x", "99999", "１"):
        answer = await house.get(f"{server}/skirt?page={wrong}")
        assert answer.status == 400
        assert "That didn't work" in words_of(answer)
        assert "?page=2" in answer.text


async def test_pages_are_read_only(house: House) -> None:
    async with house.session.post(f"{house.url}/") as answer:
        assert answer.status == 405
        assert "GET" in answer.headers["Allow"]


async def test_every_response_keeps_other_sites_and_scripts_out(house: House) -> None:
    for path in ("/", "/nothing", "/games.png", "/robots.txt"):
        headers = (await house.get(path)).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "manifest-src 'self'" in policy
        assert "unsafe" not in policy
        assert "Set-Cookie" not in headers
        assert "aiohttp" not in headers["Server"]


async def test_no_page_contains_inline_scripts_styles_or_other_hosts(house: House) -> None:
    match_id = await house.services.start_match(ADA, BEN, CY, game="passtally")
    for path in ("/", "/rules/scala", house.match_path(match_id), house.site.server_path(GUILD)):
        page = await house.page(path)
        assert not re.search(r"<style|\bstyle=|\bon[a-z]+=", page.text)
        inline = re.findall(r"<script(?![^>]* src=)([^>]*)>", page.text)
        # The link preview is data.
        assert all('type="application/json"' in attributes for attributes in inline)
        assert all(link.startswith("/") for link in page.links)


async def test_a_phone_can_add_the_site_to_its_home_screen(house: House) -> None:
    (path,) = [link for link in (await house.page("/")).links if link.endswith(".webmanifest")]
    answer = await house.get(path)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (await house.get(manifest["start_url"])).status == 200
    icons = {each["type"]: each for each in manifest["icons"]}
    drawing = await house.get(icons["image/svg+xml"]["src"])
    assert drawing.headers["Content-Type"] == "image/svg+xml"
    picture = Image.open(BytesIO((await house.get(icons["image/png"]["src"])).body))
    assert icons["image/png"]["sizes"] == f"{picture.width}x{picture.height}"


def test_the_stylesheet_stays_small() -> None:
    assert len(shared_file("site.css").body) <= 23 * 1024


async def test_the_canonical_address_keeps_language_and_page(house: House) -> None:
    await house.rank_ada()
    path = f"{house.site.server_path(GUILD)}/skirt"
    for query in ("", "?lang=de", "?page=2&amp;lang=de"):
        page = await house.page(path + query.replace("&amp;", "&"))
        assert f'<link rel="canonical" href="{PUBLIC}{path}{query}">' in page.text
        others = re.findall('rel="alternate" hreflang="([a-z]+)" href="([^"]*)"', page.text)
        assert [code for code, _ in others] == ["en", "de", "ja"]
        assert all(("page=2" in address) == ("page=2" in query) for _, address in others)


async def test_private_pages_are_kept_out_of_search_engines(house: House) -> None:
    server = house.site.server_path(GUILD)
    assert "noindex" not in (await house.page(server)).text
    await house.publish("private")
    assert "noindex" in (await house.page(server)).text
    assert server not in (await house.page("/")).links
