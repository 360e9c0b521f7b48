"""Finding one's way: `/matches`, `/challenges`, `/next` and the Next match button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import Answer
from bot.cards import game_words
from bot.commands.places import guild_id_of, number_in, place_id_of, sees
from bot.controls import control
from bot.match import address
from bot.pace import pace_of
from bot.pages import Block, Button, Page
from bot.standing import has_turn, link_to, match_line
from bot.wording import listed, plain, relative
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import challenges as stored_challenges
from storage.challenges import Challenge
from storage.matches import Match as StoredMatch

if TYPE_CHECKING:
    from bot.client import Stairwell

MOST_LISTED = 12
"""Matches, or challenges, under one heading; so many fit into a message."""

MOST_CANCELLED = 5
"""Buttons to cancel one's own challenges, a row of them."""


def add(bot: Stairwell) -> None:
    """Give the bot the commands and the controls."""

    @bot.tree.command(name="matches", description="List running matches: yours, theirs, or here")
    @app_commands.describe(
        member="Whose matches; your own if you leave it out",
        here="All matches of this channel instead",
    )
    async def matches(
        interaction: discord.Interaction[Stairwell],
        member: discord.User | None = None,
        here: bool = False,
    ) -> None:
        async with Answer(interaction) as answer:
            guild_id, user = guild_id_of(interaction), interaction.user
            if here:
                if member is not None:
                    raise Refusal("both", "Choose a member or this channel, not both.")
                running = await bot.standings.in_place(place_id_of(interaction))
                await answer.private(_place_page(running, user.id))
                return
            whose = member or user
            running = await bot.standings.of_person(guild_id, whose.id)
            if whose.id == user.id:
                await answer.private(_own_page(running, user.id))
                return
            shown = [match for match in running if sees(interaction, match.channel_id)]
            await answer.private(_member_page(shown, whose))

    @bot.tree.command(name="challenges", description="List the open challenges of this channel")
    async def challenges(interaction: discord.Interaction[Stairwell]) -> None:
        async with Answer(interaction) as answer:
            await answer.private(await challenges_page(interaction))

    async def challenges_page(interaction: discord.Interaction[Stairwell]) -> Page:
        async with bot.store.read() as tx:
            found = await stored_challenges.open_in(tx, place_id_of(interaction))
        now = discord.utils.utcnow()
        return _challenges_page([each for each in found if each.expires_at > now], interaction)

    @bot.controls.handles("withdraw", arguments=1, updates=True)
    async def withdraw(answer: Answer, arguments: tuple[str, ...]) -> None:
        challenge_id = number_in(arguments[0], "challenge") or 0
        await bot.challenges.withdraw(guild_id_of(answer.interaction), challenge_id, answer.user.id)
        await answer.update(await challenges_page(answer.interaction))
        await bot.courier.deliver_challenge(challenge_id)

    @bot.tree.command(name="next", description="Go to your next match to move in")
    async def next_match(interaction: discord.Interaction[Stairwell]) -> None:
        async with Answer(interaction) as answer:
            turns = await bot.standings.turns_of(guild_id_of(interaction), interaction.user.id)
            await answer.private(_next_page(turns, interaction.user.id))

    @bot.controls.handles("next", arguments=1)
    async def next_button(answer: Answer, arguments: tuple[str, ...]) -> None:
        turns = await bot.standings.turns_of(
            guild_id_of(answer.interaction), answer.user.id, number_in(arguments[0], "match")
        )
        await answer.private(_next_page(turns, answer.user.id))


def _own_page(running: list[StoredMatch], user_id: int) -> Page:
    if not running:
        return Page(("You have no running match in this server. `/challenge` starts one.",))
    turns = [match for match in running if has_turn(match, user_id)]
    waiting = [match for match in running if not has_turn(match, user_id)]
    lines = [*_section("Your move", turns, user_id), *_section("Waiting", waiting, user_id)]
    blocks: list[Block] = ["\n".join(lines)]
    if turns:
        label = f"Next: {GAMES[turns[0].game].name}, match {turns[0].id}"
        blocks.append((Button(label, link_to(turns[0])),))
    return Page(tuple(blocks))


def _member_page(running: list[StoredMatch], member: discord.User | discord.Member) -> Page:
    name = plain(member.display_name)
    if not running:
        return Page((f"{name} has no running match in this server that you can see.",))
    return Page(("\n".join(_section(f"Matches of {name}", running, None)),))


def _place_page(running: list[StoredMatch], user_id: int) -> Page:
    if not running:
        return Page(("No match is running here. `/challenge` starts one.",))
    ordered = sorted(running, key=lambda match: (not has_turn(match, user_id), match.id))
    return Page(("\n".join(_section("Matches here", ordered, user_id)),))


def _section(heading: str, matches: list[StoredMatch], user_id: int | None) -> list[str]:
    if not matches:
        return []
    lines = [f"### {heading}", *(match_line(match, user_id) for match in matches[:MOST_LISTED])]
    if len(matches) > MOST_LISTED:
        lines.append(f"… and {len(matches) - MOST_LISTED} more.")
    return lines


def _challenges_page(
    challenges: list[Challenge], interaction: discord.Interaction[Stairwell]
) -> Page:
    if not challenges:
        return Page(("No challenge is open in this channel. `/challenge` makes one.",))
    lines = ["### Open challenges", *(_line(each) for each in challenges[:MOST_LISTED])]
    if len(challenges) > MOST_LISTED:
        lines.append(f"… and {len(challenges) - MOST_LISTED} more.")
    own = [each for each in challenges if each.challenger_id == interaction.user.id]
    buttons = tuple(
        Button(f"Cancel {each.id}", control("withdraw", each.id)) for each in own[:MOST_CANCELLED]
    )
    return Page(("\n".join(lines), buttons) if buttons else ("\n".join(lines),))


def _line(challenge: Challenge) -> str:
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    whom = listed([plain(guest.name) if guest.name else "anybody" for guest in waiting])
    what = game_words(GAMES[challenge.game], challenge.options)
    link = address(challenge.guild_id, challenge.channel_id, challenge.message_id)
    return (
        f"- **{challenge.id}** · {plain(challenge.challenger_name)} to {whom}: {what}, "
        f"{pace_of(challenge.pace).words} · expires {relative(challenge.expires_at)} · "
        f"[card]({link})"
    )


def _next_page(turns: list[StoredMatch], user_id: int) -> Page:
    if not turns:
        return Page(("It is nowhere your move in this server. `/matches` lists your matches.",))
    first = turns[0]
    more = f"\n-# And {len(turns) - 1} more." if len(turns) > 1 else ""
    return Page((f"{match_line(first, user_id)}{more}", (Button("To the board", link_to(first)),)))
