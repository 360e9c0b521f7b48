"""`/conditional` and the controls of its pages: replies planned in advance."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, values_of
from bot.interactions.entries.match_option import own_match, own_matches
from bot.interactions.entries.move_steps import group_in
from bot.interactions.entries.numbers import number_in
from bot.pages.discord_markup import markup_for
from bot.pages.moves.conditional_entry import entering_page, lines_page
from bot.pages.moves.step_panel import Steps
from bot.pages.page import Page, text_page
from bot.pages.refusals import by_control
from club.finding.suitable import takes_plans
from club.matches.conditional_lines import check_may_leave_lines
from club.matches.match import Match, Player
from club.matches.refusals import check_runs, player_in, stale
from language.texts import N_, gettext
from presentation.analysis.planned_lines import beginning_of, steps_of
from presentation.analysis.tried_lines import (
    TriedLine,
    end_move,
    follow,
    grow,
)
from presentation.refusals import refusal_words
from presentation.steps import split_steps
from rules.position import Move
from rules.refusal import Refusal


class ConditionalCommands(FrontCog):
    """Lists, adds and removes conditional lines."""

    @app_commands.command(
        name="conditional",
        description=N_("Plan replies that I play when your opponent makes a certain move"),
    )
    @app_commands.describe(match=N_("The match (needed if you have several in this channel)"))
    @app_commands.autocomplete(match=own_matches(takes_plans))
    async def conditional(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """List the user's lines in a match."""
        async with Answer(interaction) as answer:
            onward = by_control("lines")
            target = await own_match(
                self.club.match_finder, interaction, match, onward, takes_plans
            )
            await answer.private(await self._lines_page(target, interaction.user.id))

    @on_control("lines", arguments=1)
    async def open_lines(self, answer: Answer, number: str) -> None:
        """List the user's lines, from a More page."""
        match = await self.match_of(answer, number)
        await answer.private(await self._lines_page(match, answer.user.id))

    @on_control("lines-at", arguments=2, updates=True)
    async def turn_page(self, answer: Answer, number: str, page: str) -> None:
        """Show another page of the lines."""
        match = await self.match_of(answer, number)
        index = number_in(page, "page")
        await answer.update(await self._lines_page(match, answer.user.id, index))

    @on_control("alllines", arguments=1, updates=True)
    async def back_to_lines(self, answer: Answer, number: str) -> None:
        """Discard the line being entered, and list the others."""
        match = await self.match_of(answer, number)
        await answer.update(await self._lines_page(match, answer.user.id))

    @on_control("unline", arguments=1, updates=True)
    async def remove_line(self, answer: Answer, number: str) -> None:
        """Remove the line chosen in the menu."""
        match = await self.match_of(answer, number)
        value = next(iter(values_of(answer.interaction)), "")
        match, remaining_lines = await self.club.conditional_lines.remove(
            match.id, answer.user.id, number_in(value, "line")
        )
        player = player_in(match, answer.user.id)
        await answer.update(lines_page(match, player, remaining_lines, gettext("Line removed.")))

    @on_control("line", arguments=4, updates=True)
    async def choose_step(
        self, answer: Answer, number: str, version: str, code: str, steps: str
    ) -> None:
        """Show the line with one more step."""
        entry = await self._entered_line(answer, number, version, code)
        if entry is not None:
            match, player, line = entry
            await self._show(answer, match, player, *grow(line, split_steps(steps)))

    @on_control("linegroup", arguments=4, updates=True)
    async def choose_group(
        self, answer: Answer, number: str, version: str, code: str, steps: str
    ) -> None:
        """Show the choices of one row or file."""
        entry = await self._entered_line(answer, number, version, code)
        if entry is not None:
            match, player, line = entry
            prefix, group = group_in(line.position, steps)
            await self._show(answer, match, player, line, prefix, group)

    @on_control("linemove", arguments=4, updates=True)
    async def end_move(
        self, answer: Answer, number: str, version: str, code: str, steps: str
    ) -> None:
        """End the move of the line at these steps, although it could continue."""
        entry = await self._entered_line(answer, number, version, code)
        if entry is not None:
            match, player, line = entry
            await self._show(answer, match, player, *end_move(line, split_steps(steps)))

    @on_control("leave", arguments=3, updates=True)
    async def save_line(self, answer: Answer, number: str, version: str, code: str) -> None:
        """Store the entered line."""
        entry = await self._entered_line(answer, number, version, code)
        if entry is None:
            return
        match, player, line = entry
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
        self, answer: Answer, number: str, version: str, code: str
    ) -> tuple[Match, Player, TriedLine] | None:
        """Return the line of a control, or show that the match has changed and return None."""
        match = await self.match_of(answer, number)
        player = player_in(match, answer.user.id)
        if str(match.version) != version or match.is_over:
            await answer.update(_refusal_page(answer, stale(match)))
            return None
        check_may_leave_lines(match, player)
        return match, player, follow(beginning_of(match, player), code)

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


def _refusal_page(answer: Answer, refusal: Refusal) -> Page:
    markup = markup_for(answer.user.id, answer.interaction.guild_id)
    return text_page(refusal_words(refusal, markup))
