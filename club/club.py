"""The club: all services on one store, and notes that a front keeps there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from random import Random, SystemRandom
from typing import Any, TypeVar

from club.audit import Audit
from club.challenges.challenges import Challenges
from club.challenges.meeting import Meetings
from club.challenges.rematches import Rematches
from club.matches.alarms import Nudges
from club.matches.computers import Background, Opponents
from club.matches.finding import Archive, MatchFinder
from club.matches.following import Follows
from club.matches.homes import Homes, RefusedMessages
from club.matches.offers import Offers
from club.matches.play import Matches
from club.matches.vacancies import Vacancies
from club.members.blocks import Blocks
from club.members.languages import Languages
from club.members.membership import Directory, Membership, NoDirectory
from club.members.own_days import OwnDays
from club.members.preferences import PersonalPreferences
from club.members.privacy import PersonalData
from club.members.sessions import WebSessions
from club.members.vacations import Vacations
from club.ratings.leaderboards import Leaderboards
from club.ratings.live_leaderboards import LiveLeaderboards
from club.ratings.profiles import Profiles
from club.ratings.summaries import MonthlySummaries
from club.servers.pages import Pages
from club.servers.settings import Settings
from club.uptime import SWEEP, Uptime
from engine.serving.pool import Pool
from storage.database import key_values
from storage.database.shards import ALL, Shards
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction

Part = TypeVar("Part")

INVITE = "invite"
"""The name of the link that invites the bot to a server."""

OWN_USER = "own_user"
"""The name of the bot's user id and name, with a space between them."""


Leaving = Callable[["Club", int], Awaitable[object]]
"""Lets a user leave what they take part in, however it goes on without them."""

_LEAVING: list[Leaving] = []


def leaves(leave: Leaving) -> Leaving:
    """Mark what a user leaves before their data is deleted."""
    _LEAVING.append(leave)
    return leave


class FrontNotes:
    """Stores texts by name."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, name: str) -> str | None:
        """Return a text, or None if there is none."""
        return await self._store.read(lambda tx: key_values.get(tx, name))

    @transactional
    async def put(self, tx: Transaction, notes: Mapping[str, str]) -> None:
        """Store texts in one transaction."""
        for name, text in notes.items():
            await key_values.put(tx, name, text)


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
    :param sweep: the interval between rounds of chores.
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
        sweep: timedelta = SWEEP,
        web_url: str | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.shards = shards
        self.uptime = Uptime(store, clock, sweep, shards)
        random, directory = random or SystemRandom(), directory or NoDirectory()
        self.random, self.directory = random, directory
        self._parts: dict[Callable[[Club], object], Any] = {}
        self.membership = Membership(store, directory, clock)
        self.challenges = Challenges(store, self.membership, clock, random, self.uptime.running)
        self.rematches = Rematches(store, self.challenges, self.membership, clock, random)
        self.meetings = Meetings(store, self.membership)
        self.matches = Matches(store, clock, self.uptime.running, self.uptime.runs_elsewhere)
        self.homes = Homes(store, self.matches, directory, self.membership, clock)
        self.match_finder = MatchFinder(store, self.matches)
        self.archive = Archive(store, self.matches)
        self.offers = Offers(store, self.matches, clock)
        self.nudges = Nudges(store, clock)
        self.vacancies = Vacancies(self.matches)
        self.vacations = Vacations(store, clock, self.matches.alarms.wake)
        self.own_days = OwnDays(self.vacations)
        self.preferences = PersonalPreferences(store, clock)
        self.blocks = Blocks(store, clock)
        self.follows = Follows(store, clock)
        self.audit = Audit(store, clock)
        self.languages = Languages(store, clock)
        self.personal_data = PersonalData(
            store,
            self.languages,
            clock,
            leave=self._leave_all,
            resign=self.matches.resign,
        )
        self.leaderboards = Leaderboards(store, self.membership, clock)
        self.live_leaderboards = LiveLeaderboards(store, clock)
        self.monthly_summaries = MonthlySummaries(store, self.membership, clock)
        self.settings = Settings(store, clock, self.languages, self.membership)
        self.refused_messages = RefusedMessages(store, clock)
        self.front_notes = FrontNotes(store)
        self.pages = Pages(store, self.matches, web_url)
        self.web_sessions = WebSessions(store, clock, web_url)
        self.profiles = Profiles(store, clock)
        self.background = Background(starts_immediately=thinks)
        self.opponents = Opponents(store, self.matches, self.offers, self.background, pool, shards)
        self.matches.subscribe(self.opponents.take_up)

    async def _leave_all(self, user_id: int) -> None:
        for leave in _LEAVING:
            await leave(self, user_id)

    def part(self, kind: Callable[[Club], Part]) -> Part:
        """Return the services of an extension, made when they are first needed."""
        if kind not in self._parts:
            self._parts[kind] = kind(self)
        return self._parts[kind]
