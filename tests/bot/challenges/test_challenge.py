"""Challenges: making, accepting, declining and cancelling them, and their expiry."""

from __future__ import annotations

import discord

from tests.bot.simulated import World, labels_of, reply_text, text_of


async def test_a_challenge_names_the_players_and_the_game(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    assert not challenge.ephemeral
    assert "Ada challenges Ben to Skirt" in reply_text(challenge)
    assert world.ben.mention in reply_text(challenge)
    assert labels_of(challenge.response) == ["Accept", "Decline", "Cancel", "Rules", "Learn"]


async def test_accepting_opens_a_thread_with_the_first_board(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    assert place.name == "Skirt 1: Ada vs Ben"
    card = place.last_message
    assert card is not None
    assert "Skirt (cells on a side: 4) · match 1 · turn 1" in text_of(card)
    assert f"{world.ada.mention} (White) to move" in text_of(card)
    assert labels_of(card) == ["Play", "More", "Rules", "Text board"]
    assert card.attachments[0].filename == "board.png"


async def test_the_card_of_an_accepted_challenge_has_no_controls(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    await world.ben.click(challenge.response, label="Accept")
    assert "**Accepted** by Ben: match 1 has started" in text_of(challenge.response)
    assert labels_of(challenge.response) == []


async def test_an_open_challenge_goes_to_the_first_player_who_accepts(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="scala")
    assert "Ada is looking for a game of Scala" in reply_text(challenge)
    assert "anyone here" in reply_text(challenge)
    assert "Decline" not in labels_of(challenge.response)
    await world.cy.click(challenge.response, label="Accept")
    match = await world.bot.club.matches.find(1)
    assert {player.name for player in match.players} == {"Ada", "Cy"}


async def test_an_invalid_seat_is_refused_with_the_valid_ones(world: World) -> None:
    refusal = await world.ada.slash(world.channel, "challenge", game="scala", seat=3)
    assert "Scala has two seats. Choose to move first or second." in reply_text(refusal)


async def test_a_named_opponent_can_decline(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    await world.ben.click(challenge.response, label="Decline")
    assert "**Declined.**" in text_of(challenge.response)
    assert labels_of(challenge.response) == []


async def test_the_challenger_can_cancel(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    await world.ada.click(challenge.response, label="Cancel")
    assert "**Cancelled.**" in text_of(challenge.response)


async def test_a_challenge_expires_after_a_day_and_updates_its_card(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    await world.env.advance_time(25 * 3600)
    await world.env.advance_time(2 * 3600)
    assert "**Expired**: nobody accepted in time." in text_of(challenge.response)
    assert labels_of(challenge.response) == []


async def test_a_late_accept_is_refused_and_the_card_is_updated(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    card = challenge.response
    assert card is not None
    world.env.backend.advance_clock(24 * 3600 + 1)
    late = await world.ben.click(card, label="Accept")
    assert "It has expired" in reply_text(late)
    assert late.followups[-1].ephemeral


async def test_a_second_accept_links_to_the_match(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    before = challenge.response
    assert before is not None
    accept = next(
        each["custom_id"]
        for row in before.components[0]["components"]
        for each in row.get("components", ())
        if each.get("label") == "Accept"
    )
    await world.ben.click(before, label="Accept")
    # The card has lost its button, but a phone that hasn't caught up still sends the click.
    message = await world.click_anyway(world.cy, before, accept)
    assert "It was accepted: match 1." in reply_text(message)


async def test_only_the_players_involved_can_answer(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    for verb, who, words in (
        ("Accept", world.cy, "This challenge is for Ben."),
        ("Cancel", world.ben, "Only Ada can cancel this challenge."),
    ):
        refusal = await who.click(challenge.response, label=verb)
        assert words in reply_text(refusal)
        assert refusal.ephemeral
    assert labels_of(challenge.response) == ["Accept", "Decline", "Cancel", "Rules", "Learn"]


async def test_a_player_cannot_challenge_themselves(world: World) -> None:
    refusal = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ada)
    assert "You can't play against yourself" in reply_text(refusal)
    assert refusal.ephemeral


async def test_other_bots_cannot_be_challenged(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    refusal = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=robot)
    assert "is a bot and can't play" in reply_text(refusal)


async def test_a_member_who_cannot_see_the_channel_cannot_be_challenged(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "hidden",
        overwrites={world.ben: discord.PermissionOverwrite(view_channel=False)},
    )
    refusal = await world.ada.slash(hidden, "challenge", game="skirt", opponent=world.ben)
    assert "can't see this channel" in reply_text(refusal)


async def test_a_two_player_game_refuses_a_third_player(world: World) -> None:
    refusal = await world.ada.slash(
        world.channel, "challenge", game="skirt", opponent=world.ben, second_opponent=world.cy
    )
    assert "Skirt is for 2" in reply_text(refusal)


async def test_invalid_options_get_a_short_refusal(world: World) -> None:
    for options, words in (
        ("size 9", "can be 4, 5, 6, 7, 8"),
        ("size", "I can't read the options"),
        ("colour 3", "no option “colour”"),
        ("x" * 6000, "I can't read the options"),
        ("x" * 6000 + " 5", "Skirt has no option"),
    ):
        refusal = await world.ada.slash(world.channel, "challenge", game="skirt", options=options)
        assert words in reply_text(refusal)


async def test_autocomplete_suggests_the_options_of_the_chosen_game(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, "challenge", "options", "", game="skirt")
    assert [each["value"] for each in offered] == [f"size {size}" for size in range(4, 9)]


async def test_a_player_cannot_flood_a_channel_with_challenges(world: World) -> None:
    for _ in range(10):
        await world.ada.slash(world.channel, "challenge", game="skirt")
    refusal = await world.ada.slash(world.channel, "challenge", game="skirt")
    assert "You already have 10 open challenges" in reply_text(refusal)
    assert refusal.ephemeral


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
    challenge = await world.ada.slash(narrow, "challenge", game="skirt", opponent=world.ben, seat=1)
    await world.ben.click(challenge.response, label="Accept")
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
