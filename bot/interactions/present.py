"""The interaction being handled, as context variables that subtasks inherit."""

from __future__ import annotations

from contextvars import ContextVar

present_interaction: ContextVar[int | None] = ContextVar("present_interaction", default=None)
"""The id of the current interaction, None outside interactions."""

arrived_at: ContextVar[float | None] = ContextVar("arrived_at", default=None)
"""When the current interaction arrived, in the event loop's time. None outside interactions."""
