"""What commands and controls act on: the club, and the ways from it to Discord."""

from __future__ import annotations

from dataclasses import dataclass, field

import discord

from bot.delivery.community.leaderboard_messages import LeaderboardMessages
from bot.delivery.community.public_channels import PublicChannelChore
from bot.delivery.courier import Courier
from bot.interactions.answers import Answer
from bot.interactions.late_answers import LateAnswers
from bot.pages.page import text_page
from club.club import Club
from club.matches.match import Match
from rules.language import gettext


@dataclass(frozen=True, slots=True)
class Front:
    """The club as a Discord client shows it."""

    client: discord.Client
    club: Club
    courier: Courier
    leaderboard_messages: LeaderboardMessages
    public_channels: PublicChannelChore
    command_ids: dict[str, int] = field(default_factory=dict[str, int])
    """The ids of the commands by name, as far as Discord has told them."""
    late_answers: LateAnswers = field(default_factory=LateAnswers)

    @property
    def own_user(self) -> discord.ClientUser | None:
        """The bot as a member like any other; None before it has logged in."""
        return self.client.user

    async def report_delivery(
        self, answer: Answer, match_id: int, known: Match | None = None
    ) -> None:
        """Post what a change of a match calls for; tell the person who acts what hinders it.

        :param known: the match as it has just become.
        """
        trouble = await self.courier.deliver_match(match_id, known)
        if trouble is not None:
            words = gettext(
                "Match {number} is safe, but: {trouble}", number=match_id, trouble=trouble
            )
            await answer.private(text_page(words))

    def mention_of(self, command: str) -> str:
        """A command as a link that begins it; its mere name where its id is unknown.

        :param command: its name; for one of a group, after the group's.
        """
        command_id = self.command_ids.get(command.partition(" ")[0])
        return f"`/{command}`" if command_id is None else f"</{command}:{command_id}>"

    async def board_width(self, guild_id: int | None) -> int:
        """How wide a server wants its boards, in pixels."""
        return (await self.club.settings.of(guild_id or 0)).board_width
