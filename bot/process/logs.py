"""What the process logs, without the secrets that it holds."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from bot.interactions.present import present_interaction

# Whoever has an interaction's or webhook's token can answer in the bot's name for 15 minutes.
_TOKEN_IN_PATH = re.compile(r"/(interactions|webhooks)/(\d+)/[\w.-]{20,}")

CHATTY = ("discord.http", "discord.webhook.async_", "discord.gateway", "PIL")
"""Loggers that write whole requests or every frame when they are asked for details."""


def without_secrets(text: str, secrets: tuple[str, ...]) -> str:
    """A text in which the given secrets and the tokens in Discord's addresses are blank."""
    text = _TOKEN_IN_PATH.sub(r"/\1/\2/[token]", text)
    for secret in secrets:
        text = text.replace(secret, "[secret]")
    return text


class AboutInteraction(logging.Filter):
    """Lets each record say which interaction it is about: whoever was told its number finds all
    that was logged of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Note the interaction; nothing is left out."""
        number = present_interaction.get()
        record.interaction = number
        record.about = "" if number is None else f" [{number}]"
        return True


class SecretsKept(logging.Formatter):
    """Lines to be read, without secrets."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        form = "{asctime} {levelname:<7} {name}{about}: {message}"
        super().__init__(form, style="{", defaults={"about": ""})
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback if there is one."""
        return without_secrets(super().format(record), self._secrets)


class JsonLines(logging.Formatter):
    """A JSON object a line, for programs that collect logs, without secrets."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback is a part of it."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage(), self._secrets),
        }
        number = getattr(record, "interaction", None)
        if number is not None:
            # As text, because many programs round such large numbers.
            line["interaction"] = str(number)
        if record.exc_info:
            trace = self.formatException(record.exc_info)
            line["exception"] = without_secrets(trace, self._secrets)
        return json.dumps(line, ensure_ascii=False)


QUIET = ("alembic", "discord.client")
"""Loggers that tell at each start of dialects, and of voice libraries that no board needs."""

FORMATS = {"text": SecretsKept, "json": JsonLines}


LATE = frozenset({10062, 40060})
"""Discord's codes for an interaction that is over or was answered already."""


def is_no_late_completion(record: logging.LogRecord) -> bool:
    """Whether a record is about anything but suggestions that came too late.

    discord.py logs these as errors. They are the usual end of a suggestion for text that the
    member has already changed.
    """
    error = record.exc_info[1] if record.exc_info else None
    return getattr(error, "code", None) not in LATE


def set_up(level: str, secrets: tuple[str, ...] = (), form: str = "text") -> None:
    """Log to standard error from this level up, in one of the `FORMATS`."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATS[form](secrets))
    handler.addFilter(AboutInteraction())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("discord.app_commands.tree").addFilter(is_no_late_completion)
    least = logging.getLevelName(level)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(logging.INFO, least))
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.ERROR, least))
