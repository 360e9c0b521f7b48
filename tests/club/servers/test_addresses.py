"""Addresses of pages are stable, opaque and unforgeable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.servers.pages import Addresses, Kind, addresses_of
from storage.database.store import Store

ADDRESSES = Addresses(b"secret")
NUMBERS = st.integers(0, 2**64 - 1)


def last_part(path: str) -> str:
    return path.rpartition("/")[2]


@given(st.sampled_from(["m", "e", "s"]), NUMBERS)
def test_an_address_leads_back_to_its_number(kind: Kind, number: int) -> None:
    text = last_part(ADDRESSES.path(kind, number))
    assert ADDRESSES.numbers(kind, text) == [number]
    assert ADDRESSES.path(kind, number) == ADDRESSES.path(kind, number)


@given(NUMBERS, NUMBERS)
def test_a_player_has_an_address_in_each_server(guild_id: int, user_id: int) -> None:
    text = last_part(ADDRESSES.path("p", guild_id, user_id))
    assert ADDRESSES.numbers("p", text, 2) == [guild_id, user_id]
    assert ADDRESSES.numbers("p", text) is None


def test_an_address_of_one_kind_is_invalid_for_another() -> None:
    text = last_part(ADDRESSES.path("m", 7))
    assert ADDRESSES.numbers("e", text) is None
    assert Addresses(b"other").numbers("m", text) is None


@given(st.text(max_size=60))
def test_a_made_up_address_leads_nowhere(text: str) -> None:
    assert ADDRESSES.numbers("m", text) is None
    assert ADDRESSES.numbers("p", text, 2) is None


@pytest.mark.parametrize("place", range(27))
def test_a_changed_address_leads_nowhere(place: int) -> None:
    text = last_part(ADDRESSES.path("m", 7))
    assert len(text) == 27
    for other in "AQgw_":
        changed = f"{text[:place]}{other}{text[place + 1 :]}"
        assert changed == text or ADDRESSES.numbers("m", changed) is None
    assert ADDRESSES.numbers("m", f"{text}=") is None


async def test_all_processes_on_a_database_make_the_same_addresses(store: Store) -> None:
    one, other = await addresses_of(store), await addresses_of(store)
    assert one.path("m", 1) == other.path("m", 1)
