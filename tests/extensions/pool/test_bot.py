"""`/pool`: finding opponents within a server and between two servers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.pages.layout import control
from extensions.pool.club.pool import LIFETIME, PlayerPool
from extensions.pool.storage import PoolEntry, Wish
from storage.matches.match import Place
from tests.bot.matches.two_servers import SOON, TwoServers, choose
from tests.bot.private_threads import private_thread_in
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def join(world: World, member: Any, channel: Any, *games: str) -> Any:
    """Open `/pool` as a member, choose any games given, and click to join."""
    page = (await member.slash(channel, "pool")).response
    if games:
        page = await choose(member, page, "pool-games", *games)
    return (await member.click(page, label="Find me a match")).response


async def search_of(world: World) -> PoolEntry | None:
    """Ada's search, if it hasn't ended."""
    with world.env.time_context():
        return await world.bot.club.part(PlayerPool).of(world.ada.id)


async def test_two_players_start_a_match_with_one_click_each(world: World) -> None:
    page = await join(world, world.ada, world.channel, "skirt")
    assert "You're in." in text_of(page)
    ben = await world.ben.slash(world.channel, "pool")
    assert ben.ephemeral
    assert "1 in this server" in reply_text(ben)
    assert "Ada" not in reply_text(ben)
    await join(world, world.ben, world.channel)
    await world.pass_time(SOON)
    match = await world.bot.club.matches.find(1)
    assert (match.game.key, match.stored.from_pool) == ("skirt", True)
    card = world.place().history()[-1]
    assert "Play" in labels_of(card)
    for player in (world.ada, world.ben):
        assert f"<@{player.id}>" in text_of(card)
    assert "paired by </pool:" in text_of(card) or "paired by `/pool`" in text_of(card)
    assert sorted(world.pings_in(world.place())) == sorted([world.ada.id, world.ben.id])


async def test_nobody_looks_for_an_opponent_in_a_private_thread(world: World) -> None:
    thread = await private_thread_in(world, world.ada)
    page = (await world.ada.slash(thread, "pool")).response
    refusal = await world.ada.click(page, label="Find me a match")
    assert "Opponents couldn't see your match in a private thread." in reply_text(refusal)
    assert await search_of(world) is None


async def test_two_players_without_a_common_channel_play_from_two(world: World) -> None:
    rooms: dict[int, Any] = {}
    for member, other in ((world.ada, world.ben), (world.ben, world.ada)):
        rooms[member.id] = world.guild.create_text_channel(
            f"room-{member.id}",
            overwrites={other: discord.PermissionOverwrite(view_channel=False)},
        )
        await join(world, member, rooms[member.id])
    await world.pass_time(SOON)
    for member, other in ((world.ada, world.ben), (world.ben, world.ada)):
        card = rooms[member.id].threads[0].history()[-1]
        assert f"<@{member.id}>" in text_of(card)
        assert f"<@{other.id}>" not in text_of(card)
        assert world.pings_in(rooms[member.id].threads[0]) == [member.id]


async def test_changes_to_a_search_apply_immediately(world: World) -> None:
    page = await join(world, world.ada, world.channel)
    page = await choose(world.ada, page, "pool-most", "3")
    page = await choose(world.ada, page, "pool-pace", "3d-7d")
    entry = await search_of(world)
    assert entry is not None
    assert (entry.most, entry.fastest, entry.slowest) == (3, "3d", "7d")
    page = (await world.ada.click(page, label="Leave")).response
    assert await search_of(world) is None
    assert "Find me a match" in labels_of(page)


async def test_choices_before_joining_are_not_stored(world: World) -> None:
    page = (await world.ada.slash(world.channel, "pool")).response
    page = await choose(world.ada, page, "pool-games", "scala")
    assert await search_of(world) is None
    page = await choose(world.ada, page, "pool-most", "2")
    await world.ada.click(page, label="Find me a match")
    entry = await search_of(world)
    assert entry is not None
    assert entry.wish == Wish(("scala",), "1d", "7d", 2, "server")


async def test_forged_search_settings_are_refused(world: World) -> None:
    page = await join(world, world.ada, world.channel)
    for text in ("skirt", "skirt_1d_7d_x_server", "skirt_1d_7d_1_moon", "skirt_9d_7d_1_server"):
        await world.click_anyway(world.ada, page, control("pool-join", text))
    entry = await search_of(world)
    assert entry is not None
    assert entry.wish.fastest == "1d"


async def test_a_searcher_is_notified_before_expiry_and_can_renew(club: World) -> None:
    await join(club, club.ada, club.channel)
    await club.pass_time(LIFETIME - timedelta(hours=20))
    direct_message = club.ada.user.dm_channel.history()[-1]
    assert "Your search for an opponent ends" in text_of(direct_message)
    assert labels_of(direct_message) == ["Keep looking", "Stop looking"]
    with club.env.time_context():
        await club.bot.club.part(PlayerPool).renew(club.ada.id)
    await club.pass_time(timedelta(days=2))
    assert await search_of(club) is not None


async def test_an_admin_can_allow_matches_with_other_servers(world: World) -> None:
    admin = world.admin()
    page = (await world.ada.slash(world.channel, "pool")).response
    assert "members only play each other" in text_of(page)
    settings: Any = (await admin.slash(world.channel, "settings")).response
    settings = (await admin.click(settings, label="Other servers…")).response
    settings = (await admin.click(settings, label="Allow other servers")).response
    assert "can play people from other servers" in text_of(settings)
    page = (await world.ada.slash(world.channel, "pool")).response
    page = await choose(world.ada, page, "pool-reach", "everywhere")
    await world.ada.click(page, label="Find me a match")
    entry = await search_of(world)
    assert entry is not None
    assert entry.reach == "everywhere"


async def test_a_match_between_two_servers_can_be_played_in_both(world: World) -> None:
    two = TwoServers(world)
    await two.start_match()
    players = {world.ada.id: world.ada, two.zoe.id: two.zoe}
    for number in range(3):
        match = await world.bot.club.matches.find(1)
        player = match.player_to_move
        assert player is not None
        cards = {who: thread.history()[-1] for who, thread in two.threads.items()}
        for who, card in cards.items():
            assert labels_of(card)[0] == ("Ziehen" if who == two.zoe.id else "Play")
            mentioned = world.pings_in(two.threads[who])
            # The first card mentions both players, each in their own server.
            expected = [who] if who == player.user_id or number == 0 else []
            assert mentioned == expected
            strangers = set(players) - {who}
            assert not any(f"<@{each}>" in text_of(card) for each in strangers)
        actor, thread = players[player.user_id], two.threads[player.user_id]
        text = match.position.text(match.position.moves()[0])
        await actor.slash(thread, "move", move=text)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ada.id)
        await world.bot.courier.deliver_match(1)
    await world.env.settle()
    over = {who: thread.history()[-1] for who, thread in two.threads.items()}
    assert "Find someone to play" in labels_of(over[world.ada.id])
    assert "Rematch" in labels_of(over[world.ada.id])


async def test_members_of_neither_server_learn_nothing(
    world: World,
) -> None:
    two = TwoServers(world)
    await two.start_match()
    third = world.env.create_guild("Third")
    channel = third.create_text_channel("games")
    eve: Any = third.add_member(world.env.create_user("Eve"))
    answer = await eve.slash(channel, "match", match="1")
    assert "1" in reply_text(answer)
    assert "Zoe" not in reply_text(answer)
    board = await world.ben.slash(world.channel, "match", match="1")
    assert "Zoe" in reply_text(board)
    assert "Anderer Verein" not in reply_text(board)
    # Each player's links lead to their own server.
    listed = await two.zoe.slash(two.other, "matches")
    assert f"/channels/{two.guild.id}/" in str(listed.response.components) + reply_text(listed)
    place = (await world.bot.club.matches.find(1)).stored.home_of(two.zoe.id)
    assert isinstance(place, Place)
    assert place.guild_id == two.guild.id


async def test_the_first_card_says_how_fast_the_players_usually_answer(world: World) -> None:
    await answer_within_an_hour(world, pace="3d")
    for member in (world.ada, world.ben):
        await join(world, member, world.channel, "skirt")
    await world.pass_time(SOON)
    match = await world.bot.club.matches.find(2)
    assert match.stored.pace == "3d"
    words = "Ada usually answers within an hour at this pace."
    card = world.channel.threads[-1].history()[-1]
    assert words in text_of(card)
    assert "Ben usually answers" not in text_of(card)  # too few turns
    assert match.player_to_move is not None
    mover = next(each for each in (world.ada, world.ben) if each.id == match.player_to_move.user_id)
    await mover.slash(
        world.channel.threads[-1], "move", move=match.position.text(match.position.moves()[0])
    )
    await world.pass_time(SOON)
    assert words not in text_of(world.channel.threads[-1].history()[-1])


@pytest.mark.parametrize("is_seen", [True, False])
async def test_a_card_of_ones_own_says_it_of_the_opponent_from_matches_seen_there(
    world: World, is_seen: bool
) -> None:
    played_in = world.channel if is_seen else world.hidden_channel(world.ben)
    await answer_within_an_hour(world, pace="3d", channel=played_in)
    rooms: dict[int, Any] = {}
    for member, other in ((world.ada, world.ben), (world.ben, world.ada)):
        rooms[member.id] = world.guild.create_text_channel(
            f"room-{member.id}",
            overwrites={other: discord.PermissionOverwrite(view_channel=False)},
        )
        await join(world, member, rooms[member.id], "skirt")
    await world.pass_time(SOON)
    own, others = (
        text_of(rooms[member.id].threads[0].history()[-1]) for member in (world.ada, world.ben)
    )
    assert "Ada usually answers" not in own
    assert ("Ada usually answers within an hour" in others) == is_seen


async def answer_within_an_hour(world: World, pace: str, channel: Any = None) -> None:
    """Play a match of Ada, who takes half an hour for each turn, and Cy, to its end."""
    channel = channel or world.channel
    await world.ada.slash(channel, "challenge", opponent=world.cy, game="skirt", pace=pace, seat=1)
    await world.cy.click(channel.last_message, label="Accept")
    for _ in range(6):
        for member, seconds in ((world.ada, 1800), (world.cy, 1)):
            await world.env.advance_time(seconds)
            match = await world.bot.club.matches.find(1)
            await world.play_silently(member, match.position.text(match.position.moves()[0]))
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.cy.id)
    await world.pass_time(SOON)
