"""What the formats of events, their states and the ways to break ties are called."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bot.pages.links import address
from bot.pages.wording import option_words, plain, relative
from club.clocks.pace import pace_of
from club.events.names import named
from presentation.paces import pace_words
from rules.language import Text, gettext, lazy_gettext, lazy_pgettext, ngettext
from rules.registry import GAMES
from storage.events.entrants import Title
from storage.events.events import Event, EventState, Format

FORMAT_NAMES: Mapping[Format, Text] = {
    "cup": lazy_pgettext("format", "Cup"),
    "league": lazy_pgettext("format", "League"),
    "tour": lazy_pgettext("format", "Tour"),
    "ladder": lazy_pgettext("format", "Ladder"),
    "swiss": lazy_pgettext("format", "Swiss tournament"),
}

FORMAT_SUMMARIES: Mapping[Format, Text] = {
    "cup": lazy_gettext(
        "begins when it's full; everybody plays everybody at once, over in about two weeks"
    ),
    "league": lazy_gettext("seasons in small divisions; the best go up, the last go down"),
    "tour": lazy_gettext("a new game every two weeks, one table over all of them"),
    "ladder": lazy_gettext("challenge up to three places above you and take their place"),
    "swiss": lazy_gettext("9 to 64 players, a new opponent of about your score every round"),
}
"""What each is about, for a list of choices."""

FORMAT_RULES: Mapping[Format, Text] = {
    "cup": lazy_gettext(
        "It starts by itself when it's full and everybody has been seen lately. All matches run at "
        "once, each pair from both seats. Make your first move within 48 hours, or you're out."
    ),
    "league": lazy_gettext(
        "Everybody in your division plays everybody, all matches at once. When the season ends, "
        "the best go up and the last go down; one click on **Still in?** enters you for the next."
    ),
    "tour": lazy_gettext(
        "A new game every two weeks, with points for your place and for taking part. You don't "
        "have to know the games: that's what it's for. `/learn` teaches each in five minutes."
    ),
    "ladder": lazy_gettext(
        "Challenge anybody up to three places above you. Win, and you take their place. If you sit "
        "out for long, you slip down."
    ),
    "swiss": lazy_gettext(
        "Every round you meet somebody with about as many points as you have. Nobody is knocked "
        "out. You can still enter until the second round."
    ),
}
"""What somebody should know before they join."""

STATE_WORDS: Mapping[EventState, Text] = {
    "open": lazy_pgettext("state of an event", "open"),
    "running": lazy_pgettext("state of an event", "running"),
    "over": lazy_pgettext("state of an event", "over"),
    "cancelled": lazy_pgettext("state of an event", "called off"),
}


def format_label(format: Format) -> str:
    """A format as a choice in a list: "Cup: begins when it's full"."""
    return gettext(
        "{format}: {summary}", format=FORMAT_NAMES[format], summary=FORMAT_SUMMARIES[format]
    )


def game_name(event: Event) -> str:
    """The game of an event; of a tour, all of them."""
    return gettext("all games") if event.game is None else GAMES[event.game].name


def title_of(event: Event | Title) -> str:
    """The name of an event as inert text, with its season where it has several."""
    return with_season(plain(str(named(event))), event)


def link_to_event(event: Event) -> str:
    """The title of an event, which leads to its thread, or to its card where it has none."""
    card = None if event.thread_id is not None else event.card_message_id
    return f"[{title_of(event)}]({address(event.guild_id, event.place_id, card)})"


def with_season(name: str, event: Event | Title) -> str:
    """ "Spring league, season 2"; the name alone of what has no seasons."""
    if event.format != "league":
        return name
    return gettext("{event}, season {season}", event=name, season=event.season)


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
    """How its matches are played: "3 days a turn · cells on a side: 5"."""
    options = () if event.game is None else GAMES[event.game].options
    return " · ".join(
        [
            pace_words(pace_of(event.terms.pace)),
            *(option_words(each, event.terms.options[each.key]) for each in options),
        ]
    )


def closing_words(event: Event) -> str:
    """Until when one can enter, and when it is over."""
    if event.state == "open":
        if event.entries_close_at is None:
            return gettext("Starts when it's full.")
        return gettext("Entries close {when}.", when=relative(event.entries_close_at))
    if event.state == "running" and event.ends_at is not None:
        return gettext("Ends {when}.", when=relative(event.ends_at))
    return ""


def seats_left_words(event: Event, entered: int) -> str:
    """ "2 of 4 seats taken"."""
    return ngettext(
        "{taken} of {count} seat taken",
        "{taken} of {count} seats taken",
        event.terms.most,
        taken=entered,
    )
