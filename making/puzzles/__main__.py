"""Find and check puzzles, and write the shipped files: `python -m making.puzzles`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from bot.process.settings import stop
from engine.puzzles.library import ENDING, SHIPPED, Puzzle, put, puzzles_in
from engine.registry import ENGINES
from making.puzzles.checking import CheckFailed, check_solution, check_uniqueness
from making.puzzles.finding import (
    FINDERS,
    MATCHES,
    MATCHES_FOR_THREE,
    SHIPPED_WINS,
    Source,
    number_of,
)
from making.puzzles.shipping import Progress, make, revised, ship


@click.command(context_settings={"show_default": True})
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--count",
    type=click.IntRange(0),
    default=365,
    help="Number of puzzles per game. With 0, the files are only rewritten.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    help="Number of matches searched concurrently.",
)
@click.option(
    "--work-dir",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("puzzles-work"),
    help="Directory for intermediate results, so that the search can be resumed.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    default=SHIPPED,
    show_default="those that the bot reads",
    help="Directory of the puzzle files.",
)
@click.option(
    "--turns",
    type=click.IntRange(2, 3),
    default=2,
    help="Number of turns to a win. Wins in three are rarer.",
)
@click.option(
    "--lengthen",
    "lengthens",
    is_flag=True,
    help="Search shipped wins in two turns for similar wins in three, instead of matches.",
)
@click.option(
    "--revise",
    "revises",
    is_flag=True,
    help="Revise the puzzles in --into instead: themes, defences, and which to retire.",
)
@click.option(
    "--check",
    "checks",
    is_flag=True,
    help="Verify the puzzles in --into instead, by the rules alone, in about half an hour.",
)
@click.option(
    "--after",
    type=click.IntRange(0),
    default=0,
    help="With --check, verify only puzzles with a higher number.",
)
@click.option(
    "--figures",
    "prints_figures",
    is_flag=True,
    help="Print the numbers of puzzles in --into instead: themes and more.",
)
def make_puzzles(
    games: tuple[str, ...],
    count: int,
    work_dir: Path,
    into: Path,
    *,
    processes: int,
    turns: int,
    lengthens: bool,
    revises: bool,
    checks: bool,
    after: int,
    prints_figures: bool,
) -> None:
    """Find puzzles of each GAME (default: all) in matches of the engine against itself.

    It takes hours, needs no network, and can be stopped at any time. Run it again to resume.
    Existing puzzles keep their keys.
    """

    source = SHIPPED_WINS if lengthens else MATCHES if turns == 2 else MATCHES_FOR_THREE
    unknown = [game for game in games if game not in FINDERS]
    if unknown:
        stop(f"No puzzles can be made for {', '.join(unknown)}. Choose from {', '.join(FINDERS)}.")
    keys = games or tuple(FINDERS)
    try:
        for game in keys:
            if prints_figures:
                _print_figures(game, into)
            elif checks:
                _check(game, into, after)
            elif revises:
                _revise(game, into)
            else:
                _make(game, count, work_dir, into, processes=processes, source=source)
    except KeyboardInterrupt:
        results = "" if checks or revises else f" Intermediate results are in {work_dir}."
        stop(f"\nStopped.{results} Run the same command to resume.", 130)
    except (OSError, ValueError) as error:
        stop(f"The puzzles can't be read or written: {error}")


def _make(
    game: str, count: int, work_dir: Path, into: Path, *, processes: int, source: Source
) -> None:

    with click.progressbar(length=count or 1, file=sys.stderr) as bar:

        def report_progress(done: int, total: int, searched: int) -> None:
            bar.label = f"{game}, {searched:,} searched"
            bar.update(max(0, min(done, total) - bar.pos))

        progress = Progress.read(game, work_dir, source)
        if count:
            make(progress, count, processes, report_progress)
    ready = [puzzle for puzzle in ship(progress, into) if not puzzle.is_retired]
    click.echo(f"{game}: {_summary(ready)}, in {into}.")


def _revise(game: str, into: Path) -> None:

    file = into / f"{game}{ENDING}"
    before = puzzles_in(game, file)
    with click.progressbar(length=len(before), label=f"{game:<10}", file=sys.stderr) as bar:
        after = revised(before, lambda count: bar.update(count - bar.pos))
    put(file, after)
    active = [puzzle for puzzle in after if not puzzle.is_retired]
    click.echo(f"{game}: {_summary(active)}, {len(after) - len(active)} retired, in {into}.")


def _print_figures(game: str, into: Path) -> None:

    puzzles = puzzles_in(game, into / f"{game}{ENDING}")
    ready = [puzzle for puzzle in puzzles if not puzzle.is_retired]
    click.echo(f"{game}: {_summary(ready)}, {len(puzzles) - len(ready)} retired")
    by_feature: dict[str, list[Puzzle]] = {theme.key: [] for theme in ENGINES[game].themes}
    for puzzle in ready:
        for feature in (*puzzle.themes, *FINDERS[game].features(puzzle)):
            by_feature.setdefault(feature, []).append(puzzle)
    for feature, alike in by_feature.items():
        click.echo(f"  {feature}: {_summary(alike)}")


def _check(game: str, into: Path, after: int) -> None:

    shipped = puzzles_in(game, into / f"{game}{ENDING}")
    ready = [puzzle for puzzle in shipped if not puzzle.is_retired and number_of(puzzle) > after]
    lines = firsts = 0
    faults: list[str] = []
    with click.progressbar(ready, label=f"{game:<10}", file=sys.stderr) as bar:
        for puzzle in bar:
            try:
                lines += check_solution(puzzle)
                firsts += check_uniqueness(puzzle)
            except CheckFailed as fault:
                faults.append(str(fault))
    if faults:
        stop("\n".join(faults))
    click.echo(f"{game}: {_summary(ready)}, proved: {lines:,} lines and {firsts:,} first moves.")


def _summary(ready: Iterable[Puzzle]) -> str:
    """ "365 puzzles (2 turns: 300, 3 turns: 65)"."""
    counts = Counter(puzzle.turns for puzzle in ready)
    turns = ", ".join(
        f"{turns} turn{'' if turns == 1 else 's'}: {count}"
        for turns, count in sorted(counts.items())
    )
    total = f"{counts.total()} puzzle{'' if counts.total() == 1 else 's'}"
    return f"{total} ({turns})" if turns else total


if __name__ == "__main__":
    make_puzzles(prog_name="python -m making.puzzles")
