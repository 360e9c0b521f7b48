"""The club's services, simulated servers, and a served site."""

from __future__ import annotations

import pytest

from extensions.events.club.pairing.pairer import WorkerPairer
from tests.bot.conftest import club, patient_cooldowns, threadless, world
from tests.club.conftest import club_url, services, store
from tests.extensions.events.club.sample_events import InProcessPairer
from tests.web.conftest import house

__all__ = [
    "club",
    "club_url",
    "house",
    "in_process_pairing",
    "patient_cooldowns",
    "services",
    "store",
    "threadless",
    "world",
]


@pytest.fixture
def in_process_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pair Swiss rounds in the test's own process."""
    monkeypatch.setattr(WorkerPairer, "pair", InProcessPairer.pair)
    monkeypatch.setattr(WorkerPairer, "seat", InProcessPairer.seat)
