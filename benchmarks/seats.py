"""Measure how much a seat is worth between equal players.

    python -m benchmarks.seats [game …] [--matches 400] [--work N] [--option NAME=VALUE …]
                               [--seed 1] [--processes 1] [--results FILE]

Each player is the search, by default with the game's full work. Two random moves open each match.
The table shows each seat's share of the wins with its 95 % interval. A draw is shared. If the game
has a head start, the table also shows who would have won the same matches with another one.

Without `--option` a game is played with each value of its options, except for those that are off by
default. Matches of the same number have the same deal and opening in all options.

With `--results` each finished match is stored as a line of that file and not played again, so a
measurement can be stopped and resumed. The lines about other head starts then cover all matches in
the file that differ in nothing but their head start and seed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random

from benchmarks.engine import wilson
from engine.opponent import best_move, random_move
from engine.registry import ENGINES
from rules.passtally.board import points_at_start
from rules.record import option_value, options_text
from rules.registry import GAMES

OPENING = 2
"""Random moves at the beginning of a match."""

HEAD_START = "head-start"


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished match, as a line of the results."""

    game: str
    options: dict[str, int]
    work: int
    """Of a move."""
    seed: int
    number: int
    winners: tuple[int, ...]
    points: tuple[int, ...]
    """Of each seat, if the game has any."""

    @classmethod
    def read(cls, line: str) -> Ending:
        """Parse a line of JSON."""
        plain = json.loads(line)
        lists = {key: tuple(plain[key]) for key in ("winners", "points")}
        return cls(**{**plain, **lists})

    def to_json(self) -> str:
        """The match as a line of JSON."""
        return json.dumps(asdict(self)) + "\n"

    def differs_in_start(self, other: Ending) -> bool:
        """Whether nothing but the head start and the deal distinguishes it from another match."""
        options = {**self.options, HEAD_START: other.options.get(HEAD_START)}
        own = (self.game, self.work, options)
        return own == (other.game, other.work, {HEAD_START: None, **other.options})

    def winners_with(self, head_start: int) -> tuple[int, ...]:
        """The seat with the most points, the earlier one of equals, with another head start."""
        former = points_at_start(self.options.get(HEAD_START, 0), len(self.points))
        given = points_at_start(head_start, len(self.points))
        totals = [
            points - old + new for points, old, new in zip(self.points, former, given, strict=True)
        ]
        return (1 + totals.index(max(totals)),)


def main() -> None:
    """Play the missing matches of each game, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=[], help="default: all with an engine")
    parser.add_argument("--matches", type=int, default=400, help="for each set of options")
    parser.add_argument("--work", type=int, help="of a move; default: the full work")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, help="add the matches to this file")
    arguments = parser.parse_args()
    chosen = {key: value for key, _, value in (each.partition("=") for each in arguments.option)}
    context = get_context("spawn")
    with ProcessPoolExecutor(arguments.processes, mp_context=context) as processes:
        for game in arguments.games or ENGINES:
            work = arguments.work or ENGINES[game].full_work
            for options in combinations(game, chosen):
                endings = played(processes, arguments, game, options, work)
                show(game, options, work, endings)
                alike = recorded(arguments.results) or endings
                show_head_starts([each for each in alike if each.differs_in_start(endings[0])])


def played(
    processes: Executor,
    arguments: argparse.Namespace,
    game: str,
    options: dict[str, int],
    work: int,
) -> list[Ending]:
    """Return the matches with these options, and play those that aren't in the results."""
    wanted = (game, options, work, arguments.seed)
    endings = [
        each
        for each in recorded(arguments.results)
        if (each.game, each.options, each.work, each.seed) == wanted
    ]
    missing = sorted({*range(arguments.matches)} - {each.number for each in endings})
    for each in processes.map(partial(ending, *wanted), missing):
        endings.append(each)
        keep(each, arguments.results)
    return endings


def combinations(game: str, chosen: dict[str, str]) -> Iterator[dict[str, int]]:
    """Yield the sets of options with those chosen. Others take each value, or stay off."""
    options = GAMES[game].options
    values = {each.key: each.values if each.default else (0,) for each in options}
    for key in values.keys() & chosen.keys():
        value = option_value(GAMES[game], key, chosen[key])
        assert value is not None, f"{game} has no {key} {chosen[key]}"
        values[key] = (value,)
    for each in product(*values.values()):
        yield dict(zip(values, each, strict=True))


def keep(match: Ending, results: Path | None) -> None:
    """Append a finished match to the results file, if any."""
    if results is not None:
        with results.open("a", encoding="utf-8") as lines:
            lines.write(match.to_json())


def recorded(results: Path | None) -> list[Ending]:
    """Return the matches of a results file, or none if it doesn't exist."""
    if results is None or not results.exists():
        return []
    return [Ending.read(line) for line in results.read_text(encoding="utf-8").splitlines()]


def ending(game: str, options: dict[str, int], work: int, seed: int, number: int) -> Ending:
    """Play a match of equal players. Matches of a number have the same deal in all options."""
    random = Random(f"seats {game} {seed} {number}")
    position = GAMES[game].start(GAMES[game].deal(GAMES[game].choose(options), random))
    for _ in range(OPENING):
        position = position.play(random_move(position, random))
    while position.to_move is not None:
        view = position.seen_by(position.to_move)
        position = position.play(best_move(game, view, work, random.getrandbits(32)).move)
    assert position.outcome is not None
    points = tuple(position.scores or ())
    return Ending(game, options, work, seed, number, position.outcome.winners, points)


def show(game: str, options: dict[str, int], work: int, endings: Sequence[Ending]) -> None:
    """Print each seat's share of the wins."""
    seats = len(GAMES[game].seat_names(GAMES[game].choose(options)))
    chosen = options_text(GAMES[game], options)
    print(f"\n{game} {chosen}: {len(endings)} matches, {work} {ENGINES[game].unit} a move")
    print(f"  {_shares(seats, [each.winners for each in endings])}")


def show_head_starts(endings: Sequence[Ending]) -> None:
    """Print who would have won these matches with each head start, if the game has one."""
    for option in GAMES[endings[0].game].options:
        for head_start in option.values if option.key == HEAD_START else ():
            winners = [each.winners_with(head_start) for each in endings]
            shares = _shares(len(endings[0].points), winners)
            print(f"  head start {head_start}, {len(endings)} matches: {shares}")


def _shares(seats: int, winners: Sequence[tuple[int, ...]]) -> str:
    shares: list[str] = []
    for seat in range(1, seats + 1):
        won = sum((seat in each) / len(each) if each else 1 / seats for each in winners)
        least, best = wilson(won, len(winners))
        shares.append(f"seat {seat} {won / len(winners):.0%} ({least:.0%}–{best:.0%})")
    return ", ".join(shares)


if __name__ == "__main__":
    main()
