"""Checks of the machine: database, disk, typefaces and search."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

from bot.process.doctor.finding import Finding, fault, note, ok
from bot.process.settings import Settings
from engine.registry import ENGINES
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, Task
from rendering.text.text_runs import runs
from rendering.text.typefaces import CAN_SHAPE
from rules.registry import GAMES
from storage.database import backup
from storage.database.errors import DatabaseError
from storage.database.store import Store
from storage.database.upgrade import check_revision, head

GIGABYTE = 2**30
LEAST_ROOM, LITTLE_ROOM = 0.1, 1.0
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


async def database(settings: Settings) -> AsyncIterator[Finding]:
    """Check the database and its disk space, without changing anything."""
    try:
        path = backup.file_of(settings.database_url)
    except DatabaseError:
        yield await _server(settings.database_url)
        return
    if path.exists():
        try:
            revision = await asyncio.to_thread(backup.check, path)
        except DatabaseError as error:
            yield fault(error.words)
            return
        size = path.stat().st_size / 2**20
        yield ok(f"The database {path} is whole ({size:.1f} MB).")
        if revision != head():
            yield note(
                f"Its schema is {revision}; the bot brings it to {head()} at its start. "
                f"Take a backup before: stairwell backup {path.stem}-before.db"
            )
    else:
        yield note(f"There is no database {path} yet; the bot makes it at its start.")
    yield _room(path)


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
    except Exception as error:
        # The error message may contain the address with its password.
        return fault(f"The database server can't be asked: {type(error).__name__}.")
    finally:
        await store.close()
    if revision != head():
        return note(f"The database answers; the bot brings it from {revision} to {head()}.")
    return ok("The database answers.")


def _room(path: Path) -> Finding:
    folder = next(each for each in path.absolute().parents if each.exists())
    used = path if path.exists() else folder
    if not (os.access(used, os.W_OK) and os.access(folder, os.W_OK)):
        return fault(f"This user can't write {path} and files beside it.")
    room = shutil.disk_usage(folder).free / GIGABYTE
    words = f"{room:.1f} GB of the disk are free."
    if room < LEAST_ROOM:
        return fault(f"{words} Soon nothing can be stored.")
    return note(f"{words} That is little.") if room < LITTLE_ROOM else ok(words)


def typefaces() -> Finding:
    """Check that names in all common scripts can be drawn."""
    boxed = [
        script for script, name in NAMES.items() if any(run.face is None for run in runs(name))
    ]
    if boxed:
        return fault(f"No typeface has {', '.join(boxed)} letters; reinstall the program.")
    if not CAN_SHAPE:
        return note(
            "Letters of Arabic and Indian scripts stand side by side, unjoined: the system has no "
            "FriBidi. On Debian: apt install libfribidi0"
        )
    return ok(f"Names can be drawn in {len(NAMES)} scripts.")


async def search(settings: Settings) -> Finding:
    """Check that a computer opponent finds a move."""
    if settings.searches_at_once == 0:
        return note("ENGINE or ENGINE_WORKERS says so: nobody can play against the bot.")
    if settings.engine == "queue" and settings.database_url.startswith("sqlite"):
        return fault(
            "ENGINE=queue needs a PostgreSQL database, so the bot won't start: set DATABASE_URL to "
            "one, or ENGINE to local."
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
        return fault(f"A search for a computer opponent fails: {error}")
    finally:
        await pool.close()
    took = time.monotonic() - began
    workers = settings.searches_at_once
    return ok(f"A computer opponent moves (in {took:.1f} s, with its start; {workers} at once).")
