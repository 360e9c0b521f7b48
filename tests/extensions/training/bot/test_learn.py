"""Lessons: private attempts, comments on them, and progress."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pages.forms import FIELD
from bot.pages.layout import control
from rules.registry import GAMES
from tests.bot.simulated import (
    World,
    alt_of,
    choose_step,
    components_of,
    labels_of,
    menus_of,
    post_challenge,
    reply_text,
    text_of,
)

pytestmark = pytest.mark.usefixtures("with_sample_lessons")


async def open_lesson(world: World, label: str = "Start: Jump over a row") -> Any:
    """Open a lesson as Ada, and return its page."""
    listed = await world.ada.slash(world.channel, "learn", game="skirt")
    return (await world.ada.click(listed.response, label=label)).response


async def try_steps(world: World, page: Any, *steps: str) -> Any:
    """Choose steps as Ada, and return the last page. A complete move is tried at once."""
    for each in steps:
        page = (await choose_step(world.ada, page, each)).response
    return page


async def test_a_games_lessons_are_listed_privately(world: World) -> None:
    listed = await world.ada.slash(world.channel, "learn", game="skirt")
    assert listed.ephemeral
    assert reply_text(listed).startswith("### Learn Skirt\n")
    assert "1. **Jump over a row**\n2. Connect two opposite sides" in reply_text(listed)
    assert labels_of(listed.response) == ["Start: Jump over a row", "Rules"]
    (menu,) = menus_of(listed.response)
    assert [each["value"] for each in menu["options"]] == ["jump", "win"]


async def test_help_and_the_rules_lead_to_the_lessons(world: World) -> None:
    for page in (
        await world.ada.slash(world.channel, "help"),
        await world.ada.slash(world.channel, "rules", game="skirt"),
    ):
        listed = await world.ada.click(page.response, custom_id=control("learn", "skirt"))
        assert reply_text(listed).startswith("### Learn Skirt")


async def test_a_correct_move_is_praised_and_leads_to_the_next_task(world: World) -> None:
    page = await open_lesson(world)
    assert text_of(page).startswith(
        "### Jump over a row\n-# Learn Skirt · lesson 1 of 2, move 1 of 2\n"
        "The row next to your outer stone is jumped."
    )
    assert "a3" in alt_of(page)
    assert labels_of(page)[-3:] == ["Type", "Show me", "All lessons"]
    praised = await try_steps(world, page, "(a3)", "d3")
    assert "Yes, **(a3)-d3**. You jumped b3 and c3 together." in text_of(praised)
    assert labels_of(praised) == ["Next", "All lessons"]
    onward = (await world.ada.click(praised, label="Next")).response
    assert "move 2 of 2" in text_of(onward)
    assert "Black replied with **a5-b5**." in text_of(onward)
    praised = await try_steps(world, onward, "a1")
    assert "Yes, **a1-b2**." in text_of(praised)
    assert labels_of(praised) == ["Next: Connect two opposite sides", "All lessons"]
    listed = (await world.ada.click(praised, label="All lessons")).response
    assert "1. Jump over a row ✓ done\n2. **Connect two opposite sides**" in text_of(listed)
    assert labels_of(listed)[0] == "Continue: Connect two opposite sides"


async def test_a_wrong_move_is_explained_and_can_be_retried(world: World) -> None:
    wrong = await try_steps(world, await open_lesson(world), "(a3)", "b4")
    assert "**(a3)-b4** isn't right. Nothing is jumped on the way to b4." in text_of(wrong)
    assert labels_of(wrong) == ["Try again", "Show me", "All lessons"]
    again = (await world.ada.click(wrong, label="Try again")).response
    assert "Stuck?" not in text_of(again)
    wrong = await try_steps(world, again, "(a3)", "c5")
    assert "Start from a3, and go over the two stones next to it." in text_of(wrong)
    styles = {each["label"]: each["style"] for each in components_of(wrong) if each["type"] == 2}
    assert styles["Show me"] == 1
    again = (await world.ada.click(wrong, label="Try again")).response
    assert "Stuck? **Show me** plays a correct move and explains it." in text_of(again)


async def typing(world: World, page: Any) -> Any:
    """Open the form for typing a move in a lesson."""
    return await world.ada.click(page, label="Type")


async def test_a_move_can_be_typed_in_a_lesson(world: World) -> None:
    page = await open_lesson(world)
    window = await typing(world, page)
    wrong = (await world.ada.submit_modal(window, {FIELD: " (A3)-B4 "})).response
    assert "**(a3)-b4** isn't right. Nothing is jumped on the way to b4." in text_of(wrong)
    again = (await world.ada.click(wrong, label="Try again")).response
    praised = await world.ada.submit_modal(await typing(world, again), {FIELD: "(a3)-d3"})
    assert "Yes, **(a3)-d3**. You jumped b3 and c3 together." in reply_text(praised)
    onward = (await world.ada.click(praised.response, label="Next")).response
    praised = await world.ada.submit_modal(await typing(world, onward), {FIELD: "a1-b2"})
    assert "Yes, **a1-b2**." in reply_text(praised)


async def test_invalid_text_in_a_lesson_is_explained_and_kept(
    world: World,
) -> None:
    window = await typing(world, await open_lesson(world))
    refusal = await world.ada.submit_modal(window, {FIELD: "to the left"})
    assert "\n“to the left” isn't a move in Skirt." in reply_text(refusal)
    assert "### Jump over a row" in reply_text(refusal)
    assert "isn't right." not in reply_text(refusal)
    again = await world.ada.click(refusal.response, label="Type again")
    assert "to the left" in str(again.modal)
    praised = await world.ada.submit_modal(again, {FIELD: "(a3)-d3"})
    assert "Yes, **(a3)-d3**." in reply_text(praised)


async def test_back_replaces_type_once_a_step_is_chosen(world: World) -> None:
    chosen = (await choose_step(world.ada, await open_lesson(world), "(a3)")).response
    assert labels_of(chosen)[-3:] == ["Back", "Show me", "All lessons"]


async def test_giving_up_shows_a_correct_move(world: World) -> None:
    solution = (await world.ada.click(await open_lesson(world), label="Show me")).response
    assert "**(a3)-d3** is right. You jumped b3 and c3 together." in text_of(solution)
    assert labels_of(solution) == ["Next", "Try it myself", "All lessons"]
    again = (await world.ada.click(solution, label="Try it myself")).response
    praised = await try_steps(world, again, "(a3)", "d3")
    assert "Yes, **(a3)-d3**." in text_of(praised)


async def test_a_lesson_with_a_revealed_task_counts_as_seen_but_not_done(world: World) -> None:
    solution = (await world.ada.click(await open_lesson(world), label="Show me")).response
    onward = (await world.ada.click(solution, label="Next")).response
    assert "move 2 of 2" in text_of(onward)
    praised = await try_steps(world, onward, "a1")
    listed = (await world.ada.click(praised, label="All lessons")).response
    assert "1. Jump over a row · seen\n2. **Connect two opposite sides**" in text_of(listed)
    menu = menus_of(listed)[0]
    assert [each.get("description") for each in menu["options"]] == ["Seen", None]


async def test_the_last_lesson_leads_to_a_challenge(world: World) -> None:
    listed = await world.ada.slash(world.channel, "learn", game="skirt")
    menu = menus_of(listed.response)[0]
    page = await world.ada.select(listed.response, ["win"], custom_id=menu["custom_id"])
    assert "### Connect two opposite sides" in reply_text(page)
    ended = (await world.ada.click(page.response, label="Show me")).response
    assert "That was the last lesson of Skirt." in text_of(ended)
    # Without computer opponents there is no guided match.
    assert labels_of(ended) == ["Challenge someone", "Try it myself", "All lessons"]
    form = await world.ada.click(ended, label="Challenge someone")
    sought = await post_challenge(world.ada, form)
    card: Any = world.channel.last_message
    assert f"Anyone in this channel can accept your challenge now: {card.jump_url}" in text_of(
        sought.response
    )
    assert "### Ada is looking for someone to play Skirt" in text_of(card)
    again = await post_challenge(world.ada, await world.ada.click(ended, label="Challenge someone"))
    assert "You're already looking for someone to play Skirt" in reply_text(again)
    accepted = await world.ben.click(card, label="Accept")
    assert "New to Skirt? Learn it here in five minutes" in reply_text(accepted)


async def test_back_in_a_lesson_restores_the_previous_choice(world: World) -> None:
    page = await open_lesson(world)
    chosen = (await choose_step(world.ada, page, "(a3)")).response
    back = (await world.ada.click(chosen, label="Back")).response
    chosen = (await choose_step(world.ada, back, "(a3)")).response
    assert "stone a3: " in text_of(chosen)


async def test_a_game_without_lessons_shows_its_rules_instead(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["skirt"]), "lessons", ())
    refusal = await world.ada.slash(world.channel, "learn", game="skirt")
    assert (
        reply_text(refusal) == "There are no lessons for Skirt yet. `/rules` explains how to play."
    )


async def test_an_open_challenge_offers_the_lessons(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    assert labels_of(challenge.response) == ["Accept", "Cancel", "Rules", "Learn"]
    listed = await world.ben.click(challenge.response, label="Learn")
    assert listed.ephemeral
    assert reply_text(listed).startswith("### Learn Skirt")


async def test_lessons_are_offered_only_on_accepting_a_game_for_the_first_time(
    world: World,
) -> None:
    for offered in (True, False):
        challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
        accepted = await world.ben.click(challenge.response, label="Accept")
        assert ("New to Skirt?" in reply_text(accepted)) == offered
        if offered:
            assert accepted.followups[-1].ephemeral
            listed = await world.ben.click(accepted.followups[-1], label="Learn")
            assert reply_text(listed).startswith("### Learn Skirt")


async def test_a_forged_lesson_control_is_refused(world: World) -> None:
    page = await open_lesson(world)
    arguments = [("²", "0", ""), ("00", "0", ""), ("", "x", ""), ("", "0", "zz"), ("", "0", "/")]
    for verb in ("lessonat", "lessongroup", "lessontry", "lessonshow", "lessontyped"):
        for each in arguments:
            parameters = each[: 2 if verb in ("lessonshow", "lessontyped") else 3]
            forged = control(verb, "skirt", "jump", *parameters)
            answered = await world.click_anyway(world.ada, page, forged)
            assert "something went wrong" not in reply_text(answered), (verb, each)
            if not (verb == "lessonshow" and parameters == ("", "0")):
                assert "Yes, " not in reply_text(answered), (verb, each)


async def test_a_removed_lesson_is_reported_as_gone(world: World) -> None:
    page = await open_lesson(world)
    answered = await world.click_anyway(world.ada, page, control("lesson", "skirt", "castling"))
    assert "Skirt doesn't have that lesson any more." in reply_text(answered)


async def test_a_challenge_offers_to_learn_the_game_last(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    labels = labels_of(challenge.response)
    assert labels == ["Accept", "Decline", "Cancel", "Rules", "Learn"]
