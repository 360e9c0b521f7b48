"""Samples for slow tests, different ones for each commit.

`STAIRWELL_TEST_WHOLE=1 make test-slow` tests everything.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

WHOLE = bool(os.environ.get("STAIRWELL_TEST_WHOLE"))


def _number_of_commit() -> int:
    """Return a number that is the same whenever this commit is tested, 0 without Git."""
    command = ("git", "rev-parse", "--short=8", "HEAD")
    try:
        shown = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(shown.stdout, 16)


COMMIT = _number_of_commit()
"""What chooses the samples, so that over many commits everything gets its turn."""


def sample(items: Sequence[T], one_in: int, *, shift: int = 0) -> Sequence[T]:
    """Return every n-th item, starting elsewhere for each commit.

    :param shift: an offset, for different samples of the same commit.
    """
    return items if WHOLE else items[(COMMIT + shift) % one_in :: one_in]
