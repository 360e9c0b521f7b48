"""A board to tap: its pictures in each size, their addresses, and its forms."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from presentation.boards import Board, Entry, Spot, board_of
from presentation.pictures import DEFAULT_WIDTH
from presentation.steps import chosen_steps_words, join_steps
from rendering import Scene
from rules.notation import MAX_TEXT_LENGTH, suggest
from rules.position import Move, Position
from web.http.reader import Reader
from web.http.routes import File, PrivateVisit
from web.http.site import Rendered
from web.http.templating import JSON

SIZES = ("small", "wide")
"""Pictures for phones, and for wider windows."""

MAX_STEPS_LENGTH = 200
"""Maximum length of the chosen steps in an address or form."""

BETWEEN_STEPS = "~"
"""Separates steps in a path."""

NO_STEPS = "start"
"""The path part for no steps."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board in one size, for the template."""

    size: str
    picture: str
    board: Board


@dataclass(frozen=True, slots=True)
class EntryBoard:
    """A board with the forms for a move on it, for the macro `entry_board`."""

    drawings: Sequence[Drawing]
    alt: str
    entry: Entry | None
    """The move being entered, or None for a view-only board."""
    to: Callable[[Move], str]
    """Returns the address of the board after steps."""
    action: str = ""
    """The address the forms are sent to."""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """The hidden fields of each form."""
    plays_at_once: bool = False
    """Whether a tap that completes the move sends it at once."""
    typed: str = ""
    """A refused text, for editing."""
    suggested: Sequence[str] = ()
    """Texts suggested for the typed move."""
    suggestions: str = ""
    """The address of further suggestions for a typed text, empty if there is none."""

    @property
    def longest(self) -> int:
        """Maximum length of a typed move."""
        return MAX_TEXT_LENGTH

    @property
    def steps(self) -> str:
        """The steps so far, as the form sends them."""
        return "" if self.entry is None else join_steps(self.entry.prefix)

    @property
    def chosen(self) -> str:
        """The steps so far in words, empty before the first."""
        if self.entry is None or not self.entry.prefix:
            return ""
        return chosen_steps_words(self.entry.position, self.entry.prefix)

    @property
    def move(self) -> str:
        """The text of the complete move, empty if it isn't complete."""
        if self.entry is None or not self.entry.is_whole:
            return ""
        return self.entry.position.text(self.entry.prefix)

    def sends(self, spot: Spot) -> str:
        """Return the steps that a tap sends at once, empty if it doesn't send any."""
        entry, steps = self.entry, spot.steps
        if not self.plays_at_once or entry is None or steps is None or not spot.is_choice:
            return ""
        return join_steps(steps) if entry.plays(steps) else ""


def drawings(reader: Reader, scene: Scene, entry: Entry | None, path: str) -> list[Drawing]:
    """Return a board in each size.

    :param path: the part of its pictures' addresses before the size and the steps.
    """
    steps = steps_part(() if entry is None else entry.prefix)
    return [
        Drawing(
            size,
            reader.picture(f"{path}/{size}/{steps}.png"),
            board_of(replace(scene, is_small=size == "small"), entry, DEFAULT_WIDTH),
        )
        for size in SIZES
    ]


def steps_part(steps: Move) -> str:
    """Return steps as a part of a path, which `steps_in` reads."""
    return quote(BETWEEN_STEPS.join(steps), safe="~") or NO_STEPS


def steps_in(part: str) -> Move:
    """Return the steps of a part of a path."""
    return () if part == NO_STEPS else tuple(part.split(BETWEEN_STEPS))


def suggested(position: Position, typed: str = "") -> list[str]:
    """Return the texts suggested for a typed move."""
    return [position.text(move) for move in suggest(position, typed)]


async def suggestions_in(visit: PrivateVisit, position: Position | None) -> File:
    """Return the moves that continue a typed text, as JSON.

    :param position: None if it isn't the member's turn.
    """
    typed, texts = visit.query.get("typed", "")[:MAX_TEXT_LENGTH], list[str]()
    if position is not None:
        texts = await asyncio.to_thread(suggested, position, typed)
    return File(Rendered(json.dumps(texts).encode(), JSON))
