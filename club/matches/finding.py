"""Finding matches: the one that a member means, and lists of finished ones, page by page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from club.calendar import bounds_of
from club.matches.match import Match, has_turn
from club.matches.play import Matches
from club.matches.reasons import unknown_match
from club.members.membership import Viewer
from club.references import Command, CommandOption
from language.lists import row_of
from language.texts import N_
from language.typed import folded, normalised
from rules.refusal import Refusal, quoted
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import archive, match_lists
from storage.matches.archive import ArchiveFilter, ArchiveResult
from storage.matches.match import StoredMatch

RECENT_MATCHES = 100
"""Maximum number of recent matches considered per place and per member."""

MAX_OWN = 1000
"""Maximum number of a member's running matches considered."""

BATCH_SIZE = 50
"""Number of finished matches read at once, before those that a reader may not see are left out."""

MAX_BATCHES = 6
"""Maximum number of batches per page, which is shorter if few matches in them are shown."""

MAX_IN_FILE = 100
"""Maximum number of matches in a file of records."""

PLAYER_RESULTS: tuple[ArchiveResult, ...] = ("won", "drawn", "lost")
RESULTS: tuple[ArchiveResult, ...] = ("decisive", "drawn")
"""The results by which the list of a player, and any other list, can be narrowed."""

_TURNS = re.compile(r"(\d{0,4})\s*(-?)\s*(\d{0,4})", re.ASCII)

Sees = Callable[[StoredMatch], bool]
"""Whether the reader may see a match."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Matches to choose from, each with the names of a user's opponents."""

    matches: tuple[StoredMatch, ...]
    user_id: int
    to_move: bool = False
    """Whether the choice is where to move."""

    def __str__(self) -> str:
        """ "3, 7"."""
        return str(row_of([str(match.id) for match in self.matches]))


NEWCOMER_MATCHES = 2
"""The number of matches of a game in which a newcomer gets help."""


class MatchFinder:
    """Finds matches by member and place."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def of_person(self, guild_id: int | None, user_id: int) -> list[StoredMatch]:
        """Return a member's running matches in a server, or all of theirs, most urgent first.

        Matches in which it is their turn come first, then the earliest deadline, then the longest
        wait.
        """
        async with self._store.read() as tx:
            stored = await match_lists.running_of(tx, user_id, guild_id=guild_id)
        running = [match.seen_from(guild_id, user_id) for match in stored]
        return sorted(running, key=lambda match: (not has_turn(match, user_id), *_urgency(match)))

    async def is_for_newcomer(self, match: Match) -> bool:
        """Whether the player to move only plays computers, in one of their first two of a game."""
        player = match.player_to_move
        if player is None or not player.is_person or not match.is_against_computers(player):
            return False
        return await self._store.read(
            lambda tx: match_lists.is_among_first(
                tx, player.user_id, match.stored, NEWCOMER_MATCHES
            )
        )

    async def turns_of(
        self, guild_id: int | None, user_id: int, after: int | None = None
    ) -> list[StoredMatch]:
        """Return the matches, of a server or all, where it is a member's turn, most urgent first.

        :param after: the match they have just seen, which is sorted last.
        """
        running = await self.of_person(guild_id, user_id)
        turns = [match for match in running if has_turn(match, user_id)]
        return sorted(turns, key=lambda match: match.id == after)

    async def next_turn(
        self, guild_id: int | None, user_id: int, excluded_id: int
    ) -> StoredMatch | None:
        """Return the match of a server in which a member's move is most urgent.

        :param excluded_id: the match they have just seen, which is omitted.
        """
        match = await self._store.read(
            lambda tx: match_lists.next_turn_of(tx, user_id, guild_id, excluded_id)
        )
        return None if match is None else match.seen_from(guild_id, user_id)

    async def in_place(self, viewer: Viewer) -> list[StoredMatch]:
        """Return the running matches of the viewer's place and its threads that they may see."""
        async with self._store.read() as tx:
            running = await match_lists.running_in(tx, viewer.place_id)
        return [viewer.from_here(match) for match in running if viewer.may_know_of(match)]

    async def recent_here(self, viewer: Viewer) -> list[StoredMatch]:
        """Return the latest matches of a viewer's place that they may see, latest first."""
        return await self._store.read(lambda tx: _recent_in_place(tx, viewer))

    async def recent(self, viewer: Viewer) -> list[StoredMatch]:
        """Return the recent matches of a viewer and of their place, latest first."""
        async with self._store.read() as tx:
            here = await _recent_in_place(tx, viewer)
            own = await match_lists.recent_of(
                tx, viewer.user_id, viewer.guild_id, limit=RECENT_MATCHES
            )
        by_id = {match.id: viewer.from_here(match) for match in (*here, *own)}
        return sorted(by_id.values(), key=lambda match: match.id, reverse=True)

    async def find_visible(self, viewer: Viewer, match_id: int) -> Match:
        """Return a match of the viewer's server by its number, if they may see it.

        Their own matches outside of servers can be reached from anywhere, and outside of servers
        all of their own.

        :raises Refusal: `unknown_match`.
        """
        is_outside = viewer.guild_id is None
        try:
            match = await self._matches.find(match_id)
        except Refusal:
            raise unknown_match(match_id, in_server=not is_outside) from None
        is_private = match.stored.home_of(viewer.user_id).guild_id is None
        is_own = viewer.has_played(match.stored) and (is_outside or is_private)
        is_here = match.stored.is_in(viewer.guild_id) and viewer.may_know_of(match.stored)
        if not is_own and not is_here:
            raise unknown_match(match_id, in_server=not is_outside)
        seen = match.seen_from(viewer.guild_id, viewer.user_id)
        if is_own or viewer.has_played(seen.stored) or viewer.sees(seen.stored.place):
            return seen
        # One of two places in a server can be hidden from a spectator.
        places = (place for place in seen.stored.places if place.guild_id == viewer.guild_id)
        visible = next(place for place in places if viewer.sees(place))
        return replace(seen, stored=seen.stored.seen_at(visible))

    async def match_to_move_in(
        self,
        viewer: Viewer,
        match_id: int | None,
        *,
        votes: bool = False,
    ) -> Match:
        """Return the match to move in: the numbered one, or the only candidate in the place.

        In direct messages without a candidate, all of the viewer's matches are.

        :param votes: whether matches in which the viewer's server votes are candidates, if none
            of the viewer's own is.
        :raises Refusal: `unknown_match`, `no_match`, `several`, `not_your_turn`.
        """
        if match_id is not None:
            return await self.find_visible(viewer, match_id)

        async def only(tx: Transaction) -> StoredMatch:
            awaiting = await match_lists.awaiting(tx, viewer.user_id, viewer.place_id)
            if not awaiting and viewer.is_direct:
                awaiting = await match_lists.awaiting(tx, viewer.user_id, None)
            if votes and not awaiting and viewer.guild_id is not None:
                voting = await match_lists.awaiting(tx, viewer.guild_id, viewer.place_id)
                awaiting = tuple(
                    match
                    for match in voting
                    if not viewer.has_played(match) and viewer.sees_match(match)
                )
            own = tuple(map(viewer.from_here, awaiting))
            if len(own) == 1:
                return own[0]
            if own:
                raise _several(
                    Candidates(own, viewer.user_id, to_move=True),
                    N_(
                        "It's your turn in several matches: {numbers}. Which one? You can also "
                        "use the option {option}."
                    )
                    if viewer.is_direct
                    else N_(
                        "It's your turn in several matches in this channel: {numbers}. Which "
                        "one? You can also use the option {option}."
                    ),
                )
            if waiting := tuple(await _own_running(tx, viewer)):
                words = N_(
                    "It's not your turn in any match in this channel. It's someone else's turn "
                    "in match {movers}."
                )
                if viewer.is_direct:
                    words = N_(
                        "It's not your turn in any match. It's someone else's turn in match "
                        "{movers}."
                    )
                raise Refusal("not_your_turn", words, movers=Candidates(waiting, viewer.user_id))
            raise no_match(viewer)

        return await self._matches.load(only)

    async def own_match(self, viewer: Viewer, match_id: int | None) -> Match:
        """Return a match the viewer plays in: the numbered one, or their only one in the place.

        In direct messages without one, it may be anywhere.

        :raises Refusal: `unknown_match`, `not_yours`, `no_match`, `several`.
        """
        if match_id is not None:
            match = await self.find_visible(viewer, match_id)
            if match.player_of(viewer.user_id) is None:
                words = N_("You aren't in match {id}. See yours with {matches}.")
                raise Refusal("not_yours", words, id=match_id, matches=Command("matches"))
            return match
        own = await self._store.read(lambda tx: _own_running(tx, viewer))
        if not own:
            raise no_match(viewer)
        if len(own) > 1:
            raise _several(
                Candidates(tuple(own), viewer.user_id),
                N_(
                    "You have several matches: {numbers}. Which one? You can also use the option "
                    "{option}."
                )
                if viewer.is_direct
                else N_(
                    "You have several matches in this channel: {numbers}. Which one? You can "
                    "also use the option {option}."
                ),
            )
        return await self.find_visible(viewer, own[0].id)

    async def match_to_view(self, viewer: Viewer, match_id: int | None) -> Match:
        """Return the match to view: the numbered one, or the latest of the place.

        In direct messages without one, it is the viewer's latest.

        :raises Refusal: `unknown_match`, `no_match`.
        """
        if match_id is not None:
            return await self.find_visible(viewer, match_id)
        async with self._store.read() as tx:
            recent = await _recent_in_place(tx, viewer)
            if not recent and viewer.is_direct:
                recent = list(await match_lists.recent_of(tx, viewer.user_id, None, limit=1))
        if not recent:
            words = N_("No match has been played in this channel yet. Start one with {challenge}.")
            if viewer.is_direct:
                words = N_("You haven't played a match yet. Start one with {challenge}.")
            raise Refusal("no_match", words, challenge=Command("challenge"))
        return await self.find_visible(viewer, recent[0].id)


def no_match(viewer: Viewer) -> Refusal:
    """Return the refusal for a member without a running match in this place."""
    words = N_(
        "You have no matches in progress in this channel. See all of yours with {matches}, or "
        "start one with {challenge}."
    )
    if viewer.is_direct:
        words = N_("You have no matches in progress. Start one with {challenge}.")
    return Refusal("no_match", words, matches=Command("matches"), challenge=Command("challenge"))


def _several(candidates: Candidates, words: str) -> Refusal:
    """Return the refusal that asks which of several matches is meant.

    :param words: the message, with the placeholders `numbers` and `option`.
    """
    return Refusal("several", words, numbers=candidates, option=CommandOption("match"))


def _urgency(match: StoredMatch) -> tuple[bool, datetime, int]:
    return match.deadline is None, match.deadline or match.turn_started_at, match.id


async def _recent_in_place(tx: Transaction, viewer: Viewer) -> list[StoredMatch]:
    """Return the latest matches of the viewer's place that they may see, latest first.

    Those agreed on there can have their home in a forum that is hidden from them.
    """
    recent = await match_lists.recent_in(tx, viewer.place_id, limit=RECENT_MATCHES)
    return [match for match in recent if viewer.may_know_of(match)]


async def _own_running(tx: Transaction, viewer: Viewer) -> list[StoredMatch]:
    """Return the viewer's running matches of the place, in direct messages else all of them.

    The latest come first.
    """
    running = await match_lists.running_of(tx, viewer.user_id, limit=MAX_OWN)
    latest_first = sorted(running, key=lambda match: match.id, reverse=True)
    own = [*map(viewer.from_here, latest_first)]
    here = [match for match in own if match.place_in(viewer.place_id) is not None]
    return own if viewer.is_direct and not here else here


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """Some matches of a list of finished ones, latest first."""

    matches: tuple[StoredMatch, ...]
    older: int | None
    """Where the next page begins (`before`), or None if there are no older matches."""


class Archive:
    """Lists of finished matches that a reader may see."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def page(
        self,
        guild_id: int | None,
        wanted: ArchiveFilter,
        sees: Sees,
        size: int,
        before: int | None = None,
    ) -> ArchivePage:
        """Return a page of a list.

        :param guild_id: the server in which the matches are shown, or None for all.
        :param before: the `older` of the previous page.
        """
        visible: list[StoredMatch] = []
        for _ in range(MAX_BATCHES):
            batch = await self._store.read(
                lambda tx, start=before: archive.portion(tx, guild_id, wanted, BATCH_SIZE, start)
            )
            visible += filter(sees, batch.matches)
            if len(visible) > size:
                return ArchivePage(tuple(visible[:size]), visible[size - 1].ended_number)
            before = batch.rest
            if before is None:
                break
        return ArchivePage(tuple(visible), before)

    async def whole(self, page: ArchivePage) -> list[Match]:
        """Return the matches of a page with their moves."""
        return [await self._matches.find(match.id) for match in page.matches]


def result_in(text: str, *, of_player: bool) -> ArchiveResult:
    """Return the result that a text names.

    :param of_player: whether it is the result for a player.
    :raises Refusal: `result`.
    """
    results = PLAYER_RESULTS if of_player else RESULTS
    results_by_text: dict[str, ArchiveResult] = {each: each for each in results}
    result = results_by_text.get(folded(text))
    if result is None:
        words = N_("“{text}” isn't a result. Choose one of these: {results}.")
        raise Refusal("result", words, text=quoted(text), results=row_of(results))
    return result


def turns_in(text: str) -> tuple[int, int | None]:
    """Return the least and the greatest number of turns in a text such as "20-60" or "20-".

    :raises Refusal: `turns`.
    """
    typed = _TURNS.fullmatch(normalised(text).strip())
    if typed is not None and any((typed[1], typed[3])):
        least = int(typed[1] or 0)
        most = int(typed[3]) if typed[3] else None if typed[2] else least
        if most is None or least <= most:
            return least, most
    words = N_(
        "“{text}” isn't a number of turns. Type 20-60, 20- (at least 20) or -60 (at most 60)."
    )
    raise Refusal("turns", words, text=quoted(text))


def turns_text(turns: tuple[int, int | None]) -> str:
    """Return a range of turns as `turns_in` reads it."""
    least, most = turns
    return f"{least or ''}-{'' if most is None else most}"


def month_in(text: str, now: datetime) -> tuple[datetime, datetime]:
    """Return the start and the end of a month in a text such as "2026-10".

    :raises Refusal: `month`.
    """
    month = normalised(text).strip()
    try:
        if re.fullmatch(r"20\d\d-\d\d", month, re.ASCII):
            return bounds_of(month)
    except ValueError:
        pass
    words = N_("“{text}” isn't a month. Type it like {example}.")
    raise Refusal("month", words, text=quoted(text), example=f"{now:%Y-%m}")


def month_text(ended: tuple[datetime, datetime]) -> str:
    """Return a month as `month_in` reads it."""
    return f"{ended[0]:%Y-%m}"
