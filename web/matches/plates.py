"""The players beside a board: each one's piece, name, clock, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO

from markupsafe import Markup as Html
from PIL import Image

from club.matches.match import Match, Player
from club.paces import Pace
from club.ratings.profiles import PlayerRating
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.clocks import away_lines, clock_lines, clock_words
from presentation.phrases import change_words, duration_words, points_words
from rendering import Icon, icons, seat_icon
from web.http.reader import Reader, html
from web.http.routes import File, FileRoute, Route, Visit
from web.http.site import Site
from web.http.view import NoPage

PIECE_WIDTH = 64

SHORT = 0.2
"""The part of the time per turn, or of the first bank, below which the time left is short."""


@dataclass(frozen=True, slots=True)
class PlateClock:
    """The time that a player has left."""

    words: Html
    """Empty without a limit."""
    is_short: bool
    """Whether little is left."""


NO_CLOCK = PlateClock(Html(""), is_short=False)


@dataclass(frozen=True, slots=True)
class Plate:
    """A player beside a board, for the macro `plates`."""

    name: Html
    seat: str
    piece: str
    """The address of the picture of their piece."""
    path: str
    """The address of their page, empty without one."""
    rating: str
    """Their rating, with the effect of a match that is over, empty without one."""
    clock: PlateClock
    is_to_move: bool


@dataclass(frozen=True, slots=True)
class Plates:
    """The players above and below a board."""

    above: Sequence[Plate]
    below: Sequence[Plate]


def plates_of(
    reader: Reader,
    match: Match,
    markup: Markup,
    ratings: Mapping[int, PlayerRating],
    path_of: Callable[[Player], str] = lambda _player: "",
    *,
    own: int | None = None,
    is_running: bool = True,
) -> Plates:
    """Return the players, with the own one below the board.

    :param ratings: those of the players, by user id.
    :param path_of: returns the address of a player's page, empty without one.
    :param own: the seat of the viewer; spectators see the board from seat 1.
    :param is_running: whether the board shows the present, with clocks.
    """
    has_clocks = is_running and not match.is_over
    plates = {
        player.seat: Plate(
            html(markup.name(player.name)),
            gettext(player.seat_name),
            reader.picture(f"/pieces/{match.game.key}/{player.seat}.png"),
            path_of(player),
            rating_words_in_match(ratings.get(player.user_id)),
            _clock(match, player, reader.now, markup) if has_clocks else NO_CLOCK,
            is_to_move=player == match.player_to_move and not match.is_over,
        )
        for player in match.players
    }
    below = plates.pop(own or 1)
    return Plates(tuple(plates.values()), (below,))


async def pace_lines(site: Site, match: Match, markup: Markup) -> list[Html]:
    """Return the turn with the pace, what the clock on a plate doesn't say, and who is away."""
    turn, *_ = clock_lines(match, markup)
    stored = match.stored
    is_plain = stored.paused_until is stored.runs_out_at is match.away_until is None
    has_plate = is_plain and match.team_to_move is None
    clock = "" if has_plate else clock_words(match, markup)
    away = await site.club.vacations.away_in(match.stored)
    lines = turn, clock, *away_lines(match, away, markup)
    return [html(line) for line in lines if line]


async def piece_picture(visit: Visit) -> File:
    """The piece of a seat."""
    game, seat = visit.parts["game"], visit.number("seat")
    try:
        return File(
            await visit.site.pictures.get(visit.visitor, ("piece", game, seat), _piece, game, seat)
        )
    except KeyError as error:
        raise NoPage from error


ROUTES: Sequence[Route] = (
    FileRoute("picture", "/pieces/{game:[a-z]+}/{seat:[0-9]+}.png", piece_picture),
)


def _piece(game: str, seat: int) -> bytes:
    picture = icons()[Icon(game, seat_icon(seat))]
    picture.thumbnail((PIECE_WIDTH, PIECE_WIDTH), Image.Resampling.LANCZOS)
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def rating_words_in_match(rating: PlayerRating | None) -> str:
    """ "1532", or "1518 +14" after a match."""
    if rating is None:
        return ""
    points = points_words(rating.mu, rating.is_provisional)
    return f"{points} {change_words(rating.change)}" if rating.change else points


def _clock(match: Match, player: Player, now: datetime, markup: Markup) -> PlateClock:
    stored, pace = match.stored, match.pace
    if pace.time is None or player.is_computer or not player.is_playing:
        return NO_CLOCK
    if player != match.player_to_move:
        left = pace.allowance(stored.seats[player.seat - 1].bank) or timedelta()
        words = duration_words(left)
    elif stored.deadline is not None:
        left = stored.deadline - now
        words = markup.relative(stored.deadline)
    elif stored.time_left is not None:
        left = timedelta(seconds=stored.time_left)
        words = duration_words(left)
    else:
        return NO_CLOCK
    return PlateClock(html(words), is_short(left, pace))


def is_short(left: timedelta, pace: Pace) -> bool:
    """Whether little of a player's time is left."""
    return pace.time is not None and left < pace.time * SHORT
