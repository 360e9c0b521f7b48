"""Rematches of matches between two servers."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select

from club.audit import Admin
from club.challenges.changes import LIFETIME
from club.matches.changes import Agreement, begin
from club.matches.match import Match
from club.members.membership import Viewer
from club.servers.settings import CHANNELS, OTHER_SERVERS
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import Store
from storage.matches.match import Participant, Place, Terms
from storage.members import membership
from storage.members.membership import Member
from storage.outbox import OUTBOX
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services, Town

SKIRT = GAMES["skirt"]
HERE, THERE = Place(GUILD, CHANNEL), Place(GUILD + 1, CHANNEL + 1)
BOSS = Admin(99, "Boss")


async def over(services: Services) -> Match:
    """A match between two servers that Ada resigned. Both allow play across servers."""
    for guild_id in (GUILD, GUILD + 1):
        await services.settings.change(guild_id, OTHER_SERVERS, True, BOSS)
    agreement = Agreement(
        Terms(SKIRT.key, SKIRT.choose({"size": 4})),
        [HERE, THERE],
        [ADA, Participant(BEN.user_id, BEN.name, home=2)],
    )
    async with services.store.write() as tx:
        match = await begin(tx, agreement, Random(1), services.now)
    return await services.matches.resign(match.id, ADA.user_id)


async def invitations(services: Services) -> list[tuple[int, int]]:
    """The server and channel of each queued invitation."""
    row = OUTBOX.c
    query = select(row.guild_id, row.channel_id).where(row.kind == "invitation").order_by(row.id)
    async with services.store.read() as tx:
        return [(guild_id, channel_id) for guild_id, channel_id in await tx.execute(query)]


async def refusal_code(services: Services, match: Match, person: Participant, place: Place) -> str:
    with pytest.raises(Refusal) as refusal:
        await services.rematches.ask(match, person, place.channel_id)
    return refusal.value.code


@pytest.mark.parametrize(("asking", "place"), [(ADA, HERE), (BEN, THERE)])
async def test_a_rematch_is_played_in_the_same_two_places_with_seats_swapped(
    services: Services, asking: Participant, place: Place
) -> None:
    former = await over(services)
    rematch = await services.rematches.ask(former, asking, place.channel_id)
    other = THERE if place == HERE else HERE
    assert await invitations(services) == [(other.guild_id, other.channel_id)]
    accepting = BEN if asking == ADA else ADA
    accepted = await services.challenges.accept(rematch.id, accepting)
    assert accepted.match_id is not None
    match = await services.matches.find(accepted.match_id)
    assert [each.plain for each in match.stored.places] == [
        each.plain for each in former.stored.places
    ]
    assert [seat.user_id for seat in match.seats] == [BEN.user_id, ADA.user_id]
    assert match.stored.home_of(ADA.user_id).guild_id == HERE.guild_id
    assert match.stored.home_of(BEN.user_id).guild_id == THERE.guild_id
    assert match.guild_id == former.guild_id


async def test_the_other_players_rematch_in_their_server_accepts_it(services: Services) -> None:
    former = await over(services)
    await services.rematches.ask(former, ADA, HERE.channel_id)
    accepted = await services.rematches.ask(former, BEN, THERE.channel_id)
    assert accepted.match_id is not None


async def test_only_the_invited_player_sees_it_from_the_other_server(services: Services) -> None:
    former = await over(services)
    rematch = await services.rematches.ask(former, ADA, HERE.channel_id)

    def viewer(person: Participant) -> Viewer:
        return Viewer(THERE.guild_id, THERE.channel_id, person.user_id, lambda place: True)

    assert (await services.challenges.find_visible(viewer(BEN), rematch.id)).id == rematch.id
    with pytest.raises(Refusal):
        await services.challenges.find_visible(viewer(CY), rematch.id)


@pytest.mark.parametrize("ending", ["decline", "cancel", "expire"])
async def test_the_end_of_the_request_updates_its_card_in_the_other_server(
    services: Services, ending: str
) -> None:
    former = await over(services)
    rematch = await services.rematches.ask(former, ADA, HERE.channel_id)
    if ending == "decline":
        await services.challenges.decline(rematch.id, BEN)
    elif ending == "cancel":
        await services.challenges.cancel(rematch.id, ADA)
    else:
        services.now += LIFETIME
        await services.challenges.expire()
    other_place = (THERE.guild_id, THERE.channel_id)
    assert await invitations(services) == [other_place, other_place]


@pytest.mark.parametrize("guild_id", [GUILD, GUILD + 1])
async def test_both_servers_still_have_to_play_with_others(
    services: Services, guild_id: int
) -> None:
    former = await over(services)
    rematch = await services.rematches.ask(former, BEN, THERE.channel_id)
    await services.settings.change(guild_id, OTHER_SERVERS, False, BOSS)
    with pytest.raises(Refusal) as refusal:
        await services.challenges.accept(rematch.id, ADA)
    assert refusal.value.code == "plays_in"
    await services.challenges.cancel(rematch.id, BEN)
    assert await refusal_code(services, former, ADA, HERE) == "plays_in"


async def test_both_channels_still_have_to_take_matches(services: Services) -> None:
    former = await over(services)
    await services.settings.change(GUILD + 1, CHANNELS, (CHANNEL + 9,), BOSS)
    assert await refusal_code(services, former, ADA, HERE) == "closed_channel"


async def test_an_allowed_channel_that_was_deleted_keeps_none_from_a_rematch(store: Store) -> None:
    town = Town()
    town.deleted_ids = {CHANNEL + 9}
    services = Services(store, town=town)
    former = await over(services)
    await services.settings.change(GUILD + 1, CHANNELS, (CHANNEL + 9,), BOSS)
    assert await services.rematches.ask(former, ADA, HERE.channel_id)


async def test_neither_player_may_be_hidden(services: Services) -> None:
    former = await over(services)
    await services.personal_data.show_globally(BEN.user_id, False)
    assert await refusal_code(services, former, BEN, THERE) == "hidden"
    assert await refusal_code(services, former, ADA, HERE) == "not_available"


async def test_the_other_player_still_has_to_be_in_their_server(services: Services) -> None:
    former = await over(services)
    async with services.store.write() as tx:
        await membership.save(tx, [Member(GUILD + 1, BEN.user_id, "Ben", False, services.now)])
    assert await refusal_code(services, former, ADA, HERE) == "not_available"


async def test_a_rematch_in_two_channels_of_one_server_needs_no_other_server(
    services: Services,
) -> None:
    """The pool starts such matches if neither player sees the other's channel."""
    await services.personal_data.show_globally(BEN.user_id, False)
    ben = Participant(BEN.user_id, BEN.name, home=2)
    there = Place(GUILD, CHANNEL + 1)
    agreement = Agreement(Terms(SKIRT.key, SKIRT.choose({"size": 4})), [HERE, there], [ADA, ben])
    async with services.store.write() as tx:
        match = await begin(tx, agreement, Random(1), services.now)
    former = await services.matches.resign(match.id, ADA.user_id)
    rematch = await services.rematches.ask(former, ADA, HERE.channel_id)
    assert await invitations(services) == [(GUILD, there.channel_id)]
    accepted = await services.challenges.accept(rematch.id, BEN)
    assert accepted.match_id is not None
    places = (await services.matches.find(accepted.match_id)).stored.places
    assert [each.channel_id for each in places] == [HERE.channel_id, there.channel_id]
