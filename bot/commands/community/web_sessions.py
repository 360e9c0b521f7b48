"""`/web`: links that sign in to the web pages, and the browsers that are signed in."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import Controls, on_control, values_of
from bot.interactions.entries.numbers import number_in
from bot.pages.community.session_pages import link_page, sessions_page
from club.matches.refusals import unknown_match
from language.texts import N_, gettext
from rules.refusal import Refusal


class WebSessionCommands(FrontCog):
    """Creates links, and lists and ends sessions."""

    def add_to(self, tree: app_commands.CommandTree[Any], controls: Controls) -> None:
        """Register the controls, and the command if users can sign in."""
        if self.club.web_sessions.are_available:
            super().add_to(tree, controls)
        else:
            controls.collect(self)

    @app_commands.command(name="web", description=N_("Play in your browser: get a sign-in link"))
    async def web(self, interaction: discord.Interaction) -> None:
        """Answer with a link to the user's own page."""
        async with Answer(interaction) as answer:
            await self._hand_over(answer, None)

    @on_control("web", arguments=1)
    async def open_board(self, answer: Answer, number: str) -> None:
        """Answer with a link to the board of one of the user's matches."""
        match = await self.club.matches.find(number_in(number, "match"))
        if match.player_of(answer.user.id) is None:
            raise unknown_match(match.id)
        await self._hand_over(answer, match.id)

    @on_control("sessions", arguments=0, updates=True)
    async def list_sessions(self, answer: Answer) -> None:
        """Show the browsers in which the user is signed in."""
        await self._list(answer)

    @on_control("session-end", arguments=0, updates=True)
    async def end_session(self, answer: Answer) -> None:
        """Sign the user out of the chosen browser."""
        chosen = next(iter(values_of(answer.interaction)), "")
        sessions = await self.club.web_sessions.of_user(answer.user.id)
        session_id = next((each.id for each in sessions if str(each.id) == chosen), None)
        if session_id is not None:
            await self.club.web_sessions.end(answer.user.id, session_id)
        await self._list(answer, gettext("Signed out."))

    @on_control("sessions-end", arguments=0, updates=True)
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
