"""Private views of boards, lists of matches and rules."""

from __future__ import annotations

import discord
import pytest

from rules.registry import GAMES
from storage.matches.match import Participant
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def test_the_board_of_a_channel_is_shown_privately(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    before = len(place.history())
    board = await world.cy.slash(place, "board")
    assert board.ephemeral
    assert "match 1 · turn 1" in reply_text(board)
    assert board.response is not None
    assert board.response.attachments[0].filename == "board.png"
    assert len(place.history()) == before


async def test_a_private_board_pings_no_one(world: World) -> None:
    place = await world.start_match("skirt")
    await world.ada.slash(place, "board")
    answer = world.env.http_requests[-1]
    assert answer.path.endswith("/callback")
    assert answer.json is not None
    assert answer.json["data"]["allowed_mentions"] == {"parse": []}


async def test_a_player_can_play_from_a_requested_board(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    board = await world.ada.slash(place, "board")
    panel = await world.ada.click(board.response, label="Play")
    assert panel.ephemeral
    assert "Skirt" in reply_text(panel)


async def test_any_match_can_be_shown_by_number(world: World) -> None:
    await world.start_match("skirt", options="size 4")
    await world.start_match("scala")
    board = await world.cy.slash(world.channel, "board", match="1")
    assert "Skirt (cells on a side: 4) · match 1" in reply_text(board)


async def test_only_the_players_can_see_a_match_in_a_hidden_channel(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "hidden",
        overwrites={
            world.ben: discord.PermissionOverwrite(view_channel=False),
            world.cy: discord.PermissionOverwrite(view_channel=False),
        },
    )
    challenge = await world.ada.slash(hidden, "challenge", game="skirt")
    with world.env.time_context():
        await world.bot.club.challenges.accept(1, Participant(world.ben.id, "Ben"))
    assert challenge.response is not None
    refusal = await world.cy.slash(world.channel, "board", match="1")
    assert "There is no match 1 in this server" in reply_text(refusal)
    for player in (world.ada, world.ben):
        board = await player.slash(world.channel, "board", match="1", text=True)
        assert "Skirt · match 1" in reply_text(board)


async def test_the_board_can_be_shown_as_text(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await world.ada.slash(place, "move", move="e1")
    typed = await world.cy.slash(place, "board", text=True)
    clicked = await world.cy.click(place.last_message, label="Text board")
    assert reply_text(typed) == reply_text(clicked)
    assert "```" in reply_text(typed)
    assert "Ada placed a stone on e1." in reply_text(typed)
    assert clicked.ephemeral


async def test_the_text_board_of_a_finished_match_shows_the_result(world: World) -> None:
    place = await world.start_match("skirt")
    question = await world.ben.slash(place, "resign")
    await world.ben.click(question.response, label="Resign")
    board = await world.cy.click(place.last_message, label="Text board")
    assert "Ada (White) wins. Ben resigned." in reply_text(board)


async def test_a_channel_without_matches_gets_a_message(world: World) -> None:
    reply = await world.ada.slash(world.channel, "board")
    assert "No match has been played in this channel yet" in reply_text(reply)


async def test_autocomplete_suggests_boards_to_view(world: World) -> None:
    place = await world.start_match("skirt")
    offered = await world.cy.autocomplete(place, "board", "match", "")
    assert [each["name"] for each in offered] == ["1 · Skirt · Ada vs Ben"]


async def test_my_matches_list_those_on_my_turn_first(world: World) -> None:
    await world.start_match("skirt", seat=2)
    await world.start_match("scala", seat=1)
    listed = await world.ada.slash(world.channel, "matches")
    words = reply_text(listed)
    assert listed.ephemeral
    assert words.index("Your turn") < words.index("**2** · Scala vs Ben")
    assert words.index("Waiting for others") < words.index("**1** · Skirt vs Ben")
    assert f"https://discord.com/channels/{world.guild.id}/" in words


async def test_an_empty_list_explains_how_to_start(world: World) -> None:
    listed = await world.cy.slash(world.channel, "matches")
    assert "You have no matches in progress" in reply_text(listed)


@pytest.mark.slow
async def test_a_long_match_list_is_truncated(world: World) -> None:
    for _ in range(3):
        for _ in range(8):
            challenge = await world.ada.slash(
                world.channel, "challenge", game="skirt", opponent=world.ben, seat=1
            )
            await world.ben.click(challenge.response, label="Accept")
    listed = await world.ada.slash(world.channel, "matches")
    assert "…and 12 more." in reply_text(listed)


@pytest.mark.parametrize("key", list(GAMES))
async def test_the_rules_command_explains_every_game(world: World, key: str) -> None:
    rules = await world.cy.slash(world.channel, "rules", game=key)
    assert rules.ephemeral
    assert GAMES[key].name in reply_text(rules)
    assert GAMES[key].how_to_play in reply_text(rules)
    assert rules.response is not None
    assert rules.response.attachments


async def test_the_rules_button_shows_the_rules_of_the_game(world: World) -> None:
    place = await world.start_match("scala")
    rules = await world.cy.click(place.last_message, label="Rules")
    assert "## Scala" in reply_text(rules)
    assert rules.ephemeral
    assert labels_of(place.last_message) == ["Play", "More", "Rules", "Text board"]


async def test_names_cannot_break_a_card(world: World) -> None:
    strange = world.guild.add_member(
        world.env.create_user("dee", global_name="**@everyone** `עדה` https://x.y")
    )
    challenge = await strange.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    words = text_of(challenge.response)
    assert "@everyone" not in words
    assert "\\*\\*" in words


async def test_a_name_cannot_reverse_the_text_after_it(world: World) -> None:
    strange = world.guild.add_member(
        world.env.create_user("dee", global_name="\u2069\u202eעדה\u202e")
    )
    challenge = await strange.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    assert text_of(challenge.response).startswith("### \u2068עדה\u2069 challenges Ben to Skirt")
    accepted = await world.ben.click(challenge.response, label="Accept")
    assert accepted.response is not None
    (thread,) = world.channel.threads
    name = thread.name or ""
    assert "עדה" in name
    assert not set(name) & set("\u2069\u202e")
