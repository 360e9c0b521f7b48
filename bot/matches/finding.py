"""Finding the match of a control or an option, or the one of the channel.

Matches are only looked up by number here. A match of another server, or one the viewer may not see,
is refused as if it did not exist.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import discord

from bot.interface.answers import Answer
from bot.interface.arguments import number_in
from bot.interface.context import place_of, viewer_of
from bot.interface.front import FrontCog, Option
from bot.interface.options import Autocomplete, Choices, choices_with, empty_on_failure
from club.matches.finding import MatchFinder
from club.matches.match import Match
from club.members.membership import Viewer
from language.texts import N_
from language.typed import normalised
from presentation.markup import display_name
from presentation.phrases import versus
from rules.registry import GAMES
from storage.matches.match import StoredMatch

_NUMBERED = re.compile(r"#(\d+)\s*(.*)", re.DOTALL)


def with_number(typed: str) -> tuple[str | None, str]:
    """Split "#6 a1-b2" into the number of a match, if any, and the move."""
    parts = _NUMBERED.fullmatch(normalised(typed).strip())
    return (parts[1], parts[2]) if parts else (None, typed)


async def match_to_move_in(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """Return the match to move or vote in: the named one, or the only candidate.

    :raises Refusal: `number`, `unknown_match`, `no_match`, `several`, `not_your_turn`.
    """
    return await finder.match_to_move_in(viewer_of(interaction), _number(option), votes=True)


def _number(option: str | None) -> int | None:
    return None if option is None else number_in(option, "match")


Find = Callable[[MatchFinder, Viewer, int | None], Awaitable[Match]]
"""Finds the match of an option, which is None if left out."""

Suggest = Callable[[MatchFinder, discord.Interaction], Awaitable[list[StoredMatch]]]
"""Returns the matches to suggest."""


async def running_matches(
    finder: MatchFinder, interaction: discord.Interaction
) -> list[StoredMatch]:
    """Suggest the user's running matches."""
    return await finder.of_person(place_of(interaction).guild_id, interaction.user.id)


async def turns(finder: MatchFinder, interaction: discord.Interaction) -> list[StoredMatch]:
    """Suggest the matches in which it is the user's turn."""
    return await finder.turns_of(place_of(interaction).guild_id, interaction.user.id)


async def local_matches(finder: MatchFinder, interaction: discord.Interaction) -> list[StoredMatch]:
    """Suggest the running matches of the place."""
    return await finder.in_place(viewer_of(interaction))


async def own_and_local_matches(
    finder: MatchFinder, interaction: discord.Interaction
) -> list[StoredMatch]:
    """Suggest running matches: the user's and those of the place."""
    own = await finder.of_person(place_of(interaction).guild_id, interaction.user.id)
    local = await finder.in_place(viewer_of(interaction))
    return list({match.id: match for match in (*own, *local)}.values())


async def recent_matches(
    finder: MatchFinder, interaction: discord.Interaction
) -> list[StoredMatch]:
    """Suggest matches of the user and of the place, running or over."""
    return await finder.recent(viewer_of(interaction))


def choices_of_matches(matches: list[StoredMatch], typed: str) -> Choices:
    """Return choices of matches whose number, game or players match the typed text."""
    return choices_with(typed, ((_label(match), str(match.id)) for match in matches))


def _label(match: StoredMatch) -> str:
    """Return the number, game and players of a match on one line."""
    names = versus([display_name(seat.name) for seat in match.seats])
    return f"{match.id} · {GAMES[match.game].name} · {names}"


def suggesting(suggest: Suggest) -> Autocomplete[FrontCog]:
    """Return autocompletion for an option that takes a match."""

    @empty_on_failure
    async def choices(cog: FrontCog, interaction: discord.Interaction, typed: str) -> Choices:
        return choices_of_matches(await suggest(cog.club.match_finder, interaction), typed)

    return choices


def match_option(
    description: str,
    find: Find,
    suggest: Suggest,
    *,
    is_required: bool = False,
) -> Option:
    async def target(cog: FrontCog, answer: Answer, text: str | None) -> Match:
        return await find(cog.club.match_finder, viewer_of(answer.interaction), _number(text))

    return Option("match", description, target, suggesting(suggest), is_required)


OWN_MATCH = match_option(
    N_("The match (needed if you have several in this channel)"),
    MatchFinder.own_match,
    running_matches,
)
"""The option for the user's match: the named one, or their only one here."""

MATCH_ON_TURN = match_option(
    N_("The match (needed if it's your turn in several)"), MatchFinder.match_to_move_in, turns
)
"""The option for the match to move in: the named one, or the only candidate."""


MATCH_TO_SHOW_WORDS = N_("The match (default: the latest in this channel)")


def match_to_show(suggest: Suggest) -> Option:
    """Return the option for the match to show: the named one, or the latest one here."""
    return match_option(MATCH_TO_SHOW_WORDS, MatchFinder.match_to_view, suggest)


MATCH_TO_END = match_option(
    N_("The match"),
    lambda finder, viewer, number: finder.find_visible(viewer, number or 0),
    local_matches,
    is_required=True,
)
