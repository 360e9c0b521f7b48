"""Sample lessons of Skirt, for tests independent of the real ones."""

from __future__ import annotations

import pytest

from rules.skirt.game import Skirt
from rules.skirt.position import SkirtPosition
from rules.teaching import Lesson, Task

_JUMP = SkirtPosition.set_up(5, white=["a3", "c3"], black=["b3", "e2"])
_WIN = SkirtPosition.set_up(4, white=["d1", "d2", "d3", "d5", "d6"], black=["a1", "b2", "g4"])

JUMP = Lesson(
    "jump",
    "Jump over a row",
    "The row next to your outer stone is jumped. Start from a3 and place beyond b3 and c3.",
    _JUMP.encode(),
    (
        Task(
            ("(a3)-d3",),
            "You jumped b3 and c3 together.",
            "Start from a3, and go over the two stones next to it.",
            {"(a3)-b4": "Nothing is jumped on the way to b4."},
            reply=("a5-b5",),
        ),
        Task(("a1-b2", "b1-b2"), "Two stones in line.", "Place on b2."),
    ),
)
WIN = Lesson(
    "win",
    "Connect two opposite sides",
    "A chain between opposite sides wins at once. Find the stone that is missing.",
    _WIN.encode(),
    (Task(("d7-d4",), "Connected, and won.", "One cell of row d is on the edge."),),
)
LESSONS = (JUMP, WIN)


def install(patch: pytest.MonkeyPatch) -> None:
    """Replace the lessons of Skirt with these."""
    patch.setattr(Skirt, "lessons", LESSONS)
