"""`/hint` and the Hint button: help against the computer, always private."""

from __future__ import annotations

import logging
from functools import partial

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.matches.finding import MATCH_ON_TURN
from bot.pages.layout import Button, Page, attachment, control, text_page
from bot.pages.step_picker import play_label
from club.matches.computers import SHARE, check_may_be_hinted
from club.matches.match import Match
from club.matches.reasons import stale
from engine.opponent import Choice
from engine.serving.pool import SearchFailed
from language.texts import N_, gettext
from presentation.matches.hints import hint_lines, hint_picture, hint_title
from presentation.refusals import refusal_words
from presentation.steps import join_steps
from rules.notation import read

log = logging.getLogger(__name__)


async def hint_page(match: Match, choice: Choice, width: int) -> Page:
    """Return a hint for the player to move, drawn on the board."""
    move = read(match.position, choice.move)
    words = "\n".join((f"### {hint_title(match)}", *hint_lines(match, choice, DISCORD)))
    play = control("at", match.id, match.version, join_steps(move))
    button = Button(play_label(match.position, move), play, "primary")
    return Page((words, attachment(await hint_picture(match, choice, width)), (button,)))


class HintCommands(FrontCog):
    """Gives hints, computed in the background."""

    @command(
        "hint",
        N_("See what I'd play (only in matches against me)"),
        MATCH_ON_TURN,
    )
    @on_control("hint")
    async def hint(self, answer: Answer, match: Match) -> None:
        """Give a hint in the named match, or in the only one here."""
        check_may_be_hinted(match, answer.user.id)
        self.club.opponents.check_can_play(match.game)
        await answer.private(text_page(gettext("Thinking…")))
        self.club.background.begin(partial(self._show, answer, match))

    async def _show(self, answer: Answer, match: Match) -> None:
        """Search, and show the result if the match is unchanged."""
        ticket = self.club.opponents.start_appraisal(match, match.position, SHARE)
        if ticket.count_ahead:
            words = gettext("Thinking… ({number} waiting before you)", number=ticket.count_ahead)
            await answer.update(text_page(words))
        try:
            choice = await ticket
        except SearchFailed:
            log.exception("no hint for match %s", match.id)
            words = gettext("Sorry, I found nothing this time. Please try again.")
            await answer.update(text_page(words))
            return
        current = (await self.club.matches.find(match.id)).seen_as(match)
        if current.version != match.version:
            await answer.update(text_page(refusal_words(stale(current), DISCORD)))
            return
        width = await self.front.board_width(match.guild_id)
        await answer.update(await hint_page(match, choice, width))
