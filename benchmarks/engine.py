"""How strong and how fast the computer opponents are: round robins of levels and simple players.

    python -m benchmarks.engine [game …] [--matches 20] [--levels 1 2 3 4 5] [--work 1.0]
                                [--neighbours] [--size N]

Every pair plays each random opening of two moves from both seats. `--work 0.1` gives all levels a
tenth of their budgets; `--neighbours` plays only each level against the one below, and the highest
against greedy, which is what the levels promise. Each game has a process of its own, so that its
peak memory is its own.

Times are of the processor, so that other programs of the machine change little.
Shares count a draw as half a win, with Wilson's 95 % interval; distances are Elo points by a
Bradley–Terry fit to all results, random play being 0.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import log10, sqrt
from multiprocessing import get_context
from random import Random
from time import process_time

from engine.levels import level_numbered
from engine.opponent import move_of_level
from engine.registry import ENGINES
from engine.simple_players import greedy_move, random_move
from rules.position import Move, Position
from rules.registry import GAMES
from rules.replay import random_play

OPENING = 2
"""Random moves that a match begins with, so that no two pairs of matches are the same."""

PRIOR = 0.5
"""Draws that each pair is supposed to have played besides, so that no distance is infinite."""


@dataclass
class Player:
    """Who plays, and what its moves took."""

    name: str
    level: int | None = None
    moves: int = 0
    work: int = 0
    seconds: float = 0.0
    """Of processor time, for all moves."""
    slowest: float = 0.0


@dataclass
class Tally:
    """The results of one pair: points of the first player, draws counting half."""

    points: float = 0.0
    matches: int = 0


@dataclass
class Table:
    """One game's round robin."""

    game: str
    unit: str
    players: list[Player]
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    peak_memory: int = 0
    """Of the process, in bytes."""


def main() -> None:
    """Play one game after another, each in a fresh process, and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[], help="all with an engine, if none is named")
    parser.add_argument("--matches", type=int, default=20, help="for each pair")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--work", type=float, default=1.0, help="share of each level's budget")
    parser.add_argument("--neighbours", action="store_true", help="only what the levels promise")
    parser.add_argument("--size", type=int, help="the game's option, the default if left out")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for game in chosen.games or ENGINES:
        task = (game, chosen.matches, tuple(chosen.levels), chosen.work)
        more = (chosen.neighbours, chosen.size, chosen.seed)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            show(process.submit(round_robin, *task, *more).result())


def round_robin(
    game: str,
    matches: int,
    levels: Sequence[int],
    work: float,
    neighbours: bool,
    size: int | None,
    seed: int,
) -> Table:
    """Play all pairs of one game."""
    engine = ENGINES[game]
    ENGINES[game] = replace(engine, full_work=max(1, round(engine.full_work * work)))
    players = [Player("random"), Player("greedy")]
    players += [Player(f"level {level}", level) for level in levels]
    table = Table(game, engine.unit, players)
    pairs = list(combinations(range(len(players)), 2))
    if neighbours:
        last = len(players) - 1
        pairs = [(low, high) for low, high in pairs if low > 1 and high == low + 1] + [(1, last)]
    for low, high in pairs:
        tally = table.tallies[high, low] = Tally()
        for number, start in enumerate(openings(game, size, matches, Random(seed))):
            seats = [players[high], players[low]]
            if number % 2:
                seats.reverse()
            winners = play(game, start, seats, Random(f"{seed} {number} {low} {high}"))
            best = number % 2 + 1
            tally.points += (best in winners) / len(winners) if winners else 0.5
            tally.matches += 1
        print(f"{game}: {players[high].name} – {players[low].name} {tally.points}", file=sys.stderr)
    kibibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table.peak_memory = kibibytes * 1024
    return table


def openings(game: str, size: int | None, count: int, random: Random) -> Iterator[Position]:
    """Positions after some random moves, each twice."""
    rules = GAMES[game]
    options = rules.choose({rules.options[0].key: size} if size else {})
    for _ in range((count + 1) // 2):
        position = rules.start(rules.deal(options, random))
        for played, _ in zip(random_play(position, random), range(OPENING), strict=False):
            position = played.after
        yield position
        yield position


def play(game: str, position: Position, seats: Sequence[Player], random: Random) -> tuple[int, ...]:
    """The winning seats of one match."""
    while position.to_move is not None:
        player = seats[position.to_move - 1]
        began = process_time()
        move, work = decision(game, position, player, random)
        seconds = process_time() - began
        player.moves += 1
        player.work += work
        player.seconds += seconds
        player.slowest = max(player.slowest, seconds)
        position = position.play(move)
    assert position.outcome is not None
    return position.outcome.winners


def decision(game: str, position: Position, player: Player, random: Random) -> tuple[Move, int]:
    """A player's move, and the work that it took."""
    if player.level is not None:
        level = level_numbered(player.level)
        finding = move_of_level(game, position, level, random.getrandbits(32))
        return finding.move, finding.work
    if player.name == "greedy":
        return greedy_move(game, position, random), 0
    return random_move(position, random), 0


def wilson(points: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    z = 1.96
    share = points / matches
    middle = share + z * z / (2 * matches)
    spread = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def distances(table: Table) -> list[float]:
    """By player, Elo points above the first (Bradley–Terry, by Hunter's iteration of 2004)."""
    count = len(table.players)
    strengths = [1.0] * count
    for _ in range(2000):
        for one in range(count):
            points = weight = 0.0
            for (high, low), tally in table.tallies.items():
                if one not in (high, low):
                    continue
                other = low if one == high else high
                won = tally.points if one == high else tally.matches - tally.points
                points += won + PRIOR / 2
                weight += (tally.matches + PRIOR) / (strengths[one] + strengths[other])
            if weight:
                strengths[one] = points / weight
    return [400 * log10(strength / strengths[0]) for strength in strengths]


def show(table: Table) -> None:
    """Print the players with their distances and speed, then the share of each pair."""
    elo = distances(table)
    print(f"\n{table.game:<10}{'Elo':>7}{'ms/move':>9}{'slowest':>9}{table.unit + '/s':>15}")
    for player, points in zip(table.players, elo, strict=True):
        if not player.moves:
            continue
        rate = f"{player.work / player.seconds:>15,.0f}" if player.work else ""
        pace = f"{1000 * player.seconds / player.moves:>9.1f}{1000 * player.slowest:>9.0f}"
        print(f"{player.name:<10}{points:>7.0f}{pace}{rate}")
    for (high, low), tally in table.tallies.items():
        names = f"{table.players[high].name} – {table.players[low].name}"
        least, most = wilson(tally.points, tally.matches)
        share = tally.points / tally.matches
        print(f"  {names:<20}{share:>7.0%}  {least:.0%}–{most:.0%} of {tally.matches}")
    print(f"  peak memory {table.peak_memory / 2**20:.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
