"""Explore: trying moves from a position of a match, privately.

The controls carry the match, the ply and the moves so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.interface.answers import Answer
from bot.interface.context import place_of, viewer_of
from bot.interface.controls import on_control, on_steps
from bot.interface.front import FrontCog, in_context_menu
from bot.interface.markup import DISCORD
from bot.interface.move_entry import ButtonEntry, after_choice, last_row
from bot.matches.history import (
    BUTTONS,
    UNDER_HISTORY,
    Look,
    file_of,
    history_at,
    ply_in,
)
from bot.matches.offers import VIEWS
from bot.matches.panel import PANEL_LINES
from bot.pages.layout import (
    Block,
    Button,
    Page,
    attachment,
    control,
)
from bot.pages.step_picker import SentSteps, StepControls, StepVerbs
from club.club import Club
from club.matches.match import Match, Player
from club.members.membership import Viewer
from club.references import Command
from extensions.study.club.study import Study
from extensions.study.club.usual_moves import Shelf
from extensions.study.presentation.explore import (
    check_can_explore,
    check_mark,
    first_line,
    full_words,
    line_of,
    line_scene,
    mark_of,
    tried_line_lines,
)
from extensions.study.presentation.usual_moves import is_opening, usual_lines
from language.texts import N_, gettext
from presentation.matches.history import (
    MatchHistory,
    history_of,
)
from presentation.matches.lines import TriedLine, code_of, continues
from presentation.pictures import scene_picture
from rules.position import Move, Position
from rules.refusal import Refusal
from storage.matches import cards

VERBS = StepVerbs("try", "trygroup", "trymove")


async def exploring_page(
    history: MatchHistory, ply: int, line: TriedLine, width: int, entry: ButtonEntry | None = None
) -> Page:
    """Return the board after the tried moves, with controls for the next one.

    :param entry: the next move, by default as in the line.
    """
    key = history.source, ply, mark_of(history.position(ply))
    controls = StepControls((*key, code_of(line.moves)), VERBS, history.game.key)
    entry = entry or ButtonEntry(line.position, line.steps)
    scene = line_scene(history, ply, line)
    words = [f"### {history.title}", *tried_line_lines(history, ply, line, DISCORD)]
    code, undo, links = code_of(line.moves), tuple[Button, ...](), list[Button]()
    if line.moves:
        undo = (Button(gettext("Undo"), control("try", *key, code_of(line.moves[:-1]), "")),)
    if line.moves and history.match is not None:
        links.append(Button(gettext("Keep this line"), control("line-keep", *key, code)))
        if history.is_over or any(seat.is_team for seat in history.match.seats):
            links.append(Button(gettext("Share"), control("line-share", *key, code)))
    if history.match is not None:
        links.append(Button(gettext("Your lines"), control("line-list", history.source)))
    back = Button(gettext("Back to the match"), control("step", history.source, ply))
    if continues(line) and controls.has_room(line.position):
        scene = entry.on(scene)
        words.append(entry.question_to(scene.name_of(line.position.to_move or 0)))
        rows = entry.rows(controls, at_start=undo, after=(*links, back))
    else:
        words += [full_words()] if continues(line) else []
        rows = last_row((*undo, *links, back))
    picture = await scene_picture(scene, width)
    blocks: list[Block] = ["\n".join(words), attachment(picture), *rows]
    return Page((*blocks, *file_of(history)))


class ExploreCommands(FrontCog):
    """Lets users try moves."""

    @on_control("explore", updates=True)
    async def explore(self, answer: Answer, source: str, ply: str) -> None:
        """Start trying moves from a ply."""
        history = await history_at(self.front, answer, source)
        check_can_explore(history)
        number = ply_in(ply, history)
        line = first_line(history, number, answer.user.id)
        await self._show_line(answer, history, number, line)

    @in_context_menu(N_("Explore this position"))
    async def explore_card(self, answer: Answer, message: discord.Message) -> None:
        """Start trying moves from a card's board, or show it if the match ended there."""
        viewer = viewer_of(answer.interaction)
        match, shown_ply = await _shown_on(self.club, viewer, message.id)
        history = history_of(match, DISCORD)
        ply = history.within(shown_ply)
        width = await self.front.board_width(viewer.guild_id)
        if history.position(ply).to_move is None:
            await answer.private(await Look(self.club, viewer, history, ply).page(width))
            return
        check_can_explore(history)
        line = first_line(history, ply, answer.user.id)
        await answer.private(await exploring_page(history, ply, line, width))

    @on_steps(VERBS)
    async def choose(
        self, answer: Answer, source: str, ply: int, mark: str, code: str, sent: SentSteps
    ) -> None:
        """Show the tried moves after a choice of the next move."""
        history = await history_at(self.front, answer, source)
        check_can_explore(history)
        check_mark(history, ply, mark)
        line, entry = after_choice(line_of(history, ply, code, answer.user.id), sent)
        await self._show_line(answer, history, ply, line, entry)

    async def _show_line(
        self,
        answer: Answer,
        history: MatchHistory,
        ply: int,
        line: TriedLine,
        entry: ButtonEntry | None = None,
    ) -> None:
        width = await self.front.board_width(place_of(answer.interaction).guild_id)
        page = await exploring_page(history, ply, line, width, entry)
        if not (entry or line.entry).is_begun:
            viewer = viewer_of(answer.interaction)
            usual = await _usual_lines(self.club, viewer, history, line.position)
            page = replace(page, blocks=(*page.blocks, *usual))
        await answer.update(page)


async def _shown_on(club: Club, viewer: Viewer, message_id: int) -> tuple[Match, int]:
    """Return the match and the ply of a board card in the viewer's place.

    A former card is found for some days.

    :raises Refusal: `no_board`, `unknown_match`.
    """
    board = await club.store.read(lambda tx: cards.shown_on(tx, viewer.place_id, message_id))
    if board is None:
        words = N_(
            "This message isn't one of my recent boards. {history} shows every position of a match."
        )
        raise Refusal("no_board", words, history=Command("history"))
    return await club.match_finder.find_visible(viewer, board.match_id), board.ply


@BUTTONS.add
def study_buttons(shown: tuple[MatchHistory, int]) -> Sequence[Button]:
    """Return the buttons to try moves from a ply, and to guess the moves of a finished match."""
    (history, ply), source = shown, shown[0].source
    is_end = history.position(ply).to_move is None
    explore = Button(gettext("Explore"), control("explore", source, ply), disabled=is_end)
    if history.match is None or not history.is_over or not history.played:
        return [explore]
    return [explore, Button(gettext("Guess the moves"), control("guess", source))]


@VIEWS.add
def explore_from_here(seen: tuple[Match, Player | None]) -> Sequence[Button]:
    """Return the button to try moves from the current position."""
    match, _ = seen
    if match.position.to_move is None:
        return ()
    return [Button(gettext("Explore"), control("explore", match.id, len(match.played)))]


@PANEL_LINES.add
async def usual_in_opening(turn: tuple[Club, Match]) -> Sequence[str]:
    """Return what is usually played in the first turns."""
    club, match = turn
    if not is_opening(match):
        return ()
    return usual_lines(await club.part(Study).usual_moves.of(match.game, match.position), DISCORD)


@UNDER_HISTORY.add
async def usual_moves_at(look: Look) -> Sequence[Block]:
    """Return what is usually played there, and matches with the position."""
    history, ply = look.history, look.ply
    following = history.played[ply : ply + 1]
    played = next((each.move for each in following if each.left is None), None)
    return await _usual_lines(look.club, look.viewer, history, history.position(ply), played)


async def _usual_lines(
    club: Club,
    viewer: Viewer,
    history: MatchHistory,
    position: Position,
    played: Move | None = None,
) -> list[str]:
    """Return what is usually played, and matches with the position that the user may see."""
    player_id = viewer.user_id if viewer.guild_id is None else None
    match_id = None if history.match is None else history.match.id
    shelf = Shelf(viewer.guild_id, viewer.may_know_of, player_id, match_id)
    usual = await club.part(Study).usual_moves.of(history.game, position, shelf, played=played)
    return [f"-# {line}" for line in usual_lines(usual, DISCORD)]
