"""The `stairwell` command, which loads only the command that is run."""

from __future__ import annotations

from importlib import import_module

import click

from club import VERSION
from extensions.installed import TOOLS

COMMANDS = {
    "add": ("bot.process.extras", "Install the optional libraries for EXTRA."),
    "backup": ("bot.process.operation", "Write a backup of the database to FILE."),
    "doctor": ("bot.process.operation", "Find problems before anyone plays."),
    "engine-worker": ("bot.commands", "Search for bots that use ENGINE=queue."),
    "health": ("bot.process.operation", "Check the health of the running bot."),
    "invite": ("bot.process.operation", "Print the link for inviting the bot."),
    "move-database": ("bot.commands", "Copy a database into an empty one of either kind."),
    "perft": ("bot.commands", "Count the legal move sequences of a game."),
    "preview": ("preview.commands", "Try the bot offline, in a browser."),
    "recompute-ratings": ("bot.commands", "Recompute all ratings from the matches."),
    "restore": ("bot.process.operation", "Replace the database with the backup FILE."),
    "run": ("bot.commands", "Run the bot on Discord."),
    "seed-demo": ("preview.commands", "Fill the preview with a made-up community."),
    "setup": ("bot.process.setup", "Ask for the settings, and write them to .env."),
    "web": ("bot.commands", "Serve only the web pages."),
    **TOOLS,
}
"""The module of each command, and what it does."""


class Commands(click.Group):
    """The commands, each loaded when it is needed, because most of them load the whole program."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        try:
            commands = import_module(module)
        except ModuleNotFoundError as error:
            if not module.startswith("preview."):
                raise
            raise click.ClickException(
                f"`stairwell {cmd_name}` needs {error.name}, which only a checkout has. Clone the "
                "repository, and run `make preview` there."
            ) from error
        return getattr(commands, cmd_name.replace("-", "_"))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"show_default": True})
@click.version_option(VERSION)
def main() -> None:
    """Stairwell: little-known board games on Discord, turn by turn."""


if __name__ == "__main__":
    main()
