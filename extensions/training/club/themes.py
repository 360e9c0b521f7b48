"""The themes of puzzles."""

from __future__ import annotations

from collections.abc import Iterator

from engine.puzzles import Puzzle, puzzles
from engine.puzzles.library import Theme
from engine.registry import ENGINES
from language.lists import row_of
from language.texts import N_, gettext
from language.typed import folded
from rules.position import Game
from rules.refusal import Refusal, quoted
from rules.registry import GAMES


def themes_of(puzzle: Puzzle) -> tuple[Theme, ...]:
    """Return the themes of a puzzle's solution."""
    return tuple(theme for theme in _themes_of_game(puzzle.game) if theme.key in puzzle.themes)


def themes_offered(game: Game | None = None) -> tuple[Theme, ...]:
    """Return the themes with puzzles, in one game or in all."""
    offered: dict[str, Theme] = {}
    for key in GAMES if game is None else (game.key,):
        present = {theme for puzzle in puzzles(key) for theme in puzzle.themes}
        for theme in _themes_of_game(key):
            if theme.key in present:
                offered.setdefault(theme.key, theme)
    return tuple(offered.values())


def theme_named(text: str, game: Game | None = None) -> Theme:
    """Return a theme by key or name, in any letter case. English names work in all languages.

    :raises Refusal: `theme`, with the available themes.
    """
    offered = themes_offered(game)
    wanted_name = folded(text)
    for theme in offered:
        if wanted_name in {folded(name) for name in _names(theme)}:
            return theme
    if not offered:
        raise Refusal("theme", N_("These puzzles have no themes. Leave the theme empty."))
    raise Refusal(
        "theme",
        N_("There are no puzzles with the theme “{theme}”. The themes are {themes}."),
        theme=quoted(text),
        themes=row_of([gettext(theme.name) for theme in offered]),
    )


def _names(theme: Theme) -> Iterator[str]:
    yield theme.key
    yield theme.name
    yield gettext(theme.name)


def _themes_of_game(game: str) -> tuple[Theme, ...]:
    engine = ENGINES.get(game)
    return () if engine is None else engine.themes
