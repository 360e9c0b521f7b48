"""Time zones by city, and by what time it is."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import available_timezones

import pytest

from club.calendar import zone_named
from club.members.cities import typed_minutes, zone_of_city, zones_at
from club.members.city_names import WELL_KNOWN
from rules.refusal import Refusal


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        (" new york", "America/New_York"),
        ("Sao Paulo", "America/Sao_Paulo"),
        ("München", "Europe/Berlin"),
        ("東京", "Asia/Tokyo"),
        ("europe/vienna", "Europe/Vienna"),
        ("Seattle", "America/Los_Angeles"),
    ],
)
def test_a_city_has_a_zone(typed: str, zone: str) -> None:
    assert zone_of_city(typed) == zone


def test_an_unknown_city_gets_words() -> None:
    with pytest.raises(Refusal) as refusal:
        zone_of_city("Berln")
    assert refusal.value.words == "I don't know the city “Berln”. Did you mean Berlin?"
    with pytest.raises(Refusal, match=r"Did you mean Europe/Berlin\?"):
        zone_of_city("Europe/Berln")
    with pytest.raises(Refusal, match="such as 14:30"):
        zone_of_city("xyzzy")


@pytest.mark.parametrize("month", [1, 7])
def test_every_zone_is_offered_by_its_time(month: int) -> None:
    now = datetime(2026, month, 1, 12, 34, tzinfo=UTC)
    for zone in available_timezones():
        local = now.astimezone(zone_named(zone))
        if local.utcoffset() is not None and zone != "Factory":
            offered = zones_at(local.hour * 60 + local.minute, now)
            assert 0 < len(offered) <= 25, zone


def test_well_known_cities_have_zones() -> None:
    assert set(WELL_KNOWN) <= available_timezones()


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("14:30", 870),
        ("2 pm", 840),
        ("12am", 0),
        ("8", 480),
        ("22時30分", 1350),
        ("24:00", 0),
        ("25:00", None),
        ("13 pm", None),
        ("Berlin", None),
    ],
)
def test_times_are_read_as_people_type_them(typed: str, minutes: int | None) -> None:
    assert typed_minutes(typed) == minutes
