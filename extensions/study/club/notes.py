"""Private notes of players on their matches, kept after the end. Nobody else ever sees them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from club.matches.match import Match
from extensions.study.storage import notes as stored_notes
from extensions.study.storage.notes import Note
from language.texts import N_
from language.typed import is_visible
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction

MAX_NOTE_LENGTH = 1000
"""Maximum number of characters of a note."""


class Notes:
    """Reads and writes notes."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, match_id: int, user_id: int) -> str:
        """Return a user's note on a match, empty if there is none."""
        return await self._store.read(lambda tx: stored_notes.text_of(tx, match_id, user_id))

    async def write(self, match: Match, user_id: int, text: str) -> str:
        """Replace a player's note on a match, during it or afterwards. An empty one is deleted.

        :returns: the note without blanks around it.
        :raises Refusal: `not_yours`, `too_long`.
        """
        if match.player_of(user_id) is None:
            raise Refusal("not_yours", N_("Only players of a match can keep a note on it."))
        text = "\n".join(text.split("\r\n")).strip() if is_visible(text) else ""
        if len(text) > MAX_NOTE_LENGTH:
            words = N_("A note can have at most {most} characters, and yours has {count}.")
            raise Refusal("too_long", words, most=MAX_NOTE_LENGTH, count=len(text))
        note = Note(match.id, user_id, text, self._clock())

        async def store(tx: Transaction) -> None:
            if text:
                await stored_notes.put(tx, note)
            else:
                await stored_notes.remove(tx, match.id, user_id)

        await self._store.write(store)
        return text
