"""A player's conditional lines, and a board for entering one.

The address carries the version of the match, the moves of the line so far, and the steps of its
next move. Nothing is stored until the line is saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup as Html
from markupsafe import escape

from club.matches.match import Match, Player
from club.matches.offers import state_checksum
from club.matches.planned_lines import Step
from club.matches.refusals import player_in, stale
from language.texts import gettext
from presentation.boards import Entry
from presentation.markup import Markup
from presentation.matches.explore import (
    MAX_CODE_LENGTH,
    TriedLine,
    code_of,
    end_move,
    follow,
    has_room,
    tap,
)
from presentation.matches.match import match_scene, match_title
from presentation.matches.offers import active_player
from presentation.matches.planned_lines import (
    beginning_of,
    end_words,
    line_words,
    may_be_saved,
    may_grow,
    move_first_words,
    no_lines_words,
    planned_scene,
    steps_left,
    steps_of,
    whose_words,
)
from presentation.pictures import DEFAULT_WIDTH
from presentation.refusals import refusal_words
from presentation.steps import chosen_steps_words, question_to
from rendering import Scene, alt_text, draw
from rules.position import Move
from rules.refusal import Refusal
from web.http.boards import MAX_STEPS_LENGTH, SIZES, drawings, steps_in, steps_part
from web.http.reader import html
from web.http.routes import File, FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import Crumb, NoPage, View
from web.matches.match import match_crumb
from web.matches.play import form_number, markup_of, my_crumb, own_match, refusal_view


@dataclass(frozen=True, slots=True)
class Plan:
    """A line being entered by a player, and the steps of its next move."""

    match: Match
    player: Player
    line: TriedLine
    steps: Move = ()

    @property
    def entry(self) -> Entry | None:
        """The next move being entered, or None if there can't be one."""
        is_own_turn = self.match.player_to_move == self.player
        if is_own_turn or not (may_grow(self.line) and has_room(self.line)):
            return None
        return Entry(self.line.position, self.steps)

    @property
    def scene(self) -> Scene:
        """The board with the steps so far."""
        entry = self.entry
        choices = () if entry is None else entry.completion.steps
        if self.line.moves:
            scene = planned_scene(self.match, self.line, self.steps, choices)
        else:
            scene = replace(match_scene(self.match), prefix=self.steps, choices=choices)
        return replace(scene, has_names=False)

    @property
    def may_be_saved(self) -> bool:
        """Whether the line can be saved."""
        return may_be_saved(self.line, self.player) and not self.steps


async def lines_page(visit: PrivateVisit) -> View | Redirect:
    """Return the member's lines, and a board for entering one."""
    match = await own_match(visit)
    player = active_player(match, visit.user_id)
    if player is None:
        return Redirect(visit.reader.to(visit.site.play_path(match.id)))
    try:
        plan = await _plan(visit, match, player)
    except Refusal:
        notice = gettext("The match has moved on. Please enter your line again.")
        return await _view(visit, _new_plan(match, player), notice)
    return await _view(visit, plan)


async def board_picture(visit: PrivateVisit) -> File:
    """The board of a line, in one size."""
    match, size = await own_match(visit), visit.parts["size"]
    player = active_player(match, visit.user_id)
    if player is None or size not in SIZES:
        raise NoPage
    try:
        plan = await _plan(visit, match, player)
    except Refusal as refusal:
        raise NoPage from refusal
    key = ("line", match.id, match.version, player.seat, code_of(plan.line.moves), plan.steps)
    key, is_small = (*key, size, visit.reader.language), size == "small"
    rendered = await visit.site.tried_picture(
        visit.visitor, key, draw, plan.scene, DEFAULT_WIDTH, is_small=is_small
    )
    return File(rendered, is_immutable=visit.reader.has_chosen)


async def save(visit: PrivateVisit) -> View | Redirect:
    """Save the entered line, given the version the member saw."""
    match, version = await own_match(visit), form_number(visit, "version")
    steps: list[Step] = []
    try:
        if version == match.version:
            player = player_in(match, visit.user_id)
            steps = steps_of(_line(match, player, visit.form.get("code", "")))
        await visit.site.club.conditional_lines.leave(match.id, visit.user_id, steps, version)
    except Refusal as refusal:
        return await _line_refusal_view(visit, match.id, refusal)
    return Redirect(visit.reader.to(_path(visit, match)))


async def remove(visit: PrivateVisit) -> View | Redirect:
    """Remove one of the member's lines."""
    match, line_id = await own_match(visit), form_number(visit, "line")
    await visit.site.club.conditional_lines.remove(match.id, visit.user_id, line_id)
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
    prefix = steps_in(steps[:MAX_STEPS_LENGTH]) if steps else ()

    def load() -> Plan:
        line = _line(match, player, visit.parts["code"])
        plan = Plan(match, player, line)
        return plan if plan.entry is None else Plan(match, player, *tap(line, prefix))

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
    markup, path, code = markup_of(visit), _path(visit, match), code_of(plan.line.moves)
    lines = await visit.site.club.conditional_lines.of(match, player)
    to = partial(_address, visit, f"{path}/{match.version}")
    entry, scene, moves = plan.entry, plan.scene, plan.line.moves
    boards = await asyncio.to_thread(
        drawings, reader, scene, entry, f"{path}/{match.version}/{code}"
    )
    has_turn = match.player_to_move == player
    values: dict[str, object] = {
        "notice": html(notice),
        "question": html("") if has_turn else _question(plan, markup),
        "alt": alt_text(scene),
        "drawings": boards,
        "entry": entry,
        "to": partial(to, code),
        "whole": None if entry is None else _whole(plan.line, entry, to),
        "undo": to(code_of(moves[:-1])) if moves else "",
        "entered": html(line_words(steps_of(plan.line), player, markup)),
        "code": code if plan.may_be_saved else "",
        "lines": [
            (line.id, html(line_words(steps_left(match, player, line), player, markup)))
            for line in lines
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
            match_crumb(match, reader.to(visit.site.play_path(match.id))),
            Crumb(gettext("Conditional moves")),
        ),
        is_private=True,
        status=status,
        stream=f"{visit.site.play_path(match.id)}/live",
        version=state_checksum(match.version, match.offers),
    )


def _address(visit: PrivateVisit, path: str, code: str, steps: Move = ()) -> str:
    """Return the address of a line after these moves and steps."""
    return visit.reader.to(f"{path}/{code}/{steps_part(steps)}")


def _whole(line: TriedLine, entry: Entry, to: Callable[[str], str]) -> tuple[str, str] | None:
    """Return the label and the address that end a complete move, or None if it isn't complete."""
    if not entry.is_whole:
        return None
    planned, _ = end_move(line, entry.prefix)
    label = gettext("Choose {move}", move=line.position.text(entry.prefix))
    return label, to(code_of(planned.moves))


def _question(plan: Plan, markup: Markup) -> Html:
    """Return the next decision in words, or why the line ends."""
    entry, position = plan.entry, plan.line.position
    if entry is None:
        return html(str(escape(end_words(plan.line))))
    ask = entry.question if entry.completion.steps else gettext("Is this the move?")
    chosen = chosen_steps_words(position, entry.prefix) if entry.prefix else ""
    whose = whose_words(plan.match, plan.player, position, markup)
    return html(question_to(whose, str(escape(chosen)), str(escape(ask))))
