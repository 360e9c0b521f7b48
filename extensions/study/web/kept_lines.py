"""A member's lines kept from Explore, beside its board, and those shared after a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup as Html

from club.matches.match import Match
from club.references import HIDDEN
from club.servers.pages import PublicServer
from extensions.study.club.kept_lines import OpenLine, replies_in
from extensions.study.club.study import Study
from extensions.study.presentation.kept_lines import (
    kept_line_words,
    line_opened,
    says_words,
    shared_words,
)
from extensions.study.web.paths import explore_path
from language.texts import lazy_gettext
from presentation.matches.history import MatchHistory
from presentation.matches.lines import code_of
from rules.refusal import Refusal
from web.http.reader import html
from web.http.routes import FormRoute, PrivateVisit, Redirect, Route, Visit
from web.matches.match import number_at, public_match
from web.matches.play import BOARD_LINES, OwnBoard, form_number, markup_of

NO_MOVES = "0"
"""The code of a line without moves."""


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line of the list beside the board."""

    words: Sequence[Html]
    path: str
    """The address of the board after it, from where it leaves the match, empty at the end."""
    id: int = 0
    can_be_planned: bool = False
    is_shared: bool = False


@BOARD_LINES.add
async def next_moves_of_lines(board: OwnBoard) -> Sequence[Html]:
    """Return the next moves of the lines that a player has kept."""
    visit, match = board.visit, board.match
    lines = await visit.site.club.part(Study).kept_lines.of(match, visit.user_id)
    return [html(line) for line in says_words(match, lines, markup_of(visit))]


async def own_lines(visit: Visit, match: Match, history: MatchHistory) -> list[ListedLine]:
    """Return the lines of a signed-in member, oldest first."""
    user_id = visit.viewer_id
    if user_id is None:
        return []
    # The public match may lack the member's own name.
    true_match = await visit.site.club.matches.find(match.id)
    markup = visit.reader.markup(lambda _match: "")
    return [
        ListedLine(
            [html(line) for line in kept_line_words(match, each, markup)],
            _path_to(visit, match, history, each),
            each.line.id,
            bool(replies_in(true_match, user_id, each)),
            each.line.shared_by is not None,
        )
        for each in await visit.site.club.part(Study).kept_lines.of(match, user_id)
    ]


async def shared_lines(visit: Visit, match: Match, history: MatchHistory) -> list[ListedLine]:
    """Return the lines of a finished match that others have shared, oldest first."""
    club, markup = visit.site.club, visit.reader.markup(lambda _match: "")
    others = [
        each
        for each in await club.part(Study).kept_lines.shared(match)
        if each.line.user_id != visit.viewer_id
    ]
    hidden = await club.pages.hidden({each.line.user_id for each in others})
    return [
        ListedLine(
            [
                html(
                    shared_words(
                        history,
                        each,
                        HIDDEN if each.line.user_id in hidden else each.line.shared_by or HIDDEN,
                        markup,
                    )
                )
            ],
            _path_to(visit, match, history, each),
        )
        for each in others
    ]


async def plan(visit: PrivateVisit) -> Redirect:
    """Turn a line into planned replies, and lead to these."""
    _, match, opened = await _sent_line(visit)
    steps = replies_in(match, visit.user_id, opened)
    await visit.site.club.part(Study).conditional_moves.add(
        match, visit.user_id, steps, match.version
    )
    return Redirect(visit.reader.to(f"{visit.site.play_path(match.id)}/lines"))


async def share(visit: PrivateVisit) -> Redirect:
    """Share a line under the member's name, or stop sharing it."""
    server, match, opened = await _sent_line(visit)
    name = None
    if opened.line.shared_by is None:
        name = await visit.site.club.pages.name_of(server.guild_id, visit.user_id)
        if name is None:
            words = lazy_gettext("You can share lines once you've played a match in this server.")
            raise Refusal("not_playing", words)
    await visit.site.club.part(Study).kept_lines.share(match, visit.user_id, opened.line.id, name)
    return _to_explore(visit, match)


async def remove(visit: PrivateVisit) -> Redirect:
    """Remove a line."""
    _, match = await public_match(visit)
    await visit.site.club.part(Study).kept_lines.remove(visit.user_id, form_number(visit, "line"))
    return _to_explore(visit, match)


_PATH = "/m/{key}/{ply:[0-9]+}/lines"

ROUTES: Sequence[Route] = (
    FormRoute("explore", f"{_PATH}/plan", plan),
    FormRoute("explore", f"{_PATH}/share", share),
    FormRoute("explore", f"{_PATH}/remove", remove),
)


async def _sent_line(visit: PrivateVisit) -> tuple[PublicServer, Match, OpenLine]:
    """Return the line of a form, with its match and server.

    :raises NoPage: if the match isn't public.
    :raises Refusal: `no_line`.
    """
    server, match = await public_match(visit)
    club, line_id = visit.site.club, form_number(visit, "line")
    opened = await club.part(Study).kept_lines.find(match, visit.user_id, line_id)
    return server, await club.matches.find(match.id), opened


def _to_explore(visit: PrivateVisit, match: Match) -> Redirect:
    path = explore_path(visit.site.match_path(match.id), visit.number("ply"))
    return Redirect(visit.reader.to(path))


def _path_to(visit: Visit, match: Match, history: MatchHistory, opened: OpenLine) -> str:
    if history.position(opened.ply).to_move is None:
        return ""
    code = code_of(line_opened(history, opened).moves) or NO_MOVES
    start = explore_path(visit.site.match_path(match.id), opened.ply)
    return visit.reader.to(f"{start}/{number_at(match, opened.ply)}/{code}/start")
