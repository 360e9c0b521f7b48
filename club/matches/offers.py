"""Offers between players: draws, take-backs, and pauses of the clocks.

An offer waits for all other players. It is made, withdrawn, accepted or declined here.
Offers that lapse with a move are handled in `turns`. Computers agree to everything immediately
except a draw, which they answer with their next move.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zlib import crc32

from club.matches import changes
from club.matches.match import Match, MatchChange, Player
from club.matches.offer_kinds import SILENCE, VERBS, Verb
from club.matches.play import Matches
from club.matches.reasons import player_in, stale
from club.members.own_day import own_day_of
from club.members.vacations import vacation_end
from club.outbox import notices
from club.references import BoardOf, Control, Name, Names
from language.texts import N_, lazy_gettext
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Outdated, Transaction
from storage.matches import matches as stored_matches
from storage.matches import offers as stored_offers
from storage.matches.match import StoredMatch
from storage.matches.offers import Kind, Offer, OfferState
from storage.members import preferences

log = logging.getLogger(__name__)


_CLOSED: dict[OfferState, str] = {
    "open": N_("This offer is no longer open. The current board: {board}"),
    "accepted": N_("This has already been agreed on. The current board: {board}"),
    "declined": N_("This has already been declined. The current board: {board}"),
    "withdrawn": N_("{name} has withdrawn this. The current board: {board}"),
    "lapsed": N_("The match has moved on, so this offer has lapsed. The current board: {board}"),
}
"""Replies to a late answer, by the state of the offer."""


@dataclass(frozen=True, slots=True)
class QuotedOffer:
    """An open offer, as quoted in a refusal."""

    match: Match
    offer: Offer

    def __str__(self) -> str:
        return f"{self.match.players[self.offer.seat - 1].name} asks for this: {self.offer.kind}."


@dataclass(frozen=True, slots=True)
class MissingAnswers:
    """The players who still have to answer an offer."""

    match: Match
    offer: Offer

    def __str__(self) -> str:
        seats = notices.seats_to_answer(self.match.stored, self.offer)
        return f"Still to answer: {Names(tuple(seat.name for seat in seats))}."


def state_checksum(version: int, offers: Sequence[Offer], votes: int) -> int:
    """Return a number that differs once a match or its open offers have changed.

    :param votes: the number of votes on the current turn.
    """
    state = (version, votes, [(offer.id, offer.agreed) for offer in offers])
    return crc32(repr(state).encode())


def match_mark(version: int, votes: int) -> int:
    """Return a number that differs once a match or the number of votes on a turn has changed.

    Without votes, it is the version.
    """
    return (votes << 32) + version


class Offers:
    """Makes, accepts, declines and withdraws offers."""

    def __init__(self, store: Store, matches: Matches, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._matches = matches
        self._clock = clock

    async def make(
        self, match: Match | int, user_id: int, kind: Kind, stands_at: int | None = None
    ) -> Match:
        """Make an offer to the other players.

        If another player has already made the same offer, it is accepted instead. A take-back that
        needs no agreement happens immediately.

        :param match: the match as the player sees it, or its number.
        :param stands_at: `Match.stands_at` as the player saw it, or None for the current value.
        :raises Refusal: `unknown_match`, `not_yours`, `left`, `match_over`, `stale`, `offered`,
            `offered_before`, `asked_otherwise`, `no_move`, `irrevocable`, `no_clock`, `paused`,
            `not_paused`, `no_draws`.
        """
        verb = VERBS[kind]
        while True:
            match = await self._matches.in_time(match)
            player = player_in(match, user_id)
            if stands_at is None:
                stands_at = match.stands_at
            if stands_at != match.stands_at:
                raise stale(match)
            current = match.offer(kind)
            if current is not None and current.seat != player.seat and verb.same_offer_accepts:
                return await self.accept(match, user_id, current.id)
            change = await self._offer_change(match, player, verb)
            try:
                return await self._matches.try_change(match, change)
            except Outdated:
                log.info("match %s changed during an offer (%s); retrying", match.id, kind)

    async def accept(self, match: Match | int, user_id: int, offer_id: int) -> Match:
        """Agree to an offer, which takes effect once the last seat has agreed.

        :param match: as in `make`.
        :raises Refusal: `unknown_match`, `not_yours`, `left`, `match_over`, `closed`, `own`,
            `agreed`.
        """

        def acceptance(match: Match, player: Player, offer: Offer) -> MatchChange:
            if player.seat == offer.seat:
                raise Refusal(
                    "own",
                    N_(
                        "This is your own offer. The others have to answer it; you can withdraw it."
                    ),
                )
            if player.seat in offer.agreed:
                raise Refusal(
                    "agreed",
                    N_("You've already agreed. {unanswered}"),
                    unanswered=MissingAnswers(match, offer),
                )
            agreed = dataclasses.replace(offer, agreed=sorted({*offer.agreed, player.seat}))
            return lambda tx, now: self._accept(tx, match, agreed, user_id, now)

        return await self._answer(match, user_id, offer_id, acceptance)

    async def decline(self, match: Match | int, user_id: int, offer_id: int) -> Match:
        """Decline an offer, or withdraw one's own.

        :param match: as in `make`.
        :raises Refusal: `unknown_match`, `not_yours`, `left`, `match_over`, `closed`.
        """

        def refusal(match: Match, player: Player, offer: Offer) -> MatchChange:
            state = "withdrawn" if player.seat == offer.seat else "declined"

            async def decline(tx: Transaction, now: datetime) -> Match:
                stored = await _lock_with_offers(tx, match)
                await stored_offers.close(tx, offer.id, state, now)
                if offer.kind == "stop" and match.pace.time is None:
                    stored = await _set_deadline(tx, stored, None)
                await notices.show_change(tx, stored, now)
                remaining = tuple(each for each in match.offers if each != offer)
                return dataclasses.replace(match, stored=stored, offers=remaining)

            return decline

        return await self._answer(match, user_id, offer_id, refusal)

    async def _offer_change(self, match: Match, player: Player, verb: Verb) -> MatchChange:
        """Return the change that makes an offer, after checking that it can be made."""
        verb.check(match)
        latest = await self._latest(match, player, verb)
        _check_may_be_made(match, player, verb, latest)
        to_ply = verb.target(match, player)
        if verb.needs_no_answer(match, player, to_ply):
            return lambda tx, now: verb.apply(tx, match, to_ply, player.user_id, now)

        async def make(tx: Transaction, now: datetime) -> Match:
            stored = await _lock_with_offers(tx, match)
            offer = await stored_offers.add(
                tx,
                match_id=match.id,
                kind=verb.kind,
                seat=player.seat,
                made_at=now,
                to_ply=to_ply,
            )
            agreed = _computers(stored, player) if verb.computers_agree else []
            if agreed:
                await stored_offers.agree(tx, offer.id, agreed)
                offer = dataclasses.replace(offer, agreed=agreed)
                if not notices.seats_to_answer(stored, offer):
                    return await self._carry_out(tx, match, offer, player.user_id, now)
            if time := verb.time_to_answer(match, player, now):
                assert match.player_to_move is not None
                user_id = match.player_to_move.user_id
                begins = await vacation_end(tx, user_id, now) or now
                own = own_day_of(await preferences.get(tx, user_id))
                stored = await _set_deadline(tx, stored, own.ends(begins + time))
            if time is None and latest is not None and latest.state == "withdrawn":
                # The others were already mentioned for it.
                await notices.show_change(tx, stored, now)
            else:
                await notices.announce_offer(tx, stored, offer, now)
            return dataclasses.replace(match, stored=stored, offers=(*match.offers, offer))

        return make

    async def _answer(
        self,
        match: Match | int,
        user_id: int,
        offer_id: int,
        answer: Callable[[Match, Player, Offer], MatchChange],
    ) -> Match:
        while True:
            match = await self._matches.in_time(match)
            player = player_in(match, user_id)
            offer = next((each for each in match.offers if each.id == offer_id), None)
            if offer is None:
                raise await self._closed_refusal(match, offer_id)
            try:
                return await self._matches.try_change(match, answer(match, player, offer))
            except Outdated:
                log.info("match %s changed while an offer was answered; retrying", match.id)

    async def _closed_refusal(self, match: Match, offer_id: int) -> Refusal:
        """Return the refusal for an answer to an offer that is no longer open."""
        offer = await self._store.read(lambda tx: stored_offers.get(tx, offer_id))
        board = BoardOf(match.stored)
        if offer is None or offer.match_id != match.id:
            return Refusal("closed", _CLOSED["open"], board=board)
        name = Name(match.players[offer.seat - 1].name)
        return Refusal("closed", _CLOSED[offer.state], name=name, board=board)

    async def _accept(
        self, tx: Transaction, match: Match, offer: Offer, user_id: int, now: datetime
    ) -> Match:
        stored = await _lock_with_offers(tx, match)
        if notices.seats_to_answer(stored, offer):
            await stored_offers.agree(tx, offer.id, offer.agreed)
            await notices.show_change(tx, stored, now)
            return match.with_offers(await stored_offers.open_of(tx, match.id))
        return await self._carry_out(tx, match, offer, user_id, now)

    async def _carry_out(
        self, tx: Transaction, match: Match, offer: Offer, user_id: int, now: datetime
    ) -> Match:
        """Carry out an offer that everyone has agreed to."""
        await stored_offers.close(tx, offer.id, "accepted", now)
        verb = VERBS[offer.kind]
        return await verb.apply(tx, match, offer.to_ply, user_id, now)

    async def _latest(self, match: Match, player: Player, verb: Verb) -> Offer | None:
        """Return a player's latest offer of this kind, unless time or a move has made it obsolete.

        That is a move made later and not taken back. Its ply may be the same, after a take-back.
        """
        async with self._store.read() as tx:
            latest = await stored_offers.latest(tx, match.id, verb.kind, player.seat)
        if latest is None or self._clock() - latest.made_at >= SILENCE:
            return None
        has_expired = any(
            entry.at > latest.made_at
            and (verb.may_repeat_after_any_move or entry.seat == player.seat)
            for entry in match.record
        )
        return None if has_expired else latest


def _check_may_be_made(match: Match, player: Player, verb: Verb, latest: Offer | None) -> None:
    """Check that the offer makes sense now and doesn't repeat an earlier one."""
    current = match.offer(verb.kind)
    if current is not None and current.seat == player.seat:
        raise Refusal(
            "offered",
            N_("You've already asked. {unanswered} You can withdraw it with {more} on the board."),
            unanswered=MissingAnswers(match, current),
            more=Control(lazy_gettext("More")),
        )
    if current is not None:
        raise Refusal(
            "asked_otherwise",
            N_("{asked} Answer that on the board first."),
            asked=QuotedOffer(match, current),
        )
    verb.check_moment(match)
    if latest is not None and latest.state in ("declined", "lapsed"):
        verb.check_repetition(latest)


async def _lock_with_offers(tx: Transaction, match: Match) -> StoredMatch:
    """Lock a match and check that its offers are unchanged.

    :raises Outdated: if the match or its offers have changed.
    """
    stored = await changes.lock_match(tx, match)
    if await stored_offers.open_of(tx, match.id) != match.offers:
        raise Outdated(f"the offers of match {match.id}", stored.version)
    return stored


async def _set_deadline(
    tx: Transaction, stored: StoredMatch, deadline: datetime | None
) -> StoredMatch:
    """Set when a turn without a time limit ends, or that it doesn't."""
    await stored_matches.set_clock(tx, stored.id, deadline, deadline)
    return dataclasses.replace(stored, deadline=deadline, wakes_at=deadline)


def _computers(stored: StoredMatch, player: Player) -> list[int]:
    """Return the other seats that are played by computers."""
    return [
        seat.seat for seat in stored.seats if seat.level is not None and seat.seat != player.seat
    ]
