"""Codes of the reasons why a try is wrong."""

from __future__ import annotations

LOSES = "loses"
"""The other side wins by force, as the line begins: in `number` turns of its own."""
ESCAPES = "escapes"
"""After the reply in the line there is no win any more in the `number` turns that would be left."""
LOST = "lost"
"""The move itself ends the match, and doesn't win it."""
PASSES = "passes"
"""The turn counts at most `number` passes now, as `line` goes on."""
BETTER = "better"
"""The best turn, `line`, counts `number` passes."""
