"""A match compared with a plain model, under random actions and process deaths."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from club.matches.play import Matches
from club.ratings import rating_book
from rules.refusal import Refusal
from storage.database.store import Store
from storage.matches.offers import Kind
from tests.club.crashing_store import CrashingStore, SimulatedCrash
from tests.club.matches.expected_match import PACES, TIME, ExpectedMatch
from tests.club.services import ADA, BEN, CY, Services, rating_rows
from tests.databases import new_file
from tests.samples import WHOLE

T = TypeVar("T")

SEATS = (ADA, BEN, CY)
MOVES = st.tuples(st.sampled_from((7, 0, 61, 120)), st.integers(0, 10_000))
"""Thinking time in seconds, and the index of the legal move to make."""

CRASH_AFTER = st.sampled_from((-1, -1, -1, 0, 1, 2, 3, 4))
"""Values of `CrashingStore.crash_after`."""


class LifeOfMatch(RuleBasedStateMachine):
    """A match of two or three players, in a process that dies and restarts."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.expected: ExpectedMatch | None = None

    def wait(self, what: Awaitable[T]) -> T:
        return self.loop.run_until_complete(what)

    @initialize(seats=st.sampled_from((2, 3)), pace=st.sampled_from(sorted(PACES)))
    def a_match_begins(self, seats: int, pace: str) -> None:
        url = new_file(Path(self.folder.name) / "stairwell.db")
        self.store = self.wait(CrashingStore.open(url))
        self.other_store = self.wait(Store.open(url))
        self.services = Services(self.store)
        self.wait(self.services.uptime.set_online())
        game = {2: "skirt", 3: "passtally"}[seats]
        self.match_id = self.wait(
            self.services.start_match(*SEATS[:seats], game=game, pace=pace, rated=True)
        )
        match = self.wait(self.services.matches.find(self.match_id))
        deadline = self.services.now + TIME
        # Players are seated at random, while the model only has seats.
        self.user_ids = [player.user_id for player in match.players]
        self.expected = ExpectedMatch(match.game, match.stored.setup, seats, PACES[pace], deadline)

    @property
    def match(self) -> ExpectedMatch:
        assert self.expected is not None
        return self.expected

    @property
    def is_running(self) -> bool:
        return self.expected is not None and self.expected.state == "running"

    def user_on(self, seat: int) -> int:
        return self.user_ids[seat - 1]

    def version(self) -> int:
        matches = Matches(self.other_store, lambda: self.services.now)
        return self.wait(matches.find(self.match_id)).version

    def perform(self, action: Awaitable[Any], effect: Callable[[], None], crash_after: int) -> None:
        """Perform an action, and apply its effect to the model.

        If the process dies, the version of the match shows whether the action took place.
        """
        before = self.version()
        self.store.crash_after = crash_after
        try:
            self.wait(action)
        except SimulatedCrash:
            self.restart()
            if self.version() == before:
                return
        finally:
            self.store.crash_after = -1
        assert self.version() > before
        effect()

    def restart(self) -> None:
        now = self.services.now
        self.services = Services(self.store)
        self.services.now = now
        self.wait(self.services.uptime.set_online())

    @precondition(lambda self: self.is_running)
    @rule(moves=st.lists(MOVES, min_size=1, max_size=4), crash_after=CRASH_AFTER)
    def players_move(self, moves: list[tuple[int, int]], crash_after: int) -> None:
        for thinking_time, choice in moves:
            self.player_moves(thinking_time, choice, crash_after)

    def player_moves(self, thinking_time: int, choice: int, crash_after: int) -> None:
        if self.is_running:
            self.pass_time(thinking_time)
        if not self.is_running:
            return
        position, now = self.match.position, self.services.now
        assert position.to_move is not None
        moves = position.moves()
        text = position.text(moves[choice % len(moves)])
        self.perform(
            self.services.matches.play(self.match_id, self.user_on(position.to_move), text),
            lambda: self.match.move(text, now),
            crash_after,
        )

    @precondition(lambda self: self.is_running)
    @rule(ahead=st.integers(1, 2))
    def other_players_cannot_move(self, ahead: int) -> None:
        position = self.match.position
        assert position.to_move is not None
        seat = 1 + (position.to_move - 1 + ahead) % self.match.seats
        if seat != position.to_move:
            text = position.text(position.moves()[0])
            with pytest.raises(Refusal):
                self.wait(self.services.matches.play(self.match_id, self.user_on(seat), text))

    @precondition(lambda self: self.is_running and bool(self.match.texts))
    @rule(which=st.integers(0, 2), crash_after=CRASH_AFTER)
    def a_move_is_taken_back(self, which: int, crash_after: int) -> None:
        now = self.services.now
        revocable = {seat: self.match.revocable_from(seat) for seat in self.match.playing}
        moves = [(seat, first) for seat, first in revocable.items() if first is not None]
        if moves:
            seat, first = moves[which % len(moves)]
            self.perform(
                self.agree("take back", seat), lambda: self.match.take_back(first, now), crash_after
            )

    @precondition(lambda self: self.is_running)
    @rule(crash_after=CRASH_AFTER)
    def the_clocks_are_paused_or_resumed(self, crash_after: int) -> None:
        seat, now = self.match.playing[0], self.services.now
        if self.match.deadline is None:
            self.perform(self.agree("resume", seat), lambda: self.match.resume(now), crash_after)
        else:
            self.perform(self.agree("pause", seat), lambda: self.match.pause(now), crash_after)

    async def agree(self, kind: Kind, seat: int) -> None:
        """Make an offer and accept it for everyone.

        Offers left open by a process that died are declined first.
        """
        offers = self.services.offers
        match = await self.services.matches.find(self.match_id)
        for offer in match.offers:
            await offers.decline(self.match_id, self.user_on(offer.seat), offer.id)
        match = await offers.make(self.match_id, self.user_on(seat), kind)
        for other in self.match.playing:
            if other != seat and (offer := match.offer(kind)) is not None:
                match = await offers.accept(self.match_id, self.user_on(other), offer.id)

    @precondition(lambda self: self.is_running and len(self.match.texts) > 6)
    @rule(which=st.integers(0, 2), crash_after=CRASH_AFTER)
    def a_player_resigns(self, which: int, crash_after: int) -> None:
        seat, now = self.match.playing[which % len(self.match.playing)], self.services.now
        self.perform(
            self.services.matches.resign(self.match_id, self.user_on(seat)),
            lambda: self.match.resign(seat, now),
            crash_after,
        )

    @precondition(lambda self: self.is_running and len(self.match.texts) > 8)
    @rule(crash_after=CRASH_AFTER)
    def moderator_aborts_the_match(self, crash_after: int) -> None:
        self.perform(
            self.services.matches.end(self.match_id, "Mia", "stuck"), self.match.abort, crash_after
        )

    @precondition(lambda self: self.is_running)
    @rule(seconds=st.sampled_from((1, 31, 59, 240, 601)), crash_after=CRASH_AFTER)
    def time_passes(self, seconds: int, crash_after: int) -> None:
        self.pass_time(seconds, crash_after)

    def pass_time(self, seconds: int, crash_after: int = -1) -> None:
        self.services.now += timedelta(seconds=seconds)
        self.wait(self.services.uptime.set_online())
        self.store.crash_after = crash_after
        try:
            self.wait(self.services.matches.alarms.wake_due())
        except SimulatedCrash:
            self.restart()
            self.wait(self.services.matches.alarms.wake_due())
        self.store.crash_after = -1
        self.match.run_out(self.services.now)

    @precondition(lambda self: self.is_running)
    @rule(minutes=st.sampled_from((1, 15, 3000)), restarts=st.booleans())
    def bot_is_down(self, minutes: int, restarts: bool) -> None:
        downtime = timedelta(minutes=minutes)
        self.services.uptime.set_offline()
        self.services.now += downtime
        if restarts:
            self.restart()
        else:
            self.wait(self.services.uptime.set_online())
        self.wait(self.services.matches.alarms.wake_due())
        self.match.put_off(downtime)

    @rule()
    def process_restarts(self) -> None:
        self.restart()

    @precondition(lambda self: self.expected is not None)
    @invariant()
    def matches_the_model(self) -> None:
        expected = self.match
        matches = Matches(self.other_store, lambda: self.services.now)
        match = self.wait(matches.find(self.match_id))
        assert [each.text for each in match.played] == expected.texts
        assert match.position == expected.position
        assert match.stored.state == expected.state
        assert match.deadline == expected.deadline
        if expected.state == "running":
            assert match.to_move == expected.position.to_move
            assert [each.seat for each in match.playing] == expected.playing
            stands_with = expected.stands_with
            seconds = None if stands_with is None else stands_with.total_seconds()
            assert match.stored.time_left == seconds
            for seat in match.seats:
                if expected.has_banks and seat.seat != match.to_move:
                    assert seat.bank == expected.time_of(seat.seat).total_seconds()
        else:
            assert match.result is not None
            assert tuple(match.result["winners"]) == expected.winners

    def teardown(self) -> None:
        if self.expected is not None:
            before = self.wait(rating_rows(self.other_store))
            self.wait(rating_book.recompute(self.other_store, lambda *_: None))
            assert self.wait(rating_rows(self.other_store)) == before
            for store in (self.store, self.other_store):
                self.wait(store.close())
        self.loop.close()
        with suppress(OSError):
            self.folder.cleanup()


def play(matches: int, actions: int, *skipped: Phase) -> None:
    """Play a number of matches with a number of actions each.

    :param skipped: phases of Hypothesis to skip. Shrinking a failing example takes minutes.
    """
    chosen = settings(
        max_examples=matches,
        stateful_step_count=actions,
        deadline=None,
        derandomize=True,
        phases=set(Phase) - set(skipped),
    )
    run_state_machine_as_test(LifeOfMatch, settings=chosen)


def test_a_match_agrees_with_a_simple_model() -> None:
    play(5, 25, Phase.shrink, Phase.explain)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_many_matches_agree_with_a_simple_model() -> None:
    play(150 if WHOLE else 20, 50)
