"""The pages of `/help`: the games at a glance, what one can do, and what there is to set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.pages.control_ids import control
from bot.pages.page import LONGEST_TEXT, Block, Button, Page, Picture, Style
from engine.levels import LEVELS
from presentation.pictures import drawn
from rendering.glimpses import all_games
from rules.language import gettext, ngettext, pgettext
from rules.listing import listed
from rules.position import Game
from rules.registry import FIRST_GAME, GAMES

PICTURE = "games.png"

GAMES_ON_A_PAGE = 6
"""With all their buttons, as many as a message has components for."""

FIRST = ("challenge", "cup", "learn", "puzzle", "move", "next", "matches", "board", "rules")
"""The commands that are told first, as far as there are such."""

COMMANDS, SERVER = "commands", "server"
"""The pages that are called by a word; those of games are called by their number from 0."""


def is_page(name: str) -> bool:
    """Whether there is a page of this name."""
    return name in (COMMANDS, SERVER) or name in map(str, range(_parts()))


async def games_page(number: int, can_play: Callable[[Game], bool], *, manages: bool) -> Page:
    """The games, a few lines and buttons each; of very many some.

    :param number: the page, from 0.
    :param can_play: whether the bot plays a game itself.
    :param manages: whether who asks may change the settings of the server.
    """
    games = sorted(GAMES.values(), key=lambda game: game is not FIRST_GAME)
    shown = games[number * GAMES_ON_A_PAGE :][:GAMES_ON_A_PAGE]
    words = ngettext(
        "{count} game that few people know. Play me right away, or challenge someone here.",
        "{count} games that few people know. Play me right away, or challenge someone here.",
        len(GAMES),
    )
    blocks: list[Block] = ["\n".join((gettext("## Board games, turn by turn"), words))]
    if number == 0:
        blocks.append(await picture_of_all())
    for game in shown:
        blocks.append(_told(game))
        blocks.append(tuple(_buttons(game, can_play(game))))
    return Page((*blocks, _tabs(str(number), manages=manages)))


async def picture_of_all() -> Picture:
    """The boards of all games in one picture."""
    names = listed([game.name for game in GAMES.values()])
    alt = gettext("A board of each game: {games}.", games=names)
    return Picture(PICTURE, alt, await drawn(all_games))


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
            "In this channel I'm missing {permissions}. You can allow it in the channel's "
            "settings.",
            permissions=names,
        )
    else:
        state = gettext("In this channel I have all the permissions that I need.")
    told = "\n".join(f"{mention_of(name)} {words}" for name, words in commands.items())
    text = "\n".join(
        (
            gettext("## For those who manage this server"),
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


def _told(game: Game) -> str:
    facts = [gettext(each) for each in (game.length, game.difficulty) if each]
    if game.akin:
        facts.append(gettext("if you like {what}", what=gettext(game.akin)))
    line = " · ".join(facts)
    small = f"\n-# {line[:1].upper()}{line[1:]}" if line else ""
    heading = f"{game.icon} **{game.name}**"
    if game is FIRST_GAME:
        advice = gettext("a good first game")
        heading = f"{heading} · {advice}"
    return f"{heading}\n{gettext(game.summary)}{small}"


def _buttons(game: Game, plays: bool) -> list[Button]:
    is_first = game is FIRST_GAME
    learn: Style = "primary" if is_first else "secondary"
    play: Style = "success" if is_first else "secondary"
    buttons: list[Button] = []
    if game.lessons:
        buttons.append(Button(gettext("Learn"), control("learn", game.key), learn))
    if plays:
        easiest = control("begin", game.key, LEVELS[0].number)
        buttons.append(Button(gettext("Play the bot"), easiest, play))
    return [*buttons, Button(pgettext("button", "Challenge"), control("seek", game.key))]


def _tabs(present: str, *, manages: bool) -> tuple[Button, ...]:
    tabs = [(gettext("The games"), "0")]
    tabs += [
        (gettext("More games {number}", number=number), str(number))
        for number in range(1, _parts())
    ]
    tabs.append((gettext("What you can do"), COMMANDS))
    if manages:
        tabs.append((gettext("Manage the server"), SERVER))
    return tuple(
        Button(label, control("help", name), disabled=name == present) for label, name in tabs
    )


def _parts() -> int:
    return -(-len(GAMES) // GAMES_ON_A_PAGE)
