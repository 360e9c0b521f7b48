"""The page of `/settings` about a server's web pages."""

from __future__ import annotations

from bot.commands.community.settings import change_settings, check_manages
from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, values_of
from bot.interactions.interaction_context import guild_id_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Block, Button, Menu, MenuChoice, Page
from club.settings.changes import WebPages
from language.texts import gettext
from presentation.community.page_words import PAGES_LABELS, pages_words
from storage.members.guild_settings import GuildSettings


class WebPageControls(FrontCog):
    """Changes the setting for web pages. Everything here needs Manage Server."""

    @on_control("settings-web", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the setting for web pages from the main settings page."""
        check_manages(answer.interaction)
        await self._show(answer, await self.club.settings.of(guild_id_of(answer.interaction)))

    @on_control("settings-web-pages", arguments=0, updates=True)
    async def choose_pages(self, answer: Answer) -> None:
        """Give the server web pages, or none."""
        value = next(iter(values_of(answer.interaction)), "")
        changed = await change_settings(self.club, answer, WebPages(value))
        await self.front.store_public_channels()
        await self._show(answer, changed.after)

    async def _show(self, answer: Answer, settings: GuildSettings) -> None:
        address = await self.club.pages.server_address(settings.guild_id)
        await answer.update(_page(settings, address))


def _page(settings: GuildSettings, address: str) -> Page:
    menu = Menu(
        control("settings-web-pages"),
        gettext("Web pages"),
        tuple(
            MenuChoice(gettext(label), each, chosen=each == settings.pages)
            for each, label in PAGES_LABELS.items()
        ),
    )
    text = "\n".join(
        (
            gettext("## Web pages"),
            pages_words(settings.pages, DISCORD),
            gettext(
                "-# Pages show the matches and events of channels that everyone can read, the "
                "leaderboards and the players. Members who leave the global leaderboards in "
                "/privacy are left out."
            ),
        )
    )
    buttons = [Button(gettext("Back to settings"), control("settings-back"))]
    if address:
        buttons.append(Button(gettext("Open the pages"), address))
    blocks: tuple[Block, ...] = (text, menu, tuple(buttons))
    return Page(blocks)
