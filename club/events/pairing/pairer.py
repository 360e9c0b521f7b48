"""Has rounds of Swiss tournaments paired in a process of its own, so that nobody else waits."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from club.events.pairing.swiss_worker import Pair, Request
    from club.events.pairing.tables import Seating, Table

PATIENCE = 120
"""Seconds after which a pairing is given up and tried again later."""

PAIRING = "py4swiss"
"""The library that pairs; it is not to be had for Linux on ARM."""


def can_pair(library: str = PAIRING) -> bool:
    """Whether rounds of two seats a match can be paired on this machine."""
    return find_spec(library) is not None


class Pairer(Protocol):
    """Pairs rounds."""

    async def pair(self, request: Request) -> list[Pair]:
        """Who meets whom in the next round; the first of a pair moves first, 0 is a bye."""
        ...

    async def seat(self, seating: Seating) -> list[Table]:
        """The tables of three of the next round."""
        ...


class CannotPair(Exception):
    """The worker has failed; its words are for the log."""


class WorkerPairer:
    """Starts a process for each round: rounds are days apart, so that none has to wait for any."""

    async def pair(self, request: Request) -> list[Pair]:
        """Who meets whom in the next round.

        :raises CannotPair: where the process fails or takes too long.
        """
        answer = await _answer("club.events.pairing.swiss_worker", request)
        return [cast("Pair", tuple(each)) for each in answer]

    async def seat(self, seating: Seating) -> list[Table]:
        """The tables of three of the next round.

        :raises CannotPair: where the process fails or takes too long.
        """
        answer = await _answer("club.events.pairing.tables", seating)
        return [cast("Table", tuple(each)) for each in answer]


async def _answer(program: str, question: Request | Seating) -> list[list[int]]:
    """What a program answers."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        program,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        talk = process.communicate(json.dumps(question).encode())
        answer, errors = await asyncio.wait_for(talk, PATIENCE)
    except TimeoutError:
        raise CannotPair("it took too long") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise CannotPair(errors.decode(errors="replace"))
    return json.loads(answer)
