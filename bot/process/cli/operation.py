"""The commands of `stairwell` by which a bot is kept safe and looked after."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import click

from bot.process import logs
from bot.process.cli.start import settings_or_stop, stop, token_or_stop
from storage.database import backup as backups
from storage.database.errors import DatabaseError


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(file: Path) -> None:
    """Write the database to FILE, while the bot runs or not."""
    settings = settings_or_stop()
    try:
        backups.back_up(backups.file_of(settings.database_url), file)
    except DatabaseError as error:
        stop(error.words)
    click.echo(f"The backup is in {file} ({file.stat().st_size / 2**20:.1f} MB), and is whole.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def restore(file: Path) -> None:
    """Put the backup FILE in the place of the database. Stop the bot first."""
    settings = settings_or_stop()
    try:
        path = backups.file_of(settings.database_url)
        kept = backups.restore(file, path, datetime.now(UTC))
    except DatabaseError as error:
        stop(error.words)
    click.echo(f"{path} is now what {file} holds.")
    if kept is not None:
        click.echo(f"The database that was there before is kept as {kept}.")
    click.echo("Start the bot; it brings an older database up to date by itself.")


@click.command()
@click.option("--within", default=5.0, show_default=True, help="Seconds to wait for an answer.")
def health(within: float) -> None:
    """Ask the running bot whether it is well, by its MONITOR_PORT. Returns 0 where it is."""
    settings = settings_or_stop()
    if settings.monitor_port is None:
        stop("There is no MONITOR_PORT, so the bot can't be asked how it is.", 2)
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.monitor_host, settings.monitor_host)
    connection = HTTPConnection(host, settings.monitor_port, timeout=within)
    try:
        connection.request("GET", "/healthz")
        told = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError) as error:
        stop(f"No answer at {host}, port {settings.monitor_port}: {error}")
    finally:
        connection.close()
    if told["problems"]:
        stop("\n".join(problem["words"] for problem in told["problems"]))
    click.echo("All is well.")


@click.command()
@click.option(
    "--application", type=click.IntRange(1), help="The application's id; else the token tells it."
)
def invite(application: int | None) -> None:
    """Print the link by which a server's admin invites the bot."""
    # Imported here, so that a container's checks of its health start without Discord's client.
    import discord

    from bot.interactions.permissions import EXTRAS, INVITED, invited
    from bot.process.running import own_application

    settings = settings_or_stop()
    if application is None:
        token = token_or_stop(settings)
        try:
            application = asyncio.run(own_application(settings, token))
        except discord.LoginFailure:
            stop("Discord doesn't accept this DISCORD_TOKEN.")
        except (discord.HTTPException, OSError) as error:
            stop(f"Discord can't be reached: {error}")
    scopes = ("bot", "applications.commands")
    click.echo(discord.utils.oauth_url(application, permissions=invited(), scopes=scopes))
    names = ", ".join(dict.fromkeys(INVITED.values()))
    click.echo(f"It asks for {names} ({invited().value}).", err=True)
    extras = " and ".join(EXTRAS.values())
    click.echo(
        f"Not among them: {extras}. They are only for events that stand in the server's calendar "
        "and for a role of champions; give them to the bot's role by hand where you want that.",
        err=True,
    )


@click.command()
@click.option("--channel", type=click.IntRange(1), help="Post a board there, and remove it again.")
def doctor(channel: int | None) -> None:
    """Find what would go wrong before anybody plays: token, database, search, permissions.

    Returns 0 where nothing would, 1 where something would, 2 where it can't be found out.
    """
    from bot.process.doctor.examination import examine

    settings = settings_or_stop()
    token = token_or_stop(settings, 2)
    logs.set_up("ERROR", (token,))

    async def tell() -> int:
        faults = 0
        async for finding in examine(settings, token, channel):
            faults += finding.is_fault
            words = logs.without_secrets(finding.words, (token,))
            click.echo(f"{finding.state:<6}{words}")
        return faults

    faults = asyncio.run(tell())
    if faults:
        stop(f"{faults} of these would keep people from playing.")
    click.echo("Nothing here would keep people from playing.")


ALL: tuple[click.Command, ...] = (backup, restore, health, invite, doctor)
