"""Sending the slash commands with their translations to Discord, and learning their ids."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes
from discord.http import Route

from bot.interface.languages import spoken_by
from bot.interface.options import GET_NAME
from club.club import FrontNotes
from language.texts import gettext, written_in

log = logging.getLogger(__name__)

MAX_LENGTH = 100
"""Maximum length of a description, and of a choice's name."""

NAMES = frozenset({Location.command_name, Location.group_name, Location.parameter_name})
"""Typed names, which are the same in every language."""

ENTRY_POINT = 4
"""The type of the command that opens an Activity. Discord adds it, and refuses to have it left
out."""

SYNCED = "commands_synced"
COMMAND_IDS = "command_ids"


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


class CommandSync:
    """Sends the commands if they have changed. Discord allows 200 creations per day and server."""

    def __init__(
        self,
        client: discord.Client,
        tree: app_commands.CommandTree[Any],
        notes: FrontNotes,
        command_ids: dict[str, int],
        *,
        syncs: bool | None,
    ) -> None:
        """
        :param command_ids: receives the ids by command name.
        :param syncs: whether to send commands when they have changed (None), always or never.
        """
        self._client = client
        self._tree = tree
        self._notes = notes
        self._command_ids = command_ids
        self._syncs = syncs

    async def sync(self, translator: app_commands.Translator) -> None:
        """Send the commands if necessary."""
        if self._syncs is False:
            return
        payloads = [
            await command.get_translated_payload(self._tree, translator)
            for command in self._tree.get_commands()
        ]
        text = json.dumps([self._client.application_id, payloads], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if self._syncs is None and await self._notes.get(SYNCED) == digest:
            await self.learn()
            return
        ids = {each["name"]: int(each["id"]) for each in await self._send(payloads)}
        self._command_ids.update(ids)
        await self._notes.put({SYNCED: digest, COMMAND_IDS: json.dumps(ids)})
        log.info("sent %d commands to Discord", len(ids))

    async def learn(self) -> None:
        """Read the ids of the commands from Discord, where another process may have sent them."""
        if self._syncs is not False and not self._command_ids:
            self._command_ids.update(json.loads(await self._notes.get(COMMAND_IDS) or "{}"))

    async def _send(self, payloads: list[dict[str, Any]]) -> list[Any]:
        """Replace all commands but the Entry Point command, which `CommandTree.sync` leaves out."""
        assert self._client.application_id is not None
        application, http = self._client.application_id, self._client.http
        path = "/applications/{application_id}/commands"
        registered: list[Any] = await http.request(
            Route("GET", path, application_id=application), params={"with_localizations": "true"}
        )
        kept = [each for each in registered if each["type"] == ENTRY_POINT]
        sent: list[Any] = await http.bulk_upsert_global_commands(application, [*payloads, *kept])
        return [each for each in sent if each["type"] != ENTRY_POINT]


def _is_typed(context: TranslationContextTypes) -> bool:
    """Whether a text is a typed name. Entries of context menus are clicked."""
    return context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu)
