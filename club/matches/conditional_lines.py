"""Leaving conditional moves: "if f5-j7 then c4-e6", as many lines as one likes, for one's own eyes.

A line is entered move by move from the position as it stands, the others' moves included, and kept
when it ends with a move of its owner's. What happens when it is met is said in
`club.matches.conditional_replies`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from club.matches import match_transactions
from club.matches.conditional_replies import rest_of
from club.matches.match import Match, Player
from club.matches.matches import Matches
from club.matches.refusals import player_in
from club.references import BoardOf
from rules.language import N_
from rules.position import Position
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import conditional_lines as stored_lines
from storage.matches.conditional_lines import ConditionalLine

MOST_LINES = 20
"""Lines that one player may have in a match."""

LONGEST_LINE = 20
"""Moves of a line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line: whose it is, and its text."""

    seat: int
    text: str


class ConditionalLines:
    """Keeps, replaces and removes the lines that players leave in their matches."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def of(self, match: Match, player: Player) -> list[ConditionalLine]:
        """The lines of one player that can still be met, those left first first."""
        async with self._store.read() as tx:
            lines = await stored_lines.of_match(tx, match.id)
        texts = [played.text for played in match.played]
        return [line for line in lines if line.seat == player.seat and rest_of(texts, line)]

    async def leave(
        self, match_id: int, user_id: int, steps: Sequence[Step], version: int
    ) -> tuple[Match, list[ConditionalLine]]:
        """Leave a line that begins where the match stands.

        Lines that would have another answer to the same moves give way to it.

        :param version: that of the match for which the line was entered.
        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `your_turn`,
            `no_answer`, `too_long`, `too_many_lines`.
        """
        match = await self._matches.in_time(match_id)
        player = player_in(match, user_id)
        _check_entered(match, player, steps, version)

        async def left(tx: Transaction, now: datetime) -> Match:
            await match_transactions.taken(tx, match)
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

        after = await self._matches.changed(match, left)
        return after, await self.of(after, player)

    async def remove(
        self, match_id: int, user_id: int, line_id: int
    ) -> tuple[Match, list[ConditionalLine]]:
        """Take a line back; one that is gone already is no error.

        :raises Refusal: `unknown_match`, `not_yours`, `left`.
        """
        match = await self._matches.find(match_id)
        player = player_in(match, user_id)
        async with self._store.write() as tx:
            lines = await stored_lines.of_match(tx, match.id)
            own = [line.id for line in lines if line.id == line_id and line.seat == player.seat]
            await stored_lines.remove(tx, own)
        return match, await self.of(match, player)


def check_may_leave_lines(match: Match, player: Player) -> None:
    """See that it is others who move next.

    :raises Refusal: `your_turn`.
    """
    if match.player_to_move == player:
        raise Refusal(
            "your_turn",
            N_(
                "It's your turn in match {id}. You can plan replies after it, while the others "
                "think."
            ),
            id=match.id,
        )


def seen_from(match: Match, player: Player) -> Position:
    """The position from which a player enters lines: what they may know of it."""
    return match.position.seen_by(player.seat)


def _check_entered(match: Match, player: Player, steps: Sequence[Step], version: int) -> None:
    """Check that a line can be left that was entered for a version of its match.

    :raises Refusal: `stale`, `your_turn`, `no_answer`, `too_long`.
    """
    if version != match.version:
        raise Refusal(
            "stale",
            N_(
                "Match {id} has moved on; please enter the line again. "
                "The board as it is now: {board}"
            ),
            id=match.id,
            board=BoardOf(match.stored),
        )
    check_may_leave_lines(match, player)
    if not steps or steps[-1].seat != player.seat:
        raise Refusal("no_answer", N_("A line ends with a move of yours: choose your reply."))
    if len(steps) > LONGEST_LINE:
        words = N_("A line can have at most {count} moves.")
        raise Refusal("too_long", words, count=LONGEST_LINE)


async def _replace_lines(
    tx: Transaction, match: Match, player: Player, steps: Sequence[Step]
) -> None:
    """Remove the lines of a player that give way to another one.

    :raises Refusal: `too_many_lines`.
    """
    texts = [played.text for played in match.played]
    lines = await stored_lines.of_match(tx, match.id)
    own = [line for line in lines if line.seat == player.seat]
    replaced = [line for line in own if _gives_way(rest_of(texts, line), steps, player)]
    if len(own) - len(replaced) >= MOST_LINES:
        raise Refusal(
            "too_many_lines",
            N_("You already have {count} lines in this match. Remove one first."),
            count=MOST_LINES,
        )
    await stored_lines.remove(tx, [line.id for line in replaced])


def _gives_way(rest: Sequence[str], steps: Sequence[Step], player: Player) -> bool:
    """Whether a line is the same as these steps at first and then has another own move, or no
    more than they have."""
    for text, step in zip(rest, steps, strict=False):
        if text != step.text:
            return step.seat == player.seat
    return len(rest) <= len(steps)
