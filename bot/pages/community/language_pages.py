"""The pages for choosing a user's or a server's language."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.page import Button, Menu, MenuChoice, Page
from language import texts
from language.texts import gettext
from presentation.community.language_words import language_name

AS_DISCORD = "discord"
"""The choice of using the language of Discord."""


def own_language_page(chosen: str | None, usual: str, of_server: str) -> Page:
    """Return the page of a user's language, with a menu to change it.

    :param usual: the language of their Discord client.
    :param of_server: the server's language, for public messages.
    """
    if chosen is None:
        current = gettext(
            "Your language is **{language}**, as in your Discord settings.",
            language=language_name(usual),
        )
    else:
        current = gettext("You chose **{language}**.", language=language_name(chosen))
    server = gettext(
        "Boards, results, leaderboards and everything else that everyone sees are in this "
        "server's language: **{language}**.",
        language=language_name(of_server),
    )
    lines = [gettext("### Your language"), current, server]
    return Page(("\n".join(lines), _menu("language", chosen, usual)))


def server_language_page(chosen: str | None, usual: str) -> Page:
    """Return the page of a server's language, with a menu to change it.

    :param usual: the server's language on Discord.
    """
    if chosen is None:
        current = gettext(
            "What everyone sees is in **{language}**, as set for this server on Discord.",
            language=language_name(usual),
        )
    else:
        current = gettext(
            "What everyone sees is in **{language}**, as chosen in the settings.",
            language=language_name(chosen),
        )
    note = gettext(
        "-# This covers boards, results, leaderboards, events and daily puzzles. What only one "
        "person sees is in that person's language: change it with `/language`."
    )
    lines = [gettext("## Language"), current, note]
    back = Button(gettext("Back to settings"), control("settings-back"))
    menu = _menu("settings-language-choice", chosen, usual)
    return Page(("\n".join(lines), menu, (back,)))


def _menu(verb: str, chosen: str | None, usual: str) -> Menu:
    as_discord = MenuChoice(
        gettext("Same as Discord ({language})", language=language_name(usual)),
        AS_DISCORD,
        chosen=chosen is None,
    )
    choices = [
        MenuChoice(language_name(each), each, chosen=each == chosen) for each in texts.COMPLETE
    ]
    return Menu(control(verb), gettext("Language"), (as_discord, *choices))
