"""Computer opponents: their moves, their answers to draws, hints, and the queue for searches.

A computer's turn is due as long as its seat is to move in the database, so it survives a failed
search, worker or process. The process that serves the match's guild runs the search. A move is only
made if the version of the match is unchanged, so concurrent searches result in one move. Searches
run in a pool of worker processes with a queue per server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from club.matches.match import Match, Player
from club.matches.offers import Offers
from club.matches.play import Matches
from club.matches.reasons import check_runs, not_your_turn, player_in
from club.outbox.notices import seats_to_answer
from engine.opponent import Choice, greedy_move, random_move
from engine.registry import ENGINES
from engine.serving.pool import Pool, Ticket
from engine.serving.tasks import SearchFailed, Task
from language.texts import N_, language, written_in
from rules.notation import read
from rules.position import Game, Position
from rules.refusal import Refusal
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import NotStoredError
from storage.matches import match_lists

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]

SHARE = 1 / 4
"""Work for a hint as a share of the strongest level's, about a second."""

USUAL_LEVEL = 2
"""The default level."""

DRAW_THRESHOLD = 0.9
"""A computer accepts a draw if it expects less than this fraction of an even share."""

MAX_AT_ONCE = 500
"""Maximum number of matches taken up per round."""

Deliver = Callable[[int], Awaitable[object]]


class Background:
    """Runs work independently of the handler that requested it."""

    def __init__(self, *, starts_immediately: bool) -> None:
        """
        :param starts_immediately: start work immediately, instead of in `begin_waiting` or
            `do_all`.
        """
        self.starts_immediately = starts_immediately
        self._waiting: list[tuple[Work, str]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether work is pending or running."""
        return bool(self._waiting or self._tasks)

    def begin(self, work: Work) -> None:
        """Start or queue work in the current language. Its errors are logged."""
        self._waiting.append((work, language()))
        if self.starts_immediately:
            self.begin_waiting()

    def begin_waiting(self) -> None:
        """Start all pending work."""
        waiting, self._waiting = self._waiting, []
        for work, work_language in waiting:
            task = asyncio.create_task(_run(work, work_language))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def do_all(self) -> None:
        """Run all work, including any that is added meanwhile, to completion."""
        while self.is_busy:
            self.begin_waiting()
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Cancel all work."""
        self._waiting.clear()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_may_be_hinted(match: Match, user_id: int) -> Player:
    """Check that a user may have a hint, on their own turn against computers only.

    :raises Refusal: `not_yours`, `left`, `match_over`, `with_people`, `not_your_turn`.
    """
    player = player_in(match, user_id)
    check_runs(match)
    if not match.is_against_computers(player):
        raise Refusal(
            "with_people",
            N_(
                "Match {id} is with other people, so it has no hints. You get hints only in "
                "matches against me alone."
            ),
            id=match.id,
        )
    if match.player_to_move != player:
        raise not_your_turn(match)
    return player


@dataclass(slots=True)
class Thinking:
    """The state of a computer's thinking about one match."""

    version: int
    """The latest known version of the match."""
    ticket: Ticket | None = None
    """The current search."""


class Opponents:
    """Plays for computers and answers draw offers to them."""

    def __init__(
        self,
        store: Store,
        matches: Matches,
        offers: Offers,
        background: Background,
        pool: Pool | None,
        shards: Shards = ALL,
    ) -> None:
        """
        :param pool: None to switch computer opponents off. Matches that already have one continue
            with moves that need no search.
        :param shards: the shards whose guilds this process serves.
        """
        self._shards = shards
        self._store = store
        self._matches = matches
        self._offers = offers
        self._background = background
        self._pool = pool
        self._thinking: dict[int, Thinking] = {}
        self._listeners: list[Deliver] = []
        self._pending_work: dict[int, list[tuple[Work, str]]] = {}

    def subscribe(self, listener: Deliver) -> None:
        """Call a listener with the number of each match in which computers have moved."""
        self._listeners.append(listener)

    def run_after_reply(self, match: Match, work: Work) -> None:
        """Run work once the computers to move have moved, immediately if none is to move.

        It is lost if the process ends first.
        """
        if match.id in self._thinking:
            # It may run after another user's request, so it keeps its own language.
            self._pending_work.setdefault(match.id, []).append((work, language()))
        else:
            self._background.begin(work)

    def can_play(self, game: Game) -> bool:
        """Whether computer opponents are on and support a game."""
        return self._pool is not None and game.key in ENGINES

    def check_can_play(self, game: Game) -> None:
        """Check that computer opponents are on and support a game.

        :raises Refusal: `engine_off`, `no_engine`.
        """
        if self._pool is None:
            raise Refusal(
                "engine_off",
                N_("I can't play: computer opponents are turned off on this bot."),
            )
        if game.key not in ENGINES:
            words = N_("I can't play {game} myself. I only keep its board.")
            raise Refusal("no_engine", words, game=game.name)

    def start_appraisal(
        self, match: Match, position: Position, share: float, *, can_wait: bool = False
    ) -> Ticket:
        """Start a search for the best move in a position of a match.

        :param share: the work as a share of the strongest level's.
        :param can_wait: whether searches for turns take precedence.
        :raises Refusal: `engine_off`, `no_engine`.
        """
        self.check_can_play(match.game)
        assert self._pool is not None
        work = max(1, round(ENGINES[match.game.key].full_work * share))
        task = Task("appraise", match.game.key, position.encode(), work, match.id, explains=True)
        return self._pool.ask(task, match.guild_id or 0, can_wait=can_wait)

    def start_refutation(
        self, game: Game, position: Position, wrong: str, turns: int, queue: int
    ) -> Ticket:
        """Start a search for the refutation of a wrong move in a puzzle.

        :param turns: the number of turns in which the solver could have won.
        :param queue: the id of the server or member whose queue the search joins.
        :raises Refusal: `engine_off`, `no_engine`.
        """
        self.check_can_play(game)
        assert self._pool is not None
        task = Task.refuting(game.key, position.encode(), wrong, turns)
        return self._pool.ask(task, queue)

    async def take_up_due(self) -> None:
        """Start thinking about all matches in which it is a computer's turn."""
        async with self._store.read() as tx:
            match_ids = await match_lists.awaiting_computers(tx, MAX_AT_ONCE, self._shards)
        for match_id in match_ids:
            if match_id not in self._thinking:
                try:
                    self.take_up(await self._matches.find(match_id))
                except NotStoredError:
                    raise
                except Exception:
                    # A match that can't be replayed must not block the others.
                    log.exception("could not start a computer's turn in match %s", match_id)

    def take_up(self, match: Match) -> None:
        """Cancel old searches for a changed match, and start thinking if a computer is to move."""
        thinking = self._thinking.get(match.id)
        if thinking is not None:
            if thinking.version < match.version and thinking.ticket is not None:
                thinking.ticket.cancel()
            thinking.version = max(thinking.version, match.version)
            return
        player = match.computer_to_move
        if player is None or not self._shards.have(match.guild_id):
            return
        thinking = self._thinking[match.id] = Thinking(match.version)
        if self._background.starts_immediately and self._pool is not None:
            # Join the queue now, so that the player can be shown how many searches come first.
            thinking.ticket = self._request_search(match, player)
        self._background.begin(partial(self._serve, match.id, thinking))

    def searches_before(self, match: Match) -> int:
        """Return how many searches are queued before the one for a match, if known."""
        thinking = self._thinking.get(match.id)
        return 0 if thinking is None or thinking.ticket is None else thinking.ticket.count_ahead

    async def _serve(self, match_id: int, thinking: Thinking) -> None:
        """Play for the computers of a match until it is a person's turn, then notify listeners."""
        try:
            while True:
                match = await self._matches.find(match_id)
                thinking.version = max(thinking.version, match.version)
                player = match.computer_to_move
                if player is not None:
                    await self._play(match, player, thinking)
                elif match.version == thinking.version:
                    break
        finally:
            if self._thinking.get(match_id) is thinking:
                del self._thinking[match_id]
        for listener in self._listeners:
            await listener(match_id)
        for work, requester_language in self._pending_work.pop(match_id, ()):
            with written_in(requester_language):
                self._background.begin(work)

    async def _play(self, match: Match, player: Player, thinking: Thinking) -> None:
        """Make a computer's move, unless the match changes in the meantime."""
        try:
            choice = await self._search(match, player, thinking)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            log.info("match %s changed during a computer's turn", match.id)
            return
        finally:
            thinking.ticket = None
        if thinking.version != match.version:
            return
        value = None if choice is None else choice.value
        text = await asyncio.to_thread(_quick_move, match) if choice is None else choice.move
        try:
            if not await self._answer_draw(match, player, value):
                await self._matches.make_move(match, player.user_id, text, match.version)
        except Refusal as refusal:
            log.info("match %s changed during a computer's turn: %s", match.id, refusal.code)

    async def _search(self, match: Match, player: Player, thinking: Thinking) -> Choice | None:
        """Return the result of a search, or None if it fails or computers are off."""
        if self._pool is None:
            return None
        if thinking.ticket is None or thinking.ticket.task != _task(match, player):
            thinking.ticket = self._request_search(match, player)
        try:
            choice = await thinking.ticket
            read(match.position, choice.move)
        except SearchFailed as error:
            log.error("match %s: search failed, playing a quick move: %s", match.id, error)
        except Refusal as refusal:
            log.error("match %s: illegal move (%s), playing a quick move", match.id, refusal.words)
        else:
            return choice
        return None

    def _request_search(self, match: Match, player: Player) -> Ticket:
        assert self._pool is not None
        return self._pool.ask(_task(match, player), match.guild_id or 0)

    async def _answer_draw(self, match: Match, player: Player, value: float | None) -> bool:
        """Answer an open draw offer, if any. Return whether that ended the match."""
        offer = match.offer("draw")
        if offer is None or player.seat not in [
            seat.seat for seat in seats_to_answer(match.stored, offer)
        ]:
            return False
        even = 1 / len(match.playing)
        if value is None or value >= DRAW_THRESHOLD * even:
            await self._offers.decline(match, player.user_id, offer.id)
            return False
        return (await self._offers.accept(match, player.user_id, offer.id)).is_over


async def _run(work: Work, work_language: str) -> None:
    try:
        with written_in(work_language):
            await work()
    except Exception:
        log.exception("background work failed")


def _task(match: Match, player: Player) -> Task:
    assert player.level is not None
    # The match id is the seed, so that matches differ.
    return Task("choose", match.game.key, match.position.encode(), player.level, match.id)


def _quick_move(match: Match) -> str:
    """Return a move without a search, so that no match gets stuck."""
    position = match.position
    random = Random(match.id)
    try:
        move = greedy_move(match.game.key, position, random)
        return position.text(read(position, position.text(move)))
    except Exception:
        log.exception("match %s: no quick move found", match.id)
        return position.text(random_move(position, random))
