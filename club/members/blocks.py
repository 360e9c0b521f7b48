"""Blocks, which prevent new matches between two members.

Blocked members aren't notified and get a neutral refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from club.references import Command, Name
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store, transactional
from storage.database.transaction import Transaction
from storage.matches import following
from storage.members import blocks as stored_blocks
from storage.members import preferences
from storage.members.blocks import Block

PAGE_SIZE = 20
MAX_BLOCKS = 500
"""Maximum number of blocks per person."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """A page of a user's blocks by name, with their total number."""

    blocks: tuple[Block, ...]
    page: int
    """The number of the page, from 0."""
    count: int

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.count // PAGE_SIZE))


class Blocks:
    """Lists, adds and removes blocks."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, user_id: int, page: int = 0) -> Blocked:
        """Return a page of a user's blocks, or the last page if there are fewer."""
        return await self._store.read(lambda tx: _page_of(tx, user_id, page))

    @transactional
    async def block(self, tx: Transaction, user_id: int, other_id: int, name: str) -> Blocked:
        """Block a user. Running matches continue.

        :raises Refusal: `yourself`, `too_many_blocks`.
        """
        if other_id == user_id:
            raise Refusal("yourself", N_("You can't block yourself."))
        await preferences.get(tx, user_id, locked=True)
        if await stored_blocks.count_of(tx, user_id) >= MAX_BLOCKS:
            words = N_("You can block at most {count} people. Remove a block first.")
            raise Refusal("too_many_blocks", words, count=MAX_BLOCKS)
        await stored_blocks.add(tx, Block(user_id, other_id, name, self._clock()))
        await following.remove_between(tx, user_id, other_id)
        return await _page_of(tx, user_id, 0)

    @transactional
    async def unblock(self, tx: Transaction, user_id: int, other_id: int, page: int = 0) -> Blocked:
        """Remove a block, if it exists."""
        await stored_blocks.remove(tx, user_id, other_id)
        return await _page_of(tx, user_id, page)


async def _page_of(tx: Transaction, user_id: int, page: int) -> Blocked:
    count = await stored_blocks.count_of(tx, user_id)
    page = min(max(page, 0), max(0, count - 1) // PAGE_SIZE)
    blocks = await stored_blocks.of_user(tx, user_id, PAGE_SIZE, page * PAGE_SIZE)
    return Blocked(blocks, page, count)


async def check_not_blocked(tx: Transaction, user_id: int, others: Mapping[int, str]) -> None:
    """Check that there are no blocks between a user and the others.

    :param others: the names of the others, by user id.
    :raises Refusal: `blocks`, `not_available`.
    """
    blocks = await stored_blocks.between(tx, user_id, others)
    own = [others[block.blocked_id] for block in blocks if block.user_id == user_id]
    if own:
        raise Refusal(
            "blocks",
            N_(
                "You've blocked {name}, so you can't start a match together. {block} lists "
                "your blocks and can undo them."
            ),
            name=Name(own[0]),
            block=Command("block"),
        )
    if blocks:
        raise not_available(others[blocks[0].user_id])


def not_available(name: str) -> Refusal:
    """Return the refusal of a match with someone, which gives no reason."""
    words = N_("You can't start a match with {name}. Use {challenge} to play someone else.")
    return Refusal("not_available", words, name=Name(name), challenge=Command("challenge"))


def check_not_hidden(*, is_hidden: bool) -> None:
    """Check that a member isn't hidden from other servers.

    :raises Refusal: `hidden`.
    """
    if is_hidden:
        words = N_(
            "You've left the global leaderboards, so I don't show your name in other servers. "
            "Change that with {privacy}."
        )
        raise Refusal("hidden", words, privacy=Command("privacy"))
