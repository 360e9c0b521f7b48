"""The course of a match for looking back at it: out of the database, or out of a file."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

from club.endings import ending_of
from club.matches.match import CONDITIONAL, Match
from presentation.markup import Markup
from presentation.matches.players import match_title, seated
from presentation.matches.results import result_words, won_words
from presentation.matches.scenes import ended_of
from presentation.phrases import game_words, versus
from rendering import Ended, Scene
from rules.language import SOURCE, gettext, written_in
from rules.listing import sentences
from rules.position import Game, Outcome, Position
from rules.record import Record, decoded, in_turns, read, turns_of, write
from rules.replay import Played
from storage.matches.matches import Result, StoredMatch

FILE = "file"
"""The source of a course that was read from the file which its message carries."""


@dataclass(frozen=True, slots=True)
class Course:
    """A match from its first position on. A ply is a number of moves: 0 is before the first."""

    source: str
    """What identifies it in controls: the number of the match, or `FILE`."""
    title: str
    game: Game
    options: Mapping[str, int]
    start: Position
    played: tuple[Played, ...]
    names: tuple[str, ...]
    """The players by seat, safe for the front."""
    ending: str | None
    """How it ended, in words; None while it goes on."""
    seats: Mapping[int, int] = field(default_factory=dict[int, int])
    """The seats by user, of those who have not left."""
    beforehand: frozenset[int] = frozenset()
    """The indices in `played` of conditional moves."""
    remarks: str = ""
    """What else a file says of it, safe for the front."""
    match: StoredMatch | None = None
    """The match, if it was played here."""
    ended: Ended | None = None
    """How it ended, if it was played here."""
    file: bytes | None = None
    """The file that it was read from."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.ending is not None

    @property
    def last_ply(self) -> int:
        """The number of moves made."""
        return len(self.played)

    def within(self, ply: int) -> int:
        """The ply itself, or the last where there are not so many: a move was taken back."""
        return min(max(ply, 0), self.last_ply)

    def position(self, ply: int) -> Position:
        """The position after so many moves, with all that is dealt in it."""
        return self.played[ply - 1].after if ply else self.start

    def last_turn(self, ply: int) -> list[Played]:
        """The moves of the turn that the ply belongs to, up to it; none before the first."""
        turns = in_turns(self.played[:ply])
        return turns[-1] if turns else []

    def turn_number(self, ply: int) -> int:
        """The number of the turn that the ply belongs to, 0 before the first."""
        return len(in_turns(self.played[:ply]))

    def scene(self, ply: int) -> Scene:
        """What everyone may see after so many moves, the last turn marked."""
        scene = scene_of(self, self.position(ply), self.last_turn(ply))
        return dataclasses.replace(scene, ended=self.ended) if ply == self.last_ply else scene

    def name_of(self, seat: int) -> str:
        """The player of a seat."""
        return self.names[seat - 1]

    def players_words(self) -> str:
        """ "Ada (White) vs Ben (Black)"."""
        seats = self.game.seat_names(self.options)
        pairs = zip(self.names, seats, strict=True)
        return versus([seated(name, seat) for name, seat in pairs])


def scene_of(course: Course, position: Position, turn: list[Played]) -> Scene:
    """The scene of a position that came about by this turn."""
    return Scene(
        game=course.game,
        position=position.seen_by(None),
        last=tuple(each for each in turn if each.left is None),
        options=course.options,
    )


def course_of(match: Match, markup: Markup) -> Course:
    """The course of a match that is played here."""
    return Course(
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


def course_in(file: bytes, markup: Markup) -> Course:
    """The course of the match in a text file.

    :raises Refusal: if the file holds none.
    """
    record = read(decoded(file))
    played = record.played()
    names = tuple(markup.name(name) for name in record.players)
    outcome = played[-1].after.outcome if played else None
    ending = None if record.result is None else markup.text(record.result, 300)
    remarks = " · ".join(f"{key}: {value}" for key, value in record.facts)
    return Course(
        source=FILE,
        title=gettext("{game} · from a file", game=game_words(record.game, record.options)),
        game=record.game,
        options=record.options,
        start=record.game.start(record.setup),
        played=played,
        names=names,
        ending=ending if outcome is None else _outcome_words(record, outcome, markup),
        remarks=markup.text(remarks, 300),
        file=write(record).encode(),
    )


def record_of(match: Match, facts: tuple[tuple[str, str], ...]) -> Record:
    """A match as it is exported, with what was dealt only once it is over."""
    setup = match.stored.setup if match.is_over else match.options
    result = match.result
    words = None
    if result is not None:
        # A file is the same in every language.
        with written_in(SOURCE):
            words = f"{_winning_words(match, result)} {ending_of(match.stored)}"
    players = tuple(player.name for player in match.players)
    return Record(match.game, setup, players, turns_of(match.played), facts, words)


def _winning_words(match: Match, result: Result) -> str:
    """Who has won, with names as they are, since no front shows a file."""
    if match.is_aborted:
        return gettext("Aborted: it doesn't count.")
    winners = [player for player in match.players if player.seat in result["winners"]]
    return won_words([seated(player.name, player.seat_name) for player in winners])


def _outcome_words(record: Record, outcome: Outcome, markup: Markup) -> str:
    """Who has won by the rules, whatever the file says."""
    seats = record.game.seat_names(record.options)
    winners = [
        seated(markup.name(record.players[seat - 1]), seats[seat - 1]) for seat in outcome.winners
    ]
    return str(sentences(won_words(winners), outcome.words))
