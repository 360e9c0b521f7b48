"""Checks of the machine and what they find: files, ports, typefaces, search, web pages."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal
from urllib.parse import urlsplit

import aiohttp

from bot.process.running import require_queue
from bot.process.settings import FILE, Settings, reason_of
from engine.registry import ENGINES
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, Task
from extensions.installed import NAMES as EXTENSIONS
from rendering.text.typefaces import CAN_SHAPE, runs
from rules.registry import GAMES
from storage.database import copies
from storage.database.store import Store
from storage.database.transaction import DatabaseError
from storage.database.upgrade import HEAD, check_revision

GIGABYTE = 2**30
MIN_ROOM, LITTLE_ROOM = 0.1, 1.0
"""Free gigabytes below which there is a fault or a note."""

SEARCH_PATIENCE = 60.0
"""Timeout of a simple search in seconds."""

NAMES = {
    "Latin": "Ada",
    "Greek": "Λήδα",
    "Cyrillic": "Ада",
    "Hebrew": "עדה",
    "Arabic": "عمر",
    "Devanagari": "आदा",
    "Chinese": "愛達",
    "Japanese": "あだ",
    "Korean": "에이다",
}
"""A name in each common script."""

PATIENCE = 10.0
"""Timeout of a page in seconds. Discord waits no longer for a link preview."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    state: Literal["ok", "note", "fault"]
    """A note is worth knowing. With a fault, the bot doesn't do what its settings say."""
    words: str

    @property
    def is_fault(self) -> bool:
        """Whether it has to be mended."""
        return self.state == "fault"


def ok(words: str) -> Finding:
    """Return a finding without problems."""
    return Finding("ok", words)


def note(words: str) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding("note", words)


def fault(words: str) -> Finding:
    """Return a finding that has to be mended."""
    return Finding("fault", words)


async def database(settings: Settings) -> AsyncIterator[Finding]:
    """Check the database and its disk space, without changing anything."""
    try:
        path = copies.file_of(settings.database_url)
    except DatabaseError:
        yield await _server(settings.database_url)
        return
    if path.exists():
        try:
            revision = await asyncio.to_thread(copies.check, path)
        except DatabaseError as error:
            yield fault(error.words)
            return
        log = path.with_name(f"{path.name}-wal")
        size = sum(each.stat().st_size for each in (path, log) if each.exists()) / 2**20
        yield ok(f"The database {path} is intact ({size:.1f} MB).")
        if revision != HEAD:
            yield note(
                f"The bot will upgrade its schema from {revision} to {HEAD}. "
                f"Back it up first: stairwell backup {path.stem}-before.db"
            )
    else:
        yield note(f"There is no database {path} yet. The bot creates it when it starts.")
    yield _room(path)


def private_files(settings: Settings) -> Iterator[Finding]:
    """Check that other users of the machine can't read the token and the database."""
    files = [FILE]
    with suppress(DatabaseError):
        files.append(copies.file_of(settings.database_url))
    for file in files:
        # Windows has no such modes.
        if os.name == "posix" and file.exists() and file.stat().st_mode & stat.S_IROTH:
            yield note(
                f"Every user of this machine can read {file}. To change that: chmod 600 {file}"
            )


def backups(settings: Settings) -> Iterator[Finding]:
    """Check that automatic backups can be written."""
    folder = settings.backup_dir
    if folder is None:
        return
    try:
        copies.file_of(settings.database_url)
    except DatabaseError as error:
        yield note(f"BACKUP_DIR has no effect. {error.words}")
        return
    existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        yield ok(f"Backups can be written to {folder}.")
    else:
        yield fault(f"BACKUP_DIR: this user can't write to {folder}, so there are no backups.")


async def ports(settings: Settings) -> AsyncIterator[Finding]:
    """Check that the bot can listen at its ports, unless it is doing so already."""
    async with AsyncExitStack() as stack:
        for name, host, port, page in (
            ("MONITOR_PORT", settings.monitor_host, settings.monitor_port, "healthz"),
            ("WEB_PORT", settings.web_host, settings.web_port, "status"),
        ):
            if port is None:
                continue
            try:
                server = await asyncio.start_server(lambda *_: None, host, port)
            except OSError as error:
                if await _is_stairwell(host, port, page):
                    yield ok(f"{name}: a running Stairwell answers at port {port}.")
                else:
                    words = os.strerror(error.errno) if error.errno else reason_of(error)
                    yield fault(f"{name}: can't listen on {host}, port {port}: {words}.")
            else:
                # Both can't have the same port.
                await stack.enter_async_context(server)
                yield ok(f"{name}: port {port} is free.")


async def _is_stairwell(host: str, port: int, page: str) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"[{host}]" if ":" in host else host
    try:
        _, text = await _page_at(f"http://{address}:{port}/{page}")
    except (aiohttp.ClientError, OSError, ValueError):
        return False
    return "Stairwell" in text or '"problems"' in text


async def _page_at(url: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with (
        aiohttp.ClientSession(timeout=timeout) as session,
        session.get(url, allow_redirects=False) as answer,
    ):
        return answer.status, await answer.text()


def typefaces() -> Finding:
    """Check that names in all common scripts can be drawn."""
    missing = [
        script for script, name in NAMES.items() if any(run.face is None for run in runs(name))
    ]
    if missing:
        return fault(f"Typefaces are missing for {', '.join(missing)}. Reinstall Stairwell.")
    if not CAN_SHAPE:
        return note(
            "Arabic and Indic letters aren't joined, because FriBidi isn't installed. On Debian: "
            "apt install libfribidi0"
        )
    return ok(f"Names can be drawn in all {len(NAMES)} scripts.")


def extensions(settings: Settings) -> Finding:
    """List the extensions that are switched on."""
    names = settings.switched_on
    words = f"Extensions: {', '.join(names) or 'none'}."
    return ok(words) if {*names} == {*EXTENSIONS} else note(f"{words} The others are off.")


async def search(settings: Settings) -> Finding:
    """Check that a computer opponent finds a move."""
    if settings.searches_at_once == 0:
        return note("Computer opponents are turned off by ENGINE or ENGINE_WORKERS.")
    if settings.engine == "queue":
        return await _search_elsewhere(settings)
    game = next(game for key, game in GAMES.items() if key in ENGINES)
    position = game.start(game.deal(game.choose({}), Random(0)))
    pool = Pool(1, LocalSearches(settings.engine_memory_mb * 2**20, SEARCH_PATIENCE))
    await pool.start()
    began = time.monotonic()
    try:
        await pool.ask(Task("choose", game.key, position.encode(), 1, 0), 0)
    except Exception as error:
        return fault(f"The computer opponent's search fails: {reason_of(error)}")
    finally:
        await pool.close()
    took = time.monotonic() - began
    workers = settings.searches_at_once
    return ok(f"The computer opponent works ({took:.1f} s for its first move, {workers} at once).")


async def _search_elsewhere(settings: Settings) -> Finding:
    try:
        queue = require_queue(settings.database_url, "ENGINE=queue")
    except DatabaseError as error:
        return fault(f"The bot won't start. {error.words}")
    try:
        has_worker = await queue.has_worker(settings.database_url)
    except queue.CONNECTION_ERRORS as error:
        return fault(f"The queue of searches can't be reached: {reason_of(error)}")
    if has_worker:
        return ok("An engine worker is connected to the database.")
    return fault(
        "No engine worker is connected, so computers don't move. Start one with: "
        "stairwell engine-worker"
    )


async def web_pages(settings: Settings) -> AsyncIterator[Finding]:
    """Request a page at its public address. Problems here don't keep people from playing."""
    url = settings.web_url
    if url is None:
        return
    is_local = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
    if urlsplit(url).scheme != "https" and not is_local:
        yield note(
            f"WEB_URL is {url}: without https, others can read and change the pages in transit. "
            "Put a TLS proxy in front of them (docs/web.md)."
        )
    if is_local:
        yield note(f"WEB_URL is {url}: only this machine can open the pages.")
    yield await _check_address(url)


async def _server(database_url: str) -> Finding:
    try:
        store = await Store.open(database_url, upgrades=False)
    except DatabaseError as error:
        return fault(error.words)
    try:
        revision = await store.revision()
        check_revision(revision)
    except DatabaseError as error:
        return fault(error.words)
    finally:
        await store.close()
    if revision is None:
        return note("The database is reachable and empty. The bot fills it when it starts.")
    if revision != HEAD:
        return note(
            f"The database is reachable. The bot will upgrade it from {revision} to {HEAD}."
        )
    return ok("The database is reachable.")


def _room(path: Path) -> Finding:
    folder = next(each for each in path.absolute().parents if each.exists())
    existing_path = path if path.exists() else folder
    if not (os.access(existing_path, os.W_OK) and os.access(folder, os.W_OK)):
        return fault(f"This user can't write to {path} and its folder.")
    room = shutil.disk_usage(folder).free / GIGABYTE
    words = f"{room:.1f} GB of disk space are free."
    if room < MIN_ROOM:
        return fault(f"{words} The database is about to run out of space.")
    return note(f"{words} That's not much.") if room < LITTLE_ROOM else ok(words)


async def _check_address(url: str) -> Finding:
    try:
        status, text = await _page_at(f"{url}/status")
    except (aiohttp.ClientError, TimeoutError, OSError, UnicodeDecodeError) as error:
        words = str(error) or f"no answer within {PATIENCE:.0f} seconds"
        return note(
            f"The web pages can't be reached at {url}: {words}. If a process is serving "
            "them, check WEB_PORT and the proxy."
        )
    if status != 200 or "Stairwell" not in text:
        words = f"{url}/status isn't a Stairwell page (status {status})"
        return note(f"{words}. Check where the proxy points.")
    return ok(f"The web pages are reachable at {url}.")
