"""All commands and controls. Add new ones here. Deliverers of posts are found by their marks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from bot import challenges, matches, members, ratings, servers
from bot.challenges.challenges import ChallengeCommands
from bot.challenges.forms import ChallengeForms
from bot.interface.front import FrontCog
from bot.matches.archive import ArchiveControls
from bot.matches.endings import ModerationCommands, ResignAndAbortCommands
from bot.matches.following import FollowingCommands
from bot.matches.history import HistoryCommands
from bot.matches.match_lists import BoardCommands, MatchListCommands
from bot.matches.offers import AgreementCommands
from bot.matches.play import HintCommands, PlayCommands, PlayPanel
from bot.matches.vacancies import VacancyCommands
from bot.members.blocks import BlockCommands
from bot.members.help import HelpCommands
from bot.members.languages import ServerLanguagePage
from bot.members.own_day import OwnDayControls
from bot.members.preferences import PreferenceCommands
from bot.members.privacy import PrivacyCommands
from bot.members.rules import RulesCommands
from bot.members.sessions import WebSessionCommands
from bot.members.vacations import VacationCommands
from bot.ratings.leaderboards import LeaderboardCommands
from bot.ratings.profiles import ProfileCommands
from bot.ratings.summaries import AnnouncementsPage
from bot.servers.audit import ChangeLog
from bot.servers.forum import MatchForumPage
from bot.servers.pages import WebPagesPage
from bot.servers.settings import OtherServersPage, SettingsCommands
from extensions.extension import Extension

CORE: tuple[type[FrontCog], ...] = (
    HelpCommands,
    ChallengeCommands,
    ChallengeForms,
    PlayCommands,
    PlayPanel,
    BoardCommands,
    HistoryCommands,
    HintCommands,
    MatchListCommands,
    ArchiveControls,
    LeaderboardCommands,
    ProfileCommands,
    AgreementCommands,
    VacancyCommands,
    FollowingCommands,
    ResignAndAbortCommands,
    VacationCommands,
    PreferenceCommands,
    OwnDayControls,
    ServerLanguagePage,
    PrivacyCommands,
    WebSessionCommands,
    BlockCommands,
    RulesCommands,
    SettingsCommands,
    ChangeLog,
    WebPagesPage,
    OtherServersPage,
    MatchForumPage,
    AnnouncementsPage,
    ModerationCommands,
)
"""The core's classes of commands and controls, in the order of registration with Discord."""


def with_those_of(extensions: Iterable[Extension]) -> tuple[type[FrontCog], ...]:
    """Return all classes of commands and controls, those of extensions last."""
    return (*CORE, *(cog for extension in extensions for cog in extension.cogs))


@cache
def import_all() -> None:
    """Import all modules of the rooms, and with them the deliverers of posts."""
    for room in (challenges, matches, members, ratings, servers):
        for module in iter_modules(room.__path__, f"{room.__name__}."):
            import_module(module.name)
