"""`/privacy` and `/block`: what is stored of oneself, and with whom one will not play."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.controls import control, values_of
from bot.interactions.interaction_context import number_in
from bot.pages.page import Block, Button, Choice, Document, Menu, Page, text_page
from bot.pages.wording import counted, listed, plain
from club.members.blocks import Blocked
from club.personal_data import DELETED, Holdings
from rules.refusal import Refusal

if TYPE_CHECKING:
    from bot.process.client import Stairwell

LARGEST_FILE = 8 * 2**20
"""Bytes that every server takes."""

LONGEST_ID = 20
"""Digits of a user id."""

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


def add(bot: Stairwell) -> None:
    """Give the bot the commands and their controls."""

    @bot.tree.command(name="privacy", description="What I store of you: see, get or delete it")
    async def privacy(interaction: discord.Interaction[Stairwell]) -> None:
        async with Answer(interaction) as answer:
            await answer.private(
                _privacy_page(await bot.club.personal_data.of(interaction.user.id))
            )

    @bot.controls.handles("privacy", arguments=0, updates=True)
    async def back(answer: Answer, arguments: tuple[str, ...]) -> None:
        await answer.update(_privacy_page(await bot.club.personal_data.of(answer.user.id)))

    @bot.controls.handles("mydata", arguments=0)
    async def export(answer: Answer, arguments: tuple[str, ...]) -> None:
        file = await bot.club.personal_data.export(answer.user.id)
        name, words = "stairwell-my-data.json", "All that I store of you, as a file."
        if len(file) > min(answer.interaction.filesize_limit or LARGEST_FILE, LARGEST_FILE):
            name, file = f"{name}.gz", gzip.compress(file)
            words = f"{words} It is compressed, because Discord takes no larger one."
        await answer.private(Page((words, Document(name, file))))

    @bot.controls.handles("everywhere", arguments=1, updates=True)
    async def show_everywhere(answer: Answer, arguments: tuple[str, ...]) -> None:
        await bot.club.personal_data.show_everywhere(answer.user.id, arguments[0] == "on")
        await answer.update(_privacy_page(await bot.club.personal_data.of(answer.user.id)))

    @bot.controls.handles("delete", arguments=0, updates=True)
    async def ask(answer: Answer, arguments: tuple[str, ...]) -> None:
        await answer.update(_question(await bot.club.personal_data.of(answer.user.id)))

    @bot.controls.handles("deleted", arguments=0, updates=True)
    async def delete(answer: Answer, arguments: tuple[str, ...]) -> None:
        removed = await bot.club.personal_data.remove(answer.user.id)
        did = [
            words
            for count, words in (
                (removed.resigned, f"{counted(removed.resigned, 'match', 'matches')} resigned"),
                (removed.cancelled, f"{counted(removed.cancelled, 'open challenge')} closed"),
            )
            if count
        ]
        words = f" {listed(did)}." if did else ""
        await answer.update(
            text_page(
                f"Done: nothing that I store leads to you any more.{words} Should you use a "
                "command again you begin as somebody new."
            )
        )
        await bot.courier.deliver_due()

    @bot.tree.command(name="block", description="Have no match with somebody; list and undo it")
    @app_commands.describe(member="Whom; leave it out to see whom you block")
    async def block(
        interaction: discord.Interaction[Stairwell], member: discord.User | None = None
    ) -> None:
        async with Answer(interaction) as answer:
            user_id = interaction.user.id
            if member is None:
                await answer.private(_blocks_page(await bot.club.blocks.of(user_id)))
                return
            if member.bot:
                raise Refusal("bot", f"{member.mention} is a bot, and challenges nobody.")
            blocked = await bot.club.blocks.block(user_id, member.id, member.display_name)
            name = plain(member.display_name)
            said = (
                f"You block **{name}**: no challenge from one to the other, and no rematch. "
                "Nobody is told. A match that runs goes on; you can resign it."
            )
            await answer.private(_blocks_page(blocked, said))

    @bot.controls.handles("blocks", arguments=1, updates=True)
    async def turn_page(answer: Answer, arguments: tuple[str, ...]) -> None:
        page = number_in(arguments[0], "page") or 0
        await answer.update(_blocks_page(await bot.club.blocks.of(answer.user.id, page)))

    @bot.controls.handles("unblock", arguments=1, updates=True)
    async def unblock(answer: Answer, arguments: tuple[str, ...]) -> None:
        page = number_in(arguments[0], "page") or 0
        blocked = await bot.club.blocks.of(answer.user.id, page)
        for chosen in values_of(answer.interaction):
            if chosen.isdecimal() and len(chosen) <= LONGEST_ID:
                blocked = await bot.club.blocks.unblock(answer.user.id, int(chosen), page)
        await answer.update(_blocks_page(blocked))


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


def _blocks_page(blocked: Blocked, said: str = "") -> Page:
    lines = [said] if said else []
    lines.append("### Whom you block")
    if not blocked.count:
        lines.append("Nobody. `/block` with a member has no match begin between you.")
        return Page(("\n".join(lines),))
    lines.extend(f"- {plain(each.name)}" for each in blocked.blocks)
    choices = tuple(
        Choice(each.name.strip() or str(each.blocked_id), str(each.blocked_id))
        for each in blocked.blocks
    )
    menu = Menu(control("unblock", blocked.page), "Unblock …", choices)
    blocks: list[Block] = ["\n".join(lines), menu]
    if blocked.pages > 1:
        before, after = blocked.page - 1, blocked.page + 1
        blocks.append(
            (
                Button("Earlier", control("blocks", before), disabled=before < 0),
                Button(
                    f"Page {blocked.page + 1} of {blocked.pages}",
                    control("blocks", blocked.page),
                    disabled=True,
                ),
                Button("Later", control("blocks", after), disabled=after == blocked.pages),
            )
        )
    return Page(tuple(blocks))
