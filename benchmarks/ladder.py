"""Measure a game's depth as a ladder of players, each of whom beats the one below.

    python -m benchmarks.ladder [game …] [--matches 60] [--max-share 0.0625] [--seed 1]
                                [--sizes N …] [--results FOLDER] [--table]

The method is that of Ai Ai (Stephen Tavener, "UCT Skill Ladders for Small Games", 2020,
http://mrraow.com/uploads/AiAiReports/uct_skill_ladders.html). The first player plays at random.
Each further player is the search with the least work, of 1, 2, 4, 8 … nodes or simulations, that
scores at least 60 % against the rung below, draws counting half. More rungs mean more to learn
between a beginner and the best player. The ladder ends at a share of the full work (`--max-share`).

Each pair plays random openings of two moves from both seats, and stops early once the 60 % are
certain or out of reach. `--results` stores the matches in one file per game, and a further run
plays only the missing ones. `--table` plays nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from benchmarks.engine import (
    Match,
    Plan,
    keep,
    openings,
    parent_has_ended,
    play_match,
    recorded,
    wilson,
)
from engine.registry import ENGINES
from rules.position import Position

RUNG = 0.6
"""The score that a rung needs against the one below."""


@dataclass(slots=True)
class Rung:
    """A player, with its matches against the rung below."""

    player: str
    below: str
    matches: list[Match] = field(default_factory=list)

    @property
    def points(self) -> float:
        """The player's points, draws counting half."""
        return sum(match.points for match in self.matches)

    def is_reached(self, matches: int) -> bool:
        """Whether it scores enough even if it loses all its remaining matches."""
        return self.points >= RUNG * matches

    def is_missed(self, matches: int) -> bool:
        """Whether it scores too little even if it wins all its remaining matches."""
        return self.points + matches - len(self.matches) < RUNG * matches


def main() -> None:
    """Climb each game's ladder in a fresh process, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=[], help="default: all with an engine")
    parser.add_argument("--matches", type=int, default=60, help="per pair")
    parser.add_argument("--max-share", type=float, default=1 / 16, help="share of the full work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=[], help="the game's option")
    parser.add_argument("--results", type=Path, help="keep the matches in this folder")
    parser.add_argument("--table", action="store_true", help="play nothing, show the results")
    arguments = parser.parse_args()
    for game in arguments.games or ENGINES:
        file = arguments.results / f"{game}-ladder.jsonl" if arguments.results is not None else None
        sizes = tuple(arguments.sizes)
        plan = Plan(game, arguments.matches, (), 1.0, False, None, sizes, arguments.seed, file)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            plays = not arguments.table
            show(game, process.submit(climb, plan, arguments.max_share, plays=plays).result())


def climb(plan: Plan, max_share: float, *, plays: bool) -> list[Rung]:
    """Return the rungs from random play up to a share of the full work."""
    starts = list(openings(plan))
    matches = {match.key: match for match in recorded(plan.results)}
    rungs = [Rung("random", "")]
    for work in _works(round(max_share * ENGINES[plan.game].full_work)):
        rung = Rung(f"work {work}", rungs[-1].player)
        for number, (size, start) in enumerate(starts):
            if rung.is_reached(plan.matches) or rung.is_missed(plan.matches):
                break
            key = (plan.game, work, plan.seed, number, size, (rung.player, rung.below))
            match = matches.get(key)
            if match is None and plays and not parent_has_ended():
                match = _play_match(plan, number, size, start, rung, work)
            if match is None:
                return rungs
            rung.matches.append(match)
        if rung.is_reached(plan.matches):
            rungs.append(rung)
    return rungs


def _works(max_work: int) -> Iterator[int]:
    work = 1
    while work <= max_work:
        yield work
        work *= 2


def _play_match(
    plan: Plan, number: int, size: int | None, start: Position, rung: Rung, work: int
) -> Match:
    players = (rung.player, rung.below)
    points, paces = play_match(plan, number, start, players)
    match = Match(plan.game, work, plan.seed, number, size, players, points, paces, 0)
    keep(match, plan.results)
    return match


def show(game: str, rungs: list[Rung]) -> None:
    """Print the rungs, lowest first."""
    unit = ENGINES[game].unit
    print(f"\n{game}: {len(rungs) - 1} rungs above random play")
    print(
        f"{unit:>12}{'ms/move':>9}{'won':>7}{'':>10}{'matches':>9}{'first':>7}{'drawn':>7}{'plies':>7}"
    )
    for rung in rungs[1:]:
        count = len(rung.matches)
        least, best = wilson(rung.points, count)
        own = [match.paces[0] for match in rung.matches]
        speed = 1000 * sum(pace.seconds for pace in own) / sum(pace.moves for pace in own)
        first = sum(
            match.points if match.number % 2 == 0 else 1 - match.points for match in rung.matches
        )
        drawn = sum(match.points == 0.5 for match in rung.matches)
        plies = sum(pace.moves for match in rung.matches for pace in match.paces)
        print(
            f"{rung.player.removeprefix('work '):>12}{speed:>9.1f}{rung.points / count:>7.0%}"
            f"{f'{least:.0%}–{best:.0%}':>10}{count:>9}{first / count:>7.0%}{drawn / count:>7.0%}"
            f"{plies / count:>7.0f}"
        )


if __name__ == "__main__":
    main()
