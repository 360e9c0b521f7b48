"""Following matches and players: buttons, lists and messages about results."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.pages.layout import control
from club.outbox import queue
from club.outbox.delivery import LEASE, Claim
from storage import outbox
from storage.servers.settings import GuildSettings
from tests.bot.matches.two_servers import TwoServers
from tests.bot.simulated import World, components_of, labels_of, reply_text, text_of

QUEUE = timedelta(minutes=1)


def direct_messages_to(member: Any) -> list[discord.Message]:
    """Return the direct messages to a member."""
    channel = member.user.dm_channel
    return [] if channel is None else channel.history()


def hide(club: World, channel: Any, member: Any) -> None:
    """Hide a channel from a member."""
    _, denied = discord.PermissionOverwrite(view_channel=False).pair()
    hidden = Overwrite(member.id, OverwriteType.MEMBER, 0, denied.value)
    club.env.backend.set_overwrite(channel.id, hidden)


async def follow_match(club: World, place: Any) -> Any:
    """Follow the match in a place as Cy, from the More page of its card."""
    more = await club.cy.click(place.last_message, label="More")
    assert "Follow" in labels_of(more.response)
    return await club.cy.click(more.response, label="Follow")


async def resign(club: World, place: Any) -> None:
    """Resign as Ben, after a move of each player."""
    await club.make_a_move(place)
    await club.make_a_move(place)
    with club.env.time_context():
        await club.bot.club.matches.resign(1, club.ben.id)
    await club.pass_time(QUEUE)


async def test_a_follower_gets_the_result_once_with_a_link(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    page = await follow_match(club, place)
    assert "I'll message you the result." in reply_text(page)
    assert "Unfollow" in labels_of(page.response)
    await resign(club, place)
    await club.pass_time(timedelta(days=1))
    (message,) = direct_messages_to(club.cy)
    assert "match 1 · finished" in text_of(message)
    assert "Ben resigned" in text_of(message)
    assert labels_of(message) == ["Go to the board"]


async def test_losing_access_to_the_channel_silently_ends_following(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    await follow_match(club, place)
    hide(club, club.channel, club.cy)
    await resign(club, place)
    assert direct_messages_to(club.cy) == []


async def test_the_digest_replaces_result_messages(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    preferences = await club.cy.slash(place, "preferences")
    await club.cy.click(preferences.response, label="Digest on")
    await follow_match(club, place)
    await resign(club, place)
    assert direct_messages_to(club.cy) == []
    await club.pass_time(timedelta(days=1))
    (digest,) = direct_messages_to(club.cy)
    assert "### Results you follow" in text_of(digest)
    assert "Ben resigned" in text_of(digest)
    await club.pass_time(timedelta(days=1))
    assert len(direct_messages_to(club.cy)) == 1


async def test_a_result_is_not_saved_for_a_digest_that_was_just_turned_off(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    services, cy = club.bot.club, club.cy
    with club.env.time_context():
        await services.preferences.set_digest(cy.id, True)
    await follow_match(club, place)
    await club.make_a_move(place)
    await club.make_a_move(place)
    with club.env.time_context():
        await services.matches.resign(1, club.ben.id)
        async with services.store.write() as tx:
            entries = await outbox.due(tx, services.clock(), 99)
            entry = next(each for each in entries if each.kind == "followed")
            now = services.clock()
            await outbox.claim_next(tx, now, now + LEASE, lanes=[entry.lane])
        claim = Claim(entry, queue.decoded(entry), GuildSettings(0), now + LEASE)
        conclude = await club.bot.courier.send(claim, None)
        await services.preferences.set_digest(cy.id, False)
        async with services.store.write() as tx:
            await conclude(tx, services.clock())
    await club.pass_time(QUEUE)
    (message,) = direct_messages_to(cy)
    assert "Ben resigned" in text_of(message)


async def test_following_starts_on_a_profile_and_ends_in_the_list(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    profile = await club.cy.slash(club.channel, "profile", member=club.ada)
    page = await club.cy.click(profile.response, label="Follow")
    assert "I'll message you the results of Ada's matches" in reply_text(page)
    await follow_match(club, place)
    listing = await club.cy.slash(club.channel, "matches", following=True)
    assert "### Players you follow\nAda" in reply_text(listing)
    assert "**1** · [Skirt" in reply_text(listing)
    page = await club.cy.select(
        listing.response, [str(club.ada.id)], custom_id="sw|unfollow-chosen"
    )
    assert "Players you follow" not in reply_text(page)
    page = await club.cy.select(page.response, ["1"], custom_id="sw|unfollow-match")
    assert "You aren't following any players" in reply_text(page)
    await resign(club, place)
    assert direct_messages_to(club.cy) == []


async def test_users_who_refuse_messages_get_no_results(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    await follow_match(club, place)
    path = f"/channels/{club.cy.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, times=None, status=403, code=50007, message="Cannot send")
    await resign(club, place)
    club.env.backend.faults.clear()
    await club.pass_time(timedelta(days=1))
    assert direct_messages_to(club.cy) == []


async def start_in_two_servers(club: World) -> tuple[TwoServers, Any]:
    """Start a match between two servers, and follow it as Yan in the second one."""
    two = TwoServers(club)
    await two.start_match()
    yan: Any = two.guild.add_member(club.env.create_user("Yan"))
    more = await yan.click(two.threads[two.zoe.id].last_message, custom_id=control("more", 1))
    await yan.click(more.response, custom_id=control("follow", 1))
    return two, yan


async def resign_in_two(club: World) -> None:
    with club.env.time_context():
        await club.bot.club.matches.resign(1, club.ada.id)
    await club.pass_time(QUEUE)


def link_of(message: discord.Message) -> str:
    return next(each["url"] for each in components_of(message) if "url" in each)


async def test_followers_in_each_server_of_a_match_get_its_result(club: World) -> None:
    two, yan = await start_in_two_servers(club)
    await follow_match(club, two.threads[club.ada.id])
    listed = await yan.slash(two.other, "matches", following=True)
    assert "**1** · [Skirt" in reply_text(listed)
    assert f"/channels/{two.guild.id}/" in reply_text(listed)
    assert str(club.guild.id) not in reply_text(listed)
    await resign_in_two(club)
    for member, guild in ((club.cy, club.guild), (yan, two.guild)):
        (message,) = direct_messages_to(member)
        assert f"/channels/{guild.id}/" in link_of(message)


async def test_a_follower_in_both_servers_gets_the_result_once(club: World) -> None:
    _, yan = await start_in_two_servers(club)
    club.guild.add_member(yan.user)
    await resign_in_two(club)
    (message,) = direct_messages_to(yan)
    assert f"/channels/{club.guild.id}/" in link_of(message)


async def test_a_follower_without_access_in_the_second_server_gets_nothing(club: World) -> None:
    two, yan = await start_in_two_servers(club)
    hide(club, two.other, yan)
    await resign_in_two(club)
    assert direct_messages_to(yan) == []


async def test_a_digest_links_to_the_followers_own_server(club: World) -> None:
    two, yan = await start_in_two_servers(club)
    with club.env.time_context():
        await club.bot.club.preferences.set_digest(yan.id, True)
    await resign_in_two(club)
    assert direct_messages_to(yan) == []
    await club.pass_time(timedelta(days=1))
    (digest,) = direct_messages_to(yan)
    assert f"/channels/{two.guild.id}/" in text_of(digest)


async def test_a_digest_leaves_out_a_server_that_has_removed_the_bot(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    with club.env.time_context():
        await club.bot.club.preferences.set_digest(club.cy.id, True)
    await follow_match(club, place)
    await resign(club, place)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    with club.env.time_context():
        await guild.leave()
    await club.env.settle()
    await club.pass_time(timedelta(days=1))
    assert all("Ben resigned" not in text_of(each) for each in direct_messages_to(club.cy))
