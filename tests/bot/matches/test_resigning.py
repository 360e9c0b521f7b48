"""Resigning, with confirmation."""

from __future__ import annotations

from tests.bot.simulated import World, components_of, labels_of, reply_text, text_of

GREY, RED = 2, 4
"""Styles of buttons."""


async def test_resigning_asks_for_confirmation_and_ends_the_match(world: World) -> None:
    place = await world.start_match("skirt")
    card = place.last_message
    more = await world.ada.click(card, label="More")
    question = await world.ada.click(more.response, label="Resign")
    assert question.ephemeral
    assert "If you do, Ben wins." in reply_text(question)
    buttons = [each for each in components_of(question.response) if each.get("label")]
    labels = [(each["label"], each["style"]) for each in buttons]
    assert labels == [("Keep playing", GREY), ("Abort", GREY), ("Resign", RED)]
    opponents = await world.ben.slash(place, "resign")
    kept = await world.ben.click(opponents.response, label="Keep playing")
    assert "match 1 continues" in reply_text(kept)
    opponents = await world.ben.slash(place, "resign")
    assert not (await world.bot.club.matches.find(1)).is_over
    done = await world.ada.click(question.response, label="Resign")
    assert "You resigned match 1." in reply_text(done)
    result = place.last_message
    assert result is not None
    assert "**Ben (Black) wins. Ada resigned.**" in text_of(result)
    former = next(message for message in place.history() if message.id == card.id)
    assert labels_of(former) == []
    assert "The board is below." in text_of(former)
    late = await world.ben.click(opponents.response, label="Resign")
    assert "Match 1 is over: Ben (Black) wins" in reply_text(late)
    refusal = await world.ada.slash(place, "move", move="a1", match="1")
    assert "Match 1 is over" in reply_text(refusal)


async def test_a_player_can_resign_on_the_opponents_turn(world: World) -> None:
    place = await world.start_match("skirt")
    question = await world.ben.slash(place, "resign")
    await world.ben.click(question.response, label="Resign")
    match = await world.bot.club.matches.find(1)
    assert match.result is not None
    assert match.result["winners"] == [1]
