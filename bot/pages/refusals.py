"""Refusals as Discord shows them: names escaped, boards and cards linked, commands marked."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from bot.pages.control_ids import control
from bot.pages.links import link_to, link_to_card
from bot.pages.matches.offer_words import asked_words, unanswered_words
from bot.pages.matches.result_words import ended_words
from bot.pages.page import MOST_IN_ROW, Button, Page, text_page
from bot.pages.wording import plain
from club.matches.match_finder import Candidates, Movers, mover
from club.matches.offers import AskedFor, Unanswered
from club.references import (
    BoardOf,
    CardOf,
    Channels,
    Command,
    CommandOption,
    Control,
    EndOf,
    MoveText,
    Name,
    Names,
)
from rules.language import gettext
from rules.listing import listed, row_of, sentences
from rules.refusal import Refusal, shown
from rules.registry import GAMES
from storage.matches.matches import StoredMatch

Onward = Callable[[StoredMatch], str]
"""The control that goes on with what somebody wanted, once they have said in which match."""


def by_control(verb: str, *arguments: object) -> Onward:
    """To go on by a control of this verb, with the number of the match and what follows it."""
    return lambda match: control(verb, match.id, *arguments)


MOST_OFFERED = 10
"""Matches with a button each."""


class WhichMatch(Refusal):
    """A refusal that lists matches, with the controls to go on in one of them."""

    def __init__(self, refusal: Refusal, onward: Onward) -> None:
        super().__init__(refusal.code, refusal.message)
        self._onward = onward

    def buttons(self) -> tuple[Button, ...]:
        """The controls, for so many of the matches as there is room for."""
        listed = [each for each in self.values.values() if isinstance(each, Candidates | Movers)]
        return tuple(
            Button(
                gettext("{game}, match {number}", game=GAMES[match.game].name, number=match.id),
                _way_on(each, match, self._onward),
            )
            for each in listed
            for match in each.matches[:MOST_OFFERED]
        )


def _way_on(listed: Candidates | Movers, match: StoredMatch, onward: Onward) -> str:
    # Where it is somebody else's turn there is nothing to go on with, but to look at the board.
    return onward(match) if isinstance(listed, Candidates) else link_to(match)


def refusal_page(refusal: Refusal) -> Page:
    """Why somebody can't have what they asked for, and buttons for the matches that it lists."""
    page = text_page(refusal_words(refusal))
    if not isinstance(refusal, WhichMatch):
        return page
    buttons = refusal.buttons()
    rows = [buttons[at : at + MOST_IN_ROW] for at in range(0, len(buttons), MOST_IN_ROW)]
    return Page((*page.blocks, *rows))


def refusal_words(refusal: Refusal) -> str:
    """Why somebody can't have what they asked for, safe to put into a message."""
    return refusal.said(_said)


def typed_words(typed: str, refusal: Refusal) -> str:
    """Why what somebody typed is refused, and what that was, unless the words repeat it."""
    words, repeated = refusal_words(refusal), shown(typed)
    if f"“{repeated}”" in words:
        return words
    return str(sentences(gettext("You typed “{text}”.", text=repeated), words))


@singledispatch
def _said(value: object) -> str:
    return str(value)


@_said.register
def _name(value: Name) -> str:
    return plain(str(value.name))


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
def _channels(value: Channels) -> str:
    return listed([f"<#{channel_id}>" for channel_id in value.channel_ids])


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
    named = [
        gettext("{number} ({name})", number=match.id, name=plain(mover(match)))
        for match in value.matches
    ]
    return str(row_of(named))


@_said.register
def _asked(value: AskedFor) -> str:
    return asked_words(value.match, value.offer)


@_said.register
def _unanswered(value: Unanswered) -> str:
    return unanswered_words(value.match, value.offer)
