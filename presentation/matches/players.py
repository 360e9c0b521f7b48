"""The title of a match and its players."""

from __future__ import annotations

from club.matches.match import Match, Player
from language.texts import gettext
from presentation.markup import Markup, beside_icon
from presentation.phrases import game_words, versus
from rendering import Icon, seat_icon
from rules.position import Game


def match_title(match: Match) -> str:
    """ "Chess · match 12"."""
    game = game_words(match.game, match.options)
    return gettext("{game} · match {number}", game=game, number=match.id)


def short_title(match: Match) -> str:
    """The title without the options of its game."""
    return gettext("{game} · match {number}", game=match.game.name, number=match.id)


def over_title(match: Match) -> str:
    """ "Chess · match 12 · over"."""
    return gettext("{match} · finished", match=match_title(match))


def turn_title(match: Match, number: int) -> str:
    """ "Chess · match 12 · turn 7"."""
    return gettext("{match} · turn {number}", match=match_title(match), number=number)


def with_seat(name: str, seat_name: str) -> str:
    """ "Ada (White)".

    :param name: escaped for the front.
    :param seat_name: the game's English name of the seat.
    """
    return gettext("{name} ({seat})", name=name, seat=gettext(seat_name))


def player_words(player: Player, game: Game, markup: Markup, *, mentioned: bool = False) -> str:
    """ "Ada (White)", after the piece of that seat if the front has pictures for it.

    :param mentioned: whether to link or notify them.
    """
    name = markup.mention(player.user_id, player.name) if mentioned else markup.name(player.name)
    icon = Icon(game.key, seat_icon(player.seat))
    return beside_icon(icon, with_seat(name, player.seat_name), markup)


def paired_words(match: Match, markup: Markup) -> str:
    """Return that the pool has paired the players, whom it mentions. Empty once they have moved."""
    if not match.stored.from_pool or match.played or match.is_over:
        return ""
    names = versus([markup.mention(each.user_id, each.name) for each in match.players])
    return gettext("{names}: paired by {pool}", names=names, pool=markup.command("pool"))


def players_words(match: Match, markup: Markup) -> str:
    """ "Ada (White) vs Ben (Black)"."""
    return versus([player_words(player, match.game, markup) for player in match.players])
