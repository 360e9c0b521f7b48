"""`stairwell statistics`: how many people learn and play each game."""

from __future__ import annotations

import asyncio

import click

from bot.process import logs
from bot.process.settings import code_of, settings_or_stop, stop
from extensions.training.club.lessons import LearningFigures, learning_figures
from storage.database.store import Store
from storage.database.transaction import DatabaseError


@click.command()
def statistics() -> None:
    """Print how many people learn each game and go on to play it. Nobody is named."""
    settings = settings_or_stop()
    logs.set_up(settings.log_level)
    try:
        figures = asyncio.run(_learning_figures(settings.database_url))
    except DatabaseError as error:
        stop(error.words, code_of(error))
    headings = ("began a lesson", "finished one", "finished all", "a first match", "a third match")
    click.echo(f"{'people who':<12}" + "".join(f"{heading:>16}" for heading in headings))
    for figure in figures:
        counts = (
            figure.began,
            figure.finished_one,
            figure.finished_all,
            figure.first_match,
            figure.third_match,
        )
        click.echo(f"{figure.game:<12}" + "".join(f"{count:>16,}" for count in counts))


async def _learning_figures(database_url: str) -> tuple[LearningFigures, ...]:
    store = await Store.open(database_url, creates=False)
    try:
        return await learning_figures(store)
    finally:
        await store.close()
