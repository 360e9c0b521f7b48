"""Finding the match of a control or an option, or the one of the channel.

Matches are only looked up by number here. A match of another server, or one the viewer may not see,
is refused as if it did not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.interface.answers import Onward, WhichMatch
from bot.interface.context import place_of, viewer_of
from bot.interface.controls import number_in
from bot.interface.front import FrontCog
from bot.interface.options import MAX_CHOICES, Autocomplete, Choices, choice, empty_on_failure
from club.matches.finding import MatchFinder, Suits, any_match
from club.matches.match import Match
from presentation.markup import display_name
from presentation.phrases import versus
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import StoredMatch

_NUMBERED = re.compile(r"#(\d+)\s*(.*)", re.DOTALL)


def with_number(typed: str) -> tuple[str | None, str]:
    """Split "#6 a1-b2" into the number of a match, if any, and the move."""
    parts = _NUMBERED.fullmatch(typed.strip())
    return (parts[1], parts[2]) if parts else (None, typed)


async def match_to_move_in(
    finder: MatchFinder,
    interaction: discord.Interaction,
    option: str | None,
    onward: Onward | None = None,
    suits: Suits = any_match,
) -> Match:
    """Return the match to move in: the named one, or the only candidate.

    :param onward: returns the control to continue with once the match is chosen.
    :param suits: whether the command applies to a match.
    :raises Refusal: `number`, `unknown_match`, `no_match`, `several`, `not_your_turn`.
    """
    with _with_choice(onward):
        return await finder.match_to_move_in(viewer_of(interaction), _number(option), suits)


async def own_match(
    finder: MatchFinder,
    interaction: discord.Interaction,
    option: str | None,
    onward: Onward | None = None,
    suits: Suits = any_match,
) -> Match:
    """Return the user's match: the named one, or their only one here.

    :param onward: returns the control to continue with once the match is chosen.
    :param suits: whether the command applies to a match.
    :raises Refusal: `number`, `unknown_match`, `not_yours`, `no_match`, `several`.
    """
    with _with_choice(onward):
        return await finder.own_match(viewer_of(interaction), _number(option), suits)


async def match_to_show(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """Return the match to show: the named one, or the latest one here.

    :raises Refusal: `number`, `unknown_match`, `no_match`.
    """
    return await finder.match_to_view(viewer_of(interaction), _number(option))


@contextmanager
def _with_choice(onward: Onward | None) -> Iterator[None]:
    """Add buttons to a refusal that asks which match is meant."""
    try:
        yield
    except Refusal as refusal:
        if onward is None:
            raise
        raise WhichMatch(refusal, onward) from None


async def match_to_review(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """Return the match to review: the named one, or the latest finished one here or of the user.

    :raises Refusal: `number`, `unknown_match`, `none_over`.
    """
    return await finder.match_to_review(viewer_of(interaction), _number(option))


def _number(option: str | None) -> int | None:
    return None if option is None else number_in(option, "match")


def own_matches(suits: Suits = any_match) -> Autocomplete[FrontCog]:
    """Return autocompletion for an option that takes one of the user's running matches.

    :param suits: whether the command applies to a match.
    """

    @empty_on_failure
    async def suggest(cog: FrontCog, interaction: discord.Interaction, typed: str) -> Choices:
        user_id = interaction.user.id
        guild_id = place_of(interaction).guild_id
        running = await cog.club.match_finder.of_person(guild_id, user_id)
        return choices_of_matches([each for each in running if suits(each, user_id)], typed)

    # discord.py only passes the cog to methods, which it recognises by their qualified name.
    suggest.__qualname__ = f"{FrontCog.__qualname__}.{own_matches.__name__}"
    return suggest


def choices_of_matches(matches: list[StoredMatch], typed: str) -> Choices:
    """Return choices of matches whose number, game or players match the typed text."""
    texts = [(str(match.id), _label(match)) for match in matches]
    query = typed.casefold().strip()
    fitting = [(value, text) for value, text in texts if query in text.casefold()]
    return [choice(text, value) for value, text in fitting[:MAX_CHOICES]]


def _label(match: StoredMatch) -> str:
    """Return the number, game and players of a match on one line."""
    names = versus([display_name(seat.name) for seat in match.seats])
    return f"{match.id} · {GAMES[match.game].name} · {names}"
