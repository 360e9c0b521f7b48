"""Which match is named: by a control, by a command's option, or by where somebody is.

A match is looked up by its number only here. One of another server, or that the viewer may not
know of, is refused as if it did not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.interactions.interaction_context import viewer_of
from bot.interactions.numbers import number_in
from bot.pages.refusals import Onward, WhichMatch
from club.finding.match_finder import MatchFinder, Suits, any_match
from club.matches.match import Match
from rules.refusal import Refusal


async def match_numbered(finder: MatchFinder, interaction: discord.Interaction, text: str) -> Match:
    """The match that an option or a control gives the number of.

    :raises Refusal: `number`, `unknown_match`.
    """
    return await finder.numbered(viewer_of(interaction), number_in(text, "match"))


_NUMBERED = re.compile(r"#(\d+)\s*(.*)", re.DOTALL)


def with_number(typed: str) -> tuple[str | None, str]:
    """The number of a match and the move in "#6 a1-b2"; None where there is no number."""
    found = _NUMBERED.fullmatch(typed.strip())
    return (found[1], found[2]) if found else (None, typed)


async def match_to_move_in(
    finder: MatchFinder,
    interaction: discord.Interaction,
    option: str | None,
    onward: Onward | None = None,
    suits: Suits = any_match,
) -> Match:
    """The match that somebody wants to move in: the one named, or the only one that it can be.

    :param onward: how it goes on where they have to say first which it is.
    :param suits: in which matches the command can do something.
    :raises Refusal: `number`, `unknown_match`, `no_match`, `several`, `not_your_turn`.
    """
    with _asked_which(onward):
        return await finder.match_to_move_in(viewer_of(interaction), _number(option), suits)


async def own_match(
    finder: MatchFinder,
    interaction: discord.Interaction,
    option: str | None,
    onward: Onward | None = None,
    suits: Suits = any_match,
) -> Match:
    """The match of theirs that somebody means: the one named, or the only one here.

    :param onward: how it goes on where they have to say first which it is.
    :param suits: in which matches the command can do something.
    :raises Refusal: `number`, `unknown_match`, `not_yours`, `no_match`, `several`.
    """
    with _asked_which(onward):
        return await finder.own_match(viewer_of(interaction), _number(option), suits)


async def match_to_show(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """The match that somebody wants to look at: the one named, or the latest one here.

    :raises Refusal: `number`, `unknown_match`, `no_match`.
    """
    return await finder.match_to_view(viewer_of(interaction), _number(option))


@contextmanager
def _asked_which(onward: Onward | None) -> Iterator[None]:
    """Give a refusal that lists matches the buttons to go on."""
    try:
        yield
    except Refusal as refusal:
        if onward is None:
            raise
        raise WhichMatch(refusal, onward) from None


async def match_to_review(
    finder: MatchFinder, interaction: discord.Interaction, option: str | None
) -> Match:
    """The match that somebody wants to have reviewed: the one named, or the latest that is over,
    here or else of theirs.

    :raises Refusal: `number`, `unknown_match`, `none_over`.
    """
    return await finder.match_to_review(viewer_of(interaction), _number(option))


def _number(option: str | None) -> int | None:
    return None if option is None else number_in(option, "match")
