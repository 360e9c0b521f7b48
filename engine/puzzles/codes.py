"""Codes of the reasons why a try is wrong."""

from __future__ import annotations

LOSES = "loses"
"""The other side wins by force, as the line begins: in `number` turns of its own."""
ESCAPES = "escapes"
"""After the reply in the line there is no win any more in the `number` turns that would be left."""
LOST = "lost"
"""The move itself ends the match, and doesn't win it."""
POINTS = "points"
"""The turn scores at most `number` points now, as `line` goes on."""
BETTER = "better"
"""The best turn, `line`, scores `number` points."""
