"""`/privacy`: what is stored of oneself, to be seen, taken along and deleted."""

from __future__ import annotations

import gzip
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.pages.control_ids import control
from bot.pages.page import Button, Document, Page, text_page
from club.personal_data import Holdings, Removed
from club.references import DELETED
from rules.language import N_, Text, gettext, lazy_ngettext, ngettext, pgettext
from rules.listing import sentences

LARGEST_FILE = 8 * 2**20
"""Bytes that every server takes."""


class PrivacyCommands(FrontCog):
    """Shows people what is stored of them, gives it to them, and deletes it."""

    @app_commands.command(
        name="privacy", description=N_("See, download or delete what I store about you")
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
        name, words = "stairwell-my-data.json", gettext("Everything I store about you, as a file.")
        if len(file) > min(answer.interaction.filesize_limit or LARGEST_FILE, LARGEST_FILE):
            name, file = f"{name}.gz", gzip.compress(file)
            words = gettext(
                "Everything I store about you, as a file. It is compressed, because Discord limits "
                "the size of files."
            )
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
    words = sentences(
        gettext("Done: nothing I store leads back to you any more."),
        ngettext("{count} match resigned.", "{count} matches resigned.", removed.resigned)
        if removed.resigned
        else None,
        ngettext(
            "{count} open challenge closed.", "{count} open challenges closed.", removed.cancelled
        )
        if removed.cancelled
        else None,
        gettext("If you use a command again, you start afresh."),
    )
    return str(words)


def _privacy_page(held: Holdings) -> Page:
    lines = [gettext("### What I store about you")]
    if held.is_empty:
        lines.append(pgettext("stored", "Nothing."))
    else:
        lines.extend(
            f"- {words}" for kind, words in _said(held.counts).items() if held.counts[kind]
        )
        if held.counts["wishes"]:
            words = gettext(
                "how you want to be told about your turns, how you play, and which language you use"
            )
            lines.append(f"- {words}")
        lines.append(
            gettext(
                "Each match keeps your user id and the name you had at the time, in all servers."
            )
        )
    if held.person.is_everywhere:
        shown = gettext("You are shown on the all-server leaderboards.")
        label, state = gettext("Leave the all-server leaderboards"), "off"
    else:
        shown = gettext("You are **not** shown on the all-server leaderboards.")
        label, state = gettext("Join the all-server leaderboards"), "on"
    lines.append(shown)
    lines.append(
        gettext(
            "-# I read no messages, and I share nothing beyond what people see of your matches. "
            "What I posted on Discord, such as boards with your name, stays there."
        )
    )
    leaderboards = Button(label, control("everywhere", state))
    if held.is_empty:
        return Page(("\n".join(lines), (leaderboards,)))
    buttons = (
        Button(gettext("Get it as a file"), control("mydata"), "primary"),
        leaderboards,
        Button(gettext("Delete it …"), control("delete"), "danger"),
    )
    return Page(("\n".join(lines), buttons))


def _said(counts: Mapping[str, int]) -> dict[str, Text]:
    """How much of each kind is stored, in the order in which it is told."""
    return {
        "matches": lazy_ngettext("{count} match", "{count} matches", counts["matches"]),
        "moves": lazy_ngettext("{count} move", "{count} moves", counts["moves"]),
        "offers": lazy_ngettext(
            "{count} offer to another player", "{count} offers to other players", counts["offers"]
        ),
        "conditional_moves": lazy_ngettext(
            "{count} line of conditional moves",
            "{count} lines of conditional moves",
            counts["conditional_moves"],
        ),
        "challenges": lazy_ngettext(
            "{count} challenge made", "{count} challenges made", counts["challenges"]
        ),
        "invitations": lazy_ngettext(
            "{count} challenge to you", "{count} challenges to you", counts["invitations"]
        ),
        "events": lazy_ngettext("{count} event joined", "{count} events joined", counts["events"]),
        "events_opened": lazy_ngettext(
            "{count} event opened", "{count} events opened", counts["events_opened"]
        ),
        "ratings": lazy_ngettext(
            "{count} rating, by game, server and period",
            "{count} ratings, by game, server and period",
            counts["ratings"],
        ),
        "rating_changes": lazy_ngettext(
            "{count} rating change", "{count} rating changes", counts["rating_changes"]
        ),
        "vacations": lazy_ngettext("{count} vacation", "{count} vacations", counts["vacations"]),
        "lessons": lazy_ngettext(
            "{count} lesson begun", "{count} lessons begun", counts["lessons"]
        ),
        "puzzles": lazy_ngettext(
            "{count} puzzle begun", "{count} puzzles begun", counts["puzzles"]
        ),
        "puzzle_ratings": lazy_ngettext(
            "{count} puzzle rating, by game",
            "{count} puzzle ratings, by game",
            counts["puzzle_ratings"],
        ),
        "daily_puzzles": lazy_ngettext(
            "{count} daily puzzle tried", "{count} daily puzzles tried", counts["daily_puzzles"]
        ),
        "blocks": lazy_ngettext("{count} block", "{count} blocks", counts["blocks"]),
        "changes_as_admin": lazy_ngettext(
            "{count} change as an admin or moderator",
            "{count} changes as an admin or moderator",
            counts["changes_as_admin"],
        ),
        "servers": lazy_ngettext(
            "{count} server where I know your name",
            "{count} servers where I know your name",
            counts["servers"],
        ),
    }


def _question(held: Holdings) -> Page:
    lines = [gettext("### Delete everything I store about you?")]
    if held.running:
        lines.append(
            ngettext(
                "- {count} match you are playing, in all servers, will be resigned.",
                "- {count} matches you are playing, in all servers, will be resigned.",
                held.running,
            )
        )
    lines += [
        gettext("- Your open challenges will be closed."),
        gettext(
            "- Finished matches will show you as “{name}”, without your id. Their moves and "
            "results stay, because they are your opponents' too.",
            name=gettext(DELETED),
        ),
        gettext(
            "- Your ratings, lessons, puzzles, preferences, vacations and blocks are deleted, and "
            "others' blocks of you."
        ),
        gettext(
            "- What I posted on Discord stays there: cards and thread names. You can ask the "
            "moderators to remove them."
        ),
        gettext("This can't be undone."),
    ]
    buttons = (
        Button(gettext("Delete everything"), control("deleted"), "danger"),
        Button(gettext("Keep everything"), control("privacy")),
    )
    return Page(("\n".join(lines), buttons))
