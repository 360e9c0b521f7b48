"""Conditional moves: private lines such as "if f5-j7 then c4-e6", planned ahead by a player.

A line is entered move by move from the current position, including the opponents' moves, and must
end with a move of its owner. It is played whenever the others follow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from club.matches import changes
from club.matches.match import CONDITIONAL, Match, Player
from club.matches.play import Matches
from club.matches.reasons import player_in
from club.matches.seams import OBSERVERS, MatchObserver
from club.matches.turns import PlayerMove
from club.references import BoardOf
from extensions.study.storage import conditional_moves as stored_lines
from extensions.study.storage.conditional_moves import ConditionalLine
from language.texts import N_
from rules.notation import read
from rules.position import Position
from rules.refusal import Refusal
from rules.replay import Played
from storage.database.store import Store
from storage.database.transaction import Transaction

MAX_LINES = 20
"""Maximum number of lines per player and match."""

MAX_LINE_LENGTH = 20
"""Maximum number of moves in a line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line: its seat and its text."""

    seat: int
    text: str


class ConditionalMoves:
    """Stores, replaces and removes the conditional lines of players."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def of(self, match: Match, player: Player) -> list[ConditionalLine]:
        """Return the lines of one player that can still apply, oldest first."""
        lines = await self._store.read(lambda tx: stored_lines.of_match(tx, match.id))
        texts = [played.text for played in match.played]
        return [line for line in lines if line.seat == player.seat and remaining_texts(texts, line)]

    async def add(
        self, match: Match | int, user_id: int, steps: Sequence[Step], version: int
    ) -> tuple[Match, list[ConditionalLine]]:
        """Add a line that starts from the current position.

        It replaces lines with a different answer to the same moves.

        :param match: the match as the player sees it, or its number.
        :param version: the version of the match the line was entered for.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `your_turn`,
            `no_answer`, `too_long`, `too_many_lines`.
        """
        match = await self._matches.in_time(match)
        player = player_in(match, user_id)
        _check_entered(match, player, steps, version)

        async def add_line(tx: Transaction, now: datetime) -> Match:
            await changes.lock_match(tx, match)
            await _replace_lines(tx, match, player, steps)
            await stored_lines.add(
                tx,
                match_id=match.id,
                seat=player.seat,
                ply=match.ply,
                texts=[step.text for step in steps],
                made_at=now,
            )
            return match

        after = await self._matches.change(match, add_line)
        return after, await self.of(after, player)

    async def remove(
        self, match: Match, user_id: int, line_id: int
    ) -> tuple[Match, list[ConditionalLine]]:
        """Remove a line, if it still exists.

        :raises Refusal: `not_yours`, `left`.
        """
        player = player_in(match, user_id)

        async def remove(tx: Transaction) -> None:
            lines = await stored_lines.of_match(tx, match.id)
            own = [line.id for line in lines if line.id == line_id and line.seat == player.seat]
            await stored_lines.remove(tx, own)

        await self._store.write(remove)
        return match, await self.of(match, player)


class PlannedReplies(MatchObserver):
    """Plays the replies to moves, and removes lines that can't apply any more."""

    async def replies(
        self, tx: Transaction, match: Match, moves: Sequence[PlayerMove]
    ) -> Sequence[PlayerMove]:
        lines = await stored_lines.of_match(tx, match.id)
        if not lines:
            # Writing the notation of all moves takes longer than the rest.
            return ()
        texts = [each.text for each in (*match.played, *(move.played for move in moves))]
        position = moves[-1].played.after
        planned: list[PlayerMove] = []
        while (reply := _reply(texts, position, lines)) is not None:
            player = match.players[reply.seat - 1]
            planned.append(PlayerMove(reply, player.user_id, CONDITIONAL))
            texts.append(reply.text)
            position = reply.after
        # Moves of an unfinished turn can be taken back, after which the lines may apply again.
        if position.outcome is not None or not position.is_mid_turn:
            is_over = position.outcome is not None
            gone = [line.id for line in lines if is_over or not remaining_texts(texts, line)]
            await stored_lines.remove(tx, gone)
        return planned

    async def changed(self, tx: Transaction, before: Match, match: Match, now: datetime) -> None:
        ply = match.ply
        if ply > before.ply:
            return
        is_within_turn = before.turn_began <= ply and before.position.is_mid_turn
        last = ply if is_within_turn and not match.is_over else -1
        seats = zip(before.seats, match.seats, strict=True)
        # A substitute doesn't get to know what the one who left has planned.
        handed_over = {each.seat for each, new in seats if each.user_id != new.user_id}
        lines = await stored_lines.of_match(tx, match.id)
        gone = [line.id for line in lines if line.ply > last or line.seat in handed_over]
        await stored_lines.remove(tx, gone)


OBSERVERS.append(PlannedReplies())


def _reply(
    texts: Sequence[str], position: Position, lines: Sequence[ConditionalLine]
) -> Played | None:
    """Return the next move of the latest line that the match follows."""
    texts_left = [
        remaining
        for line in lines
        if line.seat == position.to_move and line.ply < len(texts)
        if (remaining := remaining_texts(texts, line))
    ]
    if not texts_left:
        return None
    try:
        move = read(position, texts_left[-1][0])
    except Refusal:
        # Something hidden when the line was entered makes it illegal now.
        return None
    return Played(position, move, position.play(move))


def remaining_texts(texts: Sequence[str], line: ConditionalLine) -> list[str]:
    """Return the moves of a line still to come, empty if the match left or completed it."""
    since = list(texts[line.ply :])
    return line.texts[len(since) :] if line.texts[: len(since)] == since else []


def check_may_plan_lines(match: Match, player: Player) -> None:
    """Check that it is not the player's own turn.

    :raises Refusal: `your_turn`.
    """
    if match.player_to_move == player:
        raise Refusal(
            "your_turn",
            N_("It's your turn in match {id}. You can plan replies after your move."),
            id=match.id,
        )


def seen_from(match: Match, player: Player) -> Position:
    """Return the position a player enters lines from, without what is hidden from them."""
    return match.position.seen_by(player.seat)


def _check_entered(match: Match, player: Player, steps: Sequence[Step], version: int) -> None:
    """Check that a line entered for a version of its match can be added."""
    if version != match.version:
        raise Refusal(
            "stale",
            N_(
                "Match {id} has moved on. Please plan your conditional moves again. The current "
                "board: {board}"
            ),
            id=match.id,
            board=BoardOf(match.stored),
        )
    check_may_plan_lines(match, player)
    if not steps or steps[-1].seat != player.seat:
        raise Refusal(
            "no_answer", N_("Conditional moves end with a move of your own. Choose your reply.")
        )
    if len(steps) > MAX_LINE_LENGTH:
        words = N_("You can plan at most {count} moves in a row.")
        raise Refusal("too_long", words, count=MAX_LINE_LENGTH)


async def _replace_lines(
    tx: Transaction, match: Match, player: Player, steps: Sequence[Step]
) -> None:
    """Remove the player's lines that a new one replaces."""
    texts = [played.text for played in match.played]
    lines = await stored_lines.of_match(tx, match.id)
    own = [line for line in lines if line.seat == player.seat]
    replaced = [line for line in own if _is_replaced(remaining_texts(texts, line), steps, player)]
    if len(own) - len(replaced) >= MAX_LINES:
        raise Refusal(
            "too_many_lines",
            N_(
                "You already have {count} lines of conditional moves in this match. "
                "Remove one first."
            ),
            count=MAX_LINES,
        )
    await stored_lines.remove(tx, [line.id for line in replaced])


def _is_replaced(remaining: Sequence[str], steps: Sequence[Step], player: Player) -> bool:
    """Whether a line first differs from these steps in its owner's move, or is a prefix of them."""
    for text, step in zip(remaining, steps, strict=False):
        if text != step.text:
            return step.seat == player.seat
    return len(remaining) <= len(steps)
