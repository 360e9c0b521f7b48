"""Moving with few clicks: typing in the panel, and skipping confirmation."""

from __future__ import annotations

from typing import Any

from bot.pages.forms import FIELD
from tests.bot.matches.test_history import play_on
from tests.bot.simulated import World, choose_step, click_through, labels_of, reply_text, text_of


async def start_small_match(world: World) -> Any:
    return await world.start_match("skirt", options="size 4")


async def skip_confirming(member: Any, place: Any) -> Any:
    """Turn confirmation off, and return the reply."""
    preferences = await member.slash(place, "preferences")
    return await member.click(preferences.response, label="Skip confirming")


async def typing(member: Any, place: Any) -> Any:
    """Open the form for typing a move from the panel."""
    panel = await member.click(place.last_message, label="Play")
    return await member.click(panel.response, label="Type")


async def test_a_move_typed_in_the_panel_is_played(world: World) -> None:
    place = await start_small_match(world)
    form = await typing(world.ada, place)
    await world.restart()
    played = await world.ada.submit_modal(form, {FIELD: " E1 "})
    assert "You played **e1**" in reply_text(played)
    assert "Ada placed a stone on e1." in text_of(place.last_message)


async def test_a_refused_typed_move_is_kept(world: World) -> None:
    place = await start_small_match(world)
    refusal = await world.ada.submit_modal(await typing(world.ada, place), {FIELD: "d4 please"})
    assert reply_text(refusal).startswith("“d4 please” isn't a move in Skirt.")
    assert "e1" in labels_of(refusal.response)
    again = await world.ada.click(refusal.response, label="Type again")
    assert "d4 please" in str(again.modal)
    played = await world.ada.submit_modal(again, {FIELD: "e1"})
    assert "You played **e1**" in reply_text(played)


async def test_a_refused_command_can_be_typed_again_or_played_in_the_panel(world: World) -> None:
    place = await start_small_match(world)
    refusal = await world.ada.slash(place, "move", move="d4 please")
    assert reply_text(refusal).startswith("“d4 please” isn't a move in Skirt.")
    assert labels_of(refusal.response) == ["Type again", "Play"]
    again = await world.ada.click(refusal.response, label="Type again")
    assert "d4 please" in str(again.modal)
    panel = await world.ada.click(refusal.response, label="Play")
    assert "e1" in labels_of(panel.response)


async def test_text_too_long_for_a_button_is_refused_and_shown(world: World) -> None:
    place = await start_small_match(world)
    text = "from the corner | " * 9
    refusal = await world.ada.submit_modal(await typing(world.ada, place), {FIELD: text})
    assert reply_text(refusal).startswith("“from the corner")
    again = await world.ada.click(refusal.response, label="Type again")
    assert "corner" not in str(again.modal)


async def test_a_move_typed_for_an_earlier_board_gets_a_link(world: World) -> None:
    place = await start_small_match(world)
    form = await typing(world.ada, place)
    await world.ada.slash(place, "move", move="a1")
    late = await world.ada.submit_modal(form, {FIELD: "e1"})
    assert "Match 1 has moved on" in reply_text(late)
    assert (await world.bot.club.matches.find(1)).ply == 1


async def test_with_confirmation_off_the_last_click_plays_the_move(world: World) -> None:
    place = await start_small_match(world)
    page = await skip_confirming(world.ada, place)
    assert "Your last click or tap plays the move" in reply_text(page)
    assert "You can't take back a move that reveals" in reply_text(page)
    await world.restart()
    panel = await world.ada.click(place.last_message, label="Play")
    played = await choose_step(world.ada, panel.response, "e1")
    assert "You played **e1**" in reply_text(played)
    assert labels_of(played.response) == []
    preferences = await world.ada.slash(place, "preferences")
    page = await world.ada.click(preferences.response, label="Confirm moves")
    assert "I'll ask you to confirm each move" in reply_text(page)
    panel = await world.ben.click(place.last_message, label="Play")
    page = await click_through(
        world.ben,
        panel.response,
        (await world.bot.club.matches.find(1)).position,
        ("a2", "b2"),
    )
    assert "Play a2-b2" in labels_of(page)


async def test_skipping_confirmation_is_offered_once_on_the_third_move(world: World) -> None:
    place = await start_small_match(world)
    for number in range(1, 4):
        page = await last_step(world, world.ada, place)
        offers = "Skip confirming" in labels_of(page)
        assert offers == (number == 3)
        if offers:
            assert "from now on your last click plays" in text_of(page)
        play = next(label for label in labels_of(page) if label.startswith("Play "))
        await world.ada.click(page, label=play)
        await world.make_a_move(place)
    page = await last_step(world, world.ada, place)
    assert "Skip confirming" not in labels_of(page)


async def test_only_a_confirmation_that_makes_a_move_leads_to_skipping(world: World) -> None:
    place = await start_small_match(world)
    page = await last_step(world, world.ada, place)
    label = next(label for label in labels_of(page) if label.startswith("Play "))
    play = world.control_of(page, label)
    # The second of two clicks makes no move, nor does one on an outdated panel.
    for _ in range(2):
        await world.click_anyway(world.ada, page, play)
    await world.make_a_move(place)
    await world.click_anyway(world.ada, page, play)
    assert (await world.bot.club.preferences.of(world.ada.id)).confirmed_moves == 1


async def test_skipping_confirmation_applies_to_every_later_move(
    world: World,
) -> None:
    place = await start_small_match(world)
    for _ in range(2):
        page = await last_step(world, world.ada, place)
        play = next(label for label in labels_of(page) if label.startswith("Play "))
        await world.ada.click(page, label=play)
        await world.make_a_move(place)
    page = await last_step(world, world.ada, place)
    await world.restart()
    played = await world.ada.click(page, label="Skip confirming")
    assert "You played **" in reply_text(played)
    await world.make_a_move(place)
    assert "You played **" in text_of(await last_step(world, world.ada, place))


async def last_step(world: World, member: Any, place: Any) -> Any:
    """Choose the steps of the first legal move in the panel, and return the last page."""
    panel = await member.click(place.last_message, label="Play")
    position = (await world.bot.club.matches.find(1)).position
    return await click_through(member, panel.response, position, position.moves()[0])


async def test_a_player_who_moves_again_sees_the_next_choices_immediately(world: World) -> None:
    place = await world.start_match("passtally")
    await skip_confirming(world.ada, place)
    await play_on(world, 7)
    await world.make_a_move(place)
    position = (await world.bot.club.matches.find(1)).position
    move = next(each for each in position.moves() if len(each) < 3)
    panel = await world.ada.click(place.last_message, label="Play")
    page = await click_through(world.ada, panel.response, position, move)
    assert "It's your turn again." in text_of(page)
    assert any(label.endswith(("straight", "mixed", "curved")) for label in labels_of(page))


async def test_draws_are_not_offered_in_games_that_cannot_be_drawn(world: World) -> None:
    place = await world.start_match("passtally")
    refusal = await world.ada.slash(place, "draw")
    assert "Someone always wins at" in reply_text(refusal)
    text = (await world.bot.club.matches.find(1)).position.moves()[0][0]
    refusal = await world.ada.slash(place, "move", move=text, draw=True)
    assert "Someone always wins at" in reply_text(refusal)
    more = await world.ada.click(place.last_message, label="More")
    assert "Offer a draw" not in labels_of(more.response)
    assert "Resign" in labels_of(more.response)
    assert (await world.bot.club.matches.find(1)).ply == 0
