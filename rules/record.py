"""A match as text for people and programs (docs/records.md).

    Game: Skirt
    Options: size 4
    White: Ada
    Black: Ben
    Result: Ada (White) wins. White connects two opposite sides.

    1. White: e1
    2. Black: a3-b4

`write` returns the text of a `Record`. `read` accepts any text and returns a record with legal
moves, or raises a `Refusal` that names the line. `records_in` divides a text of several records.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from language.texts import Text, lazy_gettext
from language.typed import folded, name_in, normalised
from rules.notation import read as read_move
from rules.position import Game, Options, Position, Setup
from rules.refusal import Refusal, quoted
from rules.registry import game_named
from rules.replay import Played, leave, replay

MAX_SIZE = 256 * 1024
"""Maximum size of a text that is read, in bytes or characters.

The longest match of any game fits: at most 3,100 moves (Scalus: 31 captures, each 100 turns after
the last), about 40 characters per line of a turn.
"""

MAX_LIST_SIZE = 4 * 1024 * 1024
"""Maximum size of a text of several records, likewise."""

MAX_VALUE_LENGTH = 500
"""Maximum length of a header line's value, except for a deal."""

MAX_OPTION_DIGITS = 9
"""Maximum number of digits read from an option's value, more than any game needs."""

MAX_FACTS = 40
"""Maximum number of header lines without meaning for programs."""

SECRET = "told when the match is over"
"""The placeholder for the deal of a running match."""

GAME, OPTIONS, DEAL, RESULT = "Game", "Options", "Deal", "Result"

_BETWEEN_MOVES = ";"
_HEADER = re.compile(r"([^\W\d_][^:：]{0,39})[:：]\s*(.*)")
_TURN = re.compile(r"([0-9]{1,6})\.\s*(.*)")
_LEAVING = re.compile(r"([0-9]{1,3})\s+(resigns|times\s+out)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Turn:
    """Consecutive moves of one seat, in the notation of the game."""

    seat: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match, or a running one so far."""

    game: Game
    setup: Setup
    """The options and the deal, or the options alone while the deal is secret."""
    players: tuple[str, ...]
    """A name for each seat, seat 1 first."""
    turns: tuple[Turn, ...]
    facts: tuple[tuple[str, str], ...] = ()
    """Further facts with their names: `("Begun", "2026-08-01")`."""
    result: str | None = None
    """The result in words, None while the match is running."""

    @property
    def options(self) -> dict[str, int]:
        """The complete options of the game."""
        return {
            option.key: self.setup.get(option.key, option.default) for option in self.game.options
        }

    @property
    def dealt(self) -> dict[str, Any]:
        """The set-up without the options."""
        return {key: self.setup[key] for key in self.setup if key not in self.options}

    @property
    def texts(self) -> tuple[str, ...]:
        """All moves, in order."""
        return tuple(text for turn in self.turns for text in turn.texts)

    def played(self) -> tuple[Played, ...]:
        """The replayed moves of a record with a public deal."""
        return tuple(replay(self.game, self.setup, self.texts))


def in_turns(played: Iterable[Played]) -> list[list[Played]]:
    """Group the moves of a match into turns, the last of which may be unfinished.

    A seat that leaves has a turn of its own, which divides another seat's turn in two.
    """
    turns: list[list[Played]] = []
    for each in played:
        goes_on = each.left is None and each.before.is_mid_turn
        if goes_on and turns and turns[-1][-1].left is None:
            turns[-1].append(each)
        else:
            turns.append([each])
    return turns


def turns_of(played: Iterable[Played]) -> tuple[Turn, ...]:
    """Return the turns as in a record."""
    return tuple(Turn(turn[0].seat, tuple(move.text for move in turn)) for turn in in_turns(played))


def options_text(game: Game, options: Options) -> str:
    """Return options as text: "size 5, players 3". Those at 0 are left out."""
    return ", ".join(
        f"{option.key} {option.typed(options[option.key])}"
        for option in game.options
        if options.get(option.key)
    )


def option_value(game: Game, key: str, typed: str) -> int | None:
    """Return the value of an option that is typed like this, or None if it can't be read.

    The game checks whether it has the option and the value.
    """
    option = game.option_named(key)
    if option is not None and option.names:
        return option.value_of(typed)
    is_number = typed.isascii() and typed.isdigit()
    return int(typed[:MAX_OPTION_DIGITS]) if is_number else None


def write(record: Record) -> str:
    """Return the text of a record: a header, an empty line, a numbered line for each turn."""
    seats = record.game.seat_names(record.options)
    lines = [f"{GAME}: {record.game.name}"]
    if options := options_text(record.game, record.options):
        lines.append(f"{OPTIONS}: {options}")
    named = dict(zip(seats, record.players, strict=True))
    lines.extend(f"{key}: {_inline(value)}" for key, value in (*named.items(), *record.facts))
    if record.result is not None:
        lines.append(f"{RESULT}: {_inline(record.result)}")
    if record.dealt:
        lines.append(f"{DEAL}: {json.dumps(record.dealt)}")
    elif _sample_deal(record.game, record.options):
        lines.append(f"{DEAL}: {SECRET}")
    lines.append("")
    for number, turn in enumerate(record.turns, start=1):
        moves = f"{_BETWEEN_MOVES} ".join(turn.texts)
        lines.append(f"{number}. {seats[turn.seat - 1]}: {moves}")
    return "\n".join(lines) + "\n"


def decoded(data: bytes) -> str:
    """Return the text of a file.

    :raises Refusal: `too_long`, `not_a_text`.
    """
    if len(data) > MAX_LIST_SIZE:
        raise too_long()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            "not_a_text",
            lazy_gettext("This file isn't text in UTF-8, so it can't be a record of a match."),
        ) from None


def read(text: str) -> Record:
    """Return the record of a text.

    Line ends, blank lines, trailing blanks, the letter case of keys and the division into turns
    make no difference.

    :raises Refusal: `too_long`, `not_a_record`, `game`, `option`, `deal`, `secret_deal`, or the
        code of a refused move. The words start with the line, if there is one.
    """
    if len(text.lstrip("\n")) > MAX_SIZE:
        raise too_long()
    header: dict[str, _TextLine] = {}
    turns: list[_TextLine] = []
    for number, line in enumerate(_lines_of(text), start=1):
        line = line.strip()
        if line:
            _classify(_TextLine(number, line, line), header, turns)
    game, options = _game_and_options(header)
    setup = {**options, **_deal(game, options, header.pop(DEAL.casefold(), None))}
    try:
        start = game.start(setup)
    except (ValueError, TypeError, KeyError):
        words = lazy_gettext("This file has a set-up that can't occur in {game}.", game=game.name)
        raise Refusal("deal", words) from None
    result = header.pop(RESULT.casefold(), None)
    seats = game.seat_names(options)
    players = [header.pop(name.casefold(), _TextLine(0, name, "")).value or "?" for name in seats]
    if len(header) > MAX_FACTS:
        words = lazy_gettext("The header has more than {count} other lines.", count=MAX_FACTS)
        raise Refusal("not_a_record", words)
    return Record(
        game,
        setup,
        tuple(players),
        turns_of(_all_played(start, seats, turns)),
        tuple((line.key, line.value) for line in header.values() if line.value),
        result.value if result is not None and result.value else None,
    )


def records_in(text: str) -> tuple[str, ...]:
    """Return the texts of the records in a text, each of which begins with its game.

    Blank lines replace those before a record, so that refusals name the lines of the whole text.
    """
    lines = _lines_of(text)
    starts = [number for number, line in enumerate(lines) if _key(line) == GAME.casefold()]
    # Whatever precedes the first game belongs to it.
    starts[:1] = [0]
    ends = [*starts[1:], len(lines)]
    return tuple(
        "\n" * start + "\n".join(lines[start:end]) for start, end in zip(starts, ends, strict=True)
    )


def heading(text: str) -> tuple[Game, tuple[str, ...]]:
    """Return the game and the players of a record, whose moves aren't read.

    :raises Refusal: `not_a_record`, `game`, `option`.
    """
    header = {
        _key(line): _TextLine(0, entry[1], entry[2])
        for line in _lines_of(text)
        if (entry := _HEADER.fullmatch(line.strip())) is not None
    }
    game, options = _game_and_options(header)
    seats = game.seat_names(options)
    return game, tuple(
        _inline(header[seat.casefold()].value) if seat.casefold() in header else "?"
        for seat in seats
    )


def too_long() -> Refusal:
    """Return the refusal of a text that is longer than any match, or than any list."""
    return Refusal(
        "too_long",
        lazy_gettext(
            "That is too long: a record of a match has at most {size} KB, and a file of several "
            "{whole} KB.",
            size=MAX_SIZE // 1024,
            whole=MAX_LIST_SIZE // 1024,
        ),
    )


def _lines_of(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def _key(line: str) -> str:
    """Return the casefolded key of a header line, empty for any other line."""
    entry = _HEADER.fullmatch(line.strip())
    return "" if entry is None else " ".join(folded(entry[1]).split())


@dataclass(frozen=True, slots=True)
class _TextLine:
    """A header line, or a turn (with its number as the key), and its line number."""

    number: int
    key: str
    value: str

    def wrong(self, code: str, words: str | Text) -> Refusal:
        """Return the refusal for an error in it."""
        return Refusal(code, lazy_gettext("Line {number}: {why}", number=self.number, why=words))


def _classify(line: _TextLine, header: dict[str, _TextLine], turns: list[_TextLine]) -> None:
    """Sort a line into the turns or the header."""
    turn, entry = _TURN.fullmatch(normalised(line.value)), _HEADER.fullmatch(line.value)
    if turn is not None:
        turns.append(_TextLine(line.number, turn[1], turn[2]))
        if int(turn[1]) != len(turns):
            words = lazy_gettext(
                "this says turn {said}, but turn {number} comes next.",
                said=turn[1],
                number=len(turns),
            )
            raise line.wrong("not_a_record", words)
        return
    if entry is None:
        words = lazy_gettext(
            "“{line}” is neither a turn, as in “3. a1-b2”, nor “Key: value”.",
            line=quoted(line.value),
        )
        raise line.wrong("not_a_record", words)
    if turns:
        raise line.wrong(
            "not_a_record", lazy_gettext("lines about the match come before its moves.")
        )
    key, value = " ".join(entry[1].split()), entry[2]
    if folded(key) in header:
        raise line.wrong("not_a_record", lazy_gettext("“{key}” appears twice.", key=quoted(key)))
    if folded(key) != DEAL.casefold():
        value = name_in(value)
        if len(value) > MAX_VALUE_LENGTH:
            words = lazy_gettext(
                "“{key}” has more than {count} characters.",
                key=quoted(key),
                count=MAX_VALUE_LENGTH,
            )
            raise line.wrong("not_a_record", words)
    header[folded(key)] = _TextLine(line.number, key, value)


def _game_and_options(header: dict[str, _TextLine]) -> tuple[Game, dict[str, int]]:
    """Take the game and its options out of the header."""
    named = header.pop(GAME.casefold(), None)
    if named is None:
        words = lazy_gettext(
            "This isn't a record of a match: there is no line “Game: …”. **Save as text** makes "
            "one."
        )
        raise Refusal("not_a_record", words)
    try:
        game = game_named(named.value)
    except Refusal as refusal:
        raise named.wrong(refusal.code, refusal.message) from None
    options_line = header.pop(OPTIONS.casefold(), _TextLine(0, OPTIONS, ""))
    try:
        return game, game.choose(dict(_options_in(game, options_line)))
    except Refusal as refusal:
        if options_line.number == 0:
            raise
        raise options_line.wrong(refusal.code, refusal.message) from None


def _options_in(game: Game, line: _TextLine) -> Iterator[tuple[str, int]]:
    for part in filter(None, map(str.strip, normalised(line.value).split(","))):
        key, _, typed = part.partition(" ")
        value = option_value(game, key, typed)
        if value is None:
            words = lazy_gettext(
                "“{option}” isn't an option; type it like “size 5”.", option=quoted(part)
            )
            raise Refusal("option", words)
        yield key.casefold(), value


def _sample_deal(game: Game, options: Options) -> dict[str, Any]:
    """Return a possible deal without the options, empty if the game doesn't shuffle."""
    dealt = game.deal(options, Random(0))
    return {key: value for key, value in dealt.items() if key not in options}


def _deal(game: Game, options: Options, line: _TextLine | None) -> Mapping[str, Any]:
    """Return the deal in a line, after checking that it is a permutation of a sample deal."""
    sample = _sample_deal(game, options)
    if not sample:
        if line is not None:
            raise line.wrong("deal", lazy_gettext("{game} has no random set-up.", game=game.name))
        return {}
    if line is None:
        words = lazy_gettext(
            "{game} can't be replayed without its set-up: there is no line “{key}: …”.",
            game=game.name,
            key=DEAL,
        )
        raise Refusal("deal", words)
    if folded(line.value) == SECRET:
        raise line.wrong(
            "secret_deal",
            lazy_gettext(
                "this record was made during the match, when the set-up was still secret. Save "
                "the match again after it ends."
            ),
        )
    try:
        dealt = json.loads(normalised(line.value))
    except (ValueError, RecursionError):
        raise line.wrong("deal", lazy_gettext("this set-up can't be read.")) from None
    differences: Counter[str] = Counter()
    if not _has_same_structure(sample, dealt, differences) or any(differences.values()):
        raise line.wrong("deal", lazy_gettext("this set-up can't occur in {game}.", game=game.name))
    return cast("dict[str, Any]", dealt)


def _has_same_structure(sample: object, value: object, differences: Counter[str]) -> bool:
    """Whether two JSON values have the same structure. Also count the differing contents."""
    if isinstance(sample, Mapping) and isinstance(value, Mapping):
        ours, theirs = cast("Mapping[str, object]", sample), cast("Mapping[str, object]", value)
        return ours.keys() == theirs.keys() and all(
            _has_same_structure(ours[key], theirs[key], differences) for key in ours
        )
    if isinstance(sample, list) and isinstance(value, list):
        one, other = cast("list[object]", sample), cast("list[object]", value)
        return len(one) == len(other) and all(
            _has_same_structure(*each, differences) for each in zip(one, other, strict=True)
        )
    if isinstance(sample, Mapping | list) or isinstance(value, Mapping | list):
        return False
    differences[json.dumps(sample)] += 1
    differences[json.dumps(value)] -= 1
    return True


def _all_played(
    position: Position, seats: Sequence[str], lines: Sequence[_TextLine]
) -> Iterator[Played]:
    """Return each move, checked with its seat.

    :raises Refusal: at the first illegal one.
    """
    names = {name.casefold(): name for name in seats}
    leavers: set[int] = set()
    for line in lines:
        seat_name, _, moves = line.value.partition(":")
        named = names.get(seat_name.strip().casefold())
        for text in map(str.strip, (moves if named else line.value).split(_BETWEEN_MOVES)):
            try:
                played = _played(position, text, len(seats), leavers)
            except Refusal as refusal:
                words = lazy_gettext(
                    "“{move}” can't be played. {why}",
                    move=quoted(text),
                    why=refusal.message,
                )
                raise line.wrong(refusal.code, words) from None
            mover = seats[played.seat - 1]
            if named not in (None, mover):
                words = lazy_gettext(
                    "this is a move by {seat}, but it's {mover}'s turn.",
                    seat=named,
                    mover=mover,
                )
                raise line.wrong("not_your_turn", words)
            yield played
            position = played.after


def _played(position: Position, text: str, seats: int, leavers: set[int]) -> Played:
    """Apply the text of a move, or of a seat that leaves, which is added to `leavers`.

    :raises Refusal: if it is impossible.
    """
    leaving = _LEAVING.fullmatch(text)
    if leaving is None:
        move = read_move(position, text)
        return Played(position, move, position.play(move))
    if position.to_move is None:
        raise Refusal("over", lazy_gettext("The match is already over at this point."))
    seat = int(leaving[1])
    if not 1 <= seat <= seats or seat in leavers:
        words = lazy_gettext("Seat {number} isn't playing at this point.", number=seat)
        raise Refusal("not_a_record", words)
    if seats - len(leavers) <= 2:
        words = lazy_gettext(
            "Only one seat would be left, which ends the match. Enter it as the result."
        )
        raise Refusal("not_a_record", words)
    leavers.add(seat)
    return leave(position, seat, "resigns" if leaving[2].casefold() == "resigns" else "times out")


def _inline(value: str) -> str:
    """Return a value for a header line."""
    value = " ".join(value.split())
    return value if len(value) <= MAX_VALUE_LENGTH else f"{value[: MAX_VALUE_LENGTH - 1]}…"
