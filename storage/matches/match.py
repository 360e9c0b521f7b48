"""A stored match: its terms, its state, its seats and the places where it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, TypedDict

from sqlalchemy import Boolean, Column, Index, Select, Table, UniqueConstraint, select

from storage.database.tables import ChallengeId, MatchId, Moment, PersonId, Snowflake, table_of

PlaceKind = Literal["server", "direct message", "group chat"]

Voters = Literal["everyone", "members"]
"""Who may vote for a team: all who were in its server before the match began, or a list of them."""

SeatVacancy = Literal["vacant", "taken", "returned"]
"""A seat whose time ran out waits, has been taken by a substitute, or was taken back.

A seat is vacated once. If its time runs out again, it is out.
"""

MatchState = Literal["running", "over", "aborted"]
"""An aborted match counts as not played, so its result has no winners."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: the game, the pace, and whether it is rated."""

    game: str
    """The key of the game."""
    options: dict[str, int]
    """The complete options of the game."""
    pace: str = "none"
    """The pace, as written by `club.paces`."""
    rated: bool = True
    """Whether the match is rated."""
    guided: bool = False
    """Whether it is a guided match against a computer."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a server, a direct message or a group chat where a match is shown."""

    guild_id: Snowflake | None
    """The server, None outside of one."""
    channel_id: Snowflake
    """A channel, or a thread in which the match was agreed on."""
    parent_id: Snowflake | None = None
    """The channel, or the channel of the thread. None if unknown or outside of a server.

    Discord doesn't announce archived threads, and a user who can't see the channel must not learn
    of the match.
    """
    thread_id: Snowflake | None = None
    """The match's own thread, or None if it is played in the channel."""
    kind: PlaceKind = "server"
    forum_id: Snowflake | None = None
    """The forum, if that thread is a post of one."""
    is_private: bool = False
    """Whether the channel is a private thread, which not all who see its parent can see."""

    @property
    def id(self) -> int:
        """The channel or thread for posts."""
        return self.thread_id or self.channel_id

    @property
    def enclosing(self) -> tuple[int, ...]:
        """The channels, threads and forum with any of which it would be deleted."""
        outer = (self.channel_id, self.parent_id) if self.forum_id is None else (self.forum_id,)
        return tuple(each for each in (self.thread_id, *outer) if each is not None)

    @property
    def container_id(self) -> int | None:
        """The forum or channel that contains it, None if unknown."""
        own = self.channel_id if self.thread_id is not None else None
        return self.forum_id or self.parent_id or own

    @property
    def is_rated(self) -> bool:
        """Whether matches there can count for ratings."""
        return self.guild_id is not None

    @property
    def is_direct(self) -> bool:
        """Whether it is the direct messages of a person and the bot."""
        return self.kind == "direct message"

    @property
    def can_post(self) -> bool:
        """Whether the bot can post there, unlike in a group chat, which it can't join."""
        return self.kind != "group chat"


def direct_messages(channel_id: int) -> Place:
    """Return the direct messages of a person and the bot as a place."""
    return Place(None, channel_id, kind="direct message")


@dataclass(frozen=True, slots=True)
class MatchPlace(Place):
    """A place of a match, with its card."""

    match_id: MatchId = 0
    number: int = 1
    """The number of the place, from 1. The match was agreed on in place 1."""
    card_message_id: Snowflake | None = None
    """The message with the current board."""
    card_ply: int | None = None
    """The number of moves shown in that message."""
    shown_before: int | None = None
    """The number of moves shown on the card before, None if there was none."""
    card_turn: str | None = None
    """What identifies the turn shown there."""
    card_digest: str | None = None
    """A hash of that message's page, None if unknown."""

    def shown_ahead_of(self, ply: int) -> int:
        """Return the number of moves shown on the card before one at `ply`."""
        return (self.shown_before if ply == self.card_ply else self.card_ply) or 0

    @property
    def plain(self) -> Place:
        """Return the place for another match, which shares a thread but not a post of a forum."""
        thread_id = self.thread_id if self.forum_id is None else None
        return Place(
            self.guild_id,
            self.channel_id,
            self.parent_id,
            thread_id,
            self.kind,
            is_private=self.is_private,
        )


MATCH_PLACES = table_of(
    "match_place",
    MatchPlace,
    # The end of a process's claim on posting the next card, if the bot can only answer.
    Column("posting_until", Moment),
    # Derived from the state of the match. Stored to find the few running matches of a channel among
    # all its matches.
    Column("is_running", Boolean, nullable=False),
    Index(None, "is_running", "channel_id"),
    Index(None, "is_running", "thread_id"),
    Index(None, "channel_id", "match_id"),
    Index(None, "thread_id", "match_id"),
    key=("match_id", "number"),
)


@dataclass(frozen=True, slots=True)
class Participant:
    """A member or a computer who plays in a match or is invited."""

    user_id: int
    name: str
    level: int | None = None
    """The level of a computer, or None for a person or a team."""
    home: int = 1
    """The number of the match's place where they play from."""
    team_id: int | None = None
    """The server whose members play together, in place of a user too. None for one player."""
    hour: int | None = None
    """The hour in UTC at which a team's daily votes close, or None for that of the pace."""


class Result(TypedDict):
    """How a match ended: winning seats (none in a draw), a code, and scores by seat.

    It contains no sentence, so that it can be put into words in any language.
    """

    winners: list[int]
    reason: str
    scores: list[int] | None
    values: dict[str, Any]
    """Values for the code, as JSON, such as the `seat` that resigned.

    If a moderator ended the match, these are their `name`, `user_id` (if known), and `why`.
    """


@dataclass(frozen=True, slots=True)
class Seat:
    """A player. `seat` counts from 1, and `name` is from the start of the match."""

    match_id: MatchId
    seat: int
    user_id: PersonId
    name: str
    is_playing: bool = True
    """False if they left while the others play on."""
    bank: int | None = None
    """Seconds on their clock at the start of their turn, if the pace has a bank."""
    place: int | None = None
    """The final place, from 1. Places are shared only in a draw."""
    turns: int | None = None
    """The number of their turns, stored when the match ends."""
    level: int | None = None
    """The level of a computer, or None for a person or a team."""
    home: int = 1
    """The number of the place where they play from and are mentioned."""
    team_id: Snowflake | None = None
    """The server whose members play together, in place of a user too. None for one player."""
    hour: int | None = None
    """The hour in UTC at which a team's daily votes close, or None for that of the pace."""
    vacancy: SeatVacancy | None = None
    """Whether its time ran out in a match that waited for it (`storage.matches.vacancies`).

    At the end of the match a taken seat belongs again to the one who began it.
    """

    @property
    def is_vacant(self) -> bool:
        """Whether the match waits for someone to take it."""
        return self.vacancy == "vacant" and self.is_playing

    @property
    def is_silent(self) -> bool:
        """Whether the one who began it has let their time run out, and hasn't come back."""
        return not self.is_playing or self.vacancy in ("vacant", "taken")

    @property
    def has_substitute(self) -> bool:
        """Whether a substitute plays it, or played it to the end."""
        return self.vacancy == "taken"

    @property
    def is_team(self) -> bool:
        """Whether the members of a server play it together."""
        return self.team_id is not None

    @property
    def is_person(self) -> bool:
        """Whether it is neither a computer nor a team."""
        return self.level is None and self.team_id is None


SEATS = table_of(
    "seat",
    Seat,
    Index(None, "user_id", "match_id"),
    key=("match_id", "seat"),
)


def with_seats_of(user_id: int, table: Table) -> Select[*tuple[Any, ...]]:
    """Return the query for the rows of a table that belong to a user's seats."""
    is_theirs = (SEATS.c.match_id == table.c.match_id) & (SEATS.c.seat == table.c.seat)
    return select(table).join(SEATS, is_theirs).where(SEATS.c.user_id == user_id)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match. Its moves are read separately, by `moves.of_match`."""

    id: int
    game: str
    options: dict[str, int]
    setup: dict[str, Any]
    """The set-up as dealt."""
    guild_id: Snowflake | None
    """The server whose ratings it counts for, None outside of one."""
    state: MatchState
    version: int
    to_move: int | None
    """The seat to move, or None when the match is over.

    It is stored so that lists of a user's turns need no replay of all matches.
    """
    ply: int
    """The number of moves played and not taken back."""
    created_at: datetime
    turn_started_at: datetime
    ended_at: datetime | None
    result: Result | None
    challenge_id: ChallengeId | None
    pace: str
    """The pace, as a text of `club.paces`."""
    deadline: datetime | None
    """The deadline of the seat to move. None without a limit or while clocks are paused."""
    runs_out_at: datetime | None
    """When its time is used up, if the deadline was moved from then to the end of its time off."""
    wakes_at: datetime | None
    """When the match needs attention if no one moves."""
    paused_until: datetime | None
    """The end of a pause, None while the clocks are running."""
    time_left: int | None
    """Seconds that the seat to move has left, during a pause."""
    rated: bool
    """Whether the players agreed to a rated match, or all of them are servers."""
    ended_number: int | None
    """Its rank in the order in which matches ended, for which clocks are not exact enough."""
    unrated: str | None
    """Why it doesn't count, once it is over."""
    guided: bool
    """Whether it is a guided match against a computer."""
    event_id: int | None
    """The event that it counts for, if any."""
    from_pool: bool
    """Whether the pool paired its players."""
    seats: tuple[Seat, ...]
    places: tuple[MatchPlace, ...]
    """The places where it is shown. It was agreed on in the first one."""

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        return Terms(self.game, self.options, self.pace, self.rated, self.guided)

    @property
    def place(self) -> MatchPlace:
        """The place where it was agreed on."""
        return self.places[0]

    def place_numbered(self, number: int) -> MatchPlace:
        """Return the place of a number."""
        return next(place for place in self.places if place.number == number)

    def with_place(self, changed: MatchPlace) -> StoredMatch:
        """Return the match with one place changed."""
        places = [changed if place.number == changed.number else place for place in self.places]
        return replace(self, places=tuple(places))

    def place_in(self, channel_id: int) -> MatchPlace | None:
        """Return the place of a channel or thread."""
        return next(
            (place for place in self.places if channel_id in (place.id, place.channel_id)), None
        )

    @property
    def is_between_servers(self) -> bool:
        """Whether its players play from different servers, or from direct messages."""
        guild_ids = {place.guild_id for place in self.places}
        return len(self.places) > 1 and (len(guild_ids) > 1 or None in guild_ids)

    @property
    def is_of_servers(self) -> bool:
        """Whether only servers play in it, each as a team."""
        return all(seat.is_team for seat in self.seats)

    @property
    def vacant_seat(self) -> Seat | None:
        """The seat to move, if it waits for someone to take it."""
        seats = (seat for seat in self.seats if seat.seat == self.to_move and seat.is_vacant)
        return next(seats, None) if self.state == "running" else None

    @property
    def server_places(self) -> tuple[MatchPlace, ...]:
        """The places in servers, in the order of their numbers."""
        places = [place for place in self.places if place.guild_id is not None]
        return tuple(sorted(places, key=lambda place: place.number))

    @property
    def guild_ids(self) -> tuple[int, ...]:
        """The servers in which it is shown."""
        return tuple({place.guild_id for place in self.places if place.guild_id is not None})

    def home_of(self, user_id: int) -> MatchPlace:
        """Return the place where a user plays from, the first for a spectator."""
        home = next((seat.home for seat in self.seats if seat.user_id == user_id), 1)
        return next((place for place in self.places if place.number == home), self.place)

    @property
    def clock_guild_id(self) -> int | None:
        """The server that the player to move plays from, whose downtime stops the clock."""
        mover = next((seat for seat in self.seats if seat.seat == self.to_move), None)
        return self.guild_id if mover is None else self.place_numbered(mover.home).guild_id

    def player_at(self, place: MatchPlace) -> Seat | None:
        """Return the first person who plays from a place, or None if only others do."""
        people = (seat for seat in self.seats if seat.is_person)
        return next((seat for seat in people if seat.home == place.number), None)

    def seen_from(self, guild_id: int | None, user_id: int | None = None) -> StoredMatch:
        """Return the match with its places reordered, the one for a reader's links first.

        That is the place that they play from if it is in that server, else another one there,
        else the one that they play from.

        :param guild_id: the server in which they read, if any.
        :param user_id: the reader, or None if they don't play.
        """
        home = self.home_of(user_id or 0)
        here = (place for place in self.server_places if place.guild_id == guild_id)
        return self.seen_at(home if home.guild_id == guild_id else next(here, home))

    def seen_at(self, place: MatchPlace) -> StoredMatch:
        """Return the match with its places reordered, a given one first."""
        others = (each for each in self.places if each.number != place.number)
        return replace(self, places=(place, *others))

    def is_in(self, guild_id: int | None) -> bool:
        """Whether it is shown in a server, or outside of one for None."""
        return any(place.guild_id == guild_id for place in self.places)


MATCHES = table_of(
    "match",
    StoredMatch,
    # Whether a computer is to move. It follows from `to_move` and the seats, and is stored because
    # these matches are queried constantly.
    Column("awaits_computer", Boolean, nullable=False),
    # Whether its moves have been added to what is usually played, if they count for that.
    Column("is_counted", Boolean, nullable=False),
    UniqueConstraint("challenge_id"),
    Index(None, "from_pool", "state", "created_at"),
    Index(None, "awaits_computer", "turn_started_at"),
    Index(None, "is_counted", "ended_number"),
    Index(None, "ended_number", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "state", "guild_id"),
    Index(None, "event_id", "state"),
    Index(None, "guild_id", "id"),
    Index(None, "guild_id", "ended_at"),
    Index(None, "guild_id", "ended_number"),
    Index(None, "guild_id", "game", "ended_number"),
    without=("seats", "places"),
)
