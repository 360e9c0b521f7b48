"""The texts and figures of event formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from club.events.formats.league import Direction
from club.events.standings.table import Row, Standings, Table
from language.lists import listed
from language.texts import Text, gettext
from presentation.events.outcomes import mark_of
from presentation.markup import Markup
from rendering.figures.crosstable import Mark
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Round


@dataclass(frozen=True, slots=True)
class NewsItem:
    """An item of news with everything needed for its sentence."""

    event: Event
    entrants: tuple[Entrant, ...]
    """The entrants it is about, in stored order."""
    round: Round | None
    places: tuple[int, ...]
    """The new places on a ladder."""
    markup: Markup


class FormatWords(ABC):
    """The texts and the figure of a format, with defaults shared by most."""

    name: ClassVar[Text]
    summary: ClassVar[Text]
    """A summary for a list of choices."""
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

    def round_title(self, round: Round) -> str:
        """Return the title of a round, empty if it needs none."""
        return ""

    def round_begun(self, item: NewsItem, round: Round) -> str:
        """Return the news that a round has started, empty if that isn't news."""
        return ""

    def round_over(self, round: Round) -> str:
        """Return the news that a round is over, empty if that isn't news."""
        return ""

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
    return listed([item.markup.mention(each.user_id, each.name) for each in item.entrants])
