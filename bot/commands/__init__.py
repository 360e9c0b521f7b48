"""Slash commands and controls, a class per related group."""

from __future__ import annotations

from bot.commands.challenges.challenge import ChallengeCommands
from bot.commands.challenges.challenge_list import ChallengeListCommands
from bot.commands.challenges.forms import ChallengeForms
from bot.commands.community.announcements import AnnouncementControls
from bot.commands.community.block import BlockCommands
from bot.commands.community.help import HelpCommands
from bot.commands.community.language import LanguageCommands
from bot.commands.community.leaderboard import LeaderboardCommands
from bot.commands.community.match_forum import MatchForumControls
from bot.commands.community.other_servers import OtherServerControls
from bot.commands.community.preferences import PreferenceCommands
from bot.commands.community.privacy import PrivacyCommands
from bot.commands.community.profile import ProfileCommands
from bot.commands.community.rules import RulesCommands
from bot.commands.community.settings import SettingsCommands
from bot.commands.community.vacation import VacationCommands
from bot.commands.community.web_pages import WebPageControls
from bot.commands.community.web_sessions import WebSessionCommands
from bot.commands.events.champion_role import ChampionRoleControls
from bot.commands.events.cup import CupCommands
from bot.commands.events.event_commands import EventCommands
from bot.commands.events.event_controls import EventControls
from bot.commands.front_cog import FrontCog
from bot.commands.lessons.learn import LearnCommands
from bot.commands.matches.agreements import AgreementCommands
from bot.commands.matches.board import BoardCommands
from bot.commands.matches.conditional import ConditionalCommands
from bot.commands.matches.following import FollowingCommands
from bot.commands.matches.hint import HintCommands
from bot.commands.matches.history import HistoryCommands
from bot.commands.matches.match_lists import MatchListCommands
from bot.commands.matches.moderation import ModerationCommands
from bot.commands.matches.play import PlayCommands
from bot.commands.matches.play_panel import PlayPanel
from bot.commands.matches.pool import PoolCommands
from bot.commands.matches.resign_and_abort import ResignAndAbortCommands
from bot.commands.matches.review import ReviewCommands
from bot.commands.puzzles.daily import DailyPuzzleControls
from bot.commands.puzzles.puzzle import PuzzleCommands

ALL: tuple[type[FrontCog], ...] = (
    HelpCommands,
    ChallengeCommands,
    ChallengeForms,
    PoolCommands,
    PlayCommands,
    PlayPanel,
    BoardCommands,
    HistoryCommands,
    HintCommands,
    ReviewCommands,
    MatchListCommands,
    ChallengeListCommands,
    LeaderboardCommands,
    ProfileCommands,
    CupCommands,
    EventCommands,
    EventControls,
    AgreementCommands,
    FollowingCommands,
    ConditionalCommands,
    ResignAndAbortCommands,
    VacationCommands,
    PreferenceCommands,
    LanguageCommands,
    PrivacyCommands,
    WebSessionCommands,
    BlockCommands,
    RulesCommands,
    LearnCommands,
    PuzzleCommands,
    DailyPuzzleControls,
    SettingsCommands,
    WebPageControls,
    OtherServerControls,
    MatchForumControls,
    AnnouncementControls,
    ChampionRoleControls,
    ModerationCommands,
)
"""All classes of commands and controls, in the order of registration with Discord."""
