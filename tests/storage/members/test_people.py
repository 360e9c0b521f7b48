"""Preferences: their defaults, and due digests."""

from __future__ import annotations

import dataclasses

from storage.database.store import Store
from storage.members import preferences
from storage.members.preferences import Preferences
from tests.storage.samples import ADA, BEN, EVE, MINUTE, NOON


async def test_a_user_without_preferences_has_the_defaults(store: Store) -> None:
    async with store.read() as tx:
        person = await preferences.get(tx, ADA)
    assert person == Preferences(ADA, notice="mention", refused_at=None, digest_at=None)
    assert person.confirms


async def test_preferences_come_back_as_last_saved(store: Store) -> None:
    person = Preferences(ADA, "direct", NOON, NOON + MINUTE, confirms=False)
    changed = dataclasses.replace(person, notice="none", refused_at=None)
    for wishes in (person, changed):
        async with store.write() as tx:
            await preferences.save(tx, wishes)
        async with store.read() as tx:
            assert await preferences.get(tx, ADA) == wishes


async def test_locking_a_user_does_not_change_their_preferences(store: Store) -> None:
    async with store.write() as tx:
        assert await preferences.get(tx, ADA, locked=True) == Preferences(ADA)
        await preferences.save(tx, Preferences(ADA, "direct"))
        assert await preferences.get(tx, ADA, locked=True) == Preferences(ADA, "direct")
    async with store.read() as tx:
        assert await preferences.get(tx, ADA) == Preferences(ADA, "direct")


async def test_digests_are_due_at_their_time_the_longest_overdue_first(store: Store) -> None:
    first = Preferences(BEN, digest_at=NOON)
    later = Preferences(ADA, digest_at=NOON + MINUTE)
    async with store.write() as tx:
        for person in (later, first, Preferences(EVE)):
            await preferences.save(tx, person)
    async with store.write() as tx:
        assert await preferences.digests_due(tx, NOON - MINUTE, 9) == ()
        assert await preferences.digests_due(tx, NOON, 9) == (first,)
        assert await preferences.digests_due(tx, NOON + MINUTE, 9) == (first, later)
        assert await preferences.digests_due(tx, NOON + MINUTE, 1) == (first,)
