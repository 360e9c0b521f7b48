"""The page of `/settings` about matches with people from other servers."""

from __future__ import annotations

from bot.commands.community.settings import change_settings, check_manages
from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.interaction_context import guild_id_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.page import Button, Page
from club.settings.changes import PlaysOut
from language.texts import gettext
from presentation.community.page_words import plays_out_words
from storage.members.guild_settings import GuildSettings


class OtherServerControls(FrontCog):
    """Changes whether members may play people from other servers.

    Everything here needs Manage Server.
    """

    @on_control("settings-others", arguments=0, updates=True)
    async def open_page(self, answer: Answer) -> None:
        """Open the setting for other servers from the main settings page."""
        check_manages(answer.interaction)
        await answer.update(_page(await self.club.settings.of(guild_id_of(answer.interaction))))

    @on_control("settings-plays-out", arguments=1, updates=True)
    async def choose(self, answer: Answer, state: str) -> None:
        """Allow or forbid matches with people from other servers."""
        changed = await change_settings(self.club, answer, PlaysOut(state == "on"))
        await answer.update(_page(changed.after))


def _page(settings: GuildSettings) -> Page:
    text = "\n".join(
        (
            gettext("## Other servers"),
            plays_out_words(DISCORD, plays_out=settings.plays_out),
            gettext(
                "-# `/pool` finds opponents. A match between two servers has a card in both. The "
                "other server sees the player's name and moves, but not the name of this server."
            ),
        )
    )
    if settings.plays_out:
        switch = Button(gettext("Stay in this server"), control("settings-plays-out", "off"))
    else:
        switch = Button(
            gettext("Allow other servers"), control("settings-plays-out", "on"), "success"
        )
    return Page((text, (switch, Button(gettext("Back to settings"), control("settings-back")))))
