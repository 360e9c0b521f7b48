"""`/conditional` and the controls of its pages: replies planned in advance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface.answers import Answer
from bot.interface.arguments import number_in
from bot.interface.controls import on_control, on_steps, values_of
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.move_entry import ButtonEntry, after_choice, last_row
from bot.matches.finding import OWN_MATCH
from bot.pages.layout import (
    MAX_OPTION_LENGTH,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    attachment,
    control,
)
from bot.pages.listing import paged, shorten, turning_buttons
from bot.pages.step_picker import SentSteps, StepControls, StepVerbs
from club.matches.match import Match, Player
from club.matches.reasons import check_runs, player_in, stale
from extensions.study.club.conditional_moves import check_may_plan_lines
from extensions.study.club.study import Study
from extensions.study.presentation.conditional_moves import (
    beginning_of,
    end_words,
    line_words,
    lines_title,
    may_be_saved,
    may_grow,
    move_first_words,
    no_lines_words,
    steps_left,
    steps_of,
    whose_words,
)
from extensions.study.storage.conditional_moves import ConditionalLine
from language.texts import N_, gettext
from presentation.markup import PLAIN
from presentation.matches.lines import TriedLine, code_of, follow, planned_scene
from presentation.matches.match import match_title
from presentation.pictures import scene_picture
from rules.refusal import Refusal

NOTICE_LENGTH = 200
"""Characters reserved for a notice, so that pages begin with the same lines with and without it."""

VERBS = StepVerbs("line", "linegroup", "linemove")


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
        blocks.append(
            Menu(control("unline", match.id), gettext("Remove conditional moves"), entries)
        )
    if has_turn:
        blocks.append((Button(gettext("Play"), control("onward", match.id), "primary"),))
    elif not match.is_over:
        add = control("line", match.id, match.version, "0", "")
        blocks.append((Button(gettext("Plan a line"), add, "primary"),))
    return Page(tuple(blocks))


async def entering_page(
    match: Match, player: Player, line: TriedLine, entry: ButtonEntry, width: int
) -> Page:
    """Return the board after the moves of a line so far, with controls for the next move."""
    controls = StepControls((match.id, match.version, code_of(line.moves)), VERBS, match.game.key)
    scene = planned_scene(match, line)
    line_text = line_words(steps_of(line), player, DISCORD)
    words = [
        f"### {match_title(match)}",
        line_text or gettext("A line of conditional moves, move by move."),
    ]
    before, at_start, after = _buttons(match, player, line)
    if may_grow(line) and controls.has_room(line.position):
        scene = entry.on(scene)
        words.append(entry.question_to(whose_words(match, player, line.position, DISCORD)))
        rows = entry.rows(
            controls, style="secondary", before=before, at_start=at_start, after=after
        )
    else:
        words.append(end_words(line))
        rows = last_row((*before, *at_start, *after))
    picture = await scene_picture(scene, width)
    return Page(("\n".join(filter(None, words)), attachment(picture), *rows))


class ConditionalCommands(FrontCog):
    """Lists, adds and removes conditional lines."""

    @command(
        "conditional",
        N_("Plan replies to your opponent's moves"),
        OWN_MATCH,
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
        match, remaining_lines = await self.club.part(Study).conditional_moves.remove(
            match, answer.user.id, number_in(value, "line")
        )
        player = player_in(match, answer.user.id)
        await answer.update(
            lines_page(match, player, remaining_lines, gettext("Conditional moves removed."))
        )

    @on_steps(VERBS)
    async def choose(
        self, answer: Answer, match: Match, version: str, code: str, sent: SentSteps
    ) -> None:
        """Show the line after a choice of its next move."""
        entered = await self._entered_line(answer, match, version, code)
        if entered is not None:
            player, line = entered
            width = await self.front.board_width(match.guild_id)
            line, entry = after_choice(line, sent)
            await answer.update(await entering_page(match, player, line, entry, width))

    @on_control("leave", updates=True)
    async def save_line(self, answer: Answer, match: Match, version: str, code: str) -> None:
        """Store the entered line."""
        entry = await self._entered_line(answer, match, version, code)
        if entry is None:
            return
        player, line = entry
        try:
            match, remaining_lines = await self.club.part(Study).conditional_moves.add(
                match, answer.user.id, steps_of(line), match.version
            )
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
            await answer.refuse(refusal)
            return
        notice = gettext("Planned. If that move comes, I'll play your reply.")
        await answer.update(lines_page(match, player, remaining_lines, notice))

    async def _lines_page(self, match: Match, user_id: int, page: int = 0) -> Page:
        check_runs(match)
        player = player_in(match, user_id)
        lines = await self.club.part(Study).conditional_moves.of(match, player)
        return lines_page(match, player, lines, page=page)

    async def _entered_line(
        self, answer: Answer, match: Match, version: str, code: str
    ) -> tuple[Player, TriedLine] | None:
        """Return the line of a control, or show that the match has changed and return None."""
        player = player_in(match, answer.user.id)
        if str(match.version) != version or match.is_over:
            await answer.refuse(stale(match))
            return None
        check_may_plan_lines(match, player)
        return player, follow(beginning_of(match, player), code)


def _buttons(match: Match, player: Player, line: TriedLine) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons before Back, in place of it at the start of a move, and after it."""
    key, code = (match.id, match.version), code_of(line.moves)
    save: tuple[Button, ...] = ()
    if may_be_saved(line, player):
        save = (Button(gettext("Plan this line"), control("leave", *key, code), "success"),)
    undo: tuple[Button, ...] = ()
    if line.moves:
        undo = (Button(gettext("Undo"), control("line", *key, code_of(line.moves[:-1]), "")),)
    return save, undo, (Button(gettext("Conditional moves"), control("alllines", match.id)),)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_OPTION_LENGTH else f"{text[: MAX_OPTION_LENGTH - 1]}…"
