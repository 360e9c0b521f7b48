"""Silent seats in event matches of two: the wait, the organiser's offer, and what counts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.matches.match import Match
from club.paces import DAY
from club.ratings import rating_book
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions
from extensions.events.club.standings import results
from extensions.events.presentation.event_view import view_of
from extensions.events.presentation.events import terms_words
from extensions.events.presentation.rounds import pairing_line
from extensions.events.storage.events import Event
from presentation.markup import PLAIN
from presentation.matches.match import outcome_lines
from presentation.matches.vacancies import substitute_lines, vacancy_words
from rules.refusal import Refusal
from storage.matches.match import Participant
from tests.club.services import ADA, BEN, CY, GUILD, Services, rating_rows
from tests.extensions.events.club.sample_events import (
    ORGANISER,
    do_chores,
    entrant,
    pairings,
    participant,
    pass_days,
    person,
    start_event,
)

DORA = Participant(900, "Dora")
COMPUTER = Participant(99, "Stairwell Landing", 2)


async def silent_match(services: Services, *, substitutes: bool = True) -> tuple[Event, Match]:
    """A match of a ladder in which the time of a player has run out after some turns."""
    wishes = EventOptions(game="scala", pace="1d", substitutes=substitutes)
    event = await start_event(services, "ladder", 3, wishes)
    match_id = await services.part(Events).challenge_above(event.id, person(2))
    match = await services.play_turns(match_id)
    while match.vacancy is None and not match.is_over:
        assert match.deadline is not None
        await services.wait_until(match.deadline)
        await services.matches.alarms.wake_due()
        match = await services.matches.find(match_id)
    return event, match


async def taken_by_dora(services: Services) -> tuple[Event, Match]:
    """A match with a silent seat that the organiser has offered and Dora has taken."""
    event, match = await silent_match(services)
    await services.vacancies.offer(match, ORGANISER.user_id, ORGANISER)
    return event, await services.vacancies.take(match, DORA)


def left_and_other(match: Match) -> tuple[int, int]:
    """The user whose seat went silent, and the opponent."""
    (vacancy,) = match.vacancies
    others = (each.user_id for each in match.players if each.seat != vacancy.seat)
    return vacancy.user_id, next(others)


async def outcomes_of(services: Services, event: Event, match: Match) -> dict[int, str | None]:
    """The results of the one who left and of the opponent in the event."""
    left, other = left_and_other(match)
    await do_chores(services)
    (pairing,) = await pairings(services, event.id)
    users = {(await entrant(services, event.id, each)).number: 100 + each for each in (1, 2, 3)}
    by_user = {
        users[number]: outcome
        for number, outcome in zip(pairing.seats, pairing.outcomes or (), strict=True)
    }
    return {left: by_user[left], other: by_user[other]}


async def assert_is_lost_by_the_one_who_left(
    services: Services, event: Event, before: Match
) -> None:
    outcomes = await outcomes_of(services, event, before)
    assert [*outcomes.values()] == [results.TIME_LOSS, results.WIN]


async def test_without_substitutes_the_match_is_lost_at_once(services: Services) -> None:
    event, match = await silent_match(services, substitutes=False)
    assert match.is_over
    assert "substitutes" not in terms_words(event)


async def test_the_match_waits_a_day_and_is_then_lost_as_before(services: Services) -> None:
    event, match = await silent_match(services)
    assert "substitutes after a time-out" in terms_words(event)
    assert match.deadline == services.now + DAY
    (pairing,) = await pairings(services, event.id)
    line = pairing_line(await view_of(services.store, event.id), pairing, PLAIN)
    assert "waiting for a substitute" in line
    left, other = left_and_other(match)
    words = vacancy_words(match, PLAIN)
    assert f"In the event it's a loss on time for Player {left - 100}, unless they come" in words
    assert f"Player {other - 100}: who should take it?" in words
    await services.vacancies.offer(match, ORGANISER.user_id, ORGANISER)
    await pass_days(services, 1)
    over = await services.matches.find(match.id)
    assert over.is_over
    assert over.stored.unrated is None
    await assert_is_lost_by_the_one_who_left(services, event, match)


async def test_the_organiser_offers_the_seat_and_is_named_in_the_change_log(
    services: Services,
) -> None:
    event, match = await silent_match(services)
    offered = await services.vacancies.offer(match, ORGANISER.user_id, ORGANISER)
    assert "Anyone here can take it." in vacancy_words(offered, PLAIN)
    (change, *_) = await services.audit.of_guild(GUILD, 5)
    assert (change.what, change.name) == ("event seat", ORGANISER.name)
    assert change.after == {"event": event.id, "match": match.id}
    with pytest.raises(Refusal) as refusal:
        await services.vacancies.take(match, participant(3))
    assert refusal.value.code == "in_event"
    taken = await services.vacancies.take(match, DORA)
    assert taken.player_to_move is not None
    assert taken.player_to_move.name == "Dora"


async def test_organisers_of_events_offer_no_seats_in_other_matches(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN, CY, game="passtally", pace="1d")
    match = await services.play_turns(match_id)
    with pytest.raises(Refusal) as refusal:
        await services.vacancies.offer(match, ORGANISER.user_id, ORGANISER)
    assert refusal.value.code == "not_yours"


@pytest.mark.parametrize("ending", ["the substitute wins", "the opponent is silent", "a draw"])
async def test_the_opponent_has_won_however_the_substitute_does(
    services: Services, ending: str
) -> None:
    event, match = await taken_by_dora(services)
    _, other = left_and_other(match)
    before = await rating_rows(services.store)
    played = await services.matches.play(match.id, DORA.user_id, match.position.moves()[-1])
    assert "In the event it's a loss on time for" in substitute_lines(played, PLAIN)[0]
    if ending == "the substitute wins":
        await services.matches.resign(match.id, other)
    elif ending == "the opponent is silent":
        # Their seat doesn't wait for another substitute.
        await pass_days(services, 6)
    else:
        offered = await services.offers.make(match.id, other, "draw")
        await services.offers.accept(offered, DORA.user_id, offered.offers[0].id)
    over = await services.matches.find(match.id)
    assert over.is_over
    assert over.stored.unrated == "substitute"
    assert "Ratings unchanged: a substitute played." in outcome_lines(over, PLAIN)
    assert any("In the event it's a loss on time" in each for each in outcome_lines(over, PLAIN))
    assert {each.user_id for each in over.players} == {101, 102}
    assert over.places[over.vacancies[0].seat - 1] == 2
    await assert_is_lost_by_the_one_who_left(services, event, match)
    after = await rating_rows(services.store)
    assert after["rating"] == before["rating"] == []
    await rating_book.recompute(services.store)
    assert await rating_rows(services.store) == after


async def test_the_opponent_alone_chooses_a_computer_or_takes_the_win(services: Services) -> None:
    event, match = await silent_match(services)
    left, other = left_and_other(match)
    seated = await services.vacancies.agree(match, other, COMPUTER)
    assert seated.computer_to_move is not None
    back = await services.vacancies.take_back(match, left)
    assert back.player_to_move is not None
    assert back.player_to_move.user_id == left
    # A seat waits once.
    await pass_days(services, 1)
    over = await services.matches.find(match.id)
    assert over.stored.unrated is None
    await assert_is_lost_by_the_one_who_left(services, event, match)


async def test_the_opponent_takes_the_win(services: Services) -> None:
    event, match = await silent_match(services)
    _, other = left_and_other(match)
    over = await services.vacancies.agree(match, other)
    assert over.is_over
    assert over.stored.unrated is None
    await assert_is_lost_by_the_one_who_left(services, event, match)


async def test_a_player_who_comes_back_can_still_win(services: Services) -> None:
    event, match = await taken_by_dora(services)
    left, other = left_and_other(match)
    await services.vacancies.take_back(match, left)
    over = await services.matches.resign(match.id, other)
    assert over.stored.unrated is None
    assert [*(await outcomes_of(services, event, match)).values()] == [results.WIN, results.LOSS]


async def test_the_end_of_the_round_decides_against_the_one_who_left(services: Services) -> None:
    _, match = await taken_by_dora(services)
    seat = match.vacancies[0].seat
    used = [timedelta(hours=1), timedelta(hours=1)]
    used[seat - 1] = timedelta()
    assert results.decided_by_time(match.stored, used)[seat - 1] == results.TIME_LOSS


async def test_the_data_of_each_person_is_deleted(services: Services) -> None:
    event, match = await taken_by_dora(services)
    left, _ = left_and_other(match)
    await services.matches.play(match.id, DORA.user_id, match.position.moves()[-1])
    await services.personal_data.remove(left)
    await services.personal_data.remove(DORA.user_id)
    over = await services.matches.find(match.id)
    assert over.is_over
    assert min(each.user_id for each in over.players) < 0
    assert not any((await services.personal_data.of(DORA.user_id)).counts.values())
    await do_chores(services)
    (pairing,) = await pairings(services, event.id)
    assert pairing.outcomes is not None
    assert {*pairing.outcomes} == {results.TIME_LOSS, results.WIN}


async def test_two_seats_of_a_match_wait_one_after_the_other(services: Services) -> None:
    event, match = await silent_match(services)
    left, other = left_and_other(match)
    back = await services.matches.play(match.id, left, match.position.moves()[-1])
    await pass_days(services, 6)
    waiting = await services.matches.find(back.id)
    assert waiting.vacancy is not None
    assert waiting.vacancy.user_id == other
    await pass_days(services, 1)
    assert (await services.matches.find(match.id)).is_over
    await do_chores(services)
    (pairing,) = await pairings(services, event.id)
    assert pairing.outcomes is not None
    assert pairing.outcomes[waiting.vacancy.seat - 1] == results.TIME_LOSS
