"""What the tests of extensions add to those of the core."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from extensions.installed import NAMES
from tests.bot.simulated import labels_of

_FOLDER = Path(__file__).parent / "extensions"


def additions(module: str) -> list[Any]:
    """Import a module of each `tests/extensions/<name>/` that has one, such as `largest`."""
    path = f"{module.replace('.', '/')}.py"
    present = [each for each in NAMES if (_FOLDER / each / path).is_file()]
    return [import_module(f"tests.extensions.{each}.{module}") for each in present]


def own_labels(message: Any) -> list[str]:
    """The labels of a message's buttons, but for those that extensions hang into the core."""
    theirs = {label for each in additions("labels") for label in each.LABELS}
    return [label for label in labels_of(message) if label not in theirs]
