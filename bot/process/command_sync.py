"""Sending the slash commands to Discord, and learning their ids."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from club.front_notes import FrontNotes

SYNCED = "commands_synced"
COMMAND_IDS = "command_ids"

log = logging.getLogger(__name__)


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
        digest = await self._digest(translator)
        if self._syncs is None and await self._notes.get(SYNCED) == digest:
            await self.learn()
            return
        ids = {command.name: command.id for command in await self._tree.sync()}
        self._command_ids.update(ids)
        await self._notes.put({SYNCED: digest, COMMAND_IDS: json.dumps(ids)})
        log.info("sent %d commands to Discord", len(ids))

    async def learn(self) -> None:
        """Read the ids of the commands from Discord, where another process may have sent them."""
        if self._syncs is not False and not self._command_ids:
            self._command_ids.update(json.loads(await self._notes.get(COMMAND_IDS) or "{}"))

    async def _digest(self, translator: app_commands.Translator) -> str:
        payloads = [
            await command.get_translated_payload(self._tree, translator)
            for command in self._tree.get_commands()
        ]
        text = json.dumps([self._client.application_id, payloads], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()
