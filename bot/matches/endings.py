"""Ending a match early: `/resign` and `/abort`, each after a question, and moderators' `/end`."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.interface.answers import Answer, by_control
from bot.interface.context import moderates, place_id_of
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, match_numbered
from bot.interface.layout import Button, Page, control, text_page
from bot.interface.markup import DISCORD
from bot.interface.options import Choices, empty_on_failure
from bot.matches.finding import choices_of_matches, own_match, own_matches
from club.matches.finding import takes_aborts
from club.matches.match import Match, Player
from club.matches.refusals import check_runs, too_late_to_abort
from language.texts import N_, Text, gettext, lazy_gettext
from presentation.matches.offers import abort_words, resign_words
from rules.refusal import Refusal

log = logging.getLogger(__name__)

MAX_REASON_LENGTH = 200


class ModerationCommands(FrontCog):
    """Ends stuck matches."""

    @app_commands.command(name="end", description=N_("For moderators: end a match that is stuck"))
    @app_commands.describe(match=N_("The match"), reason=N_("The reason (everyone can read it)"))
    @app_commands.default_permissions(manage_messages=True)
    async def end(
        self,
        interaction: discord.Interaction,
        match: str,
        reason: app_commands.Range[str, 1, MAX_REASON_LENGTH],
    ) -> None:
        """End a match for a moderator of its channel."""
        async with Answer(interaction) as answer:
            target = await match_numbered(self.club.match_finder, interaction, match)
            if not moderates(interaction, target.stored):
                raise Refusal(
                    "not_allowed",
                    lazy_gettext(
                        "Only moderators can end a match: you need **Manage Messages** in the "
                        "channel of the match. Players can use `/resign`, `/draw` or `/abort`."
                    ),
                )
            moderator = interaction.user
            await self.club.matches.end(
                target.id, moderator.display_name, reason, moderator_id=moderator.id
            )
            log.info("match %s ended by user %s: %r", target.id, moderator.id, reason)
            words = gettext("You ended match {number}. It doesn't count.", number=target.id)
            await answer.private(text_page(words))
            await self.front.report_delivery(answer, target.id)

    @end.autocomplete("match")
    @empty_on_failure
    async def local_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the running matches of the place."""
        running = await self.club.match_finder.in_place(place_id_of(interaction))
        return choices_of_matches(running, typed)


class ResignAndAbortCommands(FrontCog):
    """Resigns and aborts matches after confirmation."""

    @app_commands.command(name="resign", description=N_("Resign a match"))
    @app_commands.describe(match=N_("The match (needed if you have several in this channel)"))
    @app_commands.autocomplete(match=own_matches())
    async def resign(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask for confirmation to resign."""
        async with Answer(interaction) as answer:
            onward = by_control("resign")
            target = await own_match(self.club.match_finder, interaction, match, onward)
            await answer.private(_question(target, interaction.user.id))

    @on_control("resign", arguments=1)
    async def ask_to_resign(self, answer: Answer, number: str) -> None:
        """Ask for confirmation to resign, from a card."""
        match = await self.match_of(answer, number)
        await answer.private(_question(match, answer.user.id))

    @on_control("resigned", arguments=1, updates=True)
    async def resign_confirmed(self, answer: Answer, number: str) -> None:
        """Resign and update the boards."""
        match = await self.match_of(answer, number)
        match = await self.club.matches.resign(match.id, answer.user.id)
        words = gettext("You resigned match {number}.", number=match.id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match.id)

    @app_commands.command(
        name="abort", description=N_("Abort a match that has barely started; it doesn't count")
    )
    @app_commands.describe(match=N_("The match (needed if you have several in this channel)"))
    @app_commands.autocomplete(match=own_matches(takes_aborts))
    async def abort(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask for confirmation to abort a match."""
        async with Answer(interaction) as answer:
            onward = by_control("abort")
            target = await own_match(
                self.club.match_finder, interaction, match, onward, takes_aborts
            )
            await answer.private(_abort_question(target, interaction.user.id))

    @on_control("abort", arguments=1)
    async def ask_to_abort(self, answer: Answer, number: str) -> None:
        """Ask for confirmation to abort, from a card."""
        match = await self.match_of(answer, number)
        await answer.private(_abort_question(match, answer.user.id))

    @on_control("aborted", arguments=1, updates=True)
    async def abort_confirmed(self, answer: Answer, number: str) -> None:
        """Abort a match and update the boards."""
        match = await self.match_of(answer, number)
        match = await self.club.matches.abort(match.id, answer.user.id)
        words = gettext("You aborted match {number}. It doesn't count.", number=match.id)
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match.id)

    @on_control("keep", arguments=1, updates=True)
    async def play_on(self, answer: Answer, number: str) -> None:
        """Confirm that nothing has changed."""
        match = await self.match_of(answer, number)
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
    buttons = [Button(gettext("Resign"), control("resigned", match.id), "danger")]
    if match.may_be_aborted:
        buttons.append(_abort_button(match))
    buttons.append(_keep_button(match))
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
    return Page((abort_words(match), (_abort_button(match), _keep_button(match))))


def _abort_button(match: Match) -> Button:
    return Button(gettext("Abort"), control("aborted", match.id), "danger")


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
        words = lazy_gettext("You have already left match {number}.", number=match.id)
        raise Refusal("left", words)
    return player
