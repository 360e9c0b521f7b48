"""Measure the strength and speed of the computer opponents in round robins.

    python -m benchmarks.engine [game …] [--matches 20] [--levels 1 2 3 4 5] [--work 1.0]
                                [--neighbours] [--pair PLAYER PLAYER] [--sizes N …] [--seed 1]
                                [--results FILE] [--table]

Each pair plays every random opening of two moves from both seats. `--work 0.1` gives all levels a
tenth of their budgets. `--neighbours` only plays the pairs that the levels promise to win, that is,
each level against the one below and the highest against greedy. `--pair "work 1000" "grown 1000"`
plays one pair. Players are "level N", "greedy", "random", "work N" (a search with that work) and
"grown N" (the same without rounds at the root). Openings cycle through `--sizes`. Each game runs in
its own process, so peak memory is per game.

With `--results` each finished match is stored as a line of that file and not played again, so a
measurement can be stopped and resumed. The table covers all matches in the file with that game and
work, whatever their seeds and sizes. `--table` prints it without playing. Several processes with
different seeds may share a file. Start a new file after a change to how the engine plays.

Times are processor time. Shares count a draw as half a win, with Wilson's 95 % interval. Distances
are Elo points by a Bradley–Terry fit to all results, with random play at 0.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from math import log10, sqrt
from multiprocessing import get_context, parent_process
from pathlib import Path
from random import Random
from time import process_time

from engine.engine import level_numbered
from engine.opponent import greedy_move, move_of_level, random_move
from engine.registry import ENGINES
from engine.tree_search import TreeSearch
from rules.position import Move, Position
from rules.registry import GAMES
from rules.replay import random_play

OPENING = 2
"""Random moves at the start of a match, so that pairs of matches differ."""

PRIOR = 0.5
"""Imaginary draws added to each pair, so that no distance is infinite."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The matches to play of a game."""

    game: str
    matches: int
    """For each pair and seed."""
    levels: tuple[int, ...]
    work: float
    """Share of each level's budget."""
    neighbours: bool
    pair: tuple[str, str] | None
    """The only two players, or None for all pairs."""
    sizes: tuple[int, ...]
    """Values of the game's option, only the default if empty."""
    seed: int
    results: Path | None


@dataclass(slots=True)
class Pace:
    """The processor time of a player's moves."""

    moves: int = 0
    work: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, other: Pace) -> None:
        """Add the moves of another match."""
        self.moves += other.moves
        self.work += other.work
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


@dataclass(frozen=True, slots=True)
class Match:
    """One match of two players, as a line of the results."""

    game: str
    budget: int
    """The full work of level 5 at the time, or in a ladder that of the first player."""
    seed: int
    number: int
    """Matches 2n and 2n + 1 have the same opening and swapped seats."""
    size: int | None
    players: tuple[str, str]
    """The stronger one first, whatever its seat."""
    points: float
    """Of the first player: 1, 0.5 or 0."""
    paces: tuple[Pace, Pace]
    memory: int
    """Peak of the process, in bytes."""

    @property
    def key(self) -> tuple[str, int, int, int, int | None, tuple[str, str]]:
        """The match's identity among the results."""
        return self.game, self.budget, self.seed, self.number, self.size, self.players

    @classmethod
    def read(cls, line: str) -> Match:
        """Parse a line of JSON."""
        plain = json.loads(line)
        plain["players"] = tuple(plain["players"])
        plain["paces"] = tuple([Pace(**pace) for pace in plain["paces"]])
        return cls(**plain)

    def to_json(self) -> str:
        """The match as a line of JSON."""
        return json.dumps(asdict(self)) + "\n"


@dataclass
class Tally:
    """The results of one pair: points of the first player, draws counting half."""

    points: float = 0.0
    matches: int = 0
    draws: int = 0


@dataclass
class Table:
    """All matches of one game."""

    game: str
    unit: str
    players: dict[str, Pace] = field(default_factory=dict)
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    peak_memory: int = 0
    """Of a process, in bytes."""

    def add(self, match: Match) -> None:
        """Add a match."""
        for name, pace in zip(match.players, match.paces, strict=True):
            self.players.setdefault(name, Pace()).add(pace)
        tally = self.tallies.setdefault(match.players, Tally())
        tally.points += match.points
        tally.matches += 1
        tally.draws += match.points == 0.5
        self.peak_memory = max(self.peak_memory, match.memory)


def main() -> None:
    """Play each game in a fresh process, and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=[], help="default: all with an engine")
    parser.add_argument("--matches", type=int, default=20, help="per pair")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--work", type=float, default=1.0, help="share of each level's budget")
    parser.add_argument("--neighbours", action="store_true", help="only what the levels promise")
    parser.add_argument("--pair", nargs=2, metavar="PLAYER", help="play only these two")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[],
        help="values of the game's option, in turn",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="add the matches to this file")
    parser.add_argument("--table", action="store_true", help="play nothing, show the results")
    arguments = parser.parse_args()
    for game in arguments.games or ENGINES:
        plan = Plan(
            game,
            0 if arguments.table else arguments.matches,
            tuple(arguments.levels),
            arguments.work,
            arguments.neighbours,
            (arguments.pair[0], arguments.pair[1]) if arguments.pair else None,
            tuple(arguments.sizes),
            arguments.seed,
            arguments.results,
        )
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            show(process.submit(round_robin, plan).result())


def round_robin(plan: Plan) -> Table:
    """Play a game's missing matches, and return its table."""
    engine = ENGINES[plan.game]
    budget = max(1, round(engine.full_work * plan.work))
    ENGINES[plan.game] = replace(engine, full_work=budget)
    table = Table(plan.game, engine.unit)
    played_keys = set[tuple[object, ...]]()
    for match in recorded(plan.results):
        if (match.game, match.budget) == (plan.game, budget):
            played_keys.add(match.key)
            table.add(match)
    for number, (size, start) in enumerate(openings(plan)):
        for players in pairs(plan):
            key = (plan.game, budget, plan.seed, number, size, players)
            if key in played_keys:
                continue
            if parent_has_ended():
                return table
            points, paces = play_match(plan, number, start, players)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            match = Match(*key, points, paces, memory)
            table.add(match)
            keep(match, plan.results)
    return table


def keep(match: Match, results: Path | None) -> None:
    """Append a finished match to the results file, if any, and log it."""
    if results is not None:
        results.parent.mkdir(parents=True, exist_ok=True)
        with results.open("a", encoding="utf-8") as lines:
            lines.write(match.to_json())
    print(
        f"{match.game} {match.number}: {' – '.join(match.players)} {match.points}",
        file=sys.stderr,
    )


def parent_has_ended() -> bool:
    """Whether the parent has ended, after which no results may be added."""
    parent = parent_process()
    return parent is not None and not parent.is_alive()


def recorded(results: Path | None) -> list[Match]:
    """Return the matches of a results file, or none if it doesn't exist."""
    if results is None or not results.exists():
        return []
    return [Match.read(line) for line in results.read_text(encoding="utf-8").splitlines()]


def pairs(plan: Plan) -> list[tuple[str, str]]:
    """The pairs of players, the stronger one first."""
    if plan.pair is not None:
        return [plan.pair]
    levels = [f"level {level}" for level in plan.levels]
    if plan.neighbours:
        return [*zip(levels[1:], levels, strict=False), (levels[-1], "greedy")]
    return [(high, low) for low, high in combinations(["random", "greedy", *levels], 2)]


def openings(plan: Plan) -> Iterator[tuple[int | None, Position]]:
    """Yield positions after some random moves, each twice, with their size."""
    rules = GAMES[plan.game]
    sizes: Sequence[int | None] = plan.sizes or (None,)
    random = Random(plan.seed)
    for number in range((plan.matches + 1) // 2):
        size = sizes[number % len(sizes)]
        options = rules.choose({} if size is None else {rules.options[0].key: size})
        position = rules.start(rules.deal(options, random))
        for move, _ in zip(random_play(position, random), range(OPENING), strict=False):
            position = move.after
        yield size, position
        yield size, position


def play_match(
    plan: Plan, number: int, position: Position, players: tuple[str, str]
) -> tuple[float, tuple[Pace, Pace]]:
    """Play a match, and return the first player's points and both paces."""
    paces = Pace(), Pace()
    random = Random(f"{plan.seed} {number} {players}")
    first = 1 + number % 2
    while position.to_move is not None:
        player = int(position.to_move != first)
        began = process_time()
        move, work = decision(plan.game, position, players[player], random)
        seconds = process_time() - began
        paces[player].add(Pace(1, work, seconds, seconds))
        position = position.play(move)
    assert position.outcome is not None
    winners = position.outcome.winners
    return ((first in winners) / len(winners) if winners else 0.5), paces


def decision(game: str, position: Position, player: str, random: Random) -> tuple[Move, int]:
    """Return a player's move, and the work of its search."""
    if player == "greedy":
        return greedy_move(game, position, random), 0
    if player == "random":
        return random_move(position, random), 0
    kind, _, number = player.partition(" ")
    if kind == "level":
        level = level_numbered(int(number))
        result = move_of_level(game, position, level, random.getrandbits(32))
        return result.move, result.work
    search = ENGINES[game].search
    if kind == "grown":
        assert isinstance(search, TreeSearch)
        search = TreeSearch(search.guide)
    result = search.find(position.seen_by(position.to_move), int(number), random)
    return result.move, result.work


def wilson(points: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    z = 1.96
    share = points / matches
    middle = share + z * z / (2 * matches)
    spread = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def distances(table: Table) -> dict[str, float]:
    """Elo points of each player above the weakest (Bradley–Terry, Hunter 2004)."""
    strengths = dict.fromkeys(table.players, 1.0)
    for _ in range(2000):
        for one in strengths:
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
    least = min(strengths.values(), default=1.0)
    return {name: 400 * log10(strength / least) for name, strength in strengths.items()}


def show(table: Table) -> None:
    """Print the players' distances and speed, then each pair's share."""
    elo = distances(table)
    unit = table.unit + "/s"
    print(f"\n{table.game:<10}{'Elo':>7}{'moves':>8}{'ms/move':>9}{'slowest':>9}{unit:>15}")
    for name, pace in sorted(table.players.items()):
        rate = f"{pace.work / pace.seconds:>15,.0f}" if pace.work else ""
        times = f"{1000 * pace.seconds / pace.moves:>9.1f}{1000 * pace.slowest:>9.0f}"
        print(f"{name:<10}{elo[name]:>7.0f}{pace.moves:>8}{times}{rate}")
    for players, tally in sorted(table.tallies.items()):
        least, most = wilson(tally.points, tally.matches)
        share = tally.points / tally.matches
        draws = f", {tally.draws} drawn" if tally.draws else ""
        interval = f"{least:.0%}–{most:.0%} of {tally.matches}{draws}"
        print(f"  {' – '.join(players):<20}{share:>7.0%}  {interval}")
    print(f"  peak memory {table.peak_memory / 2**20:.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
