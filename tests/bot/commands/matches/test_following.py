"""Following matches and players: buttons, lists and the messages about results."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.simulated import World, labels_of, said, text_of

QUEUE = timedelta(minutes=1)


def letters_to(member: Any) -> list[discord.Message]:
    """Return the direct messages to a member."""
    channel = member.user.dm_channel
    return [] if channel is None else channel.history()


async def follow_match(club: World, place: Any) -> Any:
    """Let Cy follow the match in a place, from the More page of its card."""
    more = await club.cy.click(place.last_message, label="More")
    assert "Follow" in labels_of(more.response)
    return await club.cy.click(more.response, label="Follow")


async def resign(club: World, place: Any) -> None:
    """Let Ben resign after a move of each player."""
    await club.make_a_move(place)
    await club.make_a_move(place)
    with club.env.time_context():
        await club.bot.club.matches.resign(1, club.ben.id)
    await club.later(QUEUE)


async def test_a_follower_gets_the_result_once_with_a_link(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4")
    page = await follow_match(club, place)
    assert "I'll message you the result." in said(page)
    assert "Unfollow" in labels_of(page.response)
    await resign(club, place)
    await club.later(timedelta(days=1))
    (letter,) = letters_to(club.cy)
    assert "match 1 · over" in text_of(letter)
    assert "Ben resigned" in text_of(letter)
    assert labels_of(letter) == ["Go to the board"]


async def test_players_are_offered_no_follow_button(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4")
    more = await club.ada.click(place.last_message, label="More")
    assert "Follow" not in labels_of(more.response)


async def test_losing_sight_of_the_channel_ends_it_quietly(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4")
    await follow_match(club, place)
    _, denied = discord.PermissionOverwrite(view_channel=False).pair()
    hidden = Overwrite(club.cy.id, OverwriteType.MEMBER, 0, denied.value)
    club.env.backend.set_overwrite(club.channel.id, hidden)
    await resign(club, place)
    assert letters_to(club.cy) == []


async def test_a_digest_brings_the_results_instead(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4")
    shown = await club.cy.slash(place, "preferences")
    await club.cy.click(shown.response, label="Digest on")
    await follow_match(club, place)
    await resign(club, place)
    assert letters_to(club.cy) == []
    await club.later(timedelta(days=1))
    (digest,) = letters_to(club.cy)
    assert "### Results you follow" in text_of(digest)
    assert "Ben resigned" in text_of(digest)
    await club.later(timedelta(days=1))
    assert len(letters_to(club.cy)) == 1


async def test_a_player_is_followed_on_their_profile_and_left_in_the_list(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4")
    profile = await club.cy.slash(club.channel, "profile", member=club.ada)
    page = await club.cy.click(profile.response, label="Follow")
    assert "I'll message you the results of Ada's matches" in said(page)
    await follow_match(club, place)
    listing = await club.cy.slash(club.channel, "matches", following=True)
    assert "### Players you follow\nAda" in said(listing)
    assert "**1** · Skirt" in said(listing)
    page = await club.cy.select(
        listing.response, [str(club.ada.id)], custom_id="sw|unfollow-chosen"
    )
    assert "Players you follow" not in said(page)
    page = await club.cy.select(page.response, ["1"], custom_id="sw|unfollow-match")
    assert "You follow no running match" in said(page)
    await resign(club, place)
    assert letters_to(club.cy) == []


async def test_who_refuses_messages_is_left_alone(club: World) -> None:
    place = await club.match_begun("skirt", options="size 4")
    await follow_match(club, place)
    path = f"/channels/{club.cy.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, times=None, status=403, code=50007, message="Cannot send")
    await resign(club, place)
    club.env.backend.faults.clear()
    await club.later(timedelta(days=1))
    assert letters_to(club.cy) == []
