"""Private notes on matches: the form to write one, and where it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.matches.history import UNDER_HISTORY, Look
from bot.matches.offers import VIEWS
from bot.matches.panel import PANEL_LINES
from bot.pages.forms import FIELD, Form, TextField, typed_in
from bot.pages.layout import Block, Button, control, text_page
from club.club import Club
from club.matches.match import Match, Player
from extensions.study.club.notes import MAX_NOTE_LENGTH
from extensions.study.club.study import Study
from language.texts import gettext

MAX_SHOWN = 300
"""Maximum number of characters of a note beside a board. The form shows all of it."""


@VIEWS.add
def note_buttons(seen: tuple[Match, Player | None]) -> Sequence[Button]:
    """Return the button that opens a player's form."""
    match, player = seen
    return [] if player is None else [_button(match.id)]


@PANEL_LINES.add
async def note_in_panel(turn: tuple[Club, Match]) -> Sequence[str]:
    """Return the note of the player to move."""
    club, match = turn
    player = match.player_to_move
    return () if player is None else await _note_lines(club, match.id, player.user_id)


def _button(match_id: int) -> Button:
    return Button(gettext("Note"), control("note", match_id))


async def _note_lines(club: Club, match_id: int, user_id: int) -> Sequence[str]:
    """Return a user's note for a page with a board, cut to fit, if there is one."""
    text = await club.part(Study).notes.of(match_id, user_id)
    return [gettext("Your note: {text}", text=DISCORD.text(text, MAX_SHOWN))] if text else []


@UNDER_HISTORY.add
async def note_under_history(look: Look) -> Sequence[Block]:
    """Return a player's note, if any, and the button to write it."""
    match, user_id = look.history.match, look.viewer.user_id
    if match is None or user_id not in look.history.seats:
        return ()
    lines = await _note_lines(look.club, match.id, user_id)
    return (*(f"-# {line}" for line in lines), (_button(match.id),))


class NoteCommands(FrontCog):
    """Writes notes."""

    @on_control("note")
    async def ask_for_note(self, answer: Answer, match: Match) -> None:
        """Open the form with the current note."""
        text = await self.club.part(Study).notes.of(match.id, answer.user.id)
        label, example = gettext("Only you see it"), gettext("What's your plan?")
        field = TextField(
            FIELD, label, text, example, MAX_NOTE_LENGTH, is_required=False, is_long=True
        )
        title = gettext("Note on match {number}", number=match.id)
        await answer.ask(Form(control("noted", match.id), title, (field,)))

    @on_control("noted")
    async def write_note(self, answer: Answer, match: Match) -> None:
        """Store the note and confirm it."""
        text = await self.club.part(Study).notes.write(
            match, answer.user.id, typed_in(answer.interaction)
        )
        words = gettext("Your note is deleted.")
        if text:
            words = gettext(
                "Saved. Only you see it: beside the board on your turn, and in `/history`."
            )
        await answer.private(text_page(words))
