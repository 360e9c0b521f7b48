"""Ids of controls, which carry their complete state in at most 100 readable characters.

`sw|play|17|5` is the verb `play` on match 17 at version 5. Nothing is kept in memory, so controls
work after any restart.
"""

from __future__ import annotations

PREFIX = "sw"
SEPARATOR = "|"


def control(verb: str, *arguments: object) -> str:
    """Return the id of a control.

    >>> control("play", 17, 5)
    'sw|play|17|5'
    """
    return SEPARATOR.join((PREFIX, verb, *(str(each) for each in arguments)))
