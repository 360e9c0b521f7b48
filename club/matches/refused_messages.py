"""Handling of direct messages that Discord refuses.

Direct messages to the member stop, and the member is mentioned in the match instead. A card of a
match that is played in direct messages is retried later, which is noted on the other players'
cards. Once a card is delivered, other messages are sent again too.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from datetime import datetime

from club.matches.match import has_turn
from club.outbox import notices, outbox, posts
from club.outbox.claims import Claim
from club.outbox.kinds import DigestPost, DirectPost
from storage.database.errors import Outdated
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches import outbox as stored_outbox
from storage.matches.stored_match import StoredMatch
from storage.matches.terms import MatchPlace
from storage.members import follows, people

log = logging.getLogger(__name__)


class RefusedMessages:
    """Handles direct messages that could not be delivered."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def note(self, claim: Claim[DirectPost | DigestPost]) -> None:
        """Stop direct messages to a member and mention them in place of this one.

        Results saved for their digest are deleted. Someone who has deleted their data in the
        meantime, and with it the message, stays unknown.
        """
        post, now = claim.post, self._clock()

        async def note(tx: Transaction) -> None:
            # Locking order: a match before a person.
            match = None
            if isinstance(post, DirectPost):
                match = await stored_matches.present(tx, post.match_id, locked=True)
            person = await people.get(tx, post.user_id, locked=True)
            if not await stored_outbox.is_claimed(tx, claim.entry):
                raise Outdated(str(claim), claim.entry.attempts)
            await people.save(tx, dataclasses.replace(person, refused_at=now, digest_at=None))
            await follows.forget_results(tx, post.user_id)
            if not isinstance(post, DirectPost) or match is None or match.state != "running":
                return
            if post.why == "offer" or has_turn(match, post.user_id):
                occasion = f"d{claim.entry.id}"
                await notices.show_in_place(tx, match, now, [post.user_id], post.why, occasion)

        try:
            await self._store.writing(note)
        except Outdated as error:
            log.info("a refused message is no longer of interest: %s", error)

    async def note_card(self, place: MatchPlace) -> None:
        """Record that a card in direct messages was refused, and show it on the other cards."""

        async def note(tx: Transaction) -> None:
            match = await stored_matches.present(tx, place.match_id, locked=True)
            await _store_reachability(tx, match, place, self._clock(), is_reachable=False)

        await self._store.writing(note)


async def note_card_posted(
    tx: Transaction, match: StoredMatch, place: MatchPlace, now: datetime
) -> None:
    """Record that a card was posted in direct messages, in the transaction that stores it."""
    if place.is_direct:
        await _store_reachability(tx, match, place, now, is_reachable=True)


async def _store_reachability(
    tx: Transaction, match: StoredMatch, place: MatchPlace, now: datetime, *, is_reachable: bool
) -> None:
    player = match.player_at(place)
    # A stand-in for someone who has deleted their data has no preferences.
    if player is None or player.user_id < 0:
        return
    if is_reachable == ((await people.get(tx, player.user_id)).refused_at is None):
        return
    person = await people.get(tx, player.user_id, locked=True)
    refused_at = None if is_reachable else now
    await people.save(tx, dataclasses.replace(person, refused_at=refused_at))
    for other in notices.places_of(match):
        if other.number != place.number:
            await outbox.enqueue(tx, posts.refresh(other, now))
