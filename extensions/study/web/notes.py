"""A member's private note, beside the board of their match."""

from __future__ import annotations

from collections.abc import Sequence

from extensions.study.club.notes import MAX_NOTE_LENGTH
from extensions.study.club.study import Study
from language.texts import gettext
from rules.refusal import Refusal
from web.http.routes import FormRoute, PrivateRoute, PrivateVisit, Redirect, Route
from web.http.view import View
from web.matches.actions import back_to_board
from web.matches.play import BOARD_TEXTS, OwnBoard, TextForm, own_match, refusal_view


@BOARD_TEXTS.add
async def note_form(board: OwnBoard) -> Sequence[TextForm]:
    """Return the form with the member's note."""
    visit, match, text = board.visit, board.match, board.feedback.kept
    if text is None:
        text = await visit.site.club.part(Study).notes.of(match.id, visit.user_id)
    label, words = gettext("Your note"), gettext("Only you see it.")
    action = visit.reader.to(f"{visit.site.play_path(match.id)}/note")
    return [TextForm(label, words, action, text, MAX_NOTE_LENGTH)]


async def write(visit: PrivateVisit) -> View | Redirect:
    """Store the player's note on the match."""
    match = await own_match(visit)
    text = visit.form.get("note", "")
    try:
        await visit.site.club.part(Study).notes.write(match, visit.user_id, text)
    except Refusal as refusal:
        return await refusal_view(visit, match, refusal, kept=text)
    return await back_to_board(visit)


ROUTES: Sequence[Route] = (
    FormRoute("action", "/play/{key}/note", write),
    PrivateRoute("action", "/play/{key}/note", back_to_board),
)
