"""The pages on which a language is chosen: by somebody for themselves, by an admin for a server."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.page import Button, Menu, MenuChoice, Page
from presentation.community.language_words import language_name
from rules import language
from rules.language import gettext

AS_DISCORD = "discord"
"""The choice of no language but that of Discord."""


def own_language_page(chosen: str | None, usual: str, of_server: str) -> Page:
    """What somebody has chosen, with a menu to change it.

    :param usual: the language that is theirs by Discord.
    :param of_server: what everybody sees is in it.
    """
    if chosen is None:
        present = gettext(
            "Your language is **{language}**, as in your Discord.",
            language=language_name(usual),
        )
    else:
        present = gettext("You chose **{language}**.", language=language_name(chosen))
    server = gettext(
        "Boards, results, leaderboards and everything else that everyone sees are in this "
        "server's language: **{language}**.",
        language=language_name(of_server),
    )
    lines = [gettext("### Your language"), present, server]
    return Page(("\n".join(lines), _menu("language", chosen, usual)))


def server_language_page(chosen: str | None, usual: str) -> Page:
    """What a server has chosen, with a menu to change it.

    :param usual: the language that is the server's by Discord.
    """
    if chosen is None:
        present = gettext(
            "What everyone sees is in **{language}**, as set for this server on Discord.",
            language=language_name(usual),
        )
    else:
        present = gettext(
            "What everyone sees is in **{language}**, as chosen in the settings.",
            language=language_name(chosen),
        )
    note = gettext(
        "-# These are boards, results, leaderboards, events and daily puzzles. What only one "
        "person sees is in that person's language: `/language` changes it."
    )
    lines = [gettext("## Language"), present, note]
    back = Button(gettext("Back to settings"), control("settings-back"))
    menu = _menu("settings-language-choice", chosen, usual)
    return Page(("\n".join(lines), menu, (back,)))


def _menu(verb: str, chosen: str | None, usual: str) -> Menu:
    as_discord = MenuChoice(
        gettext("As in Discord ({language})", language=language_name(usual)),
        AS_DISCORD,
        chosen=chosen is None,
    )
    choices = [
        MenuChoice(language_name(each), each, chosen=each == chosen) for each in language.COMPLETE
    ]
    return Menu(control(verb), gettext("Language"), (as_discord, *choices))
