"""A move entered on a page: the board to tap, its pictures in each size, addresses and forms."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import quote

from markupsafe import Markup as Html
from markupsafe import escape

from language.texts import gettext
from presentation.boards import Board, Spot, board_of
from presentation.matches.lines import TriedLine, code_of, end_move
from presentation.move_entry import MoveEntry
from presentation.pictures import DEFAULT_WIDTH
from presentation.steps import join_steps, split_steps
from rendering import Scene, alt_text, draw
from rules.notation import MAX_TEXT_LENGTH, suggest
from rules.position import Move, Position
from rules.replay import Played
from web.http.cache import Rendered
from web.http.reader import Reader
from web.http.routes import File, PrivateVisit, Visit
from web.http.templating import JSON
from web.http.view import NoPage

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
    entry: MoveEntry | None
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
        return "" if self.entry is None else join_steps(self.entry.steps)

    @property
    def question(self) -> Html:
        """The question about the move, after the chosen steps, empty for a view-only board."""
        entry = self.entry
        if entry is None:
            return Html("")
        ask = escape(entry.question)
        if not entry.chosen:
            return ask
        chosen = Html("<strong>{}</strong>").format(entry.chosen)
        return Html(gettext("{whose}: {ask}", whose=chosen, ask=ask))

    def sends(self, spot: Spot) -> str:
        """Return the steps that a tap sends at once, empty if it doesn't send any."""
        entry, steps = self.entry, spot.steps
        if not self.plays_at_once or entry is None or steps is None or not spot.is_choice:
            return ""
        return join_steps(steps) if entry.plays(steps) else ""


def with_entry(scene: Scene, entry: MoveEntry | None) -> Scene:
    """Return the scene with the move being entered, without the names beside the board."""
    return scene if entry is None else replace(entry.on(scene), has_names=False)


def drawings(reader: Reader, scene: Scene, entry: MoveEntry | None, path: str) -> list[Drawing]:
    """Return a board in each size.

    :param path: the part of its pictures' addresses before the size and the steps.
    """
    steps = steps_part(() if entry is None else entry.steps)
    return [
        Drawing(
            size,
            reader.picture(f"{path}/{size}/{steps}.png"),
            board_of(replace(scene, is_small=size == "small"), entry, DEFAULT_WIDTH),
        )
        for size in SIZES
    ]


async def drawn_board(visit: Visit, key: tuple[object, ...], scene: Scene) -> Rendered:
    """Return the picture of a board on which a visitor tries moves, in the size of the path.

    :param key: the subject of the scene, as a key of the cache.
    :raises NoPage: if there is no such size.
    """
    size = visit.parts["size"]
    if size not in SIZES:
        raise NoPage
    key = (*key, size, visit.reader.language)
    return await visit.site.pictures.tried(
        visit.visitor, key, draw, scene, DEFAULT_WIDTH, is_small=size == "small"
    )


def line_values(
    reader: Reader, path: str, line: TriedLine, entry: MoveEntry | None, scene: Scene, label: str
) -> dict[str, object]:
    """Return the board on which a line of moves is entered, and the links around its last move.

    :param path: the part of the addresses before the code of the line.
    :param entry: the next move, or None if the line can't go on.
    :param label: the message on the link that ends a `{move}`.
    """

    def to(moves: Sequence[Played], steps: Move = ()) -> str:
        return reader.to(f"{path}/{code_of(moves)}/{steps_part(steps)}")

    whole = None
    if entry is not None and entry.is_whole:
        whole = gettext(label, move=entry.text), to(end_move(line, entry.steps).moves)
    boards = drawings(reader, scene, entry, f"{path}/{code_of(line.moves)}")
    return {
        "board": EntryBoard(boards, alt_text(scene), entry, partial(to, line.moves)),
        "whole": whole,
        "undo": to(line.moves[:-1]) if line.moves else "",
    }


def steps_part(steps: Move) -> str:
    """Return steps as a part of a path, which `steps_in` reads."""
    return quote(BETWEEN_STEPS.join(steps), safe="~") or NO_STEPS


def steps_in(part: str) -> Move:
    """Return the steps of a part of a path."""
    return () if part == NO_STEPS else tuple(part.split(BETWEEN_STEPS))


def sent_steps(texts: Mapping[str, str]) -> Move:
    """Return the steps in a query or form."""
    return split_steps(texts.get("steps", "")[:MAX_STEPS_LENGTH])


def steps_query(steps: Move) -> str | None:
    """Return steps as a value in a query, which `sent_steps` reads. None if there are none."""
    return quote(join_steps(steps), safe="") or None


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
