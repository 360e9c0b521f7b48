"""What the formats of events, their states and the ways to break ties are called."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bot.pages.pace_words import pace_words
from bot.pages.wording import counted, plain, relative
from club.clocks.pace import pace_of
from rules.registry import GAMES
from storage.events.events import Event, EventState, Format

FORMAT_NAMES: Mapping[Format, str] = {
    "cup": "Cup",
    "league": "League",
    "tour": "Tour",
    "ladder": "Ladder",
    "swiss": "Swiss tournament",
}

FORMAT_SUMMARIES: Mapping[Format, str] = {
    "cup": "begins when it's full; everybody plays everybody at once, over in about two weeks",
    "league": "seasons in small divisions; the best go up, the last go down",
    "tour": "a new game every two weeks, one table over all of them",
    "ladder": "challenge up to three places above you and take their place",
    "swiss": "9 to 64 players, a new opponent of about your score every round",
}
"""What each is about, for a list of choices."""

FORMAT_RULES: Mapping[Format, str] = {
    "cup": (
        "It starts by itself when it's full and everybody has been seen lately. All matches run at "
        "once, each pair from both seats. Make your first move within 48 hours, or you're out."
    ),
    "league": (
        "Everybody in your division plays everybody, all matches at once. When the season ends, "
        "the best go up and the last go down; one click on **Still in?** enters you for the next."
    ),
    "tour": (
        "A new game every two weeks, with points for your place and for taking part. You don't "
        "have to know the games: that's what it's for. `/learn` teaches each in five minutes."
    ),
    "ladder": (
        "Challenge anybody up to three places above you. Win, and you take their place. If you sit "
        "out for long, you slip down."
    ),
    "swiss": (
        "Every round you meet somebody with about as many points as you have. Nobody is knocked "
        "out. You can still enter until the second round."
    ),
}
"""What somebody should know before they join."""

STATE_WORDS: Mapping[EventState, str] = {
    "open": "open",
    "running": "running",
    "over": "over",
    "cancelled": "called off",
}


def game_name(event: Event) -> str:
    """The game of an event; of a tour, all of them."""
    return "all games" if event.game is None else GAMES[event.game].name


def title_of(event: Event) -> str:
    """The name of an event as inert text, with its season where it has several."""
    return f"{plain(event.name)}{season_words(event)}"


def season_words(event: Event) -> str:
    """ ", season 2"; nothing for what has no seasons."""
    return f", season {event.season}" if event.format == "league" else ""


def points_words(halves: int) -> str:
    """Half points as people write points: 7 is "3½"."""
    whole, half = divmod(abs(halves), 2)
    words = f"{whole or ''}½" if half else str(whole)
    return f"−{words}" if halves < 0 else words


def quarters_words(value: Fraction) -> str:
    """A sum of products of points, as with Sonneborn–Berger: "9¼"."""
    whole, rest = divmod(value, 1)
    part = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}[rest]
    return f"{whole or ''}{part}" if part else str(whole)


def terms_words(event: Event) -> str:
    """How its matches are played: "3 days a turn · size 5"."""
    parts = [pace_words(pace_of(event.terms.pace))]
    parts += [f"{key} {value}" for key, value in sorted(event.terms.options.items())]
    return " · ".join(parts)


def closing_words(event: Event) -> str:
    """Until when one can enter, and when it is over."""
    if event.state == "open":
        if event.entries_close_at is None:
            return "Starts when it's full."
        return f"Entries close {relative(event.entries_close_at)}."
    if event.state == "running" and event.ends_at is not None:
        return f"Ends {relative(event.ends_at)}."
    return ""


def seats_left_words(event: Event, entered: int) -> str:
    """ "2 of 4 seats taken"."""
    return f"{entered} of {counted(event.terms.most, 'seat')} taken"
