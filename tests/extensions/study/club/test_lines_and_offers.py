"""Planned replies, and offers that expire."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.matches.alarms import WAKE_RETRY_DELAY
from club.matches.match import CONDITIONAL
from extensions.study.club.conditional_moves import MAX_LINES, Step
from extensions.study.club.study import Study
from rules.refusal import Refusal
from storage.matches import moves
from storage.matches.moves import NewRecordEntry
from tests.club.services import ADA, BEN, CY, NOON, Services

HOUR = timedelta(hours=1)


async def start_with_plan(services: Services, length: int) -> tuple[int, list[str]]:
    """Start a match in which Ada is to move and Ben has planned his replies.

    Return its id and the texts of the planned moves.
    """
    match_id = await services.start_match(ADA, BEN)
    match = await services.play_turns(match_id, 1)
    position, steps = match.position, list[Step]()
    for _ in range(length):
        assert position.to_move is not None
        move = position.moves()[0]
        steps.append(Step(position.to_move, position.text(move)))
        position = position.play(move)
    await services.part(Study).conditional_moves.add(match_id, BEN.user_id, steps, match.version)
    return match_id, [each.text for each in steps]


async def test_a_planned_reply_is_played_right_after_its_trigger(services: Services) -> None:
    match_id, texts = await start_with_plan(services, 4)
    match = await services.matches.play(match_id, ADA.user_id, texts[0])
    assert [each.text for each in match.played[-2:]] == texts[:2]
    assert [each.kind for each in match.record[-2:]] == ["move", CONDITIONAL]
    assert len(await services.part(Study).conditional_moves.of(match, match.players[1])) == 1
    match = await services.matches.play(match_id, ADA.user_id, texts[2])
    assert [each.text for each in match.played[-4:]] == texts
    assert await services.part(Study).conditional_moves.of(match, match.players[1]) == []


async def test_a_different_move_ends_a_line(services: Services) -> None:
    match_id, texts = await start_with_plan(services, 2)
    match = await services.matches.find(match_id)
    ply, move = match.ply, match.position.moves()[-1]
    assert match.position.text(move) != texts[0]
    match = await services.matches.play(match_id, ADA.user_id, move)
    assert match.ply == ply + 1
    assert await services.part(Study).conditional_moves.of(match, match.players[1]) == []


async def test_only_its_owner_can_remove_a_line(services: Services) -> None:
    match_id, texts = await start_with_plan(services, 2)
    match = await services.matches.find(match_id)
    other = match.position.moves()[-1]
    after = match.position.play(other)
    steps = [Step(1, match.position.text(other)), Step(2, after.text(after.moves()[0]))]
    await services.part(Study).conditional_moves.add(match_id, BEN.user_id, steps, match.version)
    first, second = await services.part(Study).conditional_moves.of(match, match.players[1])
    await services.part(Study).conditional_moves.remove(match, ADA.user_id, first.id)
    assert await services.part(Study).conditional_moves.of(match, match.players[1]) == [
        first,
        second,
    ]
    _, rest = await services.part(Study).conditional_moves.remove(match, BEN.user_id, first.id)
    assert rest == [second]
    match = await services.matches.play(match_id, ADA.user_id, texts[0])
    assert match.played[-1].text == texts[0]


async def test_replacing_a_line_does_not_count_towards_the_limit_of_twenty(
    services: Services,
) -> None:
    match_id = await services.start_match(ADA, BEN)
    match = await services.play_turns(match_id, 1)

    async def leave(number: int, answer: int) -> int:
        move = match.position.moves()[number]
        after = match.position.play(move)
        steps = [
            Step(1, match.position.text(move)),
            Step(2, after.text(after.moves()[answer])),
        ]
        user_id, version = BEN.user_id, match.version
        _, lines = await services.part(Study).conditional_moves.add(
            match_id, user_id, steps, version
        )
        return len(lines)

    assert [await leave(number, 0) for number in range(MAX_LINES)] == [*range(1, MAX_LINES + 1)]
    with pytest.raises(Refusal, match="already have 20 lines"):
        await leave(MAX_LINES, 0)
    assert await leave(3, 1) == MAX_LINES


async def test_all_offers_expire_when_a_player_leaves(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1d")
    match = await services.matches.find(match_id)
    while match.turn_number <= 5:
        assert match.player_to_move is not None
        match = await services.matches.play(
            match_id, match.player_to_move.user_id, match.position.moves()[0]
        )
    await services.offers.make(match_id, ADA.user_id, "pause")
    match = await services.matches.resign(match_id, CY.user_id)
    assert match.offers == ()
    assert (await Services(services.store).matches.find(match_id)).offers == ()


async def test_moves_expire_a_take_back_request_but_not_a_pause_request(
    services: Services,
) -> None:
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.play_turns(match_id, 1)
    await services.offers.make(match_id, ADA.user_id, "pause")
    match = await services.offers.make(match_id, ADA.user_id, "take back")
    assert [each.kind for each in match.offers] == ["pause", "take back"]
    match = await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    assert [each.kind for each in match.offers] == ["pause"]


async def test_a_taken_back_move_does_not_count_as_having_moved(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN)
    match = await services.matches.find(match_id)
    assert [match.has_moved(seat) for seat in (1, 2)] == [False, False]
    match = await services.matches.play(match_id, ADA.user_id, match.position.moves()[0])
    assert [match.has_moved(seat) for seat in (1, 2)] == [True, False]


async def test_only_a_match_that_cannot_be_woken_is_retried_later(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = [await services.start_match(ADA, BEN, pace="1h") for _ in range(2)]
    async with services.store.write() as tx:
        await moves.append(tx, broken, NewRecordEntry(1, "z9", ADA.user_id, NOON, "move"))
    again = Services(services.store)
    again.now = services.now + HOUR
    await again.uptime.set_online()
    again.now += 2 * HOUR
    await again.matches.alarms.wake_due()
    assert f"could not wake match {broken}" in caplog.text
    assert (await again.matches.find(sound)).is_over
    caplog.clear()
    again.now += WAKE_RETRY_DELAY - timedelta(seconds=1)
    await again.matches.alarms.wake_due()
    assert caplog.text.count("could not wake") == 0
    again.now += timedelta(seconds=1)
    await again.matches.alarms.wake_due()
    assert caplog.text.count("could not wake") == 1
