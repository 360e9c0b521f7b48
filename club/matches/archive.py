"""The archive of finished matches: lists that a reader may see, page by page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from club.calendar import bounds_of
from club.matches.match import Match
from club.matches.play import Matches
from language.lists import row_of
from language.texts import N_
from language.typed import folded, normalised
from rules.refusal import Refusal, quoted
from storage.database.store import Store
from storage.matches import archive
from storage.matches.archive import ArchiveFilter, ArchiveResult
from storage.matches.match import StoredMatch

BATCH_SIZE = 50
"""Number of matches read at once, before those that the reader may not see are left out."""

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
class ArchivePage:
    """Some matches of a list, latest first."""

    matches: tuple[StoredMatch, ...]
    older: int | None
    """Where the next page begins (`before`), or None if there are no older matches."""


class Archive:
    """Lists of finished matches."""

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
