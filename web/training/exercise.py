"""A position in which a visitor finds a move: a task of a lesson, or a puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup as Html

from language.texts import lazy_gettext
from presentation.boards import Entry, with_forced_steps
from presentation.pictures import DEFAULT_WIDTH
from presentation.steps import split_steps
from rendering import Scene, alt_text, draw
from rules.notation import complete
from rules.position import Move, Position
from web.http.boards import MAX_STEPS_LENGTH, SIZES, Drawing, EntryBoard, drawings, steps_in
from web.http.reader import Reader
from web.http.routes import File, Visit
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
    is_verdict: bool = False
    """Whether the lines are the verdict on a try."""


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


def prefix_of(position: Position, text: str) -> Move:
    """Return the chosen steps in an address, with all forced ones added.

    :raises BadAddress: if no move begins with them.
    """
    steps = split_steps(text[:MAX_STEPS_LENGTH])
    completion = complete(position, steps)
    if steps and not (completion.steps or completion.whole):
        raise unfit_steps()
    return with_forced_steps(position, steps)


def with_entry(scene: Scene, entry: Entry | None) -> Scene:
    """Return the scene with the steps and choices of the move being entered."""
    if entry is None:
        return scene
    return replace(scene, prefix=entry.prefix, choices=entry.completion.steps, has_names=False)


def board_drawings(reader: Reader, scene: Scene, entry: Entry | None, path: str) -> list[Drawing]:
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
    mode, size, steps = visit.parts["mode"], visit.parts["size"], visit.parts["steps"]
    if size not in SIZES or mode not in (CHOOSING, LOOKING) or len(steps) > MAX_STEPS_LENGTH:
        raise NoPage
    entry = None
    if mode == CHOOSING:
        prefix = steps_in(steps)
        completion = complete(to_play, prefix)
        if not (completion.steps or completion.whole):
            raise NoPage
        entry = Entry(to_play, prefix)
    scene = replace(with_entry(scene, entry), is_small=size == "small")
    key = (*key, mode, size, () if entry is None else entry.prefix, visit.reader.language)
    picture = await visit.site.tried_picture(visit.visitor, key, draw, scene, DEFAULT_WIDTH)
    return File(picture)
