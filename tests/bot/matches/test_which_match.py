"""Choosing between several matches in a channel with a click."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.simulated import World, labels_of, reply_text, text_of


@pytest.fixture
async def two_matches(threadless: World) -> World:
    """Two matches in one channel with Ada to move."""
    await threadless.start_match("skirt", options="size 4", pace="1d")
    await threadless.start_match("scala", pace="1d")
    return threadless


def latest_reply(result: Any) -> Any:
    return result.followups[-1] if result.followups else result.response


async def test_a_typed_move_is_played_in_the_chosen_match(two_matches: World) -> None:
    question = await two_matches.ada.slash(two_matches.channel, "move", move="E1")
    assert (
        "It's your turn in several matches in this channel: 1 (Ben), 2 (Ben). Which one?"
        in reply_text(question)
    )
    assert labels_of(question.response) == ["Skirt, match 1", "Scala, match 2"]
    played = await two_matches.ada.click(question.response, label="Skirt, match 1")
    assert "match 1: You played **e1**" in text_of(played.response)
    assert labels_of(played.response) == ["Next: Scala, match 2"]
    assert (await two_matches.bot.club.matches.find(1)).ply == 1


@pytest.mark.usefixtures("games_with_draws")
async def test_a_draw_offer_follows_the_move_into_the_chosen_match(two_matches: World) -> None:
    question = await two_matches.ada.slash(two_matches.channel, "move", move="e1", draw=True)
    played = await two_matches.ada.click(question.response, label="Skirt, match 1")
    assert "You offered a draw." in text_of(played.response)


async def test_a_move_illegal_in_the_chosen_match_is_refused_with_the_reason(
    two_matches: World,
) -> None:
    question = await two_matches.ada.slash(two_matches.channel, "move", move="e1")
    refusal = await two_matches.ada.click(question.response, label="Scala, match 2")
    assert refusal.followups or refusal.response
    assert (await two_matches.bot.club.matches.find(2)).ply == 0
    assert labels_of(question.response)[0] == "Skirt, match 1"


async def test_text_that_does_not_fit_a_button_opens_the_panel(two_matches: World) -> None:
    for text in ("e1|a2", "x" * 90):
        question = await two_matches.ada.slash(two_matches.channel, "move", move=text)
        opened = await two_matches.ada.click(question.response, label="Skirt, match 1")
        assert "Skirt · match 1" in text_of(opened.response)
        assert len(opened.response.attachments) == 1


async def test_every_command_continues_in_the_chosen_match(two_matches: World) -> None:
    for command, words in (
        ("abort", "Do you want to abort Scala, match 2?"),
        ("resign", "Do you want to resign Scala, match 2?"),
        ("pause", "You asked to pause the clocks."),
    ):
        question = await two_matches.ada.slash(two_matches.channel, command)
        assert (
            "several matches in this channel: 2 (Ben), 1 (Ben). Which one? You can also use the "
            "option `match`." in reply_text(question)
        )
        went_on = await two_matches.ada.click(question.response, label="Scala, match 2")
        assert words in text_of(latest_reply(went_on))


async def test_conditional_moves_and_hints_continue_in_the_chosen_match(two_matches: World) -> None:
    planned = await two_matches.ben.slash(two_matches.channel, "conditional")
    opened = await two_matches.ben.click(planned.response, label="Skirt, match 1")
    assert "match 1" in text_of(latest_reply(opened))
    page = await two_matches.ada.slash(two_matches.channel, "conditional", match="1")
    assert "It's your turn. Make your move first" in reply_text(page)
    panel = await two_matches.ada.click(page.response, label="Play")
    assert "Choose an outer cell" in reply_text(panel)
    hinted = await two_matches.ada.slash(two_matches.channel, "hint")
    refusal = await two_matches.ada.click(hinted.response, label="Skirt, match 1")
    assert "hint" in text_of(latest_reply(refusal)).casefold()


async def test_only_matches_the_command_applies_to_are_offered(
    two_matches: World,
) -> None:
    await two_matches.ada.slash(two_matches.channel, "move", move="e1", match="1")
    taken = await two_matches.ada.slash(two_matches.channel, "takeback")
    assert "Taken back" in reply_text(taken)
    assert "You offered a draw." in reply_text(
        await two_matches.ada.slash(two_matches.channel, "draw")
    )
    await two_matches.ada.slash(two_matches.channel, "move", move="e1", match="1")
    planned = await two_matches.ada.slash(two_matches.channel, "conditional")
    assert "match 1" in reply_text(planned)
    assert "Add a line" in labels_of(planned.response)
    for command, numbers in (
        ("move", ["2"]),
        ("draw", ["2"]),
        ("takeback", ["1"]),
        ("conditional", ["1"]),
    ):
        offered = await two_matches.ada.autocomplete(two_matches.channel, command, "match", "")
        assert [each["value"] for each in offered] == numbers
    alone = await two_matches.ada.slash(two_matches.channel, "move", move="c7-b8")
    assert "match 2: You played **c7-b8**" in reply_text(alone)


async def test_out_of_turn_the_buttons_lead_to_the_boards(two_matches: World) -> None:
    refusal = await two_matches.ben.slash(two_matches.channel, "move", move="e1")
    assert (
        "It's not your turn in any match in this channel. It's someone else's turn in match 2 "
        "(Ada), 1 (Ada)."
    ) in reply_text(refusal)
    assert sorted(labels_of(refusal.response)) == ["Scala, match 2", "Skirt, match 1"]


async def test_a_forged_action_is_reported_as_outdated(two_matches: World) -> None:
    question = await two_matches.ada.slash(two_matches.channel, "draw")
    refusal = await two_matches.click_anyway(two_matches.ada, question.response, "sw|wish|1|marry")
    assert "out of date" in reply_text(refusal)


async def test_autocomplete_labels_moves_from_every_match_with_the_match(
    two_matches: World,
) -> None:
    offered = await two_matches.ada.autocomplete(two_matches.channel, "move", "move", "")
    assert {each["value"].split()[0] for each in offered} == {"#1", "#2"}
    # Those of the match with the newest card come first.
    assert offered[0]["value"].startswith("#2 ")
    assert offered[-1]["value"].startswith("#1 ")
    assert 20 <= len(offered) <= 25
    offered = await two_matches.ada.autocomplete(two_matches.channel, "move", "move", "e1")
    assert offered[0] == {"name": "e1 · Skirt, match 1", "value": "#1 e1"}
    for typed in ("#2 f", "＃２ ｆ"):
        offered = await two_matches.ada.autocomplete(two_matches.channel, "move", "move", typed)
        assert offered
        assert all(each["value"].startswith("#2 ") for each in offered)


@pytest.mark.parametrize("typed", ["#1 e1", "＃１　ｅ１", "#1 “1. e1.”"])
async def test_a_move_prefixed_with_a_match_is_played_there(two_matches: World, typed: str) -> None:
    played = await two_matches.ada.slash(two_matches.channel, "move", move=typed)
    assert "match 1: You played **e1**" in text_of(played.response)
    refusal = await two_matches.ada.slash(two_matches.channel, "move", move="#99 e1")
    assert "99" in reply_text(refusal)
    assert (await two_matches.bot.club.matches.find(2)).ply == 0
