"""Computers that play: whose turn it is, what they answer, and how long somebody has to wait.

A computer's turn is due as long as it is the turn of its seat, which the database knows; so it
survives whatever happens to a search, a worker or this process. It is thought about by the process
that serves the match's guild. A move is decided on a version of the match and made only while that
stands, so several processes that think about the same turn make one move. Searches go through a
pool of worker processes, in a queue for each server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from club.computers.background import Background, Work
from club.matches.match import Match, Player
from club.matches.matches import Matches
from club.matches.offers import Offers
from club.outbox.notices import asked_of
from engine.opponent import Choice
from engine.registry import ENGINES
from engine.serving.pool import Pool, SearchFailed, Task, Ticket
from engine.simple_players import greedy_move, random_move
from rules.language import N_, language, written_in
from rules.notation import read
from rules.position import Game, Position
from rules.refusal import Refusal
from storage.database.errors import NotStored
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.matches import match_lists

USUAL_LEVEL = 2
"""What somebody plays against who says nothing of it."""

DRAW_TAKEN = 0.9
"""A draw is taken by who expects less than this part of an even share of the win."""

MOST_AT_ONCE = 500
"""Matches taken up in one round; between the servers of these the pool is fair."""

Deliver = Callable[[int], Awaitable[object]]

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Thought:
    """What goes on about one match."""

    version: int
    """The latest of the match that is known."""
    ticket: Ticket | None = None
    """The search under way."""


class Opponents:
    """Thinks and moves for computers wherever it is their turn, and answers their draws."""

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
        :param pool: None where there are no computer opponents; matches that have one already go
            on all the same, with moves that take no search.
        :param shards: in whose guilds computers are played for here.
        """
        self._shards = shards
        self._store = store
        self._matches = matches
        self._offers = offers
        self._background = background
        self._pool = pool
        self._thoughts: dict[int, Thought] = {}
        self._listeners: list[Deliver] = []
        self._awaiting: dict[int, list[tuple[Work, str]]] = {}

    def subscribe(self, listener: Deliver) -> None:
        """Tell a listener of each match in which computers have answered, by its number."""
        self._listeners.append(listener)

    def when_answered(self, match: Match, then: Work) -> None:
        """Have something done once the computers whose turn it is have answered, at once where they
        have. It is forgotten when this process ends before."""
        if match.id in self._thoughts:
            # Another's move may be what it waits for, so it takes its own language along.
            self._awaiting.setdefault(match.id, []).append((then, language()))
        else:
            self._background.begin(then)

    def can_play(self, game: Game) -> bool:
        """Whether a computer knows a game, and there are computers here at all."""
        return self._pool is not None and game.key in ENGINES

    def check_can_play(self, game: Game) -> None:
        """See that a computer knows a game, and that there are computers here at all.

        :raises Refusal: `engine_off`, `no_engine`.
        """
        if self._pool is None:
            raise Refusal(
                "engine_off",
                N_("I can't play here: computer opponents are switched off on this bot."),
            )
        if game.key not in ENGINES:
            words = N_("I can't play {game} myself; I only keep its board.")
            raise Refusal("no_engine", words, game=game.name)

    def appraised(
        self, match: Match, position: Position, share: float, *, can_wait: bool = False
    ) -> Ticket:
        """The search for what is best in a position of a match.

        :param share: the part of the full work of the strongest level.
        :param can_wait: it comes after everything that somebody's turn waits for.
        :raises Refusal: `engine_off`, `no_engine`.
        """
        self.check_can_play(match.game)
        assert self._pool is not None
        work = max(1, round(ENGINES[match.game.key].full_work * share))
        task = Task("appraise", match.game.key, position.encode(), work, match.id, explains=True)
        return self._pool.ask(task, match.guild_id or 0, can_wait=can_wait)

    def refuted(
        self, game: Game, position: Position, wrong: str, turns: int, guild_id: int
    ) -> Ticket:
        """The search for what punishes a wrong move in a puzzle.

        :param turns: own turns in which it could be won before the move.
        :param guild_id: the server in which it was made.
        :raises Refusal: `engine_off`, `no_engine`.
        """
        self.check_can_play(game)
        assert self._pool is not None
        task = Task.refuting(game.key, position.encode(), wrong, turns)
        return self._pool.ask(task, guild_id)

    async def take_up_due(self) -> None:
        """Begin to think about all matches in which it is a computer's turn."""
        async with self._store.read() as tx:
            due = await match_lists.awaiting_computers(tx, MOST_AT_ONCE, self._shards)
        for match_id in due:
            if match_id not in self._thoughts:
                try:
                    self.take_up(await self._matches.find(match_id))
                except NotStored:
                    raise
                except Exception:
                    # One match that can't be replayed must not keep the computers from the others.
                    log.exception("match %s can't be taken up by its computer", match_id)

    def take_up(self, match: Match) -> None:
        """Begin to think about a match as it has just become, if it is a computer's turn; give up
        what was thought about it as it was."""
        thought = self._thoughts.get(match.id)
        if thought is not None:
            if thought.version < match.version and thought.ticket is not None:
                thought.ticket.cancel()
            thought.version = max(thought.version, match.version)
            return
        player = match.computer_to_move
        if player is None or not self._shards.have(match.guild_id):
            return
        thought = self._thoughts[match.id] = Thought(match.version)
        if self._background.at_once and self._pool is not None:
            # Whoever has moved is told how long it takes: the place in the queue is taken now.
            thought.ticket = self._asked(match, player)
        self._background.begin(partial(self._serve, match.id, thought))

    def searches_before(self, match: Match) -> int:
        """How many searches of others come before the one for a match, as far as is known."""
        thought = self._thoughts.get(match.id)
        return 0 if thought is None or thought.ticket is None else thought.ticket.before

    async def _serve(self, match_id: int, thought: Thought) -> None:
        """Play for the computers of a match until it is a person's turn, and show the board."""
        try:
            while True:
                match = await self._matches.find(match_id)
                thought.version = max(thought.version, match.version)
                player = match.computer_to_move
                if player is not None:
                    await self._play(match, player, thought)
                elif match.version == thought.version:
                    break
        finally:
            if self._thoughts.get(match_id) is thought:
                del self._thoughts[match_id]
        for listener in self._listeners:
            await listener(match_id)
        for then, language_of_asker in self._awaiting.pop(match_id, ()):
            with written_in(language_of_asker):
                self._background.begin(then)

    async def _play(self, match: Match, player: Player, thought: Thought) -> None:
        """Make a move, unless the match goes on otherwise meanwhile."""
        try:
            choice = await self._found(match, player, thought)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            log.info("match %s has gone on while a computer thought", match.id)
            return
        finally:
            thought.ticket = None
        if thought.version != match.version:
            return
        value = None if choice is None else choice.value
        text = await asyncio.to_thread(_quick_move, match) if choice is None else choice.move
        try:
            if not await self._draws(match, player, value):
                await self._matches.make_move(match, player.user_id, text, match.version)
        except Refusal as refusal:
            log.info("match %s has gone on while a computer thought: %s", match.id, refusal.code)

    async def _found(self, match: Match, player: Player, thought: Thought) -> Choice | None:
        """What a search has found; None where there is none."""
        if self._pool is None:
            return None
        if thought.ticket is None or thought.ticket.task != _task(match, player):
            thought.ticket = self._asked(match, player)
        try:
            choice = await thought.ticket
            read(match.position, choice.move)
        except SearchFailed as error:
            log.error("match %s: no move found, so any is played: %s", match.id, error)
        except Refusal as refusal:
            log.error("match %s: %s, so any move is played", match.id, refusal.words)
        else:
            return choice
        return None

    def _asked(self, match: Match, player: Player) -> Ticket:
        assert self._pool is not None
        return self._pool.ask(_task(match, player), match.guild_id or 0)

    async def _draws(self, match: Match, player: Player, value: float | None) -> bool:
        """Answer the draw that is offered, if one is; whether the match is over by that."""
        offer = match.offer("draw")
        if offer is None or player.seat not in [
            seat.seat for seat in asked_of(match.stored, offer)
        ]:
            return False
        even = 1 / len(match.playing)
        if value is None or value >= DRAW_TAKEN * even:
            await self._offers.decline(match.id, player.user_id, offer.id)
            return False
        return (await self._offers.accept(match.id, player.user_id, offer.id)).is_over


def _task(match: Match, player: Player) -> Task:
    assert player.level is not None
    # A match has a seed of its own, so that it is not played like the one before.
    return Task("choose", match.game.key, match.position.encode(), player.level, match.id)


def _quick_move(match: Match) -> str:
    """A move without a search, so that no match stands still."""
    position = match.position
    random = Random(match.id)
    try:
        move = greedy_move(match.game.key, position, random)
        return position.text(read(position, position.text(move)))
    except Exception:
        log.exception("match %s: not even a quick move is found", match.id)
        return position.text(random_move(position, random))
