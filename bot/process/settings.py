"""Settings from environment variables or a `.env` file. The program ends if they are wrong."""

from __future__ import annotations

import codecs
import os
import re
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Literal, NoReturn, Self
from urllib.parse import urlsplit

import click
from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from extensions.installed import NAMES
from storage.database.shards import ALL, Shards
from storage.database.transaction import UnsupportedDatabase

QUEUED_SEARCHES = 8
"""Default number of concurrent searches for engine workers on other machines."""

MAX_SHARDS = 99_999
"""Far more shards than the largest bot has."""

LONGEST = 10_000
"""The largest number of hours or minutes in a setting, more than a year of hours."""

PERMANENT = 78
"""The exit code for faults that a restart can't mend: "configuration error" in sysexits.h."""

COMPOSE = frozenset(
    {"COMPOSE_PROFILES", "GRAFANA_PASSWORD", "POSTGRES_PASSWORD", "STAIRWELL_IMAGE"}
)
"""Names in `.env` that only `compose.yaml` reads."""

SIMILARITY = 0.85
"""The similarity from which a name is a misspelt setting, from 0 to 1."""

FILE = Path(".env")

_QUOTES = " \t\r\n\"'`“”„‘’"
"""What people copy with a token."""

_LOCAL = "127.0.0.1"

_FREE_PORTS = range(10_000, 32_000)
"""Ports below those of outgoing connections, one of which could take a port before it is used."""


class Number(click.IntRange):
    """A whole number on the command line, called that instead of an “integer range”."""

    name = "number"


class Settings(BaseSettings):
    """The settings of `stairwell run`, described in `.env.example`."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = Field(default=None)
    database_url: str = Field(default="sqlite:///stairwell.db")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO")
    log_format: Literal["text", "json"] = Field(default="text")
    """Readable lines, or a JSON object per line."""
    sentry_dsn: SecretStr | None = Field(default=None)
    """Where to report errors, besides the log."""
    backup_dir: Path | None = Field(default=None)
    """The folder for automatic backups of the SQLite file, or None for none."""
    backup_every: float = Field(default=24, gt=0, le=LONGEST)
    """Hours between backups."""
    backup_keep: int = Field(default=14, ge=1)
    """Number of backups to keep."""
    monitor_port: int | None = Field(default=None, ge=1, le=65535)
    """The port of `/metrics`, `/healthz` and `/readyz`, None to switch them off."""
    monitor_host: str = Field(default="127.0.0.1")
    web_url: str | None = Field(default=None)
    """The public address of the web pages, such as `https://stairwell.example`."""
    web_port: int | None = Field(default=None, ge=1, le=65535)
    """The port of web pages served by this process, None to serve none."""
    web_host: str = Field(default="127.0.0.1")
    unhealthy_minutes: float = Field(default=10, ge=0, le=LONGEST)
    """Minutes after which an unhealthy process exits to be restarted, 0 for never."""
    engine: Literal["local", "queue", "none"] = Field(default="local")
    """Where to search for computer opponents: in local processes, on engine workers, or nowhere."""
    engine_workers: int | None = Field(default=None, ge=0)
    """Number of concurrent searches, 0 for no computer opponents.

    By default one less than the number of cores, or `QUEUED_SEARCHES` with engine workers.
    """
    engine_memory_mb: int = Field(default=256, ge=64)
    """Memory limit of each search process."""
    picture_memory_mb: int = Field(default=32, ge=4)
    """Memory for the empty boards that pictures are drawn on."""
    shard_count: int | None = Field(default=None, ge=1, le=MAX_SHARDS)
    """Total number of shards of all processes, by default as Discord recommends."""
    shard_ids: str | None = Field(default=None)
    """The shards of this process, such as `0-3,8`, by default all."""
    cluster: str | None = Field(default=None)
    """The number of this process and of all, such as `1/3`, as an alternative to `shard_ids`.

    Each process gets an equal part of the shards, by default one.
    """
    extensions: str | None = Field(default=None)
    """The extensions that are switched on, such as `events,pool`, by default all. Empty: none."""
    discord_api_url: str | None = Field(default=None)
    """The base of Discord's REST API, for a proxy such as `http://proxy:8080/api/v10`."""
    discord_gateway_url: str | None = Field(default=None)
    """The address of the gateway, for a proxy such as `ws://proxy:7878`."""

    @property
    def searches_at_once(self) -> int:
        """The number of concurrent searches of this process, local or queued."""
        if self.engine == "none":
            return 0
        if self.engine == "queue" and self.engine_workers is None:
            return QUEUED_SEARCHES
        return self.local_searches

    @property
    def local_searches(self) -> int:
        """The number of concurrent searches on this machine."""
        if self.engine_workers is not None:
            return self.engine_workers
        return max(1, (os.cpu_count() or 2) - 1)

    @property
    def shards(self) -> Shards:
        """The shards of this process."""
        if self.cluster is not None:
            number, processes = _place(self.cluster) or (1, 1)
            return Shards.part(self.shard_count or processes, number, processes)
        if self.shard_count is None:
            return ALL
        if self.shard_ids is None:
            return Shards.all_of(self.shard_count)
        return Shards(self.shard_count, _numbers(self.shard_ids))

    @property
    def switched_on(self) -> tuple[str, ...]:
        """The names of the extensions that are switched on."""
        return NAMES if self.extensions is None else extensions_in(self.extensions)

    def with_local_pages(self, port: int) -> Self:
        """Return the settings with web pages on this machine only.

        :param port: the port of the pages, 0 for a free one.
        :raises OSError: if the port can't be used.
        """
        port = port or _free_port()
        with socket.create_server((_LOCAL, port)):
            pass
        local = {"web_url": f"http://{_LOCAL}:{port}", "web_port": port, "web_host": _LOCAL}
        return self.model_copy(update=local)

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, values: dict[str, object]) -> dict[str, object]:
        """Leave out empty settings, except for that which switches all extensions off."""
        return {name: each for name, each in values.items() if each != "" or name == "extensions"}

    @field_validator("extensions")
    @classmethod
    def _are_installed(cls, text: str | None) -> str | None:
        if text is not None:
            extensions_in(text)
        return text

    @field_validator("discord_token")
    @classmethod
    def _is_token(cls, token: SecretStr | None) -> SecretStr | None:
        return None if token is None else SecretStr(token_of(token.get_secret_value()))

    @field_validator("discord_api_url", "discord_gateway_url")
    @classmethod
    def _is_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        try:
            parts = urlsplit(url)
            is_complete = bool(parts.scheme and parts.hostname) and parts.port != 0
        except ValueError:
            is_complete = False
        if not is_complete:
            # It may contain a password, so it isn't quoted.
            raise ValueError("write it like http://proxy:8080/api/v10 or ws://proxy:7878")
        return url

    @field_validator("web_url")
    @classmethod
    def _is_origin(cls, url: str | None) -> str | None:
        return None if url is None else origin_of(url)

    @model_validator(mode="after")
    def _has_web_url(self) -> Self:
        if self.web_port is not None and self.web_url is None:
            raise ValueError(
                "WEB_PORT needs WEB_URL, the public address of the pages, such as https://stairwell.example"
            )
        return self

    @model_validator(mode="after")
    def _has_possible_shards(self) -> Self:
        if self.cluster is not None:
            self._check_cluster(self.cluster)
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError("SHARD_IDS needs SHARD_COUNT, the total number of shards")
        numbers = _numbers(self.shard_ids)
        if not numbers or max(numbers) >= self.shard_count:
            raise ValueError(f"SHARD_IDS are numbers from 0 to {self.shard_count - 1}, as in 0-3,8")
        return self

    def _check_cluster(self, cluster: str) -> None:
        if self.shard_ids is not None:
            raise ValueError(
                "CLUSTER and SHARD_IDS both choose the shards of this process: leave "
                f"SHARD_IDS={self.shard_ids} out, or CLUSTER={cluster}"
            )
        place = _place(cluster)
        if place is None:
            raise ValueError(
                "CLUSTER is the number of this process and of all: 1/3, 2/3 and 3/3 for three"
            )
        if self.shard_count is not None and self.shard_count < place[1]:
            raise ValueError(
                f"CLUSTER={cluster} needs at least {place[1]} shards, one for each process: "
                f"set SHARD_COUNT to {place[1]} or more, or leave it out"
            )


def _free_port() -> int:
    for port in Random().sample(_FREE_PORTS, 99):
        with suppress(OSError), socket.create_server((_LOCAL, port)):
            return port
    raise OSError("no free port was found")


def extensions_in(text: str) -> tuple[str, ...]:
    """Return the extensions named in a text, none for an empty one or `none`.

    :raises ValueError: if there is no such extension.
    """
    names = [name for each in text.split(",") if (name := each.strip().lower())]
    if names == ["none"]:
        return ()
    if unknown := [name for name in names if name not in NAMES]:
        raise ValueError(
            f"there is no extension {', '.join(unknown)}. The extensions are {', '.join(NAMES)}"
        )
    return tuple(names)


def origin_of(url: str) -> str:
    """Return an address of web pages without a slash at its end.

    :raises ValueError: if it has a path, a user or the like.
    """
    parts = urlsplit(url)
    is_origin = parts.scheme in ("http", "https") and parts.netloc and "@" not in parts.netloc
    if not is_origin or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(
            "write it with https:// and without a path, as in https://stairwell.example"
        )
    return f"{parts.scheme}://{parts.netloc}"


def token_of(text: str) -> str:
    """Return a token without quotes and without `Bot ` in front of it.

    :raises ValueError: if it can't be a token. The message doesn't quote it.
    """
    token = text.strip(_QUOTES).removeprefix("Bot ").strip(_QUOTES)
    if token and not re.fullmatch("[!-~]+", token):
        raise ValueError("a token is one word of letters, digits, dots, hyphens and underscores")
    return token


def encoding_of(file: Path) -> str:
    """Return the encoding of a `.env` file, or exit with a message if it can't be read."""
    try:
        # A folder of this name is often a virtual environment.
        content = file.read_bytes() if file.is_file() else b""
    except OSError as error:
        stop(f"The file {file.absolute()} can't be read: {error.strerror}.", PERMANENT)
    # PowerShell on Windows writes UTF-16.
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if is_utf_16 else "utf-8-sig"
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        stop(f"The file {file.absolute()} isn't text in UTF-8. Save it as UTF-8.", PERMANENT)
    return encoding


def settings_or_stop() -> Settings:
    """Load the settings, or exit with a message if they are invalid.

    Misspelt settings are reported on standard error.
    """
    encoding = encoding_of(FILE)
    for words in misspelt(dict(dotenv_values(FILE, encoding=encoding)), os.environ):
        click.echo(words, err=True)
    try:
        return Settings(_env_file_encoding=encoding)  # pyright: ignore[reportCallIssue]
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
        stop("The settings can't be used.\n" + "\n".join(faults), PERMANENT)


def misspelt(file: Iterable[str], environment: Iterable[str]) -> list[str]:
    """Return a line for each name in `.env` that is no setting, and for each variable of the
    environment that is almost one."""
    settings = {name.upper() for name in Settings.model_fields}
    lines: list[str] = []
    for name in sorted({*file} | {*environment}, key=str.upper):
        if name.upper() in settings | COMPOSE:
            continue
        similar = get_close_matches(name.upper(), settings, 1, SIMILARITY)
        hint = f" Did you mean {similar[0]}?" if similar else ""
        if name in file:
            # Anything else may be a secret on a line of its own.
            shown = name if name.isidentifier() and len(name) < 40 else "A line"
            lines.append(f"{shown} in .env is not a setting.{hint}")
        elif similar:
            lines.append(f"{name} in the environment is not a setting.{hint}")
    return lines


def token_or_stop(settings: Settings, code: int = PERMANENT) -> str:
    """Return the bot's token, or exit with a message on how to set it."""
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    if not token:
        stop(
            "There is no DISCORD_TOKEN: put the bot's token into the environment or into .env "
            "(.env.example shows how).\n"
            "To try Stairwell without a token, run: stairwell preview",
            code,
        )
    return token


def stop(words: str, code: int = 1) -> NoReturn:
    """Exit with a message on standard error."""
    click.echo(words, err=True)
    sys.exit(code)


def code_of(error: Exception) -> int:
    """Return the exit code for an error, by which a supervisor decides whether to restart."""
    return PERMANENT if isinstance(error, UnsupportedDatabase) else 1


def reason_of(error: Exception) -> str:
    """Return the words of an error, which has none if it is a time-out."""
    words = "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__
    return str(error) or words


_PLACE = re.compile(r"([0-9]{1,5})/([0-9]{1,5})")


def _place(cluster: str) -> tuple[int, int] | None:
    """Parse “1/3” as the number of a process and of all, or None if it is invalid."""
    match = _PLACE.fullmatch(cluster.replace(" ", ""))
    if match is None:
        return None
    number, processes = int(match[1]), int(match[2])
    return (number, processes) if 1 <= number <= processes else None


_RANGE = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")


def _numbers(ranges: str) -> frozenset[int]:
    """Parse numbers such as “0-3,8”, empty if invalid."""
    numbers: set[int] = set()
    for each in ranges.split(","):
        match = _RANGE.fullmatch(each.strip())
        if match is None:
            return frozenset()
        first, last = match[1], match[2] or match[1]
        numbers.update(range(int(first), int(last) + 1))
    return frozenset(numbers)
