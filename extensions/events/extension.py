"""What events hang into the program."""

from __future__ import annotations

from collections.abc import Mapping

from bot.events import news
from bot.events.calendar import HiddenEntries
from bot.events.champions import ChampionRolePage
from bot.events.entering import EventControls
from bot.events.events import EventCommands
from bot.events.opening import CupCommands
from bot.interface.front import Front
from club.events import downtime
from club.events.events import Events
from extensions.extension import Chore, Extension


def _chores(front: Front) -> Mapping[str, Chore]:
    calendar = HiddenEntries(front.client, front.club)
    return {"events": Events(front.club).advance, "calendar": calendar.remove}


EXTENSION = Extension(
    cogs=(CupCommands, EventCommands, EventControls, ChampionRolePage),
    pages="web.events.events",
    chores=_chores,
)
__all__ = ["EXTENSION", "downtime", "news"]
