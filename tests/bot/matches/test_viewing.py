"""Private views of boards, lists of matches and rules."""

from __future__ import annotations

from rules.registry import GAMES
from tests.bot.simulated import World, reply_text, text_of


async def test_a_board_is_shown_privately_and_can_be_played_from(
    world: World,
) -> None:
    place = await world.start_match("skirt", options="size 4")
    before = len(place.history())
    board = await world.cy.slash(place, "match")
    assert board.ephemeral
    assert "match 1 · turn 1" in reply_text(board)
    assert board.response is not None
    assert board.response.attachments[0].filename == "board.png"
    assert len(place.history()) == before
    board = await world.ada.slash(place, "match")
    answer = world.env.http_requests[-1]
    assert answer.path.endswith("/callback")
    assert answer.json is not None
    assert answer.json["data"]["allowed_mentions"] == {"parse": []}
    panel = await world.ada.click(board.response, label="Play")
    assert panel.ephemeral
    assert "Skirt" in reply_text(panel)


async def test_any_match_can_be_shown_by_number(world: World) -> None:
    reply = await world.ada.slash(world.channel, "match")
    assert "No match has been played in this channel yet" in reply_text(reply)
    place = await world.start_match("skirt", options="size 4")
    await world.start_match("scala")
    board = await world.cy.slash(world.channel, "match", match="1")
    assert "Skirt (cells on a side: 4) · match 1" in reply_text(board)
    offered = await world.cy.autocomplete(place, "match", "match", "")
    assert [each["name"] for each in offered] == ["1 · Skirt · Ada vs Ben"]


async def test_the_board_can_be_shown_as_text(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await world.ada.slash(place, "move", move="e1")
    typed = await world.cy.slash(place, "match", text=True)
    clicked = await world.cy.click(place.last_message, label="Text board")
    assert reply_text(typed) == reply_text(clicked)
    assert "```" in reply_text(typed)
    assert "Ada placed a stone on e1." in reply_text(typed)
    assert clicked.ephemeral
    await world.resign(world.ben, place)
    board = await world.cy.click(place.last_message, label="Text board")
    assert "Ada (White) wins. Ben resigned." in reply_text(board)


async def test_the_rules_of_a_game_are_shown_by_command_and_button(world: World) -> None:
    place = await world.start_match("scala")
    rules = await world.cy.click(place.last_message, label="Rules")
    assert "## Scala" in reply_text(rules)
    assert rules.ephemeral
    rules = await world.cy.slash(world.channel, "rules", game="scala")
    assert rules.ephemeral
    assert GAMES["scala"].opening in reply_text(rules)
    assert rules.response.attachments


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
