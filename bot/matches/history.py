"""Match history: `/history` and the History button.

Everything is private, edits its message in place and is stateless: the controls carry the match,
or the message carries the file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.arguments import match_of, number_in
from bot.interface.context import viewer_of
from bot.interface.controls import on_control, values_of
from bot.interface.front import Front, FrontCog, command
from bot.interface.markup import DISCORD, board_address
from bot.interface.responses import CONNECTION_ERRORS
from bot.matches.finding import MATCH_TO_SHOW_WORDS, recent_matches, suggesting
from bot.pages.layout import (
    MAX_OPTION_LENGTH,
    MAX_OPTIONS,
    Block,
    Button,
    Document,
    Menu,
    MenuChoice,
    Page,
    Picture,
    attachment,
    control,
    text_page,
)
from bot.pages.listing import ARROWS, page_buttons
from club.club import Club
from club.matches.match import Match
from club.members.membership import Viewer
from club.parts import LoadedParts, Parts
from language.texts import N_, gettext, lazy_gettext, ngettext
from presentation.matches.history import (
    FILE,
    MatchHistory,
    brief_turn,
    earlier_turns_words,
    end_words,
    history_in,
    history_of,
    moment_words,
    number_in_file,
    record_text,
)
from presentation.pictures import Animations, scene_picture
from rules.record import MAX_LIST_SIZE, in_turns, too_long
from rules.refusal import Refusal
from rules.replay import Played

FIRST, LAST = "first", "last"
"""Targets of steps other than plies."""

FEW_TURNS = 4
"""Maximum number of turns of a match without a menu."""

NEAR = 4
"""Number of turns on either side of the current one that are all in the menu."""

MAX_ANIMATION_SIZE = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
"""Maximum size in bytes that every user can repost, regardless of the server."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a position of a match."""

    club: Club
    viewer: Viewer
    history: MatchHistory
    ply: int

    async def page(self, width: int) -> Page:
        """Return the board with all that users can do there."""
        page = await history_page(self.history, self.ply, width)
        match, pages = self.history.match, self.club.pages
        if match is not None and (address := await pages.match_address(match)):
            share = gettext("-# To share this board: {address}", address=f"{address}/{self.ply}")
            page = replace(page, blocks=(*page.blocks, share))
        return replace(page, blocks=(*page.blocks, *await UNDER_HISTORY.of(self)))


BUTTONS = Parts[tuple[MatchHistory, int], Button]()
"""Buttons of a history at a ply, before those that show or save it in other ways."""

UNDER_HISTORY = LoadedParts[Look, Block]()
"""Blocks below the buttons of a history."""


async def history_page(history: MatchHistory, ply: int, width: int) -> Page:
    """Return the board at a ply, its turn, and controls to others."""
    ply = history.within(ply)
    picture = attachment(await scene_picture(history.scene(ply), width))
    blocks: list[Block] = [_words(history, ply), picture, _steps(history, ply)]
    if len(turns := in_turns(history.played)) > FEW_TURNS:
        blocks.append(_menu(history, turns, history.turn_number(ply)))
    blocks.append(_further(history, ply))
    if history.contents:
        blocks.append(_contents(history))
    return Page((*blocks, *file_of(history)))


def file_of(history: MatchHistory) -> tuple[Document, ...]:
    """Return the file of a history, which stays attached to its pages."""
    return () if history.file is None else (Document("match.txt", history.file),)


def numbers_to_choose(current: int, count: int, most: int = MAX_OPTIONS) -> list[int]:
    """Return at most `most` of the numbers from 1 to `count`, evenly spread.

    They include those around the current one, the first and the last.
    """
    if count <= most:
        return list(range(1, count + 1))
    near = range(max(1, current - NEAR), min(count, current + NEAR) + 1)
    apart = most - len(near) - 1
    return sorted({*near, *(1 + step * (count - 1) // apart for step in range(apart + 1))})


class HistoryCommands(FrontCog):
    """Shows the history of matches."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._animations = Animations()

    @command("history", N_("Step through a match (only you see it)"))
    @app_commands.describe(
        match=MATCH_TO_SHOW_WORDS,
        file=N_("A file made with “Save as text”, instead of a match"),
    )
    @app_commands.autocomplete(match=suggesting(recent_matches))
    async def history(
        self, answer: Answer, match: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        """Show the latest turn of the named match, of that in a file, or of the latest one here.

        A file stays attached to the page.
        """
        if file is not None:
            history = await _course_in_file(file)
        else:
            number = None if match is None else number_in(match, "match")
            viewer = viewer_of(answer.interaction)
            history = history_of(
                await self.club.match_finder.match_to_view(viewer, number), DISCORD
            )
        await answer.private(await self._page(answer, history, history.last_ply))

    @on_control("history")
    async def open_history(self, answer: Answer, source: str, ply: str) -> None:
        """Show the match of a card at its ply."""
        history = await history_at(self.front, answer, source)
        await answer.private(await self._page(answer, history, ply_in(ply, history)))

    @on_control("step", updates=True)
    async def step(self, answer: Answer, source: str, ply: str) -> None:
        """Go to a ply."""
        history = await history_at(self.front, answer, source)
        await answer.update(await self._page(answer, history, ply_in(ply, history)))

    @on_control("jump", updates=True)
    async def jump(self, answer: Answer, source: str) -> None:
        """Go to the ply chosen in the menu."""
        history = await history_at(self.front, answer, source)
        value = next(iter(values_of(answer.interaction)), FIRST)
        await answer.update(await self._page(answer, history, ply_in(value, history)))

    @on_control("recall")
    async def recall(self, answer: Answer) -> None:
        """Show the match chosen in a list."""
        history = await history_at(
            self.front, answer, next(iter(values_of(answer.interaction)), "")
        )
        await answer.private(await self._page(answer, history, history.last_ply))

    @on_control("pick", updates=True)
    async def pick(self, answer: Answer, source: str) -> None:
        """Show the match chosen in the menu of a file of several."""
        chosen = next(iter(values_of(answer.interaction)), source)
        history = await history_at(self.front, answer, chosen)
        await answer.update(await self._page(answer, history, history.last_ply))

    @on_control("export")
    async def export(self, answer: Answer, match: Match) -> None:
        """Send the match as a file for `/history`."""
        text = record_text(match, _place_name(answer.interaction.client, match))
        document = Document(f"{_file_name(history_of(match, DISCORD))}.txt", text.encode())
        words = gettext("Match {number} as text. `/history` opens such a file.", number=match.id)
        await answer.private(Page((words, document)))

    @on_control("animate")
    async def animate(self, answer: Answer, source: str) -> None:
        """Send the match as an animation, with progress reports."""
        history = await history_at(self.front, answer, source)
        scenes = [history.scene(ply) for ply in range(history.last_ply + 1)]
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
            title=history.title,
            players=history.players_words(),
        )
        picture = Picture(f"{_file_name(history)}.gif", alt, file)
        await answer.update(Page((f"### {history.title}", picture)))

    async def _page(self, answer: Answer, history: MatchHistory, ply: int) -> Page:
        look = Look(self.club, viewer_of(answer.interaction), history, history.within(ply))
        return await look.page(await self.front.board_width(look.viewer.guild_id))


async def history_at(front: Front, answer: Answer, source: str) -> MatchHistory:
    """Return the history of a control: a match of the club, or the file on its message.

    :raises Refusal: `unknown_match`, `gone`, or why the file can't be read.
    """
    number = number_in_file(source)
    if number is None:
        return history_of(await match_of(front, answer, source), DISCORD)
    message = answer.interaction.message
    attachments = [] if message is None else message.attachments
    file = next((each for each in attachments if each.filename.endswith(".txt")), None)
    if file is None:
        raise _file_gone()
    return await _course_in_file(file, number)


def _words(history: MatchHistory, ply: int) -> str:
    lines = [f"### {history.title}", history.players_words()]
    if history.remarks:
        lines.append(f"-# {history.remarks}")
    lines.append(moment_words(history, ply, DISCORD))
    earlier = earlier_turns_words(history, ply)
    if earlier:
        lines.append(f"-# {earlier}")
    if ply == history.last_ply:
        lines.append(end_words(history, DISCORD))
    return "\n".join(lines)


def _steps(history: MatchHistory, ply: int) -> tuple[Button, ...]:
    source = history.source
    is_first, is_last = ply == 0, ply == history.last_ply
    return (
        Button(gettext("⏮ First"), control("step", source, FIRST), disabled=is_first),
        *page_buttons(ply, history.last_ply + 1, partial(control, "step", source), ARROWS),
        Button(gettext("Last ⏭"), control("step", source, LAST), disabled=is_last),
    )


def _menu(history: MatchHistory, turns: Sequence[Sequence[Played]], current: int) -> Menu:
    """Return a menu of turns: all, or in a long match those nearby and some others."""
    ends = [0]
    for turn in turns:
        ends.append(ends[-1] + len(turn))
    seats = [gettext(name) for name in history.game.seat_names(history.options)]
    return Menu(
        control("jump", history.source),
        gettext("Go to a turn"),
        tuple(
            MenuChoice(
                f"{number}. {brief_turn(seats[turn[0].seat - 1], turn)}"[:MAX_OPTION_LENGTH],
                str(ends[number]),
                chosen=number == current,
            )
            for number in numbers_to_choose(current, len(turns))
            for turn in [turns[number - 1]]
        ),
    )


def _contents(history: MatchHistory) -> Menu:
    """Return a menu of the matches in a file: all, or of many those nearby and some others."""
    current = number_in_file(history.source) or 1
    count = len(history.contents)
    return Menu(
        control("pick", history.source),
        ngettext("{count} match in this file", "{count} matches in this file", count),
        tuple(
            MenuChoice(
                f"{number}. {history.contents[number - 1]}"[:MAX_OPTION_LENGTH],
                f"{FILE}{number}",
                chosen=number == current,
            )
            for number in numbers_to_choose(current, count)
        ),
    )


def _further(history: MatchHistory, ply: int) -> tuple[Button, ...]:
    source = history.source
    buttons = [
        *BUTTONS.of((history, ply)),
        Button(gettext("Animation"), control("animate", source)),
    ]
    if history.file is None:
        buttons.append(Button(gettext("Save as text"), control("export", source)))
    if history.match is not None:
        buttons.append(Button(gettext("Board"), board_address(history.match)))
    return tuple(buttons)


async def _course_in_file(file: discord.Attachment, number: int = 1) -> MatchHistory:
    """Return the match in an uploaded file, or the one of this number in a file of several.

    :raises Refusal: `too_long`, `gone`, or why the file can't be read.
    """
    if file.size > MAX_LIST_SIZE:
        raise too_long()
    try:
        data = await file.read()
    except (discord.HTTPException, *CONNECTION_ERRORS) as error:
        raise _file_gone() from error
    return await asyncio.to_thread(history_in, data, DISCORD, number)


def _file_gone() -> Refusal:
    return Refusal(
        "gone",
        lazy_gettext(
            "I can't get this file from Discord any more. Please upload it to `/history` again."
        ),
    )


def ply_in(text: str, history: MatchHistory) -> int:
    """Return the ply of a control."""
    if text == LAST:
        return history.last_ply
    return 0 if text == FIRST else history.within(number_in(text, "ply"))


def _file_name(history: MatchHistory) -> str:
    return f"stairwell-{history.source}-{history.game.key}"


def _place_name(client: discord.Client, match: Match) -> str:
    """Return the name of the place in which the user sees a match, empty outside of servers."""
    place = match.stored.place
    guild = client.get_guild(place.guild_id or 0)
    if guild is None:
        return ""
    channel = guild.get_channel_or_thread(place.channel_id)
    return guild.name if channel is None else f"{guild.name}, #{channel}"
