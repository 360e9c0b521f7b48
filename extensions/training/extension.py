"""What training hangs into the program."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interface.front import Front
from extensions.extension import Chore, Extension
from extensions.training.bot.daily import DailyPuzzleControls, DailyPuzzlePage
from extensions.training.bot.lessons import LearnCommands
from extensions.training.bot.puzzles import PuzzleCommands
from extensions.training.club.daily import DailyPuzzles


def _chores(front: Front) -> Mapping[str, Chore]:
    return {"puzzles": front.club.part(DailyPuzzles).queue_due}


EXTENSION = Extension(
    cogs=(LearnCommands, PuzzleCommands, DailyPuzzleControls, DailyPuzzlePage),
    pages="extensions.training.web",
    chores=_chores,
)
