"""The tables of all extensions, switched on or off: importing this adds them to the metadata."""

from __future__ import annotations

from importlib import import_module

from extensions.installed import NAMES

for _name in NAMES:
    import_module(f"extensions.{_name}.storage")
