"""Matches of the whole channel: started by admins, voted on by members, closed by the clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.pages.forms import FIELD
from extensions.teams.bot.channel_matches import GAME, QUICK, TERMS
from extensions.teams.club.teams import MAX_WORDS
from tests.bot.interface.test_typed_texts import copied, value_in
from tests.bot.matches.computers import cards
from tests.bot.results import add_members
from tests.bot.simulated import World, initial_entries, labels_of, reply_text, text_of
from tests.web.http.test_typed_texts import SWAN

pytestmark = pytest.mark.club(computers=True)

DAY = timedelta(days=1)


async def make_admin(club: World) -> None:
    role = club.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    await club.env.settle()
    club.env.backend.get_member(club.guild.id, club.ada.id).role_ids.append(role.id)
    await club.env.settle()


async def start(club: World, **wishes: Any) -> Any:
    """Start a match of the server at the daily pace, as an admin, and return its place."""
    await make_admin(club)
    options = {"game": "skirt", "options": "size 4", "level": 1, "pace": "1d", **wishes}
    started = await club.ada.slash(club.channel, "channel-match", **options)
    assert "plays Skirt" in reply_text(started), reply_text(started)
    return club.place()


async def vote(club: World, place: Any, member: Any, text: str) -> Any:
    """Vote for a turn of one move with the buttons of the panel."""
    panel = await member.click(cards(place)[-1], label="Vote")
    chosen = await member.click(panel.response, label=text)
    return await member.click(chosen.response, label=f"Vote for {text}")


async def test_members_vote_and_the_card_shows_the_votes_after_the_close(club: World) -> None:
    place = await start(club)
    name = club.guild.name
    assert f"**{name}** is voting on this turn. No votes yet." in text_of(cards(place)[-1])
    voted = await vote(club, place, club.ben, "e1")
    assert "You voted for **e1**." in text_of(voted.response)
    said = await club.ben.click(voted.response, label="Say why")
    await club.ben.submit_modal(said, {FIELD: "near the corner"})
    await vote(club, place, club.cy, "e1")
    await vote(club, place, club.ada, "a1")
    await club.pass_time(timedelta(minutes=1))
    card = text_of(cards(place)[-1])
    assert "3 votes so far" in card
    assert "e1" not in card.split("is voting on this turn")[1]
    await club.pass_time(DAY)
    await club.think()
    card = text_of(cards(place)[-1])
    assert "Votes: **e1** 2 (Ben: “near the corner”), **a1** 1 (Ada)" in card
    assert labels_of(cards(place)[-1])[0] == "Vote"


async def test_members_vote_by_typing_and_list_the_match(club: World) -> None:
    place = await start(club)
    voted = await club.ben.slash(place, "move", move="e1")
    assert "You voted for **e1**." in reply_text(voted)
    refused = await club.ben.slash(place, "move", move="e9")
    assert "e9" in reply_text(refused)
    assert labels_of(refused.response) == ["Type again", "Vote"]
    again = await club.ben.click(refused.response, label="Type again")
    assert "e9" in str(again.modal)
    panel = await club.ben.click(refused.response, label="Vote")
    assert "e1" in labels_of(panel.response)
    listed = await club.ben.slash(club.channel, "matches")
    assert "Channel matches" in text_of(listed.response)
    assert f"{club.guild.name} to move" in text_of(listed.response)


async def test_others_cannot_start_a_match_of_the_channel(club: World) -> None:
    refused = await club.ben.slash(club.channel, "channel-match", game="skirt")
    assert "Only members with **Manage Server** can start channel matches" in reply_text(refused)


async def test_a_chosen_role_may_start_matches_too(club: World) -> None:
    await make_admin(club)
    role = club.guild.create_role("Captains")
    club.env.backend.get_member(club.guild.id, club.ben.id).role_ids.append(role.id)
    await club.env.settle()
    settings = await club.ada.slash(club.channel, "settings")
    page = await club.ada.click(settings.response, label="Channel matches…")
    await club.ada.select(page.response, [role])
    started = await club.ben.slash(club.channel, "channel-match", game="skirt")
    assert "plays Skirt" in reply_text(started)


async def test_newcomers_of_the_server_watch(club: World) -> None:
    place = await start(club)
    await club.pass_time(timedelta(hours=1))
    (dan,) = add_members(club, "Dan")
    refused = await dan.click(cards(place)[-1], label="Vote")
    assert "This match started before you joined the server" in reply_text(refused)


async def test_those_who_sign_up_vote_and_all_of_them_close_the_vote(club: World) -> None:
    place = await start(club, voters="members")
    panel = await club.ben.click(cards(place)[-1], label="Vote")
    await club.ben.click(panel.response, label="Sign up")
    voted = await vote(club, place, club.ben, "e1")
    assert "With your vote, the turn is decided." in text_of(voted.response)


async def test_two_thirds_resign_with_the_buttons_of_more(club: World) -> None:
    place = await start(club)
    for member in (club.ben, club.cy):
        await vote(club, place, member, "e1")
        more = await member.click(cards(place)[-1], label="More")
        wished = await member.click(more.response, label="Vote to resign")
        assert "You voted to resign." in text_of(wished.response)
    await club.pass_time(DAY)
    card = cards(place)[-1]
    assert f"{club.guild.name} resigned." in text_of(card)
    form = await club.ada.click(card, label="Play again")
    started = await club.ada.submit_modal(form, initial_entries(form))
    assert "plays Skirt (cells on a side: 4)" in text_of(started.response)
    form = await club.ada.click(card, label="Play again")
    started = await club.ada.submit_modal(form, {**initial_entries(form), GAME: ["scala"]})
    assert "plays Scala" in text_of(started.response)


@pytest.mark.whole
async def test_a_voter_shares_a_line_with_the_others(club: World) -> None:
    place = await start(club)
    more = await club.ben.click(cards(place)[-1], label="More")
    page = await club.ben.click(more.response, label="Explore")
    page = await club.ben.click(page.response, label="e1")
    shared = await club.ben.click(page.response, label="Share")
    assert not shared.ephemeral
    assert "Ben shares a line" in reply_text(shared)
    looked = await club.cy.click(place.last_message, label="Look at it")
    assert "**e1**" in reply_text(looked)


async def test_a_member_accepts_to_play_against_the_others(club: World) -> None:
    await make_admin(club)
    asked = await club.ada.slash(
        club.channel, "channel-match", game="skirt", opponent=club.ben, name="The Skirters"
    )
    card = text_of(asked.response)
    assert "The Skirters challenges Ben to Skirt" in card
    assert "was in the server before the match started can vote" in card
    await club.ben.click(asked.response, label="Accept")
    place = club.place()
    await vote(club, place, club.cy, "e1")
    refused = await club.ben.click(cards(place)[-1], label="Vote")
    assert "You're playing against this server" in reply_text(refused)
    await club.pass_time(DAY)
    panel = await club.ben.click(cards(place)[-1], label="Play")
    assert "match 1" in text_of(panel.response)


async def test_votes_on_a_turn_whose_card_was_overtaken_come_with_the_next_card(
    club: World,
) -> None:
    await make_admin(club)
    asked = await club.ada.slash(
        club.channel, "channel-match", game="skirt", options="size 4", opponent=club.ben
    )
    await club.ben.click(asked.response, label="Accept")
    place, matches = club.place(), club.bot.club.matches
    await vote(club, place, club.cy, "e1")
    await club.env.advance_time(DAY.total_seconds())
    with club.env.time_context():
        await matches.alarms.wake(1)
        await matches.play(1, club.ben.id, "a1-b2")
    await club.pass_time(timedelta(minutes=1))
    card = cards(place)[-1]
    assert "Votes: **e1** 1 (Cy)" in text_of(card)
    position = (await matches.find(1)).position
    own = position.text(position.moves()[0])
    await club.cy.slash(place, "move", move=own)
    await club.pass_time(timedelta(minutes=1))
    assert cards(place)[-1].id == card.id
    assert "Votes: **e1** 1 (Cy)" in text_of(cards(place)[-1])
    await club.pass_time(DAY)
    assert f"Votes: **{own}** 1 (Cy)" in text_of(cards(place)[-1])
    assert text_of(cards(place)[-1]).count("Votes:") == 1


async def test_an_admin_pauses_and_aborts(club: World) -> None:
    place = await start(club)
    more = await club.ada.click(cards(place)[-1], label="More")
    paused = await club.ada.click(more.response, label="Pause the clocks")
    assert "Clocks paused." in text_of(paused.response)
    refused = await vote(club, place, club.ben, "e1")
    assert "An admin has paused this match" in reply_text(refused)
    await club.ada.click(paused.response, label="Abort")
    assert "Aborted" in text_of(cards(place)[-1])


async def test_a_form_starts_a_match_too(club: World) -> None:
    await make_admin(club)
    page = await club.ada.slash(club.channel, "help")
    form = await club.ada.click(page.response, label="Play as a channel")
    started = await club.ada.submit_modal(form, {**initial_entries(form), TERMS: [QUICK]})
    words = reply_text(started)
    assert "daily at 09:00 UTC" in words
    assert "A vote closes early if most of last turn's voters agree." in words


@pytest.mark.club(computers=True)
async def test_the_longest_sentence_with_a_vote_is_kept_or_comes_back(club: World) -> None:
    place, words = await start(club), SWAN * MAX_WORDS
    voted = await vote(club, place, club.ben, "e1")
    form = await club.ben.click(voted.response, label="Say why")
    said = await club.ben.submit_modal(form, {FIELD: words})
    again = await club.ben.click(said.response, label="Say why")
    assert value_in(again) == words
    with club.env.time_context():
        await club.bot.club.matches.end(1, "Zoe", "enough")
    late = await club.ben.submit_modal(again, {FIELD: words})
    assert copied(words) in text_of(late.response)
    assert cards(place)


async def test_lines_about_several_settings_are_in_the_order_of_their_buttons(
    world: World,
) -> None:
    settings = await world.admin().slash(world.channel, "settings")
    words, labels = reply_text(settings), labels_of(settings.response)
    start = labels.index("Other servers…")
    row = [label.removesuffix("…") for label in labels[start : start + 2]]
    assert row == sorted(row, key=lambda label: words.index(f"**{label}**"))
