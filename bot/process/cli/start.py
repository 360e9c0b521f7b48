"""What every command begins with, its settings, and how it ends where it can't go on."""

from __future__ import annotations

import sys
from typing import NoReturn

import click
from pydantic import ValidationError

from bot.process.settings import Settings


def settings_or_stop() -> Settings:
    """The settings; where they can't be used, the command ends with words about them."""
    try:
        return Settings()
    except ValidationError as error:
        # Only names and reasons: what was given may be a secret.
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
    """The bot's token; without one the command ends with a code, and says where it belongs."""
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
    """End the command with words on standard error."""
    click.echo(words, err=True)
    sys.exit(code)
