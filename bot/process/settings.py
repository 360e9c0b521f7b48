"""What the process is told from outside: environment variables, or lines of a `.env` file."""

from __future__ import annotations

import os
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings of `stairwell run`; `.env.example` describes each."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = Field(default=None)
    database_url: str = Field(default="sqlite:///stairwell.db")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO")
    engine_workers: int = Field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1), ge=0)
    """Processes that search for computer opponents; 0: there are none."""
    engine_memory_mb: int = Field(default=256, ge=64)
    """What each of them may use."""
    discord_api_url: str | None = Field(default=None)
    """Base of Discord's REST API, for a rate-limit proxy: `http://proxy:8080/api/v10`."""
    discord_gateway_url: str | None = Field(default=None)
    """Address of the gateway, for a gateway proxy: `ws://proxy:7878`."""
