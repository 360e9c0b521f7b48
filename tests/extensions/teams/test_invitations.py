"""Matches between the channels of two servers: the invitation, both cards, and the votes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

from club.audit import Admin
from club.servers.settings import LANGUAGE, OTHER_SERVERS
from extensions.teams.bot.channel_matches import SERVERS, TERMS
from extensions.teams.club.teams import Teams, Voter
from tests.bot.matches.computers import cards
from tests.bot.simulated import World, initial_entries, labels_of, reply_text, text_of

BOSS = Admin(99, "Boss")
DAY = timedelta(days=1)


async def make_admin(world: World, guild: Any, member: Any) -> None:
    role = guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    await world.env.settle()
    world.env.backend.get_member(guild.id, member.id).role_ids.append(role.id)
    await world.env.settle()


class Rivals:
    """Two servers that play others. Ada is an admin of one, and Zoe of the other, in German."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.guild = world.env.create_guild("Anderer Verein")
        self.channel = self.guild.create_text_channel("spiele")
        self.zoe: Any = self.guild.add_member(world.env.create_user("Zoe"))
        self.yan: Any = self.guild.add_member(world.env.create_user("Yan"))

    async def open(self) -> None:
        world, settings = self.world, self.world.bot.club.settings
        await make_admin(world, world.guild, world.ada)
        await make_admin(world, self.guild, self.zoe)
        with world.env.time_context():
            for guild_id in (world.guild.id, self.guild.id):
                await settings.change(guild_id, OTHER_SERVERS, True, BOSS)
            await settings.change(self.guild.id, LANGUAGE, "de", BOSS)

    async def start(self) -> None:
        """Invite another server, and accept that in the other one."""
        await self.open()
        world = self.world
        invited = await world.ada.slash(
            world.channel,
            "channel-match",
            game="skirt",
            options="size 4",
            pace="1d",
            other_server=True,
            name="The Skirters",
        )
        card = text_of(invited.response)
        assert "The Skirters is looking for another server" in card
        assert "Pace: 1 day per turn; rated." in card
        assert "Accept" not in labels_of(invited.response)
        listed = await self.zoe.slash(self.channel, "matches")
        page = await self.zoe.click(listed.response, label="Invitations of other servers")
        assert "**The Skirters**: Skirt" in text_of(page.response)
        assert "Everyone who can see this channel" in text_of(page.response)
        accepted = await self.zoe.click(page.response, label="Accept 1")
        assert "Anderer Verein" in reply_text(accepted)
        await world.env.settle()


async def vote(place: Any, member: Any, text: str) -> Any:
    panel = await member.click(cards(place)[-1], label="Vote")
    chosen = await member.click(panel.response, label=text)
    return await member.click(chosen.response, label=f"Vote for {text}")


async def test_two_servers_play_each_other_by_vote(club: World) -> None:
    rivals = Rivals(club)
    await rivals.start()
    here, there = club.channel.threads[-1], rivals.channel.threads[-1]
    await vote(here, club.ben, "e1")
    await club.pass_time(timedelta(minutes=1))
    assert "1 vote so far" in text_of(cards(here)[-1])
    words = text_of(cards(there)[-1])
    assert "**The Skirters**" in words
    assert "1" not in words.split("**The Skirters**")[-1].split("<t:")[0]
    assert "Abstimmen" not in labels_of(cards(there)[-1])
    refused = await rivals.yan.slash(there, "move", move="e1", match="1")
    assert "The Skirters" in reply_text(refused)
    more = await rivals.yan.click(cards(there)[-1], label="Mehr")
    assert "Für Aufgeben stimmen" not in labels_of(more.response)
    more = await club.ben.click(cards(here)[-1], label="More")
    assert "Vote to resign" in labels_of(more.response)
    await club.pass_time(DAY)
    for place in (here, there):
        assert "**e1** 1 (Ben)" in text_of(cards(place)[-1])


async def decide(world: World, user_id: int, *, resigns: bool = False) -> None:
    """Let one member decide the turn of their team, a day later."""
    club = world.bot.club
    joined_at = club.clock() - 365 * DAY
    with world.env.time_context():
        match = await club.matches.find(1)
        team_id = match.seats[(match.to_move or 1) - 1].team_id
        voter = Voter(user_id, f"user {user_id}", team_id, joined_at)
        if resigns:
            await club.part(Teams).wish(match, voter, match.version, "resign")
        else:
            text = match.position.text(match.position.moves()[0])
            await club.part(Teams).vote(match, voter, match.version, [text])
    await world.pass_time(DAY)


async def test_the_result_shows_the_ratings_of_servers_in_both(club: World) -> None:
    rivals = Rivals(club)
    await rivals.start()
    here, there = club.channel.threads[-1], rivals.channel.threads[-1]
    for _ in range(3):
        await decide(club, club.ben.id)
        await decide(club, rivals.yan.id)
    await decide(club, club.ben.id, resigns=True)
    changes = "The Skirters 1500? → **1422?**, Anderer Verein 1500? → **1578?**"
    assert f"Ratings: {changes}." in text_of(cards(here)[-1])
    assert "Find someone to play" not in labels_of(cards(here)[-1])
    assert f"Wertungen: {changes}." in text_of(cards(there)[-1])
    form = await club.ada.click(cards(here)[-1], label="Play again")
    invited = await club.ada.submit_modal(form, initial_entries(form))
    words = text_of(invited.response)
    assert "is looking for another server to play Skirt (cells on a side: 4)" in words
    assert "Pace: 1 day per turn; rated." in words


async def test_a_server_whose_channel_was_deleted_goes_on_in_another(club: World) -> None:
    rivals = Rivals(club)
    await rivals.start()
    here = club.channel.threads[-1]
    new_channel = rivals.guild.create_text_channel("neu")
    await decide(club, club.ben.id)
    club.env.backend.delete_channel(rivals.channel.threads[-1].id)
    club.env.backend.delete_channel(rivals.channel.id)
    await club.env.settle()
    gone = "The channel of Anderer Verein was deleted."
    assert gone in text_of(cards(here)[-1])
    settings = await rivals.zoe.slash(new_channel, "settings")
    page = await rivals.zoe.click(settings.response, label="Channel matches…")
    assert "The channel of match 1 was deleted." in text_of(page.response)
    moved = await rivals.zoe.click(page.response, label="Continue here")
    assert "Match 1 continues in this channel." in text_of(moved.response)
    await club.pass_time(timedelta(minutes=1))
    assert gone not in text_of(cards(here)[-1])
    there = new_channel.threads[-1]
    assert "**Anderer Verein** stimmt über diesen Zug ab." in text_of(cards(there)[-1])
    panel = await rivals.yan.click(cards(there)[-1], label="Abstimmen")
    assert "Choose" in text_of(panel.response)


async def test_a_hidden_voter_is_not_named_in_either_server(club: World) -> None:
    rivals = Rivals(club)
    await rivals.start()
    here, there = club.channel.threads[-1], rivals.channel.threads[-1]
    with club.env.time_context():
        await club.bot.club.personal_data.show_globally(club.ben.id, False)
    await vote(here, club.ben, "e1")
    await club.pass_time(DAY)
    for place in (here, there):
        card = text_of(cards(place)[-1])
        assert "**e1** 1" in card
        assert "Ben" not in card


async def test_a_server_that_stays_alone_gets_no_invitations(club: World) -> None:
    await make_admin(club, club.guild, club.ada)
    listed = await club.ada.slash(club.channel, "matches", here=True)
    assert "Invitations of other servers" not in labels_of(listed.response)
    refused = await club.ada.slash(club.channel, "channel-match", game="skirt", other_server=True)
    assert "members only play each other" in reply_text(refused)


async def test_the_form_invites_another_server_too(club: World) -> None:
    rivals = Rivals(club)
    await rivals.open()
    settings = await club.ada.slash(club.channel, "settings")
    page = await club.ada.click(settings.response, label="Channel matches…")
    form = await club.ada.click(page.response, label="Start a match")
    invited = await club.ada.submit_modal(form, {**initial_entries(form), TERMS: [SERVERS]})
    assert "is looking for another server" in text_of(invited.response)
    cancelled = await club.ada.click(invited.response, label="Cancel")
    assert "Cancelled." in text_of(cancelled.response)
    listed = await rivals.zoe.slash(rivals.channel, "matches", here=True)
    empty = await rivals.zoe.click(listed.response, label="Invitations of other servers")
    assert "No server is looking" in text_of(empty.response)
