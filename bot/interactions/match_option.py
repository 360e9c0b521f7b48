"""Which match is named: by a control, by a command's option, or by where somebody is.

A match is looked up by its number here alone. Of one that is of another server, or that is a
secret to who asks, is said what is said of one that there is not.
"""

from __future__ import annotations

from functools import partial

import discord

from bot.interactions.interaction_context import guild_id_of, may_know_of, place_id_of
from bot.interactions.numbers import number_in
from club.matches.match import Match
from club.matches.match_finder import MatchFinder


async def match_numbered(finder: MatchFinder, interaction: discord.Interaction, text: str) -> Match:
    """The match that an option or a control gives the number of.

    :raises Refusal: `number`, `unknown_match`.
    """
    is_seen = partial(may_know_of, interaction)
    return await finder.of_guild(guild_id_of(interaction), number_in(text, "match"), is_seen)


async def match_to_move_in(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """The match that somebody wants to move in: the one named, or the only one that it can be.

    :raises Refusal: `number`, `unknown_match`, `no_match`, `several`, `not_your_turn`.
    """
    return await finder.meant(
        guild_id_of(interaction),
        place_id_of(interaction),
        interaction.user.id,
        _number(option),
        partial(may_know_of, interaction),
    )


async def own_match(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """The match of theirs that somebody means: the one named, or the only one here.

    :raises Refusal: `number`, `unknown_match`, `not_yours`, `no_match`, `several`.
    """
    return await finder.own_match(
        guild_id_of(interaction),
        place_id_of(interaction),
        interaction.user.id,
        _number(option),
        partial(may_know_of, interaction),
    )


async def match_to_show(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """The match that somebody wants to look at: the one named, or the latest one here.

    :raises Refusal: `number`, `unknown_match`, `no_match`.
    """
    return await finder.shown(
        guild_id_of(interaction),
        place_id_of(interaction),
        _number(option),
        partial(may_know_of, interaction),
    )


def _number(option: str | None) -> int | None:
    return None if option is None else number_in(option, "match")
