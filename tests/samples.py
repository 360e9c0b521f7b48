"""Samples for slow tests.

`STAIRWELL_TEST_WHOLE=1 make test-slow` tests everything.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import TypeVar

T = TypeVar("T")

WHOLE = bool(os.environ.get("STAIRWELL_TEST_WHOLE"))


def daily_sample(items: Sequence[T], one_in: int, *, shift: int = 0, days: int = 1) -> Sequence[T]:
    """Return every n-th item, starting elsewhere each day so that all get their turn.

    :param shift: an offset, for different samples on the same day.
    :param days: the number of days for which a sample stays the same.
    """
    first = (date.today().toordinal() // days + shift) % one_in
    return items if WHOLE else items[first::one_in]
