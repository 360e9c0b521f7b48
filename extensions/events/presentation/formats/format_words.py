"""The texts and figures that an event format provides, and the marks of results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from extensions.events.club.formats.league import Direction
from extensions.events.club.standings import results
from extensions.events.club.standings.table import Cell, Row, Standings, Table
from extensions.events.presentation.crosstable import Mark, Tone
from extensions.events.presentation.event_view import EventView
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from extensions.events.storage.rounds import PairingOutcome, Round
from language.lists import listed
from language.texts import Text, gettext
from presentation.markup import Markup
from presentation.phrases import ordinal

UNDER_WAY = Mark("", "open")
OWN = Mark("", "own")

_MARKS: Mapping[PairingOutcome, Mark] = {
    results.WIN: Mark("1", "won"),
    results.DRAW: Mark("½", "drawn"),
    results.LOSS: Mark("0", "lost"),
    results.TIME_LOSS: Mark("0", "missed"),
    results.FORFEIT_WIN: Mark("+", "won"),
    results.FORFEIT_LOSS: Mark("−", "missed"),
    results.WALKOVER: Mark("½", "drawn"),
    results.BYE: Mark("+", "won"),
    results.HALF_BYE: Mark("½", "drawn"),
    results.VOID: Mark("–", "lost"),
}
"""The marks of results, except places."""

_PLACES: Mapping[PairingOutcome, tuple[int, Tone]] = {
    results.FIRST: (1, "won"),
    results.SECOND: (2, "drawn"),
    results.THIRD: (3, "lost"),
}
"""The marks of places in a match of three."""


def outcome_words(outcome: PairingOutcome) -> str:
    """Return a result as text: "1", "2nd"."""
    if outcome in _PLACES:
        return ordinal(_PLACES[outcome][0])
    if outcome == results.TIME_LOSS:
        return gettext("0 (time)")
    return gettext("bye") if outcome == results.BYE else _MARKS[outcome].text


def mark_of(cell: Cell) -> Mark:
    """Return a result as a mark in a crosstable."""
    if cell.outcome is None:
        mark = UNDER_WAY
    elif cell.outcome in _PLACES:
        place, tone = _PLACES[cell.outcome]
        mark = Mark(ordinal(place), tone)
    else:
        mark = _MARKS[cell.outcome]
    if cell.is_struck and cell.outcome is not None:
        mark = replace(mark, tone="missed")
    return replace(mark, match_id=cell.match_id)


@dataclass(frozen=True, slots=True)
class NewsItem:
    """An item of news with everything needed for its sentence."""

    view: EventView
    entrants: tuple[Entrant, ...]
    """The entrants it is about, in stored order."""
    round: Round | None
    places: tuple[int, ...]
    """The new places on a ladder."""
    markup: Markup

    @property
    def event(self) -> Event:
        """The event."""
        return self.view.event


class FormatWords(ABC):
    """The texts and the figure of a format, with defaults shared by most."""

    name: ClassVar[Text]
    summary: ClassVar[Text]
    """A summary for a list of choices."""
    has_rounds: ClassVar[bool] = False
    """Whether its rounds are named, by default with their numbers, and are news."""
    counts_players: ClassVar[bool] = False
    """Whether its figure always shows the number of entrants."""
    shows_points: ClassVar[bool] = True
    """Whether the places depend on points, and on tie-breaks between equal points."""
    shows_results: ClassVar[bool] = True
    """Whether its figure has a column of results for each opponent or round."""
    columns_note: ClassVar[Text | None] = None
    """An explanation of the columns of results, if they need one."""

    @abstractmethod
    def rules(self, markup: Markup) -> str:
        """Return a summary of the rules for people who might join."""

    def title(self, name: str, season: int) -> str:
        """Return the title of an event called `name`."""
        return name

    def round_title(self, view: EventView, round: Round) -> str:
        """Return the title of a round, empty if it needs none."""
        return gettext("Round {number}", number=round.number) if self.has_rounds else ""

    def round_begun(self, item: NewsItem, round: Round) -> str:
        """Return the news that a round has started, empty if that isn't news."""
        if not self.has_rounds:
            return ""
        if round.ends_at is None:
            return gettext("Round {number} has started.", number=round.number)
        return gettext(
            "Round {number} has started and ends {when}.",
            number=round.number,
            when=item.markup.relative(round.ends_at),
        )

    def round_over(self, item: NewsItem, round: Round) -> str:
        """Return the news that a round is over, empty if that isn't news."""
        return gettext("Round {number} is over.", number=round.number) if self.has_rounds else ""

    def question_words(self, item: NewsItem) -> str:
        """Return the question to entrants who have to confirm."""
        return gettext(
            "{names}: are you still in? Click {button} within two days.",
            names=mentions_words(item),
            button=item.markup.button(gettext("Still in?")),
        )

    def division_words(self, number: int) -> str:
        """Return the name of one of several tables."""
        return gettext("group {number}", number=number)

    def columns(self, table: Table, rounds: Sequence[Round]) -> tuple[str, ...]:
        """Return the headings of the columns of results."""
        return tuple(str(number) for number in range(1, len(table.columns) + 1))

    def marks(self, row: Row, column: int) -> tuple[Mark, ...]:
        """Return the marks of one cell.

        :param column: counted from 0.
        """
        return tuple(mark_of(each) for each in row.cells[column])

    def cell_note(self, row: Row, column: int, places: Mapping[int, int]) -> str:
        """Return the small print of one cell.

        :param places: each entrant's row in the table, counted from 1.
        """
        return ""

    def movers(self, standings: Standings) -> Mapping[int, Direction]:
        """Return the entrants who are about to change divisions, with their directions."""
        return {}


def mentions_words(item: NewsItem) -> str:
    """ "@Ada and @Ben"."""
    return listed([item.markup.mention(entrant.user_id, entrant.name) for entrant in item.entrants])
