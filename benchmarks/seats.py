"""Measure how much a seat is worth between equal players.

    python -m benchmarks.seats [game …] [--matches 400] [--work N] [--seed 1] [--processes 1]

Each player is the search, by default with the game's full work. Two random moves open each match.
The table shows each seat's share of the wins with its 95 % interval. A draw is shared. In games
with points it also shows what a head start would change: each seat gets one to six points for every
seat that moves after it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from multiprocessing import get_context
from random import Random

from benchmarks.engine import wilson
from engine.opponent import best_move, random_move
from engine.registry import ENGINES
from rules.registry import GAMES

OPENING = 2
"""Random moves at the beginning of a match."""

HEAD_STARTS = range(1, 7)
"""Points more for each seat that is earlier by one."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won a match, and the points at its end, if the game has any."""

    winners: tuple[int, ...]
    points: tuple[int, ...]

    def winners_with(self, head_start: int) -> tuple[int, ...]:
        """The seat with the most points, the earlier one of equals, with a head start."""
        last = len(self.points) - 1
        totals = [points + head_start * (last - seat) for seat, points in enumerate(self.points)]
        return (1 + totals.index(max(totals)),)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=[], help="default: all with an engine")
    parser.add_argument("--matches", type=int, default=400, help="for each set of options")
    parser.add_argument("--work", type=int, help="of a move; default: the full work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    context = get_context("spawn")
    with ProcessPoolExecutor(arguments.processes, mp_context=context) as processes:
        for game in arguments.games or ENGINES:
            for values in product(*(option.values for option in GAMES[game].options)):
                options = dict(zip(_keys(game), values, strict=True))
                work = arguments.work or ENGINES[game].full_work
                play = partial(ending, game, options, work, arguments.seed)
                show(game, options, work, list(processes.map(play, range(arguments.matches))))


def _keys(game: str) -> list[str]:
    return [option.key for option in GAMES[game].options]


def ending(game: str, options: dict[str, int], work: int, seed: int, number: int) -> Ending:
    """Play a match of equal players."""
    random = Random(f"seats {game} {options} {seed} {number}")
    position = GAMES[game].start(GAMES[game].deal(GAMES[game].choose(options), random))
    for _ in range(OPENING):
        position = position.play(random_move(position, random))
    while position.to_move is not None:
        view = position.seen_by(position.to_move)
        position = position.play(best_move(game, view, work, random.getrandbits(32)).move)
    assert position.outcome is not None
    return Ending(position.outcome.winners, tuple(position.scores or ()))


def show(game: str, options: dict[str, int], work: int, endings: Sequence[Ending]) -> None:
    """Print each seat's share of the wins."""
    seats = len(GAMES[game].seat_names(GAMES[game].choose(options)))
    chosen = ", ".join(f"{key} {value}" for key, value in options.items())
    print(f"\n{game} {chosen}: {len(endings)} matches, {work} {ENGINES[game].unit} a move")
    print(f"  {_shares(seats, [each.winners for each in endings])}")
    for head_start in HEAD_STARTS if all(each.points for each in endings) else ():
        winners = [each.winners_with(head_start) for each in endings]
        print(f"  head start {head_start}: {_shares(seats, winners)}")


def _shares(seats: int, winners: Sequence[tuple[int, ...]]) -> str:
    shares: list[str] = []
    for seat in range(1, seats + 1):
        won = sum((seat in each) / len(each) if each else 1 / seats for each in winners)
        least, best = wilson(won, len(winners))
        shares.append(f"seat {seat} {won / len(winners):.0%} ({least:.0%}–{best:.0%})")
    return ", ".join(shares)


if __name__ == "__main__":
    main()
