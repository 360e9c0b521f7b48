"""What studying matches hangs into the program."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interface.front import Front
from bot.members.help import add_to_help
from extensions.extension import Chore, Extension
from extensions.study.bot import good_matches
from extensions.study.bot.conditional_moves import ConditionalCommands
from extensions.study.bot.explore import ExploreCommands
from extensions.study.bot.guessing import GuessingCommands
from extensions.study.bot.kept_lines import KeptLineCommands
from extensions.study.bot.notes import NoteCommands
from extensions.study.bot.reviews import ReviewCommands
from extensions.study.club.study import Study
from extensions.study.presentation import holdings

add_to_help("conditional", "during", before="pause")
add_to_help("review", "back", before="history")


def _chores(front: Front) -> Mapping[str, Chore]:
    return {"usual_moves": front.club.part(Study).count_usual_moves}


EXTENSION = Extension(
    cogs=(
        ExploreCommands,
        ReviewCommands,
        NoteCommands,
        KeptLineCommands,
        ConditionalCommands,
        GuessingCommands,
    ),
    pages="extensions.study.web",
    chores=_chores,
)
__all__ = ["EXTENSION", "good_matches", "holdings"]
