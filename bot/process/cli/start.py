"""Settings of commands, and exits with a message."""

from __future__ import annotations

import sys
from typing import NoReturn

import click
from pydantic import ValidationError

from bot.process.settings import Settings


def settings_or_stop() -> Settings:
    """Load the settings, or exit with a message if they are invalid."""
    try:
        return Settings()
    except ValidationError as error:
        # Only names and reasons, because values may be secret.
        faults = [
            ": ".join(
                filter(
                    None,
                    (
                        ".".join(map(str, fault["loc"])).upper(),
                        fault["msg"].removeprefix("Value error, "),
                    ),
                )
            )
            for fault in error.errors(include_input=False)
        ]
        stop("The settings can't be used.\n" + "\n".join(faults))


def token_or_stop(settings: Settings, code: int = 1) -> str:
    """Return the bot's token, or exit with a message on how to set it."""
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    if not token.strip():
        stop(
            "There is no DISCORD_TOKEN: put the bot's token into the environment or into .env "
            "(.env.example shows how).\n"
            "To try Stairwell without a token, run: stairwell preview",
            code,
        )
    return token.strip()


def stop(words: str, code: int = 1) -> NoReturn:
    """Exit with a message on standard error."""
    click.echo(words, err=True)
    sys.exit(code)
