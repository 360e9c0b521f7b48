"""The extensions of this program, and those that are switched on.

Nothing else names one; `making.without` deletes its lines.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extensions.extension import Extension

NAMES = (
    "events",
    "training",
    "teams",
    "study",
    "pool",
)  # fmt: skip
"""All extensions, in the order of what they add."""

TOOLS = {
    "statistics": ("extensions.training.bot.statistics", "Print how many people learn and play."),
}
"""Commands of `stairwell`: the module of each, and what it does."""


def switched_on(names: Collection[str] = NAMES) -> tuple[Extension, ...]:
    """Import some extensions, which adds their posts and parts of pages, and return them."""
    modules = (import_module(f"extensions.{each}.extension") for each in NAMES if each in names)
    return tuple(module.EXTENSION for module in modules)


def import_tables() -> None:
    """Import the tables of all extensions, also of those that are switched off."""
    for name in NAMES:
        import_module(f"extensions.{name}.storage")


def import_pages(names: Collection[str] = NAMES) -> None:
    """Import what some extensions add to the web pages."""
    for extension in switched_on(names):
        if extension.pages:
            import_module(extension.pages)
