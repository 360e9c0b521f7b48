"""`/web`: links that sign in to the web pages, and the browsers that are signed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import viewer_of
from bot.interface.controls import Controls, on_control, values_of
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.pages.layout import Block, Button, Menu, MenuChoice, Page, control
from club.matches.reasons import unknown_match
from language.texts import N_, gettext
from presentation.members.privacy import device_words, session_line
from rules.refusal import Refusal
from storage.members.sessions import Session


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
    lines += [f"- {session_line(session, DISCORD)}" for session in sessions]
    back = Button(gettext("Back"), control("privacy"))
    if not sessions:
        lines.append(gettext("You aren't signed in to the web pages in any browser."))
        return Page(("\n".join(lines), (back,)))
    menu = Menu(
        control("session-end"),
        gettext("Sign out of…"),
        tuple(MenuChoice(device_words(session), str(session.id)) for session in sessions),
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


class WebSessionCommands(FrontCog):
    """Creates links, and lists and ends sessions."""

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Register the controls, and the command if users can sign in."""
        if self.club.web_sessions.are_available:
            super().add_to(tree, controls)
        else:
            controls.collect(self)

    @command("web", N_("Play in your browser: get a sign-in link"))
    async def web(self, answer: Answer) -> None:
        """Answer with a link to the user's own page."""
        if answer.interaction.guild_id is not None:
            # My page lists the members of one's servers as opponents.
            await self.club.membership.note_seen(
                answer.interaction.guild_id, answer.user.id, answer.user.display_name, is_new=True
            )
        await self._hand_over(answer, None)

    @on_control("web")
    async def open_board(self, answer: Answer, match_id: int) -> None:
        """Answer with a link to the board of a match in which the user plays or votes."""
        match = await self.club.matches.find(match_id)
        is_seen = bool(match.teams) and viewer_of(answer.interaction).sees_match(match.stored)
        if match.player_of(answer.user.id) is None and not is_seen:
            raise unknown_match(match.id)
        await self._hand_over(answer, match.id)

    @on_control("sessions", updates=True)
    async def list_sessions(self, answer: Answer) -> None:
        """Show the browsers in which the user is signed in."""
        await self._list(answer)

    @on_control("session-end", updates=True)
    async def end_session(self, answer: Answer) -> None:
        """Sign the user out of the chosen browser."""
        chosen = next(iter(values_of(answer.interaction)), "")
        sessions = await self.club.web_sessions.of_user(answer.user.id)
        session_id = next((session.id for session in sessions if str(session.id) == chosen), None)
        if session_id is not None:
            await self.club.web_sessions.end(answer.user.id, session_id)
        await self._list(answer, gettext("Signed out."))

    @on_control("sessions-end", updates=True)
    async def end_sessions(self, answer: Answer) -> None:
        """Sign the user out everywhere."""
        await self.club.web_sessions.end_all(answer.user.id)
        await self._list(answer, gettext("Signed out everywhere."))

    async def _list(self, answer: Answer, notice: str = "") -> None:
        sessions = await self.club.web_sessions.of_user(answer.user.id)
        await answer.update(sessions_page(sessions, notice))

    async def _hand_over(self, answer: Answer, match_id: int | None) -> None:
        """Answer with a link.

        :raises Refusal: `no_web`.
        """
        sessions = self.club.web_sessions
        if not sessions.are_available:
            raise Refusal("no_web", N_("This bot has no web pages to sign in to."))
        link = await sessions.link(answer.user.id, answer.user.display_name, match_id)
        await answer.private(link_page(link, to_board=match_id is not None))
