"""Following matches: the buttons of the More page, and the menus of `/matches following`."""

from __future__ import annotations

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, values_of
from bot.interactions.entries.numbers import id_in, number_in
from bot.interactions.interaction_context import viewer_of
from bot.pages.matches.following_page import following_page
from bot.pages.matches.match_menu import more_page
from language.texts import gettext


class FollowingCommands(FrontCog):
    """Starts and ends following."""

    @on_control("follow", arguments=1, updates=True)
    async def follow(self, answer: Answer, number: str) -> None:
        """Follow a match, from its More page."""
        match = await self.match_of(answer, number)
        await self.club.follows.follow_match(answer.user.id, match.stored)
        notice = gettext(
            "I'll message you the result. `/matches following:True` lists what you follow."
        )
        await answer.update(more_page(match, answer.user.id, notice, is_followed=True))

    @on_control("unfollow", arguments=1, updates=True)
    async def unfollow(self, answer: Answer, number: str) -> None:
        """Stop following a match, from its More page."""
        match = await self.match_of(answer, number)
        await self.club.follows.unfollow_match(answer.user.id, match.id)
        notice = gettext("You no longer follow this match.")
        await answer.update(more_page(match, answer.user.id, notice))

    @on_control("unfollow-match", arguments=0, updates=True)
    async def unfollow_chosen_match(self, answer: Answer) -> None:
        """Stop following the match chosen in the menu."""
        for value in values_of(answer.interaction):
            await self.club.follows.unfollow_match(answer.user.id, number_in(value, "match"))
        await self._show(answer)

    @on_control("unfollow-chosen", arguments=0, updates=True)
    async def unfollow_chosen_player(self, answer: Answer) -> None:
        """Stop following the player chosen in the menu."""
        for value in values_of(answer.interaction):
            await self.club.follows.unfollow_player(answer.user.id, id_in(value) or 0)
        await self._show(answer)

    async def _show(self, answer: Answer) -> None:
        viewer = viewer_of(answer.interaction)
        await answer.update(following_page(await self.club.follows.of(viewer)))
