"""Refusals about events."""

from __future__ import annotations

from club.matches.reasons import ENDINGS, EVENT_REFUSALS, LEFT_EVENT
from club.references import Command, Name
from extensions.events.club.formats.registry import event_name
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event
from language.texts import N_, lazy_ngettext
from rules.refusal import Refusal

_OVER = {
    "over": N_("{event} is over and can't be changed."),
    "cancelled": N_("{event} was cancelled and can't be changed."),
}
_OUT = {
    "removed": N_("An organiser removed you from {event}, so you can't join it again."),
    "forfeited": N_("You didn't make your first move in {event} in time, so you're out."),
    "withdrawn": N_("You left {event} after it had started, so you can't join it again."),
}

ENDINGS[LEFT_EVENT] = N_("{seat} is out of the event.")
EVENT_REFUSALS.update(
    abort=N_("Match {id} belongs to an event, so you can't abort it. You can resign."),
    pause=N_(
        "Match {id} belongs to an event, so you can't pause it. A vacation stops your clocks for "
        "a few days."
    ),
    stop=N_("Match {id} belongs to an event, so only its organisers can end it early."),
)


def unknown_event() -> Refusal:
    """Return the refusal for an event that doesn't exist or is hidden from the user."""
    return Refusal(
        "unknown_event",
        N_("There is no such event in this server. See all events with {events}."),
        events=Command("event list"),
    )


def event_over(event: Event) -> Refusal:
    """Return the refusal to change an event that is over or cancelled."""
    return Refusal("event_over", _OVER[event.state], event=Name(event_name(event)))


def not_entered(event: Event) -> Refusal:
    """Return the refusal for a user who is not in the event."""
    return Refusal("not_entered", N_("You aren't in {event}."), event=Name(event_name(event)))


def they_left(event: Event, name: str) -> Refusal:
    """Return the refusal to challenge someone who has left the server."""
    words = N_("{name} has left this server, and with it {event}. Challenge someone else.")
    return Refusal("they_left", words, name=Name(name), event=Name(event_name(event)))


def already_in(event: Event) -> Refusal:
    """Return the refusal for a user who has already entered."""
    return Refusal("already_in", N_("You're already in {event}."), event=Name(event_name(event)))


def out(event: Event, entrant: Entrant) -> Refusal:
    """Return the refusal for a user who is out of the event for good."""
    return Refusal("out", _OUT[entrant.state], event=Name(event_name(event)))


def too_late(event: Event) -> Refusal:
    """Return the refusal to enter an event too late."""
    return Refusal(
        "closed",
        N_("{event} has started, and it's too late to join. See what you can join with {events}."),
        event=Name(event_name(event)),
        events=Command("event list"),
    )


def full(event: Event) -> Refusal:
    """Return the refusal to enter a full event."""
    return Refusal(
        "full",
        N_("All {most} places in {event} are taken. See what else you can join with {events}."),
        most=event.terms.most,
        event=Name(event_name(event)),
        events=Command("event list"),
    )


def not_running(event: Event) -> Refusal:
    """Return the refusal for an event that has not started."""
    return Refusal("not_running", N_("{event} hasn't started yet."), event=Name(event_name(event)))


def begun(event: Event) -> Refusal:
    """Return the refusal for an event that has already started."""
    return Refusal("begun", N_("{event} has already started."), event=Name(event_name(event)))


def too_few(event: Event, count: int, least: int) -> Refusal:
    """Return the refusal to start an event with too few entrants."""
    words = lazy_ngettext(
        "{event} needs at least {least} players, and {count} has joined so far.",
        "{event} needs at least {least} players, and {count} have joined so far.",
        count,
        event=Name(event_name(event)),
        least=least,
    )
    return Refusal("too_few", words)
