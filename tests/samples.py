"""Samples of what takes long to test whole: `STAIRWELL_TEST_WHOLE=1 make test-slow` takes all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import TypeVar

T = TypeVar("T")

WHOLE = bool(os.environ.get("STAIRWELL_TEST_WHOLE"))


def sampled(items: Sequence[T], one_in: int, *, shift: int = 0) -> Sequence[T]:
    """Return one in so many, other ones each day, so that in time all of them are taken.

    :param shift: sets the samples of one day apart.
    """
    first = (date.today().toordinal() + shift) % one_in
    return items if WHOLE else items[first::one_in]
