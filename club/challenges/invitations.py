"""Challenges for a rematch between players in different places.

The challenge's own card is posted where it was made. Each other place of the former match gets
another card, the invitation, which the outbox posts and updates.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from club.matches.beginning import Agreement
from club.outbox import outbox, posts
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches.challenges import Challenge


async def show_elsewhere(
    tx: Transaction, challenge: Challenge, now: datetime, *, in_own_place: bool = False
) -> None:
    """Queue the cards of a challenge for a rematch in the other places of the former match.

    :param in_own_place: whether to queue its first card too, in the place where it was made.
    """
    if challenge.rematch_of is None:
        return
    former = await stored_matches.present(tx, challenge.rematch_of)
    origin = former.place_in(challenge.channel_id) or former.place
    for place in former.places:
        if (in_own_place or place.number != origin.number) and place.takes_posts:
            await outbox.enqueue(tx, posts.invitation(challenge, place, now))


async def with_former_places(
    tx: Transaction, agreement: Agreement, challenge: Challenge, former_id: int
) -> Agreement:
    """Return the agreement on a rematch, with the places and homes of the former match.

    The rematch stays in the former match's threads, unless it was offered outside of the thread. In
    that place, it goes where it was offered.
    """
    former = await stored_matches.present(tx, former_id)
    origin = former.place_in(challenge.channel_id)
    if origin is None:
        return agreement
    leaves_thread = challenge.channel_id != origin.thread_id
    places = [
        challenge.place if each == origin and leaves_thread else each.plain
        for each in former.places
    ]
    homes = {seat.user_id: seat.home for seat in former.seats}
    players = [replace(each, home=homes.get(each.user_id, 1)) for each in agreement.players]
    return replace(agreement, places=places, players=players)
