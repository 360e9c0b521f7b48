"""Notifications: mentions on boards, direct messages and reposted cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby, pairwise

import pytest
from sqlalchemy import select

from club.outbox import queue as codec
from club.outbox.kinds import CardPost, ChallengePost, DirectPost, Post
from storage.matches.match import Participant
from storage.members import preferences
from storage.members.preferences import Notice, Preferences
from storage.outbox import OUTBOX, Entry
from tests.club.services import ADA, BEN, CHANNEL, CY, NOON, Services

COMPUTER = Participant(99, "Stairwell", level=1)


class Queue:
    """A reader of the posts queued since its last call."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._last = 0

    async def new(self) -> list[Post]:
        row = OUTBOX.c
        query = select(*OUTBOX.c).where(row.id > self._last)
        async with self._services.store.read() as tx:
            new = [Entry(*each) for each in await tx.execute(query.order_by(row.id))]
        self._last = max([self._last, *(each.id for each in new)])
        return [codec.decoded(each) for each in new]


async def set_preferences(
    services: Services, person: Participant, notice: Notice, *, has_refused: bool = False
) -> None:
    async with services.store.write() as tx:
        await preferences.save(
            tx, Preferences(person.user_id, notice, refused_at=NOON if has_refused else None)
        )


async def make_turns(services: Services, match_id: int, turns: int = 1) -> None:
    match = await services.matches.find(match_id)
    for _ in range(turns):
        assert match.player_to_move is not None
        match = await services.matches.play(
            match_id, match.player_to_move.user_id, match.position.moves()[0]
        )


def boards(posts: Sequence[Post]) -> list[tuple[int, ...]]:
    """The users that each notice mentions."""
    return [each.pings for each in posts if isinstance(each, CardPost) and each.why is not None]


def direct_messages(posts: Sequence[Post]) -> list[tuple[int, str]]:
    """The recipient of each direct message, and its reason."""
    return [(each.user_id, each.why) for each in posts if isinstance(each, DirectPost)]


def kinds(posts: Sequence[Post]) -> list[str]:
    return [each.kind for each in posts]


NOTICES: list[tuple[Notice, bool, list[int], list[tuple[int, str]]]] = [
    ("mention", False, [BEN.user_id], []),
    ("direct", False, [], [(BEN.user_id, "turn")]),
    ("direct", True, [BEN.user_id], []),
    ("none", False, [], []),
]


@pytest.mark.parametrize(("notice", "has_refused", "pings", "written"), NOTICES)
async def test_the_next_player_is_notified_as_they_prefer(
    services: Services,
    notice: Notice,
    has_refused: bool,
    pings: list[int],
    written: list[tuple[int, str]],
) -> None:
    await set_preferences(services, BEN, notice, has_refused=has_refused)
    match_id = await services.start_match(ADA, BEN)
    queue = Queue(services)
    assert boards(await queue.new()) == [(ADA.user_id,)]
    await make_turns(services, match_id)
    posts = await queue.new()
    assert (boards(posts), direct_messages(posts)) == ([tuple(pings)], written)


async def test_a_computers_turn_has_no_board(services: Services) -> None:
    match_id = await services.start_match(ADA, COMPUTER)
    queue = Queue(services)
    await queue.new()
    await make_turns(services, match_id)
    await services.background.do_all()
    assert boards(await queue.new()) == [(ADA.user_id,)]


async def test_an_offer_asks_all_remaining_players_who_have_not_agreed(
    services: Services,
) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1d")
    queue = Queue(services)
    await make_turns(services, match_id, 3)
    await queue.new()
    match = await services.offers.make(match_id, ADA.user_id, "pause")
    (pings,) = boards(await queue.new())
    assert {*pings} == {BEN.user_id, CY.user_id}
    match = await services.offers.accept(match_id, BEN.user_id, match.offers[0].id)
    posts = await queue.new()
    assert (kinds(posts), boards(posts)) == (["card"], [])
    await services.offers.decline(match_id, CY.user_id, match.offers[0].id)
    await services.matches.resign(match_id, CY.user_id)
    await queue.new()
    await services.offers.make(match_id, BEN.user_id, "pause")
    assert boards(await queue.new()) == [(ADA.user_id,)]


async def test_an_offer_to_a_player_without_mentions_is_shown_on_the_card(
    services: Services,
) -> None:
    await set_preferences(services, BEN, "direct")
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await make_turns(services, match_id, 2)
    queue = Queue(services)
    await queue.new()
    await services.offers.make(match_id, ADA.user_id, "pause")
    posts = await queue.new()
    assert (kinds(posts), boards(posts)) == (["card", "direct"], [])
    assert direct_messages(posts) == [(BEN.user_id, "offer")]
    card = posts[0]
    assert isinstance(card, CardPost)
    assert (card.match_id, card.channel_id, card.place) == (match_id, CHANNEL, 1)


@pytest.mark.parametrize(("notice", "queued"), [("mention", ["card"]), ("none", [])])
async def test_a_reminder_without_recipients_posts_nothing(
    services: Services, notice: Notice, queued: list[str]
) -> None:
    await set_preferences(services, BEN, notice)
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await make_turns(services, match_id)
    queue = Queue(services)
    await queue.new()
    services.now += timedelta(hours=23)
    await services.matches.alarms.wake(match_id)
    posts = await queue.new()
    assert kinds(posts) == queued
    assert all(each.why == "reminder" for each in posts if isinstance(each, CardPost))


async def test_a_resumed_match_updates_its_card_even_without_recipients(
    services: Services,
) -> None:
    await set_preferences(services, ADA, "none")
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await make_turns(services, match_id, 2)
    for kind in ("pause", "resume"):
        match = await services.offers.make(match_id, ADA.user_id, kind)
        queue = Queue(services)
        await queue.new()
        await services.offers.accept(match_id, BEN.user_id, match.offers[0].id)
        assert [each.why for each in await queue.new() if isinstance(each, CardPost)] == [None]


async def test_taking_back_ones_own_move_sends_no_turn_notice(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN)
    await make_turns(services, match_id, 2)
    queue = Queue(services)
    await queue.new()
    await services.offers.make(match_id, BEN.user_id, "take back")
    assert boards(await queue.new()) == [()]
    await services.offers.make(match_id, ADA.user_id, "take back")
    assert boards(await queue.new()) == [()]


async def test_a_player_whose_move_is_returned_is_notified(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN)
    await make_turns(services, match_id, 2)
    match = await services.offers.make(match_id, ADA.user_id, "take back")
    queue = Queue(services)
    await queue.new()
    await services.offers.accept(match_id, BEN.user_id, match.offers[0].id)
    assert boards(await queue.new()) == [(ADA.user_id,)]


async def test_the_card_of_the_challenge_shows_the_result(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN)
    await make_turns(services, match_id, 4)
    queue = Queue(services)
    await queue.new()
    await services.matches.resign(match_id, ADA.user_id)
    *board, result = await queue.new()
    assert boards(board) == [()]
    assert isinstance(result, ChallengePost)
    assert (result.challenge_id, result.match_id) == (1, match_id)


async def test_the_updates_of_a_challenges_card_are_in_one_lane(services: Services) -> None:
    """One at a time, so that the card of an accepted challenge never shows an earlier state."""
    queue = Queue(services)
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    await make_turns(services, match_id, 3)
    for player in (ADA, BEN):
        await services.matches.resign(match_id, player.user_id)
    updates = [each for each in await queue.new() if isinstance(each, ChallengePost)]
    assert {each.match_id for each in updates} == {None, match_id}
    assert len({each.lane for each in updates}) == 1


async def test_a_deleted_user_is_neither_mentioned_nor_messaged(services: Services) -> None:
    await set_preferences(services, BEN, "direct")
    await services.start_match(ADA, BEN)
    other = await services.start_match(BEN, ADA)
    await make_turns(services, other)
    async with services.store.write() as tx:
        await codec.forget_person(tx, ADA.user_id, ())
    posts = await Queue(services).new()
    assert boards(posts) == [(), (), ()]
    assert direct_messages(posts) == [(BEN.user_id, "turn")]
    async with services.store.write() as tx:
        await codec.forget_person(tx, BEN.user_id, ())
    assert direct_messages(await Queue(services).new()) == []


async def test_the_player_after_the_next_one_is_mentioned_if_they_chose_so(
    services: Services,
) -> None:
    await services.preferences.turn(CY.user_id, "hears_ahead", is_on=True)
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    queue = Queue(services)
    # The markers are placed in turn and in reverse turn.
    for _ in range(16):
        await _end_turn(services, match_id)
    turns = [
        (mover, any(CY.user_id in others for _, *others in pings))
        for mover, pings in groupby(boards(await queue.new()), key=lambda each: each[0])
    ]
    assert len(turns) == 17
    for (_, is_told), (follower, _) in pairwise(turns):
        assert is_told == (follower == CY.user_id)


async def test_who_prefers_messages_gets_one_a_turn_ahead(services: Services) -> None:
    await set_preferences(services, CY, "direct")
    await services.preferences.turn(CY.user_id, "hears_ahead", is_on=True)
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    queue = Queue(services)
    messages = direct_messages(await queue.new())
    for _ in range(3):
        await _end_turn(services, match_id)
        messages += direct_messages(await queue.new())
    assert sorted(set(messages)) == [(CY.user_id, "ahead"), (CY.user_id, "turn")]


async def test_nobody_hears_of_a_turn_ahead_once_two_play_on(services: Services) -> None:
    for person in (ADA, BEN, CY):
        await services.preferences.turn(person.user_id, "hears_ahead", is_on=True)
    match_id = await services.start_match(ADA, BEN, CY, game="passtally")
    await services.matches.resign(match_id, CY.user_id)
    queue = Queue(services)
    await queue.new()
    await _end_turn(services, match_id)
    (pings,) = boards(await queue.new())
    assert len(pings) == 1


async def _end_turn(services: Services, match_id: int) -> None:
    """Make moves until the next player is to move."""
    seat = (await services.matches.find(match_id)).stored.to_move
    while (await services.matches.find(match_id)).stored.to_move == seat:
        await make_turns(services, match_id)
