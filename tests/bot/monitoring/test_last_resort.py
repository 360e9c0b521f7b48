"""The exit of a process that has been unhealthy for too long."""

from __future__ import annotations

import threading

from bot.monitoring.health import LastResort
from tests.discord.waiting import SOON


def test_a_process_unhealthy_for_too_long_is_ended() -> None:
    end = threading.Event()
    resort = LastResort(0.05, end.set)
    resort.start()
    assert end.wait(SOON)
    assert resort.has_given_up
    resort.stop()


def test_a_clean_shutdown_triggers_nothing() -> None:
    end = threading.Event()
    resort = LastResort(3600, end.set)
    resort.start()
    resort.note_healthy()
    resort.stop()
    assert not end.is_set()
    assert not resort.has_given_up
