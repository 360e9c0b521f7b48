"""Matches of a whole channel: who may vote, which turn is played, and when a vote is closed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from club.matches import seams
from club.matches.changes import Agreement
from club.matches.match import Match
from extensions.teams.club.teams import Teams, Voter
from extensions.teams.club.votes import goes_on, open_votes, proposals, voting_of
from extensions.teams.storage.teams import Vote, Wish
from presentation.markup import PLAIN
from presentation.matches.clocks import clock_words
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.challenges import TeamTerms
from storage.database.store import Store
from storage.matches.match import Participant, Place, Terms, Voters
from tests.club.matches import agreeing
from tests.club.matches.test_viewers import viewer
from tests.club.services import ADA, CHANNEL, CY, GUILD, NOON, Services, Town

TEAM = Participant(GUILD, "The Skirters", team_id=GUILD)
BOT = Participant(99, "Doorstep", 1)
DAY = timedelta(days=1)


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def services(store: Store, town: Town) -> Services:
    """The services in a town, whose members can leave."""
    services = Services(store, town=town)
    await services.uptime.set_online()
    return services


def member(number: int, guild_id: int | None = GUILD) -> Voter:
    """A member who joined the server a year ago."""
    return Voter(number, f"member {number}", guild_id, NOON - 365 * DAY)


async def start(
    services: Services,
    *,
    game: str = "skirt",
    pace: str = "1d",
    voters: Voters = "everyone",
    is_quick: bool = False,
    opponent: Participant = BOT,
    **options: int,
) -> Match:
    """Start a match of a server, which moves first, by default against the bot."""
    terms = Terms(game, GAMES[game].choose(options), pace)
    players = (TEAM, opponent)
    team = team_terms(voters, is_quick=is_quick)
    return await services.part(Teams).start(
        Agreement(terms, [Place(GUILD, CHANNEL)], players, team=team)
    )


def team_terms(voters: Voters, *, is_quick: bool = False) -> TeamTerms:
    """Return who may vote, and whether an absolute majority closes a vote."""
    return TeamTerms(name="", voters=voters, is_quick=is_quick, hour=None, is_for_servers=False)


async def vote(services: Services, match: Match, number: int, *texts: str) -> Match:
    current = await services.matches.find(match.id)
    return await services.part(Teams).vote(current, member(number), current.version, texts)


async def close(services: Services, match: Match) -> Match:
    """Let the time of the current vote pass."""
    deadline = (await services.matches.find(match.id)).deadline
    assert deadline is not None
    await services.wait_until(deadline)
    await services.matches.alarms.wake(match.id)
    return await services.matches.find(match.id)


async def reply(services: Services, match: Match) -> Match:
    """Let the computer play, which needs no search here."""
    await services.background.do_all()
    return await services.matches.find(match.id)


def whole_turn(match: Match) -> list[str]:
    """The first legal move of each in a turn, as everyone sees the board."""
    position, texts = match.position.seen_by(None), list[str]()
    while not texts or goes_on(match.position, position):
        texts.append(position.text(position.moves()[0]))
        position = position.play(position.moves()[0])
    return texts


def refusal_code(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.code


async def test_the_turn_with_most_votes_is_played_when_the_time_is_up(services: Services) -> None:
    match = await start(services)
    for number, text in enumerate(("a1", "e1", "e1", "d1"), 1):
        await vote(services, match, number, text)
    assert (await services.matches.find(match.id)).ply == 0
    match = await close(services, match)
    assert [each.text for each in match.played] == ["e1"]
    assert match.computer_to_move is not None
    assert [(each.moves, len(each.votes)) for each in proposals(voting_of(match).votes)] == [
        (("e1",), 2),
        (("a1",), 1),
        (("d1",), 1),
    ]


async def test_of_equal_turns_the_one_that_had_its_votes_first_is_played(
    services: Services,
) -> None:
    match = await start(services)
    for number, text in ((1, "a1"), (2, "e1"), (3, "e1"), (4, "a1")):
        await vote(services, match, number, text)
    assert [each.text for each in (await close(services, match)).played] == ["e1"]


async def test_a_vote_can_be_changed_and_counts_from_then_on(services: Services) -> None:
    match = await start(services)
    for number, text in ((1, "e1"), (2, "a1"), (1, "d1"), (1, "e1")):
        await vote(services, match, number, text)
    assert len(open_votes(await services.matches.find(match.id))) == 2
    assert [each.text for each in (await close(services, match)).played] == ["a1"]


async def test_a_sentence_goes_with_the_turn_that_it_was_written_for(services: Services) -> None:
    match = await start(services)
    await vote(services, match, 1, "e1")
    match = await services.matches.find(match.id)
    await services.part(Teams).say(match, member(1), match.version, " blocks  f5 ")
    for text, words in (("e1", "blocks f5"), ("a1", ""), ("e1", "")):
        await vote(services, match, 1, text)
        assert open_votes(await services.matches.find(match.id))[0].words == words


async def test_without_votes_a_match_waits_once_and_is_lost_on_time(services: Services) -> None:
    match = await start(services)
    await vote(services, match, 1, "e1")
    match = await reply(services, await close(services, match))
    first_deadline = match.deadline
    match = await close(services, match)
    assert not match.is_over
    assert match.deadline == services.now + DAY
    assert match.deadline != first_deadline
    match = await close(services, match)
    assert match.result is not None
    assert (match.result["winners"], match.result["reason"]) == ([2], "time")


async def test_two_turns_without_a_vote_lose_a_match_from_the_start(services: Services) -> None:
    match = await start(services)
    match = await close(services, await close(services, match))
    assert match.result is not None
    assert (match.result["winners"], match.result["reason"]) == ([2], "time")


async def test_after_waiting_a_turn_is_voted_on_and_the_next_one_waits_again(
    services: Services,
) -> None:
    match = await start(services)
    match = await close(services, match)
    await vote(services, match, 1, "e1")
    match = await reply(services, await close(services, match))
    assert not (await close(services, match)).is_over


async def test_only_members_from_before_the_start_vote_in_their_server(
    services: Services,
) -> None:
    match = await start(services)
    strangers = {
        "too_new": replace(member(1), joined_at=NOON + timedelta(seconds=1)),
        "other_server": member(1, GUILD + 1),
    }
    for code, stranger in strangers.items():
        with pytest.raises(Refusal) as refusal:
            await services.part(Teams).vote(match, stranger, match.version, ["e1"])
        assert refusal_code(refusal) == code


async def test_a_vote_closes_once_all_who_signed_up_have_voted(services: Services) -> None:
    match = await start(services, voters="members")
    with pytest.raises(Refusal) as refusal:
        await vote(services, match, 1, "e1")
    assert refusal_code(refusal) == "not_signed_up"
    for number in (1, 2):
        await services.part(Teams).sign_up(match, member(number))
    assert (await vote(services, match, 1, "e1")).ply == 0
    assert (await vote(services, match, 2, "e1")).ply == 1


async def test_a_quick_vote_closes_by_a_majority_of_the_last_voters(services: Services) -> None:
    match = await start(services, is_quick=True)
    for number in range(1, 5):
        assert (await vote(services, match, number, "e1")).ply == 0
    match = await reply(services, await close(services, match))
    text = match.position.text(match.position.moves()[0])
    for number in (1, 2):
        assert (await vote(services, match, number, text)).ply == 2
    assert (await vote(services, match, 3, text)).ply >= 3


async def test_two_thirds_of_the_voters_resign(services: Services) -> None:
    match = await start(services)
    for number in (1, 2, 3):
        await vote(services, match, number, "e1")
    match = await services.matches.find(match.id)
    for number in (1, 2):
        await services.part(Teams).wish(match, member(number), match.version, "resign")
    match = await close(services, match)
    assert match.result is not None
    assert (match.result["winners"], match.result["reason"]) == ([2], "resign")


async def test_fewer_wishes_change_nothing(services: Services) -> None:
    match = await start(services)
    for number in (1, 2):
        await vote(services, match, number, "e1")
    await services.part(Teams).wish(match, member(1), match.version, "resign")
    assert (await close(services, match)).ply == 1


async def test_two_thirds_take_the_last_turn_back(services: Services) -> None:
    match = await start(services)
    await vote(services, match, 1, "e1")
    match = await reply(services, await close(services, match))
    await services.part(Teams).wish(match, member(2), match.version, "take back")
    match = await close(services, match)
    assert match.ply == 0
    assert voting_of(match).votes == ()
    assert match.deadline == services.now + DAY


async def test_a_turn_of_two_moves_is_voted_on_as_a_whole(services: Services) -> None:
    match = await start(services, game="passtally", players=2)
    while len(match.position.moves()[0]) == 1:  # the markers are placed first
        await vote(services, match, 1, *whole_turn(match))
        match = await reply(services, await close(services, match))
    texts = whole_turn(match)
    with pytest.raises(Refusal) as refusal:
        await vote(services, match, 1, texts[0])
    assert refusal_code(refusal) == "unfinished"
    await vote(services, match, 1, *texts)
    after = await close(services, match)
    # The computer may have begun its turn too.
    assert [each.text for each in after.played[match.ply :] if each.seat == 1] == texts


async def test_a_deleted_voter_counts_without_a_name(services: Services) -> None:
    match = await start(services)
    await vote(services, match, 1, "e1")
    match = await reply(services, await close(services, match))
    text = match.position.text(match.position.moves()[0])
    for number in (1, 2):
        await vote(services, match, number, text)
    await services.personal_data.remove(1)
    match = await services.matches.find(match.id)
    by_turn = [(vote.ply, vote.name) for vote in voting_of(match).votes]
    assert by_turn == [(0, ""), (2, "member 2")]


async def test_daily_votes_end_at_an_hour_and_are_reminded_of_at_half_time(
    services: Services,
) -> None:
    match = await start(services, pace="@18")
    assert match.deadline == NOON.replace(hour=18)
    assert match.stored.wakes_at == NOON.replace(hour=15)
    services.now = NOON + timedelta(minutes=1)
    match = await start(services, pace="@18")
    assert match.deadline == NOON.replace(hour=18) + DAY


async def test_a_server_plays_three_such_matches_at_a_time(services: Services) -> None:
    for _ in range(3):
        await start(services)
    with pytest.raises(Refusal) as refusal:
        await start(services)
    assert refusal_code(refusal) == "too_many_teams"


async def against_ada(services: Services, game: str = "skirt") -> Match:
    """Start a match of a server against Ada, in which both have made a turn."""
    match = await start(services, game=game, opponent=ADA)
    await vote(services, match, 1, *whole_turn(match))
    match = await close(services, match)
    return await agreeing.play(services, match.id)


async def test_a_member_plays_against_the_others(services: Services) -> None:
    match = await against_ada(services)
    with pytest.raises(Refusal) as refusal:
        await vote(services, match, ADA.user_id, *whole_turn(match))
    assert refusal_code(refusal) == "opponent"
    match = await services.matches.resign(match.id, ADA.user_id)
    assert match.result is not None
    assert match.result["winners"] == [1]
    assert not match.stored.rated


async def test_two_thirds_accept_the_draw_of_a_member(services: Services) -> None:
    match = await against_ada(services, "scalas")
    await services.offers.make(match.id, ADA.user_id, "draw")
    for number in (1, 2, 3):
        await vote(services, match, number, *whole_turn(match))
    match = await services.matches.find(match.id)
    for number in (1, 2):
        await services.part(Teams).wish(match, member(number), match.version, "draw")
    match = await close(services, match)
    assert match.result is not None
    assert (match.result["winners"], match.result["reason"]) == ([], "agreement")


async def test_fewer_voters_decline_the_draw_of_a_member_with_their_turn(
    services: Services,
) -> None:
    match = await against_ada(services, "scalas")
    await services.offers.make(match.id, ADA.user_id, "draw")
    for number in (1, 2):
        await vote(services, match, number, *whole_turn(match))
    match = await services.matches.find(match.id)
    await services.part(Teams).wish(match, member(1), match.version, "draw")
    match = await close(services, match)
    assert (match.ply, match.offers) == (3, ())


async def test_a_member_accepts_the_draw_that_two_thirds_offer(services: Services) -> None:
    match = await against_ada(services, "scalas")
    await vote(services, match, 1, *whole_turn(match))
    match = await services.matches.find(match.id)
    await services.part(Teams).wish(match, member(1), match.version, "draw")
    match = await close(services, match)
    assert [(each.kind, each.seat) for each in match.offers] == [("draw", 1)]
    match = await agreeing.accept(services, match.id, ADA.user_id)
    assert match.is_over


async def test_a_member_takes_a_move_back_until_someone_votes(services: Services) -> None:
    match = await against_ada(services)
    match = await services.offers.make(match.id, ADA.user_id, "take back")
    assert match.ply == 1
    match = await agreeing.play(services, match.id)
    for number in (1, 2, 3):
        await vote(services, match, number, *whole_turn(match))
    match = await services.offers.make(match.id, ADA.user_id, "take back")
    assert match.ply == 2
    for number in (1, 2):
        await services.part(Teams).wish(match, member(number), match.version, "take back")
    match = await close(services, match)
    assert match.ply == 1
    assert await agreeing.refusal_code(services, match.id, ADA.user_id, "pause") == "of_teams"


async def test_two_thirds_ask_a_member_once_to_take_their_turn_back(services: Services) -> None:
    match = await against_ada(services)
    await vote(services, match, 1, *whole_turn(match))
    match = await services.matches.find(match.id)
    await services.part(Teams).wish(match, member(1), match.version, "take back")
    match = await close(services, match)
    assert (match.ply, match.deadline) == (2, services.now + DAY)
    assert len(open_votes(match)) == 1
    await agreeing.decline(services, match.id, ADA.user_id)
    assert (await close(services, match)).ply == 3


async def test_a_member_agrees_that_a_turn_is_taken_back(services: Services) -> None:
    match = await against_ada(services)
    await services.part(Teams).wish(match, member(1), match.version, "take back")
    match = await close(services, match)
    match = await agreeing.accept(services, match.id, ADA.user_id)
    assert (match.ply, open_votes(match)) == (0, ())


def test_a_proposal_belongs_to_the_one_who_first_has_its_votes() -> None:
    votes = [
        Vote(1, 0, voter, str(voter), [text], None, "", number, NOON)
        for number, (voter, text) in enumerate(((1, "a"), (2, "b"), (3, "b"), (4, "a")), 1)
    ]
    assert [(each.moves, each.first.name) for each in proposals(votes)] == [
        (("b",), "2"),
        (("a",), "1"),
    ]


async def wish(services: Services, match: Match, number: int, wanted: Wish | None) -> Match:
    current = await services.matches.find(match.id)
    return await services.part(Teams).wish(current, member(number), current.version, wanted)


async def test_a_wish_that_is_taken_back_leaves_no_vote(services: Services) -> None:
    match = await start(services, is_quick=True)
    for number in (1, 2, 3):
        await wish(services, match, number, "resign")
    match = await wish(services, match, 3, None)
    assert [vote.voter_id for vote in open_votes(match)] == [1, 2]
    with pytest.raises(Refusal) as refusal:
        await services.part(Teams).say(match, member(3), match.version, "not yet")
    assert refusal_code(refusal) == "no_vote"
    await vote(services, match, 3, "e1")
    match = await wish(services, match, 3, "resign")
    match = await wish(services, match, 3, None)
    assert [vote.moves for vote in open_votes(match)] == [[], [], ["e1"]]
    # Two of three want to resign.
    match = await close(services, match)
    assert match.result is not None
    assert match.result["reason"] == "resign"


async def test_a_sentence_goes_with_the_wish_that_it_was_written_for(services: Services) -> None:
    match = await start(services)
    match = await wish(services, match, 1, "resign")
    match = await services.part(Teams).say(match, member(1), match.version, "it is lost")
    match = await wish(services, match, 1, None)
    assert open_votes(match) == ()
    # No one has voted, so the channel is reminded and the match waits once more.
    assert not (await close(services, match)).is_over


async def started_by_members(services: Services, signed_up: int = 3) -> Match:
    """Start a match in which all but the last one who have signed up have voted."""
    match = await start(services, voters="members")
    for number in range(1, signed_up + 1):
        await services.part(Teams).sign_up(match, member(number))
    for number in range(1, signed_up):
        match = await vote(services, match, number, "e1")
    assert match.ply == 0
    return match


async def moves_of_team(services: Services, match: Match) -> list[str]:
    """Return the moves of the team in seat 1, whether or not the computer has answered yet."""
    played = (await services.matches.find(match.id)).played
    return [each.text for each in played if each.seat == 1]


async def test_a_vote_closes_when_the_last_one_to_vote_signs_off(services: Services) -> None:
    match = await started_by_members(services)
    match = await services.part(Teams).sign_off(match, 3)
    assert [each.text for each in match.played] == ["e1"]


async def test_a_vote_goes_on_when_one_of_several_signs_off(services: Services) -> None:
    match = await started_by_members(services)
    match = await services.part(Teams).sign_off(match, 1)
    assert [vote.voter_id for vote in open_votes(match)] == [2]


async def test_a_vote_closes_when_the_last_one_to_vote_deletes_their_data(
    services: Services,
) -> None:
    match = await started_by_members(services)
    await services.personal_data.remove(3)
    assert await moves_of_team(services, match) == ["e1"]
    assert [each.user_id for each in await services.part(Teams).members(match.id)] == [1, 2]


async def test_a_vote_closes_when_the_last_ones_to_vote_have_left_the_server(
    services: Services, town: Town
) -> None:
    match = await started_by_members(services)
    await services.part(Teams).sign_up(match, member(4))
    town.departed.add((GUILD, 3))
    await services.part(Teams).release_departed()
    assert (await services.matches.find(match.id)).ply == 0
    town.departed.add((GUILD, 4))
    services.now += timedelta(hours=1)
    await services.part(Teams).release_departed()
    assert await moves_of_team(services, match) == ["e1"]


async def test_a_vote_that_was_decided_while_paused_closes_afterwards(services: Services) -> None:
    match = await started_by_members(services)
    match = await services.part(Teams).pause(match)
    match = await services.part(Teams).sign_off(match, 3)
    assert match.ply == 0
    await services.part(Teams).resume(match)
    await services.part(Teams).release_departed()
    assert await moves_of_team(services, match) == ["e1"]


async def test_a_request_to_take_a_turn_back_keeps_the_vote_open(services: Services) -> None:
    match = await start(services, voters="members", opponent=ADA)
    for number in (1, 2):
        await services.part(Teams).sign_up(match, member(number))
    for number in (1, 2):
        match = await vote(services, match, number, "e1")
    match = await agreeing.play(services, match.id)
    for number in (1, 2):
        match = await wish(services, match, number, "take back")
    text = match.position.text(match.position.moves()[0])
    match = await vote(services, match, 1, text)
    assert (match.ply, [offer.kind for offer in match.offers]) == (2, ["take back"])
    await agreeing.decline(services, match.id, ADA.user_id)
    assert (await vote(services, match, 2, text)).ply == 3


async def test_the_clock_of_a_team_stands_while_teams_are_not_installed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start(services)
    await services.pass_time(timedelta(hours=1))
    with monkeypatch.context() as without:
        without.setattr(seams, "SEAT_KINDS", seams.SEAT_KINDS[:1])
        await services.matches.alarms.wake_due()
        services.now += 3 * DAY
        await services.uptime.set_online()
        await services.matches.alarms.wake_due()
        match = await services.matches.find(match.id)
        assert (match.is_over, match.deadline) == (False, None)
        assert clock_words(match, PLAIN).startswith("Clocks stopped: this kind of match is")
        with pytest.raises(Refusal) as refusal:
            await start(services)
        assert refusal_code(refusal) == "not_installed"
    again = Services(services.store)
    again.now = services.now
    await again.uptime.set_online()
    await again.matches.alarms.wake_due()
    match = await again.matches.find(match.id)
    assert match.deadline == again.now + timedelta(hours=23)


async def test_a_match_is_voted_in_by_those_who_see_a_home_of_it(services: Services) -> None:
    match = await start(services)
    blind, seer = viewer(CY.user_id, sees=False), viewer(CY.user_id, sees=True)
    with pytest.raises(Refusal):
        await services.match_finder.match_to_move_in(blind, None, votes=True)
    assert (await services.match_finder.match_to_move_in(seer, None, votes=True)).id == match.id


async def test_those_who_have_voted_are_known(services: Services) -> None:
    match = await start(services)
    await vote(services, match, 1, "e1")
    rules = (await close(services, match)).rules
    assert (rules.has_acted(1), rules.has_acted(2)) == (True, False)


@pytest.mark.parametrize("text", ["\u200b", "\u3164", "\u2800 \ufe0f", "\U000e0061"])
async def test_an_invisible_sentence_with_a_vote_is_none(services: Services, text: str) -> None:
    match = await start(services)
    await services.part(Teams).vote(match, member(1), match.version, ["e1"])
    after = await services.part(Teams).say(match, member(1), match.version, text)
    assert [vote.words for vote in open_votes(after)] == [""]
