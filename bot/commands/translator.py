"""Translations of the commands' own texts, which Discord shows in each user's language.

Names of commands and options are the same in every language. English is given for both of
Discord's variants, because a single one would also be shown to users of the other.
"""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes

from bot.commands.choices import GET_NAME
from bot.interactions.languages import spoken_by
from language.texts import gettext, written_in

MAX_LENGTH = 100
"""Maximum length of a description, and of a choice's name."""

NAMES = frozenset({Location.command_name, Location.group_name, Location.parameter_name})
"""Typed names, which are the same in every language."""


class CommandTranslator(app_commands.Translator):
    """Translates descriptions and choices."""

    def __init__(self) -> None:
        # Every text is requested for each of about thirty locales.
        self._languages = {locale: spoken_by(locale) for locale in discord.Locale}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """Translate a text, or None for names and unsupported locales."""
        language = self._languages[locale]
        if language is None or _is_typed(context):
            return None
        get_name: Callable[[], str] | None = string.extras.get(GET_NAME)
        with written_in(language):
            text = gettext(string.message) if get_name is None else get_name()
        # A text that is too long would make Discord reject all commands.
        return text if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 1]}…"


def _is_typed(context: TranslationContextTypes) -> bool:
    """Whether a text is a typed name. Entries of context menus are clicked."""
    return context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu)
