"""The history of a match, from the database or a file: positions, moves in words, record."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from club.matches.match import CONDITIONAL, Match
from club.matches.reasons import ending_of
from language.lists import listed, row_of, sentences
from language.texts import SOURCE, gettext, ngettext, written_in
from presentation.markup import Markup
from presentation.matches.match import (
    ended_of,
    kind_note,
    match_title,
    result_words,
    with_seat,
    won_words,
)
from presentation.phrases import game_words, labelled, pace_words, versus
from rendering import Ended, Scene
from rules.position import Game, Outcome, Position
from rules.record import (
    Record,
    decoded,
    heading,
    in_turns,
    read,
    records_in,
    turns_of,
    write,
)
from rules.refusal import Refusal
from rules.replay import Played
from storage.matches.match import Result, StoredMatch

FILE = "file"
"""The source of a history read from a file attached to its message.

In a file of several matches, the number of the match follows.
"""

TURNS_BEFORE = 4
"""Number of earlier turns listed with the current one."""


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match from its first position on. A ply is a number of moves; 0 is the start."""

    source: str
    """Its identifier in controls: the number of the match, or `FILE` with a number if needed."""
    title: str
    game: Game
    options: Mapping[str, int]
    start: Position
    played: tuple[Played, ...]
    names: tuple[str, ...]
    """The players by seat, escaped for the front."""
    ending: str | None
    """How it ended, in words, None while it is running."""
    seats: Mapping[int, int] = field(default_factory=dict[int, int])
    """The seats by user, of those who have not left."""
    beforehand: frozenset[int] = frozenset()
    """The indices in `played` of moves that followed others at once."""
    remarks: str = ""
    """Other remarks in a file, escaped for the front."""
    match: StoredMatch | None = None
    """The match, if it was played here."""
    ended: Ended | None = None
    """How it ended, if it was played here."""
    file: bytes | None = None
    """The file it was read from, if any."""
    contents: tuple[str, ...] = ()
    """The matches in that file, in a few words each, if there are several."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.ending is not None

    @property
    def last_ply(self) -> int:
        """The number of moves."""
        return len(self.played)

    def within(self, ply: int) -> int:
        """Return the ply, limited to the last one in case moves were taken back."""
        return min(max(ply, 0), self.last_ply)

    def position(self, ply: int) -> Position:
        """Return the full position at a ply, including hidden parts."""
        return self.played[ply - 1].after if ply else self.start

    def last_turn(self, ply: int) -> list[Played]:
        """Return the moves of the turn of a ply, up to the ply."""
        turns = in_turns(self.played[:ply])
        return turns[-1] if turns else []

    def turn_number(self, ply: int) -> int:
        """Return the number of the turn of a ply, 0 before the first move."""
        return len(in_turns(self.played[:ply]))

    def scene(self, ply: int) -> Scene:
        """Return what everyone may see at a ply, with the last turn marked."""
        scene = scene_of(self, self.position(ply), self.last_turn(ply))
        return dataclasses.replace(scene, ended=self.ended) if ply == self.last_ply else scene

    def name_of(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return self.names[seat - 1]

    def players_words(self) -> str:
        """ "Ada (White) vs Ben (Black)"."""
        seats = self.game.seat_names(self.options)
        pairs = zip(self.names, seats, strict=True)
        return versus([with_seat(name, seat) for name, seat in pairs])


def scene_of(history: MatchHistory, position: Position, turn: list[Played]) -> Scene:
    """Return the scene of a position after this turn."""
    return Scene(
        game=history.game,
        position=position.seen_by(None),
        last=tuple(move for move in turn if move.left is None),
        options=history.options,
    )


def history_of(match: Match, markup: Markup) -> MatchHistory:
    """Return the history of a stored match."""
    return MatchHistory(
        source=str(match.id),
        title=match_title(match),
        game=match.game,
        options=match.options,
        start=match.played[0].before if match.played else match.position,
        played=match.played,
        names=tuple(markup.name(player.name) for player in match.players),
        ending=result_words(match, markup) if match.is_over else None,
        seats={player.user_id: player.seat for player in match.playing},
        beforehand=frozenset(
            place for place, entry in enumerate(match.record) if entry.kind == CONDITIONAL
        ),
        match=match.stored,
        ended=ended_of(match),
    )


def history_in(file: bytes, markup: Markup, number: int = 1) -> MatchHistory:
    """Read the history of a match from a text file.

    :param number: the number of the match in a file of several, limited to the last one.
    :raises Refusal: if the file is invalid.
    """
    texts = records_in(decoded(file))
    number = min(max(number, 1), len(texts))
    record = read(texts[number - 1])
    played = record.played()
    names = tuple(markup.name(name) for name in record.players)
    outcome = played[-1].after.outcome if played else None
    ending = None
    if outcome is not None:
        ending = _outcome_words(record, outcome, markup)
    elif record.result is not None:
        # A resignation, say, or a file that was cut off.
        ending = gettext(
            "The file says: {result} Its moves end before the match is decided on the board.",
            result=markup.text(record.result, 300),
        )
    remarks = " · ".join(f"{key}: {value}" for key, value in record.facts)
    return MatchHistory(
        source=FILE if len(texts) == 1 else f"{FILE}{number}",
        title=gettext("{game} · from a file", game=game_words(record.game, record.options)),
        game=record.game,
        options=record.options,
        start=record.game.start(record.setup),
        played=played,
        names=names,
        ending=ending,
        remarks=markup.text(remarks, 300),
        file=write(record).encode() if len(texts) == 1 else file,
        contents=tuple(map(_brief, texts)) if len(texts) > 1 else (),
    )


def number_in_file(source: str) -> int | None:
    """Return the number of the match in a file that a source stands for, or None for others."""
    number = source.removeprefix(FILE)
    if number == source:
        return None
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else 1


def record_text(match: Match, place: str = "", more: str = "") -> str:
    """Return the text file of a match, which is the same in every language.

    The deal is left out until the match is over.

    :param place: the name of the place where it was played, empty if unknown.
    :param more: where to find further matches, empty if there are none.
    """
    stored = match.stored
    with written_in(SOURCE):
        facts = {"More": more, "Match": str(match.id), "Place": place}
        facts["Pace"] = pace_words(match.pace)
        facts["Begun"] = _time(stored.created_at)
        facts["Ended"] = "" if stored.ended_at is None else _time(stored.ended_at)
        result = match.result
        words = None
        if result is not None:
            words = f"{_winning_words(match, result)} {ending_of(stored)}"
        record = Record(
            match.game,
            stored.setup if match.is_over else match.options,
            tuple(player.name for player in match.players),
            turns_of(match.played),
            tuple((key, value) for key, value in facts.items() if value),
            words,
        )
        return write(record)


def moment_words(history: MatchHistory, ply: int, markup: Markup) -> str:
    """Return the number of a turn, and what was played in it."""
    return " · ".join(filter(None, moment_parts(history, ply, markup)))


def moment_parts(history: MatchHistory, ply: int, markup: Markup) -> tuple[str, str]:
    """Return the number of a turn, and what was played in it, empty before the first."""
    count = len(in_turns(history.played))
    if ply == 0:
        beginning = markup.strong(gettext("Start"))
        words = ngettext(
            "{beginning} · before the first of {count} turn",
            "{beginning} · before the first of {count} turns",
            count,
            beginning=beginning,
        )
        return words, ""
    return _place_words(history, ply, count, markup), _turn_words(history, ply, markup)


def earlier_turns_words(history: MatchHistory, ply: int) -> str:
    """Return the turns before the one of this ply, if any."""
    before = in_turns(history.played[:ply])[:-1]
    first = max(0, len(before) - TURNS_BEFORE)
    turns = [
        f"{number}. {brief_turn(history.name_of(turn[0].seat), turn)}"
        for number, turn in enumerate(before[first:], start=first + 1)
    ]
    return gettext("Before: {turns}", turns=" · ".join(turns)) if turns else ""


def end_words(history: MatchHistory, markup: Markup) -> str:
    """Return how the match ended, or who is to move."""
    if history.ending is not None:
        return markup.strong(history.ending)
    seat = history.position(history.last_ply).to_move
    if seat is None:
        return ""
    name = history.name_of(seat)
    if history.file is not None:
        return gettext("{name} was to move when this was saved.", name=name)
    return gettext("{name} is to move. The match is still in progress.", name=name)


def brief_turn(name: str, turn: Sequence[Played]) -> str:
    """ "Ada f5-j7", with the name of a player or a seat."""
    if turn[0].left is None:
        return f"{name} {row_of([move.text for move in turn])}"
    if turn[0].cause == "times out":
        return gettext("{name} ran out of time", name=name)
    return gettext("{name} left the match", name=name)


def _brief(text: str) -> str:
    """ "Scala: Ada, Ben", for a record."""
    try:
        game, names = heading(text)
    except Refusal:
        return gettext("This match can't be read.")
    return labelled(game.name, row_of(names))


def _time(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _winning_words(match: Match, result: Result) -> str:
    """Return who has won, with unescaped names, because it goes into a file."""
    if match.is_aborted:
        return gettext("Aborted: it doesn't count.")
    winners = [player for player in match.players if player.seat in result["winners"]]
    return won_words([with_seat(player.name, player.seat_name) for player in winners])


def _outcome_words(record: Record, outcome: Outcome, markup: Markup) -> str:
    """Return who has won by the rules, regardless of what the file says."""
    seats = record.game.seat_names(record.options)
    winners = [
        with_seat(markup.name(record.players[seat - 1]), seats[seat - 1])
        for seat in outcome.winners
    ]
    return str(sentences(won_words(winners), outcome.words))


def _place_words(history: MatchHistory, ply: int, count: int, markup: Markup) -> str:
    """Return the number of a turn, and of the move if that turn has several."""
    number = history.turn_number(ply)
    turn = gettext("Turn {turn} of {turns}", turn=number, turns=count)
    moves = len(in_turns(history.played)[number - 1])
    if moves == 1:
        return markup.strong(turn)
    return gettext(
        "{turn}, move {move} of {moves}",
        turn=markup.strong(turn),
        move=len(history.last_turn(ply)),
        moves=moves,
    )


def _turn_words(history: MatchHistory, ply: int, markup: Markup) -> str:
    turn = history.last_turn(ply)
    name = history.name_of(turn[0].seat)
    if turn[0].left is not None:
        if turn[0].cause == "times out":
            return gettext("{name} ran out of time.", name=name)
        return gettext("{name} left the match.", name=name)
    moves = listed([markup.strong(move.text) for move in turn])
    if ply - len(turn) in history.beforehand:
        words = gettext("{name} replied with {moves}.", name=name, moves=moves)
        return str(sentences(words, kind_note(CONDITIONAL)))
    return gettext("{name} played {moves}.", name=name, moves=moves)
