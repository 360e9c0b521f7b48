"""What players ask of each other: a draw, to take moves back, to let the clocks stand.

An offer waits for all other players. It is made, withdrawn, accepted or declined here; that a move
makes it void is said where moves are recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from bot import changes, notices
from bot.match import Match, Player
from bot.matches import Matches, player_in
from bot.wording import listed, plain
from rules.refusal import Refusal
from storage import offers as stored_offers
from storage.errors import Outdated
from storage.matches import Result
from storage.offers import Kind, Offer
from storage.store import Store
from storage.transaction import Transaction

LONGEST_PAUSE = timedelta(days=30)
"""After which the clocks run again by themselves, so that no match stands for ever."""

NAMES: dict[Kind, str] = {
    "draw": "a draw",
    "take back": "to take back",
    "pause": "to let the clocks stand",
    "resume": "to let the clocks run again",
}


class Offers:
    """The offers of all matches."""

    def __init__(self, store: Store, matches: Matches, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._matches = matches
        self._clock = clock

    async def make(self, match_id: int, user_id: int, kind: Kind) -> Match:
        """Offer something to the other players.

        Where another offers the same already it is accepted instead. A take-back that nobody has
        to agree to happens at once.

        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `offered`,
            `offered_before`, `no_move`, `irrevocable`, `no_clock`, `paused`, `not_paused`.
        """
        match = await self._matches.in_time(match_id)
        player = player_in(match, user_id)
        there = match.offer(kind)
        if there is not None and there.seat != player.seat:
            return await self.accept(match_id, user_id, there.id)
        if there is not None:
            raise Refusal("offered", f"You have asked for that already: {NAMES[kind]}.")
        to_ply = None
        if kind == "take back":
            to_ply = own_last_move(match, player)
            if all(played.seat == player.seat for played in match.played[to_ply:]):
                return await self._matches.changed(
                    match, lambda tx, now: changes.undo(tx, match, to_ply, user_id, now)
                )
        elif kind == "draw":
            await self._check_not_offered_since_own_move(match, player)
        else:
            _check_clock(match, kind)

        async def made(tx: Transaction, now: datetime) -> Match:
            stored = await changes.taken(tx, match)
            if await stored_offers.open_of(tx, match.id) != match.offers:
                raise Outdated(f"the offers of match {match.id}", stored.version)
            offer = await stored_offers.add(
                tx,
                match_id=match.id,
                kind=kind,
                seat=player.seat,
                ply=stored.ply,
                made_at=now,
                to_ply=to_ply,
            )
            asked = [each.seat for each in match.playing if each != player]
            await notices.announce(tx, stored, asked, "offer", offer.id, now)
            return match.with_offers((*match.offers, offer))

        return await self._matches.changed(match, made)

    async def accept(self, match_id: int, user_id: int, offer_id: int) -> Match:
        """Agree to an offer; with the last seat that was asked, it happens.

        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `closed`, `own`,
            `agreed`.
        """
        match, player, offer = await self._answered(match_id, user_id, offer_id)
        if player.seat == offer.seat:
            raise Refusal("own", "This is your own offer; the others decide on it.")
        if player.seat in offer.agreed:
            raise Refusal("agreed", "You have agreed already; others are still to answer.")
        agreed = {*offer.agreed, player.seat}
        waiting = [
            each for each in match.playing if each.seat != offer.seat and each.seat not in agreed
        ]

        async def accepted(tx: Transaction, now: datetime) -> Match:
            stored = await changes.taken(tx, match)
            if await stored_offers.open_of(tx, match.id) != match.offers:
                raise Outdated(f"the offers of match {match.id}", stored.version)
            if waiting:
                await stored_offers.agree(tx, offer.id, sorted(agreed))
                await notices.show_change(tx, stored, now)
                return match.with_offers(await stored_offers.open_of(tx, match.id))
            await stored_offers.close(tx, offer.id, "accepted", now)
            return await self._happens(tx, match, offer, user_id, now)

        return await self._matches.changed(match, accepted)

    async def decline(self, match_id: int, user_id: int, offer_id: int) -> Match:
        """Say no to an offer, or withdraw one's own.

        :raises Refusal: `unknown_match`, `not_yours`, `match_over`, `stale`, `closed`.
        """
        match, player, offer = await self._answered(match_id, user_id, offer_id)
        state = "withdrawn" if player.seat == offer.seat else "declined"

        async def declined(tx: Transaction, now: datetime) -> Match:
            stored = await changes.taken(tx, match)
            left = await stored_offers.open_of(tx, match.id)
            if offer not in left:
                raise Outdated(f"the offers of match {match.id}", stored.version)
            await stored_offers.close(tx, offer.id, state, now)
            await notices.show_change(tx, stored, now)
            return match.with_offers(tuple(each for each in left if each != offer))

        return await self._matches.changed(match, declined)

    async def _answered(
        self, match_id: int, user_id: int, offer_id: int
    ) -> tuple[Match, Player, Offer]:
        match = await self._matches.in_time(match_id)
        player = player_in(match, user_id)
        offer = next((each for each in match.offers if each.id == offer_id), None)
        if offer is None:
            link = match.address(match.stored.card_message_id)
            raise Refusal("closed", f"This offer is no longer open. The board: {link}")
        return match, player, offer

    async def _happens(
        self, tx: Transaction, match: Match, offer: Offer, user_id: int, now: datetime
    ) -> Match:
        if offer.kind == "draw":
            result = Result(
                winners=[], reason="agreement", words="The players agreed on it.", scores=None
            )
            return await changes.end(tx, match, "over", result, now)
        if offer.kind == "take back":
            assert offer.to_ply is not None
            return await changes.undo(tx, match, offer.to_ply, user_id, now)
        if offer.kind == "pause":
            after = await changes.pause(tx, match, now + LONGEST_PAUSE, now)
            await notices.show_change(tx, after.stored, now)
            return after
        after = await changes.resume(tx, match, now)
        assert after.stored.to_move is not None
        seats = [after.stored.to_move]
        await notices.announce(tx, after.stored, seats, "resumed", after.stored.version, now)
        return after

    async def _check_not_offered_since_own_move(self, match: Match, player: Player) -> None:
        async with self._store.read() as tx:
            latest = await stored_offers.latest(tx, match.id, "draw", player.seat)
        if latest is None or latest.state == "withdrawn":
            return
        if not any(played.seat == player.seat for played in match.played[latest.ply :]):
            raise Refusal(
                "offered_before",
                "You have offered a draw since your last move. You can offer one again with or "
                "after your next.",
            )


def own_last_move(match: Match, player: Player) -> int:
    """The number of moves before a player's latest, if it and what followed can be taken back.

    :raises Refusal: `no_move`, `irrevocable`.
    """
    own = [
        ply
        for ply, played in enumerate(match.played)
        if played.seat == player.seat and played.left is None
    ]
    if not own:
        raise Refusal("no_move", "You have made no move that you could take back.")
    final = [
        played
        for played in match.played[own[-1] :]
        if played.left is not None or not played.before.may_be_taken_back(played.move)
    ]
    if final:
        raise Refusal(
            "irrevocable",
            f"{final[0].text} can't be taken back: by the rules of the game it is final.",
        )
    return own[-1]


def taken_back_words(match: Match, to_ply: int) -> str:
    """ "**f5-j7** (Ada) and **c4-e6** (Ben)"."""
    return listed(
        [
            f"**{played.text}** ({plain(match.players[played.seat - 1].name)})"
            for played in match.played[to_ply:]
        ]
    )


def _check_clock(match: Match, kind: Kind) -> None:
    if match.pace.time is None:
        raise Refusal("no_clock", "This match has no time limit, so no clock could stand.")
    is_paused = match.stored.paused_until is not None
    if kind == "pause" and is_paused:
        raise Refusal("paused", "The clocks stand already.")
    if kind == "resume" and not is_paused:
        raise Refusal("not_paused", "The clocks are running.")
