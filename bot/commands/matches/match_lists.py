"""Lists: `/matches`, `/next` and the Next match button."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import (
    place_id_of,
    place_of,
    viewer_of,
)
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, board_address
from bot.pages.listing import listing
from bot.pages.matches.following_page import following_page
from bot.pages.matches.next_match import next_button
from bot.pages.page import MAX_TEXT_LENGTH, Block, Button, Page
from club.matches.match import has_turn
from language.texts import N_, gettext, lazy_gettext, ngettext
from presentation.matches.match_lines import match_line
from rules.refusal import Refusal
from rules.registry import FIRST_GAME
from storage.matches.stored_match import StoredMatch

RESERVED_LENGTH = 100
"""Number of characters reserved for the heading of another list and the number of its lines."""


class MatchListCommands(FrontCog):
    """Lists matches and challenges, and shows the next match."""

    @app_commands.command(
        name="matches",
        description=N_("List matches in progress: yours, someone else's or this channel's"),
    )
    @app_commands.describe(
        member=N_("The member (default: you)"),
        here=N_("Show all matches in this channel (default: no)"),
        following=N_("Show what you follow (default: no)"),
    )
    async def matches(
        self,
        interaction: discord.Interaction,
        member: discord.User | None = None,
        here: bool = False,
        following: bool = False,
    ) -> None:
        """List the matches of a member that the user may see, or those of a place."""
        async with Answer(interaction) as answer:
            guild_id, user = place_of(interaction).guild_id, interaction.user
            if (member is not None) + here + following > 1:
                words = lazy_gettext("Choose only one: a member, this channel or what you follow.")
                raise Refusal("both", words)
            if following:
                viewer = viewer_of(interaction)
                await answer.private(following_page(await self.club.follows.of(viewer)))
                return
            if here:
                running = await self.club.match_finder.in_place(place_id_of(interaction))
                await answer.private(_place_page(running, user.id))
                return
            player = member or user
            running = await self.club.match_finder.of_person(guild_id, player.id)
            if player.id == user.id:
                await answer.private(_own_page(running, user.id, in_server=guild_id is not None))
                return
            viewer = viewer_of(interaction)
            visible = [match for match in running if viewer.sees_match(match)]
            await answer.private(_member_page(visible, player))

    @app_commands.command(
        name="next", description=N_("Go to the match where your move is most urgent")
    )
    async def next_match(self, interaction: discord.Interaction) -> None:
        """Show the match in which the user's move is most urgent."""
        async with Answer(interaction) as answer:
            guild_id = place_of(interaction).guild_id
            turns = await self.club.match_finder.turns_of(guild_id, interaction.user.id)
            await answer.private(_next_page(turns, interaction.user.id, guild_id))

    @on_control("next", arguments=1)
    async def next_after_this(self, answer: Answer, number: str) -> None:
        """Show the next match, with the current one last."""
        guild_id, match_id = place_of(answer.interaction).guild_id, number_in(number, "match")
        turns = await self.club.match_finder.turns_of(guild_id, answer.user.id, match_id)
        await answer.private(_next_page(turns, answer.user.id, guild_id))


def _own_page(running: list[StoredMatch], user_id: int, *, in_server: bool) -> Page:
    if not running:
        if not in_server:
            return Page((gettext("You have no matches in progress. Start one with `/challenge`."),))
        words = gettext(
            "You have no matches in progress in this server. Start one with `/challenge`."
        )
        form = control("propose", FIRST_GAME.key, "", "usual", "r00", "")
        return Page((words, (Button(gettext("Challenge someone"), form),)))
    turns = [match for match in running if has_turn(match, user_id)]
    waiting = [match for match in running if not has_turn(match, user_id)]
    room = MAX_TEXT_LENGTH - RESERVED_LENGTH
    text = listing(gettext("Your turn"), _lines(turns, user_id), room)
    others = gettext("Waiting for others")
    others_text = listing(others, _lines(waiting, user_id), MAX_TEXT_LENGTH - len(text))
    blocks: list[Block] = [each for each in (text, others_text) if each]
    if turns:
        blocks.append((next_button(turns[0]),))
    return Page(tuple(blocks))


def _member_page(running: list[StoredMatch], member: discord.User | discord.Member) -> Page:
    name = DISCORD.name(member.display_name)
    if not running:
        words = gettext(
            "{name} has no matches in progress in this server that you can see.", name=name
        )
        return Page((words,))
    return Page((listing(gettext("Matches of {name}", name=name), _lines(running, None)),))


def _place_page(running: list[StoredMatch], user_id: int) -> Page:
    if not running:
        return Page(
            (gettext("No matches are in progress in this channel. Start one with `/challenge`."),)
        )
    ordered = sorted(running, key=lambda match: (not has_turn(match, user_id), match.id))
    return Page((listing(gettext("Matches in this channel"), _lines(ordered, user_id)),))


def _lines(matches: list[StoredMatch], user_id: int | None) -> list[str]:
    return [f"- {match_line(match, user_id, DISCORD)}" for match in matches]


def _next_page(turns: list[StoredMatch], user_id: int, guild_id: int | None) -> Page:
    """Return the page of the most urgent match.

    :param guild_id: the server whose matches were considered, or None for all matches.
    """
    if not turns:
        words = gettext(
            "You have no moves to make in this server. See your matches with `/matches`."
        )
        if guild_id is None:
            words = gettext("You have no moves to make. See your matches with `/matches`.")
        return Page((words,))
    first, *others = turns
    words = f"- {match_line(first, user_id, DISCORD)}"
    if others:
        more = ngettext("And {count} more.", "And {count} more.", len(others))
        words = f"{words}\n-# {more}"
    return Page((words, (Button(gettext("Go to the board"), board_address(first)),)))
