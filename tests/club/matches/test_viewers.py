"""Who may see a match or a challenge, on any front."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from club.matches.changes import Agreement, begin
from club.members.membership import Viewer
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Place, Terms, direct_messages
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services

DIRECT = 777
"""The channel of someone's direct messages."""


def viewer(user_id: int, *, guild_id: int = GUILD, sees: bool) -> Viewer:
    return Viewer(guild_id, CHANNEL, user_id, lambda _place: sees)


def in_messages(user_id: int) -> Viewer:
    return Viewer(None, DIRECT, user_id, lambda _place: False, is_direct=True)


@pytest.mark.parametrize(
    "who", [viewer(ADA.user_id, sees=False), viewer(CY.user_id, sees=True)], ids=["player", "seer"]
)
async def test_players_and_channel_members_can_see_a_match(services: Services, who: Viewer) -> None:
    match_id = await services.start_match()
    assert (await services.match_finder.find_visible(who, match_id)).id == match_id


@pytest.mark.parametrize(
    "who",
    [viewer(CY.user_id, sees=False), viewer(CY.user_id, guild_id=GUILD + 1, sees=True)],
    ids=["blind", "elsewhere"],
)
async def test_a_match_does_not_exist_for_others(services: Services, who: Viewer) -> None:
    match_id = await services.start_match()
    with pytest.raises(Refusal) as refusal:
        await services.match_finder.find_visible(who, match_id)
    assert refusal.value.code == "unknown_match"
    profile = await services.profiles.of(who, ADA.user_id)
    assert profile.running == ()


async def test_players_reach_all_their_matches_from_direct_messages(services: Services) -> None:
    match_id = await services.start_match()
    finder, ada = services.match_finder, in_messages(ADA.user_id)
    assert (await finder.find_visible(ada, match_id)).id == match_id
    for search in (finder.match_to_move_in, finder.own_match, finder.match_to_view):
        assert (await search(ada, None)).id == match_id
    with pytest.raises(Refusal, match="You have no match 1"):
        await finder.find_visible(in_messages(CY.user_id), match_id)


async def test_a_match_in_direct_messages_comes_before_those_elsewhere(services: Services) -> None:
    await services.start_match()
    places = [direct_messages(DIRECT), direct_messages(DIRECT + 1)]
    players = [ADA, replace(BEN, home=2)]
    async with services.store.write() as tx:
        agreement = Agreement(Terms("skirt", GAMES["skirt"].choose({})), places, players)
        near = (await begin(tx, agreement, Random(1), services.clock())).id
    finder, ada = services.match_finder, in_messages(ADA.user_id)
    for search in (finder.match_to_move_in, finder.own_match, finder.match_to_view):
        assert (await search(ada, None)).id == near


async def test_a_match_agreed_on_in_a_channel_is_hidden_there_from_those_who_see_no_home_of_it(
    services: Services,
) -> None:
    """Its home can be a post of a forum that they don't see."""
    running = await services.start_match()
    finished = await services.win_match(ADA, BEN)
    finder = services.match_finder
    blind, seer, ada = viewer(CY.user_id, sees=False), viewer(CY.user_id, sees=True), ADA.user_id
    assert await finder.in_place(blind) == await finder.recent(blind) == []
    assert [each.id for each in await finder.in_place(seer)] == [running]
    assert [each.id for each in await finder.in_place(viewer(ada, sees=False))] == [running]
    assert await finder.recent_here(blind) == []
    with pytest.raises(Refusal) as refusal:
        await finder.match_to_view(blind, None)
    assert refusal.value.code == "no_match"
    assert (await finder.match_to_view(seer, None)).id == finished
    assert [each.id for each in await finder.recent_here(seer)] == [finished, running]


@pytest.mark.parametrize("guild_id", [GUILD, None])
async def test_a_refusal_names_the_server_only_in_one(
    services: Services, guild_id: int | None
) -> None:
    stranger = Viewer(guild_id, DIRECT, CY.user_id, lambda _: True, is_direct=guild_id is None)
    finder = services.match_finder
    for search in (
        finder.match_to_move_in(stranger, None),
        finder.own_match(stranger, None),
        finder.match_to_view(stranger, None),
        finder.find_visible(stranger, 7),
    ):
        with pytest.raises(Refusal) as refusal:
            await search
        is_about_a_place = "server" in str(refusal.value) or "channel" in str(refusal.value)
        assert is_about_a_place == (guild_id is not None)


@pytest.mark.parametrize(
    ("who", "is_visible"),
    [
        (viewer(ADA.user_id, sees=False), True),
        (viewer(BEN.user_id, sees=False), True),
        (viewer(CY.user_id, sees=True), True),
        (viewer(CY.user_id, sees=False), False),
        (viewer(CY.user_id, guild_id=GUILD + 1, sees=True), False),
        (viewer(BEN.user_id, guild_id=GUILD + 1, sees=True), False),
    ],
    ids=["challenger", "challenged", "seer", "blind", "elsewhere", "challenged elsewhere"],
)
async def test_a_challenge_is_visible_in_its_channel_and_to_its_people_in_the_server(
    services: Services, who: Viewer, is_visible: bool
) -> None:
    terms = Terms("skirt", GAMES["skirt"].choose({}))
    challenge = await services.challenges.make(terms, Place(GUILD, CHANNEL), ADA, (BEN,))
    if is_visible:
        assert await services.challenges.find_visible(who, challenge.id) == challenge
        return
    with pytest.raises(Refusal) as refusal:
        await services.challenges.find_visible(who, challenge.id)
    assert refusal.value.code == "unknown_challenge"
