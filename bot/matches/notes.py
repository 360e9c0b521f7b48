"""Private notes on matches: the form to write one, and where it is shown."""

from __future__ import annotations

from dataclasses import replace

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.forms import FIELD, Form, TextField, typed_in
from bot.interface.front import FrontCog
from bot.interface.layout import Button, Page, control, text_page
from bot.interface.markup import DISCORD
from club.matches.match import Match
from club.matches.notes import MAX_NOTE_LENGTH
from language.texts import gettext

MAX_SHOWN = 300
"""Maximum number of characters of a note beside a board. The form shows all of it."""


def note_button(match_id: int) -> Button:
    """Return the button that opens the form."""
    return Button(gettext("Note"), control("note", match_id))


def note_words(text: str) -> str:
    """Return a note in small print for a page with a board, cut to fit."""
    return "-# " + gettext("Your note: {text}", text=DISCORD.text(text, MAX_SHOWN))


def with_note(page: Page, match_id: int, text: str) -> Page:
    """Return a player's page with their note, if any, and the button to write it."""
    words = (note_words(text),) if text else ()
    return replace(page, blocks=(*page.blocks, *words, (note_button(match_id),)))


class NoteCommands(FrontCog):
    """Writes notes."""

    @on_control("note")
    async def ask_for_note(self, answer: Answer, match: Match) -> None:
        """Open the form with the current note."""
        text = await self.club.notes.of(match.id, answer.user.id)
        label, example = gettext("Only you see it"), gettext("What's your plan?")
        field = TextField(
            FIELD, label, text, example, MAX_NOTE_LENGTH, is_required=False, is_long=True
        )
        title = gettext("Note on match {number}", number=match.id)
        await answer.ask(Form(control("noted", match.id), title, (field,)))

    @on_control("noted")
    async def write_note(self, answer: Answer, match: Match) -> None:
        """Store the note and confirm it."""
        text = await self.club.notes.write(match, answer.user.id, typed_in(answer.interaction))
        words = gettext("Your note is deleted.")
        if text:
            words = gettext(
                "Saved. Only you see it: beside the board on your turn, and in `/history`."
            )
        await answer.private(text_page(words))
