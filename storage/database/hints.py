"""Telling the other processes on a database at once that there is something to do for a guild.

A hint may be lost, with a connection or a process; whoever misses one finds what there is to do in
their next round. Where a process serves the guild itself there is nobody to tell.
"""

from __future__ import annotations

from sqlalchemy import bindparam, func, select

from storage.database.transaction import Transaction

CHANNEL = "stairwell"

_TELL = select(func.pg_notify(CHANNEL, bindparam("words")))


async def tell(tx: Transaction, guild_id: int | None) -> None:
    """Tell them as soon as this transaction has committed.

    :param guild_id: None for what concerns no guild.
    """
    if not tx.serves(guild_id):
        await tx.execute(_TELL, {"words": f"{tx.sender} {guild_id or 0}"})


def read(words: str) -> tuple[str, int]:
    """Who told something, and the guild that it was about, 0 for none."""
    sender, _, guild_id = words.partition(" ")
    return sender, int(guild_id)
