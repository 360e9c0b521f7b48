"""Looking back: `/history`, `/view` and the History button, with everything on their pages.

All of it is private to who asks, changes its message in place, and keeps nothing in memory: the
controls carry the match, or the message carries the file.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.interactions.answers import CUT, Answer
from bot.interactions.autocomplete import offering
from bot.interactions.controls import values_of
from bot.interactions.interaction_context import check_seen, guild_id_of, number_in, place_id_of
from bot.interactions.match_option import match_choices, match_of_control, matches_to_look_back_at
from bot.pages.matches.animations import Animations
from bot.pages.matches.exploring import (
    Line,
    check_mark,
    check_may_explore,
    ended,
    exploring_page,
    first_line,
    grown,
    line_of,
)
from bot.pages.matches.history_pages import FIRST, LAST, history_page
from bot.pages.matches.pace_words import pace_words
from bot.pages.matches.playthrough import FILE, Course, course_in, course_of, record_of
from bot.pages.matches.step_picker import parted
from bot.pages.page import Document, Page, Picture, text_page
from club.matches.match import Match
from rules.position import Move
from rules.record import LARGEST, too_long, write
from rules.refusal import Refusal

if TYPE_CHECKING:
    from bot.process.client import Stairwell

LARGEST_ANIMATION = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
"""Bytes: what everybody can post again, whatever the server itself may hold."""


def add(bot: Stairwell) -> None:
    """Give the bot the commands and the controls."""
    animations = Animations()

    @bot.tree.command(name="history", description="Step through a match, only for you")
    @app_commands.describe(match="Which match; the latest one here if you leave it out")
    async def history(
        interaction: discord.Interaction[Stairwell], match: str | None = None
    ) -> None:
        async with Answer(interaction) as answer:
            shown = await bot.club.match_finder.shown(
                guild_id_of(interaction), place_id_of(interaction), number_in(match, "match")
            )
            check_seen(interaction, shown)
            course = course_of(shown)
            await answer.private(await _page(bot, answer, course, course.last_ply))

    @history.autocomplete("match")
    @offering
    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        return match_choices(await matches_to_look_back_at(bot, interaction), typed)

    @bot.tree.command(name="view", description="Step through a match out of a text file")
    @app_commands.describe(file="A file as `Export` makes it")
    async def view(interaction: discord.Interaction[Stairwell], file: discord.Attachment) -> None:
        async with Answer(interaction) as answer:
            course = await _course_in_file(file)
            await answer.private(await _page(bot, answer, course, course.last_ply))

    @bot.controls.handles("history", arguments=2)
    async def opened(answer: Answer, arguments: tuple[str, ...]) -> None:
        course = await _course(bot, answer, arguments[0])
        await answer.private(await _page(bot, answer, course, _ply(arguments[1], course)))

    @bot.controls.handles("step", arguments=2, updates=True)
    async def stepped(answer: Answer, arguments: tuple[str, ...]) -> None:
        course = await _course(bot, answer, arguments[0])
        await answer.update(await _page(bot, answer, course, _ply(arguments[1], course)))

    @bot.controls.handles("jump", arguments=1, updates=True)
    async def jumped(answer: Answer, arguments: tuple[str, ...]) -> None:
        course = await _course(bot, answer, arguments[0])
        chosen = next(iter(values_of(answer.interaction)), FIRST)
        await answer.update(await _page(bot, answer, course, _ply(chosen, course)))

    @bot.controls.handles("export", arguments=1)
    async def export(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await _match(bot, answer, arguments[0])
        text = write(record_of(match, _facts(answer.interaction, match)))
        document = Document(f"{_file_name(course_of(match))}.txt", text.encode())
        words = f"Match {match.id} as text. `/view` shows such a file again."
        await answer.private(Page((words, document)))

    @bot.controls.handles("animate", arguments=1)
    async def animate(answer: Answer, arguments: tuple[str, ...]) -> None:
        course = await _course(bot, answer, arguments[0])
        scenes = [course.scene(ply) for ply in range(course.last_ply + 1)]
        await answer.private(text_page(f"Drawing … {len(scenes)} boards"))
        limit = min(answer.interaction.filesize_limit or LARGEST_ANIMATION, LARGEST_ANIMATION)

        async def tell(words: str) -> None:
            await answer.update(text_page(words))

        try:
            file = await animations.made(scenes, limit, tell)
        except ValueError:
            raise Refusal(
                "too_large", "Files may not be large enough for an animation here."
            ) from None
        name = f"{_file_name(course)}.gif"
        alt = f"{course.title}, animated: {len(scenes)} boards. {course.players_words()}."
        await answer.update(Page((f"### {course.title}", Picture(name, alt, file))))

    async def show_line(
        answer: Answer, course: Course, ply: int, line: Line, prefix: Move, group: str | None
    ) -> None:
        width = await bot.board_width(guild_id_of(answer.interaction))
        await answer.update(await exploring_page(course, ply, line, prefix, group, width))

    async def line_before(
        answer: Answer, arguments: tuple[str, ...]
    ) -> tuple[Course, int, Line, Move]:
        source, ply_text, mark, code, prefix = arguments
        course = await _course(bot, answer, source)
        check_may_explore(course, answer.user.id)
        ply = number_in(ply_text, "ply") or 0
        check_mark(course, ply, mark)
        return course, ply, line_of(course, ply, code), parted(prefix)

    @bot.controls.handles("explore", arguments=2, updates=True)
    async def explore(answer: Answer, arguments: tuple[str, ...]) -> None:
        course = await _course(bot, answer, arguments[0])
        check_may_explore(course, answer.user.id)
        ply = _ply(arguments[1], course)
        await show_line(answer, course, ply, first_line(course, ply), (), None)

    @bot.controls.handles("try", arguments=5, updates=True)
    async def try_step(answer: Answer, arguments: tuple[str, ...]) -> None:
        course, ply, line, prefix = await line_before(answer, arguments)
        line, prefix = grown(line, (*prefix, *values_of(answer.interaction)))
        await show_line(answer, course, ply, line, prefix, None)

    @bot.controls.handles("trygroup", arguments=5, updates=True)
    async def try_group(answer: Answer, arguments: tuple[str, ...]) -> None:
        course, ply, line, prefix = await line_before(answer, arguments)
        group = next(iter(values_of(answer.interaction)), None)
        await show_line(answer, course, ply, line, prefix, group)

    @bot.controls.handles("trymove", arguments=5, updates=True)
    async def try_move(answer: Answer, arguments: tuple[str, ...]) -> None:
        course, ply, line, prefix = await line_before(answer, arguments)
        await show_line(answer, course, ply, *ended(line, prefix), None)


async def _match(bot: Stairwell, answer: Answer, text: str) -> Match:
    """The match of a control, where who clicks may see it.

    :raises Refusal: `unknown_match`.
    """
    match = await match_of_control(bot, answer.interaction, text)
    check_seen(answer.interaction, match)
    return match


async def _course(bot: Stairwell, answer: Answer, source: str) -> Course:
    """What a control is about.

    :raises Refusal: `unknown_match`, `gone`, or why the file can't be read.
    """
    if source != FILE:
        return course_of(await _match(bot, answer, source))
    message = answer.interaction.message
    carried = [] if message is None else message.attachments
    file = next((each for each in carried if each.filename.endswith(".txt")), None)
    if file is None:
        raise _gone()
    return await _course_in_file(file)


async def _course_in_file(file: discord.Attachment) -> Course:
    """The match that an uploaded file tells.

    :raises Refusal: `too_long`, `gone`, or why the file can't be read.
    """
    if file.size > LARGEST:
        raise too_long()
    try:
        data = await file.read()
    except (discord.HTTPException, *CUT) as error:
        raise _gone() from error
    return await asyncio.to_thread(course_in, data)


def _gone() -> Refusal:
    return Refusal(
        "gone", "I can't get this file from Discord any more. Give it to `/view` once more."
    )


async def _page(bot: Stairwell, answer: Answer, course: Course, ply: int) -> Page:
    width = await bot.board_width(guild_id_of(answer.interaction))
    return await history_page(course, ply, width)


def _ply(text: str, course: Course) -> int:
    """Where a control leads to."""
    if text == LAST:
        return course.last_ply
    return 0 if text == FIRST else course.within(number_in(text, "ply") or 0)


def _file_name(course: Course) -> str:
    return f"stairwell-{course.source}-{course.game.key}"


def _facts(interaction: discord.Interaction[Any], match: Match) -> tuple[tuple[str, str], ...]:
    """What a file says of a match besides its moves."""
    stored = match.stored
    facts = [("Match", str(match.id))]
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel_or_thread(stored.channel_id)
    if guild is not None:
        facts.append(("Place", guild.name if channel is None else f"{guild.name}, #{channel}"))
    facts.append(("Pace", pace_words(match.pace)))
    facts.append(("Begun", _time(stored.created_at)))
    if stored.ended_at is not None:
        facts.append(("Ended", _time(stored.ended_at)))
    return tuple(facts)


def _time(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
