"""Stories about profiles: what somebody has done, what two have done against each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.challenges import Person as Challenger
from storage import people
from storage.people import Person
from tests.bot.conftest import NEVER, check_requests
from tests.bot.results import finished, members_named, reckoned, settled
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    labels_of,
    menus_of,
    said,
    text_of,
    world_in,
)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server in which the chores are done when a test says so, and days pass quickly."""
    async with world_in(tmp_path, sweep=NEVER) as world:
        yield world
        check_requests(world)


def line_of(words: str, beginning: str) -> str:
    return next(line for line in words.splitlines() if line.startswith(beginning))


async def test_a_profile_tells_rating_place_and_the_record_by_seat(world: World) -> None:
    await settled(world, world.ada, world.ben)
    await finished(world, world.ben, world.ada, places=(1, 1))
    await finished(world, world.ben, world.ada, rated=False)
    await reckoned(world)
    answer = await world.ben.slash(world.channel, "profile", member=world.ada)
    assert answer.ephemeral
    line = line_of(said(answer), "**Skirt**")
    assert "**, 1st · 6–1–1: White 6–0–0, Black 0–1–1" in line
    assert "Favourite game: **Skirt**, 8 matches" in said(answer)
    assert "longest streak: **6** rated wins in Skirt" in said(answer)
    assert "ran out of time: **0** times" in said(answer)
    assert alt_of(answer.response).startswith("Ada, Skirt · this server. Skirt: 1578 on")


async def test_without_a_member_it_is_one_s_own(world: World) -> None:
    await settled(world, world.ada, world.ben)
    answer = await world.ben.slash(world.channel, "profile")
    assert said(answer).startswith("### Ben · this server")
    assert labels_of(answer.response) == ["All servers"]


async def test_somebody_new_has_an_empty_profile(world: World) -> None:
    answer = await world.ben.slash(world.channel, "profile", member=world.cy)
    assert "### Cy · this server\nNo match against people has ended yet." in said(answer)
    assert answer.response.attachments == []
    assert menus_of(answer.response) == []


async def test_the_curve_of_another_game_or_of_all_is_chosen_in_place(world: World) -> None:
    await settled(world, world.ada, world.ben)
    await settled(world, world.ben, world.ada, game="scala", matches=3)
    page = (await world.cy.slash(world.channel, "profile", member=world.ada)).response
    (menu,) = menus_of(page)
    assert [option["label"] for option in menu["options"]] == ["All games", "Skirt", "Scala"]
    await world.restart()
    chosen = await world.cy.select(page, ["scala"], custom_id=menu["custom_id"])
    assert chosen.response.id == page.id
    assert alt_of(chosen.response).startswith("Ada, Scala · this server. Scala: 1422 on")
    both = await world.cy.select(chosen.response, ["-"], custom_id=menu["custom_id"])
    assert alt_of(both.response).startswith("Ada, all games · this server. Skirt: ")
    everywhere = (await world.cy.click(both.response, label="All servers")).response
    assert text_of(everywhere).startswith("### Ada · all servers")
    assert alt_of(everywhere).startswith("Ada, all games · all servers. Skirt: ")


async def test_another_server_counts_over_all_servers_only(world: World) -> None:
    await settled(world, world.ada, world.ben)
    await finished(world, world.ben, world.ada, guild_id=world.guild.id + 1)
    await reckoned(world)
    page = (await world.cy.slash(world.channel, "profile", member=world.ada)).response
    assert "6–0–0" in line_of(text_of(page), "**Skirt**")
    everywhere = (await world.cy.click(page, label="All servers")).response
    assert "6–0–1" in line_of(text_of(everywhere), "**Skirt**")
    assert text_of(everywhere).count("[board]") == 5
    assert str(world.guild.id + 1) not in text_of(everywhere)


async def test_who_wishes_so_shows_nothing_over_all_servers(world: World) -> None:
    await settled(world, world.ada, world.ben)
    async with world.bot.store.write() as tx:
        await people.save(tx, Person(world.ada.id, is_everywhere=False))
    page = (await world.cy.slash(world.channel, "profile", member=world.ada)).response
    everywhere = (await world.cy.click(page, label="All servers")).response
    assert "are their own, as they wish" in text_of(everywhere)
    assert "**Skirt**" not in text_of(everywhere)
    own = (await world.ada.slash(world.channel, "profile")).response
    assert "**Skirt**" in text_of((await world.ada.click(own, label="All servers")).response)


async def test_matches_under_way_and_results_come_with_links(world: World) -> None:
    await settled(world, world.ada, world.ben)
    await world.match_begun("scala")
    words = said(await world.cy.slash(world.channel, "profile", member=world.ben))
    assert "### Running here\n- **7** · Scala Ada vs Ben · Ada to move" in words
    assert f"https://discord.com/channels/{world.guild.id}/" in line_of(words, "- **7**")
    line = line_of(words, "- **6**")
    assert "lost to Ada · Skirt · <t:" in line
    assert " → " in line
    assert words.index("- **6**") < words.index("- **5**")
    assert "- **1**" not in words


async def test_what_happens_in_a_hidden_channel_is_told_to_who_sees_it(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={world.cy: discord.PermissionOverwrite(view_channel=False)}
    )
    await finished(world, world.ada, world.ben, channel_id=hidden.id)
    await world.ada.slash(hidden, "challenge", game="scala")
    with world.env.time_context():
        await world.bot.challenges.accept(1, Challenger(world.ben.id, "Ben"))
    for actor, is_told in ((world.cy, False), (world.ben, True)):
        words = said(await actor.slash(world.channel, "profile", member=world.ada))
        assert ("[board]" in words) is is_told
        # That it was played is no secret.
        assert "1–0–0" in words


async def test_times_out_are_counted_however_many_play(world: World) -> None:
    await finished(world, world.ada, world.ben, reason="time")
    await finished(world, world.ben, world.ada, reason="time")
    place = await world.ada.slash(
        world.channel,
        "challenge",
        game="passtally",
        opponent=world.ben,
        second_opponent=world.cy,
        options="players 3",
        seat=1,
        pace="1d",
    )
    for actor in (world.ben, world.cy):
        place = await actor.click(place.response, label="Accept")
    for _ in range(8):
        match = await world.bot.matches.find(3)
        assert match.player_to_move is not None
        move = match.position.text(match.position.moves()[0])
        with world.env.time_context():
            await world.bot.matches.play(3, match.player_to_move.user_id, move)
    late = (await world.bot.matches.find(3)).player_to_move
    assert late is not None
    await world.env.advance_time(timedelta(days=40).total_seconds())
    for _ in range(9):
        with world.env.time_context():
            await world.bot.do_chores()
            await world.bot.matches.wake(3)
    await world.env.settle()
    match = await world.bot.matches.find(3)
    left = [player.user_id for player in match.players if not player.is_playing]
    assert left == [late.user_id]
    with world.env.time_context():
        await world.bot.matches.resign(3, match.playing[0].user_id)
    for actor, before in ((world.ada, 1), (world.ben, 1), (world.cy, 0)):
        count = before + (actor.id == late.user_id)
        words = said(await actor.slash(world.channel, "profile"))
        assert f"ran out of time: **{'once' if count == 1 else f'{count}** times'}" in words


async def test_three_at_a_table_are_told_by_place(world: World) -> None:
    await finished(world, world.ada, world.ben, world.cy, places=(2, 1, 3), game="passtally")
    words = said(await world.ben.slash(world.channel, "profile", member=world.ada))
    assert "came 2nd with Ben and Cy · Passtally" in words
    words = said(await world.ben.slash(world.channel, "profile"))
    assert "won against Ada and Cy · Passtally" in words
    words = said(await world.ada.slash(world.channel, "versus", member=world.cy))
    assert "**Passtally**: you won **1** and lost **0** of 1 match." in words


async def test_two_are_compared_by_game(world: World) -> None:
    await settled(world, world.ada, world.ben)
    await finished(world, world.ben, world.ada, game="scala", rated=False)
    await finished(world, world.ada, world.ben, game="scala", places=(1, 1))
    await finished(world, world.ada, world.cy, game="scala")
    await finished(world, world.ada, world.ben, state="aborted")
    answer = await world.ada.slash(world.channel, "versus", member=world.ben)
    assert answer.ephemeral
    words = said(answer)
    assert "### You and Ben" in words
    assert "**Skirt**: you won **6** and lost **0** of 6 matches." in words
    assert "**Scala**: you won **0**, drew 1 and lost **1** of 2 matches." in words
    assert "**Together**: you won **6**, drew 1 and lost **1** of 8 matches." in words
    assert words.index("drew with Ben · Scala") < words.index("lost to Ben · Scala")
    assert "Cy" not in words
    other = said(await world.ben.slash(world.channel, "versus", member=world.ada))
    assert "**Skirt**: you won **0** and lost **6** of 6 matches." in other


async def test_two_who_have_not_met_are_told_so(world: World) -> None:
    words = said(await world.ada.slash(world.channel, "versus", member=world.cy))
    assert "No match between you has ended here yet." in words
    await world.match_begun()
    words = said(await world.ada.slash(world.channel, "versus", member=world.ben))
    assert "### Running here" in words


async def test_one_gets_from_a_profile_to_what_is_between_two(world: World) -> None:
    await settled(world, world.ada, world.ben)
    page = (await world.ben.slash(world.channel, "profile", member=world.ada)).response
    answer = await world.ben.click(page, label="Between you")
    assert answer.ephemeral
    assert "you won **0** and lost **6** of 6 matches" in said(answer)


async def test_who_has_left_is_not_shown(world: World) -> None:
    await settled(world, world.ada, world.ben)
    page = (await world.cy.slash(world.channel, "profile", member=world.ada)).response
    world.guild.remove_member(world.ada)
    await world.env.advance_time(timedelta(days=1).total_seconds())
    refused = await world.cy.click(page, label="All servers")
    assert "no member of this server" in said(refused)


async def test_nobody_is_compared_with_themselves_or_with_a_bot(world: World) -> None:
    refused = await world.ada.slash(world.channel, "versus", member=world.ada)
    assert "Nobody plays against themselves" in said(refused)
    other_bot = world.guild.add_member(world.env.create_user("helper", bot=True))
    for command in ("versus", "profile"):
        refused = await world.ada.slash(world.channel, command, member=other_bot)
        assert "is a bot and has no profile" in said(refused)


@pytest.mark.parametrize("name", ["*" * 32, "_`|" * 10, "字" * 32, "\u202e" + "א" * 31, "🦊" * 16])
async def test_names_of_any_kind_keep_a_full_page_within_the_limits(
    world: World, name: str
) -> None:
    one, two, three = members_named(world, name, name, name)
    for number in range(7):
        await finished(
            world, one, two, three, places=(1, 2, 3), game="passtally", ago=timedelta(days=number)
        )
    await reckoned(world)
    for _ in range(6):
        made: Any = await one.slash(
            world.channel,
            "challenge",
            game="passtally",
            opponent=two,
            second_opponent=three,
            options="players 3",
        )
        for actor in (two, three):
            await actor.click(made.response, label="Accept")
    answer = await world.ada.slash(world.channel, "profile", member=one)
    words = said(answer)
    assert len(words) <= 4000
    assert "### Running here" in words
    assert "### Last results here" in words
    assert len(list(components_of(answer.response))) <= 40
    assert len(said(await one.slash(world.channel, "versus", member=two))) <= 4000
