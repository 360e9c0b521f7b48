"""What a typed text of Passtally names: spots, or a pile and cells. Whether that is legal is not
asked here."""

from __future__ import annotations

import re

from rules.position import Move

_BETWEEN = "[-–—, ]*"
_TEXT = re.compile(rf"(?:([0-9]+){_BETWEEN}:?)?{_BETWEEN}((?:[a-z][0-9]+{_BETWEEN})*)")


def steps_of(text: str) -> Move | None:
    """The steps that a text names, None where it is no notation.

    After a pile's number come cells. Without one, `e1` may be a cell or the spot `E1`: names are
    spots if each can be one, or if one can be nothing else, and otherwise cells.
    """
    read = _TEXT.fullmatch(text.casefold())
    if read is None or not read[0]:
        return None
    pile, rest = read[1], read[2]
    names: list[str] = re.findall("[a-z][0-9]+", rest)
    if pile is not None:
        return (pile, *names)
    letters = {name[0] for name in names}
    if letters <= set("nesw") or letters & set("nsw"):
        return tuple(name.upper() for name in names)
    return tuple(names)
