"""A seat whose time ran out: offered, taken, given to a computer, taken back, or lost at last."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace

import pytest

from club.matches.match import Match, has_turn
from club.matches.vacancies import unanswered
from club.paces import DAY, HOUR, MINUTE
from club.ratings import rating_book
from rules.refusal import Refusal
from storage.database.store import Store
from storage.matches.match import Participant
from tests.club.services import ADA, BEN, CY, Services, rating_rows

DORA, EVE = Participant(14, "Dora"), Participant(15, "Eve")
COMPUTER = Participant(99, "Stairwell Landing", 2)


async def silent(services: Services, pace: str = "1h") -> Match:
    """A match of three in which everyone has had turns and Ada's time has just run out."""
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace=pace)
    match = await services.play_turns(match_id)
    while not has_turn(match.stored, ADA.user_id):
        match = await move(services, match)
    return await time_out(services, match)


async def time_out(services: Services, match: Match) -> Match:
    """Let the time of the turn run out, after all days of vacation."""
    deadline = None
    while match.version == (after := await services.matches.find(match.id)).version:
        assert after.deadline not in (None, deadline)
        deadline = after.deadline
        await services.wait_until(deadline)
        await services.matches.alarms.wake_due()
    return after


async def move(services: Services, match: Match) -> Match:
    """Make the last legal move of the seat to move, which can be taken back."""
    if match.computer_to_move is not None:
        await services.background.do_all()
        return await services.matches.find(match.id)
    assert match.player_to_move is not None
    user_id = match.player_to_move.user_id
    return await services.matches.play(match.id, user_id, match.position.moves()[-1])


async def refusal_of(change: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refusal:
        await change
    return refusal.value.code


async def test_the_match_waits_a_day_and_then_goes_on_without_the_seat(
    services: Services,
) -> None:
    match = await silent(services, pace="1d")
    assert match.vacancy is not None
    assert match.vacancy.user_id == ADA.user_id
    assert match.deadline == services.now + DAY
    assert len(match.playing) == 3
    after = await time_out(services, match)
    assert after.vacancy is None
    assert {player.user_id for player in after.playing} == {BEN.user_id, CY.user_id}
    assert after.played[-1].text == "1 times out"


async def test_quick_matches_wait_for_ten_minutes(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="10m")
    match = await time_out(services, await services.play_turns(match_id))
    assert match.deadline == services.now + 10 * MINUTE


async def test_a_player_who_never_moved_is_absent_as_before(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1d")
    match = await time_out(services, await services.matches.find(match_id))
    assert match.is_aborted


async def test_a_member_takes_a_seat_that_was_offered(services: Services) -> None:
    match = await silent(services)
    assert await refusal_of(services.vacancies.take(match, DORA)) == "not_offered"
    await services.vacancies.offer(match, BEN.user_id)
    after = await services.vacancies.take(match, DORA)
    assert after.player_to_move is not None
    assert after.player_to_move.name == "Dora"
    assert after.deadline == services.now + HOUR
    after = await move(services, after)
    assert after.ply == match.ply + 1
    assert after == await services.matches.find(match.id)


async def test_only_the_other_players_offer_a_seat(services: Services) -> None:
    match = await silent(services)
    assert await refusal_of(services.vacancies.offer(match, DORA.user_id)) == "not_yours"
    assert await refusal_of(services.vacancies.offer(match, ADA.user_id)) == "not_yours"
    await services.vacancies.offer(match, CY.user_id)
    assert await refusal_of(services.vacancies.take(match, BEN)) == "playing"


async def test_a_block_between_a_member_and_a_player_keeps_them_out(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    await services.blocks.block(CY.user_id, DORA.user_id, "Dora")
    assert await refusal_of(services.vacancies.take(match, DORA)) == "not_available"
    await services.blocks.block(EVE.user_id, BEN.user_id, "Ben")
    assert await refusal_of(services.vacancies.take(match, EVE)) == "blocks"


async def test_the_others_agree_on_a_computer_and_its_level(services: Services) -> None:
    match = await silent(services)
    stronger = replace(COMPUTER, level=3)
    await services.vacancies.agree(match, BEN.user_id, stronger)
    proposed = await services.vacancies.agree(match, CY.user_id, COMPUTER)
    assert proposed.vacancy is not None
    assert proposed.vacancy.level == 2
    assert [each.user_id for each in unanswered(proposed, proposed.vacancy)] == [BEN.user_id]
    after = await services.vacancies.agree(match, BEN.user_id, COMPUTER)
    assert after.computer_to_move is not None
    assert after.computer_to_move.level == 2
    assert after.deadline is None
    await services.background.do_all()
    moved = await services.matches.find(match.id)
    assert moved.player_to_move is not None
    assert not moved.player_to_move.is_computer
    assert moved.ply > after.ply


async def test_the_others_agree_to_play_on_at_once(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.agree(match, CY.user_id)
    after = await services.vacancies.agree(match, BEN.user_id)
    assert len(after.playing) == 2
    assert after.played[-1].text == "1 times out"


async def test_the_last_person_beside_a_computer_decides_alone(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, COMPUTER, game="passtally", pace="1h")
    match = await services.matches.find(match_id)
    while not (match.turn_number > 6 and match.to_move == 1 and not match.position.is_mid_turn):
        match = await move(services, match)
    match = await time_out(services, match)
    assert match.vacancy is not None
    after = await services.vacancies.agree(match, BEN.user_id)
    assert len(after.playing) == 2


async def test_the_one_who_left_can_just_move(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    after = await move(services, match)
    assert after.vacancy is None
    assert await refusal_of(services.vacancies.take(match, DORA)) == "not_vacant"
    while after.to_move != 1 or after.position.is_mid_turn:
        after = await move(services, after)
    # The second time, the seat leaves at once.
    after = await time_out(services, after)
    assert len(after.playing) == 2


async def test_a_seat_is_taken_back_until_the_substitute_has_moved(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    taken = await services.vacancies.take(match, DORA)
    assert await refusal_of(services.vacancies.take_back(match, BEN.user_id)) == "not_yours"
    services.now += MINUTE
    after = await services.vacancies.take_back(match, ADA.user_id)
    assert after.player_to_move is not None
    assert after.player_to_move.user_id == ADA.user_id
    assert after.deadline == taken.deadline
    assert after.fresh_substitute is None
    assert after == await services.matches.find(match.id)


async def test_a_seat_can_no_longer_be_taken_back_from_one_who_has_moved(
    services: Services,
) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    await move(services, await services.vacancies.take(match, DORA))
    assert await refusal_of(services.vacancies.take_back(match, ADA.user_id)) == "not_vacant"


async def test_a_seat_is_taken_back_from_a_computer_with_the_time_of_the_wait(
    services: Services,
) -> None:
    match = await silent(services)
    await services.vacancies.agree(match, BEN.user_id, COMPUTER)
    await services.vacancies.agree(match, CY.user_id, COMPUTER)
    after = await services.vacancies.take_back(match, ADA.user_id)
    assert after.computer_to_move is None
    assert after.deadline == services.now + 10 * MINUTE


async def test_a_substitute_whose_time_runs_out_leaves_at_once(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    taken = await services.vacancies.take(match, DORA)
    after = await time_out(services, taken)
    assert {player.user_id for player in after.playing} == {BEN.user_id, CY.user_id}


async def test_a_take_back_before_the_silence_gives_the_turn_its_time_again(
    services: Services,
) -> None:
    match = await silent(services)
    before = match.players[match.played[-1].seat - 1]
    back = await services.offers.make(match, before.user_id, "take back")
    assert back.vacancy is None
    assert back.to_move == before.seat
    while back.to_move == before.seat:
        back = await move(services, back)
    after = back
    assert after.deadline == services.now + HOUR
    assert (await time_out(services, after)).vacancy is not None


async def finish(services: Services, match: Match) -> Match:
    while not match.is_over:
        match = await move(services, match)
    return match


async def test_the_one_who_left_is_rated_as_last_and_the_substitute_not_at_all(
    services: Services,
) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    taken = await services.vacancies.take(match, DORA)
    over = await finish(services, taken)
    assert over.stored.unrated is None
    assert over.places[0] == 3
    assert set(people(over)) == {11, 12, 13}
    assert {change.user_id for change in over.rating_changes} == {11, 12, 13}
    before = await rating_rows(services.store)
    await rating_book.recompute(services.store)
    assert await rating_rows(services.store) == before
    assert over == await services.matches.find(match.id)


async def test_a_computer_in_the_seat_leaves_the_match_rated(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.agree(match, BEN.user_id, COMPUTER)
    taken = await services.vacancies.agree(match, CY.user_id, COMPUTER)
    over = await finish(services, taken)
    assert over.stored.unrated is None
    assert over.places[0] == 3
    assert all(seat.level is None for seat in over.seats)


async def test_if_the_substitute_wins_the_first_of_the_others_comes_first(
    services: Services,
) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    taken = await services.vacancies.take(match, DORA)
    await services.matches.resign(taken, BEN.user_id)
    over = await services.matches.resign(match.id, CY.user_id)
    assert over.result is not None
    assert over.result["winners"] == [1]
    # Cy stayed longest of those who began.
    assert [place_of(over, each) for each in (CY, BEN, ADA)] == [1, 2, 3]


async def test_two_members_who_click_at_once_give_one_substitute(
    services: Services, store: Store
) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    other = Services(store)
    other.now = services.now
    clicks = (services.vacancies.take(match, DORA), other.vacancies.take(match.id, EVE))
    results = await asyncio.gather(*clicks, return_exceptions=True)
    codes = [each.code for each in results if isinstance(each, Refusal)]
    assert codes == ["not_vacant"]
    assert sum(isinstance(each, Match) for each in results) == 1


async def test_a_click_and_the_end_of_the_time_give_one_result(
    services: Services, store: Store
) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    assert match.deadline is not None
    await services.wait_until(match.deadline)
    other = Services(store)
    other.now = services.now
    results = await asyncio.gather(
        services.vacancies.take(match, DORA),
        other.matches.alarms.wake(match.id),
        return_exceptions=True,
    )
    after = await services.matches.find(match.id)
    assert len(after.playing) == 2
    assert [each.code for each in results if isinstance(each, Refusal)] == ["not_vacant"]


def place_of(match: Match, person: Participant) -> int:
    return match.places[people(match).index(person.user_id)]


def people(match: Match) -> Sequence[int]:
    return [seat.user_id for seat in match.seats]


async def test_the_data_of_one_who_left_is_deleted_while_a_substitute_plays(
    services: Services, store: Store
) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    taken = await services.vacancies.take(match, DORA)
    exported = (await services.personal_data.export(ADA.user_id)).decode()
    assert '"has_left": true' in exported
    await services.personal_data.remove(ADA.user_id)
    assert not (await services.personal_data.of(ADA.user_id)).counts["vacated_seats"]
    current = await Services(store).matches.find(match.id)
    assert all(entry.user_id != ADA.user_id for entry in current.record)
    over = await finish(services, current)
    assert over.seats[0].user_id < 0
    assert over.stored.unrated is None
    before = await rating_rows(services.store)
    await rating_book.recompute(services.store)
    assert await rating_rows(services.store) == before
    assert taken.ply < over.ply


async def test_the_data_of_a_substitute_is_deleted(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.offer(match, BEN.user_id)
    await move(services, await services.vacancies.take(match, DORA))
    exported = (await services.personal_data.export(DORA.user_id)).decode()
    assert '"has_left": false' in exported
    assert "Ada" not in exported.split("vacated_seats")[1].split("]")[0]
    await services.personal_data.remove(DORA.user_id)
    after = await services.matches.find(match.id)
    assert [player.seat for player in after.playing] == [2, 3]
    over = await finish(services, after)
    assert set(people(over)) == {11, 12, 13}
    assert not any((await services.personal_data.of(DORA.user_id)).counts.values())


async def test_the_data_of_one_who_decides_is_deleted(services: Services) -> None:
    match = await silent(services)
    await services.vacancies.agree(match, BEN.user_id, COMPUTER)
    await services.personal_data.remove(BEN.user_id)
    after = await services.vacancies.agree(match.id, CY.user_id, COMPUTER)
    assert after.computer_to_move is not None
