"""What the process logs, without the secrets that it holds."""

from __future__ import annotations

import logging
import re

# Whoever has an interaction's or webhook's token can answer in the bot's name for 15 minutes.
_TOKEN_IN_PATH = re.compile(r"/(interactions|webhooks)/(\d+)/[\w.-]{20,}")

CHATTY = ("discord.http", "discord.webhook.async_", "discord.gateway", "aiosqlite", "PIL")
"""Loggers that write whole requests or every frame when they are asked for details."""


class SecretsKept(logging.Formatter):
    """A formatter that blanks the given secrets and the tokens in Discord's addresses."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback if there is one."""
        text = _TOKEN_IN_PATH.sub(r"/\1/\2/[token]", super().format(record))
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return text


QUIET = ("alembic", "discord.client")
"""Loggers that tell at each start of dialects, and of voice libraries that no board needs."""


def set_up(level: str, secrets: tuple[str, ...] = ()) -> None:
    """Log to standard error from this level up."""
    handler = logging.StreamHandler()
    handler.setFormatter(SecretsKept(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    least = logging.getLevelName(level)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(logging.INFO, least))
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.ERROR, least))
