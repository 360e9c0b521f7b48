"""The settings of a process: its shards, its workers and its web pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import SecretStr, ValidationError

from bot.command_line import main
from bot.process.settings import PERMANENT, QUEUED_SEARCHES, Settings, misspelt
from extensions.installed import NAMES
from storage.database.shards import ALL, Shards
from storage.schema import metadata
from tests.storage.database.test_opening import without_root

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test in a folder without a `.env` file."""
    monkeypatch.chdir(tmp_path)
    for name in ("SHARD_COUNT", "SHARD_IDS", "CLUSTER"):
        monkeypatch.delenv(name, raising=False)


def test_a_process_serves_every_shard_by_default() -> None:
    assert Settings().shards == ALL


def test_shards_are_named_by_numbers_and_ranges() -> None:
    assert Settings(shard_count=12, shard_ids="0-3, 8").shards == Shards(
        12, frozenset({0, 1, 2, 3, 8})
    )
    assert Settings(shard_count=4).shards == Shards.all_of(4)


@pytest.mark.parametrize(
    ("count", "ids"),
    [
        (None, "0-3"), (4, "0-4"), (4, "3-2"), (4, "all"), (4, ","), (4, "0-٣"),
        (4, "0-99999999999"), (99_999_999, None),
    ],
)  # fmt: skip
def test_impossible_shards_are_refused(count: int | None, ids: str | None) -> None:
    with pytest.raises(ValidationError, match=r"(?i)SHARD_"):
        Settings(shard_count=count, shard_ids=ids)


def test_each_process_of_a_cluster_has_a_shard_of_its_own() -> None:
    assert Settings(cluster="2/3").shards == Shards(3, frozenset({1}))
    assert Settings(cluster="1/1").shards == ALL


@pytest.mark.parametrize("count", [3, 4, 12, 17])
def test_the_processes_of_a_cluster_share_all_shards_in_ranges(count: int) -> None:
    parts = [
        sorted(Settings(cluster=f"{number}/3", shard_count=count).shards.ids)
        for number in (1, 2, 3)
    ]
    assert [shard for part in parts for shard in part] == list(range(count))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("cluster", ["3", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3"])
def test_an_invalid_cluster_is_refused_with_the_correct_format(cluster: str) -> None:
    with pytest.raises(ValidationError, match="1/3, 2/3 and 3/3 for three"):
        Settings(cluster=cluster)


def test_setting_both_a_cluster_and_shards_is_refused() -> None:
    with pytest.raises(ValidationError, match="leave SHARD_IDS=0-3 out, or CLUSTER=1/3"):
        Settings(cluster="1/3", shard_count=12, shard_ids="0-3")


def test_a_cluster_needs_a_shard_for_each_process() -> None:
    with pytest.raises(ValidationError, match="set SHARD_COUNT to 3 or more"):
        Settings(cluster="1/3", shard_count=2)


def test_the_bots_in_compose_serve_every_shard_exactly_once() -> None:
    clusters = re.findall(r"CLUSTER: (\S+)", (ROOT / "compose.yaml").read_text())
    served = [Settings(cluster=cluster).shards for cluster in clusters]
    assert {shards.count for shards in served} == {len(clusters)}
    assert sorted(number for shards in served for number in shards.ids) == [*range(len(clusters))]


def test_an_engine_worker_is_limited_by_the_machines_cores() -> None:
    asking = Settings(engine="queue")
    assert asking.searches_at_once == QUEUED_SEARCHES
    assert asking.local_searches == max(1, (os.cpu_count() or 2) - 1)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("CLUSTER", "1/2", "is only for one process, which serves all shards"),
        ("DATABASE_URL", "mysql://ada:hush@localhost/x", "Stairwell can't use mysql"),
        ("DATABASE_URL", "ada:hush@localhost", "The address of the database can't be read"),
        ("DATABASE_URL", "sqlite://", "The database needs a file"),
        ("DATABASE_URL", "postgresql://ada:a@hush@db/club", "more than one @"),
        ("DATABASE_URL", "postgresql://ada@db/club?pgbouncer=hush", "the parameter pgbouncer in"),
        ("DISCORD_TOKEN", "Bearer hush", "a token is one word"),
        ("DISCORD_API_URL", "http://ada:hush@proxy:port/api", "DISCORD_API_URL: write it like"),
        ("DISCORD_GATEWAY_URL", "ada:hush@proxy", "DISCORD_GATEWAY_URL: write it like"),
        ("EXTENSIONS", "pol", "EXTENSIONS: there is no extension pol. The extensions are"),
        ("SENTRY_DSN", "hush@localhost", "SENTRY_DSN isn't the address of a project"),
    ],
)
def test_a_setting_that_a_restart_cannot_mend_stops_the_bot_for_good(
    name: str, value: str, words: str
) -> None:
    env = {"DISCORD_TOKEN": "x", "DATABASE_URL": "sqlite:///stairwell.db", name: value}
    result = CliRunner().invoke(main, ["run"], env=env)
    assert result.exit_code == PERMANENT
    assert words in result.output
    assert "hush" not in result.output


def test_all_extensions_are_switched_on_unless_some_are_named() -> None:
    assert Settings().switched_on == NAMES
    assert Settings(extensions=" , ".join(NAMES)).switched_on == NAMES


@pytest.mark.parametrize("text", ["", "none"])
def test_without_a_name_all_extensions_are_off(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXTENSIONS", text)
    assert Settings().switched_on == ()


OFF = """
import asyncio, sys
from bot.process.client import Options, Stairwell
from storage.database.store import Store
from storage.schema import metadata

async def start():
    async with Store.opened("sqlite:///club.db") as store:
        Stairwell(store, Options(extensions=()))
        print(*(name for name in sys.modules if name.startswith("extensions.")))
        print(*metadata.tables)

asyncio.run(start())
"""


def test_of_an_extension_that_is_off_only_the_tables_are_there() -> None:
    run = subprocess.run(
        [sys.executable, "-c", OFF], env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    modules, tables = (line.split() for line in run.stdout.splitlines())
    allowed = "|".join(
        ("installed", "tables", "extension", *(rf"{name}(\.storage.*)?" for name in NAMES))
    )
    assert [name for name in modules if not re.fullmatch(rf"extensions\.({allowed})", name)] == []
    assert {*tables} == {*metadata.tables}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_a_file_of_settings_is_read_in_the_usual_encodings(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    text = f"{mark}DISCORD_TOKEN=x\n# Größe\nDATABASE_URL=mysql://db/x\n"
    Path(".env").write_bytes(text.encode(encoding))
    result = CliRunner().invoke(main, ["run"])
    assert result.exit_code == PERMANENT
    assert result.output == "Stairwell can't use mysql; use sqlite or postgresql.\n"


def test_a_file_of_settings_that_is_no_text_stops_the_bot_for_good() -> None:
    Path(".env").write_bytes("DISCORD_TOKEN=x\n# Größe\n".encode("cp1252"))
    result = CliRunner().invoke(main, ["run"])
    assert result.exit_code == PERMANENT
    assert "isn't text in UTF-8. Save it as UTF-8." in result.output


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_an_unreadable_file_of_settings_stops_the_bot_for_good() -> None:
    Path(".env").touch(0o000)
    with without_root():
        result = CliRunner().invoke(main, ["run"])
    assert result.exit_code == PERMANENT
    assert ".env can't be read: Permission denied." in result.output


@pytest.mark.parametrize("text", ["a.b-c", " Bot a.b-c\n", '"a.b-c"', "'Bot a.b-c'", "“a.b-c”"])
def test_a_token_is_read_however_it_was_copied(text: str) -> None:
    token = Settings(discord_token=SecretStr(text)).discord_token
    assert token is not None
    assert token.get_secret_value() == "a.b-c"


def test_the_command_reports_invalid_shards() -> None:
    result = CliRunner().invoke(
        main, ["run"], env={"DISCORD_TOKEN": "x", "SHARD_COUNT": "2", "SHARD_IDS": "2"}
    )
    assert result.exit_code == PERMANENT
    assert "SHARD_IDS are numbers from 0 to 1" in result.output


def test_misspelt_settings_are_reported() -> None:
    lines = "DISCORD_TOKN=secret\nTOKEN=secret\nLOG_LEVEL=ERROR\nWEB_URL=\nthe.secret.token\n"
    Path(".env").write_text(lines)
    environment = {"DATABASE_URI": "sqlite:///secret.db", "PATH": "/bin", "log_level": "INFO"}
    result = CliRunner().invoke(main, ["health"], env=environment)
    assert result.output.splitlines()[:-1] == [
        "DATABASE_URI in the environment is not a setting. Did you mean DATABASE_URL?",
        "DISCORD_TOKN in .env is not a setting. Did you mean DISCORD_TOKEN?",
        "A line in .env is not a setting.",
        "TOKEN in .env is not a setting.",
    ]


def test_every_setting_in_the_example_exists() -> None:
    example = (ROOT / ".env.example").read_text()
    names = re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE)
    assert len(names) > 20
    assert misspelt(names, ()) == []


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("https://stairwell.example", "https://stairwell.example"),
        ("https://stairwell.example/", "https://stairwell.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ],
)
def test_the_address_of_the_web_pages_is_an_origin(address: str, url: str) -> None:
    assert Settings(web_url=address, web_port=8080).web_url == url


@pytest.mark.parametrize(
    "address",
    ["stairwell.example", "https://x/pages", "ftp://x", "https://", "https://a@x", "https://x?y"],
)
def test_other_addresses_of_the_web_pages_are_refused(address: str) -> None:
    with pytest.raises(ValidationError, match=r"https://stairwell\.example"):
        Settings(web_url=address)


def test_web_port_requires_web_url() -> None:
    with pytest.raises(ValidationError, match="WEB_PORT needs WEB_URL"):
        Settings(web_port=8080)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "Set WEB_URL, the public address"),
        ({"WEB_URL": "https://x.example", "WEB_PORT": "8080"}, "`stairwell run` serves the web"),
    ],
)
def test_serving_pages_alone_reports_missing_settings(
    environment: dict[str, str], words: str
) -> None:
    result = CliRunner().invoke(main, ["web"], env=environment)
    assert result.exit_code == PERMANENT
    assert words in result.output


def test_the_previews_pages_take_a_port_that_no_connection_takes() -> None:
    local = Settings.model_construct().with_local_pages(0)
    assert local.web_port is not None
    # Linux gives outgoing connections ports from here on.
    assert local.web_port < 32_768
    assert local.web_url == f"http://127.0.0.1:{local.web_port}"
