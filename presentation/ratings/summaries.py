"""The summary of a month in words."""

from __future__ import annotations

from dataclasses import dataclass

from club.calendar import bounds_of
from club.ratings.summaries import MonthlySummary
from language.dates import month_of_year
from language.lists import listed
from language.texts import gettext, ngettext, npgettext, signed
from presentation.markup import Markup
from presentation.phrases import versus
from rules.registry import GAMES
from storage.matches.match import StoredMatch
from storage.ratings.ratings import whole_points
from storage.ratings.summaries import Upset


@dataclass(frozen=True, slots=True)
class SummaryWords:
    """The texts about a month, for a front to lay out. Each may be empty."""

    counts: str
    active: str
    climbers: str
    """The heading of the members whose ratings rose."""
    climbing: tuple[str, ...]
    match: str
    """The match of the month."""


def month_words(month: str) -> str:
    """The name of a month (`2026-10`): "October 2026"."""
    since, _ = bounds_of(month)
    return month_of_year(since.month, since.year)


def summary_words(summary: MonthlySummary, markup: Markup) -> SummaryWords:
    """The texts about a month in which matches were finished."""
    climbing = _climbing(summary, markup)
    return SummaryWords(
        _counts_words(summary.counts, markup),
        _active_words(summary, markup),
        markup.strong(gettext("Biggest climbs")) if climbing else "",
        climbing,
        _match_words(summary, markup),
    )


def _counts_words(counts: dict[str, int], markup: Markup) -> str:
    if not counts:
        return ""
    total = sum(counts.values())
    by_game = [
        ngettext("{count} {game}", "{count} {game}", count, game=GAMES[game].name)
        for game, count in counts.items()
    ]
    matches = npgettext("finished", "{count} match", "{count} matches", total)
    return gettext(
        "{matches} finished: {games}.", matches=markup.strong(matches), games=listed(by_game)
    )


def _active_words(summary: MonthlySummary, markup: Markup) -> str:
    names = [
        gettext(
            "{name} ({matches})",
            name=markup.name(summary.names[each.user_id]),
            matches=each.matches,
        )
        for each in summary.active
    ]
    if not names:
        return ""
    heading = markup.strong(gettext("Most active"))
    return gettext("{heading}: {names}.", heading=heading, names=listed(names))


def _climbing(summary: MonthlySummary, markup: Markup) -> tuple[str, ...]:
    return tuple(
        gettext(
            "{name} {change} in {game}, {before} → {after}",
            name=markup.name(summary.names[climber.user_id]),
            change=markup.strong(
                signed(whole_points(climber.mu) - whole_points(climber.mu_before))
            ),
            game=GAMES[climber.game].name,
            before=whole_points(climber.mu_before),
            after=whole_points(climber.mu),
        )
        for climber in summary.climbers
    )


def _match_words(summary: MonthlySummary, markup: Markup) -> str:
    if summary.match is None:
        return ""
    if summary.upset is None:
        return _longest_words(summary.match, markup)
    return _upset_words(summary.match, summary.upset, markup)


def _upset_words(match: StoredMatch, upset: Upset, markup: Markup) -> str:
    names = {seat.user_id: markup.name(seat.name) for seat in match.seats}
    heading = _match_heading(markup)
    return ngettext(
        "{heading}: {match}, in which {winner} beat {loser}, who was rated {count} point higher.",
        "{heading}: {match}, in which {winner} beat {loser}, who was rated {count} points higher.",
        whole_points(upset.points),
        heading=heading,
        match=match_link(match, markup),
        winner=names[upset.winner_id],
        loser=names[upset.loser_id],
    )


def _longest_words(match: StoredMatch, markup: Markup) -> str:
    heading = _match_heading(markup)
    return ngettext(
        "{heading}: {match}, the longest, with {count} move.",
        "{heading}: {match}, the longest, with {count} moves.",
        match.ply,
        heading=heading,
        match=match_link(match, markup),
    )


def _match_heading(markup: Markup) -> str:
    return markup.strong(gettext("Match of the month"))


def match_link(match: StoredMatch, markup: Markup) -> str:
    """Return a link to a match, with its players."""
    link = markup.board(match, f"{GAMES[match.game].name} {match.id}")
    return f"{link}, {versus([markup.name(seat.name) for seat in match.seats])}"
