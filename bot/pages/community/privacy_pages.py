"""The pages for viewing and deleting personal data."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.page import Button, Page
from club.personal_data import StoredData
from language.texts import gettext
from presentation.community.privacy_words import deletion_lines, holdings_lines, holdings_note


def privacy_page(holdings: StoredData, *, has_web: bool = False) -> Page:
    """Return the stored data in words, with buttons to export and delete it.

    :param has_web: whether the operator serves web pages.
    """
    if holdings.person.is_everywhere:
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
