"""`/conditional`, and the controls of its pages: moves that wait for the others' moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.controls import values_of
from bot.interactions.interaction_context import number_in
from bot.interactions.match_option import match_of_control, own_match, own_matches
from bot.pages.matches.conditional_entry import beginning_of, entering_page, lines_page, steps_of
from bot.pages.matches.exploring import Line, ended, followed, grown
from bot.pages.matches.step_picker import parted
from bot.pages.page import Page, text_page
from bot.pages.refusals import refusal_words
from club.matches.conditional_lines import check_may_leave_lines
from club.matches.match import Match, Player
from club.matches.matches import check_runs, player_in, stale
from rules.position import Move
from rules.refusal import Refusal

if TYPE_CHECKING:
    from bot.process.client import Stairwell


def add(bot: Stairwell) -> None:
    """Give the bot the command and the controls."""

    @bot.tree.command(
        name="conditional", description="Moves to be played for you when a certain move is made"
    )
    @app_commands.describe(match="Which match, where you have several here")
    async def conditional(
        interaction: discord.Interaction[Stairwell], match: str | None = None
    ) -> None:
        async with Answer(interaction) as answer:
            meant = await own_match(bot, interaction, match)
            await answer.private(await listed_lines(meant, interaction.user.id))

    conditional.autocomplete("match")(own_matches(bot))

    async def listed_lines(match: Match, user_id: int, said: str = "") -> Page:
        check_runs(match)
        player = player_in(match, user_id)
        return lines_page(match, player, await bot.club.conditional_lines.of(match, player), said)

    @bot.controls.handles("lines", arguments=1)
    async def lines(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of_control(bot, answer.interaction, arguments[0])
        await answer.private(await listed_lines(match, answer.user.id))

    @bot.controls.handles("alllines", arguments=1, updates=True)
    async def all_lines(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of_control(bot, answer.interaction, arguments[0])
        await answer.update(await listed_lines(match, answer.user.id))

    @bot.controls.handles("unline", arguments=1, updates=True)
    async def remove(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of_control(bot, answer.interaction, arguments[0])
        chosen = next(iter(values_of(answer.interaction)), "")
        match, left = await bot.club.conditional_lines.remove(
            match.id, answer.user.id, number_in(chosen, "line") or 0
        )
        player = player_in(match, answer.user.id)
        await answer.update(lines_page(match, player, left, "The line is removed."))

    async def entered(
        answer: Answer, arguments: tuple[str, ...]
    ) -> tuple[Match, Player, Line] | None:
        """The line of a control; nothing where the match has gone on, which is said."""
        match = await match_of_control(bot, answer.interaction, arguments[0])
        player = player_in(match, answer.user.id)
        if str(match.stored.version) != arguments[1] or match.is_over:
            await answer.update(text_page(refusal_words(stale(match))))
            return None
        check_may_leave_lines(match, player)
        return match, player, followed(beginning_of(match, player), arguments[2])

    async def show(
        answer: Answer,
        match: Match,
        player: Player,
        line: Line,
        prefix: Move = (),
        group: str | None = None,
    ) -> None:
        width = await bot.board_width(match.stored.guild_id)
        await answer.update(await entering_page(match, player, line, prefix, group, width))

    @bot.controls.handles("line", arguments=4, updates=True)
    async def enter(answer: Answer, arguments: tuple[str, ...]) -> None:
        found = await entered(answer, arguments)
        if found is not None:
            match, player, line = found
            steps = (*parted(arguments[3]), *values_of(answer.interaction))
            await show(answer, match, player, *grown(line, steps))

    @bot.controls.handles("linegroup", arguments=4, updates=True)
    async def group(answer: Answer, arguments: tuple[str, ...]) -> None:
        found = await entered(answer, arguments)
        if found is not None:
            chosen = next(iter(values_of(answer.interaction)), None)
            await show(answer, *found, parted(arguments[3]), chosen)

    @bot.controls.handles("linemove", arguments=4, updates=True)
    async def make(answer: Answer, arguments: tuple[str, ...]) -> None:
        found = await entered(answer, arguments)
        if found is not None:
            match, player, line = found
            await show(answer, match, player, *ended(line, parted(arguments[3])))

    @bot.controls.handles("leave", arguments=3, updates=True)
    async def leave(answer: Answer, arguments: tuple[str, ...]) -> None:
        found = await entered(answer, arguments)
        if found is None:
            return
        match, player, line = found
        try:
            match, left = await bot.club.conditional_lines.leave(
                match.id, answer.user.id, steps_of(line), match.stored.version
            )
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
            await answer.update(text_page(refusal_words(refusal)))
            return
        said = "Left. It is played for you as soon as it is met."
        await answer.update(lines_page(match, player, left, said))
