"""The top three players of every game as one picture, a row per game."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from language.lists import row_of, sentences
from language.texts import gettext
from rendering.drawing import palette
from rendering.figures.parts import HEAD, MARGIN, finished, panel, put_title, shape
from rendering.figures.table import EDGE, MEDALS, Row
from rendering.text.lettering import shortened, write
from rendering.text.text_table import first_that_fits
from rendering.text.typefaces import readable

MAX_PLAYERS = 3
"""Maximum number of players per game."""


@dataclass(frozen=True, slots=True)
class TopPlayer(Row):
    """One of the first players of a game."""

    text: str
    """The displayed value, such as "1532"."""


@dataclass(frozen=True, slots=True)
class TopPlayers:
    """The first players of every game."""

    title: str
    note: str
    """The subtitle: "this server · all time"."""
    games: tuple[tuple[str, tuple[TopPlayer, ...]], ...]
    """Names of games with their first players in order, of whom `MAX_PLAYERS` are shown."""


_PITCH, _ROW = 92, 82
_GAME, _FIRST, _COLUMN = 34, 204, 229
"""In a picture 900 wide: the columns of the game and its first player, and the column pitch."""


def draw_overview(overview: TopPlayers, width: int = 900) -> bytes:
    """Return the overview as a PNG file, `width` pixels wide."""
    unit = width / 900
    height = HEAD + len(overview.games) * _PITCH + EDGE
    picture = Image.new("RGB", (width, round(height * unit)), palette.BACKGROUND)
    put_title(picture, overview.title, overview.note)
    for number, (game, players) in enumerate(overview.games):
        _put_game(picture, game, players[:MAX_PLAYERS], (HEAD + number * _PITCH + _ROW / 2) * unit)
    return finished(picture)


def _put_game(
    picture: Image.Image, game: str, players: tuple[TopPlayer, ...], middle: float
) -> None:
    unit = picture.width / 900
    ground = panel(round((900 - 2 * EDGE) * unit), round(_ROW * unit), palette.PANEL, 14 * unit)
    ground.paste_on(picture, (picture.width // 2, round(middle)))
    name = shortened(game, 31 * unit, (_FIRST - _GAME - 22) * unit, "ExtraBold")
    at = _GAME * unit, middle
    write(picture, at, name, 31 * unit, palette.INK, anchor="lm", weight="ExtraBold")
    for column, player in enumerate(players):
        left = _FIRST + column * _COLUMN
        centre = round((left + 22) * unit), round(middle)
        medal = MEDALS.get(player.place or 0, palette.QUIET_INK)
        shape("disc", 20 * unit, medal).paste_on(picture, centre)
        write(picture, centre, player.place_text, 25 * unit, palette.ON_WIN, weight="ExtraBold")
        room = (min(_COLUMN, 900 - MARGIN - left) - 62) * unit
        called = shortened(player.name or " ", 27 * unit, room)
        at = (left + 52) * unit, middle - 15 * unit
        write(picture, at, called, 27 * unit, palette.INK, anchor="lm")
        at = (left + 52) * unit, middle + 19 * unit
        label = shortened(player.text, 25 * unit, room, "SemiBold")
        write(picture, at, label, 25 * unit, palette.QUIET_INK, anchor="lm", weight="SemiBold")


def overview_alt(overview: TopPlayers) -> str:
    """The overview in words: at most 1024 characters."""
    head = gettext("{title}, {note}.", title=overview.title, note=overview.note)
    whole = [
        gettext("{who}: {value}.", who=game, value=row_of([_player_words(each) for each in top]))
        for game, top in overview.games
    ]
    first = [
        gettext("{who}: {value}.", who=game, value=readable(top[0].name))
        for game, top in overview.games
        if top
    ]
    return first_that_fits(str(sentences(head, *each)) for each in (whole, first))


def _player_words(player: TopPlayer) -> str:
    """A player with place, such as "1. Ada 1532"."""
    who = gettext("{place}. {name}", place=player.place, name=readable(player.name))
    return f"{who} {player.text}"
