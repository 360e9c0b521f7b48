"""What a game must say of itself: the position, its moves, and how it ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Protocol, Self

from rules.language import Text, lazy_gettext
from rules.lesson import Lesson
from rules.listing import Listed, all_of, row_of
from rules.refusal import Refusal, shown
from rules.remark import Remark

Move = tuple[str, ...]
"""One legal decision of the seat to move, as its steps: `("f5", "j7")`."""

Options = Mapping[str, int]
"""The chosen options of a match, complete: `{"size": 6}`."""

Setup = Mapping[str, Any]
"""Everything a match starts from, plain JSON values: the options, and what was dealt."""


@dataclass(frozen=True, slots=True)
class Outcome(ABC):
    """How a match ended: winning seats (empty for a draw), a code, the scores, and what else the
    words need. It says no sentence by itself, so that it can be stored: a game's subclass has them.

    `scores` has one number a seat in the games that count (points, tops), else None.
    """

    winners: tuple[int, ...]
    """Seats from 1, in their order."""
    reason: str
    """The code."""
    scores: tuple[int, ...] | None = None
    values: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)
    """What the text needs besides, as plain JSON values: `{"cell": "f14"}`."""

    @property
    @abstractmethod
    def text(self) -> Text:
        """Sentences that say why; they follow on who has won, or that it is a draw."""

    @property
    def words(self) -> str:
        """The text in the language of what is being written."""
        return str(self.text)


class Asked(Protocol):
    """What the words of a refusal ask of the position that they are about, whatever the game.

    A game's `refusals` module adds what else it asks. So it needs no position class, whose module
    needs it.
    """

    @property
    def to_move(self) -> int | None: ...
    def moves(self) -> Sequence[Move]: ...
    def text(self, move: Move) -> str: ...
    def is_harmless(self, move: Move) -> bool: ...
    def to_decide(self, prefix: Move) -> Text: ...


class Position(ABC):
    """An immutable value: who moves, what is legal, what follows. One subclass a game.

    Seats are numbered from 1; seat 1 moves first. A subclass has `slots`, compares by value and
    knows the game it belongs to.
    """

    __slots__ = ()

    lettered: ClassVar[str] = "column"
    """What the letter of a cell names."""

    @property
    def seats(self) -> int:
        """How many seats the match has, those included that have left."""
        return 2

    @property
    def cell_rows(self) -> tuple[tuple[str, ...], ...]:
        """The names of the cells as they lie, the top row first, where the board is a rectangle and
        each move names cells of it; else none."""
        return ()

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points so far, seat 1 first, in the games that win by them; as in `Outcome`."""
        return None

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that decides now, None when the match is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it goes on."""

    @property
    def is_mid_turn(self) -> bool:
        """Whether the seat to move has already moved in this turn and now moves again."""
        return False

    def may_be_taken_back(self, move: Move) -> bool:
        """Whether who made this move may undo it while the turn goes on, if it does.

        A move that reveals what nobody knew stands. A game may say so of further moves.
        """
        return self.seen_by(None).play(move) == self.play(move).seen_by(None)

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """All legal moves, sorted, without duplicates; empty exactly when the match is over."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a move out of `moves()`. It is not checked again here."""

    def is_harmless(self, move: Move) -> bool:
        """Whether a move out of `moves()` may be shown as an example: it doesn't lose at once. A
        game adds what else costs the mover something."""
        outcome = self.play(move).outcome
        return outcome is None or not outcome.winners or self.to_move in outcome.winners

    @abstractmethod
    def explain(self, move: Move) -> Refusal:
        """Why steps that are not in `moves()` are refused. Any tuple of strings may be asked."""

    def remarks(self, move: Move) -> tuple[Remark, ...]:
        """What a move out of `moves()` brings about that somebody new to the game might not see."""
        return ()

    def describe(self, moves: Sequence[Move], name: str) -> Listed:
        """What the moves of one turn did, for everyone who looks on: "Ada cut off 8 stones."

        A game without words of its own gives the notation.

        :param moves: legal ones, made from here one after the other by the seat to move.
        :param name: of who made them.
        """
        texts: list[str] = []
        position = self
        for move in moves:
            texts.append(position.text(move))
            position = position.play(move)
        return lazy_gettext("{name} played {moves}.", name=name, moves=all_of(texts))

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The steps that a typed text names, legal or not, in any form the rules document names.

        `text` comes trimmed and not empty, and single blanks are all the white space in it. Letter
        case, and `-`, blanks or commas between cells, make no difference. A text that is no
        notation of this game is one step, itself; where a text says more than a move's steps do,
        and wrongly (a false capture list), that is a step more. `explain` knows both.
        """

    def text(self, move: Move) -> str:
        """The canonical notation of a move out of `moves()`: `f5-h5-j7(:b8 c8)`."""
        return "-".join(move)

    def spellings(self, move: Move) -> tuple[Move, ...]:
        """All steps, the move itself first, that name a legal move where a text leaves some out."""
        return (move,)

    def beginning(self, prefix: Move) -> str:
        """How the first steps of a legal move, or all of them, are written: `f5`."""
        return "-".join(prefix)

    def label(self, prefix: Move, step: str) -> str:
        """What a choice is called after these steps, for somebody who picks it from a list."""
        return step

    def continuation(self, prefix: Move, reached: Move) -> str:
        """What several steps at once are called after these steps.

        :param reached: all steps, `prefix` included.
        """
        text = self.beginning(reached)
        return text.removeprefix(self.beginning(prefix)).lstrip("-: ") if prefix else text

    def choice_rows(self, prefix: Move) -> tuple[tuple[Move, ...], ...]:
        """The choices after these steps, in rows of those that belong together, if the game
        arranges them; each is the beginning of a move, one or several steps further."""
        return ()

    def suggested(self, prefix: Move) -> tuple[Move, ...]:
        """A few moves that begin with these steps and look good, the best first, if the game
        suggests any where choices are many."""
        return ()

    @abstractmethod
    def to_decide(self, prefix: Move) -> Text:
        """What is to be decided next, after these steps of a move: "Choose the outer cell"."""

    def prompt(self, prefix: Move) -> str:
        """The same in the language of what is being written."""
        return str(self.to_decide(prefix))

    @abstractmethod
    def encode(self) -> str:
        """The position as one line of text, enough to play on; `Game.decode` reads it."""

    def without(self, seat: int) -> Self:
        """The position in which a seat has left the match and the others play on.

        Only games for more than two have it; of two, the one who stays has won.

        :raises ValueError: where nobody could play on.
        """
        raise ValueError("nobody could play on")

    def played_on(self) -> Self:
        """The position from which a match went on, if a rule ends it here that is younger than
        some matches; else the position itself."""
        return self

    def seen_by(self, seat: int | None) -> Self:
        """What that seat may know; None is a spectator. The same position where all is open."""
        return self


@dataclass(frozen=True, slots=True)
class Option:
    """One choice that a game offers before it starts."""

    key: str
    """By which `Options` have it: "size"."""
    words: str
    """What it counts, for people: "cells on a side"."""
    values: tuple[int, ...]
    default: int
    """One of the values, the one of whoever chooses nothing."""


class Game(ABC):
    """A set of rules: its name, its options, and the position it starts from."""

    key: ClassVar[str]
    """What it is stored by and called in code: "skirt"."""
    name: ClassVar[str]
    """What people call it: "Skirt"."""
    icon: ClassVar[str]
    """An emoji that tells it from the others in lists."""
    is_first: ClassVar[bool] = False
    """Whether newcomers are advised to start with it."""
    summary: ClassVar[str]
    """One sentence for somebody who has never heard of it."""
    how_to_play: ClassVar[str]
    """The rules in a few lines of Markdown, for somebody about to play."""
    length: ClassVar[str] = ""
    """How long a match usually is, of all seats together: "about 30 turns"."""
    difficulty: ClassVar[str] = ""
    """How hard the rules are at first: "easy to learn"."""
    akin: ClassVar[str] = ""
    """What people may like who will like it, after "if you like …": "Hex"."""
    glimpse: ClassVar[str] = ""
    """A position that shows what the game is like, as `Position.encode` wrote it; where it is
    empty, the first one will do."""
    options: ClassVar[tuple[Option, ...]] = ()
    ending: ClassVar[type[Outcome]]
    """What its positions give as the outcome, and what makes one of a stored result again."""
    has_draws: ClassVar[bool] = True
    """Whether a match can be drawn, so that players may agree on it; else somebody always wins."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """In the order in which somebody new learns the game; from its `lessons.py`."""

    @abstractmethod
    def seat_names(self, options: Options) -> tuple[str, ...]:
        """What each seat is called, seat 1 first: `("White", "Black")`. Its length is the seats."""

    @abstractmethod
    def start(self, setup: Setup) -> Position:
        """The position that a set-up begins with.

        :param setup: as `deal` gives it; where nothing is dealt, what `choose` gives will do. It is
            trusted: what comes from outside is read by `rules.record`.
        """

    @abstractmethod
    def decode(self, text: str) -> Position:
        """The position that `Position.encode` wrote.

        :raises ValueError: where the text is not one.
        """

    def deal(self, options: Options, random: Random) -> dict[str, Any]:
        """A set-up for these options, with whatever the game shuffles drawn from `random`.

        :param options: complete, as `choose` gives them.
        """
        return dict(options)

    def choose(self, chosen: Mapping[str, int | None]) -> dict[str, int]:
        """The complete options: what was chosen, the defaults for the rest.

        :raises Refusal: `option` where the game has no such option or value.
        """
        known = {option.key: option for option in self.options}
        for key in chosen:
            if key not in known and chosen[key] is not None:
                raise Refusal(
                    "option",
                    lazy_gettext(
                        "{game} has no option “{option}”.", game=self.name, option=shown(key)
                    ),
                )
        complete: dict[str, int] = {}
        for key, option in known.items():
            value = chosen.get(key)
            if value is None:
                value = option.default
            if value not in option.values:
                allowed = row_of([str(each) for each in option.values])
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
