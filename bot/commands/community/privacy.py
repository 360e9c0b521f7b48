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
    "ratings": ("rating of a game, a server and a time", "ratings of a game, a server and a time"),
    "rating_changes": ("change of a rating", "changes of ratings"),
    "vacations": ("vacation", "vacations"),
    "blocks": ("block", "blocks"),
    "servers": ("server with your name there", "servers with your name there"),
}
"""What each kind of what is stored is called, one of it and several."""


class PrivacyCommands(FrontCog):
    """Shows people what is stored of them, gives it to them, and deletes it."""

    @app_commands.command(name="privacy", description="What I store of you: see, get or delete it")
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
        name, words = "stairwell-my-data.json", "All that I store of you, as a file."
        if len(file) > min(answer.interaction.filesize_limit or LARGEST_FILE, LARGEST_FILE):
            name, file = f"{name}.gz", gzip.compress(file)
            words = f"{words} It is compressed, because Discord takes no larger one."
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
        f"Done: nothing that I store leads to you any more.{words} Should you use a "
        "command again you begin as somebody new."
    )


def _privacy_page(held: Holdings) -> Page:
    lines = ["### What I store of you"]
    if held.is_empty:
        lines.append("Nothing.")
    else:
        lines.extend(
            f"- {counted(count, one, several)}"
            for kind, (one, several) in _NAMES.items()
            if (count := held.counts[kind])
        )
        if held.counts["wishes"]:
            lines.append("- how you wish to be told of your turns")
        lines.append("Matches hold your user id and your name at that time, in all servers.")
    shown = "" if held.person.is_everywhere else "**not** "
    lines.append(f"The leaderboards over all servers may {shown}show you.")
    lines.append(
        "-# I read no messages, and nothing goes to others than those who see your matches. What "
        "is posted on Discord, boards with your name on them, stays there."
    )
    label = "Leave" if held.person.is_everywhere else "Join"
    state = "off" if held.person.is_everywhere else "on"
    leaderboards = Button(
        f"{label} the leaderboards over all servers", control("everywhere", state)
    )
    if held.is_empty:
        return Page(("\n".join(lines), (leaderboards,)))
    buttons = (
        Button("Get it as a file", control("mydata"), "primary"),
        leaderboards,
        Button("Delete it …", control("delete"), "danger"),
    )
    return Page(("\n".join(lines), buttons))


def _question(held: Holdings) -> Page:
    lines = ["### Delete all that I store of you?"]
    if held.running:
        running = counted(held.running, "match", "matches")
        lines.append(f"- {running} that you play, in all servers, will be resigned.")
    lines += [
        "- Your open challenges will be closed.",
        f"- In matches that are over you will be “{DELETED}”, without your id. Their moves and "
        "results stay, because they are the others' too.",
        "- Your ratings, wishes, vacations and blocks, and those who block you, will be forgotten.",
        "- What I have posted on Discord stays there: cards and the names of threads. You can ask "
        "the moderators to remove them.",
        "This can't be undone.",
    ]
    buttons = (
        Button("Delete all of it", control("deleted"), "danger"),
        Button("Keep it", control("privacy")),
    )
    return Page(("\n".join(lines), buttons))
