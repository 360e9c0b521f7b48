"""Which interaction is being handled, for whatever is said about it: a task that one of them set
off knows it, and every task that it begins."""

from __future__ import annotations

from contextvars import ContextVar

present_interaction: ContextVar[int | None] = ContextVar("present_interaction", default=None)
"""The id of the interaction; None where nobody asked for what is being done."""
