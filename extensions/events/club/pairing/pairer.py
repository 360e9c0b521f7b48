"""Pairing of Swiss rounds in a separate process, off the event loop."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from extensions.events.club.pairing.swiss_worker import Pair, Request
    from extensions.events.club.pairing.tables import Seating, Table


PATIENCE = 120
"""Timeout of a pairing in seconds, after which it is retried later."""

PAIRING = "py4swiss"
"""The pairing library, which isn't available for Linux on ARM."""


def can_pair(library: str = PAIRING) -> bool:
    """Whether two-player rounds can be paired on this machine."""
    return find_spec(library) is not None


class Pairer(Protocol):
    """Pairs rounds."""

    async def pair(self, request: Request) -> list[Pair]:
        """Return the pairs of the next round. The first of a pair moves first. 0 is a bye."""
        ...

    async def seat(self, seating: Seating) -> list[Table]:
        """Return the tables of three of the next round."""
        ...


class CannotPair(Exception):
    """The pairing worker failed."""


class WorkerPairer:
    """Starts a new process for each round. Rounds are days apart, so none is kept running."""

    async def pair(self, request: Request) -> list[Pair]:
        """Return the pairs of the next round.

        :raises CannotPair: if the process fails or takes too long.
        """
        answer = await _run_worker("extensions.events.club.pairing.swiss_worker", request)
        return [cast("Pair", tuple(each)) for each in answer]

    async def seat(self, seating: Seating) -> list[Table]:
        """Return the tables of three of the next round.

        :raises CannotPair: if the process fails or takes too long.
        """
        answer = await _run_worker("extensions.events.club.pairing.tables", seating)
        return [cast("Table", tuple(each)) for each in answer]


async def _run_worker(module: str, request: Request | Seating) -> list[list[int]]:
    """Run a worker module on a JSON request and return its JSON answer."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        communication = process.communicate(json.dumps(request).encode())
        answer, errors = await asyncio.wait_for(communication, PATIENCE)
    except TimeoutError:
        raise CannotPair("pairing timed out") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise CannotPair(errors.decode(errors="replace"))
    return json.loads(answer)
