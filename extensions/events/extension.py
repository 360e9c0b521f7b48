"""What events hang into the program."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interface.front import Front
from bot.members.help import add_to_help
from extensions.events.bot import news
from extensions.events.bot.calendar import HiddenEntries
from extensions.events.bot.champions import ChampionRolePage
from extensions.events.bot.entering import EventControls
from extensions.events.bot.events import EventCommands, EventMatches
from extensions.events.bot.opening import CupCommands
from extensions.events.club import downtime
from extensions.events.club.events import Events
from extensions.extension import Chore, Extension

add_to_help("cup", "play", before="rules")
add_to_help("event", "play", before="rules")


def _chores(front: Front) -> Mapping[str, Chore]:
    calendar = HiddenEntries(front.client, front.club)
    return {"events": front.club.part(Events).advance, "calendar": calendar.remove}


EXTENSION = Extension(
    cogs=(CupCommands, EventCommands, EventControls, EventMatches, ChampionRolePage),
    pages="extensions.events.web.events",
    chores=_chores,
)
__all__ = ["EXTENSION", "downtime", "news"]
