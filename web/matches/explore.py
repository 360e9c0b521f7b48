"""Trying moves from a position of a match.

Nothing is stored: the address carries the match, the ply and the tried moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from club.matches.match import Match
from club.servers.pages import PublicServer
from language.texts import gettext, lazy_gettext
from presentation.boards import Entry
from presentation.matches.explore import (
    MAX_CODE_LENGTH,
    TriedLine,
    code_of,
    continues,
    end_move,
    full_words,
    has_room,
    line_of,
    line_scene,
    tap,
    tried_words,
    with_steps,
)
from presentation.matches.history import Course, course_of
from presentation.pictures import DEFAULT_WIDTH
from presentation.steps import chosen_steps_words, question_to
from rendering import Scene, alt_text, draw
from rules.position import Move
from rules.refusal import Refusal
from web.http.boards import MAX_STEPS_LENGTH, SIZES, drawings, steps_in, steps_part
from web.http.markup import DESCRIPTION
from web.http.reader import Reader, html
from web.http.routes import File, FileRoute, PageRoute, Route, Visit, rules_path
from web.http.view import BadAddress, Crumb, NoPage, View
from web.matches.match import (
    crumbs_above,
    explore_path,
    match_crumb,
    number_at,
    public_match,
)

NO_MOVES = "0"
"""The code of a line without moves."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The contents of an address: a line from a ply of a match, and steps of its next move."""

    server: PublicServer
    match: Match
    course: Course
    ply: int
    line: TriedLine
    steps: Move

    @property
    def entry(self) -> Entry | None:
        """The next move being entered, or None if the line can't continue."""
        if not (continues(self.line) and has_room(self.line)):
            return None
        return Entry(self.line.position, self.steps)

    @property
    def scene(self) -> Scene:
        """The board with the steps so far."""
        scene, entry = line_scene(self.course, self.ply, self.line), self.entry
        if entry is None:
            return scene
        scene = with_steps(scene, entry.prefix, entry.completion.steps)
        return replace(scene, has_names=False)


async def explore_page(visit: Visit) -> View:
    """The board after the tried moves."""
    trial = await _trial(visit)
    return await asyncio.to_thread(_view, visit, trial)


async def board_picture(visit: Visit) -> File:
    """The board after the tried moves as a picture, in one size."""
    size = visit.parts["size"]
    if size not in SIZES:
        raise NoPage
    trial = await _trial(visit)
    match, line = trial.match, trial.line
    key = ("explore", match.id, trial.ply, number_at(match, trial.ply), match.is_over)
    key = (*key, code_of(line.moves), trial.steps, size, visit.reader.language)
    is_small = size == "small"
    rendered = await visit.site.tried_picture(
        visit.visitor, key, draw, trial.scene, DEFAULT_WIDTH, is_small=is_small
    )
    # The end of a match reveals what was hidden in it.
    return File(rendered, is_immutable=visit.reader.has_chosen and match.is_over)


_LINE = "/m/{key}/{ply:[0-9]+}/explore/{mark:[0-9]+}/{code}"

ROUTES: Sequence[Route] = (
    PageRoute("explore", "/m/{key}/{ply:[0-9]+}/explore", explore_page),
    PageRoute("explore", f"{_LINE}/{{steps}}", explore_page),
    FileRoute("board", f"{_LINE}/{{size}}/{{steps}}.png", board_picture),
)


async def _trial(visit: Visit) -> Trial:
    """Return the contents of an address.

    :raises NoPage: if the public can't try moves there.
    :raises BadAddress: if the moves don't fit the match.
    """
    server, match = await public_match(visit)
    ply = visit.number("ply")
    mark = visit.parts.get("mark")
    if mark is not None and (ply > match.ply or mark != str(number_at(match, ply))):
        raise _unfit_steps()
    course = course_of(match, DESCRIPTION)
    if ply > match.ply or course.position(ply).to_move is None:
        raise NoPage
    code, steps = visit.parts.get("code", NO_MOVES), visit.parts.get("steps", "")
    if len(code) > MAX_CODE_LENGTH or len(steps) > MAX_STEPS_LENGTH:
        raise _unfit_steps()
    prefix = steps_in(steps) if steps else ()
    try:
        line, prefix = await asyncio.to_thread(_line, course, ply, code, prefix)
    except Refusal as refusal:
        raise _unfit_steps() from refusal
    return Trial(server, match, course, ply, line, prefix)


def _line(course: Course, ply: int, code: str, steps: Move) -> tuple[TriedLine, Move]:
    """Return the line of a code, and the steps of its next move.

    :raises Refusal: `outdated` if they don't fit the position.
    :raises BadAddress: if there are steps after the end of the line.
    """
    line = line_of(course, ply, code)
    if continues(line) and has_room(line):
        return tap(line, steps)
    if steps:
        raise _unfit_steps()
    return line, ()


def _unfit_steps() -> BadAddress:
    return BadAddress(
        lazy_gettext("These moves don't fit the match. Moves may have been taken back since then.")
    )


def _view(visit: Visit, trial: Trial) -> View:
    reader, site, line = visit.reader, visit.site, trial.line
    path, entry, scene = site.match_path(trial.match.id), trial.entry, trial.scene
    start, code = explore_path(path, trial.ply), code_of(line.moves)
    line_path = f"{start}/{number_at(trial.match, trial.ply)}"
    to = partial(_address, reader, line_path)
    markup = reader.markup(lambda _match: "")
    since = _since_words(trial.course.turn_number(trial.ply))
    values: dict[str, object] = {
        "question": _question(trial, scene),
        "alt": alt_text(scene),
        "drawings": drawings(reader, scene, entry, f"{line_path}/{code}"),
        "entry": entry,
        "to": partial(to, code),
        "whole": None if entry is None else _whole(line, entry, to),
        "undo": to(code_of(line.moves[:-1])) if line.moves else "",
        "again": reader.to(start) if len(line.moves) > 1 else "",
        "since": since,
        "tried": [html(each) for each in tried_words(trial.course, line, markup)],
        "rules": reader.to(rules_path(trial.match.game)),
    }
    title = gettext("Explore: {title}", title=trial.course.title)
    return View(
        "explore.html",
        title,
        since,
        values,
        trail=(
            *crumbs_above(visit, trial.server, trial.match),
            match_crumb(trial.match, reader.to(f"{path}/{trial.ply}")),
            Crumb(gettext("Explore")),
        ),
        is_private=True,
        version=trial.match.version,
    )


def _address(reader: Reader, line_path: str, code: str, steps: Move = ()) -> str:
    """Return the address of a board after these moves and steps."""
    return reader.to(f"{line_path}/{code}/{steps_part(steps)}")


def _whole(line: TriedLine, entry: Entry, to: Callable[[str], str]) -> tuple[str, str] | None:
    """Return the label and the address that end a complete move, or None if it isn't complete."""
    if not entry.is_whole:
        return None
    label = gettext("Try {move}", move=line.position.text(entry.prefix))
    ended_line, _ = end_move(line, entry.prefix)
    return label, to(code_of(ended_line.moves))


def _question(trial: Trial, scene: Scene) -> str:
    """Return the next decision in words, empty after the end of the line."""
    entry, position = trial.entry, trial.line.position
    if entry is None:
        return full_words() if continues(trial.line) else ""
    ask = entry.question if entry.completion.steps else gettext("Try this move?")
    chosen = chosen_steps_words(position, entry.prefix) if entry.prefix else ""
    return question_to(scene.name_of(position.to_move or 0), chosen, ask)


def _since_words(turn: int) -> str:
    if turn:
        return gettext("Try moves after turn {number}. The match isn't affected.", number=turn)
    return gettext("Try moves from the start. The match isn't affected.")
