"""A process that is unwell for too long ends itself."""

from __future__ import annotations

import threading

from bot.monitoring.last_resort import LastResort


def test_who_is_unwell_for_too_long_is_told_to_end() -> None:
    told = threading.Event()
    resort = LastResort(0.05, told.set)
    resort.start()
    assert told.wait(30)
    assert resort.has_given_up
    resort.stop()


def test_who_ends_in_good_order_is_told_nothing() -> None:
    told = threading.Event()
    resort = LastResort(3600, told.set)
    resort.start()
    resort.note_healthy()
    resort.stop()
    assert not told.is_set()
    assert not resort.has_given_up
