"""Refusals as Discord shows them: names escaped, boards and cards linked, commands marked."""

from __future__ import annotations

from functools import singledispatch

from bot.pages.links import link_to, link_to_card
from bot.pages.matches.offer_words import asked_words, unanswered_words
from bot.pages.matches.result_words import ended_words
from bot.pages.wording import listed, plain
from club.matches.match_finder import Movers, mover
from club.matches.offers import AskedFor, Unanswered
from club.references import (
    BoardOf,
    CardOf,
    Command,
    CommandOption,
    Control,
    EndOf,
    MoveText,
    Name,
    Names,
)
from rules.refusal import Refusal


def refusal_words(refusal: Refusal) -> str:
    """Why somebody can't have what they asked for, safe to put into a message."""
    return refusal.said(_said)


@singledispatch
def _said(value: object) -> str:
    return str(value)


@_said.register
def _name(value: Name) -> str:
    return plain(value.name)


@_said.register
def _names(value: Names) -> str:
    return listed([plain(name) for name in value.names])


@_said.register
def _board(value: BoardOf) -> str:
    return link_to(value.match)


@_said.register
def _card(value: CardOf) -> str:
    return link_to_card(value.challenge)


@_said.register
def _end(value: EndOf) -> str:
    return ended_words(value.match)


@_said.register
def _command(value: Command) -> str:
    return f"`/{value.name}`"


@_said.register
def _option(value: CommandOption) -> str:
    return f"`{value.name}`"


@_said.register
def _control(value: Control) -> str:
    return f"**{value.label}**"


@_said.register
def _move(value: MoveText) -> str:
    return f"**{value.text}**"


@_said.register
def _movers(value: Movers) -> str:
    return ", ".join(f"{match.id} ({plain(mover(match))})" for match in value.matches)


@_said.register
def _asked(value: AskedFor) -> str:
    return asked_words(value.match, value.offer)


@_said.register
def _unanswered(value: Unanswered) -> str:
    return unanswered_words(value.match, value.offer)
