"""Advancing the clock of the preview."""

from __future__ import annotations

from datetime import timedelta

import pytest

from preview.preview import time_in


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("6h", timedelta(hours=6)),
        (" 14 D\n", timedelta(days=14)),
        ("", timedelta(days=1)),
        ("0d", timedelta()),
    ],
)
def test_a_line_names_hours_or_days(text: str, time: timedelta) -> None:
    assert time_in(text) == time


@pytest.mark.parametrize("text", ["3", "-1d", "3w", "1d 6h", "1000d", "²d", "quit"])
def test_invalid_times_are_ignored(text: str) -> None:
    assert time_in(text) is None
