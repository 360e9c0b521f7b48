"""Trying moves from a position of a match.

The address carries the match, the ply and the tried moves. They are only stored if a member keeps
them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup as Html

from club.matches.match import Match
from club.servers.pages import PublicServer
from extensions.study.club.kept_lines import MAX_NAME_LENGTH
from extensions.study.club.study import Study
from extensions.study.club.usual_moves import Shelf, position_in, position_text
from extensions.study.presentation.explore import full_words, line_of, line_scene, tried_words
from extensions.study.presentation.usual_moves import is_opening, usual_lines
from extensions.study.storage.positions import Reaching
from extensions.study.web.kept_lines import NO_MOVES, ListedLine, own_lines, shared_lines
from extensions.study.web.paths import (
    explore_address,
    explore_path,
    guess_path,
    match_crumb,
    review_path,
)
from language.texts import N_, gettext, lazy_gettext, ngettext
from presentation.markup import Markup
from presentation.matches.history import MatchHistory, history_of
from presentation.matches.lines import MAX_CODE_LENGTH, TriedLine, code_of, continues, has_room, tap
from presentation.move_entry import MoveEntry, question_to
from rendering import Scene
from rules.position import Move, Position
from rules.refusal import Refusal
from storage.matches.match import StoredMatch
from web.http.markup import DESCRIPTION
from web.http.move_entry import MAX_STEPS_LENGTH, drawn_board, line_values, steps_in, with_entry
from web.http.reader import html
from web.http.routes import (
    File,
    FileRoute,
    FormRoute,
    PageRoute,
    PrivateVisit,
    Redirect,
    Route,
    Visit,
    rules_path,
)
from web.http.view import BadAddress, Crumb, NoPage, View
from web.matches.archive import Entry, Field, add_field
from web.matches.match import (
    LINES,
    LINKS,
    ShownMatch,
    crumbs_above,
    number_at,
    public_match,
)
from web.matches.play import BOARD_LINES, BOARD_LINKS, OwnBoard


@LINES.add
async def usual_moves_at(shown: ShownMatch) -> Sequence[Html]:
    """Return what is usually played in the position."""
    match, ply = shown.match, shown.ply
    position = (match if ply == match.ply else match.at(ply)).position
    following = match.played[ply : ply + 1]
    played = next((each.move for each in following if each.left is None), None)
    return await public_usual_lines(shown.visit, shown.server, match, position, played)


@LINKS.add
async def study_links(shown: ShownMatch) -> Sequence[tuple[str, str]]:
    """Return the links to try moves, to shared lines, to the review and to guessing."""
    match, path, reader = shown.match, shown.path, shown.visit.reader
    links: list[tuple[str, str]] = []
    if explore := explore_address(reader, path, match, shown.ply):
        links.append((gettext("Explore from here"), explore))
    if shared := await shown.visit.site.club.part(Study).kept_lines.shared(match):
        words = ngettext("{count} shared line", "{count} shared lines", len(shared))
        links.append((words, reader.to(explore_path(path, shared[0].ply))))
    if match.is_over and match.played:
        links.append((gettext("Review"), reader.to(review_path(path))))
        links.append((gettext("Guess the moves"), reader.to(guess_path(path))))
    return links


async def _position(_visit: Visit, _server: PublicServer, text: str) -> Entry:
    position = position_in(text)
    return Entry(Reaching(position), position_text(position))


add_field(
    "position",
    Field(
        "among",
        _position,
        note=N_("Only matches that reached this position or an equivalent one."),
    ),
)


@BOARD_LINES.add
async def usual_in_opening(board: OwnBoard) -> Sequence[Html]:
    """Return what is usually played in the first turns, and matches that the member may see."""
    match, server, site = board.match, board.server, board.visit.site
    user_id = board.visit.user_id
    if not is_opening(match):
        return []

    def is_public(other: StoredMatch) -> bool:
        return server is not None and server.shows_match(other)

    def path_of(other: StoredMatch) -> str:
        return (site.match_path if is_public(other) else site.play_path)(other.id)

    shelf = Shelf(
        match.guild_id,
        lambda other: is_public(other) or any(seat.user_id == user_id for seat in other.seats),
        None if server is not None else user_id,
    )
    usual = await site.club.part(Study).usual_moves.of(match.game, match.position, shelf)
    return [html(line) for line in usual_lines(usual, board.visit.reader.markup(path_of))]


@BOARD_LINKS.add
def study_links_of_board(board: OwnBoard) -> Sequence[tuple[str, str]]:
    """Return the links to the review of a finished match, and to try moves if it is public."""
    match, reader, site = board.match, board.visit.reader, board.visit.site
    links: list[tuple[str, str]] = []
    if match.is_over and match.played:
        links.append((gettext("Review"), reader.to(review_path(site.play_path(match.id)))))
    if board.server is not None and board.server.shows_match(match.stored):
        path = site.match_path(match.id)
        if explore := explore_address(reader, path, match, match.ply):
            links.append((gettext("Explore from here"), explore))
    return links


@dataclass(frozen=True, slots=True)
class Trial:
    """The contents of an address: a line from a ply of a match, and steps of its next move."""

    server: PublicServer
    match: Match
    history: MatchHistory
    ply: int
    line: TriedLine

    @property
    def entry(self) -> MoveEntry | None:
        """The next move being entered, or None if the line can't continue."""
        return self.line.entry if continues(self.line) and has_room(self.line) else None

    @property
    def scene(self) -> Scene:
        """The board with the steps so far."""
        return with_entry(line_scene(self.history, self.ply, self.line), self.entry)


async def explore_page(visit: Visit) -> View:
    """The board after the tried moves, with the lines that a member has kept."""
    trial = await _trial(visit)
    match, history = trial.match, trial.history
    usual = await public_usual_lines(visit, trial.server, match, trial.line.position)
    lines = await own_lines(visit, match, history), await shared_lines(visit, match, history)
    return await asyncio.to_thread(_view, visit, trial, usual, *lines)


async def keep(visit: PrivateVisit) -> Redirect:
    """Keep the tried moves under a name."""
    trial = await _trial(visit)
    texts = [move.text for move in trial.line.moves]
    if not texts:
        raise _unfit_steps()
    await visit.site.club.part(Study).kept_lines.keep(
        trial.match, visit.user_id, trial.ply, texts, visit.form.get("name", "")
    )
    path = explore_path(visit.site.match_path(trial.match.id), trial.ply)
    mark, code = visit.parts["mark"], visit.parts["code"]
    return Redirect(visit.reader.to(f"{path}/{mark}/{code}/start"))


async def board_picture(visit: Visit) -> File:
    """The board after the tried moves as a picture, in one size."""
    trial = await _trial(visit)
    match, line = trial.match, trial.line
    key = ("explore", match.id, trial.ply, number_at(match, trial.ply), match.is_over)
    key = (*key, code_of(line.moves), line.steps)
    rendered = await drawn_board(visit, key, trial.scene)
    # The end of a match reveals what was hidden in it.
    return File(rendered, is_immutable=visit.reader.has_chosen and match.is_over)


_LINE = "/m/{key}/{ply:[0-9]+}/explore/{mark:[0-9]+}/{code}"

ROUTES: Sequence[Route] = (
    PageRoute("explore", "/m/{key}/{ply:[0-9]+}/explore", explore_page, has_own_rows=True),
    PageRoute("explore", f"{_LINE}/{{steps}}", explore_page, has_own_rows=True),
    FormRoute("explore", f"{_LINE}/keep", keep),
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
    history = history_of(match, DESCRIPTION)
    if ply > match.ply or history.position(ply).to_move is None:
        raise NoPage
    code, steps = visit.parts.get("code", NO_MOVES), visit.parts.get("steps", "")
    if len(code) > MAX_CODE_LENGTH or len(steps) > MAX_STEPS_LENGTH:
        raise _unfit_steps()
    chosen = steps_in(steps) if steps else ()
    try:
        line = await asyncio.to_thread(_line, history, ply, code, chosen)
    except Refusal as refusal:
        raise _unfit_steps() from refusal
    return Trial(server, match, history, ply, line)


def _line(history: MatchHistory, ply: int, code: str, steps: Move) -> TriedLine:
    """Return the line of a code, with the steps of its next move.

    :raises Refusal: `outdated` if they don't fit the position.
    :raises BadAddress: if there are steps after the end of the line.
    """
    line = line_of(history, ply, code)
    if continues(line) and has_room(line):
        return tap(line, steps)
    if steps:
        raise _unfit_steps()
    return line


def _unfit_steps() -> BadAddress:
    return BadAddress(
        lazy_gettext("These moves don't fit the match. Moves may have been taken back since then.")
    )


def _view(
    visit: Visit,
    trial: Trial,
    usual: Sequence[Html],
    own: Sequence[ListedLine],
    shared: Sequence[ListedLine],
) -> View:
    reader, site, line = visit.reader, visit.site, trial.line
    path, scene = site.match_path(trial.match.id), trial.scene
    start = explore_path(path, trial.ply)
    line_path = f"{start}/{number_at(trial.match, trial.ply)}"
    markup = reader.markup(lambda _match: "")
    keeping = f"{line_path}/{code_of(line.moves)}/keep"

    def lines_at(verb: str) -> str:
        return reader.to(f"{path}/{trial.ply}/lines/{verb}")

    since = _since_words(trial.history.turn_number(trial.ply))
    values: dict[str, object] = {
        "question": _question(trial, scene),
        **line_values(reader, line_path, line, trial.entry, scene, N_("Try {move}")),
        "again": reader.to(start) if len(line.moves) > 1 else "",
        "since": since,
        "usual": usual,
        "keep": reader.to(keeping) if visit.viewer_id is not None and line.moves else "",
        "max_name_length": MAX_NAME_LENGTH,
        "own_lines": own,
        "shared_lines": shared,
        "lines_at": lines_at,
        "may_share": trial.match.is_over,
        "sign_in": _sign_in_words(visit, markup),
        "tried": [html(each) for each in tried_words(trial.history, line, markup)],
        "rules": reader.to(rules_path(trial.match.game)),
    }
    title = gettext("Explore: {title}", title=trial.history.title)
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


def _question(trial: Trial, scene: Scene) -> str:
    """Return the next decision in words, empty after the end of the line."""
    entry = trial.entry
    if entry is None:
        return full_words() if continues(trial.line) else ""
    ask = gettext("Try this move?") if entry.is_complete else entry.question
    return question_to(scene.name_of(entry.position.to_move or 0), entry.chosen, ask)


def _sign_in_words(visit: Visit, markup: Markup) -> Html:
    """Return how a visitor can keep lines, empty for members."""
    if visit.viewer_id is not None or not visit.site.club.web_sessions.are_available:
        return html("")
    words = gettext(
        "To keep lines, sign in with a link from {command}.", command=markup.command("web")
    )
    return html(words)


def _since_words(turn: int) -> str:
    if turn:
        return gettext("Try moves after turn {number}. The match isn't affected.", number=turn)
    return gettext("Try moves from the start. The match isn't affected.")


async def public_usual_lines(
    visit: Visit,
    server: PublicServer,
    match: Match,
    position: Position,
    played: Move | None = None,
) -> list[Html]:
    """Return what is usually played in a position of a match, and other public matches with it."""
    site, to, game = visit.site, visit.reader.to, match.game
    shelf = Shelf(server.guild_id, server.shows_match, seen_in=match.id)
    usual = await site.club.part(Study).usual_moves.of(game, position, shelf, played=played)
    path = site.archive_path(server.guild_id)
    lines = usual_lines(
        usual,
        visit.reader.markup(site.paths_in(server)),
        lambda key: to(path, game=game.key, position=position_text(key)),
    )
    return [html(line) for line in lines]
