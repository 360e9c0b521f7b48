"""Commands of `stairwell`: `run` on Discord, and tools for the database and the rules."""

from __future__ import annotations

import asyncio
import sys
import time
from random import Random

import click

from bot.process import lifecycle, logs
from bot.process.settings import (
    PERMANENT,
    Number,
    code_of,
    reason_of,
    settings_or_stop,
    stop,
    token_or_stop,
)
from club import VERSION
from rules.refusal import Refusal
from rules.registry import game_named
from rules.replay import perft as count_sequences
from storage.database.transaction import (
    DatabaseError,
    NotStoredError,
    ShardsLost,
)


@click.command()
@click.option("--sync", is_flag=True, help="Send the commands to Discord even if unchanged.")
def run(sync: bool) -> None:
    """Run the bot on Discord."""
    settings = settings_or_stop()
    token = token_or_stop(settings)
    sentry_dsn = "" if settings.sentry_dsn is None else settings.sentry_dsn.get_secret_value()
    logs.set_up(settings.log_level, (token, sentry_dsn), settings.log_format)
    lifecycle.limit_memory(settings.picture_memory_mb)
    # Imported here, so that the other commands start without Discord's client.
    import aiohttp
    import discord

    from bot.monitoring.error_reports import ReportsImpossible, report_errors
    from bot.monitoring.health import EXIT_CODE
    from bot.monitoring.page_metrics import PortTaken
    from bot.process.running import Unhealthy
    from bot.process.running import run as run_bot
    from bot.process.web_front import WebPortTaken

    try:
        if sentry_dsn:
            report_errors(sentry_dsn, VERSION)
        asyncio.run(run_bot(settings, always_syncs=sync))
    except discord.LoginFailure:
        stop(
            "Discord doesn't accept this DISCORD_TOKEN.\n"
            "Make a new one at https://discord.com/developers/applications → your application → "
            "Bot → Reset Token.",
            PERMANENT,
        )
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
        # Once connected, the bot itself waits for Discord to come back.
        stop(
            f"Discord can't be reached: {reason_of(error)}\nCheck the network, or try again later."
        )
    except ShardsLost:
        # It has already been logged.
        sys.exit(EXIT_CODE)
    except ReportsImpossible as error:
        stop(error.words, PERMANENT)
    except (DatabaseError, PortTaken, WebPortTaken) as error:
        stop(error.words, code_of(error))
    except Unhealthy:
        stop("The bot was unhealthy for too long and has ended itself.", EXIT_CODE)
    except NotStoredError as error:
        stop(
            f"The database {error}.\nThe connection was lost while the bot was starting. Try again."
        )


@click.command("engine-worker")
def engine_worker() -> None:
    """Run searches for bots that share a PostgreSQL database and use ENGINE=queue."""
    settings = settings_or_stop()
    logs.set_up(settings.log_level, form=settings.log_format)
    from bot.process.running import run_engine_worker

    try:
        asyncio.run(run_engine_worker(settings))
    except DatabaseError as error:
        stop(error.words, code_of(error))


@click.command()
def web() -> None:
    """Serve only the web pages, alongside bots on the same PostgreSQL database."""
    settings = settings_or_stop()
    if settings.web_url is None or settings.web_port is None:
        stop(
            "Set WEB_URL, the public address of the pages, and WEB_PORT, the port to serve them.",
            PERMANENT,
        )
    if settings.database_url.startswith("sqlite"):
        stop(
            "The database is a file, which only the bot's process can use. `stairwell run` serves "
            "the web pages too once WEB_URL and WEB_PORT are set.",
            PERMANENT,
        )
    logs.set_up(settings.log_level, form=settings.log_format)
    lifecycle.limit_memory(settings.picture_memory_mb)
    from bot.monitoring.page_metrics import PortTaken
    from bot.process.web_front import WebPortTaken, run_web

    try:
        asyncio.run(run_web(settings))
    except (DatabaseError, PortTaken, WebPortTaken) as error:
        stop(error.words, code_of(error))


@click.command("recompute-ratings")
def recompute_ratings() -> None:
    """Recompute all ratings from the matches.

    Stop the bot first. If it's running, it shows the old ratings until all are done, and matches
    can't end meanwhile: on SQLite nothing else can be saved either, and players are asked to try
    again.
    """
    settings = settings_or_stop()
    logs.set_up(settings.log_level)
    try:
        counted, whole = asyncio.run(_recompute(settings.database_url))
    except DatabaseError as error:
        stop(error.words, code_of(error))
    click.echo(f"Ratings recomputed: {counted:,} of {whole:,} finished matches count.")


async def _recompute(database_url: str) -> tuple[int, int]:
    from club.ratings.rating_book import recompute
    from storage.database.store import Store

    store = await Store.open(database_url, creates=False)
    try:
        with click.progressbar(length=1, label="Matches", file=sys.stderr) as bar:

            def report(done: int, whole: int) -> None:
                bar.length = whole
                bar.update(done - bar.pos)

            return await recompute(store, report)
    finally:
        await store.close()


@click.command("move-database")
@click.argument("source")
@click.argument("target")
def move_database(source: str, target: str) -> None:
    """Copy all of SOURCE into TARGET, an empty database of either kind.

    Both are written as DATABASE_URL is: sqlite:///stairwell.db,
    postgresql://user:password@host/name. Stop the bot first. The source stays as it is.
    """
    logs.set_up("ERROR")
    if source == target:
        stop("SOURCE and TARGET are the same database. Nothing was copied; name a new one.")
    try:
        rows, matches = asyncio.run(_move(source, target))
    except DatabaseError as error:
        stop(error.words, code_of(error))
    click.echo(
        f"{rows:,} rows copied. All {matches:,} matches were replayed.\n"
        "Put the new address into DATABASE_URL, and start the bot."
    )


async def _move(source: str, target: str) -> tuple[int, int]:
    from club.matches.loading import replay_all
    from extensions.installed import import_tables
    from storage.database.copies import move
    from storage.database.store import Store
    from storage.schema import metadata

    import_tables()
    async with (
        Store.opened(source, creates=False) as source_store,
        Store.opened(target) as target_store,
    ):
        with click.progressbar(length=1, label="Rows", file=sys.stderr) as bar:

            def report(done: int, whole: int) -> None:
                bar.length = whole
                bar.update(done - bar.pos)

            row_counts = await move(source_store, target_store, metadata, replay_all, report)
    return sum(row_counts.values()), row_counts["match"]


@click.command()
@click.argument("game")
@click.argument("depth", type=Number(1))
@click.option(
    "--option", "options", multiple=True, metavar="NAME=NUMBER", help="For example: --option size=8"
)
@click.option("--position", help="Count from this encoded position instead of the start.")
def perft(game: str, depth: int, options: tuple[str, ...], position: str | None) -> None:
    """Count the legal move sequences of GAME up to DEPTH moves."""
    try:
        chosen = game_named(game)
        complete = chosen.choose(dict(map(_option, options)))
    except Refusal as refusal:
        stop(refusal.words)
    if position is None:
        # The deal of a shuffled game is always the same here, so that counts can be compared.
        start = chosen.start(chosen.deal(complete, Random(0)))
    else:
        try:
            start = chosen.decode(position)
        except ValueError as error:
            stop(f"That isn't a position of {chosen.name}: {error}")
    click.echo(f"{chosen.name} {' '.join(f'{key}={each}' for key, each in complete.items())}")
    click.echo(f"{'depth':>5} {'sequences':>15} {'seconds':>9} {'a second':>11}")
    for each in range(1, depth + 1):
        began = time.perf_counter()
        count = count_sequences(start, each)
        took = time.perf_counter() - began
        rate = f"{count / took:,.0f}" if took > 0 else ""
        click.echo(f"{each:>5} {count:>15,} {took:>9.3f} {rate:>11}")


def _option(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not number.isdecimal():
        stop(f"--option {text}: write it as NAME=NUMBER, for example --option size=8")
    return name, int(number)
