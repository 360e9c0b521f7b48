"""How strong and how fast the computer opponents are: round robins of levels and simple players.

    python -m benchmarks.engine [game …] [--matches 20] [--levels 1 2 3 4 5] [--work 1.0]
                                [--neighbours] [--pair PLAYER PLAYER] [--sizes N …] [--seed 1]
                                [--results FILE] [--table]

Every pair plays each random opening of two moves from both seats. `--work 0.1` gives all levels a
tenth of their budgets; `--neighbours` plays only each level against the one below, and the highest
against greedy, which is what the levels promise. `--pair "work 1000" "grown 1000"` plays one pair
alone: "work N" is the search with so much work, "grown N" the same without rounds at the root,
besides "level N", "greedy" and "random". With several `--sizes` each opening has the next.
Each game has a process of its own, so that its peak memory is its own.

With `--results` each match is a line of that file as soon as it has ended. Matches that the file
has are not played again, so that a measurement can be stopped and taken up again at will, and the
table is over all the file has of the game by that work, whatever the seeds and sizes; `--table`
prints it without playing. Several processes may write to one file with seeds of their own. The file
doesn't know of changes to the engine: begin a new one after one that plays differently.

Times are of the processor, so that other programs of the machine change little.
Shares count a draw as half a win, with Wilson's 95 % interval; distances are Elo points by a
Bradley–Terry fit to all results, random play being 0.
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

from engine.levels import level_numbered
from engine.opponent import move_of_level
from engine.registry import ENGINES
from engine.simple_players import greedy_move, random_move
from engine.tree_search import TreeSearch
from rules.position import Move, Position
from rules.registry import GAMES
from rules.replay import random_play

OPENING = 2
"""Random moves that a match begins with, so that no two pairs of matches are the same."""

PRIOR = 0.5
"""Draws that each pair is supposed to have played besides, so that no distance is infinite."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be played of one game."""

    game: str
    matches: int
    """For each pair, by this seed."""
    levels: tuple[int, ...]
    work: float
    """Share of each level's budget."""
    neighbours: bool
    pair: tuple[str, str] | None
    """The only two players, if these are chosen."""
    sizes: tuple[int, ...]
    """The game's option, the default if empty."""
    seed: int
    results: Path | None


@dataclass(slots=True)
class Pace:
    """What a player's moves took, of the processor."""

    moves: int = 0
    work: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, other: Pace) -> None:
        """Count the moves of another match, too."""
        self.moves += other.moves
        self.work += other.work
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


@dataclass(frozen=True, slots=True)
class Match:
    """One match of two players, as a line of the results."""

    game: str
    budget: int
    """The full work of level 5 as it was, or in a ladder that of the first player."""
    seed: int
    number: int
    """Matches 2n and 2n + 1 have the same opening and swapped seats."""
    size: int | None
    players: tuple[str, str]
    """The stronger one first, whichever seat it has."""
    points: float
    """Of the first player: 1, 0.5 or 0."""
    paces: tuple[Pace, Pace]
    memory: int
    """Peak of the process, in bytes."""

    @property
    def key(self) -> tuple[str, int, int, int, int | None, tuple[str, str]]:
        """What is not played twice."""
        return self.game, self.budget, self.seed, self.number, self.size, self.players

    @classmethod
    def read(cls, line: str) -> Match:
        """A match as `written`."""
        plain = json.loads(line)
        plain["players"] = tuple(plain["players"])
        plain["paces"] = tuple([Pace(**pace) for pace in plain["paces"]])
        return cls(**plain)

    def written(self) -> str:
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
        """Count one more."""
        for name, pace in zip(match.players, match.paces, strict=True):
            self.players.setdefault(name, Pace()).add(pace)
        tally = self.tallies.setdefault(match.players, Tally())
        tally.points += match.points
        tally.matches += 1
        tally.draws += match.points == 0.5
        self.peak_memory = max(self.peak_memory, match.memory)


def main() -> None:
    """Play one game after another, each in a fresh process, and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=[], help="all with an engine, if none is named")
    parser.add_argument("--matches", type=int, default=20, help="for each pair")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--work", type=float, default=1.0, help="share of each level's budget")
    parser.add_argument("--neighbours", action="store_true", help="only what the levels promise")
    parser.add_argument("--pair", nargs=2, metavar="PLAYER", help="play only these two")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[],
        help="the game's option, each in turn",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="add the matches to this file")
    parser.add_argument("--table", action="store_true", help="play nothing, show the results")
    given = parser.parse_args()
    for game in given.games or ENGINES:
        chosen = Chosen(
            game,
            0 if given.table else given.matches,
            tuple(given.levels),
            given.work,
            given.neighbours,
            (given.pair[0], given.pair[1]) if given.pair else None,
            tuple(given.sizes),
            given.seed,
            given.results,
        )
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            show(process.submit(round_robin, chosen).result())


def round_robin(chosen: Chosen) -> Table:
    """Play what is missing of one game, all pairs in turn, and sum up."""
    engine = ENGINES[chosen.game]
    budget = max(1, round(engine.full_work * chosen.work))
    ENGINES[chosen.game] = replace(engine, full_work=budget)
    table = Table(chosen.game, engine.unit)
    known = set[tuple[object, ...]]()
    for match in recorded(chosen.results):
        if (match.game, match.budget) == (chosen.game, budget):
            known.add(match.key)
            table.add(match)
    for number, (size, start) in enumerate(openings(chosen)):
        for players in pairs(chosen):
            key = (chosen.game, budget, chosen.seed, number, size, players)
            if key in known:
                continue
            if is_abandoned():
                return table
            points, paces = played(chosen, number, start, players)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            match = Match(*key, points, paces, memory)
            table.add(match)
            keep(match, chosen.results)
    return table


def keep(match: Match, results: Path | None) -> None:
    """Add a match that has ended to a file of results, if there is one, and tell of it."""
    if results is not None:
        with results.open("a", encoding="utf-8") as lines:
            lines.write(match.written())
    print(
        f"{match.game} {match.number}: {' – '.join(match.players)} {match.points}",
        file=sys.stderr,
    )


def is_abandoned() -> bool:
    """Whether the parent has ended, so that no more matches may be added to the results."""
    parent = parent_process()
    return parent is not None and not parent.is_alive()


def recorded(results: Path | None) -> list[Match]:
    """Return the matches of a file of results; none if it doesn't exist."""
    if results is None or not results.exists():
        return []
    return [Match.read(line) for line in results.read_text(encoding="utf-8").splitlines()]


def pairs(chosen: Chosen) -> list[tuple[str, str]]:
    """Who plays whom, the stronger one first."""
    if chosen.pair is not None:
        return [chosen.pair]
    levels = [f"level {level}" for level in chosen.levels]
    if chosen.neighbours:
        return [*zip(levels[1:], levels, strict=False), (levels[-1], "greedy")]
    return [(high, low) for low, high in combinations(["random", "greedy", *levels], 2)]


def openings(chosen: Chosen) -> Iterator[tuple[int | None, Position]]:
    """Positions after some random moves, each twice, with the size of each."""
    rules = GAMES[chosen.game]
    sizes: Sequence[int | None] = chosen.sizes or (None,)
    random = Random(chosen.seed)
    for number in range((chosen.matches + 1) // 2):
        size = sizes[number % len(sizes)]
        options = rules.choose({} if size is None else {rules.options[0].key: size})
        position = rules.start(rules.deal(options, random))
        for move, _ in zip(random_play(position, random), range(OPENING), strict=False):
            position = move.after
        yield size, position
        yield size, position


def played(
    chosen: Chosen, number: int, position: Position, players: tuple[str, str]
) -> tuple[float, tuple[Pace, Pace]]:
    """The points of the first player, and what the moves of both took."""
    paces = Pace(), Pace()
    random = Random(f"{chosen.seed} {number} {players}")
    first = 1 + number % 2
    while position.to_move is not None:
        player = int(position.to_move != first)
        began = process_time()
        move, work = decision(chosen.game, position, players[player], random)
        seconds = process_time() - began
        paces[player].add(Pace(1, work, seconds, seconds))
        position = position.play(move)
    assert position.outcome is not None
    winners = position.outcome.winners
    return ((first in winners) / len(winners) if winners else 0.5), paces


def decision(game: str, position: Position, player: str, random: Random) -> tuple[Move, int]:
    """The move of one of the players that the head of this file names, and the work it took."""
    if player == "greedy":
        return greedy_move(game, position, random), 0
    if player == "random":
        return random_move(position, random), 0
    kind, _, number = player.partition(" ")
    if kind == "level":
        level = level_numbered(int(number))
        finding = move_of_level(game, position, level, random.getrandbits(32))
        return finding.move, finding.work
    search = ENGINES[game].search
    if kind == "grown":
        assert isinstance(search, TreeSearch)
        search = TreeSearch(search.guide)
    finding = search.find(position.seen_by(position.to_move), int(number), random)
    return finding.move, finding.work


def wilson(points: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    z = 1.96
    share = points / matches
    middle = share + z * z / (2 * matches)
    spread = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def distances(table: Table) -> dict[str, float]:
    """By player, Elo points above the weakest (Bradley–Terry, by Hunter's iteration of 2004)."""
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
    """Print the players with their distances and speed, then the share of each pair."""
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
