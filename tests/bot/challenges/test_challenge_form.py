"""The challenge form: opening, sending and correcting it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.challenges.forms import GAME, OPPONENTS, OPTIONS, PACE, TERMS, challenge_form
from bot.challenges.making import FIRST, RATED, USUAL, Proposal, proposal_button
from bot.interface.options import options_texts
from bot.pages.layout import MAX_CONTROL_LENGTH, control
from club.paces import PACES
from rules.position import Game
from rules.registry import GAMES
from tests.bot.simulated import (
    World,
    components_of,
    initial_entries,
    labels_of,
    reply_text,
    text_of,
)


async def open_form(world: World) -> Any:
    """Open the form as Ada, from Ben's menu."""
    return await world.ada.context_menu(world.channel, "Challenge", world.ben)


async def enter(world: World, form: Any, **entries: Any) -> Any:
    """Submit a form as Ada, with these entries changed."""
    ready = initial_entries(form, world.ada, world.ben, world.cy)
    return await world.ada.submit_modal(form, {**ready, **entries})


async def submit_form(world: World, form: Any, **entries: Any) -> Any:
    """Submit a form as Ada, and post the challenge it shows."""
    draft = await enter(world, form, **entries)
    return await world.ada.click(draft.response, label="Post the challenge")


async def test_the_member_menu_sends_a_challenge_with_the_entered_terms(world: World) -> None:
    form = await open_form(world)
    entries = {GAME: ["scalas"], OPTIONS: "size 6", PACE: ["3d"], TERMS: [FIRST]}
    draft = await enter(world, form, **entries)
    assert draft.ephemeral
    assert f"I'll post this in <#{world.channel.id}>" in reply_text(draft)
    assert "Ada challenges Ben to Scalas (cells on a side: 6)" in reply_text(draft)
    assert world.channel.last_message is None
    await world.ada.click(draft.response, label="Post the challenge")
    card = text_of(world.channel.last_message)
    assert "Ada challenges Ben to Scalas (cells on a side: 6)" in card
    assert "Ada plays Red (seat 1)." in card
    assert "3 days per turn; unrated." in card
    assert "Accept" in labels_of(world.channel.last_message)


async def test_the_form_opens_with_valid_defaults(world: World) -> None:
    form = await open_form(world)
    ready = initial_entries(form, world.ben)
    assert ready == {
        GAME: ["skirt"], OPPONENTS: [world.ben], OPTIONS: "", PACE: [USUAL], TERMS: [RATED]
    }  # fmt: skip
    await submit_form(world, form)
    assert "Ada challenges Ben to Skirt" in text_of(world.channel.last_message)


async def test_the_form_takes_no_opponent_or_two(world: World) -> None:
    await submit_form(world, await open_form(world), **{OPPONENTS: []})
    assert "Ada is looking for someone to play Skirt" in text_of(world.channel.last_message)
    entries = {GAME: ["passtally"], OPPONENTS: [world.ben, world.cy]}
    await submit_form(world, await open_form(world), **entries)
    assert "Ada challenges Ben and Cy to Passtally" in text_of(world.channel.last_message)


async def test_a_posted_challenge_can_be_cancelled_from_its_answer(world: World) -> None:
    posted = await submit_form(world, await open_form(world))
    assert "Ben can accept your challenge now" in text_of(posted.response)
    await world.ada.click(posted.response, label="Cancel the challenge")
    assert "Cancelled." in text_of(world.channel.last_message)


async def test_a_draft_is_posted_once(world: World) -> None:
    draft = await enter(world, await open_form(world))
    post = next(each["custom_id"] for each in components_of(draft.response) if "custom_id" in each)
    await world.ada.click(draft.response, custom_id=post)
    again = await world.click_anyway(world.ada, draft.response, post)
    assert "You've already sent this challenge" in reply_text(again)


async def test_a_refused_form_reopens_with_its_entries(world: World) -> None:
    entries = {OPTIONS: "size 55", PACE: ["7d"], TERMS: [FIRST]}
    refusal = await enter(world, await open_form(world), **entries)
    assert refusal.ephemeral
    assert "can be 4, 5, 6, 7, 8" in reply_text(refusal)
    assert world.channel.last_message is None
    again = await world.ada.click(refusal.response, label="Edit")
    ready = initial_entries(again, world.ben)
    assert ready == {GAME: ["skirt"], OPPONENTS: [world.ben], **entries}
    await submit_form(world, again, **{OPTIONS: "size 5"})
    card = text_of(world.channel.last_message)
    assert "Ada challenges Ben to Skirt (cells on a side: 5)" in card
    assert "7 days per turn; unrated." in card


async def test_a_refused_command_can_be_fixed_in_the_form(world: World) -> None:
    refusal = await world.ada.slash(
        world.channel, "challenge", game="passtally", options="players 9", pace="1d", seat=2
    )
    again = await world.ada.click(refusal.response, label="Edit")
    assert initial_entries(again)[OPTIONS] == "players 9"
    await submit_form(world, again, **{OPTIONS: ""})
    card = text_of(world.channel.last_message)
    assert "Ada plays Teal (seat 2)." in card
    assert "1 day per turn; rated." in card


async def test_the_form_keeps_a_hidden_level(world: World) -> None:
    refusal = await world.ada.slash(
        world.channel, "challenge", game="skirt", options="size 55", level=3
    )
    again = await world.ada.click(refusal.response, label="Edit")
    assert again.modal["custom_id"] == control("proposed", 0, 3)
    await submit_form(world, again, **{OPTIONS: "", OPPONENTS: [world.ben]})
    assert "Ada challenges Ben to Skirt" in text_of(world.channel.last_message)


async def test_a_missing_permission_offers_no_form(world: World) -> None:
    me = world.guild.me
    assert me is not None
    quiet = world.guild.create_text_channel(
        "quiet", overwrites={me: discord.PermissionOverwrite(attach_files=False)}
    )
    refusal = await world.ada.slash(quiet, "challenge", game="skirt")
    assert labels_of(refusal.response) == []
    refusal = await world.ada.context_menu(quiet, "Challenge", world.ben)
    assert "I'm missing **Attach Files**" in reply_text(refusal)


async def test_the_member_menu_refuses_oneself_and_other_bots(world: World) -> None:
    refusal = await world.ada.context_menu(world.channel, "Challenge", world.ada)
    assert "You can't play against yourself." in reply_text(refusal)
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    refusal = await world.ada.context_menu(world.channel, "Challenge", robot)
    assert "is a bot and can't play" in reply_text(refusal)


async def test_a_profile_and_an_empty_match_list_open_the_form(world: World) -> None:
    page = await world.ada.slash(world.channel, "profile", member=world.ben)
    form = await world.ada.click(page.response, label="Challenge")
    assert initial_entries(form, world.ben)[OPPONENTS] == [world.ben]
    page = await world.ada.slash(world.channel, "matches")
    form = await world.ada.click(page.response, label="Challenge someone")
    assert initial_entries(form)[OPPONENTS] == []
    await submit_form(world, form, **{OPPONENTS: [world.cy]})
    assert "Ada challenges Cy to Skirt" in text_of(world.channel.last_message)


async def test_forged_entries_get_an_answer(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    for made_up in (
        control("propose", "chess", "", USUAL, "r00", ""),
        control("propose", "skirt", "1.2.3", USUAL, "r00", ""),
        control("propose", "skirt", "ben", USUAL, "r00", ""),
    ):
        refusal = await world.click_anyway(world.ada, challenge.response, made_up)
        assert "out of date" in reply_text(refusal)
    odd = control("propose", "skirt", "", "9y", "??", "")
    form = await world.click_anyway(world.ada, challenge.response, odd)
    assert initial_entries(form)[PACE] == [USUAL]


@pytest.mark.parametrize("game", GAMES)
def test_any_proposal_fits_a_button_and_a_form(game: str) -> None:
    proposal = Proposal(
        game, (2**63 - 1, 2**63 - 2), "size | 5, " * 20, max(PACES, key=len), seat=3, level=4
    )
    assert len(proposal_button("Edit", proposal).control) <= MAX_CONTROL_LENGTH
    assert challenge_form(proposal, tuple(PACES)).modal()


@pytest.mark.parametrize("game", GAMES.values())
def test_what_is_posted_has_all_options_in_its_button(game: Game) -> None:
    for text in options_texts(game):
        proposal = Proposal(game.key, (2**63 - 1, 2**63 - 2), text, max(PACES, key=len))
        assert proposal_button("Post", proposal, "post").control.endswith(text)
