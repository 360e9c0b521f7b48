"""A scene: a position, the last turn, and the present choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic

from rules.language import gettext
from rules.listing import all_of
from rules.position import Game, Move
from rules.replay import P_co, Played


@dataclass(frozen=True, slots=True)
class Ended:
    """An end of a match that isn't by the rules."""

    winners: tuple[int, ...]
    is_aborted: bool = False


@dataclass(frozen=True, slots=True)
class Scene(Generic[P_co]):
    """The input of a match's picture, text board and alt text.

    Its parameter is the game's class of positions.
    """

    game: Game
    position: P_co
    """The position as its viewer may see it, without a half-entered move."""
    last: tuple[Played[P_co], ...] = ()
    """The moves of the last turn, oldest first, for marks and captured stones."""
    prefix: Move = ()
    """The steps chosen so far of a half-entered move."""
    choices: tuple[str, ...] = ()
    """The possible next steps, marked on the board."""
    options: Mapping[str, int] = field(default_factory=dict[str, int])
    """The options of the match, if they are not the defaults."""
    ended: Ended | None = None
    """How the match ended if not by the rules, such as by resignation."""
    has_heading: bool = True
    """Whether there is a heading above the board."""
    is_small: bool = False
    """Whether the picture is drawn for a phone, with fewer and larger things."""
    marked: tuple[str, ...] = ()
    """Places mentioned in the words."""

    def name_of(self, seat: int) -> str:
        """Return the game's name of a seat, in the current language: "White"."""
        return gettext(self.game.seat_names(self.game.choose(self.options))[seat - 1])

    @property
    def status(self) -> str:
        """Return the seat to move or the result: "White to move", "O wins"."""
        winners = self.winners
        if winners is None:
            assert self.position.to_move is not None
            return gettext("{seat} to move", seat=self.name_of(self.position.to_move))
        if not winners:
            is_aborted = self.ended is not None and self.ended.is_aborted
            return gettext("Aborted") if is_aborted else gettext("Draw")
        names = all_of([self.name_of(seat) for seat in winners])
        if len(winners) > 1:
            return gettext("{seats} win", seats=names)
        return gettext("{seat} wins", seat=names)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Return the winning seats, none in a draw, or None while the match is running."""
        if self.position.outcome is not None:
            return self.position.outcome.winners
        return None if self.ended is None else self.ended.winners

    @property
    def leader(self) -> int | None:
        """The seat in the heading: the winner, or the one to move."""
        winners = self.winners
        return self.position.to_move if winners is None else next(iter(winners), None)

    @property
    def news(self) -> str:
        """Return the half-entered move or the last turn: "White a3-c5"."""
        if self.prefix:
            if self.choices:
                return f"{self.position.beginning(self.prefix)}-…"
            return self.position.text(self.prefix)
        if not self.last:
            return ""
        return f"{self.name_of(self.last[-1].seat)} {self.last_text}"

    @property
    def last_text(self) -> str:
        """The moves of the last turn in their notation."""
        return ", ".join(played.text for played in self.last)
