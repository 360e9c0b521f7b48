"""The pages of `/help`: the games at a glance, what one can do, and what there is to set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.pages.control_ids import control
from bot.pages.game_choices import game_choice
from bot.pages.page import LONGEST_TEXT, MOST_OPTIONS, Block, Button, Menu, Page, Picture
from engine.levels import LEVELS
from presentation.pictures import draw_in_thread
from rendering.glimpses import all_games
from rules.language import gettext, ngettext, pgettext
from rules.listing import listed
from rules.position import Game
from rules.registry import FIRST_GAME, GAMES

PICTURE = "games.png"

MOST_OTHERS = 12
"""Games described below the one with buttons; the menu has the others."""

FIRST = ("challenge", "cup", "learn", "puzzle", "move", "next", "matches", "board", "rules")
"""The commands that are told first, as far as there are such."""

COMMANDS, SERVER = "commands", "server"
"""The pages beside those of games, which are called by the key of the game."""


def is_page(name: str) -> bool:
    """Whether there is a page of this name."""
    return name in (COMMANDS, SERVER) or name in GAMES


async def games_page(key: str, can_play: Callable[[Game], bool], *, manages: bool) -> Page:
    """All games, with buttons to start one of them and a menu to choose another.

    :param key: of the game with the buttons.
    :param can_play: whether the bot plays a game itself.
    :param manages: whether the reader may change the settings of the server.
    """
    game, others = GAMES[key], [each for each in GAMES.values() if each.key != key]
    words = ngettext(
        "{count} game that few people know. Play me right away, or challenge someone here.",
        "{count} games that few people know. Play me right away, or challenge someone here.",
        len(GAMES),
    )
    blocks: list[Block] = [
        "\n".join((gettext("## Board games, turn by turn"), words)),
        await picture_of_all(),
        _introduced(game),
        _buttons(game, can_play(game)),
    ]
    if others:
        choices = tuple(game_choice(each.key) for each in others[:MOST_OPTIONS])
        blocks.append("\n".join(_introduced(each) for each in others[:MOST_OTHERS]))
        blocks.append(Menu(control("help-game"), gettext("Choose another game"), choices))
    return Page((*blocks, _tabs(key, manages=manages)))


async def picture_of_all() -> Picture:
    """The boards of all games in one picture."""
    names = listed([game.name for game in GAMES.values()])
    alt = gettext("A board of each game: {games}.", games=names)
    return Picture(PICTURE, alt, await draw_in_thread(all_games))


def commands_page(
    commands: Mapping[str, str], mention_of: Callable[[str], str], *, manages: bool
) -> Page:
    """What everybody can do.

    :param commands: what each command does, by its name, in the language of the page.
    """
    first = [name for name in FIRST if name in commands]
    others = [name for name in commands if name not in first]

    def lines(names: Sequence[str]) -> str:
        return "\n".join(f"{mention_of(name)} {commands[name]}" for name in names)

    text = "\n".join(
        (
            gettext("## What you can do"),
            lines(first),
            gettext("### And also"),
            lines(others),
            gettext(
                "-# **Play** on a board lets you move by clicking, **More** has everything else "
                "about the match."
            ),
        )
    )
    return Page((text[:LONGEST_TEXT], _tabs(COMMANDS, manages=manages)))


def server_page(
    commands: Mapping[str, str], mention_of: Callable[[str], str], missing: Sequence[str]
) -> Page:
    """What those can do who manage the server.

    :param missing: the permissions that the bot lacks where they ask.
    """
    if missing:
        names = listed([f"**{name}**" for name in missing])
        state = gettext(
            "I'm missing {permissions} in this channel. You can allow it in the channel's "
            "settings.",
            permissions=names,
        )
    else:
        state = gettext("I have all the permissions I need in this channel.")
    told = "\n".join(f"{mention_of(name)} {words}" for name, words in commands.items())
    text = "\n".join(
        (
            gettext("## For admins of this server"),
            gettext(
                "I work without any setup: matches can start in any channel I can post in, "
                "and each gets its own thread. In the settings you can change channels, "
                "threads, board size and default pace, and turn on a live leaderboard, a "
                "monthly summary, a daily puzzle and a role for champions. `/event open` "
                "opens a league, tour, ladder or Swiss tournament."
            ),
            told,
            state,
        )
    )
    buttons = (Button(gettext("Set up"), control("settings-open"), "primary"),)
    return Page((text, buttons, _tabs(SERVER, manages=True)))


def _introduced(game: Game) -> str:
    facts = [gettext(each) for each in (game.length, game.difficulty) if each]
    if game.akin:
        facts.append(gettext("if you like {what}", what=gettext(game.akin)))
    line = " · ".join(facts)
    small = f"\n-# {line[:1].upper()}{line[1:]}" if line else ""
    heading = f"{game.icon} **{game.name}**"
    if game is FIRST_GAME:
        advice = gettext("start here")
        heading = f"{heading} · {advice}"
    return f"{heading}\n{gettext(game.summary)}{small}"


def _buttons(game: Game, plays: bool) -> tuple[Button, ...]:
    buttons: list[Button] = []
    if plays:
        easiest = control("begin", game.key, LEVELS[0].number)
        buttons.append(Button(gettext("Play the bot"), easiest, "success"))
    if game.lessons:
        buttons.append(Button(gettext("Learn"), control("learn", game.key), "primary"))
    return (*buttons, Button(pgettext("button", "Challenge"), control("seek", game.key)))


def _tabs(present: str, *, manages: bool) -> tuple[Button, ...]:
    tabs = [(gettext("The games"), present if present in GAMES else FIRST_GAME.key)]
    tabs.append((gettext("What you can do"), COMMANDS))
    if manages:
        tabs.append((gettext("Manage the server"), SERVER))
    return tuple(
        Button(label, control("help", name), disabled=name == present) for label, name in tabs
    )
