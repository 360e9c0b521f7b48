"""Lines kept from Explore: naming, opening, planning and sharing them."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.pages.forms import FIELD
from tests.bot.private_threads import private_thread_in
from tests.bot.simulated import World, choose_step, labels_of, reply_text, text_of

LINE = ("a1", "a4-b4", "g1-f2")


async def keep_line(member: Any, place: Any, name: str) -> Any:
    """Try the moves of the line from the board in a place, and keep them."""
    more = await member.click(place.last_message, label="More")
    page = await member.click(more.response, label="Explore")
    for step in "-".join(LINE).split("-"):
        page = await choose_step(member, page.response, step)
    form = await member.click(page.response, label="Keep this line")
    return await member.submit_modal(form, {FIELD: name})


async def choose(member: Any, page: Any, verb: str) -> Any:
    """Choose the first line in one of the menus."""
    return await member.select(page, ["1"], custom_id=f"sw|{verb}|1")


async def test_a_line_is_kept_planned_opened_and_removed(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    kept = await keep_line(world.ada, place, "quiet")
    assert "Kept. Only you see it." in text_of(kept.response)
    assert "- **quiet**: a1 · a4-b4 · g1-f2\n  Next: **a1**" in text_of(kept.response)
    panel = await world.ada.click(place.last_message, label="Play")
    assert "-# Your line “quiet” says **a1**." in reply_text(panel)
    await world.ada.slash(place, "move", move="a1")
    await world.restart()
    page = await world.ada.click(kept.response, label="Explore")
    page = await world.ada.click(page.response, label="Your lines")
    planned = await choose(world.ada, page.response, "line-plan")
    assert "Planned: I'll play it for you" in text_of(planned.response)
    await world.ben.slash(place, "move", move="a4-b4")
    match = await world.bot.club.matches.find(1)
    assert tuple(each.text for each in match.played) == LINE
    more = await world.ada.click(place.last_message, label="More")
    page = await world.ada.click(more.response, label="Explore")
    page = await world.ada.click(page.response, label="Your lines")
    page = await choose(world.ada, page.response, "line-remove")
    assert "None yet." in text_of(page.response)


async def test_others_see_a_line_once_it_is_shared_after_the_match(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    kept = await keep_line(world.ada, place, "quiet")
    page = await choose(world.ada, kept.response, "line-open")
    assert "Share" not in labels_of(page.response)
    for member in (world.ada, world.ben, world.ada):
        match = await world.bot.club.matches.find(1)
        text = match.position.text(match.position.moves()[-1])
        await member.slash(place, "move", move=text)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    page = await world.ada.click(page.response, label="Your lines")
    page = await choose(world.ada, page.response, "line-open")
    shared = await world.ada.click(page.response, label="Share")
    assert not shared.ephemeral
    assert "Ada shares a line" in reply_text(shared)
    looked = await world.cy.click(place.last_message, label="Look at it")
    assert looked.ephemeral
    assert "White **a1** · Black **a4-b4** · White **g1-f2**" in reply_text(looked)
    assert "None yet." in text_of(
        (await world.cy.click(looked.response, label="Your lines")).response
    )


async def share_line(member: Any, place: Any) -> Any:
    """Try a move at the start of match 1 in a place, and share it there."""
    history = await member.slash(place, "history", match="1")
    start = await member.click(history.response, label="⏮ First")
    page = await member.click(start.response, label="Explore")
    page = await choose_step(member, page.response, LINE[0])
    return await member.click(page.response, label="Share")


async def finish_match(world: World, place: Any) -> None:
    for _ in range(2):
        await world.make_a_move(place)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)


async def test_a_line_is_not_shared_with_people_who_cannot_see_the_match(world: World) -> None:
    thread = await private_thread_in(world, world.ada, world.ben)
    await world.start_match("skirt", options="size 4", channel=thread)
    await finish_match(world, thread)
    before = len(world.channel.history())
    refused = await share_line(world.ada, world.channel)
    assert "Not everyone in this channel can see match 1." in reply_text(refused)
    assert len(world.channel.history()) == before
    assert "Ada shares a line" in reply_text(await share_line(world.ada, thread))


async def test_a_line_is_shared_in_another_channel_whose_readers_see_the_match(
    world: World,
) -> None:
    await finish_match(world, await world.start_match("skirt", options="size 4"))
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    assert "Ada shares a line" in reply_text(await share_line(world.ada, lounge))


async def test_a_line_is_not_shared_where_its_owner_cannot_post(world: World) -> None:
    await finish_match(world, await world.start_match("skirt", options="size 4"))
    _, denied = discord.PermissionOverwrite(send_messages=False).pair()
    row = Overwrite(world.ada.id, OverwriteType.MEMBER, 0, denied.value)
    world.env.backend.set_overwrite(world.channel.id, row)
    refused = await share_line(world.ada, world.channel)
    assert "You can't post in this channel" in reply_text(refused)
