"""Logging without secrets."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from bot.interface.context import current_interaction

# The token of an interaction or webhook allows answering as the bot for 15 minutes.
_TOKEN_IN_PATH = re.compile(r"/(interactions|webhooks)/(\d+)/[\w.-]{20,}")

CHATTY = ("discord.http", "discord.webhook.async_", "discord.gateway", "PIL")
"""Loggers that write whole requests or frames at level DEBUG."""


def without_secrets(text: str, secrets: tuple[str, ...]) -> str:
    """Return a text without the given secrets and without tokens in Discord's addresses."""
    text = _TOKEN_IN_PATH.sub(r"/\1/\2/[token]", text)
    for secret in secrets:
        text = text.replace(secret, "[secret]")
    return text


class AboutInteraction(logging.Filter):
    """Adds to records the id of the current interaction, which error messages show to users."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the interaction. Nothing is filtered out."""
        number = current_interaction.get()
        record.interaction = number
        record.about = "" if number is None else f" [{number}]"
        return True


class RedactingFormatter(logging.Formatter):
    """Formats readable lines without secrets."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        form = "{asctime} {levelname:<7} {name}{about}: {message}"
        super().__init__(form, style="{", defaults={"about": ""})
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback if there is one."""
        return without_secrets(super().format(record), self._secrets)


class JsonLines(logging.Formatter):
    """Formats each record as a line of JSON without secrets, for log collectors."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, including a traceback."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage(), self._secrets),
        }
        number = getattr(record, "interaction", None)
        if number is not None:
            # As a string, because many programs round such large numbers.
            line["interaction"] = str(number)
        if record.exc_info:
            trace = self.formatException(record.exc_info)
            line["exception"] = without_secrets(trace, self._secrets)
        return json.dumps(line, ensure_ascii=False)


QUIET = ("alembic", "discord.client")
"""Loggers that report irrelevant details at each start."""

FORMATS = {"text": RedactingFormatter, "json": JsonLines}


LATE = frozenset({10062, 40060})
"""Discord's codes for an interaction that has expired or was already answered."""


def is_no_late_completion(record: logging.LogRecord) -> bool:
    """Whether a record is not about a late autocompletion.

    discord.py logs these as errors, but they are normal if the user has already changed the text.
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
    lowest = logging.getLevelName(level)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(logging.INFO, lowest))
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.ERROR, lowest))
