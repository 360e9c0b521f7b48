"""The texts of the commands themselves, as Discord shows them in the language of each reader.

Names of commands and of their options are the same in every language. English is given for both of
Discord's Englishes: what is given for one language alone would be shown to readers of the other.
"""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes

from bot.commands.choices import SAY
from bot.interactions.languages import spoken_by
from rules.language import gettext, written_in

LONGEST = 100
"""Characters of a description, and of the name of a choice."""

NAMES = frozenset({Location.command_name, Location.group_name, Location.parameter_name})
"""What people type, and read in texts of any language."""


class CommandTranslator(app_commands.Translator):
    """Says descriptions and choices in all languages that are offered."""

    def __init__(self) -> None:
        # Every text is asked for in each of some thirty locales.
        self._languages = {locale: spoken_by(locale) for locale in discord.Locale}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """A text in the language of a locale; None where that is not offered, and for names."""
        language = self._languages[locale]
        if language is None or context.location in NAMES:
            return None
        say: Callable[[], str] | None = string.extras.get(SAY)
        with written_in(language):
            said = gettext(string.message) if say is None else say()
        # One that is too long would keep all commands from being taken.
        return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
