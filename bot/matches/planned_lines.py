"""`/conditional` and the controls of its pages: replies planned in advance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface.answers import Answer, by_control
from bot.interface.arguments import number_in
from bot.interface.controls import on_control, values_of
from bot.interface.front import FrontCog, command
from bot.interface.layout import (
    MAX_OPTION_LENGTH,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    attachment,
    control,
    text_page,
)
from bot.interface.listing import paged, shorten, turning_buttons
from bot.interface.markup import DISCORD, markup_for
from bot.interface.step_picker import StepControls
from bot.interface.steps import StepPanel, Steps, group_in, last_row
from bot.matches.finding import own_match
from club.matches.finding import takes_plans
from club.matches.match import Match, Player
from club.matches.planned_lines import check_may_leave_lines
from club.matches.refusals import check_runs, player_in, stale
from language.texts import N_, gettext
from presentation.markup import PLAIN
from presentation.matches.explore import TriedLine, code_of, end_move, follow, grow
from presentation.matches.match import match_title
from presentation.matches.planned_lines import (
    beginning_of,
    end_words,
    line_words,
    lines_title,
    may_be_saved,
    may_grow,
    move_first_words,
    no_lines_words,
    planned_scene,
    steps_left,
    steps_of,
    whose_words,
)
from presentation.pictures import scene_picture
from presentation.refusals import refusal_words
from presentation.steps import split_steps
from rules.position import Move
from rules.refusal import Refusal
from storage.matches.planned_lines import ConditionalLine

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


class ConditionalCommands(FrontCog):
    """Lists, adds and removes conditional lines."""

    @command(
        "conditional",
        N_("Plan replies that I play when your opponent makes a certain move"),
        own_match(by_control("lines"), takes_plans),
    )
    @on_control("lines")
    async def conditional(self, answer: Answer, match: Match) -> None:
        """List the user's lines in a match."""
        await answer.private(await self._lines_page(match, answer.user.id))

    @on_control("lines-at", updates=True)
    async def turn_page(self, answer: Answer, match: Match, page: int) -> None:
        """Show another page of the lines."""
        await answer.update(await self._lines_page(match, answer.user.id, page))

    @on_control("alllines", updates=True)
    async def back_to_lines(self, answer: Answer, match: Match) -> None:
        """Discard the line being entered, and list the others."""
        await answer.update(await self._lines_page(match, answer.user.id))

    @on_control("unline", updates=True)
    async def remove_line(self, answer: Answer, match: Match) -> None:
        """Remove the line chosen in the menu."""
        value = next(iter(values_of(answer.interaction)), "")
        match, remaining_lines = await self.club.conditional_lines.remove(
            match.id, answer.user.id, number_in(value, "line")
        )
        player = player_in(match, answer.user.id)
        await answer.update(lines_page(match, player, remaining_lines, gettext("Line removed.")))

    @on_control("line", updates=True)
    async def choose_step(
        self, answer: Answer, match: Match, version: str, code: str, steps: str
    ) -> None:
        """Show the line with one more step."""
        entry = await self._entered_line(answer, match, version, code)
        if entry is not None:
            player, line = entry
            await self._show(answer, match, player, *grow(line, split_steps(steps)))

    @on_control("linegroup", updates=True)
    async def choose_group(
        self, answer: Answer, match: Match, version: str, code: str, steps: str
    ) -> None:
        """Show the choices of one row or file."""
        entry = await self._entered_line(answer, match, version, code)
        if entry is not None:
            player, line = entry
            prefix, group = group_in(line.position, steps)
            await self._show(answer, match, player, line, prefix, group)

    @on_control("linemove", updates=True)
    async def end_move(
        self, answer: Answer, match: Match, version: str, code: str, steps: str
    ) -> None:
        """End the move of the line at these steps, although it could continue."""
        entry = await self._entered_line(answer, match, version, code)
        if entry is not None:
            player, line = entry
            await self._show(answer, match, player, *end_move(line, split_steps(steps)))

    @on_control("leave", updates=True)
    async def save_line(self, answer: Answer, match: Match, version: str, code: str) -> None:
        """Store the entered line."""
        entry = await self._entered_line(answer, match, version, code)
        if entry is None:
            return
        player, line = entry
        try:
            match, remaining_lines = await self.club.conditional_lines.leave(
                match.id, answer.user.id, steps_of(line), match.version
            )
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
            await answer.update(_refusal_page(answer, refusal))
            return
        notice = gettext("Saved. If that move comes, I'll play your reply.")
        await answer.update(lines_page(match, player, remaining_lines, notice))

    async def _lines_page(self, match: Match, user_id: int, page: int = 0) -> Page:
        check_runs(match)
        player = player_in(match, user_id)
        lines = await self.club.conditional_lines.of(match, player)
        return lines_page(match, player, lines, page=page)

    async def _entered_line(
        self, answer: Answer, match: Match, version: str, code: str
    ) -> tuple[Player, TriedLine] | None:
        """Return the line of a control, or show that the match has changed and return None."""
        player = player_in(match, answer.user.id)
        if str(match.version) != version or match.is_over:
            await answer.update(_refusal_page(answer, stale(match)))
            return None
        check_may_leave_lines(match, player)
        return player, follow(beginning_of(match, player), code)

    async def _show(
        self,
        answer: Answer,
        match: Match,
        player: Player,
        line: TriedLine,
        prefix: Move = (),
        group: str | None = None,
    ) -> None:
        width = await self.front.board_width(match.guild_id)
        await answer.update(await entering_page(match, player, line, Steps(prefix, group), width))


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


def _refusal_page(answer: Answer, refusal: Refusal) -> Page:
    markup = markup_for(answer.user.id, answer.interaction.guild_id)
    return text_page(refusal_words(refusal, markup))
