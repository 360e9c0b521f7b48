"""Players in words and charts: records, ratings, levels beaten, and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from club.club import Club
from club.members.membership import Viewer
from club.parts import LoadedParts
from club.ratings.profiles import GameRatings, PastMatch, Profile, Versus
from club.ratings.rating_book import rating_of
from engine.engine import LEVELS
from language.lists import listed, row_of
from language.texts import N_, gettext, ngettext, number
from presentation.markup import Markup
from presentation.phrases import ordinal, rating_words, times_words
from presentation.pictures import Picture, draw_in_thread
from presentation.ratings.leaderboards import SCOPE_NOTES
from rendering.figures.chart import Chart, draw_chart
from rendering.figures.parts import Tile
from rendering.figures.rating_chart import RatingHistory, RatingPoint, rating_chart
from rules.registry import GAMES
from storage.ratings.profiles import PlayerRecord
from storage.ratings.ratings import whole_points


@dataclass(frozen=True, slots=True)
class ViewedPlayer:
    """A player whose profile is viewed."""

    club: Club
    viewer: Viewer
    user_id: int


Line = Callable[[Markup], str]
"""A line in the markup of a front."""

UNDER_NAME: LoadedParts[ViewedPlayer, Line] = LoadedParts()
"""Lines between a player's name and their ratings."""

UNDER_RATINGS: LoadedParts[ViewedPlayer, Line] = LoadedParts()
"""Lines below a player's ratings, about all servers."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A player's rating and record in a game, in words."""

    game: str
    points: str
    """The rating, empty without one."""
    place: int | None
    """The place on the leaderboard, None without one."""
    record: str
    """ "12–3–5"."""
    seats: str
    """The record of each seat."""

    @property
    def place_words(self) -> str:
        """ "3rd place", empty without one."""
        return "" if self.place is None else gettext("{place} place", place=ordinal(self.place))

    def line(self, markup: Markup) -> str:
        """ "Go · 1532, 3rd · 12–3–5: White 7–1–3, Black 5–2–2"."""
        parts = [markup.strong(self.game)]
        if self.points:
            points = markup.strong(self.points)
            if self.place is not None:
                points = gettext("{points}, {place}", points=points, place=ordinal(self.place))
            parts.append(points)
        parts.append(gettext("{record}: {seats}", record=self.record, seats=self.seats))
        return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class ProfileWords:
    """The texts about a player, for a front to lay out."""

    title: str
    games: tuple[GameSummary, ...]
    """Most played first."""
    lines: tuple[str, ...]
    """One line per game, or why there are none."""
    note: str
    """How to read the lines, empty without lines."""
    facts: tuple[str, ...]


def profile_words(profile: Profile, name: str, now: datetime, markup: Markup) -> ProfileWords:
    """The texts about a player.

    :param name: their current name.
    """
    title = f"{markup.name(name)} · {gettext(SCOPE_NOTES[profile.scope])}"
    if not profile.is_open:
        hidden = gettext("This member chose not to show ratings and results from all servers.")
        return ProfileWords(title, (), (hidden,), "", ())
    more = [words for words in (_levels_words(profile, markup), _rhythm_words(profile)) if words]
    if not profile.records:
        none = gettext("No finished matches against people yet.")
        return ProfileWords(title, (), (none,), "", tuple(more))
    counts = {
        game: sum(record.matches for record in of_game)
        for game, of_game in groupby(profile.records, key=lambda record: record.game)
    }
    games = sorted(counts, key=lambda game: -counts[game])
    summaries = tuple(_game_summary(profile, game, now) for game in games)
    facts = " · ".join(_facts(profile, games[0], counts[games[0]], markup))
    return ProfileWords(
        title,
        summaries,
        tuple(summary.line(markup) for summary in summaries),
        gettext("Won–drawn–lost, rated or not. A “?” marks a provisional rating."),
        (facts, *more),
    )


def versus_title(name: str, markup: Markup) -> str:
    """ "You and Ada".

    :param name: the other's current name.
    """
    return gettext("You and {name}", name=markup.name(name))


def versus_lines(versus: Versus, markup: Markup) -> list[str]:
    """Return the head-to-head record of two players, one line per game."""
    if not versus.records:
        return [
            gettext(
                "You two haven't finished a match in this server yet. Start one with {challenge}.",
                challenge=markup.command("challenge"),
            )
        ]
    lines = [_record_line(GAMES[record.game].name, record, markup) for record in versus.records]
    if len(versus.records) > 1:
        columns = zip(
            *((record.wins, record.draws, record.losses) for record in versus.records), strict=True
        )
        wins, draws, losses = map(sum, columns)
        total = PlayerRecord("", 0, wins, draws, losses)
        lines.append(_record_line(gettext("Overall"), total, markup))
    return lines


def record_words(records: Sequence[PlayerRecord]) -> str:
    """All matches won, drawn and lost: "12–3–5"."""
    wins, draws = sum(record.wins for record in records), sum(record.draws for record in records)
    return f"{wins}–{draws}–{sum(record.losses for record in records)}"


def result_line(result: PastMatch, user_id: int, markup: Markup) -> str:
    """ "17 · [beat Ben](…) · Go · 3 days ago · 1519 → 1532"."""
    match = result.match
    return " · ".join(
        (
            markup.strong(str(match.id)),
            markup.board(match, outcome_words(result, user_id, markup)),
            result_facts(result, markup),
        )
    )


def outcome_words(result: PastMatch, user_id: int, markup: Markup) -> str:
    """ "beat Ben", "came 2nd against Ben and Cy"."""
    match = result.match
    own = next(seat for seat in match.seats if seat.user_id == user_id)
    others = listed([markup.name(seat.name) for seat in match.seats if seat.user_id != user_id])
    places = [seat.place for seat in match.seats]
    if own.place == 1:
        is_draw = places.count(1) > 1
        words = N_("drew with {others}") if is_draw else N_("beat {others}")
    elif len(places) > 2:
        words = N_("came {place} against {others}")
    else:
        words = N_("lost to {others}")
    return gettext(words, others=others, place=ordinal(own.place or len(places)))


def result_facts(result: PastMatch, markup: Markup) -> str:
    """ "Go · 3 days ago · 1519 → 1532"."""
    match, change = result.match, result.change
    parts = [GAMES[match.game].name]
    if match.ended_at is not None:
        parts.append(markup.relative(match.ended_at))
    if change is not None:
        parts.append(f"{whole_points(change.before)} → {whole_points(change.after)}")
    return " · ".join(parts)


async def ratings_picture(profile: Profile, name: str, now: datetime, width: int) -> Picture:
    """Draw the rating curves of a player, `width` pixels wide.

    :param name: their current name.
    """
    chart = ratings_chart(profile, name, now)
    return Picture(chart.alt, await draw_in_thread(draw_chart, chart, width))


def ratings_chart(profile: Profile, name: str, now: datetime, *, has_tiles: bool = True) -> Chart:
    """The rating curves of a player.

    :param has_tiles: whether their figures stand above the curves.
    """
    games = gettext("all games") if profile.game is None else GAMES[profile.game].name
    histories = [_history(history) for history in profile.histories]
    note = f"{games} · {gettext(SCOPE_NOTES[profile.scope])}"
    return rating_chart(name, note, histories, now, _tiles(profile, now) if has_tiles else ())


def _facts(profile: Profile, favourite: str, matches: int, markup: Markup) -> list[str]:
    """The favourite game, the longest streak and the losses on time."""
    facts = [
        ngettext(
            "Favourite game: {game}, {count} match",
            "Favourite game: {game}, {count} matches",
            matches,
            game=markup.strong(GAMES[favourite].name),
        )
    ]
    longest = max(profile.standings, key=lambda each: each.longest_streak, default=None)
    if longest is not None and longest.longest_streak > 1:
        wins = longest.longest_streak
        facts.append(
            ngettext(
                "longest streak: {wins} rated win in {game}",
                "longest streak: {wins} rated wins in {game}",
                wins,
                wins=markup.strong(number(wins)),
                game=GAMES[longest.game].name,
            )
        )
    times = ngettext("once", "{count} times", profile.times_out)
    facts.append(gettext("ran out of time: {times}", times=markup.strong(times)))
    return facts


def _levels_words(profile: Profile, markup: Markup) -> str:
    """Return the highest level of the bot beaten in each game, if any."""
    names = {each.number: each.name for each in LEVELS}
    beaten: list[str] = []
    for game, level in profile.levels.items():
        name = gettext("level {number} ({name})", number=level, name=gettext(names[level]))
        beaten.append(
            gettext("{level} in {game}", level=markup.strong(name), game=GAMES[game].name)
        )
    if not beaten:
        return ""
    return gettext("Highest level beaten: {levels}.", levels=listed(beaten))


def _game_summary(profile: Profile, game: str, now: datetime) -> GameSummary:
    own = [record for record in profile.records if record.game == game]
    standing = next((each for each in profile.standings if each.game == game), None)
    place = profile.places.get(game)
    seats = row_of([f"{gettext(_seat_name(game, each.seat))} {_counts(each)}" for each in own])
    return GameSummary(
        GAMES[game].name,
        "" if standing is None else rating_words(rating_of(standing), now),
        place,
        record_words(own),
        str(seats),
    )


def _seat_name(game: str, seat: int) -> str:
    """Return the English name of a seat, in matches with enough players."""
    game_rules = GAMES[game]
    return game_rules.seat_names(game_rules.choose({}, seats=seat))[seat - 1]


def _counts(record: PlayerRecord) -> str:
    return f"{record.wins}–{record.draws}–{record.losses}"


def _record_line(what: str, record: PlayerRecord, markup: Markup) -> str:
    """ "Chess: you won 2, drew 1 and lost 3 of 6 matches."."""
    values = {
        "what": markup.strong(what),
        "wins": markup.strong(number(record.wins)),
        "draws": number(record.draws),
        "losses": markup.strong(number(record.losses)),
    }
    if record.draws:
        return ngettext(
            "{what}: you won {wins}, drew {draws} and lost {losses} of {count} match.",
            "{what}: you won {wins}, drew {draws} and lost {losses} of {count} matches.",
            record.matches,
            **values,
        )
    return ngettext(
        "{what}: you won {wins} and lost {losses} of {count} match.",
        "{what}: you won {wins} and lost {losses} of {count} matches.",
        record.matches,
        **values,
    )


def _tiles(profile: Profile, now: datetime) -> tuple[Tile, ...]:
    """The rating, the record and the longest streak, of one game or of all."""
    standings = [
        standing for standing in profile.standings if profile.game in (None, standing.game)
    ]
    if not standings:
        return ()
    records = [record for record in profile.records if profile.game in (None, record.game)]
    best = max(standings, key=lambda each: each.mu)
    streak = max(standing.longest_streak for standing in standings)
    rating = gettext("Best rating") if len(standings) > 1 else gettext("Rating")
    return (
        Tile(rating, rating_words(rating_of(best), now)),
        Tile(gettext("Won–drawn–lost"), record_words(records)),
        Tile(gettext("Longest winning streak"), number(streak)),
    )


def _rhythm_words(profile: Profile) -> str:
    """ "Usually answers within 3 hours (1 day per turn)", empty if too few turns can be seen."""
    times = times_words((each.pace, each.within) for each in profile.rhythms)
    return gettext("Usually answers {times}", times=times) if times else ""


def _history(history: GameRatings) -> RatingHistory:
    """The ratings in one game as they are drawn."""
    course = tuple(RatingPoint(change.at, change.after, change.sigma) for change in history.changes)
    return RatingHistory(GAMES[history.game].name, course)
