"""Checks of the machine and what they find: database, disk, typefaces, search, web pages."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal
from urllib.parse import urlsplit

import aiohttp

from bot.process.settings import Settings, reason_of
from engine.registry import ENGINES
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, Task
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
    """A note is worth knowing. A fault prevents people from playing."""
    words: str

    @property
    def is_fault(self) -> bool:
        """Whether it prevents people from playing."""
        return self.state == "fault"


def ok(words: str) -> Finding:
    """Return a finding without problems."""
    return Finding("ok", words)


def note(words: str) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding("note", words)


def fault(words: str) -> Finding:
    """Return a finding that prevents people from playing."""
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


async def search(settings: Settings) -> Finding:
    """Check that a computer opponent finds a move."""
    if settings.searches_at_once == 0:
        return note("Computer opponents are turned off by ENGINE or ENGINE_WORKERS.")
    if settings.engine == "queue" and settings.database_url.startswith("sqlite"):
        return fault(
            "The bot won't start: ENGINE=queue needs PostgreSQL. Set DATABASE_URL to a PostgreSQL "
            "database, or ENGINE to local."
        )
    if settings.engine == "queue":
        return note("ENGINE is queue: searches need a running `stairwell engine-worker`.")
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
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"{url}/status", allow_redirects=False) as answer,
        ):
            text = await answer.text()
    except (aiohttp.ClientError, TimeoutError, OSError, UnicodeDecodeError) as error:
        words = str(error) or f"no answer within {PATIENCE:.0f} seconds"
        return note(
            f"The web pages can't be reached at {url}: {words}. If a process is serving "
            "them, check WEB_PORT and the proxy."
        )
    if answer.status != 200 or "Stairwell" not in text:
        words = f"{url}/status isn't a Stairwell page (status {answer.status})"
        return note(f"{words}. Check where the proxy points.")
    return ok(f"The web pages are reachable at {url}.")
