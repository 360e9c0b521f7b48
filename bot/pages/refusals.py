"""Refusals as pages, with buttons for the matches they list."""

from __future__ import annotations

from collections.abc import Callable

from bot.pages.control_ids import control
from bot.pages.discord_markup import board_address, markup_for
from bot.pages.page import MAX_IN_ROW, Button, Page, text_page
from club.finding.match_finder import Candidates, Movers
from language.texts import gettext
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.stored_match import StoredMatch

Onward = Callable[[StoredMatch], str]
"""The control that continues an action once its match has been chosen."""


def by_control(verb: str, *arguments: object) -> Onward:
    """Continue with a control of this verb, the number of the match and these arguments."""
    return lambda match: control(verb, match.id, *arguments)


MAX_OFFERED = 10
"""Maximum number of matches with a button."""


class WhichMatch(Refusal):
    """A refusal that lists matches, with controls to continue in one of them."""

    def __init__(self, refusal: Refusal, onward: Onward) -> None:
        super().__init__(refusal.code, refusal.message)
        self._onward = onward

    def buttons(self) -> tuple[Button, ...]:
        """The controls of as many matches as fit."""
        candidates = [
            each for each in self.values.values() if isinstance(each, Candidates | Movers)
        ]
        return tuple(
            Button(
                gettext("{game}, match {number}", game=GAMES[match.game].name, number=match.id),
                _continue_control(each, match, self._onward),
            )
            for each in candidates
            for match in each.matches[:MAX_OFFERED]
        )


def _continue_control(candidates: Candidates | Movers, match: StoredMatch, onward: Onward) -> str:
    # If it is someone else's turn, link to the board.
    return onward(match) if isinstance(candidates, Candidates) else board_address(match)


def refusal_page(refusal: Refusal, user_id: int, guild_id: int | None) -> Page:
    """Return the page of a refusal, with buttons for the matches it lists.

    :param user_id: its reader.
    :param guild_id: the server where it is read.
    """
    page = text_page(refusal_words(refusal, markup_for(user_id, guild_id)))
    if not isinstance(refusal, WhichMatch):
        return page
    buttons = refusal.buttons()
    rows = [buttons[at : at + MAX_IN_ROW] for at in range(0, len(buttons), MAX_IN_ROW)]
    return Page((*page.blocks, *rows))
