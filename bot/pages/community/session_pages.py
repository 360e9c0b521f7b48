"""The pages with a sign-in link, and with the browsers that are signed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Block, Button, Menu, MenuChoice, Page
from language.texts import gettext
from presentation.community.session_words import device_words, session_line
from storage.members.web_sessions import Session


def link_page(address: str, *, to_board: bool) -> Page:
    """Return a link that signs the user in.

    :param to_board: whether it leads to the board of a match, not to their own page.
    """
    words = gettext(
        "This link signs you in to the web pages. It works only once, within two minutes. "
        "Don't give it to anyone."
    )
    label = gettext("Open board") if to_board else gettext("Open my page")
    return Page((words, (Button(label, address),)))


def sessions_page(sessions: Sequence[Session], notice: str = "") -> Page:
    """Return the browsers in which a user is signed in, with controls to sign out."""
    lines = [notice] if notice else []
    lines.append(gettext("### Signed-in browsers"))
    lines += [f"- {session_line(each, DISCORD)}" for each in sessions]
    back = Button(gettext("Back"), control("privacy"))
    if not sessions:
        lines.append(gettext("You aren't signed in to the web pages in any browser."))
        return Page(("\n".join(lines), (back,)))
    menu = Menu(
        control("session-end"),
        gettext("Sign out of…"),
        tuple(MenuChoice(device_words(each), str(each.id)) for each in sessions),
    )
    everywhere = Button(gettext("Sign out everywhere"), control("sessions-end"), "danger")
    blocks: tuple[Block, ...] = ("\n".join(lines), menu, (everywhere, back))
    return Page(blocks)


def with_sessions_button(page: Page) -> Page:
    """Return the page about stored data with a button to the signed-in browsers."""
    *others, last = page.blocks
    assert isinstance(last, tuple)
    button = Button(gettext("Signed-in browsers…"), control("sessions"))
    return replace(page, blocks=(*others, (*last, button)))
