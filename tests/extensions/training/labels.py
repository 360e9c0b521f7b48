"""Buttons on pages of the core, for `tests/additions.py`."""

LABELS = {"Learn"}
