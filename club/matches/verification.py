"""Verification of the matches of a database against their records."""

from __future__ import annotations

from club.matches.replays import remaining_entries
from rules.registry import GAMES
from rules.replay import replay
from storage.database.errors import DatabaseError
from storage.database.transaction import Transaction
from storage.matches import match_lists, records
from storage.matches.stored_match import StoredMatch

BATCH_SIZE = 200


async def replay_all(tx: Transaction) -> int:
    """Replay every match from its set-up and compare it with its stored state.

    :returns: the number of matches.
    :raises DatabaseError: if one differs.
    """
    last = count = 0
    while matches := await match_lists.after(tx, last, BATCH_SIZE):
        for match in matches:
            await _replay(tx, match)
        count += len(matches)
        last = matches[-1].id
    return count


async def _replay(tx: Transaction, match: StoredMatch) -> None:
    game = GAMES[match.game]
    entries = remaining_entries(await records.of_match(tx, match.id))
    texts, is_running = [entry.text for entry in entries], match.state == "running"
    try:
        played = tuple(replay(game, match.setup, texts, is_running=is_running))
    except Exception as error:
        raise DatabaseError(f"Match {match.id} can't be replayed: {error}") from error
    position = played[-1].after if played else game.start(match.setup)
    to_move = position.to_move if is_running else None
    if (len(entries), to_move) != (match.ply, match.to_move):
        raise DatabaseError(
            f"Match {match.id} contradicts its record: it has {match.ply} moves and seat "
            f"{match.to_move} to move, but the record has {len(entries)} and seat {to_move}."
        )
