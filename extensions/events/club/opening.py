"""Opening an event: the choices and their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.outbox import queue
from club.paces import HOUR, pace_of
from extensions.events.club import posts as event_posts
from extensions.events.club.course import Person
from extensions.events.club.formats.format import Format
from extensions.events.club.formats.registry import FORMATS
from extensions.events.storage import events as stored_events
from extensions.events.storage import news as stored_news
from extensions.events.storage.events import Event, EventTerms, NewEvent
from language.texts import N_
from language.typed import name_in
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import game_named
from storage.database.transaction import Transaction

MAX_RUNNING = 12
"""Maximum number of unfinished events per server."""
MAX_OPENED = 3
"""Maximum number of unfinished events opened by the same member, per server."""
FIRST_MOVE = 48 * HOUR
"""Time for a player's first move in a match, after which they forfeit it and leave the event.

Paces of events can't allow more time for the first move.
"""
ENTRY_TIMEOUT = timedelta(days=30)
"""Time without a new entrant after which an event that starts when full is cancelled."""
MAX_NAME_LENGTH = 60
MAX_DAYS = 60
MAX_ROUNDS = 15


@dataclass(frozen=True, slots=True)
class EventOptions:
    """Choices for a new event. None means the default of the format."""

    game: str | None = None
    """The key or name of the game, or None for a tour."""
    options: Mapping[str, int | None] | None = None
    name: str | None = None
    pace: str | None = None
    rounds: int | None = None
    """The number of rounds of a Swiss tournament, by default from the number of players."""
    days: int | None = None
    """Length of a round, or of a ladder match."""
    most: int | None = None
    """Maximum number of entrants."""
    substitutes: bool = False
    """Whether a silent seat of a match of two waits for a substitute."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A request to open an event."""

    guild_id: int
    channel_id: int
    format: str
    opener: Person
    wishes: EventOptions


async def open_event(tx: Transaction, opening_request: Opening, now: datetime) -> Event:
    """Open an event.

    :raises Refusal: `game`, `option`, `pace`, `days`, `rounds`, `size`, `name`, `no_pairing`,
        `too_many_events`.
    """
    format, wishes, opener = (
        FORMATS[opening_request.format],
        opening_request.wishes,
        opening_request.opener,
    )
    game = game_named(wishes.game or "") if format.has_game else None
    terms = _terms(format, game, wishes)
    name = _name(wishes)
    # Events opened at once count each other.
    await stored_events.lock_opening(tx)
    await _check_room(tx, opening_request.guild_id, opener.user_id)
    days = format.rules.entry_days
    closes_at = None if days is None else now + timedelta(days=days)
    new = NewEvent(
        guild_id=opening_request.guild_id,
        channel_id=opening_request.channel_id,
        format=format.key,
        game=None if game is None else game.key,
        name=name,
        terms=terms,
        opened_by=opener.user_id,
        opened_by_name=opener.name,
        created_at=now,
        entries_close_at=closes_at,
        wakes_at=closes_at or now + ENTRY_TIMEOUT,
    )
    event = await stored_events.add(tx, new)
    await stored_news.add(tx, event.id, now, "opened")
    await queue.enqueue(tx, event_posts.card(event, now))
    return event


def _terms(format: Format, game: Game | None, wishes: EventOptions) -> EventTerms:
    rules = format.rules
    options: Mapping[str, int] = {}
    seats = 2
    if game is not None:
        options = format.options(game, wishes.options or {})
        format.check_game(game, options)
        seats = len(game.seat_names(options))
    pace = wishes.pace or rules.pace
    _check_pace(pace)
    days = wishes.days or rules.days
    if not 1 <= days <= MAX_DAYS:
        raise Refusal("days", N_("A round can last from 1 to {days} days."), days=MAX_DAYS)
    rounds = wishes.rounds or 0
    if not 0 <= rounds <= MAX_ROUNDS or (rounds and not format.chooses_rounds):
        words = N_("You can only choose the number of rounds in a Swiss tournament, up to {most}.")
        raise Refusal("rounds", words, most=MAX_ROUNDS)
    most = wishes.most or format.usual_size(seats)
    if not rules.min_entrants <= most <= rules.max_entrants:
        raise Refusal("size", format.sizes, least=rules.min_entrants, largest=rules.max_entrants)
    return EventTerms(options, pace, days, rounds, most, rules.vacation_days, wishes.substitutes)


def _check_pace(text: str) -> None:
    try:
        pace = pace_of(text)
    except ValueError:
        pace = None
    if pace is None or pace.time is None or not pace.is_slow or pace.time > FIRST_MOVE:
        raise Refusal(
            "pace",
            N_(
                "Event matches need a pace that gives more than an hour and at most two days "
                "for the first move, such as 1 day per turn."
            ),
        )


def _name(wishes: EventOptions) -> str:
    """Return the chosen name, empty if there is none."""
    name = name_in(wishes.name or "")
    if len(name) > MAX_NAME_LENGTH:
        words = N_("The name can have at most {count} characters.")
        raise Refusal("name", words, count=MAX_NAME_LENGTH)
    return name


async def _check_room(tx: Transaction, guild_id: int, user_id: int) -> None:
    events = await stored_events.under_way(tx, guild_id)
    if len(events) >= MAX_RUNNING:
        raise Refusal(
            "too_many_events",
            N_("This server already has {count} events. Wait until one of them is over."),
            count=len(events),
        )
    if sum(event.opened_by == user_id for event in events) >= MAX_OPENED:
        raise Refusal(
            "too_many_events",
            N_(
                "You've opened {count} events in this server that aren't over yet. Wait until "
                "one of them is over."
            ),
            count=MAX_OPENED,
        )
