"""Lines that people try in Explore and keep under a name: "if k2, then …".

A line opens again where it leaves the match, also after further moves. Only its owner sees it,
until they share it after the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from club.matches.match import Match
from extensions.study.club.conditional_moves import Step
from extensions.study.storage import kept_lines as stored_lines
from extensions.study.storage.kept_lines import KeptLine, NewLine
from language.texts import N_
from language.typed import name_in
from rules.refusal import Refusal
from rules.replay import replay_one
from rules.symmetry import exact_key_of
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import preferences

MAX_LINES = 10
"""Maximum number of lines of one user in one match."""

MAX_NAME_LENGTH = 60

MAX_SHARED = 20
"""Maximum number of shared lines of a match that are shown."""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line as seen from the match now."""

    line: KeptLine
    ply: int
    """The number of moves of the match after which the line leaves it."""
    rest: tuple[str, ...]
    """Its moves from there, as texts. Empty if all were played."""

    def next_in(self, match: Match) -> str | None:
        """Return its next move if the match has followed the line so far, or None."""
        has_followed = self.ply == match.ply and bool(self.rest) and not match.is_over
        return self.rest[0] if has_followed else None


class KeptLines:
    """Keeps and finds lines."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, match: Match, user_id: int) -> tuple[OpenLine, ...]:
        """Return a user's lines of a match, oldest first.

        Lines from positions that were taken back are left out.
        """
        lines = await self._store.read(lambda tx: stored_lines.of_user(tx, match.id, user_id))
        return tuple(opened for line in lines if (opened := _opened(match, line)) is not None)

    async def find(self, match: Match, user_id: int, line_id: int) -> OpenLine:
        """Return one of a user's lines.

        :raises Refusal: `no_line`.
        """
        for each in await self.of(match, user_id):
            if each.line.id == line_id:
                return each
        raise Refusal("no_line", N_("This line is gone. You may have removed it elsewhere."))

    async def keep(
        self, match: Match, user_id: int, ply: int, texts: Sequence[str], name: str
    ) -> None:
        """Keep a line under a name, in place of the user's former line of the same name.

        :raises Refusal: `no_name`, `too_long`, `too_many_lines`.
        """
        name = name_in(name)
        if not name:
            raise Refusal("no_name", N_("Give the line a name so you can find it again."))
        if len(name) > MAX_NAME_LENGTH:
            words = N_("A name can have at most {most} characters, and yours has {count}.")
            raise Refusal("too_long", words, most=MAX_NAME_LENGTH, count=len(name))
        line = NewLine(
            match.id, user_id, name, ply, _key_at(match, ply), list(texts), self._clock()
        )

        async def store(tx: Transaction) -> None:
            # Two lines kept at once, by bot and web for example, count each other.
            await preferences.get(tx, user_id, locked=True)
            lines = await stored_lines.of_user(tx, match.id, user_id)
            former = [each for each in lines if each.name == name]
            if len(lines) - len(former) >= MAX_LINES:
                raise Refusal(
                    "too_many_lines",
                    N_("You already keep {count} lines of this match. Remove one first."),
                    count=MAX_LINES,
                )
            for each in former:
                await stored_lines.remove(tx, each.id, user_id)
            await stored_lines.add(tx, line)

        await self._store.write(store)

    async def shared(self, match: Match) -> tuple[OpenLine, ...]:
        """Return the lines of a finished match that are shown to everyone, oldest first."""
        if not match.is_over:
            return ()
        lines = await self._store.read(lambda tx: stored_lines.shared(tx, match.id, MAX_SHARED))
        every = [opened for line in lines if (opened := _opened(match, line)) is not None]
        return tuple(each for each in every if each.rest)

    async def share(self, match: Match, user_id: int, line_id: int, name: str | None) -> None:
        """Show a user's line of a finished match to everyone under their name, or no longer.

        :raises Refusal: `running`, `no_line`.
        """
        check_may_be_shared(match)
        await self.find(match, user_id, line_id)
        await self._store.write(lambda tx: stored_lines.share(tx, line_id, user_id, name))

    async def remove(self, user_id: int, line_id: int) -> None:
        """Remove one of a user's lines, if it still exists."""
        await self._store.write(lambda tx: stored_lines.remove(tx, line_id, user_id))


def check_may_be_shared(match: Match) -> None:
    """Check that lines of a match may be shown to others.

    :raises Refusal: `running`.
    """
    if not match.is_over:
        raise Refusal("running", N_("You can share lines once the match is over."))


def replies_in(match: Match, user_id: int, opened: OpenLine) -> tuple[Step, ...]:
    """Return the rest of a line as replies to plan: up to the user's last move in it.

    It is empty unless the match has followed the line and someone else is to move.
    """
    player = match.player_of(user_id)
    if player is None or match.player_to_move == player or opened.next_in(match) is None:
        return ()
    position, steps = match.position.seen_by(player.seat), list[Step]()
    try:
        for text in opened.rest:
            played = replay_one(position, text)
            steps.append(Step(played.seat, text))
            position = played.after
    except Refusal:
        # Something hidden has turned out otherwise.
        pass
    own = [number for number, step in enumerate(steps, start=1) if step.seat == player.seat]
    return tuple(steps[: own[-1]]) if own else ()


def _opened(match: Match, line: KeptLine) -> OpenLine | None:
    if line.ply > match.ply or _key_at(match, line.ply) != line.position:
        return None
    followed = 0
    for text, played in zip(line.texts, match.played[line.ply :], strict=False):
        if text != played.text:
            break
        followed += 1
    return OpenLine(line, line.ply + followed, tuple(line.texts[followed:]))


def _key_at(match: Match, ply: int) -> int:
    position = match.played[ply].before if ply < match.ply else match.position
    return exact_key_of(position.seen_by(None))
