"""The `stairwell` command: `run` on Discord, `preview` without it, and tools for the database and
the rules."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NoReturn

import aiohttp
import click
import discord
from pydantic import ValidationError

from bot.process import logs
from bot.process.settings import Settings
from rules.refusal import Refusal
from rules.registry import game_named
from rules.replay import perft as count_sequences
from storage.database.errors import DatabaseError

PREVIEW_DATABASE = Path("stairwell-preview.db")


@click.group()
@click.version_option(package_name="stairwell")
def main() -> None:
    """Stairwell: little-known board games on Discord, turn by turn."""


@main.command()
@click.option("--sync", is_flag=True, help="Send the commands to Discord even if unchanged.")
def run(sync: bool) -> None:
    """Run the bot on Discord."""
    settings = _settings()
    token = "" if settings.discord_token is None else settings.discord_token.get_secret_value()
    token = token.strip()
    if not token:
        _stop(
            "There is no DISCORD_TOKEN: put the bot's token into the environment or into .env "
            "(.env.example shows how).\n"
            "To try Stairwell without a token, run: stairwell preview"
        )
    logs.set_up(settings.log_level, (token,))
    # Imported here, so that the other commands start without Discord's client.
    from bot.process.running import run as run_bot

    try:
        asyncio.run(run_bot(settings, always_syncs=sync))
    except discord.LoginFailure:
        _stop(
            "Discord doesn't accept this DISCORD_TOKEN.\n"
            "Make a new one at https://discord.com/developers/applications → your application → "
            "Bot → Reset Token."
        )
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
        # Once connected the bot waits by itself until Discord is there again.
        _stop(f"Discord can't be reached: {error}\nCheck the network, or try again later.")
    except DatabaseError as error:
        _stop(error.words)


@main.command()
@click.option(
    "--members", default="ada,ben,cy", show_default=True, help="Names, separated by commas."
)
@click.option("--port", default=0, help="Port of the page; a free one by default.")
@click.option(
    "--database",
    type=click.Path(path_type=Path, dir_okay=False),
    default=PREVIEW_DATABASE,
    show_default=True,
    help="File in which the matches are kept.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def preview(members: str, port: int, database: Path, opens: bool) -> None:
    """Try the bot offline, in a browser, on a simulated Discord."""
    names = _names(members, "--members")
    logs.set_up("ERROR")
    show_preview = _preview().preview
    try:
        asyncio.run(show_preview(names, _settings(), port=port, database=database, opens=opens))
    except DatabaseError as error:
        _stop(error.words)
    except OSError as error:
        _stop(f"The preview can't be served: {error}")


@main.command("seed-demo")
@click.option(
    "--viewers", default="ada,ben,cy", show_default=True, help="Who can look at the preview."
)
@click.option(
    "--members",
    type=click.IntRange(3, 1000),
    default=40,
    show_default=True,
    help="How many members, the viewers included.",
)
@click.option(
    "--matches",
    type=click.IntRange(1, 100_000),
    default=600,
    show_default=True,
    help="How many matches they have begun.",
)
@click.option(
    "--database",
    type=click.Path(path_type=Path, dir_okay=False),
    default=PREVIEW_DATABASE,
    show_default=True,
    help="File to put them into.",
)
@click.option(
    "--seed", default=1, show_default=True, help="A different number makes a different community."
)
@click.option("--add", is_flag=True, help="Add to a file that already has matches.")
def seed_demo(
    viewers: str, members: int, matches: int, database: Path, seed: int, add: bool
) -> None:
    """Fill the preview's database with an invented community that has played for months."""
    names = _names(viewers, "--viewers")
    logs.set_up("ERROR")
    seed_preview = _preview().seed
    try:
        with click.progressbar(length=matches, label="Matches", file=sys.stderr) as shown:
            asyncio.run(
                seed_preview(
                    names,
                    members,
                    matches,
                    database=database,
                    random=Random(seed),
                    is_added=add,
                    tell=lambda begun, whole: shown.update(begun - shown.pos),
                )
            )
    except Refusal as refusal:
        _stop(f"{refusal.words} Name another file with --database, or add to it with --add.")
    except DatabaseError as error:
        _stop(error.words)
    click.echo(
        f"{members} members and {matches} matches are in {database}.\n"
        f"Look at them with: stairwell preview --members {viewers} --database {database}"
    )


@main.command("recompute-ratings")
def recompute_ratings() -> None:
    """Recompute all ratings from the matches.

    Stop the bot first. If it runs, it shows the old ratings until all are done, and matches can't
    end meanwhile: on SQLite nothing else can be saved either, and players are asked to try again.
    """
    settings = _settings()
    logs.set_up(settings.log_level)
    try:
        counted, whole = asyncio.run(_recompute(settings.database_url))
    except DatabaseError as error:
        _stop(error.words)
    click.echo(f"Ratings recomputed: {counted:,} of {whole:,} finished matches count.")


async def _recompute(database_url: str) -> tuple[int, int]:
    from club.ratings.rating_book import recompute
    from storage.database.store import Store

    store = await Store.open(database_url)
    try:
        with click.progressbar(length=1, label="Matches", file=sys.stderr) as shown:

            def tell(done: int, whole: int) -> None:
                shown.length = whole
                shown.update(done - shown.pos)

            return await recompute(store, tell)
    finally:
        await store.close()


@main.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(1))
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
        _stop(refusal.words)
    if position is None:
        # The deal of a shuffled game is always the same here, so that counts can be compared.
        start = chosen.start(chosen.deal(complete, Random(0)))
    else:
        try:
            start = chosen.decode(position)
        except ValueError as error:
            _stop(f"That isn't a position of {chosen.name}: {error}")
    click.echo(f"{chosen.name} {' '.join(f'{key}={each}' for key, each in complete.items())}")
    click.echo(f"{'depth':>5} {'sequences':>15} {'seconds':>9} {'a second':>11}")
    for each in range(1, depth + 1):
        began = time.perf_counter()
        count = count_sequences(start, each)
        took = time.perf_counter() - began
        rate = f"{count / took:,.0f}" if took > 0 else ""
        click.echo(f"{each:>5} {count:>15,} {took:>9.3f} {rate:>11}")


def _names(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names or len(set(names)) < len(names):
        _stop(f"{option} needs different names, separated by commas: {option} ada,ben,cy")
    return names


def _preview() -> ModuleType:
    try:
        from bot.process import preview
    except ModuleNotFoundError as error:
        _stop(
            f"The preview needs {error.name}, which is not installed.\n"
            'Install it with: pip install "stairwell[preview]"'
        )
    return preview


def _option(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not number.isdecimal():
        _stop(f"--option {text}: write it as NAME=NUMBER, for example --option size=8")
    return name, int(number)


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        # Only names and reasons: what was given may be a secret.
        faults = [
            f"{'.'.join(map(str, fault['loc'])).upper()}: {fault['msg']}"
            for fault in error.errors(include_input=False)
        ]
        _stop("The settings can't be used.\n" + "\n".join(faults))


def _stop(words: str) -> NoReturn:
    click.echo(words, err=True)
    sys.exit(1)
