"""Codes of the reasons why a try is wrong."""

from __future__ import annotations

LOSES = "loses"
"""The other side wins by force in `number` of its turns, starting with `line`."""
ESCAPES = "escapes"
"""After the reply in `line` there is no win within the remaining `number` turns."""
LOST = "lost"
"""The move itself ends the match, and doesn't win it."""
POINTS = "points"
"""The turn scores at most `number` points now, by `line`."""
BETTER = "better"
"""The best turn, `line`, scores `number` points."""
