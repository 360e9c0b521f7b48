"""`/privacy`: viewing, exporting and deleting the user's stored data."""

from __future__ import annotations

import gzip

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.members.sessions import with_sessions_button
from bot.pages.layout import Button, Document, Page, control, text_page
from club.members.privacy import StoredData
from language.texts import N_, gettext
from presentation.members.privacy import (
    deleted_words,
    deletion_lines,
    holdings_lines,
    holdings_note,
)

MAX_FILE_SIZE = 8 * 2**20
"""Maximum size of a file in bytes that every server accepts."""


def privacy_page(holdings: StoredData, *, has_web: bool = False) -> Page:
    """Return the stored data in words, with buttons to export and delete it.

    :param has_web: whether the operator serves web pages.
    """
    if holdings.person.is_shown_globally:
        leaderboard_text = gettext("You're on the global leaderboards.")
        label, state = gettext("Leave global leaderboards"), "off"
    else:
        leaderboard_text = gettext("You're **not** on the global leaderboards.")
        label, state = gettext("Join global leaderboards"), "on"
    web_text: list[str] = []
    if has_web:
        words = gettext("Web pages name you only while you're on the global leaderboards.")
        web_text = [f"-# {words}"]
    lines = [
        gettext("### What I store about you"),
        *(f"- {line}" for line in holdings_lines(holdings)),
        holdings_note(holdings),
        leaderboard_text,
        *web_text,
        gettext(
            "-# I don't read messages. I share nothing except what anyone can see of your "
            "matches. What I posted on Discord, such as boards with your name, stays there."
        ),
    ]
    buttons = [Button(label, control("everywhere", state))]
    if not holdings.is_empty:
        buttons = [
            Button(gettext("Get it as a file"), control("mydata"), "primary"),
            *buttons,
            Button(gettext("Delete it…"), control("delete"), "danger"),
        ]
    return Page(("\n".join(lines), tuple(buttons)))


def deletion_page(holdings: StoredData) -> Page:
    """Return the page that asks to confirm deleting everything."""
    lines = [
        gettext("### Delete everything I store about you?"),
        *(f"- {line}" for line in deletion_lines(holdings)),
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


class PrivacyCommands(FrontCog):
    """Shows, exports and deletes the data of users."""

    @command("privacy", N_("See, download or delete what I store about you"))
    async def privacy(self, answer: Answer) -> None:
        """Show what is stored about the user."""
        await answer.private(await self._page(answer))

    @on_control("privacy", updates=True)
    async def back_to_privacy(self, answer: Answer) -> None:
        """Return to what is stored about the user from another page."""
        await answer.update(await self._page(answer))

    @on_control("mydata")
    async def export(self, answer: Answer) -> None:
        """Send everything stored about the user as a file."""
        file = await self.club.personal_data.export(answer.user.id)
        name, words = "stairwell-my-data.json", gettext("Everything I store about you, as a file.")
        if len(file) > min(answer.interaction.filesize_limit or MAX_FILE_SIZE, MAX_FILE_SIZE):
            name, file = f"{name}.gz", gzip.compress(file)
            words = gettext(
                "Everything I store about you, as a file. It's compressed, because Discord "
                "limits the size of files."
            )
        await answer.private(Page((words, Document(name, file))))

    @on_control("everywhere", updates=True)
    async def join_or_leave_leaderboards(self, answer: Answer, is_on: bool) -> None:
        """Set whether the user is shown on global leaderboards."""
        await self.club.personal_data.show_globally(answer.user.id, is_on)
        await answer.update(await self._page(answer))

    @on_control("delete", updates=True)
    async def ask_to_delete(self, answer: Answer) -> None:
        """Ask for confirmation and explain the consequences."""
        await answer.update(deletion_page(await self.club.personal_data.of(answer.user.id)))

    @on_control("deleted", updates=True)
    async def delete(self, answer: Answer) -> None:
        """Delete the user's data and update the boards of their matches."""
        removed = await self.club.personal_data.remove(answer.user.id)
        await answer.update(text_page(deleted_words(removed)))
        await self.front.courier.begin_due()

    async def _page(self, answer: Answer) -> Page:
        holdings = await self.club.personal_data.of(answer.user.id)
        page = privacy_page(holdings, has_web=self.club.pages.are_served)
        return with_sessions_button(page) if holdings.counts["web_sessions"] else page
