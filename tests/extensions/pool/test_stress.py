"""Searches for opponents among random operations by three processes."""

from __future__ import annotations

from random import Random

import pytest

from extensions.pool.club.pool import PlayerPool
from extensions.pool.storage import Wish
from storage.matches.match import Place
from tests.club.services import CHANNEL, GUILD, Services
from tests.club.test_stress import Visitor, check_visitors

pytestmark = pytest.mark.slow

WISH = Wish(("skirt",), "1d", "7d", 3, "server")


class Seeker(Visitor):
    """A visitor who also looks for opponents."""

    def __init__(self, services: Services, random: Random, partner: Services) -> None:
        super().__init__(services, random, partner)
        self.operations = (*self.operations, self.look_for_opponents, self.pair)

    async def look_for_opponents(self) -> None:
        await self.services.part(PlayerPool).join(self.anyone(), Place(GUILD, CHANNEL), WISH)

    async def pair(self) -> None:
        await self.services.part(PlayerPool).pair_due()


async def test_searches_never_block_other_processes(
    postgresql_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await check_visitors(Seeker, postgresql_url, caplog, is_disturbed=False)
