"""Ratings of servers, from the matches that they play against each other as teams."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.ratings.summaries import Month
from club.audit import Admin
from club.matches.changes import Agreement
from club.matches.match import Match
from club.ratings import rating_book
from club.servers.settings import WEB_PAGES
from extensions.teams.bot.ratings import of_month
from extensions.teams.club.ratings import TeamLeaderboard
from extensions.teams.club.teams import Teams, Voter
from extensions.teams.club.votes import BestVoters, best_voters
from extensions.teams.storage import ratings as team_ratings
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from storage.servers import pages
from storage.servers.pages import PublicChannels
from tests.club.services import BEN, CHANNEL, CY, GUILD, NOON, Services, rating_rows
from tests.extensions.teams.test_teams import BOT, TEAM, close, start

OTHER = 70
OTHERS = Participant(OTHER, "Rookery", team_id=OTHER)


async def vote(services: Services, match: Match, user_id: int, **wish: str) -> None:
    """Vote for the first legal move of the team to move, or only wish something."""
    match = await services.matches.find(match.id)
    guild_id = match.seats[(match.to_move or 1) - 1].team_id
    voter = Voter(user_id, f"member {user_id}", guild_id, NOON - timedelta(days=9))
    if wish:
        await services.part(Teams).wish(match, voter, match.version, "resign")
    text = match.position.text(match.position.moves()[0])
    await services.part(Teams).vote(match, voter, match.version, [text])


async def play(services: Services, turns: int = 3, *, opponent: Participant = OTHERS) -> Match:
    """Let the first server resign after turns by each, and return the match."""
    terms = Terms("skirt", GAMES["skirt"].choose({}), "10m")
    places = [Place(GUILD, CHANNEL), Place(OTHER, 71)][: 1 + (opponent is OTHERS)]
    match = await services.part(Teams).start(Agreement(terms, places, (TEAM, opponent)))
    for _ in range(turns):
        for member in (1, 2) if opponent is OTHERS else (1,):
            await vote(services, match, member)
            match = await close(services, match)
        await services.background.do_all()
    await vote(services, match, 1, wish="resign")
    match = await close(services, match)
    assert match.is_over
    return match


async def ratings(services: Services) -> dict[int, tuple[int, int, int]]:
    """Return points, wins and losses of the servers, by server."""
    rows = await services.store.read(lambda tx: team_ratings.of_guilds(tx, "skirt", (GUILD, OTHER)))
    return {each.guild_id: (round(each.mu), each.wins, each.losses) for each in rows.values()}


async def test_a_match_between_servers_changes_their_ratings_alone(services: Services) -> None:
    await play(services)
    assert await ratings(services) == {GUILD: (1422, 0, 1), OTHER: (1578, 1, 0)}
    of_members = await rating_rows(services.store)
    assert not of_members["rating"]
    rated = await ratings(services)
    await rating_book.recompute(services.store)
    assert await ratings(services) == rated


async def test_the_result_shows_the_ratings_of_both_servers_before_and_after(
    services: Services,
) -> None:
    await play(services)
    second = await play(services)
    for match in (second, await services.matches.find(second.id)):
        changes = {each.user_id: (each.before, each.after) for each in match.rating_changes}
        points = {user: tuple(round(each) for each in both) for user, both in changes.items()}
        assert points == {GUILD: (1422, 1364), OTHER: (1578, 1636)}
    shown = await services.profiles.ratings_in(second.stored)
    assert {user: (round(each.mu), each.change) for user, each in shown.items()} == {
        GUILD: (1422, -58),
        OTHER: (1578, 58),
    }
    assert second.stored.unrated is None


async def test_a_running_match_of_servers_shows_their_present_ratings(services: Services) -> None:
    await play(services)
    terms = Terms("skirt", GAMES["skirt"].choose({}), "10m")
    match = await services.part(Teams).start(
        Agreement(terms, [Place(GUILD, CHANNEL), Place(OTHER, 71)], (TEAM, OTHERS))
    )
    shown = await services.profiles.ratings_in(match.stored)
    assert {user: (round(each.mu), each.change) for user, each in shown.items()} == {
        GUILD: (1422, 0),
        OTHER: (1578, 0),
    }


async def test_the_summary_of_a_month_names_matches_of_the_whole_server(
    services: Services,
) -> None:
    match = await play(services, opponent=BOT)
    ((words, _),) = await of_month(Month(services, GUILD, "2026-03", lambda _match: True))
    assert words.startswith(f"**Channel matches**\n- [Skirt {match.id}](")
    assert words.endswith(f", {TEAM.name} vs **{BOT.name}**")
    assert await of_month(Month(services, GUILD, "2026-03", lambda _match: False)) == []
    between_servers = await play(services)
    for guild_id in (GUILD, OTHER):
        ((words, _),) = await of_month(Month(services, guild_id, "2026-03", lambda _match: True))
        assert f"- [Skirt {between_servers.id}](https://discord.com/channels/{guild_id}/" in words
    assert await of_month(Month(services, GUILD, "2026-04", lambda _match: True)) == []


@pytest.mark.parametrize(("turns", "opponent", "why"), [(2, OTHERS, "short"), (3, BOT, "casual")])
async def test_short_matches_and_those_against_the_bot_do_not_count(
    services: Services, turns: int, opponent: Participant, why: str
) -> None:
    match = await play(services, turns, opponent=opponent)
    assert await ratings(services) == {}
    assert (match.stored.unrated, match.rating_changes) == (why, ())


async def test_three_matches_a_day_count_between_two_servers(services: Services) -> None:
    for _ in range(4):
        await play(services)
    assert (await ratings(services))[OTHER][1:] == (3, 0)
    await services.pass_time(timedelta(days=1))
    await play(services)
    assert (await ratings(services))[OTHER][1:] == (4, 0)


async def test_only_listed_servers_are_on_the_leaderboard(services: Services) -> None:
    await play(services)
    for guild_id, choice in ((GUILD, "listed"), (OTHER, "private")):
        await services.settings.change(guild_id, WEB_PAGES, choice, Admin(1, "Root"))
        public = PublicChannels(f"server {guild_id}", frozenset(), frozenset())
        await services.store.write(lambda tx, at=guild_id, of=public: pages.save(tx, at, of))
    (listed,) = (await services.part(TeamLeaderboard).by_game())["skirt"]
    assert (listed.name, listed.rating.losses) == (f"server {GUILD}", 1)


async def test_those_with_most_votes_that_were_played_are_named_unless_hidden(
    services: Services,
) -> None:
    match = await start(services, is_quick=True)
    for number, text in ((BEN.user_id, "e1"), (CY.user_id, "e1"), (14, "a1")):
        voter = Voter(number, f"member {number}", GUILD, NOON - timedelta(days=9))
        await services.part(Teams).vote(match, voter, match.version, [text])
    match = await close(services, match)
    await services.background.do_all()
    for number in (BEN.user_id, 14):
        await vote(services, match, number, wish="resign")
    match = await services.matches.find(match.id)
    names = (f"member {BEN.user_id}", f"member {CY.user_id}")
    assert best_voters(match) == BestVoters(names, 1)
    await services.personal_data.show_globally(CY.user_id, False)
    assert best_voters(await services.matches.find(match.id)) is None
