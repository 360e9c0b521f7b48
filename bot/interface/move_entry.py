"""A move entered with buttons on any page: the question, the buttons, and the form for typing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.interface.answers import Answer
from bot.interface.markup import DISCORD, code_block
from bot.pages.forms import FIELD, Form, TextField
from bot.pages.layout import (
    MAX_CONTROL_LENGTH,
    SEPARATOR,
    Block,
    Button,
    Style,
    control,
)
from bot.pages.step_picker import (
    Room,
    SentSteps,
    StepControls,
    StepVerbs,
    choices,
    group_steps,
    next_part_prompt,
    play_label,
    room_below,
)
from language.texts import gettext
from presentation.matches.lines import TriedLine, end_move, grow
from presentation.move_entry import MoveEntry, without_last_choice
from presentation.refusals import typed_words
from presentation.steps import outdated
from rendering import Scene
from rules.notation import MAX_TEXT_LENGTH, check, read
from rules.position import Move, Position
from rules.refusal import MAX_QUOTE_LENGTH, Refusal


@dataclass(frozen=True)
class ButtonEntry(MoveEntry):
    """A move being entered with buttons."""

    group: str | None = None
    """The chosen row or file, if there are more steps than buttons."""
    is_sent: bool = False
    """Whether the steps are to be played, as a button or a typed text says."""
    typed: str = ""
    """A refused text, for editing."""
    refusal: str = ""
    """Why it was refused."""
    ready: tuple[Button, ...] = ()
    """Moves to play at once, in a row above the choices."""
    news: str = ""
    """What happened before the move, above the board, if there are such moves."""

    @property
    def is_valid(self) -> bool:
        """Whether a legal move begins with the steps, and goes on in the chosen group."""
        if self.group is None:
            return super().is_valid
        return self.group in group_steps(self.position, self.completion.steps)

    @property
    def is_begun(self) -> bool:
        """Whether any step or group has been chosen."""
        return bool(self.steps) or self.group is not None

    def on(self, scene: Scene) -> Scene:
        scene = super().on(scene)
        if self.group is None:
            return scene
        steps = group_steps(self.position, self.completion.steps)[self.group]
        return replace(scene, choices=tuple(steps))

    @property
    def question(self) -> str:
        """The question answered by the buttons."""
        return next_part_prompt(self.position, self.steps, self.room) or super().question

    @property
    def room(self) -> Room:
        """The room for choices."""
        return room_below(self.position, self.ready, self.news)

    @property
    def before(self) -> Move:
        """The steps before the last choice."""
        if self.group is not None:
            return self.steps
        return without_last_choice(self.position, self.steps)

    @property
    def full_question(self) -> str:
        """Why a text was refused, the chosen steps and the question: "f5: Choose …"."""
        question = self.question
        if self.steps:
            question = gettext("{chosen}: {prompt}", chosen=self.chosen, prompt=question)
        return f"{self.refusal}\n{question}" if self.refusal else question

    def rows(
        self,
        controls: StepControls,
        *,
        style: Style = "success",
        before: tuple[Button, ...] = (),
        at_start: tuple[Button, ...] | None = None,
        after: tuple[Button, ...] = (),
    ) -> list[Block]:
        """Return the moves to play at once, the buttons of the next steps, and the last row.

        :param style: the style of the button that plays the move.
        :param before: buttons before Back.
        :param at_start: buttons in place of Back while nothing is chosen, by default the one for
            typing. Otherwise that follows Back.
        :param after: buttons after Back.
        """
        typing = self.typing_button(controls)
        if at_start is None:
            at_start = typing
        else:
            after = (*typing, *after)
        play: tuple[Button, ...] = ()
        if self.is_whole:
            label = play_label(self.position, self.steps)
            play = (Button(label, controls.play(self.steps), style),)
        back = (Button(gettext("Back"), controls.at(self.before)),)
        last = (*play, *before, *(back if self.is_begun else at_start), *after)
        buttons = choices(self.position, self.steps, self.group, controls, self.room)
        return [*last_row(self.ready), *buttons, *last_row(last)]

    def typing_button(self, controls: StepControls) -> tuple[Button, ...]:
        """Return the button that opens the form, with the refused text if it fits in a control."""
        ask = controls.verbs.ask
        if not ask:
            return ()
        text = " ".join(self.typed.replace(SEPARATOR, " ").split())
        control_id = control(ask, *controls.key, text)
        if len(control_id) > MAX_CONTROL_LENGTH:
            control_id = control(ask, *controls.key, "")
        label = gettext("Type again") if self.typed else gettext("Type")
        return (Button(label, control_id),)


def begin(position: Position) -> ButtonEntry:
    """Return the entry of a new move."""
    return ButtonEntry(position).with_forced_steps()


def entry_of(position: Position, sent: SentSteps) -> ButtonEntry:
    """Return the move after the click on a control, or a new one with why a typed text is refused.

    :raises Refusal: `outdated` if no move begins with its steps, or its row or file is unknown.
    """
    if sent.typed is not None:
        try:
            return ButtonEntry(position, read(position, sent.typed), is_sent=True)
        except Refusal as refusal:
            words = typed_words(sent.typed, refusal, DISCORD)
            if len(sent.typed) > MAX_QUOTE_LENGTH:
                words = f"{words}\n{code_block(sent.typed)}"
            return replace(begin(position), typed=sent.typed, refusal=words)
    if sent.plays:
        return ButtonEntry(position, check(position, sent.steps), is_sent=True)
    entry = ButtonEntry(position, sent.steps, group=sent.group)
    if not entry.is_valid:
        raise outdated()
    return entry.with_forced_steps()


def last_row(buttons: tuple[Button, ...]) -> list[Block]:
    """Return a row of these buttons, if there are any."""
    return [buttons] if buttons else []


def asking_to_type(verbs: StepVerbs) -> Callable[..., Awaitable[None]]:
    """Return the handler that opens the form for typing a move."""

    async def ask(answer: Answer, *arguments: str) -> None:
        *key, typed = arguments
        field = TextField(
            FIELD, gettext("Your move"), typed, gettext(verbs.example), MAX_TEXT_LENGTH
        )
        form = Form(control(verbs.typed, *key, ""), gettext("Type your move"), (field,))
        await answer.ask(form)

    return ask


def after_choice(line: TriedLine, sent: SentSteps) -> tuple[TriedLine, ButtonEntry]:
    """Return a line after the click on a control of its next move, and the entry of that move.

    :raises Refusal: `outdated` if the steps don't fit the line.
    """
    if sent.plays:
        line = end_move(line, sent.steps)
    elif sent.group is None and sent.typed is None:
        line = grow(line, sent.steps)
    else:
        entry = entry_of(line.position, sent)
        if not entry.is_sent:
            return replace(line, steps=entry.steps), entry
        line = line.with_move(entry.steps)
    return line, ButtonEntry(line.position, line.steps)
