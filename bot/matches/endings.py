"""Ending a match early: `/resign` and `/abort`, each after a question, and moderators' `/end`."""

from __future__ import annotations

import logging

from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import moderates
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.matches.finding import MATCH_TO_END, OWN_MATCH
from bot.pages.layout import Button, Page, control, text_page
from club.matches.match import Match, Player
from club.matches.reasons import check_runs, too_late_to_abort
from language.texts import N_, Text, gettext, lazy_gettext
from presentation.matches.offers import abort_words, resign_words
from rules.refusal import Refusal

log = logging.getLogger(__name__)

MAX_REASON_LENGTH = 200


class ModerationCommands(FrontCog):
    """Ends stuck matches."""

    @command(
        "end", N_("For moderators: end a match that is stuck"), MATCH_TO_END, is_for_servers=True
    )
    @app_commands.describe(reason=N_("The reason (everyone can read it)"))
    @app_commands.default_permissions(manage_messages=True)
    async def end(
        self, answer: Answer, match: Match, reason: app_commands.Range[str, 1, MAX_REASON_LENGTH]
    ) -> None:
        """End a match for a moderator of its channel."""
        if not moderates(answer.interaction, match.stored):
            raise Refusal(
                "not_allowed",
                lazy_gettext(
                    "Only moderators can end a match: you need **Manage Messages** in the "
                    "channel of the match. Players can use `/resign`, `/draw` or `/abort`."
                ),
            )
        moderator = answer.user
        await self.club.matches.end(
            match.id, moderator.display_name, reason, moderator_id=moderator.id
        )
        log.info("match %s ended by user %s: %r", match.id, moderator.id, reason)
        words = gettext("You ended match {number}. It doesn't count.", number=match.id)
        await answer.private(text_page(words))
        await self.front.report_delivery(answer, match.id)


class ResignAndAbortCommands(FrontCog):
    """Resigns and aborts matches after confirmation."""

    @command("resign", N_("Resign a match"), OWN_MATCH)
    @on_control("resign")
    async def resign(self, answer: Answer, match: Match) -> None:
        """Ask for confirmation to resign."""
        await answer.private(_question(match, answer.user.id))

    @on_control("resigned", updates=True)
    async def resign_confirmed(self, answer: Answer, match: Match) -> None:
        """Resign and update the boards."""
        match = await self.club.matches.resign(match, answer.user.id)
        words = gettext("You resigned match {number}.", number=match.id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match.id)

    @command(
        "abort",
        N_("Abort a match that has barely started"),
        OWN_MATCH,
    )
    @on_control("abort")
    async def abort(self, answer: Answer, match: Match) -> None:
        """Ask for confirmation to abort a match."""
        await answer.private(_abort_question(match, answer.user.id))

    @on_control("aborted", updates=True)
    async def abort_confirmed(self, answer: Answer, match: Match) -> None:
        """Abort a match and update the boards."""
        match = await self.club.matches.abort(match, answer.user.id)
        words = gettext("You aborted match {number}. It doesn't count.", number=match.id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match.id)

    @on_control("keep", updates=True)
    async def play_on(self, answer: Answer, match: Match) -> None:
        """Confirm that nothing has changed."""
        words = gettext("All right, match {number} continues.", number=match.id)
        await answer.update(text_page(words))


def _question(match: Match, user_id: int) -> Page:
    """Return the page that asks to confirm resigning.

    :raises Refusal: `not_yours`, `match_over`, `left`.
    """
    player = _player_of(
        match,
        user_id,
        lazy_gettext("You aren't in match {number}, so you can't resign it.", number=match.id),
    )
    buttons = [_keep_button(match)]
    if match.may_be_aborted:
        buttons.append(Button(gettext("Abort"), control("aborted", match.id)))
    buttons.append(Button(gettext("Resign"), control("resigned", match.id), "danger"))
    return Page((resign_words(match, player, DISCORD), tuple(buttons)))


def _abort_question(match: Match, user_id: int) -> Page:
    """Return the page that asks to confirm aborting a match.

    :raises Refusal: `not_yours`, `match_over`, `left`, `too_late`.
    """
    _player_of(
        match,
        user_id,
        lazy_gettext("You aren't in match {number}, so you can't abort it.", number=match.id),
    )
    if not match.may_be_aborted:
        raise too_late_to_abort(match.id)
    abort = Button(gettext("Abort"), control("aborted", match.id), "danger")
    return Page((abort_words(match), (_keep_button(match), abort)))


def _keep_button(match: Match) -> Button:
    return Button(gettext("Keep playing"), control("keep", match.id))


def _player_of(match: Match, user_id: int, message: Text) -> Player:
    """Return the user's player in a running match.

    :param message: the refusal's message for users who don't play.
    """
    player = match.player_of(user_id)
    if player is None:
        raise Refusal("not_yours", message)
    check_runs(match)
    if not player.is_playing:
        words = lazy_gettext("You've already left match {number}.", number=match.id)
        raise Refusal("left", words)
    return player
