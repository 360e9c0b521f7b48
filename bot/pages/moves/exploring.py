"""The private page for trying moves from a position of a match.

It is stateless: its controls carry the match, the ply and the tried moves.
"""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.matches.history_pages import file_of
from bot.pages.moves.step_panel import StepPanel, Steps, last_row
from bot.pages.moves.step_picker import StepControls
from bot.pages.page import Block, Button, Page, attachment
from language.texts import gettext
from presentation.analysis.tried_lines import (
    TriedLine,
    code_of,
    continues,
    full_words,
    line_scene,
    mark_of,
    tried_line_lines,
    with_steps,
)
from presentation.matches.playthrough import Course
from presentation.pictures import scene_picture


async def exploring_page(
    course: Course, ply: int, line: TriedLine, steps: Steps, width: int
) -> Page:
    """Return the board after the tried moves, with controls for the next one."""
    key = course.source, ply, mark_of(course.position(ply))
    controls = StepControls(
        (*key, code_of(line.moves)), "try", "trygroup", "trymove", course.game.key
    )
    panel = StepPanel(line.position, steps, controls)
    has_room = continues(line) and controls.has_room(line.position)
    scene = line_scene(course, ply, line)
    scene = with_steps(scene, steps.prefix, panel.completion.steps if has_room else ())
    words = [f"### {course.title}", *tried_line_lines(course, ply, line, DISCORD)]
    if has_room:
        words.append(panel.question_to(scene.name_of(line.position.to_move or 0)))
    elif continues(line):
        words.append(full_words())
    undo: tuple[Button, ...] = ()
    if line.moves:
        undo = (Button(gettext("Undo"), control("try", *key, code_of(line.moves[:-1]), "")),)
    back = Button(gettext("Back to the match"), control("step", course.source, ply))
    rows = panel.rows(at_start=undo, after=(back,)) if has_room else last_row((*undo, back))
    picture = await scene_picture(scene, width)
    blocks: list[Block] = ["\n".join(words), attachment(picture), *rows]
    return Page((*blocks, *file_of(course)))
