"""What the process is told from outside: environment variables, or lines of a `.env` file."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from storage.database.shards import ALL, Shards

QUEUED = 8
"""Searches that are asked for at once where engine workers on other machines make them."""

_LOCAL = "127.0.0.1"


class Settings(BaseSettings):
    """The settings of `stairwell run`; `.env.example` describes each."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = Field(default=None)
    database_url: str = Field(default="sqlite:///stairwell.db")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO")
    log_format: Literal["text", "json"] = Field(default="text")
    """Lines to be read, or a JSON object a line."""
    sentry_dsn: SecretStr | None = Field(default=None)
    """Where errors are reported to, besides the log."""
    backup_dir: Path | None = Field(default=None)
    """Where the running bot keeps backups of its SQLite file; None: it takes none."""
    backup_every: float = Field(default=24, gt=0)
    """Hours from one backup to the next."""
    backup_keep: int = Field(default=14, ge=1)
    """How many of them are kept."""
    monitor_port: int | None = Field(default=None, ge=1, le=65535)
    """Where `/metrics`, `/healthz` and `/readyz` are served; None: nowhere."""
    monitor_host: str = Field(default="127.0.0.1")
    web_url: str | None = Field(default=None)
    """Where people read the web pages: `https://stairwell.example`; None: there are none."""
    web_port: int | None = Field(default=None, ge=1, le=65535)
    """Where this process serves the web pages; None: nowhere."""
    web_host: str = Field(default="127.0.0.1")
    unhealthy_minutes: float = Field(default=10, ge=0)
    """A process that is unhealthy for so long ends itself, to be started anew; 0: never."""
    engine: Literal["local", "queue", "none"] = Field(default="local")
    """Who searches for computer opponents: processes of this machine, engine workers that take
    searches from a queue in PostgreSQL, or nobody."""
    engine_workers: int | None = Field(default=None, ge=0)
    """How many searches are made at once; None: one less than there are cores, or `QUEUED` where
    they are made elsewhere. 0: there are no computer opponents."""
    engine_memory_mb: int = Field(default=256, ge=64)
    """What each of them may use."""
    shard_count: int | None = Field(default=None, ge=1)
    """Shards of all processes together; None for as many as Discord wishes, in this process."""
    shard_ids: str | None = Field(default=None)
    """Those of this process, `0-3,8`; all of them by default."""
    cluster: str | None = Field(default=None)
    """Instead of `shard_ids`: which of how many processes this is, `1/3`; each has its part of the
    shards, as many as there are processes by default."""
    discord_api_url: str | None = Field(default=None)
    """Base of Discord's REST API, for a rate-limit proxy: `http://proxy:8080/api/v10`."""
    discord_gateway_url: str | None = Field(default=None)
    """Address of the gateway, for a gateway proxy: `ws://proxy:7878`."""

    @property
    def searches_at_once(self) -> int:
        """How many searches this process makes or asks for at once; 0 where it does neither."""
        if self.engine == "none":
            return 0
        if self.engine == "queue" and self.engine_workers is None:
            return QUEUED
        return self.searches_here

    @property
    def searches_here(self) -> int:
        """How many searches this machine makes at once, for whom it makes any."""
        if self.engine_workers is not None:
            return self.engine_workers
        return max(1, (os.cpu_count() or 2) - 1)

    @property
    def shards(self) -> Shards:
        """Those that this process serves."""
        if self.cluster is not None:
            number, processes = _place(self.cluster) or (1, 1)
            return Shards.part(self.shard_count or processes, number, processes)
        if self.shard_count is None:
            return ALL
        if self.shard_ids is None:
            return Shards.all_of(self.shard_count)
        return Shards(self.shard_count, _numbers(self.shard_ids))

    def with_local_pages(self, port: int) -> Self:
        """Return the settings with web pages for this machine alone.

        :param port: where they are served; 0 for a free one.
        :raises OSError: if the port can't be used.
        """
        with socket.create_server((_LOCAL, port)) as free:
            port = free.getsockname()[1]
        local = {"web_url": f"http://{_LOCAL}:{port}", "web_port": port, "web_host": _LOCAL}
        return self.model_copy(update=local)

    @field_validator("web_url")
    @classmethod
    def _is_origin(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        is_origin = parts.scheme in ("http", "https") and parts.netloc and "@" not in parts.netloc
        if not is_origin or parts.path not in ("", "/") or parts.query or parts.fragment:
            raise ValueError("write it without a path, as in https://stairwell.example")
        return f"{parts.scheme}://{parts.netloc}"

    @model_validator(mode="after")
    def _has_web_url(self) -> Self:
        if self.web_port is not None and self.web_url is None:
            raise ValueError(
                "WEB_PORT needs WEB_URL, the address at which people reach the pages, "
                "as in https://stairwell.example"
            )
        return self

    @model_validator(mode="after")
    def _has_possible_shards(self) -> Self:
        if self.cluster is not None:
            self._check_cluster(self.cluster)
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError("SHARD_IDS needs SHARD_COUNT, the number of all shards together")
        numbers = _numbers(self.shard_ids)
        if not numbers or max(numbers) >= self.shard_count:
            raise ValueError(f"SHARD_IDS are numbers from 0 to {self.shard_count - 1}, as in 0-3,8")
        return self

    def _check_cluster(self, cluster: str) -> None:
        if self.shard_ids is not None:
            raise ValueError(
                "CLUSTER and SHARD_IDS both say which shards are this process's: "
                f"leave SHARD_IDS={self.shard_ids} out, or CLUSTER={cluster}"
            )
        place = _place(cluster)
        if place is None:
            raise ValueError(
                "CLUSTER says which of how many processes this is: 1/3, 2/3 and 3/3 for three"
            )
        if self.shard_count is not None and self.shard_count < place[1]:
            raise ValueError(
                f"CLUSTER={cluster} needs at least {place[1]} shards, one for each process: "
                f"set SHARD_COUNT to {place[1]} or more, or leave it out"
            )


_PLACE = re.compile(r"([0-9]{1,5})/([0-9]{1,5})")


def _place(cluster: str) -> tuple[int, int] | None:
    """The number of a process and of all processes that “1/3” names; None where it can't be."""
    match = _PLACE.fullmatch(cluster.replace(" ", ""))
    if match is None:
        return None
    number, processes = int(match[1]), int(match[2])
    return (number, processes) if 1 <= number <= processes else None


_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


def _numbers(ranges: str) -> frozenset[int]:
    """The numbers that “0-3,8” names; none where it can't be read."""
    found: set[int] = set()
    for each in ranges.split(","):
        match = _RANGE.fullmatch(each.strip())
        if match is None:
            return frozenset()
        first, last = match[1], match[2] or match[1]
        found.update(range(int(first), int(last) + 1))
    return frozenset(found)
