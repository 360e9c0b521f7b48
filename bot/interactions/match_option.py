"""Which match is named: by a control, by a command's option, or by where somebody is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.autocomplete import Offers, offering
from bot.interactions.interaction_context import guild_id_of, number_in, place_id_of
from club.matches.match import Match
from rules.registry import GAMES
from storage.matches.matches import StoredMatch

if TYPE_CHECKING:
    from bot.process.client import Stairwell


async def match_of_control(
    bot: Stairwell, interaction: discord.Interaction[Stairwell], argument: str
) -> Match:
    """The match that an argument of a control is the number of.

    :raises Refusal: `number`, `unknown_match`.
    """
    number = number_in(argument, "match") or 0
    return await bot.club.match_finder.of_guild(guild_id_of(interaction), number)


async def match_of_turn(
    bot: Stairwell, interaction: discord.Interaction[Stairwell], option: str | None
) -> Match:
    """The match that somebody wants to move in: the one named, or the only one that it can be.

    :raises Refusal: `number`, `unknown_match`, `no_match`, `several`, `not_your_turn`.
    """
    return await bot.club.match_finder.meant(
        guild_id_of(interaction),
        place_id_of(interaction),
        interaction.user.id,
        number_in(option, "match"),
    )


async def own_match(
    bot: Stairwell, interaction: discord.Interaction[Stairwell], option: str | None
) -> Match:
    """The match of theirs that somebody means: the one named, or the only one here.

    :raises Refusal: `number`, `unknown_match`, `no_match`, `several`.
    """
    return await bot.club.match_finder.own_match(
        guild_id_of(interaction),
        place_id_of(interaction),
        interaction.user.id,
        number_in(option, "match"),
    )


def own_matches(bot: Stairwell) -> Offers:
    """What an option offers that names one of one's own running matches."""

    @offering
    async def offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        running = await bot.club.match_finder.of_person(
            guild_id_of(interaction), interaction.user.id
        )
        return match_choices(running, typed)

    return offered


async def matches_to_look_back_at(
    bot: Stairwell, interaction: discord.Interaction[Stairwell]
) -> list[StoredMatch]:
    """Matches that somebody may want to see again, where they are."""
    return await bot.club.match_finder.to_look_back_at(
        guild_id_of(interaction), place_id_of(interaction), interaction.user.id
    )


def match_choices(matches: list[StoredMatch], typed: str) -> list[app_commands.Choice[str]]:
    """Matches to choose from, as autocompletion offers them."""
    texts = [(str(match.id), _label(match)) for match in matches]
    wanted = typed.casefold().strip()
    fitting = [(value, text) for value, text in texts if wanted in text.casefold()]
    return [app_commands.Choice(name=text[:100], value=value) for value, text in fitting[:25]]


def _label(match: StoredMatch) -> str:
    """The number, the game and the players of a match, on one line."""
    names = " vs ".join(seat.name for seat in match.seats)
    return f"{match.id} · {GAMES[match.game].name} · {names}"
