"""What the tests of extensions add to those of the core."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from extensions.installed import NAMES

_FOLDER = Path(__file__).parent / "extensions"


def additions(module: str) -> list[Any]:
    """Import a module of each `tests/extensions/<name>/` that has one, such as `largest`."""
    path = f"{module.replace('.', '/')}.py"
    present = [each for each in NAMES if (_FOLDER / each / path).is_file()]
    return [import_module(f"tests.extensions.{each}.{module}") for each in present]
