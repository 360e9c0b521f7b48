"""Control ids: what a button or menu stands for, readable and complete, in at most 100 characters.

`sw|play|17|5` is the verb `play` on match 17 at its version 5. Everything that a click needs is in
the id, so that it works after any restart; nothing waits in memory.
"""

from __future__ import annotations

PREFIX = "sw"
SEPARATOR = "|"


def control(verb: str, *arguments: object) -> str:
    """The id of a control.

    >>> control("play", 17, 5)
    'sw|play|17|5'
    """
    return SEPARATOR.join((PREFIX, verb, *(str(each) for each in arguments)))
