"""A simulated community with matches and events, for demonstrations and experiments.

Its members play random moves, some better than others, through the real services. Simulated months
pass event by event: a challenge, an answer, a turn, a clock. No messages are sent.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from club.club import Club
from club.matches.match import Match
from club.paces import DAY, HOUR, MINUTE
from engine.opponent import greedy_move, random_move
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import outbox
from storage.database.store import Store, direct_store, transactional
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, Terms
from storage.members import membership, preferences
from storage.members.membership import Member
from storage.ratings import ratings as stored_ratings

SPAN = timedelta(days=240)
"""Time since the first match."""

LONG = 60
"""Number of moves of a long match."""

BRISK = 600
"""Number of matches of a community as old as `SPAN`. With fewer, it is younger but as active."""

MIN_SPAN = timedelta(days=45)

VIEWERS = 3
"""Number of viewers, who play more than others so that they have something to look at."""

CIRCLE = (3, 12)
"""Minimum and maximum number of a game's regulars, who play each other and fill its leaderboard."""

AMONG_REGULARS = 0.85
"""Share of matches between regulars."""

FIRST_MATCHES = 12
"""Number of first matches per game played by its regulars, to fill every leaderboard early."""

HALF_A_DAY = timedelta(hours=12)


Event = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Habits:
    """The playing habits of a member."""

    person: Participant
    skill: float
    """Probability of looking for a good move."""
    activity: float
    """Weight of how often they play."""
    pause: timedelta
    """Average time per turn."""
    games: Sequence[Game]
    """Their games, with repeated favourites."""
    begins_at: datetime
    ends_at: datetime


_PACES = ("none", "1h", "1d", "3d", "3d", "7d", "3d+12h<5d")


class Community:
    """The members and their matches, from the first challenge to the present."""

    def __init__(
        self,
        store: Store,
        place: Place,
        persons: Sequence[Participant],
        now: datetime,
        random: Random,
        matches: int,
    ) -> None:
        self._span = max(MIN_SPAN, SPAN * min(1.0, matches / BRISK))
        self._now = now - self._span
        self._end = now
        self._random = random
        self._store = store
        assert place.guild_id is not None
        self._place, self._guild_id = place, place.guild_id
        # Between two events of the simulation, the bot is online.
        club = Club(store, lambda: self._now, random=random, sweep=self._span)
        self._uptime = club.uptime
        # Not imported where the extension is switched off or was left out.
        events: Any = import_module("preview.events") if find_spec("extensions.events") else None
        self._planned = events.PLANNED if events else ()
        self._events = events and events.DemoEvents(club, self._guild_id, place.channel_id)
        self._matches = club.matches
        self._challenges = club.challenges
        self._offers = club.offers
        self._habits = [self._habits_of(person, number) for number, person in enumerate(persons)]
        self._by_id = {habit.person.user_id: habit for habit in self._habits}
        self._circles = self._regulars(matches)
        self._agenda: list[tuple[datetime, int, Event]] = []
        self._number = itertools.count()
        self._turns = 0
        """Number of challenges by regulars so far."""
        self._abandoned_at: dict[int, int] = {}
        """The ply at which a match is abandoned, by match."""

    async def live(self, matches: int, report: Callable[[int, int], None]) -> None:
        """Simulate until now, with a number of matches."""
        await self._uptime.set_online()
        last = self._end - timedelta(hours=12)
        started = 0

        async def challenge() -> None:
            nonlocal started
            await self._challenge(is_accepted=True)
            started += 1
            report(started, matches)

        for _ in range(matches):
            # A growing community has more matches later on.
            self._at(
                last - (self._span - HALF_A_DAY) * (1 - self._random.random() ** 0.7), challenge
            )
        for _ in range(matches // 20):
            at = self._end - self._span * self._random.random()
            self._at(at, lambda: self._challenge(is_accepted=False))
        for days in range(self._span // DAY):
            self._at(self._end - days * DAY, self._tidy_up)
        for hours in (1, 4, 9, 15):
            self._at(self._end - hours * HOUR, lambda: self._challenge(is_accepted=False))
        for planned in self._planned:
            self._at(self._end - planned.ago, partial(self._open_event, planned))
            for halves in range(2 * (planned.ago // DAY)):
                self._at(self._end - halves * HALF_A_DAY, self._advance_events)
        while self._agenda:
            self._now, _, event = heapq.heappop(self._agenda)
            if self._now > self._end:
                break
            await event()
        self._now = self._end
        await self._uptime.set_online()
        await self._tidy_up()

    @transactional
    async def let_members_leave(self, tx: Transaction) -> None:
        """Let some members leave the server, and one the global leaderboards."""
        guild_id = self._guild_id
        for habits in self._habits[10:32:11]:
            user_id, name = habits.person.user_id, habits.person.name
            await membership.save(tx, [Member(guild_id, user_id, name, False, self._end)])
            await stored_ratings.hide(tx, user_id, guild_id, True)
        for habits in self._habits[8:9]:
            person = preferences.Preferences(habits.person.user_id, is_shown_globally=False)
            await preferences.save(tx, person)
            await stored_ratings.hide(tx, person.user_id, stored_ratings.EVERYWHERE, True)

    def _habits_of(self, person: Participant, number: int) -> Habits:
        random, span, end = self._random, self._span, self._end
        favourites = random.sample(list(GAMES.values()), k=random.randint(1, len(GAMES)))
        is_gone, is_new, is_viewer = number % 11 == 10, number % 7 == 5, number < VIEWERS
        return Habits(
            person,
            skill=random.random(),
            activity=5.0 if is_viewer else min(random.paretovariate(1.2), 12.0),
            pause=timedelta(hours=random.uniform(1, 14)),
            games=(*favourites, *favourites[:1] * 3),
            begins_at=end - (span * random.uniform(0.1, 0.4) if is_new else span),
            ends_at=end - span * random.uniform(0.3, 0.6) if is_gone else end,
        )

    def _regulars(self, matches: int) -> list[tuple[Game, list[Habits]]]:
        """Return the regulars of each game, including a viewer."""
        current = [habit for habit in self._habits if habit.ends_at == self._end]
        staying = [each for each in current if each.begins_at == self._end - self._span] or current
        least, most = CIRCLE
        size = min(len(staying), max(least, min(most, matches // 20)))
        viewers, others = staying[:VIEWERS], staying[VIEWERS:]
        circles: list[tuple[Game, list[Habits]]] = []
        for number, game in enumerate(GAMES.values()):
            first = number * (size - 1)
            rotated = [*others[first % max(1, len(others)) :], *others, *others]
            circle = dict.fromkeys([each.person.user_id for each in rotated][: size - 1])
            regulars = [viewers[number % len(viewers)], *(self._by_id[user] for user in circle)]
            circles.append((game, regulars if len(regulars) >= least else staying))
        return circles

    def _at(self, moment: datetime, event: Event) -> None:
        heapq.heappush(self._agenda, (moment, next(self._number), event))

    async def _open_event(self, planned: Any) -> None:
        """Let current members open an event and enter it, if possible."""
        current = [habit.person for habit in self._habits if habit.ends_at == self._end]
        with suppress(Refusal):
            await self._events.open(planned, current)
        await self._advance_events()

    async def _advance_events(self) -> None:
        for match_id in await self._events.advance():
            match = await self._matches.find(match_id)
            if not match.is_over:
                self._schedule_visit(match, self._acts_at(match))

    async def _challenge(self, is_accepted: bool) -> None:
        random = self._random
        candidates = [
            habit for habit in self._habits if habit.begins_at <= self._now <= habit.ends_at
        ]
        circles = len(self._circles)
        if self._turns < FIRST_MATCHES * circles or random.random() < AMONG_REGULARS:
            # Round-robin, so that every game gets its matches.
            turn, place = divmod(self._turns, circles)
            self._turns += 1
            game, candidates = self._circles[place]
            challenger = candidates[turn % len(candidates)]
        else:
            (challenger,) = random.choices(
                candidates, [candidate.activity for candidate in candidates]
            )
            game = random.choice(challenger.games)
        options = game.choose(
            {
                option.key: random.choice((None, *option.values))
                for option in game.options
                if option.default
            }
        )
        others = [candidate for candidate in candidates if candidate != challenger]
        guests: list[Habits] = []
        for _ in game.seat_names(options)[1:]:
            weights = [each.activity * (4 if game in each.games else 1) for each in others]
            (guest,) = random.choices(others, weights)
            others.remove(guest)
            guests.append(guest)
        is_named = random.random() < 0.7
        new_challenge = await self._challenges.make(
            Terms(game.key, options, pace=random.choice(_PACES), rated=random.random() < 0.95),
            self._place,
            challenger.person,
            [guest.person for guest in guests] if is_named else [],
            seat=random.choice((None, None, 1)),
        )
        if is_accepted:
            answer = partial(self._accept, new_challenge.id, guests)
            self._at(self._now + random.uniform(1, 300) * MINUTE, answer)
        elif self._now < self._end - DAY and random.random() < 0.6:
            await self._challenges.cancel(new_challenge.id, challenger.person)

    async def _accept(self, challenge_id: int, guests: Sequence[Habits]) -> None:
        for guest in guests:
            challenge = await self._challenges.accept(challenge_id, guest.person)
            if challenge.match_id is not None:
                match = await self._matches.find(challenge.match_id)
                if match.pace.time is not None and self._random.random() < 0.06:
                    self._abandoned_at[match.id] = self._random.randrange(25)
                self._schedule_visit(match, self._acts_at(match))

    def _acts_at(self, match: Match) -> datetime | None:
        """Return when the player to move returns to a match, or None for never."""
        assert match.player_to_move is not None
        abandoned_at = self._abandoned_at.get(match.id)
        if abandoned_at is not None and match.ply >= abandoned_at:
            return None
        pause = self._by_id[match.player_to_move.user_id].pause
        if match.pace.time is not None:
            pause = min(pause, match.pace.time / 6)
        return self._now + self._random.expovariate(1) * pause + timedelta(seconds=20)

    def _schedule_visit(self, match: Match, acts_at: datetime | None) -> None:
        moments = [each for each in (acts_at, match.stored.wakes_at) if each is not None]
        self._at(min(moments), partial(self._visit, match, acts_at))

    async def _visit(self, match: Match, acts_at: datetime | None) -> None:
        """Let the player to move act, or the clock run out."""
        if acts_at is not None and acts_at <= self._now:
            try:
                match = await self._act(match)
            except Refusal:
                # The clock ran out first.
                match = await self._matches.find(match.id)
            acts_at = None if match.is_over else self._acts_at(match)
        else:
            await self._matches.alarms.wake(match.id)
            match = await self._matches.find(match.id)
        if not match.is_over:
            self._schedule_visit(match, acts_at)

    async def _act(self, match: Match) -> Match:
        """Answer an offer, resign, or make a turn.

        :raises Refusal: if the time has run out.
        """
        player, random = match.player_to_move, self._random
        assert player is not None
        habits = self._by_id[player.user_id]
        offer = match.offer("draw")
        if offer is not None and offer.seat != player.seat and random.random() < 0.6:
            return await self._offers.accept(match, player.user_id, offer.id)
        if match.may_be_aborted and random.random() < 0.01:
            return await self._matches.abort(match, player.user_id)
        resign_chance = 0.04 + 0.08 * (1 - habits.skill) + len(match.played) / LONG / 20
        if match.turn_number > 3 * len(match.players) and random.random() < resign_chance:
            return await self._matches.resign(match, player.user_id)
        is_late = match.turn_number > 12
        offers_draw = is_late and random.random() < 0.02 and match.game.has_draws
        while match.player_to_move == player:
            if random.random() < habits.skill:
                move = greedy_move(match.game.key, match.position, random)
            else:
                move = random_move(match.position, random)
            match = await self._matches.play(
                match.id, player.user_id, move, offers_draw=offers_draw
            )
        return match

    async def _tidy_up(self) -> None:
        """Close unanswered challenges, and delete all pending posts."""
        await self._challenges.expire()
        await self._store.write(lambda tx: outbox.clear(tx))


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """The parameters of a demo community."""

    matches: int
    random: Random
    is_added: bool = False
    """Whether the database may already contain matches."""
    has_hostile_names: bool = False
    """Whether its members have names that are hard to display, instead of ordinary ones."""


async def seed(
    database: Path,
    place: Place,
    persons: Sequence[Participant],
    plan: DemoPlan,
    *,
    now: datetime,
    report: Callable[[int, int], None] = lambda started, total: None,
) -> None:
    """Fill a SQLite file with a community and its matches, completely or not at all.

    :param persons: the members, at least three, the viewers of the preview first.
    :param report: called after each started match.
    :raises Refusal: `not_empty`.
    :raises storage.database.transaction.DatabaseError: if the file can't be used.
    """
    new_store = await Store.open(f"sqlite:///{database}")
    await new_store.close()
    with direct_store(database) as store:
        async with store.read() as tx:
            # Matches are numbered from 1, and never deleted.
            if not plan.is_added and await stored_matches.get(tx, 1) is not None:
                raise Refusal(
                    "not_empty",
                    f"{database} already has matches, and the invented ones would be mixed "
                    "with them.",
                )
        community = Community(store, place, persons, now, plan.random, plan.matches)
        await community.live(plan.matches, report)
        await community.let_members_leave()
