"""A position in which a visitor finds a move: a task of a lesson, or a puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from markupsafe import Markup as Html

from language.texts import lazy_gettext
from presentation.move_entry import MoveEntry
from rendering import Scene, alt_text
from rules.position import Position
from web.http.move_entry import (
    MAX_STEPS_LENGTH,
    Drawing,
    EntryBoard,
    drawings,
    drawn_board,
    sent_steps,
    steps_in,
    with_entry,
)
from web.http.reader import Reader
from web.http.routes import File, PrivateVisit, Visit
from web.http.site import Site
from web.http.view import BadAddress, Crumb, Embed, LinkButton, NoPage, PreviewPicture, View

CHOOSING = "choose"
"""The part of a picture's path for a board on which a move is entered."""

LOOKING = "look"
"""The part of a picture's path for a view-only board."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A link below the text, or a button that sends a form."""

    label: str
    address: str
    form: Mapping[str, str] | None = None
    """The fields of the form, or None for a link."""
    is_main: bool = False


NoticeLook = Literal["good", "info", "error"]
"""The icon and colour of a notice."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """The content of a page with a task."""

    trail: Sequence[Crumb]
    """The pages above it."""
    place: str
    """The number of the task, and its difficulty."""
    lines: Sequence[Html]
    """The task, or the verdict on a try."""
    board: EntryBoard
    choices: Sequence[Choice]
    small: Sequence[Html] = ()
    """Small print below the lines."""
    notice: Html | None = None
    """Why a text was refused, or a request to sign in."""
    verdict: NoticeLook | None = None
    """How the verdict on a try looks, if the lines are one."""
    siblings: Sequence[tuple[str, str, bool]] = ()
    """Title and address of each task in a row, and whether it is this one."""
    row: str = ""
    """What such a row is, if there is one."""


def exercise_view(title: str, exercise: Exercise, description: str = "", status: int = 200) -> View:
    """Return the page of a task.

    :param description: the task, for search engines. If empty, they must not list the page.
    """
    values = {"exercise": exercise}
    is_private = not description
    return View(
        "exercise.html",
        title,
        description,
        values,
        trail=exercise.trail,
        is_private=is_private,
        status=status,
    )


def with_card(view: View, task: str, picture: PreviewPicture, link: LinkButton) -> View:
    """Return a page with a link preview.

    :param task: the text below the title, in the markup of `PREVIEW`.
    """
    text = "\n".join((f"### {view.title}", task))
    return replace(view, picture=picture, embed=Embed(text, picture, (link,)))


def preview_picture(site: Site, board: EntryBoard) -> PreviewPicture:
    """Return the picture of a view-only board for link previews."""
    return PreviewPicture(site.url(board.drawings[-1].picture), board.alt)


def unfit_steps() -> BadAddress:
    """Return the error for an address that doesn't fit its board."""
    return BadAddress(
        lazy_gettext("These steps don't work on this board. Go back and choose again.")
    )


def entry_in(visit: PrivateVisit, position: Position) -> MoveEntry:
    """Return the move being entered at an address, with all forced steps added.

    :raises BadAddress: if no move begins with its steps.
    """
    entry = MoveEntry(position, sent_steps(visit.query))
    if entry.is_begun and not entry.is_valid:
        raise unfit_steps()
    return entry.with_piece_placed()


def board_drawings(
    reader: Reader, scene: Scene, entry: MoveEntry | None, path: str
) -> list[Drawing]:
    """Return the board in each size, whose pictures `board_file` draws.

    :param path: the part of their addresses before the mode.
    """
    mode = LOOKING if entry is None else CHOOSING
    return drawings(reader, with_entry(scene, entry), entry, f"{path}/{mode}")


def view_only_board(reader: Reader, scene: Scene, path: str) -> EntryBoard:
    """Return a view-only board, with pictures as for `board_drawings`."""
    return EntryBoard(
        board_drawings(reader, scene, None, path), alt_text(scene), None, lambda _steps: ""
    )


async def board_file(
    visit: Visit, key: tuple[object, ...], scene: Scene, to_play: Position
) -> File:
    """Return the picture of a path that ends with `{mode}/{size}/{steps}.png`.

    :param key: the subject of the scene, as a key of the cache.
    :param to_play: the position in which the move is entered.
    :raises NoPage: if the path names no such picture.
    """
    mode, steps = visit.parts["mode"], visit.parts["steps"]
    if mode not in (CHOOSING, LOOKING) or len(steps) > MAX_STEPS_LENGTH:
        raise NoPage
    entry = MoveEntry(to_play, steps_in(steps)) if mode == CHOOSING else None
    if entry is not None and not entry.is_valid:
        raise NoPage
    key = (*key, mode, () if entry is None else entry.steps)
    return File(await drawn_board(visit, key, with_entry(scene, entry)))
