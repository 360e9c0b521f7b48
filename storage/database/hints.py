"""Hints to other processes on a database about work for a guild.

A hint may be lost with a connection or a process. The next round finds the work anyway. The process
that serves the guild needs no hint.
"""

from __future__ import annotations

from sqlalchemy import bindparam, func, select

from storage.database.transaction import Transaction

CHANNEL = "stairwell"

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("words")))


async def send(tx: Transaction, guild_id: int | None) -> None:
    """Send a hint when this transaction commits.

    :param guild_id: None if it concerns no guild.
    """
    if not tx.serves(guild_id):
        await tx.execute(_NOTIFY, {"words": f"{tx.sender} {guild_id or 0}"})


def read(words: str) -> tuple[str, int]:
    """Return the sender and the guild of a hint, 0 for none."""
    sender, _, guild_id = words.partition(" ")
    return sender, int(guild_id)
