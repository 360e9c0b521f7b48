"""Samples for slow tests.

`STAIRWELL_TEST_WHOLE=1 make test-slow` tests everything.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WHOLE = bool(os.environ.get("STAIRWELL_TEST_WHOLE"))

CHOICE = 3_321_849_630
"""What chooses the samples. Another number, now and then, gives other tests their turn."""


def sample(items: Sequence[T], one_in: int, *, shift: int = 0) -> Sequence[T]:
    """Return every n-th item.

    :param shift: an offset, for different samples of tests that begin alike.
    """
    return items if WHOLE else items[(CHOICE + shift) % one_in :: one_in]
