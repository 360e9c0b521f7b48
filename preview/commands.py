"""The commands `stairwell preview` and `stairwell seed-demo`, which a checkout has."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import click

from bot.process import logs
from bot.process.settings import Number, code_of, settings_or_stop, stop
from bot.process.web_front import WebPortTaken
from preview.community import DemoPlan
from preview.preview import preview as show
from preview.preview import seed as fill
from rules.refusal import Refusal
from storage.database.transaction import DatabaseError

PREVIEW_DATABASE = Path("stairwell-preview.db")


_in_preview_database = click.option(
    "--database",
    type=click.Path(path_type=Path, dir_okay=False),
    default=PREVIEW_DATABASE,
    help="Database file.",
)


@click.command()
@click.option(
    "--members",
    default="ada,ben,cy,dee",
    help="Names of the members, separated by commas.",
)
@click.option("--owner", show_default="the first member", help="The owner of the server.")
@click.option("--port", default=0, show_default="any free port", help="Port of the page.")
@click.option("--web-port", default=0, show_default="any free port", help="Port of the web pages.")
@_in_preview_database
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def preview(
    members: str, owner: str | None, port: int, web_port: int, database: Path, opens: bool
) -> None:
    """Try the bot offline, in a browser, on a simulated Discord."""
    names = _names(members, "--members")
    owner = owner or names[0]
    if owner not in names:
        stop(f"--owner {owner} is not among the members {', '.join(names)}.")
    logs.set_up("ERROR")
    try:
        settings = settings_or_stop().with_local_pages(web_port)
        asyncio.run(show(names, settings, owner=owner, port=port, database=database, opens=opens))
    except (DatabaseError, WebPortTaken) as error:
        stop(error.words)
    except OSError as error:
        stop(f"The preview can't be served: {error}")


@click.command("seed-demo")
@click.option(
    "--viewers",
    default="ada,ben,cy,dee",
    help="Members you can be in the preview.",
)
@click.option(
    "--members",
    type=Number(3, 1000),
    default=40,
    help="Number of members, including the viewers.",
)
@click.option(
    "--matches",
    type=Number(1, 100_000),
    default=600,
    help="Number of matches they have started.",
)
@_in_preview_database
@click.option("--seed", default=1, help="Random seed; each makes a different community.")
@click.option("--add", is_flag=True, help="Add to a file that already has matches.")
@click.option(
    "--hostile-names", is_flag=True, help="Use names with markup, mentions, links and the like."
)
def seed_demo(
    viewers: str,
    members: int,
    matches: int,
    database: Path,
    seed: int,
    add: bool,
    hostile_names: bool,
) -> None:
    """Fill the preview's database with a made-up community that has played for months."""
    names = _names(viewers, "--viewers")
    logs.set_up("ERROR")
    plan = DemoPlan(matches, Random(seed), is_added=add, has_hostile_names=hostile_names)
    try:
        with click.progressbar(length=matches, label="Matches", file=sys.stderr) as bar:
            asyncio.run(
                fill(
                    names,
                    members,
                    plan,
                    database=database,
                    report=lambda started, total: bar.update(started - bar.pos),
                )
            )
    except Refusal as refusal:
        stop(f"{refusal.words} Name another file with --database, or add to it with --add.")
    except DatabaseError as error:
        stop(error.words, code_of(error))
    click.echo(
        f"{members} members and {matches} matches are in {database}.\n"
        f"Look at them with: stairwell preview --members {viewers} --database {database}"
    )


def _names(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names or len(set(names)) < len(names):
        stop(f"{option} needs different names, separated by commas: {option} ada,ben,cy")
    return names
