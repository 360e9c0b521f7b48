"""The interface of a game: its positions, the input of moves, and the endings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from language.lists import Listed, all_of, row_of
from language.texts import Text, lazy_gettext
from rules.refusal import Refusal, quoted
from rules.teaching import Lesson, Remark

Move = tuple[str, ...]
"""One legal decision of the seat to move, as its steps: `("f5", "j7")`."""


class LazyMoves(Sequence[Move]):
    """Legal moves in order, created when they are used, because random play needs only one."""

    __slots__ = ()

    @abstractmethod
    def at(self, index: int) -> Move:
        """Return the move of an index from 0, which exists."""

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self.at(range(len(self))[index])


View = tuple[str, ...]
"""The contents of each place of the board, in a fixed order, and anything else that counts."""

Options = Mapping[str, int]
"""The complete options of a match: `{"size": 6}`."""

Setup = Mapping[str, Any]
"""Everything a match starts from, as JSON values: the options and the deal."""

P = TypeVar("P", bound="Position")
"""The positions of one game."""


@dataclass(frozen=True, slots=True)
class Outcome(ABC):
    """How a match ended.

    It contains no sentence, so that it can be stored. Each game's subclass has the words. `scores`
    has one number per seat in games that count (points, tops), else None.
    """

    winners: tuple[int, ...]
    """The winning seats from 1, in order. None in a draw."""
    reason: str
    """The code of the reason."""
    scores: tuple[int, ...] | None = None
    values: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)
    """Values for the text, as JSON: `{"cell": "f14"}`."""

    @property
    @abstractmethod
    def text(self) -> Text:
        """Return sentences that explain the result, shown after the winners or a draw."""

    @property
    def words(self) -> str:
        """The text in the current language."""
        return str(self.text)


class Position(ABC):
    """An immutable value with the seat to move and the legal moves. One subclass per game.

    Seats are numbered from 1, and seat 1 moves first. A subclass has `slots`, compares by value and
    has its game.
    """

    __slots__ = ()

    @property
    def seats(self) -> int:
        """The number of seats, including those that have left."""
        return 2

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points so far, seat 1 first, in games that count, as in `Outcome`."""
        return None

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat to move, or None when the match is over."""

    @property
    def follower(self) -> int | None:
        """The seat whose turn comes after the present one, in games for more than two.

        None if it isn't known.
        """
        return None

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, None while the match is running."""

    @property
    def is_mid_turn(self) -> bool:
        """Whether the seat to move has already moved in this turn."""
        return False

    def may_be_taken_back(self, move: Move) -> bool:
        """Whether this move can be undone while the turn continues.

        A move that reveals something hidden can't. A game may add further moves.
        """
        return self.seen_by(None).play(move) == self.play(move).seen_by(None)

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return all legal moves, sorted and unique. Empty exactly when the match is over."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """Return the position after a move out of `moves()`, which is not checked again."""

    @abstractmethod
    def explain(self, move: Move) -> Refusal:
        """Return the refusal of steps outside `moves()`, which can be any strings."""

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        """Return effects of a move out of `moves()` that a beginner might miss."""
        return ()

    def describe(self, moves: Sequence[Move], name: str) -> Listed:
        """Describe the moves of one turn for everyone: "Ada cut off 8 stones."

        A game without words of its own returns the notation.

        :param moves: legal moves in sequence from here, by the seat to move.
        :param name: the player's name.
        """
        texts: list[str] = []
        position = self
        for move in moves:
            texts.append(position.text(move))
            position = position.play(move)
        return lazy_gettext("{name} played {moves}.", name=name, moves=all_of(texts))

    def text(self, move: Move) -> str:
        """Return the canonical notation of a move out of `moves()`: `f5-h5-j7(:b8 c8)`."""
        return "-".join(move)

    def gloss(self, move: Move) -> Text | None:
        """Return what the notation of a legal move doesn't make plain: "triangle of 6"."""
        return None

    def action(self, move: Move) -> Text | None:
        """Return what a legal move does, if its notation is long: "Stretch the line towards e9"."""
        return None

    @property
    @abstractmethod
    def input(self) -> MoveInput[Any]:
        """How its moves are typed, and chosen step by step."""

    def views(self) -> Iterable[View]:
        """Yield the position under every symmetry of the board and sides, the mover's side first.

        Two positions are alike if a view of the first is a view of the second. Their history, the
        points so far and the rounds left don't count. A game without symmetries has one view.
        """
        yield (self.encode(),)

    @abstractmethod
    def encode(self) -> str:
        """Return the position as one line of text for `Game.decode`."""

    def without(self, seat: int) -> Self:
        """Return the position after a seat has left and the others play on.

        This is for games of more than two seats. Of two, the other has won.

        :raises ValueError: if no one could play on.
        """
        raise ValueError("nobody could play on")

    def seen_by(self, seat: int | None) -> Self:
        """Return the position as seen by a seat, or by a spectator (None)."""
        return self


class MoveInput(ABC, Generic[P]):
    """How the moves of a position are typed, and chosen step by step. One subclass per game.

    The steps chosen so far are a `prefix` of a move.
    """

    lettered: ClassVar[str] = "column"
    """The meaning of a cell's letter."""

    is_flat: ClassVar[bool] = False
    """Whether the board is much wider than high, which leaves room for more choices below it."""

    def __init__(self, position: P) -> None:
        self.position = position

    @property
    def cell_rows(self) -> tuple[tuple[str, ...], ...]:
        """The names of the cells in rows, top row first.

        Empty unless the board is a rectangle and moves name cells.
        """
        return ()

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Return the steps that a typed text names, legal or not, in any form of the rules page.

        `text` is trimmed, not empty, and has single blanks. Letter case and the separator of cells
        (`-`, blanks or commas) make no difference. Any other text is one step. Extra and wrong
        information (a false capture list) is an extra step. `Position.explain` accepts both.
        """

    def spellings(self, move: Move) -> tuple[Move, ...]:
        """Return all steps that name a legal move with parts omitted, the move itself first."""
        return (move,)

    def beginning(self, prefix: Move) -> str:
        """Return the notation of the first steps of a legal move, or of all: `f5`."""
        return "-".join(prefix)

    def label(self, prefix: Move, step: str) -> str:
        """Return the name of a choice after these steps, for a list."""
        return step

    def piece(self, prefix: Move, step: str) -> str | None:
        """Return what a choice after these steps takes, if its look matters: a tile's kind."""
        return None

    def continuation(self, prefix: Move, reached: Move) -> str:
        """Return the name of several steps at once, after these steps.

        :param reached: all steps, including `prefix`.
        """
        text = self.beginning(reached)
        return text.removeprefix(self.beginning(prefix)).lstrip("-: ") if prefix else text

    def choice_rows(self, prefix: Move) -> tuple[tuple[Move, ...], ...]:
        """Return the choices after these steps in rows, if the game arranges them.

        Each choice is the beginning of a move, one or several steps longer.
        """
        return ()

    def suggested(self, prefix: Move) -> tuple[Move, ...]:
        """Return a few good moves that start with these steps, best first.

        Empty except in games with many choices.
        """
        return ()

    def gain(self, move: Move) -> str:
        """Return what a suggested move gains as a number, which `gain_words` explains."""
        return ""

    def gain_words(self) -> str:
        """Return what the labels of suggested moves mean."""
        return ""

    def turned(self, prefix: Move) -> Move | None:
        """Return the move that turns a piece in place, in games with oriented pieces.

        :param prefix: the steps that place it, or a whole move to be turned further.
        """
        return None

    @abstractmethod
    def to_decide(self, prefix: Move) -> Text:
        """Return the next decision after these steps of a move: "Choose the outer cell".

        It doesn't name the steps, because all readers see them before it.
        """

    def prompt(self, prefix: Move) -> str:
        """Return the next decision in the current language."""
        return str(self.to_decide(prefix))

    def is_harmless(self, move: Move) -> bool:
        """Whether a legal move can serve as an example, because it doesn't lose at once.

        A game may add other conditions.
        """
        outcome = self.position.play(move).outcome
        return outcome is None or not outcome.winners or self.position.to_move in outcome.winners


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game."""

    key: str
    """The key in `Options`: "size"."""
    words: str
    """The meaning of its value: "cells on a side"."""
    values: tuple[int, ...]
    default: int
    """The default, one of the values."""
    title: str = ""
    """The game's name with another value, if its words don't suit: "{game} for three"."""
    reason: str = ""
    """Why to choose another value than the default."""
    names: tuple[tuple[str, str], ...] = ()
    """What each value is called if it is no number: as typed, and as displayed."""

    def typed(self, value: int) -> str:
        """Return a value as it is typed and recorded: "5" or "all"."""
        return self.names[self.values.index(value)][0] if self.names else str(value)

    def shown(self, value: int) -> Text | str:
        """Return a value as it is displayed: "5" or "all patterns"."""
        if not self.names:
            return str(value)
        return lazy_gettext(self.names[self.values.index(value)][1])

    def value_of(self, name: str) -> int | None:
        """Return the value with this name, in any letter case, or None."""
        names = [typed for typed, _ in self.names]
        name = name.casefold()
        return self.values[names.index(name)] if name in names else None


class Game(ABC):
    """The rules of a game: its name, its options, and its first position."""

    key: ClassVar[str]
    """The key in storage and code: "skirt"."""
    name: ClassVar[str]
    """The displayed name: "Skirt"."""
    icon: ClassVar[str]
    """An emoji that identifies it in lists."""
    is_first: ClassVar[bool] = False
    """Whether it is the recommended first game."""
    summary: ClassVar[str]
    """One sentence for readers who have never heard of the game."""
    opening: ClassVar[str]
    """The game in a paragraph, for the first minute: the goal, a turn and the catch."""
    how_to_play: ClassVar[str]
    """The rules in a few lines of Markdown."""
    length: ClassVar[str] = ""
    """The usual length of a match, counting all seats: "about 30 turns"."""
    difficulty: ClassVar[str] = ""
    """How hard the rules are to learn: "easy to learn"."""
    similar_to: ClassVar[str] = ""
    """A similar game or kind, after "if you like …": "Hex"."""
    glimpse: ClassVar[str] = ""
    """A typical position from `Position.encode`. Empty for the first one."""
    options: ClassVar[tuple[Option, ...]] = ()
    ending: ClassVar[type[Outcome]]
    """The class of its outcomes, which restores stored results."""
    has_draws: ClassVar[bool] = True
    """Whether a match can be drawn, so that players may agree on it."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """The lessons in learning order."""

    def option_named(self, key: str) -> Option | None:
        """Return the option with this key, in any letter case."""
        return next((each for each in self.options if each.key == key.casefold()), None)

    @abstractmethod
    def seat_names(self, options: Options) -> tuple[str, ...]:
        """Return the name of each seat, seat 1 first: `("White", "Black")`."""

    @abstractmethod
    def start(self, setup: Setup) -> Position:
        """Return the first position of a set-up.

        :param setup: from `deal`, or from `choose` if the game deals nothing. It is trusted,
            because outside data goes through `rules.record`.
        """

    @abstractmethod
    def decode(self, text: str) -> Position:
        """Return the position of a text from `Position.encode`.

        :raises ValueError: if the text is not one.
        """

    def deal(self, options: Options, random: Random) -> dict[str, Any]:
        """Return a set-up with these options, shuffled by `random`.

        :param options: complete, from `choose`.
        """
        return dict(options)

    def choose(self, chosen: Mapping[str, int | None], *, seats: int = 0) -> dict[str, int]:
        """Return the complete options: the chosen ones, and defaults for the rest.

        :param seats: if possible, one of the rest is changed to seat at least this many players.
        :raises Refusal: `option` if the game has no such option or value.
        """
        complete = self._completed(chosen)
        alternatives = (
            {**complete, option.key: value}
            for option in self.options
            if chosen.get(option.key) is None
            for value in option.values
        )
        ways = (way for way in (complete, *alternatives) if len(self.seat_names(way)) >= seats)
        return next(ways, complete)

    def _completed(self, chosen: Mapping[str, int | None]) -> dict[str, int]:
        options = {option.key: option for option in self.options}
        for key in chosen:
            if key not in options and chosen[key] is not None:
                raise Refusal(
                    "option",
                    lazy_gettext(
                        "{game} has no option “{option}”.", game=self.name, option=quoted(key)
                    ),
                )
        complete: dict[str, int] = {}
        for key, option in options.items():
            value = chosen.get(key)
            if value is None:
                value = option.default
            if value not in option.values:
                allowed = row_of([option.typed(each) for each in option.values])
                raise Refusal(
                    "option",
                    lazy_gettext(
                        "{game}: {option} can be {values}.",
                        game=self.name,
                        option=lazy_gettext(option.words),
                        values=allowed,
                    ),
                )
            complete[key] = value
        return complete
