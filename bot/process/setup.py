"""`stairwell setup`, which asks for the most important settings and writes them to `.env`."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping
from io import StringIO
from tempfile import NamedTemporaryFile

import click
from dotenv import dotenv_values

from bot.process.operation import doctor, invite
from bot.process.settings import (
    FILE,
    Number,
    Settings,
    encoding_of,
    extensions_in,
    origin_of,
    reason_of,
    stop,
    token_of,
)
from extensions.installed import NAMES
from storage.database.address import driver_address, read_address
from storage.database.transaction import DatabaseError

HEADER = "# Settings of Stairwell, which docs/operation.md describes. Keep this file secret.\n"

DEFAULT_DATABASE = "sqlite:///stairwell.db"
DEFAULT_WEB_PORT = 8080

_PLAIN = re.compile(r"[\w.:/@+%,=?&~-]*")
"""Values that need no quotes, in `.env` or for a shell."""


@click.command()
@click.pass_context
def setup(context: click.Context) -> None:
    """Ask for the settings, write them to .env, and check them.

    Run it again to change them. Enter keeps what is there. Secrets are never shown.
    """
    text = FILE.read_text(encoding=encoding_of(FILE)) if FILE.exists() else HEADER
    former = {name.upper(): value for name, value in _values(text).items()}
    click.echo(
        "The token is at https://discord.com/developers/applications → your application → Bot. "
        "It stays hidden while you type or paste it."
    )
    values = {
        "DISCORD_TOKEN": _ask_token(former),
        "DATABASE_URL": _ask_database(former.get("DATABASE_URL") or DEFAULT_DATABASE),
        **_ask_web_pages(former),
        "EXTENSIONS": _ask_extensions(former.get("EXTENSIONS")),
    }
    _write(with_values(text, values))
    # Windows has no such modes.
    readers = ", which only you can read" if os.name == "posix" else ""
    click.echo(f"The settings are in {FILE.absolute()}{readers}.")
    for name in sorted(values.keys() & os.environ.keys()):
        click.echo(f"The environment also has {name}, which takes precedence.", err=True)
    # The commands that follow read the file, and end the program if something is wrong.
    context.invoke(invite, application=None)
    context.invoke(doctor, channel=None)
    click.echo("Start the bot with: stairwell run")


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Return the text of a `.env` file with some settings changed, and the rest as it was.

    :param values: the new values. An empty one removes the setting.
    """
    lines: list[str] = []
    rest = {name: value for name, value in values.items() if value}
    for line in text.splitlines():
        name = _name_in(line)
        if name not in values:
            lines.append(line)
        elif name in rest:
            lines.append(f"{name}={_quoted(rest.pop(name))}")
    lines.extend(f"{name}={_quoted(value)}" for name, value in rest.items())
    return "".join(f"{line}\n" for line in lines)


def _values(text: str) -> dict[str, str]:
    return {name: value or "" for name, value in dotenv_values(stream=StringIO(text)).items()}


def _name_in(line: str) -> str:
    """Return the name of the setting that a line sets, or an empty text."""
    match = re.match(r"\s*(?:export\s+)?(\w+)\s*=", line)
    return "" if match is None else match[1].upper()


def _quoted(value: str) -> str:
    return value if _PLAIN.fullmatch(value) else f"'{value}'"


def _ask_token(former: Mapping[str, str]) -> str:
    """Ask for the token until Discord accepts one."""
    import discord

    from bot.process.running import own_application

    kept = former.get("DISCORD_TOKEN", "")
    api = os.environ.get("DISCORD_API_URL") or former.get("DISCORD_API_URL") or None
    while True:
        token = _ask_secret("Token", kept, _checked_token)
        try:
            asyncio.run(own_application(Settings.model_construct(discord_api_url=api), token))
        except discord.LoginFailure:
            click.echo("Discord doesn't accept this token.", err=True)
            kept = ""
        except (discord.HTTPException, OSError) as error:
            stop(f"Discord can't be reached: {reason_of(error)}\nNothing was changed.")
        else:
            click.echo("Discord accepts the token.")
            return token


def _ask_database(former: str) -> str:
    """Ask for the address of the database, which may contain a password."""
    is_file = former.startswith("sqlite")
    kind = click.prompt(
        "Database: a file (sqlite) or a server (postgresql)",
        "sqlite" if is_file else "postgresql",
        type=click.Choice(["sqlite", "postgresql"]),
    )
    if kind == "postgresql":
        words = "Address, like postgresql://user:password@host/name"
        return _ask_secret(words, "" if is_file else former, _checked_server)
    path = (former if is_file else DEFAULT_DATABASE).removeprefix("sqlite:///")
    return f"sqlite:///{click.prompt('File', path, value_proc=_checked_file)}"


def _ask_web_pages(former: Mapping[str, str]) -> dict[str, str]:
    """Ask for the address of the web pages, and the port at which this process serves them."""
    url = former.get("WEB_URL", "")
    if not click.confirm("Serve web pages?", bool(url)):
        return {"WEB_URL": "", "WEB_PORT": ""}
    words = "Their public address, like https://stairwell.example"
    port = former.get("WEB_PORT") or DEFAULT_WEB_PORT
    ports = Number(1, 65535)
    return {
        "WEB_URL": click.prompt(words, url or None, value_proc=_checked_origin),
        "WEB_PORT": str(click.prompt("Port that the proxy forwards to", port, type=ports)),
    }


def _ask_extensions(former: str | None) -> str:
    """Ask for the extensions to switch on. All are the default, which needs no setting."""
    words = f"Extensions to switch on ({', '.join(NAMES)}), all or none"
    kept = "all" if former is None else former or "none"
    chosen = click.prompt(words, kept, value_proc=_checked_extensions)
    return "" if chosen == "all" else chosen


def _ask_secret(words: str, kept: str, check: Callable[[str], str]) -> str:
    """Ask for a secret, which isn't shown."""
    if kept:
        words = f"{words} (Enter keeps the present one)"
    return click.prompt(words, kept or None, hide_input=True, show_default=False, value_proc=check)


def _checked(value: str) -> str:
    """Return a value that can be in `.env`."""
    # A file's reader replaces names in ${}, even in quotes.
    if not value.strip() or not value.isprintable() or "'" in value or "${" in value:
        raise click.UsageError("Write it on one line, without apostrophes and ${.")
    return value.strip()


def _checked_token(value: str) -> str:
    try:
        return _checked(token_of(value))
    except ValueError as error:
        raise click.UsageError(f"Please try again: {error}.") from error


def _checked_file(value: str) -> str:
    if "://" in _checked(value) or "?" in value:
        raise click.UsageError("Write the path of a file, like stairwell.db.")
    return value.strip()


def _checked_server(value: str) -> str:
    if not _checked(value).startswith("postgres"):
        raise click.UsageError("Write it like postgresql://user:password@host/name.")
    try:
        driver_address(read_address(value.strip()))
    except DatabaseError as error:
        raise click.UsageError(error.words) from error
    return value.strip()


def _checked_extensions(value: str) -> str:
    try:
        return "all" if value == "all" else ",".join(extensions_in(value)) or "none"
    except ValueError as error:
        raise click.UsageError(f"Please try again: {error}.") from error


def _checked_origin(value: str) -> str:
    try:
        return origin_of(_checked(value))
    except ValueError as error:
        raise click.UsageError(f"Please {error}.") from error


def _write(text: str) -> None:
    """Replace the file, so that only its owner can read it at any moment."""
    target = FILE.resolve()
    try:
        # The file is created with mode 0600.
        with NamedTemporaryFile(
            "w", dir=target.parent, prefix=".env.", encoding="utf-8", delete=False
        ) as unfinished:
            unfinished.write(text)
        os.replace(unfinished.name, target)
    except OSError as error:
        stop(f"{target} can't be written: {error.strerror}.")
