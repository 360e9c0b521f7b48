"""Blocking: who blocks somebody has no match with them that isn't running already.

Whoever is blocked is not told so: a refusal says that it can't be now, and what can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from club.references import Command, Name
from rules.language import N_
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import blocks as stored_blocks
from storage.members.blocks import Block

ON_A_PAGE = 20
MOST = 500
"""Blocks of one person."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """One page of whom somebody blocks, by name, and how many there are in all."""

    blocks: tuple[Block, ...]
    page: int
    """From 0."""
    count: int

    @property
    def pages(self) -> int:
        """How many pages there are, one at least."""
        return max(1, -(-self.count // ON_A_PAGE))


class Blocks:
    """Keeps whom each person doesn't want to play with, and lists, adds and removes them."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, user_id: int, page: int = 0) -> Blocked:
        """Whom somebody blocks; the last page where there are not so many."""
        async with self._store.read() as tx:
            return await _blocked(tx, user_id, page)

    async def block(self, user_id: int, other_id: int, name: str) -> Blocked:
        """Have no match with somebody any more; those that run go on.

        :raises Refusal: `yourself`, `too_many_blocks`.
        """
        if other_id == user_id:
            raise Refusal("yourself", N_("You can't block yourself."))
        async with self._store.write() as tx:
            if await stored_blocks.count_of(tx, user_id) >= MOST:
                words = N_("You can block at most {count} people. Remove a block first.")
                raise Refusal("too_many_blocks", words, count=MOST)
            await stored_blocks.add(tx, Block(user_id, other_id, name, self._clock()))
            return await _blocked(tx, user_id, 0)

    async def unblock(self, user_id: int, other_id: int, page: int = 0) -> Blocked:
        """Take a block back, if there is one."""
        async with self._store.write() as tx:
            await stored_blocks.remove(tx, user_id, other_id)
            return await _blocked(tx, user_id, page)


async def _blocked(tx: Transaction, user_id: int, page: int) -> Blocked:
    count = await stored_blocks.count_of(tx, user_id)
    page = min(max(page, 0), max(0, count - 1) // ON_A_PAGE)
    found = await stored_blocks.of_user(tx, user_id, ON_A_PAGE, page * ON_A_PAGE)
    return Blocked(found, page, count)


async def check_not_blocked(tx: Transaction, user_id: int, others: Mapping[int, str]) -> None:
    """See that nobody of those who are to play blocks the one who acts, or is blocked by them.

    :param others: the names of the others by their user ids.
    :raises Refusal: `blocks`, `not_available`.
    """
    found = await stored_blocks.between(tx, user_id, others)
    own = [others[each.blocked_id] for each in found if each.user_id == user_id]
    if own:
        raise Refusal(
            "blocks",
            N_(
                "You block {name}, so you can't start a match together. {block} shows whom "
                "you block, and can undo it."
            ),
            name=Name(own[0]),
            block=Command("block"),
        )
    if found:
        raise Refusal(
            "not_available",
            N_(
                "You can't start a match with {name}. You can play with anyone else here: "
                "use {challenge}."
            ),
            name=Name(others[found[0].user_id]),
            challenge=Command("challenge"),
        )
