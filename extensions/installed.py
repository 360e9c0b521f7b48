"""The extensions of this program. Nothing else names one; `making.without` deletes its lines."""

from __future__ import annotations

from extensions.extension import Extension
from extensions.pool import EXTENSION as POOL

INSTALLED: tuple[Extension, ...] = (
    POOL,
)  # fmt: skip
