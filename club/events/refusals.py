"""Why somebody can't do something with an event, in words that say what they can do."""

from __future__ import annotations

from club.references import Command, Name
from rules.refusal import Refusal
from storage.events.entrants import Entrant
from storage.events.events import Event

_OVER = {"over": "It is over.", "cancelled": "It was called off."}
_OUT = {
    "removed": "An organiser took you out of {event}, so you can't join it again.",
    "forfeited": "You didn't make your first move in time in {event}, so you are out of it.",
    "withdrawn": "You left {event} after it had begun, so you can't join it again.",
}


def unknown_event() -> Refusal:
    """There is no such event, at least for who asks."""
    return Refusal(
        "unknown_event",
        "There is no such event in this server. {events} lists those that there are.",
        events=Command("event list"),
    )


def event_over(event: Event) -> Refusal:
    """Nothing can be changed about it any more."""
    words = "Nothing more happens in {event}. " + _OVER[event.state]
    return Refusal("event_over", words, event=Name(event.name))


def not_entered(event: Event) -> Refusal:
    """They are not in it, or no longer."""
    return Refusal("not_entered", "You are not in {event}.", event=Name(event.name))


def already_in(event: Event) -> Refusal:
    """They are in it."""
    return Refusal("already_in", "You are in {event} already.", event=Name(event.name))


def out(event: Event, entrant: Entrant) -> Refusal:
    """They are out of it for good."""
    return Refusal("out", _OUT[entrant.state], event=Name(event.name))


def too_late(event: Event) -> Refusal:
    """Nobody can enter any more."""
    return Refusal(
        "closed",
        "{event} is under way, and it's too late to join. {events} shows what you can join.",
        event=Name(event.name),
        events=Command("event list"),
    )


def full(event: Event) -> Refusal:
    """There is no place left."""
    return Refusal(
        "full",
        "All {most} places of {event} are taken. {events} shows what else you can join.",
        most=event.terms.most,
        event=Name(event.name),
        events=Command("event list"),
    )


def not_running(event: Event) -> Refusal:
    """It has not begun."""
    return Refusal("not_running", "{event} hasn't begun yet.", event=Name(event.name))


def begun(event: Event) -> Refusal:
    """It has begun already."""
    return Refusal("begun", "{event} has begun already.", event=Name(event.name))


def too_few(event: Event, there: int, least: int) -> Refusal:
    """Not enough have entered."""
    return Refusal(
        "too_few",
        "{event} needs at least {least} players, and {there} so far.",
        event=Name(event.name),
        least=least,
        there=f"{there} {'has' if there == 1 else 'have'} joined",
    )
