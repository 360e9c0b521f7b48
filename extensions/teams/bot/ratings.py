"""The ratings of servers, beside the leaderboards, and their matches in monthly summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import discord

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.pages.layout import MAX_TEXT_LENGTH, Button, Page, control, with_link
from bot.pages.listing import fitted
from bot.ratings.leaderboards import BELOW_BOARD, ViewTexts, arguments_of, view_of
from bot.ratings.summaries import WORTH_A_LOOK, Month
from club.ratings.leaderboards import View
from extensions.teams.club.ratings import SERVERS, TeamLeaderboard, matches_of_month
from extensions.teams.presentation import matches_of_month as month_text
from extensions.teams.presentation import no_servers_words, server_lines, servers_words
from extensions.teams.storage.ratings import ListedServer
from language.texts import gettext
from rules.registry import GAMES

MAX_SERVERS = 10
"""Maximum number of servers per game."""


@BELOW_BOARD.add
def servers_button(view: View) -> list[Button]:
    """Return a button to the ratings of servers."""
    return [Button(gettext("Servers"), control("board-servers", *arguments_of(view)))]


@WORTH_A_LOOK.add
async def of_month(month: Month) -> Sequence[tuple[str, Sequence[Button]]]:
    """Return the matches that a server finished as a team in a month."""
    matches = await matches_of_month(month.club.store, month.guild_id, month.month, month.sees)
    return [(month_text(matches, DISCORD), ())] if matches else []


class ServerRatings(FrontCog):
    """Shows the ratings of servers."""

    @on_control("board-servers", updates=True)
    async def list_servers(self, answer: Answer, *view: *ViewTexts) -> None:
        """Show the ratings of servers."""
        servers = await self.club.part(TeamLeaderboard).by_game()
        page = servers_page(servers, view_of(view), discord.utils.utcnow())
        address = self.club.pages.url(SERVERS)
        await answer.update(with_link(page, gettext("On the web"), address))


def servers_page(servers: Mapping[str, Sequence[ListedServer]], view: View, now: datetime) -> Page:
    """Return the ratings of servers.

    :param view: the leaderboard to go back to.
    """
    lines = [gettext("### Servers"), servers_words()]
    room = (MAX_TEXT_LENGTH - len("\n".join(lines))) // max(1, len(servers))
    for game, best in servers.items():
        name = DISCORD.strong(GAMES[game].name)
        lines.append(name)
        lines += fitted(server_lines(best, now, DISCORD), room - len(name) - 1, MAX_SERVERS)
    if not servers:
        lines.append(no_servers_words(DISCORD))
    back = Button(gettext("Back"), control("board-page", *arguments_of(view)))
    return Page(("\n".join(lines), (back,)))
