"""The life of a match: begun, played move by move, resigned, over.

Every change goes through here, whoever asks for it. Nothing here knows of Discord: a change is one
transaction, checked against the version that the decision was made on, and puts into the outbox
what is to be shown; a `Match` comes back.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Sequence
from datetime import datetime

from bot import posts
from bot.match import Match, Player
from bot.replays import Replays
from bot.wording import listed, plain
from rules.notation import check, read
from rules.position import Game, Move, Outcome, Setup
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Played, leave, replay
from storage import matches as stored_matches
from storage import outbox
from storage.errors import Outdated
from storage.matches import Changes, Result
from storage.matches import Match as StoredMatch
from storage.matches import Move as StoredMove
from storage.store import Store

Clock = Callable[[], datetime]

TAKEN_BACK = "take back"
"""The kind of an entry that undoes the one before it; others are `move` and `resign`."""


class Matches:
    """The matches of all servers."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._replays = Replays()

    async def find(self, match_id: int) -> Match:
        """A match, replayed.

        :raises Refusal: `unknown_match`.
        """
        # The match and its moves are of one moment; the replay keeps nobody else from reading.
        async with self._store.read() as tx:
            stored = await stored_matches.get(tx, match_id)
            if stored is None:
                raise unknown_match(match_id)
            played = self._replays.get(match_id, stored.version)
            record = () if played is not None else await stored_matches.moves(tx, match_id)
        game = GAMES[stored.game]
        if played is None:
            played = await asyncio.to_thread(
                _all_played, game, stored.setup, standing_texts(record)
            )
            self._replays.keep(match_id, stored.version, played)
        position = played[-1].after if played else game.start(stored.setup)
        return Match(stored, game, players_of(game, stored), played, position)

    async def play(
        self, match_id: int, user_id: int, wanted: str | Move, version: int | None = None
    ) -> Match:
        """Make a move.

        :param wanted: the move as typed, or as the steps that were clicked.
        :param version: what the person saw when deciding; None is whatever stands now.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `not_your_turn`, or
            why the move is illegal.
        """
        match = await self.find(match_id)
        player = self._player(match, user_id)
        if match.is_over:
            raise Refusal("match_over", f"Match {match_id} is over: {result_words(match)}")
        if version is not None and version != match.stored.version:
            raise stale(match)
        if match.player_to_move != player:
            raise not_your_turn(match)
        move = (
            read(match.position, wanted)
            if isinstance(wanted, str)
            else check(match.position, wanted)
        )
        played = Played(match.position, move, match.position.play(move))
        try:
            return await self._record(match, player, played)
        except Outdated:
            raise stale(await self.find(match_id)) from None

    async def resign(self, match_id: int, user_id: int) -> Match:
        """Give a match up.

        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`.
        """
        match = await self.find(match_id)
        player = self._player(match, user_id)
        if match.is_over:
            raise Refusal("match_over", f"Match {match_id} is over: {result_words(match)}")
        others = [each.seat for each in match.playing if each != player]
        try:
            if len(others) > 1:
                return await self._record(match, player, leave(match.position, player.seat))
            result = Result(
                winners=others,
                reason="resign",
                words=f"{player.seat_name} resigned.",
                scores=None,
            )
            return await self._end(match, result)
        except Outdated:
            raise stale(await self.find(match_id)) from None

    async def take_back(self, match_id: int, user_id: int, version: int) -> Match:
        """Undo the latest move of the turn under way, which is one's own.

        :raises Refusal: `unknown_match`, `not_yours`, `stale`, `not_your_turn`, `irrevocable`.
        """
        match = await self.find(match_id)
        player = self._player(match, user_id)
        if version != match.stored.version:
            raise stale(match)
        if match.player_to_move != player:
            raise not_your_turn(match)
        taken = match.revocable
        if taken is None:
            raise Refusal(
                "irrevocable",
                "Only a move of the turn under way can be taken back, and none that the rules "
                "of the game make final.",
            )
        now = self._clock()
        try:
            async with self._store.write() as tx:
                stored = await stored_matches.change(
                    tx, match.id, version, ply=match.stored.ply - 1, to_move=player.seat
                )
                await stored_matches.append_move(
                    tx,
                    match_id=match.id,
                    seat=player.seat,
                    text=taken.text,
                    user_id=user_id,
                    at=now,
                    kind=TAKEN_BACK,
                )
        except Outdated:
            raise stale(await self.find(match_id)) from None
        moves = match.played[:-1]
        self._replays.keep(match.id, stored.version, moves)
        return Match(stored, match.game, match.players, moves, taken.before)

    async def _end(self, match: Match, result: Result) -> Match:
        now = self._clock()
        async with self._store.write() as tx:
            stored = await stored_matches.change(
                tx,
                match.id,
                match.stored.version,
                state="over",
                to_move=None,
                ended_at=now,
                result=result,
            )
            await outbox.enqueue(tx, posts.board(stored, now))
        self._replays.keep(match.id, stored.version, match.played)
        return dataclasses.replace(match, stored=stored)

    async def _record(self, match: Match, player: Player, played: Played) -> Match:
        now = self._clock()
        after = played.after
        changes = Changes(ply=match.stored.ply + 1, to_move=after.to_move)
        if after.outcome is not None:
            changes["state"] = "over"
            changes["ended_at"] = now
            changes["result"] = _result(after.outcome)
        elif after.to_move != match.stored.to_move or not after.is_mid_turn:
            changes["turn_started_at"] = now
        async with self._store.write() as tx:
            stored = await stored_matches.change(tx, match.id, match.stored.version, **changes)
            await stored_matches.append_move(
                tx,
                match_id=match.id,
                seat=player.seat,
                text=played.text,
                user_id=player.user_id,
                at=now,
                kind="move" if played.left is None else "resign",
            )
            if played.left is not None:
                await stored_matches.leave(tx, match.id, played.left)
                stored = await stored_matches.present(tx, match.id)
            if played.left is not None or not after.is_mid_turn:
                await outbox.enqueue(tx, posts.board(stored, now))
        moves = (*match.played, played)
        self._replays.keep(match.id, stored.version, moves)
        return Match(stored, match.game, players_of(match.game, stored), moves, after)

    def _player(self, match: Match, user_id: int) -> Player:
        player = match.player_of(user_id)
        if player is None:
            names = listed([plain(each.name) for each in match.players])
            raise Refusal(
                "not_yours",
                f"This is the match of {names}; only they can play in it. "
                "`/challenge` starts one of yours.",
            )
        if not player.is_playing:
            raise Refusal("left", f"You have left match {match.id}; the others play on.")
        return player


def places(match: Match) -> list[Player]:
    """The players of a match that is over, the winner first; who left first comes last."""
    result = match.stored.result
    assert result is not None
    scores = result["scores"] or [0] * len(match.players)
    leavers = [played.left for played in match.played if played.left is not None]

    def rank(player: Player) -> tuple[bool, int, int, int]:
        left = leavers.index(player.seat) if player.seat in leavers else len(leavers)
        return (
            player.seat not in result["winners"],
            -left,
            -scores[player.seat - 1],
            player.seat,
        )

    return sorted(match.players, key=rank)


def places_words(match: Match) -> str:
    """ "1. Ada 52 · 2. Ben 48 · 3. Cy (left)"."""
    assert match.stored.result is not None
    scores = match.stored.result["scores"]
    words: list[str] = []
    for place, player in enumerate(places(match), start=1):
        score = f" {scores[player.seat - 1]}" if scores else ""
        left = "" if player.is_playing else " (left)"
        words.append(f"{place}. {plain(player.name)}{score}{left}")
    return " · ".join(words)


def standing_texts(record: Sequence[StoredMove]) -> list[str]:
    """The texts of the moves that were not taken back."""
    texts: list[str] = []
    for entry in record:
        if entry.kind == TAKEN_BACK:
            texts.pop()
        else:
            texts.append(entry.text)
    return texts


def players_of(game: Game, stored: StoredMatch) -> tuple[Player, ...]:
    """Who sits where, with what the game calls the seats."""
    names = game.seat_names(stored.options)
    return tuple(
        Player(seat.seat, seat.user_id, seat.name, names[seat.seat - 1], seat.is_playing)
        for seat in stored.seats
    )


def unknown_match(match_id: int) -> Refusal:
    """There is no such match, at least for who asks."""
    return Refusal(
        "unknown_match", f"There is no match {match_id} in this server. `/matches` lists yours."
    )


def not_your_turn(match: Match) -> Refusal:
    """It is somebody else's turn, and whose."""
    current = match.player_to_move
    assert current is not None
    return Refusal(
        "not_your_turn",
        f"It is not your turn in match {match.id}: {plain(current.name)} ({current.seat_name}) "
        "is to move.",
    )


def stale(match: Match) -> Refusal:
    """What was clicked belongs to an earlier state of the match; where the present one is."""
    link = match.address(match.stored.card_message_id)
    if match.is_over:
        return Refusal("stale", f"Match {match.id} is over: {result_words(match)} {link}")
    return Refusal("stale", f"Match {match.id} has moved on. The board as it is now: {link}")


def result_words(match: Match) -> str:
    """ "Ada (White) wins. White connects two opposite sides." """
    result = match.stored.result
    assert result is not None
    winners = [player for player in match.players if player.seat in result["winners"]]
    if not winners:
        return f"A draw. {result['words']}"
    names = listed([f"{plain(player.name)} ({player.seat_name})" for player in winners])
    return f"{names} {'wins' if len(winners) == 1 else 'win'}. {result['words']}"


def _result(outcome: Outcome) -> Result:
    scores = None if outcome.scores is None else list(outcome.scores)
    return Result(
        winners=list(outcome.winners), reason=outcome.reason, words=outcome.words, scores=scores
    )


def _all_played(game: Game, setup: Setup, texts: Sequence[str]) -> tuple[Played, ...]:
    return tuple(replay(game, setup, texts))
