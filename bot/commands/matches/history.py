"""Match history: `/history`, `/view` and the History button, with the controls of their pages.

Everything is private, edits its message in place and is stateless: the controls carry the match,
or the message carries the file.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import discord
from discord import app_commands

from bot.commands.front import Front
from bot.commands.front_cog import FrontCog, in_context_menu
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, values_of
from bot.interactions.entries.autocomplete import Choices, empty_on_failure
from bot.interactions.entries.match_option import choices_of_matches, match_to_show
from bot.interactions.entries.move_steps import group_in
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import place_id_of, place_of, viewer_of
from bot.interactions.responses import CONNECTION_ERRORS
from bot.pages.discord_markup import DISCORD
from bot.pages.matches.history_pages import FIRST, LAST, history_page
from bot.pages.moves.exploring import exploring_page
from bot.pages.moves.step_panel import Steps
from bot.pages.page import Document, Page, Picture, text_page
from club.matches.match import Match
from language.texts import N_, gettext, lazy_gettext, ngettext
from presentation.analysis.tried_lines import (
    TriedLine,
    check_can_explore,
    check_mark,
    end_move,
    first_line,
    grow,
    line_of,
)
from presentation.animations import Animations
from presentation.matches.playthrough import (
    FILE,
    Course,
    course_in,
    course_of,
    record_text,
)
from presentation.steps import split_steps
from rules.position import Move
from rules.record import MAX_SIZE, too_long
from rules.refusal import Refusal

MAX_ANIMATION_SIZE = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
"""Maximum size in bytes that every user can repost, regardless of the server."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Tried moves and their starting point."""

    course: Course
    ply: int
    line: TriedLine


class HistoryCommands(FrontCog):
    """Shows the history of matches, and lets users try other moves."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._animations = Animations()

    @app_commands.command(name="history", description=N_("Step through a match (only you see it)"))
    @app_commands.describe(match=N_("The match (default: the latest in this channel)"))
    async def history(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show the latest turn of the named match, or of the latest one here."""
        async with Answer(interaction) as answer:
            target = await match_to_show(self.club.match_finder, interaction, match)
            course = course_of(target, DISCORD)
            await answer.private(await self._page(answer, course, course.last_ply))

    @history.autocomplete("match")
    @empty_on_failure
    async def recent_matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest matches of the user and of the place, running or over."""
        recent = await self.club.match_finder.recent(
            place_of(interaction).guild_id, place_id_of(interaction), interaction.user.id
        )
        return choices_of_matches(recent, typed)

    @app_commands.command(name="view", description=N_("Step through a match from a text file"))
    @app_commands.describe(file=N_("A file created with Export"))
    async def view(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Show the match in a file, which stays attached to the page."""
        async with Answer(interaction) as answer:
            course = await _course_in_file(file)
            await answer.private(await self._page(answer, course, course.last_ply))

    @on_control("history", arguments=2)
    async def open_history(self, answer: Answer, source: str, ply: str) -> None:
        """Show the match of a card at its ply."""
        course = await self._course(answer, source)
        await answer.private(await self._page(answer, course, _ply(ply, course)))

    @on_control("step", arguments=2, updates=True)
    async def step(self, answer: Answer, source: str, ply: str) -> None:
        """Go to a ply."""
        course = await self._course(answer, source)
        await answer.update(await self._page(answer, course, _ply(ply, course)))

    @on_control("jump", arguments=1, updates=True)
    async def jump(self, answer: Answer, source: str) -> None:
        """Go to the ply chosen in the menu."""
        course = await self._course(answer, source)
        value = next(iter(values_of(answer.interaction)), FIRST)
        await answer.update(await self._page(answer, course, _ply(value, course)))

    @on_control("export", arguments=1)
    async def export(self, answer: Answer, number: str) -> None:
        """Send the match as a file for `/view`."""
        match = await self.match_of(answer, number)
        text = record_text(match, _place_name(answer.interaction.client, match))
        document = Document(f"{_file_name(course_of(match, DISCORD))}.txt", text.encode())
        words = gettext("Match {number} as text. `/view` opens such a file.", number=match.id)
        await answer.private(Page((words, document)))

    @on_control("animate", arguments=1)
    async def animate(self, answer: Answer, source: str) -> None:
        """Send the match as an animation, with progress reports."""
        course = await self._course(answer, source)
        scenes = [course.scene(ply) for ply in range(course.last_ply + 1)]
        words = ngettext("Drawing… {count} board", "Drawing… {count} boards", len(scenes))
        await answer.private(text_page(words))
        limit = min(answer.interaction.filesize_limit or MAX_ANIMATION_SIZE, MAX_ANIMATION_SIZE)

        async def report(words: str) -> None:
            await answer.update(text_page(words))

        try:
            file = await self._animations.make(scenes, limit, report)
        except ValueError:
            raise Refusal(
                "too_large",
                lazy_gettext("This server's file size limit is too small for an animation."),
            ) from None
        alt = ngettext(
            "{title}, animated: {count} board. {players}.",
            "{title}, animated: {count} boards. {players}.",
            len(scenes),
            title=course.title,
            players=course.players_words(),
        )
        picture = Picture(f"{_file_name(course)}.gif", alt, file)
        await answer.update(Page((f"### {course.title}", picture)))

    @on_control("explore", arguments=2, updates=True)
    async def explore(self, answer: Answer, source: str, ply: str) -> None:
        """Start trying moves from a ply."""
        course = await self._course(answer, source)
        check_can_explore(course)
        number = _ply(ply, course)
        trial = Trial(course, number, first_line(course, number, answer.user.id))
        await self._show_trial(answer, trial, ())

    @in_context_menu(N_("Explore this position"))
    async def explore_card(
        self, interaction: discord.Interaction, message: discord.Message
    ) -> None:
        """Start trying moves from a card's board, or show it if the match ended there."""
        async with Answer(interaction) as answer:
            finder = self.club.match_finder
            match, shown_ply = await finder.shown_on(viewer_of(interaction), message.id)
            course = course_of(match, DISCORD)
            ply = course.within(shown_ply)
            if course.position(ply).to_move is None:
                await answer.private(await self._page(answer, course, ply))
                return
            check_can_explore(course)
            line = first_line(course, ply, answer.user.id)
            width = await self.front.board_width(place_of(interaction).guild_id)
            steps = Steps((), None)
            await answer.private(await exploring_page(course, ply, line, steps, width))

    @on_control("try", arguments=5, updates=True)
    async def try_step(
        self, answer: Answer, source: str, ply: str, mark: str, code: str, steps: str
    ) -> None:
        """Show the tried moves with one more step."""
        trial = await self._trial(answer, source, ply, mark, code)
        line, prefix = grow(trial.line, split_steps(steps))
        await self._show_trial(answer, replace(trial, line=line), prefix)

    @on_control("trygroup", arguments=5, updates=True)
    async def try_group(
        self, answer: Answer, source: str, ply: str, mark: str, code: str, steps: str
    ) -> None:
        """Show the choices of one row or file."""
        trial = await self._trial(answer, source, ply, mark, code)
        await self._show_trial(answer, trial, *group_in(trial.line.position, steps))

    @on_control("trymove", arguments=5, updates=True)
    async def try_move(
        self, answer: Answer, source: str, ply: str, mark: str, code: str, steps: str
    ) -> None:
        """End the move at these steps, although it could continue."""
        trial = await self._trial(answer, source, ply, mark, code)
        line, prefix = end_move(trial.line, split_steps(steps))
        await self._show_trial(answer, replace(trial, line=line), prefix)

    async def _course(self, answer: Answer, source: str) -> Course:
        """Return the course of a control: a match of the club, or the file on its message.

        :raises Refusal: `unknown_match`, `gone`, or why the file can't be read.
        """
        if source != FILE:
            return course_of(await self.match_of(answer, source), DISCORD)
        message = answer.interaction.message
        attachments = [] if message is None else message.attachments
        file = next((each for each in attachments if each.filename.endswith(".txt")), None)
        if file is None:
            raise _file_gone()
        return await _course_in_file(file)

    async def _page(self, answer: Answer, course: Course, ply: int) -> Page:
        width = await self.front.board_width(place_of(answer.interaction).guild_id)
        page = await history_page(course, ply, width)
        if course.match is not None and (
            address := await self.club.pages.match_address(course.match)
        ):
            share = gettext("-# To share this board: {address}", address=f"{address}/{ply}")
            page = replace(page, blocks=(*page.blocks, share))
        return page

    async def _trial(self, answer: Answer, source: str, ply: str, mark: str, code: str) -> Trial:
        course = await self._course(answer, source)
        check_can_explore(course)
        number = number_in(ply, "ply")
        check_mark(course, number, mark)
        return Trial(course, number, line_of(course, number, code, answer.user.id))

    async def _show_trial(
        self, answer: Answer, trial: Trial, prefix: Move, group: str | None = None
    ) -> None:
        width = await self.front.board_width(place_of(answer.interaction).guild_id)
        steps = Steps(prefix, group)
        await answer.update(await exploring_page(trial.course, trial.ply, trial.line, steps, width))


async def _course_in_file(file: discord.Attachment) -> Course:
    """Return the match in an uploaded file.

    :raises Refusal: `too_long`, `gone`, or why the file can't be read.
    """
    if file.size > MAX_SIZE:
        raise too_long()
    try:
        data = await file.read()
    except (discord.HTTPException, *CONNECTION_ERRORS) as error:
        raise _file_gone() from error
    return await asyncio.to_thread(course_in, data, DISCORD)


def _file_gone() -> Refusal:
    return Refusal(
        "gone",
        lazy_gettext(
            "I can't get this file from Discord any more. Please upload it to `/view` again."
        ),
    )


def _ply(text: str, course: Course) -> int:
    """Return the ply of a control."""
    if text == LAST:
        return course.last_ply
    return 0 if text == FIRST else course.within(number_in(text, "ply"))


def _file_name(course: Course) -> str:
    return f"stairwell-{course.source}-{course.game.key}"


def _place_name(client: discord.Client, match: Match) -> str:
    """Return the name of the place in which the user sees a match, empty outside of servers."""
    place = match.stored.place
    guild = client.get_guild(place.guild_id or 0)
    if guild is None:
        return ""
    channel = guild.get_channel_or_thread(place.channel_id)
    return guild.name if channel is None else f"{guild.name}, #{channel}"
