"""The interaction being handled, as a context variable for logs, inherited by subtasks."""

from __future__ import annotations

from contextvars import ContextVar

present_interaction: ContextVar[int | None] = ContextVar("present_interaction", default=None)
"""The id of the current interaction, None outside interactions."""
