"""The club, with all services on one store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random, SystemRandom

from club.agreements.offers import Offers
from club.challenges.challenges import Challenges
from club.challenges.rematches import Rematches
from club.clocks.uptime import Uptime
from club.clocks.vacations import Vacations
from club.computers.background import Background
from club.computers.opponents import Opponents
from club.computers.reviews import Reviews
from club.events.events import Events
from club.finding.match_finder import MatchFinder
from club.front_notes import FrontNotes
from club.lessons.lessons import Lessons
from club.matches.conditional_lines import ConditionalLines
from club.matches.homes import Homes
from club.matches.matches import Matches
from club.matches.refused_messages import RefusedMessages
from club.members.audit import Audit
from club.members.blocks import Blocks
from club.members.follows import Follows
from club.members.greetings import Greetings
from club.members.languages import Languages
from club.members.membership import Directory, Membership, NoDirectory
from club.members.personal_preferences import PersonalPreferences
from club.pages.pages import Pages
from club.pages.web_sessions import WebSessions
from club.personal_data import PersonalData
from club.pool.player_pool import PlayerPool
from club.puzzles.daily_puzzles import DailyPuzzles
from club.puzzles.puzzles import Puzzles
from club.ratings.leaderboards import Leaderboards
from club.ratings.live_leaderboards import LiveLeaderboards
from club.ratings.monthly_summaries import MonthlySummaries
from club.ratings.profiles import Profiles
from club.settings.settings import Settings
from engine.serving.pool import Pool
from storage.database.shards import ALL, Shards
from storage.database.store import Store


def _now() -> datetime:
    return datetime.now(UTC)


class Club:
    """All services of the club, for use by fronts.

    :param store: an open store, which the caller closes.
    :param clock: returns the current time, in any zone.
    :param random: deals and shuffles, by default with the operating system's random source.
    :param directory: looks up members of servers, by default nothing is looked up.
    :param pool: runs searches for computer opponents and is started by the caller. None switches
        them off. Matches that already have one continue with moves that need no search.
    :param thinks: whether to start background work automatically, instead of by the caller.
    :param shards: the shards whose guilds this process plays computers for.
    :param web_url: the address of the web pages, or None if there are none.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime] = _now,
        *,
        random: Random | None = None,
        directory: Directory | None = None,
        pool: Pool | None = None,
        thinks: bool = True,
        shards: Shards = ALL,
        web_url: str | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.uptime = Uptime(store, clock)
        random, directory = random or SystemRandom(), directory or NoDirectory()
        self.membership = Membership(store, directory, clock)
        self.homes = Homes(store, directory, self.membership, clock)
        self.challenges = Challenges(store, clock, random)
        self.rematches = Rematches(store, self.challenges, clock, random)
        self.player_pool = PlayerPool(store, self.membership, clock, random)
        self.matches = Matches(store, clock, self.uptime.clocks_run)
        self.events = Events(
            store,
            self.matches,
            self.membership,
            clock,
            random,
            clocks_run=self.uptime.clocks_run,
        )
        self.match_finder = MatchFinder(store, self.matches)
        self.offers = Offers(store, self.matches)
        self.conditional_lines = ConditionalLines(store, self.matches)
        self.vacations = Vacations(store, clock, self.matches.alarms.wake)
        self.preferences = PersonalPreferences(store, clock)
        self.blocks = Blocks(store, clock)
        self.follows = Follows(store, clock)
        self.audit = Audit(store, clock)
        self.languages = Languages(store, clock)
        self.lessons = Lessons(store, clock)
        self.puzzles = Puzzles(store, self.membership, clock, random)
        self.daily_puzzles = DailyPuzzles(store, clock)
        self.personal_data = PersonalData(
            store,
            self.languages,
            clock,
            leave_events=self.events.leave_all,
            resign=self.matches.resign,
        )
        self.leaderboards = Leaderboards(store, self.membership, clock)
        self.live_leaderboards = LiveLeaderboards(store, clock, shards)
        self.monthly_summaries = MonthlySummaries(store, self.membership, clock)
        self.settings = Settings(store, clock, self.languages)
        self.greetings = Greetings(store, clock)
        self.refused_messages = RefusedMessages(store, clock)
        self.front_notes = FrontNotes(store)
        self.pages = Pages(store, self.matches, web_url)
        self.web_sessions = WebSessions(store, clock, web_url)
        self.profiles = Profiles(store, clock)
        self.background = Background(starts_immediately=thinks)
        self.opponents = Opponents(store, self.matches, self.offers, self.background, pool, shards)
        self.reviews = Reviews(store, self.opponents, self.background, clock)
        self.matches.subscribe(self.opponents.take_up)
