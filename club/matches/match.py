"""A match as people play it: what is stored, replayed to the position it stands at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from club.clocks.pace import Pace, pace_of
from club.ratings.rating_book import final_places
from rules.position import Game, Position
from rules.replay import Played
from storage.matches.matches import MatchState, Result, Seat, StoredMatch
from storage.matches.offers import Kind, Offer
from storage.matches.records import RecordEntry
from storage.ratings.ratings import RatingChange

CONDITIONAL = "conditional"
"""The kind of an entry of the record that was left to be played as soon as it was met."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat of a match."""

    seat: int
    user_id: int
    name: str
    seat_name: str
    """What the game calls the seat: "White"."""
    is_playing: bool
    """Whether they have not left while the others play on."""
    level: int | None = None
    """The level of a computer, None for a person."""

    @property
    def is_computer(self) -> bool:
        """Whether nobody has to be told anything, and no clock runs."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class Match:
    """One played instance of a game."""

    stored: StoredMatch
    game: Game
    players: tuple[Player, ...]
    played: tuple[Played, ...]
    position: Position
    record: tuple[RecordEntry, ...]
    """The entry of the record that each of the moves played is."""
    offers: tuple[Offer, ...] = ()
    """What the players have asked of each other and not yet answered."""
    away_until: datetime | None = None
    """Until when the player to move is on vacation."""
    rating_changes: tuple[RatingChange, ...] = ()
    """What it did to the ratings of its server, once it is over and if it counts."""
    declined: tuple[Offer, ...] = ()
    """The draws that were declined, where a computer plays: it says so with its move."""

    @property
    def id(self) -> int:
        """The number that people know it by."""
        return self.stored.id

    @property
    def version(self) -> int:
        """The number of its latest change."""
        return self.stored.version

    @property
    def state(self) -> MatchState:
        """Whether it runs, is over or was aborted."""
        return self.stored.state

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        return self.stored.options

    @property
    def setup(self) -> dict[str, Any]:
        """What it started from, as dealt."""
        return self.stored.setup

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
        """The number of moves made and not taken back."""
        return self.stored.ply

    @property
    def turn_started_at(self) -> datetime:
        """When the turn under way began."""
        return self.stored.turn_started_at

    @property
    def deadline(self) -> datetime | None:
        """When the time of the seat to move is over, if its clock runs."""
        return self.stored.deadline

    @property
    def wakes_at(self) -> datetime | None:
        """When its clock next needs attention."""
        return self.stored.wakes_at

    @property
    def paused_until(self) -> datetime | None:
        """Until when the clocks are paused, None while they run."""
        return self.stored.paused_until

    @property
    def result(self) -> Result | None:
        """How it ended, None while it runs."""
        return self.stored.result

    @property
    def unrated(self) -> str | None:
        """Why it is not rated after all, once it is over."""
        return self.stored.unrated

    @property
    def guided(self) -> bool:
        """Whether a player learns the game in it."""
        return self.stored.guided

    @property
    def event_id(self) -> int | None:
        """The event that it counts for, if any."""
        return self.stored.event_id

    @property
    def guild_id(self) -> int | None:
        """The server whose ratings it counts for, None outside of one."""
        return self.stored.guild_id

    @property
    def channel_id(self) -> int:
        """The channel or thread in which it was agreed on."""
        return self.stored.channel_id

    @property
    def thread_id(self) -> int | None:
        """The thread of its own, None if it is played in the channel."""
        return self.stored.thread_id

    @property
    def card_message_id(self) -> int | None:
        """The message with the present board."""
        return self.stored.card_message_id

    @property
    def card_ply(self) -> int | None:
        """The number of moves made when that was posted."""
        return self.stored.card_ply

    @property
    def is_over(self) -> bool:
        """Whether it has ended, by the rules or otherwise."""
        return self.state != "running"

    @property
    def is_aborted(self) -> bool:
        """Whether it has ended as if it had not been played."""
        return self.state == "aborted"

    @property
    def places(self) -> tuple[int, ...]:
        """The final place of each seat, seat 1 first: as it was stored when the match ended, by
        the same rule where it ended before places were. Not of one that was aborted."""
        stored = tuple(seat.place for seat in self.seats if seat.place is not None)
        is_complete = len(stored) == len(self.players)
        return stored if is_complete else final_places(self.stored, self.played)

    @property
    def pace(self) -> Pace:
        """How much time there is."""
        return pace_of(self.stored.pace)

    @property
    def turn_number(self) -> int:
        """The number of the turn under way, from 1."""
        return 1 + sum(not played.after.is_mid_turn for played in self.played)

    @property
    def may_be_aborted(self) -> bool:
        """Whether a player may call it off: before the second turn has been made, unless an event
        waits for it."""
        return not self.is_over and self.turn_number <= 2 and self.event_id is None

    def offer(self, kind: Kind) -> Offer | None:
        """The open offer of one kind."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    def with_offers(self, offers: tuple[Offer, ...]) -> Match:
        """The same with other open offers."""
        return replace(self, offers=offers)

    @property
    def stands_at(self) -> int:
        """The number of its latest entry that stands, 0 before the first: unlike the number of
        moves it is another one after a move was taken back and another made."""
        return self.record[-1].number if self.record else 0

    def has_moved(self, seat: int) -> bool:
        """Whether a seat has made a move that stands."""
        return any(played.seat == seat and played.left is None for played in self.played)

    @property
    def place_id(self) -> int:
        """The channel or thread where it is played."""
        return self.stored.place_id

    @property
    def player_to_move(self) -> Player | None:
        """Whose turn it is, None when it is over."""
        seat = self.position.to_move
        return None if self.is_over or seat is None else self.players[seat - 1]

    @property
    def computer_to_move(self) -> Player | None:
        """The computer whose turn it is, if it is one's."""
        player = self.player_to_move
        return player if player is not None and player.is_computer else None

    @property
    def has_computers(self) -> bool:
        """Whether one of the seats is a computer's."""
        return any(player.is_computer for player in self.players)

    def is_against_computers(self, player: Player) -> bool:
        """Whether all others are computers, those included who have left."""
        return all(each.is_computer for each in self.players if each != player)

    def is_last_person(self, player: Player) -> bool:
        """Whether all others who have not left are computers."""
        return all(each.is_computer for each in self.playing if each != player)

    def told_from(self, ply: int) -> int:
        """Of the moves made before a card, the number of those that cards before it have told.

        A turn of a computer has no card before it, nor has one that was left beforehand.
        """
        first = ply - len(self.at(ply).last_turn)
        while first > 0 and (
            self.players[self.played[first].seat - 1].is_computer
            or self.record[first].kind == CONDITIONAL
        ):
            first -= len(self.at(first).last_turn)
        return first

    @property
    def last_turn(self) -> tuple[Played, ...]:
        """The moves of the latest turn, the one under way included; empty before the first."""
        first = len(self.played)
        while first > 0:
            first -= 1
            if self._begins_a_turn(first):
                break
        return self.played[first:]

    def turn_from(self, ply: int) -> tuple[Played, ...]:
        """The moves of the turn that began after `ply` moves, as far as it has come."""
        last = ply + 1
        while last < len(self.played) and not self._begins_a_turn(last):
            last += 1
        return self.played[ply:last]

    def _begins_a_turn(self, ply: int) -> bool:
        """Whether the move after `ply` moves does; that a seat left stands alone, also in the midst
        of another seat's turn, which is then in two."""
        played = self.played[ply]
        after_leaving = ply > 0 and self.played[ply - 1].left is not None
        return played.left is not None or after_leaving or not played.before.is_mid_turn

    @property
    def turn_began(self) -> int:
        """The number of moves made before the current turn."""
        return len(self.played) - (len(self.last_turn) if self.position.is_mid_turn else 0)

    @property
    def revocable(self) -> Played | None:
        """The move that the mover may take back: the latest, within their turn, where the rules
        allow it."""
        if self.is_over or not self.played or not self.position.is_mid_turn:
            return None
        last = self.played[-1]
        if last.left is not None or last.seat != self.position.to_move:
            return None
        return last if last.before.may_be_taken_back(last.move) else None

    def at(self, ply: int) -> Match:
        """The match as it stood after its first `ply` moves, still running."""
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
        """Who has not left the match."""
        return tuple(player for player in self.players if player.is_playing)

    def player_of(self, user_id: int) -> Player | None:
        """The seat of a user; the one to move first, should one person hold several."""
        own = [player for player in self.players if player.user_id == user_id]
        return next((each for each in own if each == self.player_to_move), own[0] if own else None)


def players_of(game: Game, stored: StoredMatch) -> tuple[Player, ...]:
    """Who sits where, with what the game calls the seats."""
    names = game.seat_names(stored.options)
    return tuple(
        Player(
            seat.seat,
            seat.user_id,
            seat.name,
            names[seat.seat - 1],
            seat.is_playing,
            seat.level,
        )
        for seat in stored.seats
    )
