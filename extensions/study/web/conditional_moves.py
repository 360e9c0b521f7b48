"""A player's conditional lines, and a board for entering one.

The address carries the version of the match, the moves of the line so far, and the steps of its
next move. Nothing is stored until the line is saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup as Html
from markupsafe import escape

from club.matches.match import Match, Player
from club.matches.reasons import player_in, stale
from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from extensions.study.presentation.conditional_moves import (
    beginning_of,
    end_words,
    line_words,
    may_be_saved,
    may_grow,
    move_first_words,
    no_lines_words,
    steps_left,
    steps_of,
    whose_words,
)
from extensions.study.web.paths import match_crumb
from language.texts import N_, gettext
from presentation.markup import Markup
from presentation.matches.lines import (
    MAX_CODE_LENGTH,
    TriedLine,
    code_of,
    follow,
    has_room,
    planned_scene,
    tap,
)
from presentation.matches.match import match_scene, match_title
from presentation.matches.offers import active_player
from presentation.move_entry import MoveEntry, question_to
from presentation.refusals import refusal_words
from rendering import Scene
from rules.refusal import Refusal
from web.http.live import board_version
from web.http.move_entry import MAX_STEPS_LENGTH, drawn_board, line_values, steps_in, with_entry
from web.http.reader import html
from web.http.routes import File, FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import Crumb, NoPage, View
from web.matches.play import form_number, markup_of, my_crumb, own_match, refusal_view


@dataclass(frozen=True, slots=True)
class Plan:
    """A line being entered by a player, and the steps of its next move."""

    match: Match
    player: Player
    line: TriedLine

    @property
    def entry(self) -> MoveEntry | None:
        """The next move being entered, or None if there can't be one."""
        is_own_turn = self.match.player_to_move == self.player
        if is_own_turn or not (may_grow(self.line) and has_room(self.line)):
            return None
        return self.line.entry

    @property
    def scene(self) -> Scene:
        """The board with the steps so far."""
        match, line = self.match, self.line
        scene = planned_scene(match, line) if line.moves else match_scene(match)
        return replace(with_entry(scene, self.entry), has_names=False)


async def lines_page(visit: PrivateVisit) -> View | Redirect:
    """Return the member's lines, and a board for entering one."""
    match = await own_match(visit)
    player = active_player(match, visit.user_id)
    if player is None:
        return Redirect(visit.reader.to(visit.site.play_path(match.id)))
    try:
        plan = await _plan(visit, match, player)
    except Refusal:
        notice = gettext("The match has moved on. Please plan your conditional moves again.")
        return await _view(visit, _new_plan(match, player), notice)
    return await _view(visit, plan)


async def board_picture(visit: PrivateVisit) -> File:
    """The board of a line, in one size."""
    match = await own_match(visit)
    player = active_player(match, visit.user_id)
    if player is None:
        raise NoPage
    try:
        plan = await _plan(visit, match, player)
    except Refusal as refusal:
        raise NoPage from refusal
    key = ("line", match.id, match.version, player.seat, code_of(plan.line.moves), plan.line.steps)
    rendered = await drawn_board(visit, key, plan.scene)
    return File(rendered, is_immutable=visit.reader.has_chosen)


async def save(visit: PrivateVisit) -> View | Redirect:
    """Save the entered line, given the version the member saw."""
    match, version = await own_match(visit), form_number(visit, "version")
    steps: list[Step] = []
    try:
        if version == match.version:
            player = player_in(match, visit.user_id)
            steps = steps_of(_line(match, player, visit.form.get("code", "")))
        await visit.site.club.part(Study).conditional_moves.add(
            match, visit.user_id, steps, version
        )
    except Refusal as refusal:
        return await _line_refusal_view(visit, match.id, refusal)
    return Redirect(visit.reader.to(_path(visit, match)))


async def remove(visit: PrivateVisit) -> View | Redirect:
    """Remove one of the member's lines."""
    match, line_id = await own_match(visit), form_number(visit, "line")
    await visit.site.club.part(Study).conditional_moves.remove(match, visit.user_id, line_id)
    return Redirect(visit.reader.to(_path(visit, match)))


_ENTERED = "/play/{key}/lines/{version:[0-9]+}/{code}"

ROUTES: Sequence[Route] = (
    PrivateRoute("lines", "/play/{key}/lines", lines_page),
    PrivateRoute("lines", f"{_ENTERED}/{{steps}}", lines_page),
    PrivateRoute("board", f"{_ENTERED}/{{size}}/{{steps}}.png", board_picture),
    FormRoute("lines", "/play/{key}/lines", save),
    FormRoute("lines", "/play/{key}/lines/remove", remove),
)


def _path(visit: PrivateVisit, match: Match) -> str:
    return f"{visit.site.play_path(match.id)}/lines"


def _new_plan(match: Match, player: Player) -> Plan:
    return Plan(match, player, beginning_of(match, player))


async def _plan(visit: PrivateVisit, match: Match, player: Player) -> Plan:
    """Return the line of an address.

    :raises Refusal: `stale`, `outdated` if the match has moved on, or the moves don't fit it.
    """
    version, steps = visit.parts.get("version"), visit.parts.get("steps", "")
    if version is None:
        return _new_plan(match, player)
    if version != str(match.version):
        raise stale(match)
    chosen = steps_in(steps[:MAX_STEPS_LENGTH]) if steps else ()

    def load() -> Plan:
        plan = Plan(match, player, _line(match, player, visit.parts["code"]))
        return plan if plan.entry is None else replace(plan, line=tap(plan.line, chosen))

    return await asyncio.to_thread(load)


def _line(match: Match, player: Player, code: str) -> TriedLine:
    """Return the line of a code.

    :raises Refusal: `outdated` if it doesn't fit the match.
    """
    return follow(beginning_of(match, player), code[: MAX_CODE_LENGTH + 1])


async def _line_refusal_view(visit: PrivateVisit, match_id: int, refusal: Refusal) -> View:
    """Return the current lines, with the message of a refusal."""
    match = await visit.site.club.matches.find(match_id)
    player = active_player(match, visit.user_id)
    if player is None:
        return await refusal_view(visit, match, refusal)
    words = refusal_words(refusal, markup_of(visit))
    return await _view(visit, _new_plan(match, player), words, status=409)


async def _view(visit: PrivateVisit, plan: Plan, notice: str = "", *, status: int = 200) -> View:
    """Return the page of a player's lines.

    :param notice: safe HTML about the last action.
    """
    reader, match, player = visit.reader, plan.match, plan.player
    markup, path = markup_of(visit), _path(visit, match)
    lines = await visit.site.club.part(Study).conditional_moves.of(match, player)
    line, line_path, label = plan.line, f"{path}/{match.version}", N_("Choose {move}")
    entering = await asyncio.to_thread(
        line_values, reader, line_path, line, plan.entry, plan.scene, label
    )
    has_turn = match.player_to_move == player
    values: dict[str, object] = {
        "notice": html(notice),
        "question": html("") if has_turn else _question(plan, markup),
        **entering,
        "entered": html(line_words(steps_of(line), player, markup)),
        "code": code_of(line.moves) if may_be_saved(line, player) else "",
        "lines": [
            (each.id, html(line_words(steps_left(match, player, each), player, markup)))
            for each in lines
        ],
        "advice": move_first_words() if has_turn else "" if lines else no_lines_words(),
        "action": reader.to(path),
        "removal": reader.to(f"{path}/remove"),
        "match_version": match.version,
    }
    title = gettext("Conditional moves: {title}", title=match_title(match))
    return View(
        "lines.html",
        title,
        "",
        values,
        trail=(
            my_crumb(reader),
            match_crumb(match, reader.to(visit.site.play_path(match.id)), visit.user_id),
            Crumb(gettext("Conditional moves")),
        ),
        is_private=True,
        status=status,
        stream=f"{visit.site.play_path(match.id)}/live",
        version=board_version(match, match.stored.home_of(visit.user_id).number),
    )


def _question(plan: Plan, markup: Markup) -> Html:
    """Return the next decision in words, or why the line ends."""
    entry = plan.entry
    if entry is None:
        return html(str(escape(end_words(plan.line))))
    ask = gettext("Is this the move?") if entry.is_complete else entry.question
    whose = whose_words(plan.match, plan.player, entry.position, markup)
    return html(question_to(whose, str(escape(entry.chosen)), str(escape(ask))))
