"""The private page of a member's search for opponents.

Its controls carry the choices so far, so nothing is stored before the member joins.
"""

from __future__ import annotations

from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.game_choices import game_choice
from bot.pages.page import Block, Button, Menu, MenuChoice, Page
from club.pool.player_pool import PoolView
from club.pool.wishes import MAX_AT_ONCE
from language.texts import N_, gettext, ngettext
from presentation.matches.pool_words import (
    range_words,
    ranges,
    reach_note,
    state_words,
    waiting_lines,
)
from rules.registry import GAMES
from storage.pool.entries import Reach, Wish

REACHES: dict[str, Reach] = {
    "server": "server",
    "everywhere": "everywhere",
    "direct": "direct",
}

REACH_LABELS: dict[Reach, str] = {
    "server": N_("Members of this server"),
    "everywhere": N_("People from any server"),
    "direct": N_("People from any server, by direct message"),
}


def wish_text(wish: Wish) -> str:
    """Return a wish as an argument of a control."""
    games = ".".join(wish.games)
    return "_".join((games, wish.fastest, wish.slowest, str(wish.most), wish.reach))


def wish_in(text: str) -> Wish | None:
    """Parse a wish in a control, or None if it is invalid."""
    parts = text.split("_")
    if len(parts) != 5:
        return None
    games, fastest, slowest, most, reach = parts
    valid_games = tuple(game for game in games.split(".") if game in GAMES)
    if reach not in REACHES or not (most.isascii() and most.isdigit() and len(most) == 1):
        return None
    return Wish(valid_games, fastest, slowest, int(most), REACHES[reach])


def pool_page(view: PoolView, wish: Wish | None = None, notice: str = "") -> Page:
    """Return a person's search with controls to change it.

    :param wish: the choices so far, if they aren't stored.
    :param notice: a text at the top.
    """
    chosen = wish or view.wish
    chooses_reach = view.guild_id is not None and view.may_play_out and not view.is_hidden
    if not chooses_reach:
        chosen = replace(chosen, reach="direct" if view.guild_id is None else "server")
    state = wish_text(chosen)
    lines = [gettext("## Find someone to play"), state_words(view, DISCORD), ""]
    text = "\n".join([*lines, *waiting_lines(view)])
    blocks: list[Block] = [notice] if notice else []
    note = f"-# {reach_note(view, chosen, DISCORD)}"
    if view.guild_id is None and view.is_hidden:
        # They can only leave the pool, or stop being hidden.
        return Page((*blocks, text, note, *([_buttons(view, state)[1:]] if view.entry else [])))
    blocks += [text, _games_menu(chosen, state), _pace_menu(chosen, state)]
    blocks.append(_limit_menu(chosen, state))
    if chooses_reach:
        blocks.append(_reach_menu(chosen, state))
    blocks += [note, _buttons(view, state)]
    return Page(tuple(blocks))


def _games_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(game_choice(game, chosen=game in wish.games) for game in GAMES)
    return Menu(control("pool-games", state), gettext("Games"), choices, takes_several=True)


def _pace_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(
        MenuChoice(
            range_words(fastest, slowest),
            f"{fastest}-{slowest}",
            chosen=(fastest, slowest) == (wish.fastest, wish.slowest),
        )
        for fastest, slowest in ranges()
    )
    return Menu(control("pool-pace", state), gettext("Pace"), choices)


def _limit_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(
        MenuChoice(
            ngettext("{count} match at a time", "Up to {count} matches at a time", count),
            str(count),
            chosen=count == wish.most,
        )
        for count in range(1, MAX_AT_ONCE + 1)
    )
    return Menu(control("pool-most", state), gettext("Number of matches"), choices)


def _reach_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(
        MenuChoice(gettext(label), reach, chosen=reach == wish.reach)
        for reach, label in REACH_LABELS.items()
    )
    return Menu(control("pool-reach", state), gettext("Opponents"), choices)


def _buttons(view: PoolView, state: str) -> tuple[Button, ...]:
    if view.entry is None:
        return (Button(gettext("Find me a match"), control("pool-join", state), "success"),)
    return (
        Button(gettext("Keep looking"), control("pool-join", state), "success"),
        Button(gettext("Stop looking"), control("pool-leave")),
    )
