"""A match: its stored rows, replayed to the current position."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Final, Self

from club.paces import Pace, pace_of
from club.ratings.rating_book import final_places
from rules.position import Game, Position
from rules.replay import Played
from storage.database.transaction import Transaction
from storage.matches.match import Result, Seat, StoredMatch
from storage.matches.moves import RecordEntry
from storage.matches.offers import Kind, Offer
from storage.matches.vacancies import Vacancy
from storage.ratings.ratings import RatingChange

CONDITIONAL: Final = "conditional"
"""The record kind of a move played from a conditional line."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player on one seat of a match."""

    seat: int
    user_id: int
    name: str
    seat_name: str
    """The game's name for the seat, such as "White"."""
    is_playing: bool
    """Whether the player has not left the match."""
    level: int | None = None
    """The level of a computer opponent, or None for a person or a team."""
    team_id: int | None = None
    """The server whose members play together, or None for one player."""
    has_substitute: bool = False
    """Whether a substitute plays, or played to the end, for the one who began the match."""

    @property
    def is_team(self) -> bool:
        """Whether the members of a server vote on its turns."""
        return self.team_id is not None

    @property
    def is_person(self) -> bool:
        """Whether it is neither a computer nor a team."""
        return self.level is None and self.team_id is None

    @property
    def is_computer(self) -> bool:
        """Whether the seat needs no notifications and no clock."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a team has come with a turn."""

    count: int = 0
    """How many have voted."""
    home: int | None = None
    """The only place where that is shown, the team's own, or None for all places."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the kind of a match's seats keeps about it: nothing for people and computers."""

    are_missing: ClassVar[bool] = False
    """Whether the kind isn't installed, so that no one can act for its seats."""

    def before(self, ply: int) -> Self:
        """Return what is left after the moves from a ply on are taken back."""
        return self

    def progress(self, match: Match) -> Progress:
        """Return how far the current turn is decided."""
        return Progress()

    def has_acted(self, user_id: int) -> bool:
        """Whether a user has taken part in the turns of a seat that isn't theirs alone."""
        return False


@dataclass(frozen=True, slots=True)
class Match:
    """One played instance of a game."""

    stored: StoredMatch
    game: Game
    players: tuple[Player, ...]
    played: tuple[Played, ...]
    position: Position
    record: tuple[RecordEntry, ...]
    """The record entry of each move in `played`."""
    offers: tuple[Offer, ...] = ()
    """The open offers."""
    away_until: datetime | None = None
    """End of the vacation of the player to move."""
    rating_changes: tuple[RatingChange, ...] = ()
    """Rating changes in its server, or of servers that play, if it is over and rated."""
    declined: tuple[Offer, ...] = ()
    """Declined draw offers, in a match with a computer, which answers with its move."""
    rules: Rules = Rules()
    """The rules of its seats, with what is decided so far."""
    vacancies: tuple[Vacancy, ...] = ()
    """The seats that were vacated."""

    @property
    def id(self) -> int:
        """The number shown to players."""
        return self.stored.id

    @property
    def learner(self) -> Player | None:
        """The learner, or None if it isn't a guided match."""
        is_guided = self.stored.guided
        return next((each for each in self.players if is_guided and each.is_person), None)

    @property
    def version(self) -> int:
        """The version number, which every change increments."""
        return self.stored.version

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        return self.stored.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The stored seats, seat 1 first."""
        return self.stored.seats

    @property
    def to_move(self) -> int | None:
        """The seat to move, None once it is over."""
        return self.stored.to_move

    @property
    def ply(self) -> int:
        """The number of moves, without those taken back."""
        return self.stored.ply

    @property
    def deadline(self) -> datetime | None:
        """When the seat to move runs out of time, if its clock runs."""
        return self.stored.deadline

    @property
    def paused_until(self) -> datetime | None:
        """When a pause of the clocks ends, None while they run."""
        return self.stored.paused_until

    @property
    def result(self) -> Result | None:
        """The result, None while it is running."""
        return self.stored.result

    @property
    def guild_id(self) -> int | None:
        """The server whose ratings it counts for, None outside servers."""
        return self.stored.guild_id

    @property
    def is_over(self) -> bool:
        """Whether it has ended, for any reason."""
        return self.stored.state != "running"

    @property
    def is_aborted(self) -> bool:
        """Whether it was aborted and so doesn't count."""
        return self.stored.state == "aborted"

    @property
    def places(self) -> tuple[int, ...]:
        """The final place of each seat, seat 1 first, in a match that was not aborted.

        Computed for matches that ended before places were stored.
        """
        stored = tuple(seat.place for seat in self.seats if seat.place is not None)
        is_complete = len(stored) == len(self.players)
        return stored if is_complete else final_places(self.stored, self.played)

    @property
    def pace(self) -> Pace:
        """The pace, which sets the time per turn."""
        return pace_of(self.stored.pace)

    @property
    def turn_number(self) -> int:
        """The number of the current turn, from 1."""
        return 1 + sum(not played.after.is_mid_turn for played in self.played)

    @property
    def may_be_aborted(self) -> bool:
        """Whether a player may abort it, before the end of the second turn and outside events."""
        return not self.is_over and self.turn_number <= 2 and self.stored.event_id is None

    def offer(self, kind: Kind) -> Offer | None:
        """Return the open offer of one kind."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    def with_offers(self, offers: tuple[Offer, ...]) -> Match:
        """Return a copy with other open offers."""
        return replace(self, offers=offers)

    @property
    def stands_at(self) -> int:
        """The number of the latest record entry not taken back, 0 before the first.

        Unlike the ply, it differs once a move was taken back and replaced.
        """
        return self.record[-1].number if self.record else 0

    def has_moved(self, seat: int) -> bool:
        """Whether a seat has made a move that was not taken back."""
        return any(played.seat == seat and played.left is None for played in self.played)

    def seen_from(self, guild_id: int | None, user_id: int | None = None) -> Match:
        """Return the match with its places reordered, the one for a reader's links first."""
        return replace(self, stored=self.stored.seen_from(guild_id, user_id))

    def seen_as(self, other: Match) -> Match:
        """Return the match as seen from the place from which another state of it is seen."""
        number = other.stored.place.number
        place = next((each for each in self.stored.places if each.number == number), None)
        return self if place is None else replace(self, stored=self.stored.seen_at(place))

    @property
    def player_to_move(self) -> Player | None:
        """The player to move, or None when it is over."""
        seat = self.position.to_move
        return None if self.is_over or seat is None else self.players[seat - 1]

    @property
    def computer_to_move(self) -> Player | None:
        """The player to move, if it is a computer."""
        player = self.player_to_move
        return player if player is not None and player.is_computer else None

    @property
    def team_to_move(self) -> Player | None:
        """The player to move, if it is a team."""
        return next((each for each in self.teams if each.seat == self.to_move), None)

    @property
    def teams(self) -> tuple[Player, ...]:
        """The players who are teams, by seat."""
        return tuple(player for player in self.players if player.is_team)

    @property
    def progress(self) -> Progress:
        """How far a team has come with the current turn."""
        return self.rules.progress(self)

    @property
    def has_computers(self) -> bool:
        """Whether a computer plays in it."""
        return any(player.is_computer for player in self.players)

    def is_against_computers(self, player: Player) -> bool:
        """Whether all other players, including those who left, are computers."""
        return all(each.is_computer for each in self.players if each != player)

    def is_last_person(self, player: Player) -> bool:
        """Whether all other players who have not left are computers."""
        return all(each.is_computer for each in self.playing if each != player)

    def first_unshown_ply(self, ply: int) -> int:
        """Return the first ply that no card before the one at `ply` has shown.

        Turns of computers and conditional replies get no card of their own.
        """
        first = ply - len(self.turn_until(ply))
        while first > 0 and (
            self.players[self.played[first].seat - 1].is_computer
            or self.record[first].kind == CONDITIONAL
        ):
            first -= len(self.turn_until(first))
        return first

    @property
    def last_turn(self) -> tuple[Played, ...]:
        """The moves of the latest turn, even an unfinished one. Empty before the first move."""
        return self.turn_until(len(self.played))

    def turn_until(self, ply: int) -> tuple[Played, ...]:
        """Return the moves of the turn that had come to `ply` moves, as `last_turn`."""
        first = ply
        while first > 0:
            first -= 1
            if self._begins_a_turn(first):
                break
        return self.played[first:ply]

    def turn_from(self, ply: int) -> tuple[Played, ...]:
        """Return the moves so far of the turn that began after `ply` moves."""
        last = ply + 1
        while last < len(self.played) and not self._begins_a_turn(last):
            last += 1
        return self.played[ply:last]

    def _begins_a_turn(self, ply: int) -> bool:
        """Whether the move after `ply` moves begins a turn.

        A seat leaving counts as a turn, and splits the turn of another seat in two.
        """
        played = self.played[ply]
        after_leaving = ply > 0 and self.played[ply - 1].left is not None
        return played.left is not None or after_leaving or not played.before.is_mid_turn

    @property
    def turn_began(self) -> int:
        """The number of moves made before the current turn."""
        return len(self.played) - (len(self.last_turn) if self.position.is_mid_turn else 0)

    @property
    def turn_id(self) -> str:
        """What identifies the current turn, even if its number comes again, or the result."""
        return "over" if self.is_over else f"{self.turn_began} {self.stored.turn_started_at}"

    @property
    def vacancy(self) -> Vacancy | None:
        """What is known of the seat to move, if the match waits for someone to take it."""
        seat = self.stored.vacant_seat
        own = (each for each in self.vacancies if seat is not None and each.seat == seat.seat)
        return next(own, None)

    @property
    def replaced(self) -> tuple[Vacancy, ...]:
        """The seats in which substitutes play at the moment."""
        if self.is_over:
            return ()
        taken = (each for each in self.vacancies if self.seats[each.seat - 1].has_substitute)
        return tuple(each for each in taken if self.seats[each.seat - 1].is_playing)

    @property
    def fresh_substitute(self) -> Vacancy | None:
        """The seat to move, if its substitute hasn't moved yet, so that it can be taken back."""
        return next(
            (
                each
                for each in self.replaced
                if each.seat == self.to_move
                and not any(played.seat == each.seat for played in self.played[each.ply or 0 :])
            ),
            None,
        )

    @property
    def revocable(self) -> Played | None:
        """The latest move, if its mover is still to move and the rules allow undoing it."""
        if self.is_over or not self.played or not self.position.is_mid_turn:
            return None
        last = self.played[-1]
        if last.left is not None or last.seat != self.position.to_move:
            return None
        return last if last.before.may_be_taken_back(last.move) else None

    def at(self, ply: int) -> Match:
        """Return the match as it was after its first `ply` moves, still running."""
        stored = replace(
            self.stored, state="running", result=None, ply=ply, deadline=None, paused_until=None
        )
        position = self.played[ply].before if ply < len(self.played) else self.position
        return replace(
            self,
            stored=stored,
            played=self.played[:ply],
            position=position,
            record=self.record[:ply],
            offers=(),
        )

    @property
    def playing(self) -> tuple[Player, ...]:
        """The players who have not left the match."""
        return tuple(player for player in self.players if player.is_playing)

    def player_of(self, user_id: int) -> Player | None:
        """Return a user's seat, preferring the one to move if they hold several."""
        own = [player for player in self.players if player.user_id == user_id]
        return next((each for each in own if each == self.player_to_move), own[0] if own else None)


def players_of(game: Game, stored: StoredMatch) -> tuple[Player, ...]:
    """Return the players of a stored match, with the game's names for their seats."""
    names = game.seat_names(stored.options)
    return tuple(
        Player(
            seat.seat,
            seat.user_id,
            seat.name,
            names[seat.seat - 1],
            seat.is_playing,
            seat.level,
            seat.team_id,
            seat.has_substitute,
        )
        for seat in stored.seats
    )


def has_turn(match: StoredMatch, user_id: int) -> bool:
    """Whether it is a user's turn."""
    return any(seat.seat == match.to_move and seat.user_id == user_id for seat in match.seats)


def opponents(match: StoredMatch, user_id: int) -> list[str]:
    """Return the names of the other players."""
    return [seat.name for seat in match.seats if seat.user_id != user_id]


def mover(match: StoredMatch) -> str:
    """Return the name of the player to move, empty if there is none."""
    return next((seat.name for seat in match.seats if seat.seat == match.to_move), "")


TAKEN_BACK: Final = "take back"
"""The record kind of an entry that undoes the one before it."""


MatchChange = Callable[[Transaction, datetime], Coroutine[Any, Any, Match]]
"""A change of a match at a given time, which fails if the match has changed since."""
