"""Matches between the teams of servers: invitations, votes on both sides, servers that leave."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from club.audit import Admin
from club.matches.match import Match
from club.references import BoardOf
from club.servers.settings import OTHER_SERVERS
from extensions.teams.club.homes import move_team, without_channel
from extensions.teams.club.invitations import Invitations
from extensions.teams.club.teams import Teams, Voter
from extensions.teams.club.votes import goes_on, home_of_count, voting_of
from extensions.teams.presentation import gone_lines
from extensions.teams.storage import teams
from extensions.teams.storage.teams import OpenVotes
from presentation.markup import PLAIN
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.challenges import Challenge, TeamTerms
from storage.database.store import Store
from storage.matches import following
from storage.matches.following import FollowedMatch
from storage.matches.match import Place, Terms, Voters
from storage.outbox import OUTBOX
from storage.servers import settings as stored_settings
from tests.club.services import ADA, CHANNEL, GUILD, NOON, Services, Town

BOSS = Admin(99, "Boss")
OTHER, OTHER_CHANNEL = 17, 18
THIRD, THIRD_CHANNEL = 27, 28
DAY = timedelta(days=1)


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def services(store: Store, town: Town) -> Services:
    """The services in a town, whose servers can remove the bot."""
    services = Services(store, town=town)
    await services.uptime.set_online()
    return services


def voter(number: int, guild_id: int) -> Voter:
    return Voter(number, f"member {number}", guild_id, NOON - 365 * DAY)


async def invite(
    services: Services,
    game: str = "skirt",
    pace: str = "1d",
    voters: Voters = "everyone",
    **options: int,
) -> Challenge:
    """Let three servers allow others, and invite them from the first one."""
    for guild_id in (GUILD, OTHER, THIRD):
        await services.settings.change(guild_id, OTHER_SERVERS, True, BOSS)
    team = TeamTerms(
        name="The Hosts",
        voters=voters,
        is_quick=False,
        hour=9 if pace.startswith("@") else None,
        is_for_servers=True,
    )
    terms = Terms(game, GAMES[game].choose(options), pace)
    return await services.challenges.make(terms, Place(GUILD, CHANNEL), ADA, (), seat=1, team=team)


async def accept(
    services: Services, invitation: Challenge, guild_id: int = OTHER, channel: int = OTHER_CHANNEL
) -> Challenge:
    place = Place(guild_id, channel)
    return await services.part(Invitations).accept(invitation.id, f"Guests {guild_id}", place)


async def start(services: Services, **wishes: Any) -> Match:
    started = await accept(services, await invite(services, **wishes))
    assert started.match_id is not None
    return await services.matches.find(started.match_id)


async def vote(services: Services, match: Match, *voters: Voter) -> Match:
    """Let some members vote for the turn of first legal moves."""
    match = await services.matches.find(match.id)
    position, texts = match.position.seen_by(None), list[str]()
    while not texts or goes_on(match.position, position):
        texts.append(position.text(position.moves()[0]))
        position = position.play(position.moves()[0])
    for each in voters:
        await services.part(Teams).vote(match, each, match.version, texts)
    return await services.matches.find(match.id)


async def close(services: Services, match: Match) -> Match:
    deadline = (await services.matches.find(match.id)).deadline
    assert deadline is not None
    await services.wait_until(deadline)
    await services.matches.alarms.wake(match.id)
    return await services.matches.find(match.id)


def refusal_code(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.code


async def posts(services: Services) -> Counter[tuple[str, int]]:
    """The kinds and servers of all posts so far."""
    async with services.store.read() as tx:
        rows = await tx.execute(select(OUTBOX.c.kind, OUTBOX.c.guild_id))
        return Counter((row[0], row[1]) for row in rows)


async def test_another_server_accepts_and_both_show_the_match(services: Services) -> None:
    invitation = await invite(services)
    assert await services.part(Invitations).open_to(GUILD) == ()
    assert [each.id for each in await services.part(Invitations).open_to(OTHER)] == [invitation.id]
    assert invitation.rated
    started = await accept(services, invitation)
    match = await services.matches.find(started.match_id or 0)
    assert [(each.name, each.team_id, each.home) for each in match.seats] == [
        ("The Hosts", GUILD, 1),
        (f"Guests {OTHER}", OTHER, 2),
    ]
    assert [(each.guild_id, each.channel_id) for each in match.stored.places] == [
        (GUILD, CHANNEL),
        (OTHER, OTHER_CHANNEL),
    ]
    assert {("card", GUILD), ("card", OTHER)} <= (await posts(services)).keys()
    assert await services.part(Invitations).open_to(THIRD) == ()
    with pytest.raises(Refusal) as refusal:
        await accept(services, invitation, THIRD, THIRD_CHANNEL)
    assert refusal_code(refusal) == "closed"


async def test_only_servers_that_play_others_see_and_accept_invitations(
    services: Services,
) -> None:
    invitation = await invite(services)
    await services.settings.change(OTHER, OTHER_SERVERS, False, BOSS)
    with pytest.raises(Refusal) as refusal:
        await services.part(Invitations).open_to(OTHER)
    assert refusal_code(refusal) == "plays_in"
    with pytest.raises(Refusal) as refusal:
        await accept(services, invitation)
    assert refusal_code(refusal) == "plays_in"
    await services.settings.change(GUILD, OTHER_SERVERS, False, BOSS)
    assert await services.part(Invitations).open_to(THIRD) == ()


async def test_a_member_cannot_accept_for_a_server_alone(services: Services) -> None:
    invitation = await invite(services)
    with pytest.raises(Refusal) as refusal:
        await services.challenges.accept(invitation.id, replace(ADA, user_id=50))
    assert refusal_code(refusal) == "for_servers"


async def test_each_server_votes_on_its_own_turns(services: Services) -> None:
    match = await start(services)
    with pytest.raises(Refusal) as refusal:
        await vote(services, match, voter(51, OTHER))
    assert refusal_code(refusal) == "not_your_turn"
    await vote(services, match, voter(1, GUILD))
    match = await close(services, match)
    assert match.ply == 1
    with pytest.raises(Refusal) as refusal:
        await vote(services, match, voter(1, OTHER))
    assert refusal_code(refusal) == "other_team"
    await vote(services, match, voter(51, OTHER))
    assert (await close(services, match)).ply == 2


async def test_members_sign_up_for_one_of_the_teams(services: Services) -> None:
    match = await start(services, voters="members")
    assert [
        await services.part(Teams).sign_up(match, voter(number, GUILD)) for number in (1, 2, 2)
    ] == [
        1,
        2,
        2,
    ]
    assert await services.part(Teams).sign_up(match, voter(51, OTHER)) == 1
    with pytest.raises(Refusal) as refusal:
        await services.part(Teams).sign_up(match, voter(1, OTHER))
    assert refusal_code(refusal) == "other_team"
    assert (await vote(services, match, voter(1, GUILD))).ply == 0
    match = await vote(services, match, voter(2, GUILD))
    assert match.ply == 1
    await services.part(Teams).sign_off(match, 1)
    with pytest.raises(Refusal) as refusal:
        await services.part(Teams).sign_up(match, voter(1, OTHER))
    assert refusal_code(refusal) == "other_team"
    assert (await vote(services, match, voter(51, OTHER))).ply == 2


async def test_what_services_return_is_seen_from_the_server_of_the_reader(
    services: Services,
) -> None:
    match = (await start(services, voters="members")).seen_from(OTHER)
    for number, guild_id in ((1, GUILD), (51, OTHER)):
        await services.part(Teams).sign_up(match, voter(number, guild_id))
    await vote(services, match, voter(1, GUILD))
    seen = (await services.matches.find(match.id)).seen_from(OTHER)
    text = seen.position.text(seen.position.moves()[0])
    after = await services.part(Teams).vote(seen, voter(51, OTHER), seen.version, [text])
    assert (after.ply, after.stored.place.guild_id) == (2, OTHER)
    with pytest.raises(Refusal) as refusal:
        await services.part(Teams).vote(seen, voter(51, OTHER), seen.version, [text])
    board = dict(refusal.value.message.values)["board"]
    assert isinstance(board, BoardOf)
    assert board.match.place.guild_id == OTHER
    # So is a result in a digest, in whichever process.
    result = FollowedMatch(52, match.id, NOON, is_over=True, place=2)
    await services.store.write(lambda tx: following.add_match(tx, result))
    (waiting,) = await services.follows.results_for(52)
    assert waiting.place.guild_id == OTHER


async def test_a_vote_on_the_current_turn_is_for_no_other_team(services: Services) -> None:
    match = await start(services)
    await vote(services, match, voter(1, GUILD))
    with pytest.raises(Refusal) as refusal:
        await services.part(Teams).sign_up(match, voter(1, OTHER))
    assert refusal_code(refusal) == "other_team"
    await services.part(Teams).sign_up(match, voter(51, OTHER))
    with pytest.raises(Refusal) as refusal:
        await vote(services, match, voter(51, GUILD))
    assert refusal_code(refusal) == "other_team"


async def test_votes_close_at_the_hour_of_the_server_to_move(services: Services) -> None:
    invitation = await invite(services, pace="@09")
    async with services.store.write() as tx:
        settings = await stored_settings.get(tx, OTHER)
        await stored_settings.save(tx, replace(settings, puzzle_hour=20))
    started = await accept(services, invitation)
    match = await services.matches.find(started.match_id or 0)
    assert match.deadline == NOON.replace(hour=9) + DAY
    await vote(services, match, voter(1, GUILD))
    match = await close(services, match)
    assert match.deadline == NOON.replace(hour=20) + DAY


async def test_only_the_card_of_the_voting_server_is_updated(services: Services) -> None:
    match = await start(services)
    before = await posts(services)
    await vote(services, match, voter(1, GUILD))
    assert await posts(services) - before == {("card", GUILD): 1}


async def test_the_number_of_votes_is_for_the_place_of_the_voting_server(
    services: Services,
) -> None:
    match = await start(services)
    for home, each in enumerate((voter(1, GUILD), voter(51, OTHER)), 1):
        match = await vote(services, match, each)
        async with services.store.read() as tx:
            counts = await teams.count_open_votes(tx, [match.id])
        assert counts == {match.id: OpenVotes(1, home)}
        assert home_of_count(match) == home
        match = await close(services, match)


async def test_a_draw_is_offered_by_one_server_and_accepted_by_the_other(
    services: Services,
) -> None:
    match = await start(services, game="scalas")
    for number, guild_id in ((1, GUILD), (51, OTHER)):
        match = await vote(services, match, voter(number, guild_id))
        await services.part(Teams).wish(match, voter(number, guild_id), match.version, "draw")
        match = await close(services, match)
    assert match.result is not None
    assert (match.result["winners"], match.result["reason"]) == ([], "agreement")


async def result_an_hour_later(services: Services, match: Match) -> tuple[list[int], str]:
    services.now += timedelta(hours=1)
    await services.homes.check_servers()
    match = await services.matches.find(match.id)
    assert match.result is not None
    return match.result["winners"], match.result["reason"]


async def test_a_server_that_removed_the_bot_loses_after_a_day(
    services: Services, town: Town
) -> None:
    match = await start(services, pace="3d")
    town.gone.add(OTHER)
    await services.homes.check_servers()
    match = await services.matches.find(match.id)
    assert voting_of(match).teams[1].gone_since == services.now
    await services.pass_time(DAY - timedelta(minutes=1))
    await services.homes.check_servers()
    assert not (await services.matches.find(match.id)).is_over
    assert await result_an_hour_later(services, match) == ([1], "gone")


async def test_a_server_that_invites_the_bot_back_plays_on(services: Services, town: Town) -> None:
    match = await start(services, pace="3d")
    town.gone.add(OTHER)
    await services.homes.check_servers()
    town.gone.clear()
    services.now += timedelta(hours=2)
    await services.homes.check_servers()
    assert voting_of(await services.matches.find(match.id)).teams[1].gone_since is None


async def test_a_server_whose_channel_was_deleted_loses_after_a_day(services: Services) -> None:
    match = await start(services, pace="3d")
    before = await posts(services)
    await services.homes.leave_place(match.stored, 2)
    match = await services.matches.find(match.id)
    assert voting_of(match).teams[1].no_channel_since == services.now
    assert gone_lines(match, PLAIN) == [
        f"The channel of Guests {OTHER} was deleted. Unless its admins choose another one in "
        "/settings, it loses this match 2026-03-02 12:00Z."
    ]
    assert ("card", GUILD) in await posts(services) - before
    await services.pass_time(DAY - timedelta(minutes=1))
    await services.homes.leave_place(match.stored, 2)
    await services.homes.check_servers()
    assert not (await services.matches.find(match.id)).is_over
    assert await result_an_hour_later(services, match) == ([1], "channel")


@pytest.mark.parametrize("reason", ["gone", "channel"])
async def test_a_server_has_a_whole_day_to_come_back_despite_a_downtime(
    services: Services, town: Town, reason: str
) -> None:
    match = await start(services, pace="3d")
    if reason == "gone":
        town.gone.add(OTHER)
        await services.homes.check_servers()
    else:
        await services.homes.leave_place(match.stored, 2)
    services.now += timedelta(hours=1)
    await services.uptime.set_online()
    services.uptime.set_offline()
    services.now += 2 * DAY
    await services.uptime.set_online()
    await services.homes.check_servers()
    assert not (await services.matches.find(match.id)).is_over
    await services.pass_time(DAY - timedelta(hours=1, minutes=1))
    await services.homes.check_servers()
    assert not (await services.matches.find(match.id)).is_over
    assert await result_an_hour_later(services, match) == ([1], reason)


async def test_admins_move_a_match_whose_channel_was_deleted(services: Services) -> None:
    match = await start(services, pace="3d")
    with pytest.raises(Refusal) as refusal:
        await move_team(services.homes, match.id, Place(OTHER, 19))
    assert refusal_code(refusal) == "has_channel"
    await services.homes.leave_place(match.stored, 2)
    assert await without_channel(services.homes, OTHER) == (match.id,)
    assert await without_channel(services.homes, GUILD) == ()
    with pytest.raises(Refusal) as refusal:
        await move_team(services.homes, match.id, Place(GUILD, 19))
    assert refusal_code(refusal) == "has_channel"
    await move_team(services.homes, match.id, Place(OTHER, 19))
    assert await without_channel(services.homes, OTHER) == ()
    await services.pass_time(DAY)
    await services.homes.check_servers()
    match = await services.matches.find(match.id)
    assert (match.is_over, match.stored.home_of(OTHER).channel_id) == (False, 19)
    match = await vote(services, match, voter(1, GUILD))
    match = await close(services, match)
    await vote(services, match, voter(51, OTHER))
    assert (await close(services, match)).ply == 2


async def test_one_of_two_servers_aborts_but_does_not_pause(services: Services) -> None:
    match = await start(services)
    with pytest.raises(Refusal) as refusal:
        await services.part(Teams).pause(match)
    assert refusal_code(refusal) == "between_servers"
    assert (await services.part(Teams).abort(match, OTHER)).is_aborted


async def test_three_servers_play_passtally(services: Services) -> None:
    invitation = await invite(services, "passtally", players=3)
    waiting = await accept(services, invitation)
    assert waiting.match_id is None
    with pytest.raises(Refusal) as refusal:
        await accept(services, invitation)
    assert refusal_code(refusal) == "already_in"
    started = await accept(services, invitation, THIRD, THIRD_CHANNEL)
    match = await services.matches.find(started.match_id or 0)
    guilds = {each.seat: each.team_id for each in match.seats}
    for _ in range(9):
        seat = match.to_move
        assert seat is not None
        await vote(services, match, voter(seat, guilds[seat] or 0))
        after = await close(services, match)
        assert after.ply > match.ply
        match = after
    loser = match.to_move
    assert loser is not None
    await services.part(Teams).wish(
        match, voter(loser, guilds[loser] or 0), match.version, "resign"
    )
    match = await close(services, match)
    assert not match.is_over
    assert {each.seat for each in match.playing} == {1, 2, 3} - {loser}
