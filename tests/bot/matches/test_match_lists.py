"""Lists of matches and challenges, and the next match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.pages.layout import MAX_TEXT_LENGTH
from storage.matches.match import Participant, Place, Terms
from tests.bot.matches.agreeing import card_of, play_first_move, start_small_match
from tests.bot.simulated import World, labels_of, reply_text, text_of

HOUR = timedelta(hours=1)


async def start_match_at(world: World, pace: str, game: str = "skirt") -> Any:
    return await world.start_match(game, pace=pace)


async def test_my_matches_start_with_the_most_urgent_on_my_turn(
    world: World,
) -> None:
    await start_match_at(world, "7d")
    urgent = await start_match_at(world, "1d", "scala")
    await start_match_at(world, "none", "scalus")
    await world.start_match("skirt", seat=2)
    listed = await world.ada.slash(world.channel, "matches")
    assert listed.ephemeral
    words = reply_text(listed)
    marks = ("Your turn", "Match 2 ·", "Match 1 ·", "Match 3 ·", "Waiting", "**4** ·")
    assert list(marks) == sorted(marks, key=words.index)
    assert f"**[Scala vs Ben]({urgent.last_message.jump_url})**" in words
    assert "-# Match 2 · deadline <t:" in words
    assert "-# Match 3 · turn started <t:" in words
    assert "your turn" not in words
    assert "- **4** · [Skirt vs Ben](" in words
    assert ") · Ben to move, deadline <t:" in words
    assert labels_of(listed.response) == [*["Play"] * 3, "In this channel"]
    panel = await world.ada.click(listed.response, custom_id="sw|onward|2")
    assert "Type" in labels_of(panel.response)


async def test_a_match_with_paused_clocks_is_labelled(world: World) -> None:
    place = await start_small_match(world)
    await world.ada.slash(place, "pause")
    await world.ben.click(card_of(place), label="Agree")
    listed = await world.ben.slash(world.channel, "matches")
    assert "Ada to move, clocks paused" in reply_text(listed)


async def test_a_members_match_list_omits_matches_hidden_from_the_caller(world: World) -> None:
    await start_small_match(world)
    hidden = world.hidden_channel(world.cy)
    await world.start_match("scala", channel=hidden)
    matches = await world.cy.slash(world.channel, "matches", member=world.ada)
    assert matches.ephemeral
    assert "Matches of Ada" in reply_text(matches)
    assert "**1** · [Skirt: Ada vs Ben](" in reply_text(matches)
    assert "Scala" not in reply_text(matches)
    assert "Scala" in reply_text(await world.ben.slash(world.channel, "matches", member=world.ada))
    assert "Scala" in reply_text(await world.ada.slash(world.channel, "matches"))
    nothing = await world.ben.slash(world.channel, "matches", member=world.cy)
    assert "Cy has no matches in progress in this server that you can see." in reply_text(nothing)


async def test_a_channels_match_list_includes_its_threads(world: World) -> None:
    await start_small_match(world)
    other = world.guild.create_text_channel("other")
    challenge = await world.ben.slash(other, "challenge", game="scala", opponent=world.cy, seat=1)
    await world.cy.click(challenge.response, label="Accept")
    here = await world.ben.slash(world.channel, "matches", here=True)
    assert "Matches in this channel" in reply_text(here)
    assert "**1** · [Skirt vs Ada](" in reply_text(here)
    assert "Scala" not in reply_text(here)
    matches = await world.ada.slash(other, "matches", here=True)
    assert "**2** · [Scala: Ben vs Cy](" in reply_text(matches)
    quiet = world.guild.create_text_channel("quiet")
    nothing = await world.ada.slash(quiet, "matches", here=True)
    assert "No matches are in progress in this channel" in reply_text(nothing)
    refusal = await world.ada.slash(world.channel, "matches", member=world.ben, here=True)
    assert refusal.ephemeral
    assert "Choose only one: a member, this channel or what you follow." in reply_text(refusal)


async def test_long_lists_of_long_names_fit_in_a_message(world: World) -> None:
    # Names of 32 characters that are wide or need escaping.
    wide = [
        world.guild.add_member(world.env.create_user(f"wide{number}", global_name=name))
        for number, name in enumerate(("*" * 32, "𝕎_" * 16))
    ]
    with world.env.time_context():
        for seat in (1, 2, 3) * 9:
            await began(world, wide, seat)
    for listed in (
        await wide[0].slash(world.channel, "matches"),
        await world.ada.slash(world.channel, "matches", member=wide[0]),
        await world.ada.slash(world.channel, "matches", here=True),
    ):
        assert 2000 < len(reply_text(listed)) <= MAX_TEXT_LENGTH
        assert "more." in reply_text(listed)
    own = reply_text(await wide[0].slash(world.channel, "matches"))
    assert own.index("Your turn") < own.index("Waiting for others")


async def began(world: World, wide: list[Any], seat: int) -> None:
    """Start a match for three without posting anything."""
    ada, dee, eve = (Participant(each.id, each.user.global_name) for each in (world.ada, *wide))
    challenges = world.bot.club.challenges
    challenge = await challenges.make(
        Terms("passtally", {"players": 3}),
        Place(world.guild.id, world.channel.id),
        dee,
        [eve, ada],
        seat=seat,
    )
    for guest in (eve, ada):
        await challenges.accept(challenge.id, guest)


async def test_open_challenges_are_listed_and_my_own_can_be_cancelled(world: World) -> None:
    mine = await world.ada.slash(world.channel, "challenge", game="skirt", pace="1d")
    theirs = await world.ben.slash(world.channel, "challenge", game="scala", opponent=world.ada)
    listed = await world.ada.slash(world.channel, "matches", here=True)
    assert listed.ephemeral
    assert "- **1** · Ada to anyone: Skirt, 1 day per turn · expires <t:" in reply_text(listed)
    assert "- **2** · Ben to Ada: Scala, 3 days per turn · expires <t:" in reply_text(listed)
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert f"[card]({address}/{mine.response.id})" in reply_text(listed)
    assert f"[card]({address}/{theirs.response.id})" in reply_text(listed)
    assert labels_of(listed.response) == ["Cancel 1"]
    cancelled = await world.ada.click(listed.response, label="Cancel 1")
    assert "Challenge 1 is cancelled." in reply_text(cancelled)
    assert "**1** ·" not in reply_text(cancelled)
    forged = await world.click_anyway(world.ada, listed.response, "sw|withdraw|2")
    assert "Only Ben can cancel this challenge." in reply_text(forged)
    assert "**2** · Ben to Ada" in reply_text(forged)
    assert "**Cancelled.**" in text_of(mine.response)
    assert labels_of(mine.response) == []
    others = await world.ben.slash(world.guild.create_text_channel("other"), "matches", here=True)
    assert "no challenges are open" in reply_text(others)
    await world.pass_time(timedelta(days=1, seconds=1))
    listed = await world.ben.slash(world.channel, "matches", here=True)
    assert "no challenges are open" in reply_text(listed)


async def test_a_challenge_accepted_in_the_meantime_is_not_cancelled(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    listed = await world.ada.slash(world.channel, "matches", here=True)
    await world.ben.click(challenge.response, label="Accept")
    late = await world.ada.click(listed.response, label="Cancel 1")
    assert "This challenge is no longer open. It was accepted: match 1." in reply_text(late)
    assert labels_of(late.response) == []
    assert not (await world.bot.club.matches.find(1)).is_over


async def test_next_opens_my_most_urgent_match(world: World) -> None:
    first = await start_match_at(world, "3d")
    second = await start_match_at(world, "1d", "scala")
    reply = await world.ada.slash(world.channel, "next")
    assert reply.ephemeral
    assert f"**[Scala vs Ben]({second.last_message.jump_url})**" in reply_text(reply)
    assert "And 1 more." in reply_text(reply)
    assert labels_of(reply.response) == ["Play"]
    # On that match's More page, the next match is the other one.
    page = await world.ada.click(second.last_message, label="More")
    after = await world.ada.click(page.response, label="Next match")
    assert f"({first.last_message.jump_url})" in reply_text(after)
    nothing = await world.ben.slash(world.channel, "next")
    assert "You have no moves to make in this server." in reply_text(nothing)


async def test_after_a_move_the_next_match_is_one_click_away(world: World) -> None:
    first = await start_match_at(world, "3d")
    second = await start_match_at(world, "1d", "scala")
    moved = await world.ada.slash(second, "move", move="c7-b8")
    assert labels_of(moved.response) == ["Next: Skirt, match 1"]
    onward = await world.ada.click(moved.response, label="Next: Skirt, match 1")
    assert "Type" in labels_of(onward.response)
    assert await play_first_move(world, first) == world.ada
    reply = await world.ada.slash(world.channel, "next")
    assert "You have no moves to make in this server" in reply_text(reply)


async def test_lists_leave_out_other_servers(world: World) -> None:
    await start_small_match(world)
    other = world.env.create_guild("Other")
    elsewhere = other.create_text_channel("games")
    dee = other.add_member(world.env.create_user("dee"))
    for name, options in (("matches", {}), ("matches", {"here": True}), ("next", {})):
        assert "Skirt" not in reply_text(await dee.slash(elsewhere, name, **options))


async def test_finished_matches_are_listed_narrowed_stepped_through_and_saved(
    world: World,
) -> None:
    place = await start_small_match(world)
    await play_first_move(world, place)
    await world.resign(world.ada, place)
    running = await world.ada.slash(world.channel, "matches")
    assert "You have no matches in progress in this server." in reply_text(running)
    listed = await world.ada.slash(world.channel, "matches", finished=True)
    assert listed.ephemeral
    assert "**1** · Skirt vs Ben" in reply_text(listed)
    of_ben = await world.cy.slash(world.channel, "matches", finished=True, member=world.ben)
    assert "**1** · Skirt vs Ada" in reply_text(of_ben)
    in_channel = await world.cy.slash(world.channel, "matches", finished=True, here=True)
    assert "**1** · Skirt: Ada vs Ben" in reply_text(in_channel)
    stepped = await world.ada.select(listed.response, ["1"], custom_id="sw|recall")
    assert "### Skirt" in text_of(stepped.response)
    saved = await world.ada.click(listed.response, label="Save as text")
    assert "1 match as text." in reply_text(saved)
    (file,) = saved.response.attachments
    assert file.filename == "stairwell-matches.txt"
    form = await world.ada.click(listed.response, label="Narrow…")
    entries = {"game": ["scala"], "result": ["any"], "turns": "", "month": ""}
    narrowed = await world.ada.submit_modal(form, entries)
    assert "### Finished matches · Scala\nI found no finished matches" in text_of(narrowed.response)
    form = await world.ada.click(narrowed.response, label="Narrow…")
    entries = {"opponent": [world.ben], "game": ["skirt"], "result": ["lost"]}
    entries |= {"turns": "-9", "month": ""}
    narrowed = await world.ada.submit_modal(form, entries)
    title = f"### Finished matches · <@{world.ben.id}> · Skirt · Lost · Turns: -9\n"
    assert title in text_of(narrowed.response)
    form = await world.ada.click(narrowed.response, label="Narrow…")
    refused = await world.ada.submit_modal(form, entries | {"month": "May"})
    assert "“May” isn't a month." in reply_text(refused)


async def test_finished_matches_hidden_from_the_caller_are_left_out(world: World) -> None:
    hidden = world.hidden_channel(world.cy)
    await world.start_match("scala", channel=hidden)
    await world.resign(world.ada, hidden, 1)
    for options in ({"member": world.ada}, {"here": True}):
        listed = await world.cy.slash(world.channel, "matches", finished=True, **options)
        assert "I found no finished matches that you can see." in reply_text(listed)
    own = await world.ada.slash(world.channel, "matches", finished=True)
    assert "Scala vs Ben" in reply_text(own)


async def test_finished_matches_are_listed_for_the_server(world: World) -> None:
    place = await start_small_match(world)
    resigned = await world.ada.slash(place, "resign")
    await world.ada.click(resigned.response, label="Resign")
    elsewhere = world.guild.create_text_channel("elsewhere")
    in_channel = await world.cy.slash(elsewhere, "matches", finished=True, here=True)
    assert "I found no finished matches" in reply_text(in_channel)
    listed = await world.cy.click(in_channel.response, label="Whole server")
    assert "**1** · Skirt: Ada vs Ben" in text_of(listed.response)
