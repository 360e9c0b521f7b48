"""The club's services, and simulated servers."""

from __future__ import annotations

from tests.bot.conftest import club, patient_cooldowns, threadless, world
from tests.club.conftest import club_url, services, store

__all__ = ["club", "club_url", "patient_cooldowns", "services", "store", "threadless", "world"]
