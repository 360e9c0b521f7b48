"""The history of a match, step by step and as a text file. Its pages are private."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.matches.history import history_page, numbers_to_choose
from bot.pages.layout import control
from club.matches.changes import Agreement, begin
from club.matches.reasons import ending_of
from presentation.matches.history import MatchHistory
from rules.record import MAX_SIZE, read
from rules.registry import GAMES
from rules.replay import leave, random_play
from storage.matches.match import Participant, Terms, direct_messages
from tests.additions import additions
from tests.bot.matches.two_servers import TwoServers
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)


async def play_on(world: World, plies: int, match_id: int = 1, seed: int = 1) -> Any:
    """Play random moves without updating any message, and return the match."""
    random = Random(seed)
    match = await world.bot.club.matches.find(match_id)
    for _ in range(plies):
        player = match.player_to_move
        if player is None:
            break
        text = match.position.text(random.choice(match.position.moves()))
        with world.env.time_context():
            match = await world.bot.club.matches.play(match_id, player.user_id, text)
    return match


async def play_out(world: World, match_id: int = 1) -> Any:
    """Play random moves to the end, and return the match."""
    return await play_on(world, 1000, match_id)


def is_disabled(message: Any, label: str) -> bool:
    return next(each["disabled"] for each in components_of(message) if each.get("label") == label)


def place_in(words: str) -> str:
    """The part of a page's text that names the turn shown."""
    return next(line for line in words.splitlines() if line.startswith("**")).split(" · ")[0]


def file_of(message: Any) -> Any:
    """The text file attached to a message."""
    return next(each for each in message.attachments if each.filename.endswith(".txt"))


async def text_in(world: World, message: Any) -> str:
    data = world.env.backend.cdn.get(file_of(message).url)
    assert data is not None
    return data.decode()


async def export(world: World, actor: Any, place: Any) -> str:
    history = await actor.slash(place, "history")
    saved = await actor.click(history.response, label="Save as text")
    return await text_in(world, saved.response)


async def test_history_is_private_and_starts_at_the_last_turn(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_on(world, 9)
    before = len(place.history())
    history = await world.cy.slash(place, "history")
    assert history.ephemeral
    assert "### Skirt (cells on a side: 4) · match 1" in reply_text(history)
    assert "Ada (White) vs Ben (Black)" in reply_text(history)
    assert place_in(reply_text(history)) == "**Turn 9 of 9**"
    assert "Ben is to move. The match is still in progress." in reply_text(history)
    page = history.response
    for label, words in (
        ("◀ Previous", "**Turn 8 of 9**"),
        ("◀ Previous", "**Turn 7 of 9**"),
        ("⏮ First", "**Start**"),
        ("Next ▶", "**Turn 1 of 9**"),
        ("◀ Previous", "**Start**"),
        ("Last ⏭", "**Turn 9 of 9**"),
    ):
        requests = len(world.env.http_requests)
        clicked = await world.cy.click(page, label=label)
        assert len(world.env.http_requests) == requests + 1
        assert place_in(reply_text(clicked)) == words
        assert clicked.response.id == page.id
        page = clicked.response
    assert len(place.history()) == before
    await world.restart()
    page = (await world.cy.click(page, label="◀ Previous")).response
    assert place_in(text_of(page)) == "**Turn 8 of 9**"


async def test_conditional_moves_and_timeouts_are_labelled() -> None:
    game = GAMES["passtally"]
    played = list(random_play(game.start(game.deal({"players": 3}, Random(1))), Random(1)))[:20]
    played.append(leave(played[-1].after, 2, "times out"))
    history = MatchHistory(
        source="1",
        title="Passtally",
        game=game,
        options={"players": 3},
        start=played[0].before,
        played=tuple(played),
        names=("Ada", "Ben", "Cy"),
        ending=None,
        beforehand=frozenset({18}),
    )
    page = await history_page(history, 20, 600)
    moves = f"**{played[18].text}** and **{played[19].text}**"
    assert f"Ada replied with {moves}." in str(page.blocks[0])
    page = await history_page(history, 21, 600)
    assert "· Ben ran out of time." in str(page.blocks[0])
    assert f"Ada {played[18].text}, {played[19].text}" in str(page.blocks[0])


async def test_the_buttons_stop_at_both_ends(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_out(world)
    page = (await world.ada.slash(place, "history")).response
    assert "wins." in text_of(page)
    assert is_disabled(page, "Next ▶")
    assert is_disabled(page, "Last ⏭")
    page = (await world.ada.click(page, label="⏮ First")).response
    assert "wins." not in text_of(page)
    assert is_disabled(page, "⏮ First")
    assert is_disabled(page, "◀ Previous")
    assert not is_disabled(page, "Next ▶")


async def test_a_match_without_moves_shows_its_starting_position(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    page = (await world.ada.slash(place, "history")).response
    assert "**Start** · before the first of 0 turns" in text_of(page)
    assert "Ada is to move" in text_of(page)
    assert menus_of(page) == []


async def test_history_includes_turns_played_while_it_is_open(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_on(world, 4)
    page = (await world.cy.slash(place, "history")).response
    assert is_disabled(page, "Next ▶")
    assert is_disabled(page, "Last ⏭")
    await play_on(world, 2)
    page = (await world.cy.click(page, label="◀ Previous")).response
    page = (await world.cy.click(page, label="Last ⏭")).response
    assert place_in(text_of(page)) == "**Turn 6 of 6**"
    page = (await world.cy.click(page, label="◀ Previous")).response
    await play_on(world, 1)
    page = (await world.cy.click(page, label="Next ▶")).response
    assert place_in(text_of(page)) == "**Turn 6 of 7**"
    assert not is_disabled(page, "Next ▶")


async def test_a_step_to_a_move_taken_back_shows_the_last_one(world: World) -> None:
    place = await world.start_match("passtally")
    match = await play_on(world, 10)
    walk = next(move for move in match.position.moves() if len(move) == 2)
    mover = match.player_to_move
    with world.env.time_context():
        match = await world.bot.club.matches.play(1, mover.user_id, walk)
    page = (await world.cy.slash(place, "history")).response
    page = (await world.cy.click(page, label="◀ Previous")).response
    with world.env.time_context():
        await world.bot.club.matches.take_back(1, mover.user_id, match.version)
    page = (await world.cy.click(page, label="Next ▶")).response
    assert "The match is still in progress" in text_of(page)


async def test_a_multi_move_turn_can_be_stepped_through_move_by_move(world: World) -> None:
    place = await world.start_match("passtally")
    match = await play_on(world, 12)
    page = (await world.cy.slash(place, "history")).response
    both = [played.text for played in match.played[10:12]]
    assert place_in(text_of(page)) == "**Turn 7 of 7**, move 2 of 2"
    page = (await world.cy.click(page, label="◀ Previous")).response
    assert "**Turn 7 of 7**, move 1 of 2" in text_of(page)
    assert f"**{both[0]}**" in text_of(page)
    assert f"**{both[1]}**" not in text_of(page)


async def test_a_page_shows_its_turn_and_those_before_it_and_has_a_menu(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_on(world, 9)
    page = (await world.cy.slash(place, "history")).response
    texts = [played.text for played in match.played]
    assert f"**Turn 9 of 9** · Ada played **{texts[8]}**." in text_of(page)
    before = f"5. Ada {texts[4]} · 6. Ben {texts[5]} · 7. Ada {texts[6]} · 8. Ben"
    assert before in text_of(page)
    assert f"4. Ben {texts[3]}" not in text_of(page)
    # The picture shows the board at that ply, with its last move marked.
    page = (await world.cy.click(page, label="◀ Previous")).response
    assert texts[7] in alt_of(page)
    assert texts[8] not in alt_of(page)
    page = (await world.cy.click(page, label="Next ▶")).response
    menu = menus_of(page)[0]
    assert [option["label"] for option in menu["options"]][:2] == [
        f"1. White {match.played[0].text}",
        f"2. Black {match.played[1].text}",
    ]
    assert [option["default"] for option in menu["options"]] == [*[False] * 8, True]
    page = (await world.cy.select(page, ["3"], custom_id=menu["custom_id"])).response
    assert place_in(text_of(page)) == "**Turn 3 of 9**"


@pytest.mark.parametrize("count", [1, 24, 25, 26, 60, 250, 1000])
def test_the_menu_has_both_ends_and_the_nearby_turns(count: int) -> None:
    for present in {0, 1, count // 2, count - 1, count}:
        numbers = numbers_to_choose(present, count)
        near = {each for each in range(present - 4, present + 5) if 1 <= each <= count}
        assert numbers == sorted(set(numbers))
        assert len(numbers) <= 25
        assert near | {1, count} <= set(numbers) <= set(range(1, count + 1))
        distances = [later - earlier for earlier, later in pairwise(numbers)]
        assert max(distances, default=1) <= count / 12 + 1


async def test_a_cards_button_opens_the_history_at_its_ply(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_on(world, 9)
    card = place.last_message
    opened = await world.click_anyway(world.cy, card, control("history", 1, 4))
    assert opened.ephemeral
    assert place_in(reply_text(opened)) == "**Turn 4 of 9**"


async def test_a_match_can_be_opened_by_number_from_any_channel(world: World) -> None:
    reply = await world.ada.slash(world.channel, "history")
    assert "No match has been played in this channel yet" in reply_text(reply)
    await world.start_match("skirt", options="size 4")
    await world.start_match("scala")
    history = await world.cy.slash(world.channel, "history", match="1")
    assert "· match 1" in reply_text(history)
    refusal = await world.cy.slash(world.channel, "history", match="7")
    assert "There is no match 7 in this server" in reply_text(refusal)


async def test_autocomplete_suggests_running_and_finished_matches(world: World) -> None:
    await world.start_match("skirt", options="size 4")
    await play_out(world)
    place = await world.start_match("scala")
    offered = await world.ada.autocomplete(world.channel, "history", "match", "")
    assert [each["value"] for each in offered] == ["2", "1"]
    offered = await world.ada.autocomplete(world.channel, "history", "match", "skirt")
    assert [each["value"] for each in offered] == ["1"]
    # Others get the matches of the place.
    offered = await world.cy.autocomplete(place, "history", "match", "")
    assert [each["value"] for each in offered] == ["2"]


async def hidden_match(world: World) -> None:
    """Start a match between Ada and Ben in a channel that Ben and Cy can't see."""
    hidden = world.hidden_channel(world.ben, world.cy)
    await world.ada.slash(hidden, "challenge", game="skirt")
    with world.env.time_context():
        await world.bot.club.challenges.accept(1, Participant(world.ben.id, "Ben"))


async def test_only_the_players_can_open_a_match_in_a_hidden_channel(world: World) -> None:
    await hidden_match(world)
    await play_on(world, 3)
    history = await world.ben.slash(world.channel, "history", match="1")
    assert place_in(reply_text(history)) == "**Turn 3 of 3**"
    refusal = await world.cy.slash(world.channel, "history", match="1")
    assert "There is no match 1 in this server" in reply_text(refusal)
    assert await world.cy.autocomplete(world.channel, "history", "match", "") == []
    # A control taken from another page doesn't reveal the match either.
    place = await world.start_match("scala")
    own = (await world.cy.slash(place, "history")).response
    for verb, more in (
        ("step", (1,)), ("history", (1,)), ("jump", ()), ("export", ()), ("animate", ()),
        *(each for extension in additions("forged") for each in extension.OF_A_MATCH),
    ):  # fmt: skip
        clicked = await world.click_anyway(world.cy, own, control(verb, 1, *more))
        assert "There is no match 1 in this server" in reply_text(clicked), verb


async def test_a_match_can_be_exported_as_text(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_out(world)
    history = await world.cy.slash(place, "history")
    export = await world.cy.click(history.response, label="Save as text")
    assert export.ephemeral
    assert file_of(export.response).filename == "stairwell-1-skirt.txt"
    # With Components V2, an attachment without a component is not shown.
    assert [each["file"]["url"] for each in components_of(export.response) if each["type"] == 13]
    text = await text_in(world, export.response)
    assert text.startswith("Game: Skirt\nOptions: size 4\nWhite: Ada\nBlack: Ben\nMatch: 1\n")
    assert "\nPlace: Club, #games\n" in text
    assert "\nPace: 3 days per turn\n" in text
    assert "\nBegun: 20" in text
    assert "\nEnded: 20" in text
    assert f"wins. {ending_of(match.stored)}\n" in text
    assert read(text).played() == match.played


async def test_a_match_in_direct_messages_is_not_exported_as_played_in_a_server(
    world: World,
) -> None:
    players = [Participant(world.ada.id, "Ada"), Participant(world.ben.id, "Ben", home=2)]
    places = [direct_messages(world.ada.id + 1), direct_messages(world.ben.id + 1)]
    agreement = Agreement(Terms("skirt", {"size": 4}), places, players)
    async with world.bot.club.store.write() as tx:
        await begin(tx, agreement, Random(1), world.bot.club.clock())
    history = await world.ada.slash(world.channel, "history", match="1")
    export = await world.ada.click(history.response, label="Save as text")
    text = await text_in(world, export.response)
    assert "\nMatch: 1\nPace: " in text


async def test_an_export_of_a_match_between_servers_names_the_readers_one(club: World) -> None:
    two = TwoServers(club)
    await two.start_match()
    places = {
        two.zoe: "Place: Anderer Verein, #spiele",
        club.ada: "Place: Club, #games",
    }
    for actor, words in places.items():
        assert f"\n{words}\n" in await export(club, actor, two.threads[actor.id])


async def test_the_export_of_a_running_match_omits_hidden_information(world: World) -> None:
    place = await world.start_match("passtally")
    await play_on(world, 12)
    text = await export(world, world.ada, place)
    assert "\nDeal: told when the match is over\n" in text
    assert "Ended" not in text
    assert "Result" not in text
    refusal = await world.ada.slash(place, "history", file=("match.txt", text.encode()))
    assert "the set-up was still secret" in reply_text(refusal)
    await play_out(world)
    text = await export(world, world.ada, place)
    match = await world.bot.club.matches.find(1)
    assert read(text).setup == match.stored.setup
    history = await world.ada.slash(place, "history", file=("match.txt", text.encode()))
    assert "Passtally · from a file" in reply_text(history)


async def test_a_file_can_be_stepped_through_privately_and_after_a_restart(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_out(world)
    text = await export(world, world.ada, place)
    other = world.env.create_guild("Other")
    channel = other.create_text_channel("games")
    dee: Any = other.add_member(world.env.create_user("dee"))
    view = await dee.slash(channel, "history", file=("match.txt", text.encode()))
    assert view.ephemeral
    turns = len(match.played)
    assert place_in(reply_text(view)) == f"**Turn {turns} of {turns}**"
    assert "Match: 1 · Place: Club, #games · Pace: " in reply_text(view)
    assert "wins." in reply_text(view)
    assert "Board" not in labels_of(view.response)
    page = view.response
    await world.restart()
    for number in range(turns - 1, turns - 3, -1):
        before = len(world.env.http_requests)
        page = (await dee.click(page, label="◀ Previous")).response
        assert place_in(text_of(page)) == f"**Turn {number} of {turns}**"
        assert len(world.env.http_requests) == before + 1
        assert await text_in(world, page) == text
    menu = menus_of(page)[0]
    page = (await dee.select(page, ["2"], custom_id=menu["custom_id"])).response
    assert place_in(text_of(page)) == f"**Turn 2 of {turns}**"
    assert channel.history() == []


async def test_the_file_of_a_running_match_ends_at_the_export_and_is_needed_to_step(
    world: World,
) -> None:
    view = await world.ada.slash(
        world.channel, "history", file=("match.txt", b"Game: Skirt\nWhite: Bea\n1. a1\n2. b1-b2")
    )
    page = view.response
    assert "Bea was to move when this was saved." in text_of(page)
    assert is_disabled(page, "Last ⏭")
    stored = world.env.backend.get_message(page.channel_id, page.id)
    for attachment in stored.attachments:
        attachment["url"] += ".gone"
    clicked = await world.ada.click(page, label="◀ Previous")
    assert clicked.ephemeral
    assert "Please upload it to `/history` again" in reply_text(clicked)
    stored.attachments = [each for each in stored.attachments if "txt" not in each["filename"]]
    clicked = await world.ada.click(page, label="⏮ First")
    assert "Please upload it to `/history` again" in reply_text(clicked)


INVALID_FILES = [
    (b"\x89PNG\r\n\x1a\n\x00\x00", "isn't text in UTF-8"),
    (b"Dear diary\n", "Line 1: “Dear diary” is neither a turn"),
    (b"", "there is no line “Game: …”"),
    (b"Game: Chess\n1. e4\n", "Line 1: There is no game called “Chess”"),
    (b"Game: Skirt\n1. a1\n2. a1\n", "Line 3: “a1” can't be played."),
    (b"Game: Passtally\n1. N3\n", "can't be replayed without its set-up"),
    (b"x" * (MAX_SIZE + 1), "at most 256 KB"),
]


async def test_an_invalid_file_is_refused_with_the_reason(world: World) -> None:
    for data, words in INVALID_FILES:
        refusal = await world.ada.slash(world.channel, "history", file=("match.txt", data))
        assert refusal.ephemeral
        assert words in reply_text(refusal)


async def test_text_in_a_file_cannot_break_its_page(world: World) -> None:
    text = "Game: Skirt\nWhite: **@everyone**\nNote: `x` @here\nResult: # _big_\n1. a1"
    view = await world.ada.slash(world.channel, "history", file=("match.txt", text.encode()))
    words = reply_text(view)
    assert "**@everyone**" not in words
    assert "@everyone" not in words
    assert "@here" not in words
    assert "_big_" not in words.replace("\\_", "")
    assert "Its moves end before the match is decided on the board." in words


async def test_a_file_of_several_matches_has_a_menu_of_them(world: World) -> None:
    text = (
        "Game: Skirt\nWhite: Ada\nBlack: Ben\n1. a1\nGame: Scala\nO: Cy\n1. f5-h5-j7\nGame: Chess\n"
    )
    view = await world.ada.slash(world.channel, "history", file=("match.txt", text.encode()))
    page = view.response
    assert "Ada (White) vs Ben (Black)" in text_of(page)
    second = await world.ada.select(page, ["file2"], custom_id="sw|pick|file1")
    assert "Cy (O) vs ? (X)" in text_of(second.response)
    stepped = await world.ada.click(second.response, label="◀ Previous")
    assert "Cy (O) vs ? (X)" in text_of(stepped.response)
    refused = await world.ada.select(stepped.response, ["file3"], custom_id="sw|pick|file2")
    assert "Line 8: There is no game called “Chess”" in reply_text(refused)
