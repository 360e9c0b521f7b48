"""All commands, controls and deliverers of posts. Add new ones here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.challenges.cards import ChallengeCards, Invitations
from bot.challenges.challenges import ChallengeCommands, ChallengeListCommands
from bot.challenges.making import ChallengeForms
from bot.challenges.pool import PoolCommands, PoolNotices
from bot.events.cards import EventCards
from bot.events.champions import ChampionRolePage, Champions
from bot.events.entering import EventControls
from bot.events.events import EventCommands
from bot.events.news import EventNews
from bot.events.opening import CupCommands
from bot.interface.delivery import Deliverer
from bot.interface.front import FrontCog
from bot.interface.languages import Languages
from bot.matches.card_posts import Boards, Refreshes, Removals, Strays, Strips
from bot.matches.cards import CardPages
from bot.matches.endings import ModerationCommands, ResignAndAbortCommands
from bot.matches.following import FollowedResults, FollowingCommands
from bot.matches.hints import HintCommands
from bot.matches.history import HistoryCommands
from bot.matches.homes import ChannelThreads, ForumPosts, PostTags
from bot.matches.match_lists import BoardCommands, MatchListCommands
from bot.matches.notes import NoteCommands
from bot.matches.notices import Digests, DirectMessages
from bot.matches.offers import AgreementCommands
from bot.matches.planned_lines import ConditionalCommands
from bot.matches.play import PlayCommands, PlayPanel
from bot.matches.pulled_cards import PulledCards
from bot.matches.reviews import ReviewCommands
from bot.members.blocks import BlockCommands
from bot.members.help import HelpCommands
from bot.members.languages import LanguageCommands, ServerLanguagePage
from bot.members.preferences import PreferenceCommands
from bot.members.privacy import PrivacyCommands
from bot.members.sessions import WebSessionCommands
from bot.members.vacations import VacationCommands
from bot.ratings.leaderboards import LeaderboardCommands
from bot.ratings.profiles import ProfileCommands
from bot.ratings.summaries import AnnouncementsPage, MonthlySummaries
from bot.servers.audit import ChangeLog
from bot.servers.forum import MatchForumPage
from bot.servers.greetings import Greetings
from bot.servers.pages import WebPagesPage
from bot.servers.settings import OtherServersPage, SettingsCommands
from bot.training.daily import (
    DailyPuzzleCards,
    DailyPuzzleControls,
    DailyPuzzlePage,
    DailySolutionCards,
    PuzzleTables,
)
from bot.training.lessons import LearnCommands
from bot.training.puzzles import PuzzleCommands
from bot.training.rules import RulesCommands
from club.club import Club
from club.outbox import kinds
from club.outbox.kinds import Post

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
    NoteCommands,
    ConditionalCommands,
    ResignAndAbortCommands,
    VacationCommands,
    PreferenceCommands,
    LanguageCommands,
    ServerLanguagePage,
    PrivacyCommands,
    WebSessionCommands,
    BlockCommands,
    RulesCommands,
    LearnCommands,
    PuzzleCommands,
    DailyPuzzleControls,
    DailyPuzzlePage,
    SettingsCommands,
    ChangeLog,
    WebPagesPage,
    OtherServersPage,
    MatchForumPage,
    AnnouncementsPage,
    ChampionRolePage,
    ModerationCommands,
)
"""All classes of commands and controls, in the order of registration with Discord."""


class Posting:
    """The deliverers by kind of post."""

    def __init__(
        self,
        client: discord.Client,
        club: Club,
        languages: Languages,
        *,
        opens_threads: bool = True,
    ) -> None:
        tables = PuzzleTables(club)
        pages = CardPages(club)
        removals = Removals(client)
        homes = ForumPosts(client), ChannelThreads(client, club.challenges)
        self.pulled_cards = PulledCards(club, pages)
        self.challenge_cards = ChallengeCards(client, club, languages)
        self.champions = Champions(client, club, languages)
        self.greetings = Greetings(client, club)
        self.summaries = MonthlySummaries(client, club, tables)
        self.deliverers: Mapping[type[Post], Deliverer[Any]] = {
            kinds.BoardPost: Boards(client, club, pages, homes if opens_threads else ()),
            kinds.StripPost: Strips(client, club),
            kinds.RemovalPost: removals,
            kinds.StrayPost: Strays(club, removals),
            kinds.RefreshPost: Refreshes(client, club, pages),
            kinds.TagsPost: PostTags(client, club),
            kinds.ChallengePost: self.challenge_cards,
            kinds.InvitationPost: Invitations(client, club, self.challenge_cards),
            kinds.DirectPost: DirectMessages(client, club, languages),
            kinds.DigestPost: Digests(client, club, languages),
            kinds.FollowedPost: FollowedResults(client, club, languages),
            kinds.PoolPost: PoolNotices(client, club, languages),
            kinds.SummaryPost: self.summaries,
            kinds.GreetingPost: self.greetings,
            kinds.EventPost: EventCards(client, club, self.champions, opens_threads=opens_threads),
            kinds.EventNewsPost: EventNews(client, club),
            kinds.PuzzlePost: DailyPuzzleCards(client, club, tables),
            kinds.PuzzleOverPost: DailySolutionCards(client, club, tables),
        }
