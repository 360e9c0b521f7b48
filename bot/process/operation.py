"""The commands of `stairwell` for operating a bot."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.process import logs
from bot.process.health_check import WITHIN, problems_at
from bot.process.settings import (
    PERMANENT,
    Number,
    code_of,
    reason_of,
    settings_or_stop,
    stop,
    token_or_stop,
)
from extensions.installed import switched_on
from language.lists import listed
from storage.database import copies as backups
from storage.database.transaction import DatabaseError


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(file: Path) -> None:
    """Write a backup of the database to FILE. The bot may be running."""
    settings = settings_or_stop()
    try:
        backups.back_up(backups.file_of(settings.database_url), file)
    except DatabaseError as error:
        stop(error.words, code_of(error))
    click.echo(f"The backup is in {file} ({file.stat().st_size / 2**20:.1f} MB) and complete.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def restore(file: Path) -> None:
    """Replace the database with the backup FILE. Stop the bot first."""
    settings = settings_or_stop()
    try:
        path = backups.file_of(settings.database_url)
        former = backups.restore(file, path, datetime.now(UTC))
    except DatabaseError as error:
        stop(error.words, code_of(error))
    click.echo(f"{path} was restored from {file}.")
    if former is not None:
        click.echo(f"The previous database is kept as {former}.")
    click.echo("Start the bot. It upgrades an older database automatically.")


@click.command()
@click.option("--within", default=WITHIN, help="Seconds to wait for an answer.")
def health(within: float) -> None:
    """Check the health of the running bot through its MONITOR_PORT. Exits with 0 if healthy."""
    settings = settings_or_stop()
    if settings.monitor_port is None:
        stop("MONITOR_PORT isn't set, so the bot's health can't be checked.", 2)
    problems = problems_at(settings.monitor_host, settings.monitor_port, within)
    if problems:
        stop("\n".join(problems))
    click.echo("Healthy.")


@click.command()
@click.option("--application", type=Number(1), help="The application's id (default: the token's).")
def invite(application: int | None) -> None:
    """Print the link for inviting the bot to a server."""
    # Imported here, so that the other commands start without discord.py.
    import discord

    from bot.interface.permissions import EXTRAS, INVITE_PERMISSIONS, invite_permissions
    from bot.process.running import own_application

    settings = settings_or_stop()
    switched_on(settings.switched_on)
    if application is None:
        token = token_or_stop(settings)
        try:
            application = asyncio.run(own_application(settings, token))
        except discord.LoginFailure:
            stop("Discord doesn't accept this DISCORD_TOKEN.", PERMANENT)
        except (discord.HTTPException, OSError) as error:
            stop(f"Discord can't be reached: {reason_of(error)}")
    scopes = ("bot", "applications.commands")
    click.echo(
        discord.utils.oauth_url(application, permissions=invite_permissions(), scopes=scopes)
    )
    names = ", ".join(dict.fromkeys(INVITE_PERMISSIONS.values()))
    click.echo(f"It asks for {names} ({invite_permissions().value}).", err=True)
    click.echo(
        "With User Install enabled in the Developer Portal, this link also lets people add the bot "
        f"to their own account: https://discord.com/oauth2/authorize?client_id={application}",
        err=True,
    )
    extras = listed(list(EXTRAS.values()))
    click.echo(
        f"Not included: {extras}. Only some settings need them (docs/admins.md). Give them to the "
        "bot's role by hand if you want those.",
        err=True,
    )


@click.command()
@click.option("--channel", type=Number(1), help="Post a board in this channel and remove it again.")
def doctor(channel: int | None) -> None:
    """Find problems before anyone plays: token, database, backups, ports, search, permissions.

    Exits with 0 if there are none, 1 if there are some, and 2 if the checks can't run.
    """
    from bot.process.doctor.examination import examine

    settings = settings_or_stop()
    token = token_or_stop(settings, 2)
    logs.set_up("ERROR", (token,))

    async def report() -> int:
        faults = 0
        async for finding in examine(settings, token, channel):
            faults += finding.is_fault
            words = logs.without_secrets(finding.words, (token,))
            click.echo(f"{finding.state:<6}{words}")
        return faults

    faults = asyncio.run(report())
    if faults:
        stop(f"Faults to mend: {faults}.")
    click.echo("Everyone can play.")
