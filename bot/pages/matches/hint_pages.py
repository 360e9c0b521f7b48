"""The private page of a hint."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_picker import play_label
from bot.pages.page import Button, Page, attachment
from club.matches.match import Match
from engine.opponent import Choice
from presentation.analysis.hints import hint_lines, hint_picture, hint_title
from presentation.steps import join_steps
from rules.notation import read


async def hint_page(match: Match, choice: Choice, width: int) -> Page:
    """Return a hint for the player to move, drawn on the board."""
    move = read(match.position, choice.move)
    words = "\n".join((f"### {hint_title(match)}", *hint_lines(match, choice, DISCORD)))
    play = control("at", match.id, match.version, join_steps(move))
    button = Button(play_label(match.position, move), play, "primary")
    return Page((words, attachment(await hint_picture(match, choice, width)), (button,)))
