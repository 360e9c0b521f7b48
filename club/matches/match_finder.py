"""Which match a person means, where they are, when they don't say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from club.matches.match import Match
from club.matches.matches import Matches
from club.matches.refusals import unknown_match
from club.members.viewer import Viewer
from club.references import Command, CommandOption
from rules.language import N_
from rules.listing import row_of
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.matches import StoredMatch

LOOKED_BACK = 100
"""Matches of a server, and of a place, among which those are that are offered to look at."""


@dataclass(frozen=True, slots=True)
class Movers:
    """Several matches, and who is to move in each."""

    matches: tuple[StoredMatch, ...]

    def __str__(self) -> str:
        """ "3 (Ada), 7 (Ben)"."""
        return str(row_of([f"{match.id} ({mover(match)})" for match in self.matches]))


@dataclass(frozen=True, slots=True)
class Candidates:
    """Several matches of someone, any of which may be meant."""

    matches: tuple[StoredMatch, ...]
    user_id: int

    def __str__(self) -> str:
        """ "3, 7"."""
        return str(row_of([str(match.id) for match in self.matches]))


class MatchFinder:
    """Finds matches by person and place."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def of_person(self, guild_id: int, user_id: int) -> list[StoredMatch]:
        """The running matches of a member in a server: theirs to move first, and of those the
        ones first whose time runs out first, then the longest waiting."""
        async with self._store.read() as tx:
            running = await match_lists.running_of(tx, user_id, guild_id=guild_id)
        return sorted(running, key=lambda match: (not has_turn(match, user_id), *_urgency(match)))

    async def turns_of(
        self, guild_id: int, user_id: int, after: int | None = None
    ) -> list[StoredMatch]:
        """The matches of a member in a server in which it is their turn, the most urgent first.

        :param after: a match that they have just looked at, which comes last.
        """
        running = await self.of_person(guild_id, user_id)
        turns = [match for match in running if has_turn(match, user_id)]
        return sorted(turns, key=lambda match: match.id == after)

    async def next_turn(self, guild_id: int | None, user_id: int, but: int) -> StoredMatch | None:
        """The match of a server in which a member's move is most urgent.

        :param but: the match that they have just looked at.
        """
        return await self._store.reading(
            lambda tx: match_lists.next_turn_of(tx, user_id, guild_id, but)
        )

    async def in_place(self, place_id: int) -> list[StoredMatch]:
        """The running matches of a place, its threads included."""
        async with self._store.read() as tx:
            return list(await match_lists.running_in(tx, place_id))

    async def to_look_back_at(
        self, guild_id: int, place_id: int, user_id: int
    ) -> list[StoredMatch]:
        """Matches that somebody may want to see again, running or over: theirs, those of the
        place, the latest first."""
        async with self._store.read() as tx:
            here = await match_lists.recent_in(tx, place_id, limit=LOOKED_BACK)
            own = await match_lists.recent_of(tx, user_id, guild_id, limit=LOOKED_BACK)
        known = {match.id: match for match in (*here, *own)}
        return sorted(known.values(), key=lambda match: match.id, reverse=True)

    async def numbered(self, viewer: Viewer, match_id: int) -> Match:
        """Return a match of the viewer's server by its number, if they may know of it.

        :raises Refusal: `unknown_match`.
        """
        match = await self._matches.find(match_id)
        if match.guild_id != viewer.guild_id or not viewer.may_know_of(match.stored):
            raise unknown_match(match_id)
        return match

    async def meant(self, viewer: Viewer, match_id: int | None) -> Match:
        """The match that somebody wants to move in: the one named, or the only one that it can be.

        :raises Refusal: `unknown_match`, `no_match`, `several`, `not_your_turn`.
        """
        if match_id is not None:
            return await self.numbered(viewer, match_id)

        async def only(tx: Transaction) -> StoredMatch:
            own = await match_lists.awaiting(tx, viewer.user_id, viewer.place_id)
            if len(own) == 1:
                return own[0]
            if own:
                raise several(
                    own,
                    viewer.user_id,
                    N_(
                        "It's your turn in several matches here: {numbers}. Which one? You can "
                        "also name it with the option {option}."
                    ),
                )
            here = await match_lists.running_in(tx, viewer.place_id)
            waiting = tuple(match for match in here if plays(match, viewer.user_id))
            if waiting:
                raise Refusal(
                    "not_your_turn",
                    N_("It's not your turn in any match here. Others are to move: match {movers}."),
                    movers=Movers(waiting),
                )
            raise no_match()

        return await self._matches.load(only)

    async def own_match(self, viewer: Viewer, match_id: int | None) -> Match:
        """The match of theirs that somebody means: the one named, or the only one here.

        :raises Refusal: `unknown_match`, `not_yours`, `no_match`, `several`.
        """
        if match_id is not None:
            match = await self.numbered(viewer, match_id)
            if match.player_of(viewer.user_id) is None:
                words = N_("You are not in match {id}. {matches} lists yours.")
                raise Refusal("not_yours", words, id=match_id, matches=Command("matches"))
            return match
        own = [
            match for match in await self.in_place(viewer.place_id) if plays(match, viewer.user_id)
        ]
        if not own:
            raise no_match()
        if len(own) > 1:
            raise several(
                own,
                viewer.user_id,
                N_(
                    "You have several matches here: {numbers}. Which one? You can also name it "
                    "with the option {option}."
                ),
            )
        return await self._matches.find(own[0].id)

    async def shown(self, viewer: Viewer, match_id: int | None) -> Match:
        """The match that somebody wants to look at: the one named, or the place's latest.

        :raises Refusal: `unknown_match`, `no_match`.
        """
        if match_id is not None:
            return await self.numbered(viewer, match_id)
        async with self._store.read() as tx:
            recent = await match_lists.recent_in(tx, viewer.place_id, limit=1)
        if not recent:
            words = N_("No match has been played here yet. {challenge} starts one.")
            raise Refusal("no_match", words, challenge=Command("challenge"))
        return await self._matches.find(recent[0].id)

    async def over(self, viewer: Viewer, match_id: int | None) -> Match:
        """The match that somebody wants to have reviewed: the one named, or the latest of the place
        that is over and has moves.

        It is the place's latest of all where none is; where the place has none, their own in this
        server.

        :raises Refusal: `unknown_match`, `none_over`.
        """
        if match_id is not None:
            return await self.numbered(viewer, match_id)
        async with self._store.read() as tx:
            here = await match_lists.recent_in(tx, viewer.place_id, limit=LOOKED_BACK)
            own = await match_lists.recent_of(
                tx, viewer.user_id, viewer.guild_id, limit=LOOKED_BACK
            )
        over = (match for match in here or own if match.state != "running" and match.ply)
        meant = next(over, here[0] if here else None)
        if meant is None:
            raise Refusal(
                "none_over",
                N_(
                    "No match is over here, and none of yours in this server. {matches} lists "
                    "yours."
                ),
                matches=Command("matches"),
            )
        return await self._matches.find(meant.id)


def _urgency(match: StoredMatch) -> tuple[bool, datetime, int]:
    return match.deadline is None, match.deadline or match.turn_started_at, match.id


def no_match() -> Refusal:
    """There is nothing to move or resign in this place."""
    return Refusal(
        "no_match",
        N_(
            "You have no matches running here. {matches} lists yours with links, and {challenge} "
            "starts one."
        ),
        matches=Command("matches"),
        challenge=Command("challenge"),
    )


def several(matches: Sequence[StoredMatch], user_id: int, words: str) -> Refusal:
    """It could be any of these matches, so they have to say which.

    :param words: how it comes to that, a message with the places `numbers` and `option`.
    """
    numbers = Candidates(tuple(matches), user_id)
    return Refusal("several", words, numbers=numbers, option=CommandOption("match"))


def plays(match: StoredMatch, user_id: int) -> bool:
    """Whether this user has a seat and has not left it."""
    return any(seat.user_id == user_id and seat.is_playing for seat in match.seats)


def has_turn(match: StoredMatch, user_id: int) -> bool:
    """Whether it is this user's turn."""
    return any(seat.seat == match.to_move and seat.user_id == user_id for seat in match.seats)


def opponents(match: StoredMatch, user_id: int) -> list[str]:
    """The names of the others at the board."""
    return [seat.name for seat in match.seats if seat.user_id != user_id]


def mover(match: StoredMatch) -> str:
    """The name of whose turn it is, empty where it is nobody's."""
    return next((seat.name for seat in match.seats if seat.seat == match.to_move), "")
