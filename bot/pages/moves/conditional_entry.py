"""The private pages of conditional moves: a player's lines, and entering a new one.

A line is entered with the same controls as tried moves, plus one to save it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.listing import paged, shorten, turning_buttons
from bot.pages.moves.step_panel import StepPanel, Steps, last_row
from bot.pages.moves.step_picker import StepControls
from bot.pages.page import (
    MAX_OPTION_LENGTH,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    attachment,
)
from club.matches.match import Match, Player
from language.texts import gettext
from presentation.analysis.planned_lines import (
    end_words,
    may_be_saved,
    may_grow,
    planned_scene,
    steps_of,
)
from presentation.analysis.tried_lines import TriedLine, code_of
from presentation.markup import PLAIN
from presentation.matches.players import match_title
from presentation.matches.playing.conditional_moves import (
    line_words,
    lines_title,
    move_first_words,
    no_lines_words,
    steps_left,
    whose_words,
)
from presentation.pictures import scene_picture
from storage.matches.conditional_lines import ConditionalLine

NOTICE_LENGTH = 200
"""Characters reserved for a notice, so that pages begin with the same lines with and without it."""


def lines_page(
    match: Match,
    player: Player,
    lines: Sequence[ConditionalLine],
    notice: str = "",
    page: int = 0,
) -> Page:
    """Return the conditional lines of a player in a match.

    :param notice: a confirmation of the last action.
    :param page: the index of the page, limited to the last one.
    """
    before = [f"### {match_title(match)}", lines_title(DISCORD)]
    remaining = [steps_left(match, player, line) for line in lines]
    all_lines = [
        f"{number}. {line_words(steps, player, DISCORD)}"
        for number, steps in enumerate(remaining, start=1)
    ]
    has_turn = match.player_to_move == player
    after: list[str] = []
    if has_turn:
        after.append(move_first_words())
    elif not lines:
        after.append(no_lines_words())
    room = MAX_TEXT_LENGTH - NOTICE_LENGTH - sum(len(each) + 1 for each in (*before, *after))
    portion = paged(all_lines, page, room)
    words = [shorten(notice, NOTICE_LENGTH)] if notice else []
    blocks: list[Block] = ["\n".join((*words, *before, *portion.lines, *after))]
    if turning := turning_buttons(portion, lambda number: control("lines-at", match.id, number)):
        blocks.append(turning)
    if lines:
        entries = tuple(
            MenuChoice(_cut(line_words(steps, player, PLAIN)), str(line.id))
            for line, steps in zip(lines, remaining, strict=True)
        )
        blocks.append(Menu(control("unline", match.id), gettext("Remove a line"), entries))
    if has_turn:
        blocks.append((Button(gettext("Play"), control("onward", match.id), "primary"),))
    elif not match.is_over:
        add = control("line", match.id, match.version, "0", "")
        blocks.append((Button(gettext("Add a line"), add, "primary"),))
    return Page(tuple(blocks))


async def entering_page(
    match: Match, player: Player, line: TriedLine, steps: Steps, width: int
) -> Page:
    """Return the board after the moves of a line so far, with controls for the next move."""
    key = match.id, match.version, code_of(line.moves)
    controls = StepControls(key, "line", "linegroup", "linemove", match.game.key)
    panel = StepPanel(line.position, steps, controls)
    has_room = may_grow(line) and controls.has_room(line.position)
    choices = panel.completion.steps if has_room else ()
    scene = planned_scene(match, line, steps.prefix, choices)
    line_text = line_words(steps_of(line), player, DISCORD)
    words = [
        f"### {match_title(match)}",
        line_text or gettext("A conditional line, move by move."),
    ]
    if has_room:
        ask = None if panel.completion.steps else gettext("Is this the move?")
        words.append(panel.question_to(whose_words(match, player, line.position, DISCORD), ask))
    else:
        words.append(end_words(line))
    picture = await scene_picture(scene, width)
    rows = _entering_rows(match, player, line, panel, has_room=has_room)
    return Page(("\n".join(filter(None, words)), attachment(picture), *rows))


def _entering_rows(
    match: Match, player: Player, line: TriedLine, panel: StepPanel, *, has_room: bool
) -> list[Block]:
    key = match.id, match.version
    save: tuple[Button, ...] = ()
    if may_be_saved(line, player) and not panel.steps.prefix:
        leave = control("leave", *key, code_of(line.moves))
        save = (Button(gettext("Save this line"), leave, "success"),)
    undo: tuple[Button, ...] = ()
    if line.moves:
        undo = (Button(gettext("Undo"), control("line", *key, code_of(line.moves[:-1]), "")),)
    all_lines = (Button(gettext("All lines"), control("alllines", match.id)),)
    if not has_room:
        return last_row((*save, *undo, *all_lines))
    return panel.rows(style="secondary", before=save, at_start=undo, after=all_lines)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_OPTION_LENGTH else f"{text[: MAX_OPTION_LENGTH - 1]}…"
