"""Ending a match by oneself: `/resign`, `/abort` and their buttons, which ask before they do it."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.match_option import own_match
from bot.pages.control_ids import control
from bot.pages.matches.cards import game_words
from bot.pages.page import Button, Page, text_page
from bot.pages.refusals import by_control
from bot.pages.wording import listed, plain
from club.matches.match import Match, Player
from club.matches.matches import check_runs, too_late_to_abort
from rules.refusal import Refusal


class ResignAndAbortCommands(FrontCog):
    """Ends matches at the wish of one player, who is asked first."""

    @app_commands.command(name="resign", description="Resign a match")
    @app_commands.describe(match="Which match, if you have several here")
    @app_commands.autocomplete(match=FrontCog.own_matches)
    async def resign(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask whether somebody really wants to resign."""
        async with Answer(interaction) as answer:
            onward = by_control("resign")
            meant = await own_match(self.club.match_finder, interaction, match, onward)
            await answer.private(_question(meant, interaction.user.id))

    @on_control("resign", arguments=1)
    async def ask_to_resign(self, answer: Answer, number: str) -> None:
        """Ask the same about the match of a card."""
        match = await self.match_of(answer, number)
        await answer.private(_question(match, answer.user.id))

    @on_control("resigned", arguments=1, updates=True)
    async def resign_confirmed(self, answer: Answer, number: str) -> None:
        """Resign, and show it to all."""
        match = await self.match_of(answer, number)
        match = await self.club.matches.resign(match.id, answer.user.id)
        await answer.update(text_page(f"You resigned match {match.id}."))
        await self.front.report_delivery(answer, match.id)

    @app_commands.command(
        name="abort", description="Abort a match that has barely begun; it doesn't count"
    )
    @app_commands.describe(match="Which match, if you have several here")
    @app_commands.autocomplete(match=FrontCog.own_matches)
    async def abort(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask whether somebody really wants to call a match off."""
        async with Answer(interaction) as answer:
            onward = by_control("abort")
            meant = await own_match(self.club.match_finder, interaction, match, onward)
            await answer.private(_abort_question(meant, interaction.user.id))

    @on_control("abort", arguments=1)
    async def ask_to_abort(self, answer: Answer, number: str) -> None:
        """Ask the same about the match of a card."""
        match = await self.match_of(answer, number)
        await answer.private(_abort_question(match, answer.user.id))

    @on_control("aborted", arguments=1, updates=True)
    async def abort_confirmed(self, answer: Answer, number: str) -> None:
        """Call a match off, and show it to all."""
        match = await self.match_of(answer, number)
        match = await self.club.matches.abort(match.id, answer.user.id)
        await answer.update(text_page(f"You aborted match {match.id}. It doesn't count."))
        await self.front.report_delivery(answer, match.id)

    @on_control("keep", arguments=1, updates=True)
    async def play_on(self, answer: Answer, number: str) -> None:
        """Change nothing, and say so."""
        match = await self.match_of(answer, number)
        await answer.update(text_page(f"All right, match {match.id} goes on."))


def _question(match: Match, user_id: int) -> Page:
    """Whether somebody really wants to resign.

    :raises Refusal: `not_yours`, `match_over`, `left`.
    """
    player = _player_who_can(match, user_id, "resign")
    others = [plain(each.name) for each in match.playing if each != player]
    if len(others) == 1:
        follows = f"{others[0]} wins"
    else:
        what = "win" if match.is_last_person(player) else "play on without you"
        follows = f"{listed(others)} {what}"
    words = f"Do you want to resign {_described(match)}? If you do, {follows}."
    buttons = [Button("Resign", control("resigned", match.id), "danger")]
    if match.may_be_aborted:
        words += " It has barely begun, so you can also abort it; then it doesn't count."
        buttons.append(Button("Abort", control("aborted", match.id), "danger"))
    buttons.append(Button("Keep playing", control("keep", match.id)))
    return Page((words, tuple(buttons)))


def _abort_question(match: Match, user_id: int) -> Page:
    """Whether somebody really wants to call a match off.

    :raises Refusal: `not_yours`, `match_over`, `left`, `too_late`.
    """
    _player_who_can(match, user_id, "abort")
    if not match.may_be_aborted:
        raise too_late_to_abort(match.id)
    return Page(
        (
            f"Do you want to abort {_described(match)}? If you do, it doesn't count.",
            (
                Button("Abort", control("aborted", match.id), "danger"),
                Button("Keep playing", control("keep", match.id)),
            ),
        )
    )


def _player_who_can(match: Match, user_id: int, what: str) -> Player:
    player = match.player_of(user_id)
    if player is None:
        raise Refusal("not_yours", f"You are not in match {match.id}, so you can't {what} it.")
    check_runs(match)
    if not player.is_playing:
        raise Refusal("left", f"You have left match {match.id} already.")
    return player


def _described(match: Match) -> str:
    return f"{game_words(match.game, match.stored.options)}, match {match.id}"
