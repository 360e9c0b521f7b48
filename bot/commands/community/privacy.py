"""`/privacy`: what is stored of oneself, to be seen, taken along and deleted."""

from __future__ import annotations

import gzip

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.pages.control_ids import control
from bot.pages.page import Button, Document, Page, text_page
from bot.pages.wording import counted, listed
from club.personal_data import DELETED, Holdings, Removed

LARGEST_FILE = 8 * 2**20
"""Bytes that every server takes."""

_NAMES = {
    "matches": ("match", "matches"),
    "moves": ("move", "moves"),
    "offers": ("offer to another player", "offers to other players"),
    "conditional_moves": ("line of conditional moves", "lines of conditional moves"),
    "challenges": ("challenge made", "challenges made"),
    "invitations": ("challenge to you", "challenges to you"),
    "ratings": ("rating, by game, server and period", "ratings, by game, server and period"),
    "rating_changes": ("rating change", "rating changes"),
    "vacations": ("vacation", "vacations"),
    "lessons": ("lesson begun", "lessons begun"),
    "puzzles": ("puzzle begun", "puzzles begun"),
    "puzzle_ratings": ("puzzle rating, by game", "puzzle ratings, by game"),
    "daily_puzzles": ("daily puzzle tried", "daily puzzles tried"),
    "blocks": ("block", "blocks"),
    "changes_as_admin": ("change as an admin or moderator", "changes as an admin or moderator"),
    "servers": ("server where I know your name", "servers where I know your name"),
}
"""What each kind of what is stored is called, one of it and several."""


class PrivacyCommands(FrontCog):
    """Shows people what is stored of them, gives it to them, and deletes it."""

    @app_commands.command(
        name="privacy", description="See, download or delete what I store about you"
    )
    async def privacy(self, interaction: discord.Interaction) -> None:
        """Show what is stored of who asks."""
        async with Answer(interaction) as answer:
            held = await self.club.personal_data.of(interaction.user.id)
            await answer.private(_privacy_page(held))

    @on_control("privacy", arguments=0, updates=True)
    async def back_to_privacy(self, answer: Answer) -> None:
        """Show the same in place of another page."""
        await answer.update(_privacy_page(await self.club.personal_data.of(answer.user.id)))

    @on_control("mydata", arguments=0)
    async def export(self, answer: Answer) -> None:
        """Give people all that is stored of them as a file."""
        file = await self.club.personal_data.export(answer.user.id)
        name, words = "stairwell-my-data.json", "Everything I store about you, as a file."
        if len(file) > min(answer.interaction.filesize_limit or LARGEST_FILE, LARGEST_FILE):
            name, file = f"{name}.gz", gzip.compress(file)
            words = f"{words} It is compressed, because Discord limits the size of files."
        await answer.private(Page((words, Document(name, file))))

    @on_control("everywhere", arguments=1, updates=True)
    async def join_or_leave_leaderboards(self, answer: Answer, state: str) -> None:
        """Show somebody on the leaderboards over all servers, or not."""
        await self.club.personal_data.show_everywhere(answer.user.id, state == "on")
        await answer.update(_privacy_page(await self.club.personal_data.of(answer.user.id)))

    @on_control("delete", arguments=0, updates=True)
    async def ask_to_delete(self, answer: Answer) -> None:
        """Ask whether all is to be deleted, and say what that means."""
        await answer.update(_question(await self.club.personal_data.of(answer.user.id)))

    @on_control("deleted", arguments=0, updates=True)
    async def delete(self, answer: Answer) -> None:
        """Delete what leads to somebody, and show it on the boards of their matches."""
        removed = await self.club.personal_data.remove(answer.user.id)
        await answer.update(text_page(_deleted_words(removed)))
        await self.front.courier.deliver_due()


def _deleted_words(removed: Removed) -> str:
    did = [
        words
        for count, words in (
            (removed.resigned, f"{counted(removed.resigned, 'match', 'matches')} resigned"),
            (removed.cancelled, f"{counted(removed.cancelled, 'open challenge')} closed"),
        )
        if count
    ]
    words = f" {listed(did)}." if did else ""
    return (
        f"Done: nothing I store leads back to you any more.{words} If you use a "
        "command again, you start afresh."
    )


def _privacy_page(held: Holdings) -> Page:
    lines = ["### What I store about you"]
    if held.is_empty:
        lines.append("Nothing.")
    else:
        lines.extend(
            f"- {counted(count, one, several)}"
            for kind, (one, several) in _NAMES.items()
            if (count := held.counts[kind])
        )
        if held.counts["wishes"]:
            lines.append("- how you want to be told about your turns, and how you play")
        lines.append(
            "Each match keeps your user id and the name you had at the time, in all servers."
        )
    shown = "" if held.person.is_everywhere else "**not** "
    lines.append(f"You are {shown}shown on the all-server leaderboards.")
    lines.append(
        "-# I read no messages, and I share nothing beyond what people see of your matches. What I "
        "posted on Discord, such as boards with your name, stays there."
    )
    label = "Leave" if held.person.is_everywhere else "Join"
    state = "off" if held.person.is_everywhere else "on"
    leaderboards = Button(f"{label} the all-server leaderboards", control("everywhere", state))
    if held.is_empty:
        return Page(("\n".join(lines), (leaderboards,)))
    buttons = (
        Button("Get it as a file", control("mydata"), "primary"),
        leaderboards,
        Button("Delete it …", control("delete"), "danger"),
    )
    return Page(("\n".join(lines), buttons))


def _question(held: Holdings) -> Page:
    lines = ["### Delete everything I store about you?"]
    if held.running:
        running = counted(held.running, "match", "matches")
        lines.append(f"- {running} you are playing, in all servers, will be resigned.")
    lines += [
        "- Your open challenges will be closed.",
        f"- Finished matches will show you as “{DELETED}”, without your id. Their moves and "
        "results stay, because they are your opponents' too.",
        "- Your ratings, lessons, puzzles, preferences, vacations and blocks are deleted, and "
        "others' blocks of you.",
        "- What I posted on Discord stays there: cards and thread names. You can ask "
        "the moderators to remove them.",
        "This can't be undone.",
    ]
    buttons = (
        Button("Delete everything", control("deleted"), "danger"),
        Button("Keep everything", control("privacy")),
    )
    return Page(("\n".join(lines), buttons))
