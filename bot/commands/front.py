"""The context of commands and controls: the club and its delivery to Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

import discord

from bot.delivery.courier import Courier
from bot.interactions.answers import Answer
from bot.interactions.interaction_context import place_of, viewer_of
from bot.interactions.languages import Languages
from bot.interactions.late_answers import LateAnswers
from bot.pages.page import text_page
from club.club import Club
from club.matches.match import Match
from language.texts import gettext


class PulledCards(Protocol):
    """Cards of matches where the bot can only answer interactions."""

    async def show(self, answer: Answer, match: Match, *, force: bool = False) -> bool:
        """Post a card as an answer if the last one is outdated. Return whether it was posted."""
        ...

    async def take_click(self, answer: Answer, match: Match) -> None:
        """Note a click on a card."""
        ...


@dataclass(slots=True)
class Front:
    """The club and the Discord client that shows it."""

    client: discord.Client
    club: Club
    languages: Languages
    courier: Courier
    pulled_cards: PulledCards
    show_leaderboards: Callable[[], Awaitable[object]]
    """Update the live leaderboards that have changed."""
    store_public_channels: Callable[[], Awaitable[object]]
    """Store which channels everyone can read, if that has changed."""
    command_ids: dict[str, int] = field(default_factory=dict[str, int])
    """The known ids of commands, by name."""
    late_answers: LateAnswers = field(default_factory=LateAnswers)

    @property
    def own_user(self) -> discord.ClientUser | None:
        """The bot's own user, None before login."""
        return self.client.user

    async def report_delivery(
        self, answer: Answer, match_id: int, loaded_match: Match | None = None
    ) -> None:
        """Deliver the posts of a match, and tell the user about any problems.

        :param loaded_match: the match, if just loaded or changed.
        """
        takes_posts = place_of(answer.interaction).takes_posts
        if not takes_posts:
            # This card shouldn't wait for messages to others.
            await self.show_pulled(answer, match_id, loaded_match)
        actor = viewer_of(answer.interaction)
        trouble = await self.courier.deliver_match(match_id, loaded_match, actor)
        if trouble is not None:
            words = gettext(
                "Match {number} is saved, but there's a problem. {trouble}",
                number=match_id,
                trouble=trouble,
            )
            await answer.private(text_page(words))
        if takes_posts:
            await self.show_pulled(answer, match_id, loaded_match)

    async def show_pulled(
        self,
        answer: Answer,
        match_id: int,
        loaded_match: Match | None = None,
        *,
        force: bool = False,
    ) -> bool:
        """Post the card of a match as an answer, if the bot can't post it by itself.

        :param force: post it even if the last card is up to date.
        :returns: whether it was posted.
        """
        if place_of(answer.interaction).kind == "server":
            return False
        match = loaded_match or await self.club.matches.find(match_id)
        is_posted = await self.pulled_cards.show(answer, match, force=force)
        if is_posted and place_of(answer.interaction).takes_posts:
            # This strips the former card of its controls.
            await self.courier.deliver_match(match_id)
        return is_posted

    def mention_of(self, command: str) -> str:
        """Return a command as a clickable mention, or its name if its id is unknown.

        :param command: its name, after that of its group if it has one.
        """
        command_id = self.command_ids.get(command.partition(" ")[0])
        return f"`/{command}`" if command_id is None else f"</{command}:{command_id}>"

    async def board_width(self, guild_id: int | None) -> int:
        """Return the width of a server's boards in pixels."""
        return (await self.club.settings.of(guild_id or 0)).board_width
