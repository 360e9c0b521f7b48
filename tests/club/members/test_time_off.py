"""Time off: hours and days in which no turn of a person ends."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from club.matches.match import Match
from club.paces import DAY, HOUR
from rules.refusal import Refusal
from tests.club.matches.agreeing import accept, play
from tests.club.services import ADA, BEN, NOON, Services

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


def local(
    zone: ZoneInfo, year: int, month: int, day: int, hour: int = 0, minute: int = 0
) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=zone).astimezone(UTC)


async def nights_off(services: Services, zone: str = "Europe/Berlin") -> None:
    """Let no turn of Ada's end between 22:00 and 8:00."""
    await services.own_days.set_zone(ADA.user_id, zone)
    await services.own_days.set_time_off(ADA.user_id, "22:00", "8:00", ())


async def start_match(services: Services, at: datetime, pace: str = "1d") -> int:
    """Start a match in which both have moved and Ada's turn begins at a moment."""
    services.now = at
    await services.uptime.set_online()
    match_id = await services.start_match(ADA, BEN, pace=pace)
    await services.play_turns(match_id, 1)
    return match_id


async def found(services: Services, match_id: int) -> Match:
    return await services.matches.find(match_id)


async def test_a_turn_ends_when_the_hours_off_do(services: Services) -> None:
    await nights_off(services)
    evening = local(BERLIN, 2026, 3, 2, 23)
    match_id = await start_match(services, evening)
    stored = (await found(services, match_id)).stored
    morning = local(BERLIN, 2026, 3, 4, 8)
    assert (stored.deadline, stored.runs_out_at) == (morning, evening + DAY)
    # The reminder comes when a fifth of the time itself is left.
    assert stored.wakes_at == evening + DAY - DAY / 5
    # Ben hasn't set any hours.
    assert (await play(services, match_id)).deadline == services.now + DAY


async def test_two_people_play_across_changes_of_clocks(services: Services) -> None:
    """The clocks of New York are set forward on 8 March 2026, those of Berlin on 29 March."""
    for person, zone in ((ADA, "America/New_York"), (BEN, "Europe/Berlin")):
        await services.own_days.set_zone(person.user_id, zone)
        await services.own_days.set_time_off(person.user_id, "22:00", "8:00", ())
    match_id = await start_match(services, local(NEW_YORK, 2026, 3, 7, 23))
    assert (await found(services, match_id)).deadline == local(NEW_YORK, 2026, 3, 9, 8)
    services.now = local(NEW_YORK, 2026, 3, 8, 18)
    # It's 23:00 in Berlin.
    assert (await play(services, match_id)).deadline == local(BERLIN, 2026, 3, 10, 8)


async def test_fast_matches_know_no_hours_off(services: Services) -> None:
    await nights_off(services)
    match_id = await start_match(services, local(BERLIN, 2026, 3, 2, 23), "1h")
    assert (await found(services, match_id)).deadline == services.now + HOUR


async def test_time_off_adds_nothing_to_a_bank(services: Services) -> None:
    await nights_off(services)
    match_id = await start_match(services, local(BERLIN, 2026, 3, 2, 10, 30), "3d+12h<5d")
    stored = (await found(services, match_id)).stored
    assert stored.runs_out_at == services.now + 3 * DAY + 12 * HOUR
    assert stored.deadline == local(BERLIN, 2026, 3, 6, 8)
    await services.wait_until(local(BERLIN, 2026, 3, 5, 19))
    match = await play(services, match_id)
    assert match.record[-1].time_left == 3.5 * HOUR.total_seconds()
    assert match.seats[0].bank == 15.5 * HOUR.total_seconds()


async def test_time_used_up_in_time_off_is_none_left(services: Services) -> None:
    await nights_off(services)
    match_id = await start_match(services, local(BERLIN, 2026, 3, 2, 23))
    await services.wait_until(local(BERLIN, 2026, 3, 4, 6))
    match = await play(services, match_id)
    assert match.record[-1].time_left == 0


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Tokyo"])
async def test_new_hours_lengthen_a_running_turn_once(services: Services, zone: str) -> None:
    match_id = await start_match(services, local(BERLIN, 2026, 3, 2, 23))
    before = (await found(services, match_id)).deadline
    await nights_off(services)
    match = await found(services, match_id)
    assert before is not None
    assert match.deadline == before + 9 * HOUR
    await services.own_days.set_zone(ADA.user_id, zone)
    await services.own_days.set_time_off(ADA.user_id, "7:00", "17:00", ())
    await services.own_days.forget(ADA.user_id)
    after = await found(services, match_id)
    assert (after.deadline, after.version) == (match.deadline, match.version)


async def test_hours_cannot_save_a_turn_whose_time_is_up(services: Services) -> None:
    services.now = NOON
    match_id = await services.start_match(ADA, BEN, pace="1d")
    await services.pass_time(DAY)
    await services.own_days.set_zone(ADA.user_id, "UTC")
    await services.own_days.set_time_off(ADA.user_id, "8", "18", ())
    assert (await found(services, match_id)).is_over


async def test_a_turn_paused_after_its_time_was_used_up_goes_on_for_an_hour(
    services: Services,
) -> None:
    await nights_off(services)
    match_id = await start_match(services, local(BERLIN, 2026, 3, 2, 23))
    await services.wait_until(local(BERLIN, 2026, 3, 4, 6))
    await services.offers.make(match_id, ADA.user_id, "pause")
    await accept(services, match_id, BEN.user_id)
    assert (await found(services, match_id)).stored.time_left == 0
    await services.wait_until(local(BERLIN, 2026, 3, 4, 12))
    await services.offers.make(match_id, ADA.user_id, "resume")
    await accept(services, match_id, BEN.user_id)
    assert (await found(services, match_id)).deadline == services.now + HOUR


async def test_a_downtime_is_given_back_to_the_time_itself(services: Services) -> None:
    await nights_off(services)
    match_id = await start_match(services, local(BERLIN, 2026, 3, 2, 18))
    await services.wait_until(local(BERLIN, 2026, 3, 3, 10))
    services.uptime.set_offline()
    services.now += 5 * HOUR
    await services.uptime.set_online()
    stored = (await found(services, match_id)).stored
    assert stored.runs_out_at == local(BERLIN, 2026, 3, 3, 23)
    assert stored.deadline == local(BERLIN, 2026, 3, 4, 8)
    # A second one, at night, ends when the turn would. The time itself isn't used up then.
    await services.wait_until(local(BERLIN, 2026, 3, 3, 22))
    services.uptime.set_offline()
    services.now = local(BERLIN, 2026, 3, 4, 8)
    await services.uptime.set_online()
    stored = (await found(services, match_id)).stored
    assert (stored.deadline, stored.runs_out_at) == (services.now + HOUR, None)


async def test_a_vacation_ends_at_midnight_in_the_own_zone(services: Services) -> None:
    await services.own_days.set_zone(ADA.user_id, "Europe/Berlin")
    match_id = await start_match(services, local(BERLIN, 2026, 3, 26, 15))
    status = await services.vacations.take(ADA.user_id, 3)
    # The clocks are set forward on the last of these days.
    midnight = local(BERLIN, 2026, 3, 30)
    assert (status.until, status.days_left) == (midnight, 11)
    assert (await found(services, match_id)).deadline == midnight + DAY
    services.now = local(BERLIN, 2026, 3, 28, 10)
    returned, status = await services.vacations.end(ADA.user_id)
    assert (returned, status.until) == (1, local(BERLIN, 2026, 3, 29))
    assert (await found(services, match_id)).deadline == local(BERLIN, 2026, 3, 30, 1)


async def test_a_vacation_ends_no_turn_in_time_off(services: Services) -> None:
    await services.own_days.set_zone(ADA.user_id, "Europe/Berlin")
    await services.own_days.set_time_off(ADA.user_id, "", "", (0,))
    # A Monday, which is off.
    match_id = await start_match(services, local(BERLIN, 2026, 3, 1, 12))
    assert (await found(services, match_id)).deadline == local(BERLIN, 2026, 3, 3)
    await services.wait_until(local(BERLIN, 2026, 3, 2, 15))
    # The time was used up three hours ago, so an hour is left afterwards.
    await services.vacations.take(ADA.user_id, 2)
    assert (await found(services, match_id)).deadline == local(BERLIN, 2026, 3, 5, 1)


@pytest.mark.parametrize(
    ("begin", "end", "days", "code"),
    [
        ("22:00", "8:01", (), "hours_off"),
        ("22:00", "", (), "time"),
        ("late", "8:00", (), "time"),
        ("22:00", "8:00", (0, 1, 2), "days_off"),
    ],
)
async def test_too_much_time_off_is_refused(
    services: Services, begin: str, end: str, days: tuple[int, ...], code: str
) -> None:
    await services.own_days.set_zone(ADA.user_id, "Europe/Berlin")
    with pytest.raises(Refusal) as refusal:
        await services.own_days.set_time_off(ADA.user_id, begin, end, days)
    assert refusal.value.code == code


async def test_time_off_needs_a_zone(services: Services) -> None:
    with pytest.raises(Refusal, match="time zone first"):
        await services.own_days.set_time_off(ADA.user_id, "22:00", "8:00", ())


async def test_hours_off_are_up_to_ten_in_either_direction(services: Services) -> None:
    await services.own_days.set_zone(ADA.user_id, "Europe/Berlin")
    person = await services.own_days.set_time_off(ADA.user_id, "10 pm", "8", (5, 6))
    assert (person.off_from, person.off_until, person.days_off) == (22 * 60, 8 * 60, "56")
