"""Privacy: pages show what spectators of public channels see, without hidden members."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from club.club import Club
from club.matches.changes import Agreement, begin
from presentation.markup import PLAIN
from presentation.matches.history import history_of
from preview import community
from preview.community import DemoPlan
from preview.names import NAMES, persons_named
from rendering import alt_text
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms, direct_messages
from storage.members import preferences
from storage.servers import pages
from storage.servers.pages import PublicChannels
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON
from tests.web.house import PRIVATE_CHANNEL, House, check_html, house_in

PRIVATE_NAME = "Zacharias Unseen"


async def hide(house: House, user_id: int) -> None:
    await house.services.personal_data.show_globally(user_id, False)
    house.site.pages.clear()


async def test_a_server_has_no_pages_until_an_admin_enables_them(tmp_path: Path) -> None:
    async with house_in(tmp_path) as house:
        match_id = await house.services.start_match()
        paths = [house.match_path(match_id), house.site.server_path(GUILD)]
        paths += [f"{paths[0]}/0", f"{paths[0]}/0.png", f"{paths[0]}/match.txt"]
        paths += [f"{paths[0]}/live", house.site.player_path(GUILD, ADA.user_id)]
        for path in paths:
            assert (await house.get(path)).status == 404
        await house.publish("private")
        for path in paths[:5]:
            assert (await house.get(path)).status == 200
        await house.publish("off")
        for path in paths:
            assert (await house.get(path)).status == 404


async def test_closing_a_channel_removes_its_pages(house: House) -> None:
    match_id = await house.services.start_match()
    await house.page(house.match_path(match_id))
    await house.publish(channels=(PRIVATE_CHANNEL,))
    assert (await house.get(house.match_path(match_id))).status == 404
    assert (await house.get(f"{house.match_path(match_id)}/0.png")).status == 404
    server = await house.page(house.site.server_path(GUILD))
    assert house.match_path(match_id) not in server.links


async def test_a_thread_is_public_only_while_its_channel_is_readable(house: House) -> None:
    store, thread = house.services.store, 77
    server = await house.services.pages.server(GUILD)
    assert server is not None
    in_thread = Place(GUILD, thread, CHANNEL)
    assert not server.shows(in_thread)
    public = PublicChannels("x", frozenset({CHANNEL}), frozenset({thread}))
    async with store.write() as tx:
        await pages.save(tx, GUILD, public)
    server = await house.services.pages.server(GUILD)
    assert server is not None
    assert server.shows(in_thread)
    assert not server.shows(Place(GUILD, thread, PRIVATE_CHANNEL))
    assert not server.shows(Place(None, CHANNEL, kind="direct message"))


async def test_hidden_members_vanish_from_all_pages_and_files(house: House) -> None:
    await house.rank_ada()
    match_id = await house.services.start_match(ADA, BEN)
    await house.services.play_turns(match_id)
    player = house.site.player_path(GUILD, ADA.user_id)
    server = house.site.server_path(GUILD)
    paths = [house.match_path(match_id), f"{house.match_path(match_id)}/2"]
    paths += [f"{house.match_path(match_id)}/match.txt", server, f"{server}/skirt"]
    paths.append(house.site.player_path(GUILD, BEN.user_id))
    for path in paths:
        assert "Ada" in (await house.get(path)).text
    await hide(house, ADA.user_id)
    for path in paths:
        answer = await house.get(path)
        assert answer.status == 200
        assert "Ada" not in answer.text, path
        assert player not in answer.text
    assert "Hidden player" in (await house.get(paths[0])).text
    assert "Hidden players keep their place." in (await house.get(f"{server}/skirt")).text
    assert "非公開のプレイヤー" in (await house.get(paths[0], "ja")).text
    for path in (player, f"{player}/ratings.png"):
        assert (await house.get(path)).status == 404


@pytest.mark.parametrize(
    "other", [Place(GUILD, PRIVATE_CHANNEL), Place(GUILD + 1, 8), direct_messages(9)]
)
async def test_a_player_has_no_results_of_matches_without_a_page(
    house: House, other: Place
) -> None:
    """Everyone may read one of their two places, but not the other."""
    terms = Terms("skirt", GAMES["skirt"].choose({}))
    places = [Place(GUILD, CHANNEL), other]
    stranger = Participant(903, PRIVATE_NAME, home=2)
    agreement = Agreement(terms, places, [ADA, stranger])
    async with house.services.store.write() as tx:
        match_id = (await begin(tx, agreement, Random(1), house.services.clock())).id
    await house.services.win_match(ADA, BEN)
    player = house.site.player_path(GUILD, ADA.user_id)
    assert PRIVATE_NAME not in (await house.page(player)).text
    await house.services.matches.resign(match_id, stranger.user_id)
    house.site.pages.clear()
    page = await house.page(player)
    assert "beat <bdi>Ben</bdi>" in page.text
    assert PRIVATE_NAME not in page.text


async def test_the_leaderboard_picture_leaves_hidden_members_out(house: House) -> None:
    await house.rank_ada()
    path = f"{house.site.server_path(GUILD)}/skirt.png?lang=en"
    before = await house.get(path)
    await hide(house, ADA.user_id)
    house.site.pictures.figures.clear()
    assert (await house.get(path)).body != before.body


async def test_deleted_members_have_no_page_and_no_name(house: House) -> None:
    match_id = await house.services.win_match(ADA, BEN)
    player = house.site.player_path(GUILD, ADA.user_id)
    await house.page(player)
    await house.services.personal_data.remove(ADA.user_id)
    house.site.pages.clear()
    assert (await house.get(player)).status == 404
    text = (await house.page(house.match_path(match_id))).text
    assert "Ada" not in text
    assert "Deleted player" in text


async def test_a_moderator_is_not_named(house: House) -> None:
    match_id = await house.services.start_match()
    await house.services.matches.end(match_id, "Sergeant", "Spam.", moderator_id=99)
    answer = await house.page(house.match_path(match_id))
    assert "Sergeant" not in answer.text
    assert "Ended by a moderator: Spam." in answer.text
    record = await house.get(f"{house.match_path(match_id)}/match.txt")
    assert "Sergeant" not in record.text


async def test_hidden_tiles_stay_hidden_until_the_match_is_over(house: House) -> None:
    match_id = await house.services.start_match(ADA, BEN, CY, game="passtally")
    match = await house.services.play_turns(match_id)
    scene = history_of(match, PLAIN).scene(match.ply)
    assert scene.position == match.position.seen_by(None)
    page = await house.page(house.match_path(match_id))
    assert alt_text(scene).split(".")[0] in page.text
    deck = [tile for pile in match.stored.setup["deck"] for tile in pile]
    record = await house.get(f"{house.match_path(match_id)}/match.txt")
    assert json.dumps(match.stored.setup["deck"]) not in page.text + record.text
    assert ",".join(deck[:5]) not in page.text + record.text


@pytest.mark.slow
@pytest.mark.always
async def test_no_page_reveals_hidden_members_or_private_channels(
    tmp_path: Path,
) -> None:
    """Read all pages that can be reached from the front page, each in one language."""
    database = tmp_path / "stairwell.db"
    members = persons_named([ADA, BEN], 8, NAMES)
    await community.seed(
        database,
        Place(GUILD, CHANNEL),
        members,
        DemoPlan(10, Random(3)),
        now=NOON,
    )
    async with house_in(tmp_path) as house:
        await house.publish()
        hidden = [ADA, BEN]
        for person in hidden:
            await hide(house, person.user_id)
        private = await _private_match(house.services)
        assert len(await _read_all(house, [each.name for each in hidden], private)) > 60


async def _read_all(house: House, names: list[str], private: int) -> set[str]:
    """Read every page and picture, and return their paths."""
    todo, visited = ["/"], set[str]()
    while todo:
        path = todo.pop()
        visited.add(path)
        answer = await house.get(path)
        if answer.status == 303:
            todo += {answer.headers["Location"]} - visited - set(todo)
            continue
        assert answer.status == 200, path
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        check_html(answer.text)
        words = set(re.findall(r"\w+", answer.text))
        assert words.isdisjoint(names), path
        assert PRIVATE_NAME not in answer.text
        assert house.match_path(private) not in answer.text
        links = sorted(answer.links - visited - set(todo) - {"/me"})
        todo += [link for link in links if not (is_further_board(path, link) or is_skipped(link))]
    return visited


def is_further_board(path: str, link: str) -> bool:
    """Whether a link leads to a further board of the same exploration, guess or lesson.

    Only one board of each is read, because there is no end to them.
    """
    is_explored = "/explore" in link and path.count("/") > 2
    is_guessed = "/guess/" in link and "/guess/" in path
    return is_explored or is_guessed or (link.startswith("/learn/") and "?" in link)


def is_skipped(link: str) -> bool:
    return link.endswith(".gif") or "lang=" in link


async def _private_match(club: Club) -> int:
    """Start a match in a channel that not everyone can read."""
    players = Participant(901, PRIVATE_NAME), Participant(902, "Also unseen")
    terms = Terms("skirt", GAMES["skirt"].choose({}))
    place = Place(GUILD, PRIVATE_CHANNEL)
    challenge = await club.challenges.make(terms, place, players[0], players[1:], seat=1)
    accepted = await club.challenges.accept(challenge.id, players[1])
    assert accepted.match_id is not None
    return accepted.match_id


@pytest.mark.parametrize("shows", [True, False])
async def test_storage_finds_hidden_people(house: House, shows: bool) -> None:
    await house.services.personal_data.show_globally(ADA.user_id, shows)
    async with house.services.store.read() as tx:
        hidden = await preferences.hidden(tx, [ADA.user_id, BEN.user_id])
    assert hidden == (frozenset() if shows else {ADA.user_id})
