"""Challenges: making, accepting, declining and cancelling them, and their expiry."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

from tests.additions import own_labels
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def test_a_challenge_to_a_member_is_accepted_and_opens_a_thread(world: World) -> None:
    challenge = await world.ada.slash(
        world.channel, "challenge", game="skirt", options="size 4", opponent=world.ben, seat=1
    )
    assert not challenge.ephemeral
    assert "Ada challenges Ben to Skirt" in reply_text(challenge)
    assert world.ben.mention in reply_text(challenge)
    for verb, who, words in (
        ("Accept", world.cy, "This challenge is for Ben."),
        ("Cancel", world.ben, "Only Ada can cancel this challenge."),
    ):
        refusal = await who.click(challenge.response, label=verb)
        assert words in reply_text(refusal)
        assert refusal.ephemeral
    assert own_labels(challenge.response) == ["Accept", "Decline", "Cancel", "Rules"]
    await world.ben.click(challenge.response, label="Accept")
    assert "**Accepted** by Ben: match 1 has started" in text_of(challenge.response)
    assert labels_of(challenge.response) == []
    place = world.place()
    assert place.name == "Skirt 1: Ada vs Ben"
    card = place.last_message
    assert card is not None
    assert "Skirt (cells on a side: 4) · match 1 · turn 1" in text_of(card)
    assert f"{world.ada.mention} (White) to move" in text_of(card)
    assert labels_of(card) == ["Play", "More", "Rules", "Text board"]
    assert card.attachments[0].filename == "board.png"


async def test_an_open_challenge_goes_to_the_first_player_who_accepts(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="scala")
    assert "Ada is looking for someone to play Scala" in reply_text(challenge)
    assert "anyone here" in reply_text(challenge)
    assert "Decline" not in labels_of(challenge.response)
    accept = world.control_of(challenge.response, "Accept")
    await world.cy.click(challenge.response, label="Accept")
    match = await world.bot.club.matches.find(1)
    assert {player.name for player in match.players} == {"Ada", "Cy"}
    # The card has lost its button, but a phone that hasn't caught up still sends the click.
    late = await world.click_anyway(world.ben, challenge.response, accept)
    assert "It was accepted: match 1." in reply_text(late)


async def test_a_named_opponent_can_decline_and_the_challenger_cancel(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    await world.ben.click(challenge.response, label="Decline")
    assert "**Declined.**" in text_of(challenge.response)
    assert labels_of(challenge.response) == []
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    await world.ada.click(challenge.response, label="Cancel")
    assert "**Cancelled.**" in text_of(challenge.response)


async def test_a_challenge_expires_after_a_day_and_updates_its_card(club: World) -> None:
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt", opponent=club.ben)
    await club.pass_time(timedelta(hours=25))
    assert "**Expired**: nobody accepted in time." in text_of(challenge.response)
    assert labels_of(challenge.response) == []


async def test_a_late_accept_is_refused_and_the_card_is_updated(club: World) -> None:
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt", opponent=club.ben)
    card = challenge.response
    assert card is not None
    club.env.backend.advance_clock(24 * 3600 + 1)
    late = await club.ben.click(card, label="Accept")
    assert "It has expired" in reply_text(late)
    assert late.followups[-1].ephemeral


async def test_impossible_challenges_are_refused(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    attempts: list[tuple[dict[str, Any], str]] = [
        ({"game": "scala", "seat": 3}, "Scala has two seats. Choose to move first or second."),
        ({"opponent": world.ada}, "You can't play against yourself"),
        ({"opponent": robot}, "is a bot and can't play"),
        ({"opponent": world.ben, "second_opponent": world.cy}, "Skirt is for 2"),
        ({"options": "size 9"}, "can be 4, 5, 6, 7, 8"),
        ({"options": "size"}, "I can't read the options"),
        ({"options": "colour 3"}, "no option “colour”"),
        ({"options": "x" * 6000}, "I can't read the options"),
        ({"options": "x" * 6000 + " 5"}, "Skirt has no option"),
    ]
    for chosen, words in attempts:
        refusal = await world.ada.slash(world.channel, "challenge", **{"game": "skirt", **chosen})
        assert words in reply_text(refusal)
        assert refusal.ephemeral


async def test_a_member_who_cannot_see_the_channel_cannot_be_challenged(world: World) -> None:
    hidden = world.hidden_channel(world.ben)
    refusal = await world.ada.slash(hidden, "challenge", game="skirt", opponent=world.ben)
    assert "can't see this channel" in reply_text(refusal)


async def test_autocomplete_suggests_the_options_of_the_chosen_game(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, "challenge", "options", "", game="skirt")
    assert [each["value"] for each in offered] == [f"size {size}" for size in range(4, 9)]


async def test_the_challenger_is_shown_the_missing_permissions(world: World) -> None:
    me = world.guild.me
    assert me is not None
    quiet = world.guild.create_text_channel(
        "quiet", overwrites={me: discord.PermissionOverwrite(attach_files=False)}
    )
    refusal = await world.ada.slash(quiet, "challenge", game="skirt")
    assert "I'm missing **Attach Files**" in reply_text(refusal)
    assert refusal.ephemeral


async def test_without_thread_permissions_the_match_stays_in_the_channel(
    world: World,
) -> None:
    me = world.guild.me
    assert me is not None
    narrow = world.guild.create_text_channel(
        "narrow", overwrites={me: discord.PermissionOverwrite(create_public_threads=False)}
    )
    await world.start_match("skirt", channel=narrow)
    assert narrow.threads == []
    assert narrow.last_message is not None
    assert "match 1 · turn 1" in text_of(narrow.last_message)


async def test_a_challenge_from_another_server_is_not_found(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    accept = world.control_of(challenge.response, "Accept")
    other = world.env.create_guild("Other")
    elsewhere = other.create_text_channel("games")
    stranger = other.add_member(world.env.create_user("dee"))
    own = await stranger.slash(elsewhere, "challenge", game="scala")
    refusal = await world.click_anyway(stranger, own.response, accept)
    assert "That challenge no longer exists" in reply_text(refusal)
