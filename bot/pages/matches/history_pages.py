"""The private pages for stepping through a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, board_address
from bot.pages.page import (
    MAX_OPTION_LENGTH,
    MAX_OPTIONS,
    Block,
    Button,
    Document,
    Menu,
    MenuChoice,
    Page,
    attachment,
)
from language.texts import gettext
from presentation.matches.history import brief_turn, earlier_turns_words, end_words, moment_words
from presentation.matches.playthrough import Course
from presentation.pictures import scene_picture
from rules.record import in_turns
from rules.replay import Played

FIRST, LAST = "first", "last"
"""Targets of steps other than plies."""

FEW_TURNS = 4
"""Maximum number of turns of a match without a menu."""

NEAR = 4
"""Number of turns on either side of the current one that are all in the menu."""


async def history_page(course: Course, ply: int, width: int) -> Page:
    """Return the board at a ply, its turn, and controls to others."""
    ply = course.within(ply)
    picture = attachment(await scene_picture(course.scene(ply), width))
    blocks: list[Block] = [_words(course, ply), picture, _steps(course, ply)]
    if len(turns := in_turns(course.played)) > FEW_TURNS:
        blocks.append(_menu(course, turns, course.turn_number(ply)))
    blocks.append(_further(course, ply))
    return Page((*blocks, *file_of(course)))


def file_of(course: Course) -> tuple[Document, ...]:
    """Return the file of a course, which stays attached to its pages."""
    return () if course.file is None else (Document("match.txt", course.file),)


def _words(course: Course, ply: int) -> str:
    lines = [f"### {course.title}", course.players_words()]
    if course.remarks:
        lines.append(f"-# {course.remarks}")
    lines.append(moment_words(course, ply, DISCORD))
    earlier = earlier_turns_words(course, ply)
    if earlier:
        lines.append(f"-# {earlier}")
    if ply == course.last_ply:
        lines.append(end_words(course, DISCORD))
    return "\n".join(lines)


def _steps(course: Course, ply: int) -> tuple[Button, ...]:
    source = course.source
    is_first, is_last = ply == 0, ply == course.last_ply
    return (
        Button(gettext("⏮ First"), control("step", source, FIRST), disabled=is_first),
        Button(gettext("◀ Previous"), control("step", source, ply - 1), disabled=is_first),
        Button(gettext("Next ▶"), control("step", source, ply + 1), disabled=is_last),
        Button(gettext("Last ⏭"), control("step", source, LAST), disabled=is_last),
    )


def _menu(course: Course, turns: Sequence[Sequence[Played]], current: int) -> Menu:
    """Return a menu of turns: all, or in a long match those nearby and some others."""
    ends = [0]
    for turn in turns:
        ends.append(ends[-1] + len(turn))
    seats = [gettext(name) for name in course.game.seat_names(course.options)]
    return Menu(
        control("jump", course.source),
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


def numbers_to_choose(current: int, count: int, most: int = MAX_OPTIONS) -> list[int]:
    """Return at most `most` of the numbers from 1 to `count`, evenly spread.

    They include those around the current one, the first and the last.
    """
    if count <= most:
        return list(range(1, count + 1))
    near = range(max(1, current - NEAR), min(count, current + NEAR) + 1)
    apart = most - len(near) - 1
    return sorted({*near, *(1 + step * (count - 1) // apart for step in range(apart + 1))})


def _further(course: Course, ply: int) -> tuple[Button, ...]:
    source = course.source
    is_over = course.position(ply).to_move is None
    buttons = [
        Button(gettext("Explore"), control("explore", source, ply), disabled=is_over),
        Button(gettext("Animation"), control("animate", source)),
    ]
    if course.file is None:
        buttons.append(Button(gettext("Export"), control("export", source)))
    if course.match is not None:
        buttons.append(Button(gettext("Board"), board_address(course.match)))
    return tuple(buttons)
