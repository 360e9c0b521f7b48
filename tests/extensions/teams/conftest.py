"""The club's services, simulated servers, and a served site."""

from __future__ import annotations

from tests.bot.conftest import club, patient_cooldowns, threadless, world
from tests.club.conftest import club_url, services, store
from tests.web.conftest import house

__all__ = [
    "club", "club_url", "house", "patient_cooldowns", "services", "store", "threadless", "world",
]  # fmt: skip
