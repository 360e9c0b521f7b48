"""`stairwell setup`, which writes `.env`."""

from __future__ import annotations

import asyncio
import stat
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dotenv import dotenv_values

from bot.command_line import main
from bot.process.setup import with_values
from tests.discord.bots import connected_to
from tests.discord.loopback import Loopback

BY_HAND = "# Mine\nexport LOG_LEVEL=DEBUG\nWEB_URL=https://old.example\n"


@pytest.fixture(autouse=True)
def env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in an empty folder, where the commands run."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "WEB_URL", "WEB_PORT", "EXTENSIONS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / ".env"


def answer(*lines: str, **env: str) -> Result:
    return CliRunner().invoke(main, ["setup"], input="\n".join(lines) + "\n", env=env)


def content_of(file: Path) -> str:
    return file.read_text()


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_lines_written_by_hand_stay() -> None:
    text = with_values(BY_HAND, {"WEB_URL": "", "DISCORD_TOKEN": "a.b-c"})
    assert text == "# Mine\nexport LOG_LEVEL=DEBUG\nDISCORD_TOKEN=a.b-c\n"
    assert with_values(text, {"DISCORD_TOKEN": "d"}).count("DISCORD_TOKEN") == 1


@pytest.mark.parametrize("value", ["a b", "p#ss", "$HOME", 'say "hi"', "C:\\data", "a=b"])
def test_any_value_can_be_read_back(value: str) -> None:
    text = with_values("", {"DATABASE_URL": value})
    assert dotenv_values(stream=StringIO(text)) == {"DATABASE_URL": value}


def test_nothing_is_changed_if_discord_cannot_be_reached(env_file: Path) -> None:
    env_file.write_text(BY_HAND)
    result = answer("a.token", DISCORD_API_URL="http://127.0.0.1:9/api/v10")
    assert result.exit_code == 1
    assert "Nothing was changed" in result.output
    assert env_file.read_text() == BY_HAND


@pytest.mark.slow
async def test_settings_are_asked_for_written_and_checked(env_file: Path) -> None:
    async with Loopback() as world:
        world.guild.add_channel("games")
        env = {"DISCORD_API_URL": world.rest_url, "ENGINE": "none"}
        with connected_to(world):
            answers = ("wrong", world.token, "sqlite", "data/it's.db", "data/club.db", "n", "all")
            first = await asyncio.to_thread(answer, *answers, **env)
            text = content_of(env_file)
            # Later, Enter keeps what is there.
            again = ("", "", "", "y", "pages.example/x", "https://pages.example/", "")
            again += ("pol", "none")
            second = await asyncio.to_thread(answer, *again, **env)
    assert first.exit_code == second.exit_code == 0, first.output + second.output
    assert "Discord doesn't accept this token" in first.output
    assert "client_id=" in first.output
    assert "Everyone can play" in first.output
    written = {"DISCORD_TOKEN": world.token, "DATABASE_URL": "sqlite:///data/club.db"}
    assert dotenv_values(stream=StringIO(text)) == written
    pages = {"WEB_URL": "https://pages.example", "WEB_PORT": "8080"}
    assert "there is no extension pol" in second.output
    assert dotenv_values(env_file) == written | pages | {"EXTENSIONS": "none"}
    assert mode_of(env_file) == 0o600
    assert world.token not in first.output + second.output
