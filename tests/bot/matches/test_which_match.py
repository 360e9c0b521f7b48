"""Choosing between several matches in a channel with a click."""

from __future__ import annotations

from typing import Any

import pytest

from tests.additions import additions
from tests.bot.simulated import World, labels_of, reply_text, text_of


@pytest.fixture
async def two_matches(threadless: World) -> World:
    """Two matches in one channel with Ada to move."""
    await threadless.start_match("skirt", options="size 4", pace="1d")
    await threadless.start_match("scala", pace="1d")
    return threadless


def latest_reply(result: Any) -> Any:
    return result.followups[-1] if result.followups else result.response


async def test_a_typed_move_asks_for_the_match_and_opens_its_panel(two_matches: World) -> None:
    question = await two_matches.ada.slash(two_matches.channel, "move", move="E1")
    assert (
        "It's your turn in several matches in this channel: 1 (Ben), 2 (Ben). Which one?"
        in reply_text(question)
    )
    assert labels_of(question.response) == ["Skirt, match 1", "Scala, match 2"]
    opened = await two_matches.ada.click(question.response, label="Skirt, match 1")
    assert "Skirt · match 1" in text_of(opened.response)
    assert len(opened.response.attachments) == 1
    assert (await two_matches.bot.club.matches.find(1)).ply == 0


async def test_every_other_command_asks_and_opens_what_can_be_done_in_a_match(
    two_matches: World,
) -> None:
    further = [name for each in additions("commands") for name in each.OF_A_MATCH]
    for command in ("abort", "resign", "pause", "draw", "takeback", *further):
        question = await two_matches.ada.slash(two_matches.channel, command)
        assert (
            "several matches in this channel: 2 (Ben), 1 (Ben). Which one? You can also use the "
            "option `match`." in reply_text(question)
        )
        opened = await two_matches.ada.click(question.response, label="Scala, match 2")
        assert "Resign" in labels_of(latest_reply(opened))


async def test_the_only_match_on_turn_is_meant(two_matches: World) -> None:
    await two_matches.ada.slash(two_matches.channel, "move", move="e1", match="1")
    alone = await two_matches.ada.slash(two_matches.channel, "move", move="c7-b8")
    assert "match 2: You played **c7-b8**" in reply_text(alone)


async def test_moves_are_suggested_for_matches_on_turn_and_the_rest_for_all(
    two_matches: World,
) -> None:
    await two_matches.ada.slash(two_matches.channel, "move", move="e1", match="1")
    for command, numbers in (("move", ["2"]), ("draw", ["2", "1"])):
        offered = await two_matches.ada.autocomplete(two_matches.channel, command, "match", "")
        assert [each["value"] for each in offered] == numbers


async def test_out_of_turn_the_buttons_lead_to_the_boards(two_matches: World) -> None:
    refusal = await two_matches.ben.slash(two_matches.channel, "move", move="e1")
    assert (
        "It's not your turn in any match in this channel. It's someone else's turn in match 2 "
        "(Ada), 1 (Ada)."
    ) in reply_text(refusal)
    assert sorted(labels_of(refusal.response)) == ["Scala, match 2", "Skirt, match 1"]


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
