"""`/profile` and `/versus`: what somebody has done, and against whom. Private to who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.controls import values_of
from bot.interactions.interaction_context import guild_id_of, sees
from bot.pages.community.leaderboard_views import OVERVIEW
from bot.pages.community.profile_pages import profile_page, versus_page
from bot.pages.wording import plain
from club.ratings.leaderboards import SCOPES, Scope
from club.ratings.profiles import FAVOURITE, Seen
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.matches import StoredMatch

if TYPE_CHECKING:
    from bot.process.client import Stairwell

LONGEST_ID = 20
"""Digits; a user's id has fewer."""


def add(bot: Stairwell) -> None:
    """Give the bot the commands and the controls."""

    @bot.tree.command(name="profile", description="Ratings, records and results of a member")
    @app_commands.describe(member="Whose; your own if you leave it out")
    async def profile(
        interaction: discord.Interaction[Stairwell], member: discord.User | None = None
    ) -> None:
        async with Answer(interaction) as answer:
            whose = _present(interaction, member or interaction.user)
            await bot.club.membership.saw(whose.guild.id, whose.id, whose.display_name, is_new=True)
            await show(answer, whose.id, whose.display_name, "server", FAVOURITE)

    @bot.tree.command(name="versus", description="What you have done against another member")
    @app_commands.describe(member="Against whom")
    async def versus(interaction: discord.Interaction[Stairwell], member: discord.User) -> None:
        async with Answer(interaction) as answer:
            whom = _present(interaction, member)
            if whom.id == interaction.user.id:
                raise Refusal("yourself", "Nobody plays against themselves: name another member.")
            await bot.club.membership.saw(whom.guild.id, whom.id, whom.display_name, is_new=True)
            await show_versus(answer, whom.id, whom.display_name)

    async def show(
        answer: Answer,
        user_id: int,
        name: str,
        scope: Scope,
        game: str | None,
        *,
        updates: bool = False,
    ) -> None:
        guild_id, asker_id = guild_id_of(answer.interaction), answer.user.id
        is_own = user_id == asker_id
        found = await bot.club.profiles.of(
            guild_id, user_id, seen_by(answer), scope=scope, game=game, is_own=is_own
        )
        width = await bot.board_width(guild_id)
        page = await profile_page(found, name, asker_id, width, discord.utils.utcnow())
        await (answer.update(page) if updates else answer.private(page))

    async def show_versus(answer: Answer, user_id: int, name: str) -> None:
        guild_id = guild_id_of(answer.interaction)
        found = await bot.club.profiles.versus(guild_id, answer.user.id, user_id, seen_by(answer))
        await answer.private(versus_page(found, name))

    def seen_by(answer: Answer) -> Seen:
        def is_seen(match: StoredMatch) -> bool:
            is_player = any(seat.user_id == answer.user.id for seat in match.seats)
            return is_player or sees(answer.interaction, match.channel_id)

        return is_seen

    async def named(answer: Answer, argument: str) -> tuple[int, str]:
        """The member of a control, and what they are called."""
        is_id = argument.isascii() and argument.isdigit() and len(argument) < LONGEST_ID
        user_id = int(argument) if is_id else 0
        name = await bot.club.membership.name_of(guild_id_of(answer.interaction), user_id)
        if name is None:
            raise _not_here("They are")
        return user_id, name

    @bot.controls.handles("profile", arguments=3, updates=True)
    async def scope_chosen(answer: Answer, arguments: tuple[str, ...]) -> None:
        user_id, name = await named(answer, arguments[0])
        scope = SCOPES.get(arguments[1], "server")
        await show(answer, user_id, name, scope, _game(arguments[2]), updates=True)

    @bot.controls.handles("profile-game", arguments=2, updates=True)
    async def game_chosen(answer: Answer, arguments: tuple[str, ...]) -> None:
        user_id, name = await named(answer, arguments[0])
        chosen = _game(next(iter(values_of(answer.interaction)), ""))
        scope = SCOPES.get(arguments[1], "server")
        await show(answer, user_id, name, scope, chosen, updates=True)

    @bot.controls.handles("versus", arguments=1)
    async def versus_asked(answer: Answer, arguments: tuple[str, ...]) -> None:
        await show_versus(answer, *await named(answer, arguments[0]))


def _game(text: str) -> str | None:
    """The game that a control names, None for all of them."""
    if text == OVERVIEW:
        return None
    return text if text in GAMES else FAVOURITE


def _present(
    interaction: discord.Interaction[Stairwell], user: discord.User | discord.Member
) -> discord.Member:
    """Somebody who plays here.

    :raises Refusal: `guild_only`, `bot`, `not_here`.
    """
    guild_id_of(interaction)
    if user.bot:
        raise Refusal("bot", f"{user.mention} is a bot and has no profile.")
    if not isinstance(user, discord.Member):
        raise _not_here(f"{plain(user.display_name)} is")
    return user


def _not_here(who: str) -> Refusal:
    """Nothing is shown of who isn't a member."""
    return Refusal("not_here", f"{who} no member of this server, so I show nothing of them.")
