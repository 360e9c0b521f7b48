"""Resigning, with confirmation."""

from __future__ import annotations

from tests.bot.simulated import World, components_of, labels_of, reply_text, text_of

GREY, RED = 2, 4
"""Styles of buttons."""


async def test_resigning_asks_for_confirmation_and_ends_the_match(world: World) -> None:
    place = await world.start_match("skirt")
    more = await world.ada.click(place.last_message, label="More")
    question = await world.ada.click(more.response, label="Resign")
    assert question.ephemeral
    assert "If you do, Ben wins." in reply_text(question)
    buttons = [each for each in components_of(question.response) if each.get("label")]
    labels = [(each["label"], each["style"]) for each in buttons]
    assert labels == [("Keep playing", GREY), ("Abort", GREY), ("Resign", RED)]
    assert not (await world.bot.club.matches.find(1)).is_over
    done = await world.ada.click(question.response, label="Resign")
    assert "You resigned match 1." in reply_text(done)
    result = place.last_message
    assert result is not None
    assert "**Ben (Black) wins. Ada resigned.**" in text_of(result)


async def test_the_card_before_a_resignation_loses_its_controls(world: World) -> None:
    place = await world.start_match("skirt")
    card = place.last_message
    question = await world.ada.slash(place, "resign")
    await world.ada.click(question.response, label="Resign")
    former = next(message for message in place.history() if message.id == card.id)
    assert labels_of(former) == []
    assert "The board is below." in text_of(former)


async def test_cancelling_the_resignation_keeps_the_match(world: World) -> None:
    place = await world.start_match("skirt")
    question = await world.ada.slash(place, "resign")
    reply = await world.ada.click(question.response, label="Keep playing")
    assert "match 1 continues" in reply_text(reply)
    assert not (await world.bot.club.matches.find(1)).is_over


async def test_a_player_can_resign_on_the_opponents_turn(world: World) -> None:
    place = await world.start_match("skirt")
    question = await world.ben.slash(place, "resign")
    await world.ben.click(question.response, label="Resign")
    match = await world.bot.club.matches.find(1)
    assert match.result is not None
    assert match.result["winners"] == [1]


async def test_a_match_can_be_resigned_only_once(world: World) -> None:
    place = await world.start_match("skirt")
    first = await world.ada.slash(place, "resign")
    second = await world.ben.slash(place, "resign")
    await world.ada.click(first.response, label="Resign")
    late = await world.ben.click(second.response, label="Resign")
    assert "Match 1 is over: Ben (Black) wins" in reply_text(late)


async def test_a_finished_match_accepts_no_moves(world: World) -> None:
    place = await world.start_match("skirt")
    question = await world.ada.slash(place, "resign")
    await world.ada.click(question.response, label="Resign")
    refusal = await world.ada.slash(place, "move", move="a1", match="1")
    assert "Match 1 is over" in reply_text(refusal)


async def test_with_several_matches_the_player_chooses_which_to_resign(threadless: World) -> None:
    world = threadless
    await world.start_match("skirt")
    await world.start_match("scala")
    refusal = await world.ada.slash(world.channel, "resign")
    assert "several matches in this channel" in reply_text(refusal)
    offered = await world.ada.autocomplete(world.channel, "resign", "match", "scala")
    assert [each["value"] for each in offered] == ["2"]
    question = await world.ada.slash(world.channel, "resign", match="2")
    assert "resign Scala, match 2" in reply_text(question)


async def test_resigning_without_a_match_is_refused(world: World) -> None:
    refusal = await world.cy.slash(world.channel, "resign")
    assert "You have no matches in progress in this channel" in reply_text(refusal)
